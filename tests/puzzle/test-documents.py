#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every command of the documents, from their text.

Usage: test-documents.py PROGRAM CHECKER SOURCE. A page's commands run one after the other in a folder
that has the files that they name, and must succeed. Only what needs a server, a person's time or
another program is changed, by the table CHANGES; its rows must all be used. Of a command within a
sentence, the command and its options must exist. The examples of docs/scripting.md have a test of their
own, test-scripting.py.
"""

import glob
import os
import re
import shutil
import signal
import subprocess
import struct
import sys
import tempfile
import zlib

PROGRAM, CHECKER, SOURCE = map(os.path.abspath, sys.argv[1:])
PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md",
         *sorted(path for pattern in ("docs/**/*.md", "data/*.1", "data/help/C/*.page")
                 for path in glob.glob(pattern, root_dir=SOURCE, recursive=True))]

# The files that the commands name, as files of data/puzzles or texts.
FILES = {
    "board.json": "board-12x15.json",
    "BOARD.json": "board-12x15.json",
    "pieces.txt": "pentominoes-5x5.txt",
    "PIECES.json": "pentominoes-20x18.json",
    "PUZZLE": "pentominoes-6x10.txt",
    "puzzle.txt": "pentominoes-6x10.txt",
    "PUZZLE.json": "pentominoes-20x18.json",
    "folder/a.json": "board-5x5.json",
    "FOLDER/a.json": "board-8x8.json",
    "x.dlx": "a b c d\n\na b\nc d\na c\n",
    "queens.dlx": "a b c d | e\n\na b e\nc d\na c\n",
    "KEY": "0123456789abcdef\n",
    "key.txt": "0123456789abcdef\n",
    "TOKENS": "0123456789abcdef\n",
}

# What is replaced before a command runs.
CHANGES = [
    (r"contest --count 50$", "contest --count 2 --folder contest-here"),
    (r"--server (URL|https://contest.example)", "--server {practice-server}"),
    (r"--count 50 --folder", "--count 2 --folder"),
    (r"--mode contest --yes --folder here", "--mode contest --yes --folder here --count 2"),
    (r"http://HOST:1330", "{serve}"),
    (r"--port \d+$", "--port 0"),
    (r" serve &$", " serve --port 0"),
    (r" serve --page", " serve --port 0 --page"),
    (r"--empty 20", "--empty 12"),
    (r"--units 400", "--units 20 --force"),
    (r"--perfect 22 --square --time 60", "--perfect 9 --time 60"),
    (r"--capped 112 --cap 1", "--capped 112 --cap 1 --time 100"),
    (r"/usr/share/tilewright/certificate-to-proof.py", "certificate-to-proof.py"),
    (r" -n 64 ", " --allow-run-as-root --oversubscribe -n 2 "),
]
# Programs of others.
PROGRAMS = ["mpirun", "parallel", "jq", "viprchk", "veripb", "clasp", "cbc", "glpsol", "minizinc"]
# A command with one of these needs more than a program.
SKIPPED = {"--slurm": "needs Slurm"}
# Exit codes beside 0 that a page names for its command.
CODES = {"tilewright-cli merge run": 1, "clasp -n 0": 30}
SERVERS = ("tilewright-cli serve", "tilewright-cli practice-server")


def white_picture(width, height):
    """A PNG file of white pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\xff" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def markdown_commands(text):
    """The indented lines outside fences that start a command of ours, with their continuations."""
    fenced = False
    lines = []
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        lines.append("" if fenced or not line.startswith("    ") else line[4:])
    return shell_commands(lines)


def manual_commands(text):
    """The same from the unfilled lines of a manual page."""
    lines = []
    filled = True
    for line in text.splitlines():
        if line in (".nf", ".fi"):
            filled = line == ".fi"
        lines.append("" if filled or line.startswith(".") else line.replace("\\-", "-").replace("\\e", "\\"))
    return shell_commands(lines)


def help_commands(text):
    """The lines of screens behind a prompt."""
    return shell_commands([line[2:] if line.startswith("$ ") else "" for line in re.sub(r"</?\w+>", "", text).splitlines()])


def commands_of(page, text):
    if page.endswith(".md"):
        return markdown_commands(text)
    return help_commands(text) if page.endswith(".page") else manual_commands(text)


def mentioned_commands(text):
    """The words of commands within sentences, `tilewright-cli ...` and <cmd>tilewright-cli ...</cmd>."""
    plain = re.sub(r"</?var>", "", text)
    return [command.split() for command in re.findall(r"(?:`|<cmd>)(tilewright-cli [^`<]+)(?=`|</cmd>)", plain)]


def shell_commands(lines):
    commands = []
    open_ended = False
    for line in lines:
        if open_ended and line:
            commands[-1] += "\n" + line
        elif re.match(r"(tilewright-|(/usr/share/tilewright/)?certificate-to-proof|" + "|".join(PROGRAMS) + r")\S* \S", line) and not re.match(
                r"tilewright-(certificate|plan|round|result) \d", line):
            commands.append(line)
        else:
            continue
        open_ended = re.search(r"[|\\]$", re.sub(r"\s+#.*", "", line)) is not None
    return [re.sub(r"\s+#.*", "", command) for command in commands]


