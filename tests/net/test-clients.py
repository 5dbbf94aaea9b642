#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tilewright-cli does as a client: contests against a server with faults, and searches with the help of a
solver service.

Usage: test-clients.py TILEWRIGHT-CLI

The table cli/contest.txt has what needs no such server.
"""
import contextlib
import http.server
import itertools
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import urllib.request

sys.path.append(os.path.join(os.path.dirname(__file__), "../tools"))
from tap import main, test

cli = os.path.abspath(sys.argv[1])
KEY = "key-of-the-test"
TOKEN = "correct-horse-battery"


class Handler(http.server.BaseHTTPRequestHandler):
    """Issues boards of 2 x 2 cells with the ids p1, p2, ... and takes every solution, unless a fault is due."""

    def log_message(self, *_):
        pass

    def reply(self, data, status=200):
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body

    def do_GET(self):
        number, fault = self.server.next_request("GET")
        if fault == "unregistered":
            self.wfile.write(self.reply({"error": f"{self.path} is not registered"}, 403))
            return
        side, obstacles = (80, 0.05) if fault == "hard" else (2, 0)
        dice = random.Random(7)
        self.wfile.write(self.reply({"id": f"p{number}", "width": side, "height": side, "puzzle": [
            [dice.random() >= obstacles for _ in range(side)] for _ in range(side)]}))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        _, fault = self.server.next_request("POST", body["id"])
        if fault == "slow":
            self.rfile.read()  # until the client disconnects
            return
        errors = ["Square outside of boundary"] if fault == "wrong" else []
        reply = self.reply({"numberOfSquares": 1, "score": 0 if errors else 1, "timePenalty": 0, "errors": errors})
        if fault == "reset":
            reply = reply[:len(reply) // 2]
            self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.wfile.write(reply)


class ContestServer(http.server.ThreadingHTTPServer):
    """The first requests of each method have these faults."""

    def __init__(self, gets=(), posts=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.faults = {"GET": itertools.chain(gets, itertools.repeat(None)), "POST": itertools.chain(posts, itertools.repeat(None))}
        self.counts, self.taken = {"GET": 0, "POST": 0}, []
        self.changed = threading.Condition()
        self.folder = tempfile.mkdtemp(dir=".")
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def shutdown_request(self, request):
        self.close_request(request)  # a reset stays a reset

    def next_request(self, method, name=None):
        """The number of the request, and its fault."""
        with self.changed:
            self.counts[method] += 1
            self.taken.append(name)
            self.changed.notify_all()
            return self.counts[method], next(self.faults[method])

    def wait_for(self, method, count):
        with self.changed:
            self.changed.wait_for(lambda: self.counts[method] >= count)

    def start(self, line, key=KEY):
        words = line.replace("SERVER", f"http://127.0.0.1:{self.server_port}").replace("FOLDER", self.folder).split()
        return start("contest", *words, TILEWRIGHT_KEY=key)

    def expect(self, line, code, out="", err="", key=KEY):
        return expect(self.start(line, key), code, out, err)

    def last_status(self):
        """The last status in the log."""
        return re.findall(r'"status":"(\w+)"', pathlib.Path(self.folder, "log.jsonl").read_text(encoding="utf-8"))[-1]


def start(*words, **variables):
    environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:", **variables}
    return subprocess.Popen([cli, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={name: value for name, value in environment.items() if value is not None})


def expect(process, code, out="", err=""):
    """Waits for the end; the outputs have these parts, and no secret."""
    found = process.communicate()
    assert process.returncode == code and out in found[0] and err in found[1], (process.args, process.returncode, found)
    assert KEY not in "".join(found) and TOKEN not in "".join(found), found
    return found


@test
def contest():
    """A contest, which is continued with one puzzle more, and cannot be begun again in its folder."""
    first = "--server SERVER --mode contest --yes --count 2 --folder FOLDER"
    with ContestServer() as server:
        server.expect(first, 0, "2 requested: 2 accepted, 2 of them in time")
        assert server.counts["POST"] == 3
        pathlib.Path("key").write_text(KEY + "\n", encoding="utf-8")
        server.expect("--resume --count 3 --folder FOLDER --server SERVER --key-file key", 0, "3 requested: 3 accepted", key=None)
        assert server.counts["POST"] == 4
        # Without a result there is no table.
        assert server.expect(first, 2, err="can only be resumed")[0] == ""
        for file in pathlib.Path(server.folder).iterdir():
            assert KEY not in file.name and KEY.encode() not in file.read_bytes(), file


@test
def refused():
    """The fault of the second solution counts; the first is the warm-up."""
    for gets, posts, *expected in (
            (["unregistered"], [], 4, "", "is not registered"),
            ([], [None, "wrong"], 1, "Rejected: Square outside"),
            ([], [None, "reset"], 4, "Sent, reply lost: "),
            ([], ["reset"], 0, "Sent, reply lost: ")):
        with ContestServer(gets, posts) as server:
            server.expect("--server SERVER --folder FOLDER", *expected)


@test
def killed():
    """A contest that is killed while it sends a solution: the resumed contest logs that the outcome is uncertain and
    explains its error exit, also with --quiet."""
    with ContestServer(posts=[None, "slow"]) as server:
        process = server.start("--server SERVER --quiet --folder FOLDER")
        server.wait_for("POST", 2)
        process.kill()
        expect(process, -signal.SIGKILL)
        assert server.last_status() == "sending"
        out, err = server.expect("--resume --quiet --folder FOLDER", 4, err="1 requested: 0 accepted")
        assert out == "" and "1 uncertain" in err and err.count("\n") == 1 and err.endswith("\n"), (out, err)
        assert server.last_status() == "uncertain"


@test
def interrupted():
    """A signal while the hard board is issued or solved: its best solution is sent."""
    with ContestServer(gets=[None, "hard"]) as server:
        process = server.start("--server SERVER --count 2 --folder FOLDER")
        server.wait_for("GET", 2)
        process.send_signal(signal.SIGINT)
        expect(process, 3, "2 requested: 1 accepted")
        assert server.taken.count("p2") == 1
        server.expect("--resume --folder FOLDER", 0, "2 requested: 2 accepted")
        assert server.counts["POST"] == 3


@contextlib.contextmanager
def service(*words):
    process = start("serve", "--port", "0", *words)
    yield process.stdout.readline().strip()
    process.terminate()
    expect(process, 0)


@test
def helped():
    """One of two remote solvers helps, the other one does not exist."""
    pathlib.Path("token").write_text(TOKEN + "\n", encoding="utf-8")
    with service("--token-file", "token") as uri:
        process = start("solve", "--empty", "6x5", "--engine", "greedy", "--worker", uri, "--worker", "http://127.0.0.1:1",
                        TILEWRIGHT_WORKER_TOKEN=TOKEN)
        assert "http://127.0.0.1:1: dropped" in expect(process, 0, err="helped, found 6")[1]


@test
def contest_helped():
    """A solver service is asked to help with the puzzles of a contest."""
    asked = threading.Event()

    class Recorder(http.server.BaseHTTPRequestHandler):
        log_message = Handler.log_message

        def do_POST(self):
            asked.set()
            self.send_error(404)

        do_GET = do_POST

    with ContestServer(gets=[None, "hard"]) as server, http.server.HTTPServer(("127.0.0.1", 0), Recorder) as worker:
        threading.Thread(target=worker.serve_forever, daemon=True).start()
        process = server.start(f"--server SERVER --count 2 --folder FOLDER --worker http://127.0.0.1:{worker.server_port}")
        server.wait_for("GET", 2)
        asked.wait()
        process.send_signal(signal.SIGINT)
        expect(process, 3, "2 requested: 1 accepted")
        worker.shutdown()


@test
def usage():
    """Addresses that are none, and a service that would not be safe."""
    pathlib.Path("weak").write_text("short\n", encoding="utf-8")
    for line, err in (("solve --empty 6x5 --worker ftp://x", "ftp://x"), ("contest --worker ftp://x", "ftp://x"),
                      ("serve --port 0 --listen 0.0.0.0", "--token-file"), ("serve --jobs 0", "")):
        expect(start(*line.split()), 2, err=err)
    assert "short" not in expect(start("serve", "--port", "0", "--token-file", "weak"), 2, err="16 characters")[1]


@test
def ended():
    """The service ends cleanly on a signal, also during a search."""
    with service() as uri:
        for body in None, b'{"kind": "capped", "size": 999, "cap": 1}':
            urllib.request.urlopen(uri + ("/jobs" if body else "/health"), body).close()


main()
