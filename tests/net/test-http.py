#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The solver service, its page and the practice server, as tilewright-cli runs them, over real HTTP.

Usage: test-http.py TILEWRIGHT-CLI

Bounds that no option sets are tested by test-service.c and test-service-hostile.c; test-page.py runs the page in
a browser.
"""
import contextlib
import json
import os
import pathlib
import resource
import socket
import sqlite3
import subprocess
import sys
import urllib.parse

sys.path.append(os.path.join(os.path.dirname(__file__), "../tools"))
from tap import main, test

cli = os.path.abspath(sys.argv[1])
TOKEN = "correct-horse-battery"
ANNA, ANNA_TOO, BERT = "token-of-anna-0001", "another-of-anna-01", "token-of-bert-0001"
ENDLESS = '{"kind": "capped", "size": 999, "cap": 1}'
BOARD = '{"width": 3, "height": 2, "puzzle": [[true, true, true], [true, true, false]]}'
DRAWING = "aab\nabb\n\n\naa\na\n\n b\nbb\n"


class Reply:
    """A reply, of which the connection is read to its end."""

    def __init__(self, data):
        self.head, _, body = data.decode("utf-8", "replace").partition("\r\n\r\n")
        self.raw = data.partition(b"\r\n\r\n")[2]
        self.status = int(self.head.split()[1]) if self.head.startswith("HTTP/1.1 ") else 0
        if "transfer-encoding: chunked" in self.head.lower():
            chunks = []
            while not body.startswith("0\r\n"):
                size, _, rest = self.raw.partition(b"\r\n")
                chunks.append(rest[:int(size, 16)])
                self.raw = rest[int(size, 16) + 2:]
                body = self.raw.decode("utf-8", "replace")
            self.raw = b"".join(chunks)
        self.text = self.raw.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.text)


class Stream:
    """A connection that sends this text first."""

    def __init__(self, port, data, source=None):
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=source)
        self.data = b""
        with contextlib.suppress(OSError):  # a reply may come before the end
            self.socket.sendall(data)

    def read_until(self, text):
        """All that has come up to the text, or to the end."""
        while text is None or text.encode() not in self.data:
            part = b""
            with contextlib.suppress(OSError):
                part = self.socket.recv(65536)
            if not part:
                break
            self.data += part
        found, self.data = self.data, b""
        return found

    def read(self):
        found = self.read_until(None)
        self.socket.close()
        return found


class Server:
    """A server of the command line on any port."""

    def __init__(self, *words, command="serve", stderr=None):
        usual = ["--jobs", "1", "--threads", "1"] if command == "serve" else []
        self.token = None
        self.process = subprocess.Popen([cli, command, "--port", "0", *usual, *words], stdout=subprocess.PIPE,
                                        stderr=stderr, text=True)
        self.uri = self.process.stdout.readline().strip()
        assert self.uri.startswith("http://127.0.0.1:"), self.uri
        self.port = int(self.uri.rpartition(":")[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.stdout.close()
        assert self.process.wait() == 0

    def open(self, text, source=None):
        return Stream(self.port, text.encode(), source)

    def raw(self, text):
        return self.open(text).read()

    def ask(self, method, path, body=None, status=None, headers=None, kind="application/json", source=None):
        """A reply with this status, unless it is None."""
        lines = [f"{method} {path} HTTP/1.1"] + [headers if headers is not None else "Host: localhost"]
        if headers is None and self.token is not None:
            lines.append(f"Authorization: Bearer {self.token}")
        if body is not None or method == "POST":
            lines += [f"Content-Type: {kind}", f"Content-Length: {len((body or '').encode())}"]
        reply = Reply(self.open("\r\n".join(lines) + "\r\n\r\n" + (body or ""), source).read())
        assert status in (None, reply.status), f"{method} {path}, {headers}: {reply.status}, {reply.text[:200]}"
        return reply

    def json(self, *words, **options):
        return self.ask(*words, **options).json()

    def post(self, body, rest=""):
        return f"/jobs/{self.json('POST', '/jobs', body, 202)['id']}{rest}"

    def metric(self, name):
        lines = self.ask("GET", "/metrics", None, 200).text.splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"tilewright_{name} "))

    def owned(self, token):
        """The same server with another token."""
        other = object.__new__(Server)
        other.port, other.token = self.port, token
        return other


def run(*words, text=None):
    return subprocess.run([cli, *words], input=text, capture_output=True, text=True, check=False)


def write(name, text):
    pathlib.Path(name).write_text(text, encoding="utf-8", newline="")
    return name


def events_of(text, name):
    """The data of the events of this name."""
    return [part.partition("data: ")[2].partition("\n")[0] for part in text.split("event: ")
            if part.startswith(name + "\n")]


# --- the service ------------------------------------------------------------------------------------------


@test
def kinds():
    """For every kind, a puzzle is posted and watched to its end, and the solution is checked."""
    cases = (
        ("squares", json.loads(BOARD), "optimal"),
        ("pieces", DRAWING, "feasible"),
        ("quadrillion", "    ....\n    ...*\n.*.*...*....\n............\n.......**...\n............\n    *...\n    ....\n",
         "feasible"),
        ("tetrominoes", {"id": 123116, "size": 4, "signature": "I1,J1,L1,Z1"}, "feasible"),
        ("tetrominoes", {"id": 7, "size": 4, "signature": "T1,I3"}, "infeasible"),
        ("capped", {"kind": "capped", "size": 9, "goal": "fewest"}, "optimal"),
        ("exact-cover", "a b | x\na x:1\nb x:1\n", "optimal"),
    )
    with Server() as server:
        schemas = server.json("GET", "/openapi.json", None, 200)["components"]["schemas"]
        for kind, puzzle, status in cases:
            job = server.post(json.dumps({"puzzle": puzzle, "options": {"time": 60}}))
            answer = events_of(server.ask("GET", job + "/events", None, 200).text, "result")[-1]
            result = json.loads(answer)
            assert (result["kind"], result["status"]) == (kind, status), answer
            assert kind in schemas["Kind"]["enum"], kind
            assert set(result) <= set(schemas["Result"]["properties"]), answer
            assert server.ask("GET", job + "/result", None, 200).text.strip() == answer
            state = server.json("GET", job, None, 200)
            assert set(state) <= set(schemas["Job"]["properties"]), state
            name = "p.dlx" if kind == "exact-cover" else "p"
            done = run("check", write(name, puzzle if isinstance(puzzle, str) else json.dumps(puzzle)), write("a", answer))
            assert (done.returncode, "correct" in done.stdout) == ((1, False) if status == "infeasible" else (0, True)), done


@test
def plain_body():
    """A puzzle as in its file, options in the query."""
    with Server() as server:
        job = server.json("POST", "/jobs?engine=greedy&time=3", BOARD, 202)["id"]
        assert '"engine":"greedy"' in events_of(server.ask("GET", f"/jobs/{job}/events", None, 200).text, "result")[-1]
        server.ask("POST", "/jobs?engine=no", BOARD, 400)


@test
def events():
    """A job waits, runs and ends, and has its result."""
    with Server() as server:
        before, job = server.post(ENDLESS), server.post(f'{{"puzzle": {ENDLESS}, "options": {{}}}}')
        stream = server.open(f"GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waits = stream.read_until('"position":0}')
        assert b"text/event-stream" in waits
        assert b'event: state\ndata: {"state":"waiting","position":0}' in waits, waits
        server.ask("GET", job + "/result", None, 409)
        # The job before is deleted: this one starts.
        server.ask("DELETE", before, None, 204)
        server.ask("GET", before, None, 404)
        assert b'{"state":"running"}' in stream.read_until("event: progress")
        server.ask("POST", job + "/cancel", None, 202)
        ends = stream.read().decode()
        assert '{"state":"ended","status":"cancelled"}' in ends
        assert ends.index('"ended"') < ends.index("event: result")
        assert "event: " not in ends[ends.index("event: result") + 1:]


@test
def answers():
    """A better solution is sent while the search continues."""
    board = run("generate", "--width", "80", "--height", "80", "--density", "0.05", "--seed", "7").stdout
    with Server() as server:
        job = server.post(f'{{"puzzle": {board}, "options": {{"time": 600}}}}')
        found = server.open(f"GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n").read_until('"status":"feasible"')
        assert b"event: answer\ndata: " in found and b'"status":"feasible"' in found
        assert b"event: result" not in found
        server.ask("DELETE", job, None, 204)


@test
def full_queue():
    """A waiting job is deleted at once, which makes room."""
    with Server("--queue", "1") as server:
        one, two = server.post(ENDLESS), server.post(ENDLESS)
        assert server.json("GET", two, None, 200)["state"] == "waiting"
        assert len(server.json("GET", "/jobs", None, 200)["jobs"]) == 2
        refused = server.ask("POST", "/jobs", ENDLESS, 503)
        assert int(refused.head.partition("Retry-After: ")[2].split()[0]) >= 1
        server.ask("DELETE", two, None, 204)
        server.post(ENDLESS)
        server.ask("DELETE", one, None, 204)


@test
def graceful_end():
    """Searches are cancelled, and the clients that watch them are informed."""
    with Server() as server:
        stream = server.open(f"GET {server.post(ENDLESS)}/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"event: progress" in stream.read_until("event: progress")
        server.process.terminate()
        rest = stream.read()
        assert b"event: result" in rest and b'"status":"cancelled"' in rest


@test
def gone_client():
    """The search of a disconnected client continues; its stream ends at the next events."""
    with Server() as server:
        job = server.post(ENDLESS)
        for _ in range(5):
            stream = server.open(f"GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            stream.read_until("event: state")
            stream.socket.close()
        while server.metric("event_streams") > 0:
            pass
        assert server.metric('jobs{state="running"}') == 1


@test
def bad_requests():
    """Method, path, body, status, and the begin of the error."""
    def options(text):
        return f'{{"puzzle": {BOARD}, "options": {text}}}'

    cases = (
        ("GET", "/nothing", None, 404, ""),
        ("GET", "/jobs/1", None, 404, "id"),
        ("GET", "/jobs/1/result", None, 404, "id"),
        ("GET", "/jobs/1/events", None, 404, "id"),
        ("GET", "/jobs/1/other", None, 404, ""),
        ("GET", "/jobs/1/events/2", None, 404, ""),
        ("DELETE", "/jobs/1", None, 404, "id"),
        ("PUT", "/jobs", "{}", 405, ""),
        ("DELETE", "/jobs", None, 405, ""),
        ("POST", "/health", "{}", 405, ""),
        ("POST", "/metrics", "{}", 405, ""),
        ("POST", "/jobs", "", 400, ""),
        ("POST", "/jobs", "{", 400, "line 1"),
        ("POST", "/jobs", "[]", 400, ""),
        ("POST", "/jobs", "{}", 400, ""),
        ("POST", "/jobs", '{"puzzle": 7}', 400, ""),
        ("POST", "/jobs", '{"puzzle": {}}', 400, "puzzle: "),
        ("POST", "/jobs", '{"puzzle": ""}', 400, "puzzle: "),
        ("POST", "/jobs", f'{{"puzzle": {BOARD}, "option": {{}}}}', 400, "option: "),
        ("POST", "/jobs", options("[]"), 400, "options: "),
        ("POST", "/jobs", options('{"time": []}'), 400, "options.time: "),
        ("POST", "/jobs", options('{"time": 0}'), 400, "options.time: "),
        ("POST", "/jobs", options('{"time": 1e6}'), 400, "options.time: "),
        ("POST", "/jobs", options('{"tim": 1}'), 400, "options.tim: "),
        ("POST", "/jobs", options('{"engine": "no"}'), 400, "options.engine: "),
        ("POST", "/jobs", options('{"limit": 0}'), 400, "options.limit: "),
        ("POST", "/jobs", '{"width": 2, "height": 1, "puzzle": [[true, 3]]}', 400, "puzzle[0][1]"),
        ("POST", "/jobs", '{"width": 20000, "height": 20000, "puzzle": []}', 400, "width"),
        ("POST", "/jobs?tim=3", BOARD, 400, "tim"),
        ("POST", "/jobs?time=never", BOARD, 400, "time"),
        # A name of the size of a body would be kept with every result.
        ("POST", "/jobs", json.dumps({"id": 257 * "x", "width": 1, "height": 1, "puzzle": [[True]]}), 400, "id: "),
    )
    with Server() as server:
        for method, path, body, status, place in cases:
            reply = server.json(method, path, body, status)
            assert reply["status"] == status and reply["error"] and reply["error"].startswith(place), reply
        for state in ("waiting", "running", "ended"):
            assert server.metric(f'jobs{{state="{state}"}}') == 0


@test
def no_http():
    """Text that is not HTTP gets an error in JSON, too."""
    with Server() as server:
        for text in ("garbage", "GET /", "\1\2\3", "GET / HTTP/1.1"):
            reply = server.raw(text + "\r\n\r\n")
            assert b"application/json" in reply and b'{"error":' in reply, reply
        server.ask("GET", "/health", None, 200)


@test
def ranges():
    """Headers for features that we do not serve are ignored: ranges would multiply the reply."""
    headers = ("Range: bytes=0-,0-,0-,0-,0-,0-,0-,0-", "Range: bytes=0-9", "range: bytes=-1",
               "If-Modified-Since: Sat, 29 Oct 2033 19:43:31 GMT", "If-None-Match: *",
               "Upgrade: websocket\r\nSec-WebSocket-Version: 13", "TE: trailers\r\nAccept-Encoding: gzip")
    with Server() as server:
        whole = server.ask("GET", "/openapi.json", None, 200).text
        for line in headers:
            assert server.ask("GET", "/openapi.json", None, 200, "Host: localhost\r\n" + line).text == whole, line
        server.ask("GET", "/health?" + 5000 * "x", None, 414)


@test
def token():
    """Only the right token is accepted, and it is not repeated."""
    wrong = ("", "\r\nAuthorization: Bearer ", "\r\nAuthorization: Bearer correct-horse-batterx",
             "\r\nAuthorization: Bearer correct-horse-battery-", "\r\nAuthorization: Basic correct-horse-battery")
    with Server("--token-file", write("token", TOKEN)) as server:
        for headers in wrong:
            reply = server.ask("GET", "/jobs", None, 401, "Host: localhost" + headers)
            assert "WWW-Authenticate: Bearer" in reply.head and "battery" not in reply.head + reply.text
        server.ask("POST", "/jobs", BOARD, 401)
        server.ask("GET", "/metrics", None, 401)
        server.ask("GET", "/health", None, 200)
        server.ask("GET", "/jobs", None, 200, f"Host: example.org\r\nAuthorization: Bearer {TOKEN}")


@test
def everywhere():
    """IPv4 is always available."""
    with Server("--listen", "*", "--token-file", write("token", TOKEN)) as server:
        server.ask("GET", "/health", None, 200)


# --- several clients --------------------------------------------------------------------------------------


def shared():
    return Server("--token-file", write("tokens", f"# NAME TOKEN\nanna {ANNA}\n\nbert\t{BERT} \nanna {ANNA_TOO}\n"))


@test
def owners():
    """For every request, a job of another owner does not exist. Both tokens of a name are the same client."""
    with shared() as server:
        anna, too, bert, nobody = map(server.owned, (ANNA, ANNA_TOO, BERT, "token-of-carl-0001"))
        job = anna.post(ENDLESS)
        for method, rest in ("GET", ""), ("DELETE", ""), ("POST", "/cancel"), ("GET", "/result"), ("GET", "/events"):
            bert.ask(method, job + rest, None, 404)
            nobody.ask(method, job + rest, None, 401)
        assert [len(client.json("GET", "/jobs", None, 200)["jobs"]) for client in (anna, bert)] == [1, 0]
        assert anna.json("GET", job, None, 200)["state"] == "running"
        too.ask("DELETE", job, None, 204)
        assert not anna.json("GET", "/jobs", None, 200)["jobs"]


@test
def positions():
    """The position of a job counts the jobs of all clients."""
    with shared() as server:
        anna, bert = server.owned(ANNA), server.owned(BERT)
        anna.post(ENDLESS)
        waiting = [(client, client.post(ENDLESS)) for client in (anna, bert, anna)]

        def found():
            return [client.json("GET", job, None, 200)["position"] for client, job in waiting]

        assert found() == [0, 1, 2]
        jobs = anna.json("GET", "/jobs", None, 200)["jobs"]
        assert len(jobs) == 3 and jobs[2]["position"] == 2
        anna.ask("DELETE", waiting.pop(0)[1], None, 204)
        assert found() == [0, 1]


@test
def addresses():
    """One address cannot take all places; a job that has ended counts no more."""
    with Server("--each", "2") as server:
        server.post(ENDLESS)
        waits = server.post(ENDLESS)
        server.ask("POST", "/jobs", ENDLESS, 503)
        server.ask("POST", "/jobs", ENDLESS, 202, source=("127.0.0.2", 0))
        server.ask("DELETE", waits, None, 204)
        server.ask("POST", "/jobs", ENDLESS, 202)


@test
def token_files():
    """An error does not repeat what may be a token."""
    fine = "0123456789abcdef"
    cases = (
        ("", "a token is expected"),
        ("# nobody\n\n", "a token is expected"),
        ("a 0123456789abcde", "line 1: a token must have at least 16 characters"),
        (f"a {fine}\n{fine}\n", "line 2: this token is given twice"),
        (f"a b {fine}", "line 1: expected a name and a token"),
        ("a 0123456789\001abcdef", "line 1: expected a name and a token"),
        (f"\u00e4 {fine}", "line 1: expected a name and a token"),
    )
    for text, error in cases:
        done = run("serve", "--port", "0", "--token-file", write("bad", text))
        assert done.returncode == 2 and f"bad: {error}" in done.stderr and "0123" not in done.stderr, done
    for text in (fine, fine + "\n", f"a {fine}\r\nb 0123456789abcdeF\r\n"):
        with Server("--token-file", write("fine", text)) as server:
            server.owned(fine).ask("GET", "/jobs", None, 200)
            server.owned(fine[:-1]).ask("GET", "/jobs", None, 401)
            server.owned("").ask("GET", "/jobs", None, 401)


@test
def local():
    """Without a token or key, only requests from this computer that address it are served."""
    fine = ("Host: localhost", "Host: LOCALHOST:99", "Host: 127.0.0.1:1330", "Host: [::1]")
    wrong = ("Host: 192.0.2.1", "Host: evil.example", "Host: localhost.evil.example", "Host: localhost\r\nOrigin: null",
             "Host: localhost\r\nOrigin: http://evil.example", "Host: localhost\r\nForwarded: for=192.0.2.1",
             "Host: localhost\r\nX-Forwarded-For: 192.0.2.1", "Host: localhost\r\nx-forwarded-host: example.org",
             "Host: localhost\r\nX-Real-IP: 192.0.2.1", "Host: localhost\r\nVia: 1.1 proxy")
    with Server() as service, Server(command="practice-server") as practice:
        for headers in fine + wrong:
            status = 200 if headers in fine else 403
            service.ask("GET", "/jobs", None, status, headers)
            practice.ask("GET", "/me/trial/puzzle", None, status, headers)


@test
def token_first():
    """The token is checked before the body, none of which is kept."""
    with shared() as server:
        anna = server.owned(ANNA)
        kept = [server.open("POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n"
                            f"Authorization: Bearer {word}\r\n\r\n" + 50000 * " ") for word in ("wrong", BERT)]
        # The second one arrived later and is kept.
        while anna.metric("http_body_bytes") < 50000:
            pass
        assert anna.metric("http_body_bytes") == 50000
        for stream in kept:
            stream.socket.close()


# --- resources --------------------------------------------------------------------------------------------


@test
def descriptors():
    """The first connections wait for the rest of their bodies and are not evicted. Some of the later ones find no
    descriptor: the service reports this once, and replies when the others have closed."""
    begin = "POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n "
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = usage.ru_utime + usage.ru_stime
    with Server(stderr=subprocess.PIPE) as server:
        streams = [server.open(begin) for _ in range(4)]
        while server.metric("http_body_bytes") < len(streams):
            pass
        pid = server.process.pid
        used = max(map(int, os.listdir(f"/proc/{pid}/fd"))) + 1
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used, resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]))
        streams += [server.open(begin) for _ in range(24)]
        assert "no connection can be accepted" in server.process.stderr.readline()
        for stream in streams:
            stream.socket.close()
        for _ in range(4):
            server.ask("GET", "/health", None, 200)
        server.process.terminate()
        assert server.process.stderr.read() == ""
        server.process.stderr.close()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert usage.ru_utime + usage.ru_stime - before < 5


@test
def list_memory():
    """A short request for a long list: the list fits the memory of a job."""
    dominoes = {"name": "domino", "cells": ["aa"], "least": 0, "most": 200, "rotate": True}
    with Server("--memory", "4") as server:
        job = server.post(json.dumps({"puzzle": {"board": 20 * [20 * "a"], "pieces": [dominoes]},
                                      "options": {"limit": 1000, "raw": True}}))
        server.ask("GET", job + "/events", None, 200)
        text = server.ask("GET", job + "/result", None, 200).text
        result = json.loads(text)
        assert len(text) < 4 << 20 and 10 < len(result["solutions"]) < 1000
        assert result["shortened"] and result["status"] == "feasible"


@test
def result_memory():
    """A result that does not fit is none, with a reason. The board has no pattern, so it needs many squares."""
    rows = [[(x * 7 + y * 13) % 23 % 2 == 0 for x in range(500)] for y in range(500)]
    with Server("--memory", "1") as server:
        job = server.post(json.dumps({"puzzle": {"width": 500, "height": 500, "puzzle": rows},
                                      "options": {"engine": "greedy"}}))
        server.ask("GET", job + "/events", None, 200)
        result = server.json("GET", job + "/result", None, 200)
        assert result["status"] == "out-of-memory" and "squares" not in result, result
        assert result["reason"] == "the result does not fit the memory budget"
        server.ask("DELETE", job, None, 204)


# --- the page ---------------------------------------------------------------------------------------------


@test
def page_headers():
    """Nothing of a reply may be run, framed or read by another page."""
    wanted = ("\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';",
              "frame-ancestors 'none';", "\r\nX-Frame-Options: DENY\r\n", "\r\nX-Content-Type-Options: nosniff\r\n",
              "\r\nReferrer-Policy: no-referrer\r\n", "\r\nCross-Origin-Resource-Policy: same-origin\r\n",
              "\r\nCache-Control: no-store\r\n")
    with Server("--page") as server:
        for path in ("/", "/page/page.js", "/page/page.css", "/page/icon.svg", "/page/catalogue.json", "/jobs",
                     "/jobs/none", "/health", "/none"):
            head = server.ask("GET", path).head + "\r\n"
            assert all(text in head for text in wanted), f"{path}: {head}"
            assert "unsafe" not in head and "Access-Control" not in head


@test
def other_pages():
    """Other pages make the browser of a user send requests: forged ones (CSRF), or under a name of their own that leads
    to this computer (DNS rebinding). A link leads to the page, and to nothing else."""
    here = "Host: localhost:1330"
    cases = (
        (here, 200, 200, 202),
        (f"{here}\r\nOrigin: http://localhost:1330", 200, 200, 202),
        ("Host: [::1]:1330\r\nOrigin: http://[::1]:1330\r\nSec-Fetch-Site: same-origin", 200, 200, 202),
        (f"{here}\r\nSec-Fetch-Site: none", 200, 200, 202),
        (f"{here}\r\nSec-Fetch-Site: cross-site", 200, 403, 403),
        (f"{here}\r\nSec-Fetch-Site: same-site", 200, 403, 403),
        (f"{here}\r\nOrigin: http://localhost:1331", 403, 403, 403),
        (f"{here}\r\nOrigin: http://localhost", 403, 403, 403),
        (f"{here}\r\nOrigin: https://localhost:1330", 403, 403, 403),
        (f"{here}\r\nOrigin: http://127.0.0.1:1330", 403, 403, 403),
        (f"{here}\r\nOrigin: http://evil.example", 403, 403, 403),
        (f"{here}\r\nOrigin: null", 403, 403, 403),
        ("Host: evil.example:1330", 403, 403, 403),
        ("Host: evil.example:1330\r\nOrigin: http://evil.example:1330", 403, 403, 403),
        (f"{here}\r\nX-Forwarded-For: 192.0.2.1", 403, 403, 403),
    )
    with Server("--page") as server:
        for headers, page, jobs, posted in cases:
            for path in "/", "/page/page.js", "/page/catalogue.json":
                server.ask("GET", path, None, page, headers)
            for path in "/jobs", "/puzzles?file=sample.json":
                server.ask("GET", path, None, jobs, headers)
            server.ask("POST", "/jobs", BOARD, posted, headers)


@test
def page_token():
    """The page itself is for anybody, since it holds no secret; all that it asks for needs the token."""
    with Server("--page", "--token-file", write("token", TOKEN)) as server:
        for path in "/", "/page/page.css", "/page/catalogue.json", "/health":
            server.ask("GET", path, None, 200, "Host: example.org")
        for path in "/puzzles?file=sample.json", "/picture", "/certificate", "/jobs", "/page", "/page/none":
            server.ask("GET", path, None, 401, "Host: example.org")
        server.ask("GET", "/puzzles?file=sample.json", None, 200, f"Host: example.org\r\nAuthorization: Bearer {TOKEN}")


@test
def no_page():
    """Without the option nothing of the page is served, and pages stay refused."""
    with Server() as server:
        assert "Tilewright solver" in server.ask("GET", "/", None, 200).text
        server.ask("GET", "/page/page.js", None, 404)
        server.ask("POST", "/puzzles", BOARD, 404)
        server.ask("GET", "/jobs", None, 403, "Host: localhost:1\r\nOrigin: http://localhost:1")


@test
def languages():
    """The browser gets the catalogue of gettext in the first language that there is, and reads it itself."""
    cases = (("de", "de", "L\u00f6sen"), ("de-AT,en;q=0.8", "de", "L\u00f6sen"),
             ("tlh, ../de, de/../de, ja;q=0.5", "ja", "\u89e3\u304f"),
             ("xx, fr;q=0.1, en;q=0.2", "en", None), ("*", "en", None), ("", "en", None))
    with Server("--page") as server:
        for accepted, language, word in cases:
            reply = server.ask("GET", "/page/words", None, 200 if word else 204,
                               f"Host: localhost\r\nAccept-Language: {accepted}")
            assert f"\r\nContent-Language: {language}" in reply.head, reply.head
            assert word is None or word.encode() + b"\0" in reply.raw


@test
def puzzles():
    """What the service writes of a puzzle is read again, with what the pieces may do."""
    with Server("--page") as server:
        fixed = server.json("POST", "/puzzles?rotate=false&flip=false", DRAWING, 200)["puzzles"][0]
        free = server.json("POST", "/puzzles?dark=true", DRAWING, 200)["puzzles"][0]
        again = server.json("POST", "/puzzles", fixed["text"], 200)["puzzles"][0]
        assert again["text"] == fixed["text"] != free["text"] and free["kind"] == "pieces"
        assert free["picture"] != again["picture"]
        many = server.json("POST", "/puzzles", f"[{', '.join(100 * [BOARD])}]", 200)
        assert many["count"] == 100 and len(many["puzzles"]) == 60


@test
def bad_pages():
    """The checker refuses the solution of the last one: one cell is not covered."""
    cases = (
        ("POST", "/puzzles", ""), ("POST", "/puzzles", "\x89PNG\r\n"), ("POST", "/puzzles", '{"width": 3}'),
        ("GET", "/puzzles?file=none.json", None), ("GET", "/puzzles?file=../puzzles/sample.json", None),
        ("GET", "/puzzles?file=..", None), ("GET", "/puzzles?file=", None), ("GET", "/puzzles", None),
        ("POST", "/picture", ""), ("POST", "/picture", "[]"), ("POST", "/picture", '{"puzzle": 3}'),
        ("POST", "/picture", '{"puzzle": ""}'), ("POST", "/picture", '{"puzzle": "..\\n..\\n", "result": 3}'),
        ("POST", "/certificate", '{"puzzle": "aa\\n\\n\\naa\\n"}'),
        ("POST", "/certificate", '{"puzzle": "..\\n..\\n", "result": {"squares": [{"X": 0, "Y": 0, "Size": 1}]}}'),
    )
    with Server("--page") as server:
        for method, path, body in cases:
            assert server.json(method, path, body, 400)["error"]
        server.ask("PATCH", "/puzzles", "", 405)
        server.ask("GET", "/picture", None, 405)


@test
def page_solve():
    """A board is solved and watched as the page does it; the picture and the certificate are those of the result."""
    with Server("--page") as server:
        job = server.post(BOARD)
        stream = server.ask("GET", job + "/events?view=true", None, 200).text
        result = server.ask("GET", job + "/result", None, 200).text.strip()
        assert result in stream
        body = f'{{"puzzle": {json.dumps(BOARD)}, "result": {result}}}'

        def draw(path, text):
            return server.ask("POST", path, text, 200)

        picture = draw("/picture", body).text
        assert picture.startswith("<?xml") and "<svg" in picture and picture == draw("/picture", body).text
        assert picture != draw("/picture", json.dumps({"puzzle": BOARD})).text
        captions = [draw("/picture", json.dumps(json.loads(body) | {"caption": text})).text for text in ("Gelöst", "<b>&", "")]
        assert len({picture, *captions}) == 4
        assert draw("/picture", json.dumps(json.loads(body) | {"caption": "long" * 200})).text == picture
        assert draw("/picture?format=png", body).raw.startswith(b"\x89PNG")
        assert draw("/certificate", body).text.startswith("tilewright-certificate")


@test
def view():
    """While a search runs, its view has the bars of the transforms and the front."""
    with Server("--page") as server:
        board = server.json("GET", "/puzzles?file=board-40x40.json", None, 200)["puzzles"][0]["text"]
        job = server.json("POST", "/jobs?engine=heuristic&time=600", board, 202)["id"]
        stream = server.open(f"GET /jobs/{job}/events?view=true HTTP/1.1\r\nHost: localhost\r\n\r\n")
        begin = stream.read_until('"length":40,"extent":[')
        assert b'"length":40,"extent":[' in begin and b'"bars":[{"bar":' in begin
        server.ask("POST", f"/jobs/{job}/cancel", "", 202)
        assert b"event: result" in stream.read()


# --- the practice server ----------------------------------------------------------------------------------


def practice_server(*words):
    return Server(*words, command="practice-server")


def solution_of(puzzle, spoil=False):
    """A body with a valid solution of the board, or a wrong one."""
    squares = json.loads(run("solve", "-", "--engine", "greedy", "--json", "-", text=json.dumps(puzzle)).stdout)["squares"]
    squares[0]["Size"] += spoil
    return json.dumps({"id": puzzle["id"], "squares": squares})


@test
def practice_squares():
    """With another key or mode the puzzle does not exist. It stays open, until its solution is submitted."""
    with practice_server() as server:
        puzzle, other = (server.json("GET", f"/me/{mode}/puzzle", None, 200) for mode in ("trial", "contest"))
        answer = solution_of(puzzle)
        assert puzzle["id"] != other["id"]
        server.ask("POST", "/you/trial/solution", answer, 404)
        server.ask("POST", "/me/contest/solution", answer, 404)
        verdict = server.json("POST", "/me/trial/solution", answer, 200)
        assert verdict["score"] == verdict["numberOfSquares"] and verdict["timePenalty"] == 0
        assert "before" in server.json("POST", "/me/trial/solution", answer, 409)["error"]
        refused = server.json("POST", "/me/contest/solution", solution_of(other, spoil=True), 200)
        assert refused["score"] == 0 and refused["errors"]
        totals = server.json("GET", "/", None, 200)
        assert [totals[name] for name in ("issued", "answered", "accepted")] == [2, 2, 1]


@test
def practice_tetrominoes():
    """A form with the token, the id and the solution."""
    with practice_server() as server:
        task = server.json("GET", "/api/puzzle?token=t&size=8", None, 200)
        solution = json.loads(run("solve", "-", "--json", "-", text=json.dumps(task)).stdout)["solution"]

        def submit(text, status):
            form = urllib.parse.urlencode({"token": "t", "id": task["id"], "solution": text})
            return server.ask("POST", "/api/puzzle", form, status, kind="application/x-www-form-urlencoded").text

        submit('[["I"', 400)
        assert '"solved":true' in submit(json.dumps(solution), 200)
        submit(json.dumps(solution), 409)


@test
def practice_bad_requests():
    """Oversized requests are refused, too, and the server continues."""
    cases = (
        ("GET", "/nothing", None, 404), ("GET", "/me/trial/puzzle/more", None, 404), ("GET", "/me/other/puzzle", None, 404),
        ("DELETE", "/me/trial/puzzle", None, 405), ("GET", "/me/trial/solution", None, 405), ("POST", "/", "{}", 405),
        ("GET", "/m%20e/trial/puzzle", None, 400), ("POST", "/me/trial/solution", "", 400),
        ("POST", "/me/trial/solution", "[]", 400), ("POST", "/me/trial/solution", '{"id": "x"}', 400),
        ("POST", "/me/trial/solution", '{"squares": []}', 400),
        ("POST", "/me/trial/solution", '{"id": "x", "squares": [{"X": 1}]}', 400),
        ("POST", "/me/trial/solution", '{"id": "x", "squares": []}', 404), ("GET", "/api/puzzle", None, 400),
        ("GET", "/api/puzzle?token=t", None, 400), ("GET", "/api/puzzle?token=t&size=7", None, 400),
        ("GET", "/api/puzzle?token=t&size=1000000000", None, 400), ("POST", "/api/puzzle", "token=t", 400),
    )
    with practice_server() as server:
        for method, path, body, status in cases:
            reply = server.json(method, path, body, status)
            assert reply["status"] == status and reply["error"], reply
        server.ask("POST", "/me/trial/solution", (20 << 20) * " ", 413)
        server.ask("GET", "/me/trial/puzzle", None, 200)


@test
def practice_keys():
    """A key is a secret: it never appears in replies."""
    with practice_server("--key", "one", "--key", "two") as server:
        assert "six" not in server.json("GET", "/six/trial/puzzle", None, 403)["error"]
        server.ask("GET", "/two/trial/puzzle", None, 200)


@test
def practice_restart():
    """A restarted server knows what it has issued, and issues another board."""
    with practice_server("--database", "practice.db") as server:
        puzzle = server.json("GET", "/me/trial/puzzle", None, 200)
        answer = solution_of(puzzle)
    with practice_server("--database", "practice.db") as server:
        assert server.json("POST", "/me/trial/solution", answer, 200)["score"] > 0
        assert server.json("GET", "/me/trial/puzzle", None, 200)["puzzle"] != puzzle["puzzle"]
        server.ask("GET", "/me/trial/puzzle", None, 200)
    with contextlib.closing(sqlite3.connect("practice.db", isolation_level=None)) as database:
        database.execute("DELETE FROM issue WHERE rowid = 2")  # as when there are too many
    with practice_server("--database", "practice.db") as server:
        server.ask("POST", "/me/trial/solution", answer, 409)
        assert server.json("GET", "/", None, 200)["issued"] == 3


@test
def practice_boards():
    """The boards of a file are issued in turn."""
    with practice_server(write("two.json", '{"width": 2, "height": 1, "puzzle": [[true, true]]}')) as server:
        puzzle = server.json("GET", "/me/trial/puzzle", None, 200)
        assert puzzle["width"] == 2
        assert server.json("POST", "/me/trial/solution", solution_of(puzzle), 200)["score"] == 2


@test
def cannot_start():
    """A port in use, and a database that cannot be."""
    with practice_server() as server:
        for words, code in (("--port", str(server.port)), 4), (("--port", "0", "--database", "/nowhere/at/all.db"), 2):
            done = run("practice-server", *words)
            assert done.returncode == code and done.stderr and not done.stdout, done


main()