class Server:
    """One of our servers, with the address from its first line."""

    def __init__(self, command, folder, environment):
        self.process = subprocess.Popen(["bash", "-c", "exec " + command], cwd=folder, env=environment,
                                        stdout=subprocess.PIPE, text=True)
        self.line = self.process.stdout.readline()
        found = re.search(r"http://[\w.:\[\]]+", self.line)
        self.address = found.group(0) if found else ""

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate()
        return self.process.returncode


class Pages:
    def __init__(self, scratch):
        self.scratch = scratch
        self.count = self.failed = 0
        self.used = set()
        self.servers = {}
        tools = os.path.join(scratch, "tools")
        os.mkdir(tools)
        os.symlink(PROGRAM, os.path.join(tools, "tilewright-cli"))
        os.symlink(CHECKER, os.path.join(tools, "tilewright-check"))
        os.symlink(os.path.join(SOURCE, "docs", "certificate-to-proof.py"), os.path.join(tools, "certificate-to-proof.py"))
        self.environment = {**os.environ, "PATH": tools + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8",
                            "TILEWRIGHT_KEY": "0123456789abcdef"}

    def report(self, good, name, details=""):
        self.count += 1
        self.failed += not good
        print("ok" if good else "not ok", self.count, "-", name, flush=True)
        for line in details.splitlines() if not good else []:
            print("#", line)

    def skip(self, name, reason):
        self.count += 1
        print(f"ok {self.count} - {name} # SKIP {reason}", flush=True)

    def make_folder(self, page):
        folder = os.path.join(self.scratch, page.replace("/", "-"))
        os.mkdir(folder)
        os.mkdir(os.path.join(folder, "data"))
        os.symlink(os.path.join(SOURCE, "data", "puzzles"), os.path.join(folder, "data", "puzzles"))
        for name, content in FILES.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if "\n" in content:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(content)
            else:
                shutil.copyfile(os.path.join(SOURCE, "data", "puzzles", content), path)
        with open(os.path.join(folder, "outline.png"), "wb") as file:
            file.write(white_picture(6, 6))
        self.prepare(folder, "convert pieces.txt --to xmpuzzle --output PIECES.xmpuzzle")
        self.prepare(folder, "convert pieces.txt --to json --output pieces.json")
        self.prepare(folder, "solve BOARD.json --json SOLUTION.json")
        self.prepare(folder, "solve board.json --json solution.json")
        self.prepare(folder, "solve folder/a.json --json folder/a-solution.json")
        if page == "docs/formats.md":
            self.prepare(folder, "solve x.dlx --json solution.json")
        return folder

    def prepare(self, folder, arguments):
        subprocess.run([PROGRAM, *arguments.split()], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    def change(self, command):
        for i, (pattern, replacement) in enumerate(CHANGES):
            changed = re.sub(pattern, replacement, command)
            if changed != command:
                self.used.add(i)
            command = changed
        return command

    def run(self, name, command, folder):
        changed = self.change(command)
        for word, reason in SKIPPED.items():
            if word in command:
                return self.skip(name, reason)
        for program in PROGRAMS:
            if re.search(rf"(^|\|\s*){program}\b", command) and shutil.which(program) is None:
                return self.skip(name, f"{program} is not installed")
        if changed.startswith(SERVERS):
            server = Server(changed, folder, self.environment)
            code = server.end()
            return self.report(code == 0 and server.address, name, f"{server.line}\nended with {code}")
        for needed in re.findall(r"\{(serve|practice-server)\}", changed):
            if needed not in self.servers:
                self.servers[needed] = Server(f"tilewright-cli {needed} --port 0", folder, self.environment)
            changed = changed.replace("{" + needed + "}", self.servers[needed].address)
        done = subprocess.run(["bash", "-o", "pipefail", "-c", changed], cwd=folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace")
        codes = [0] + [code for start, code in CODES.items() if command.startswith(start)]
        self.report(done.returncode in codes, name,
                    f"{changed}\nended with {done.returncode}\n{done.stdout[-2000:]}")

    def list_names(self, *arguments):
        done = subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True)
        return {line.split("\t")[0] for line in done.stdout.splitlines()}

    def check_mentioned(self, page, text):
        """Reports the commands within sentences that have an unknown name or option."""
        unknown = []
        known = self.list_names("--list-commands")
        for words in mentioned_commands(text):
            name = words[1]
            options = {word.split("=")[0] for word in words[2:] if word.startswith("--")}
            if name.isupper() or name.startswith("-"):
                continue
            if name not in known or not options <= self.list_names(name, "--list-options") | {"--help"}:
                unknown.append(" ".join(words))
        if unknown:
            self.report(False, f"{page}: within sentences", "\n".join(unknown))

    def run_page(self, page):
        with open(os.path.join(SOURCE, page), encoding="utf-8") as file:
            text = file.read()
        commands = commands_of(page, text)
        self.check_mentioned(page, text)
        folder = self.make_folder(page) if commands else None
        for command in commands:
            self.run(f"{page}: {command.splitlines()[0]}", command, folder)
        for server in self.servers.values():
            server.end()
        self.servers = {}
        return len(commands)


with tempfile.TemporaryDirectory() as scratch:
    pages = Pages(scratch)
    total = sum(pages.run_page(page) for page in PAGES)
    pages.report(total >= 40, "the pages have commands", f"only {total}")
    pages.report(len(pages.used) == len(CHANGES), "no change is out of date",
                 str([pattern for i, (pattern, _) in enumerate(CHANGES) if i not in pages.used]))
    print(f"1..{pages.count}")
sys.exit(pages.failed > 0)
