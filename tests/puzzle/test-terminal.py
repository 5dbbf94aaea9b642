#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-terminal.py - what the command line draws on a terminal, which is a pseudo-terminal here.

Usage: test-terminal.py TILEWRIGHT-CLI PUZZLES
"""
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.append(os.path.join(os.path.dirname(__file__), "../tools"))
from tap import main, test

cli, puzzles = map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:]))


def on_terminal(*words, rows=24, columns=80, colours=""):
    """The exit code and what the program writes to a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen([cli, *map(str, words)], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                               env={**os.environ, "COLORTERM": colours})
    os.close(theirs)
    found = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        found += part
    os.close(ours)
    return process.wait(), found.decode().replace("\r\n", "\n")


def screen(text):
    """The lines that are left on the screen, without colours."""
    lines, row, column = [""], 0, 0
    for move, control, letter in re.findall(r"\x1b\[([\d;]*)([A-Za-z])|(.|\n)", text):
        if control == "A":
            row -= int(move)
        elif control == "K":
            lines[row] = lines[row][:column]
        elif letter == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif letter == "\r":
            column = 0
        elif letter:
            lines[row] = lines[row][:column] + letter + lines[row][column + 1:]
            column += 1
    return lines


@test
def watch():
    """A frame replaces the one before; the last one stays above the summary."""
    code, text = on_terminal("solve", puzzles / "board-20x20.json", "--watch")
    assert code == 0 and "\x1b[38;5;" in text
    lines = screen(text)
    assert lines[:10] == ["\u2580" * 20] * 10, lines
    assert lines[10].startswith("board-20x20.json: ") and "squares, optimal" in lines[10], lines
    # All colours of a terminal that has them; a board without its corner.
    code, text = on_terminal("solve", puzzles / "pentominoes-8x8-corner.txt", "--watch", "--quiet", colours="truecolor")
    assert code == 0 and "\x1b[38;2;" in text and "\x1b[38;5;" not in text
    assert screen(text) == ["\u2580" * 6 + "  "] + ["\u2580" * 8] * 3 + [""], screen(text)
    # A small terminal shows every other cell, or less.
    code, text = on_terminal("solve", puzzles / "board-40x40.json", "--watch", "--quiet", "--time", 2, rows=12, columns=30)
    assert code == 0 and all(len(line) <= 30 for line in screen(text)) and len(screen(text)) <= 12


@test
def sweep():
    """While a sweep runs, its squares have other colours than those that it has not reached."""
    code, text = on_terminal("solve", puzzles / "board-38x25.json", "--engine", "heuristic", "--watch", "--time", 3)
    assert code == 0 and text.count("\x1b[13A") >= 1, text.count("A")


@test
def plain():
    """Without a terminal a better solution is drawn in characters."""
    done = subprocess.run([cli, "solve", str(puzzles / "board-5x5.json"), "--watch"], capture_output=True, check=True,
                          text=True)
    assert done.stderr.startswith("+---+") and "\x1b" not in done.stderr and "\r" not in done.stderr
    assert done.stdout.startswith("board-5x5.json: 8 squares")


@test
def bars():
    """A batch has a bar, which does not disturb the table."""
    code, text = on_terminal("bench", puzzles / "board-5x5.json", puzzles / "board-8x8.json", "--engines", "greedy,optimal",
                             columns=120)
    assert code == 0 and re.search(r"\[-{20}\] 0/4: board-5x5.json: ", text), text
    assert re.search(r"\[#{15}-{5}\] 3/4", text), text
    assert screen(text)[2].startswith("| board-5x5.json | 5 \u00d7 5 | "), screen(text)
    assert "\n".join(screen(text)).count("[") == 0
    code, text = on_terminal("resolve", puzzles / "board-5x5.json", puzzles / "board-8x8.json", columns=120)
    assert code == 0 and "[" + "#" * 10 + "-" * 10 + "] 1/2" in text
    code, text = on_terminal("count", puzzles / "chequered-5x6.txt", puzzles / "chequered-8x8.txt", columns=120)
    assert code == 0 and "] 1/2" in text
    with tempfile.TemporaryDirectory() as folder:
        code, text = on_terminal("generate", "--pieces", "pentominoes", "--board", "5x4", "--unique", "--count", 3,
                                 "-o", folder, columns=120)
        assert code == 0 and "/3: pentominoes: " in text and len(os.listdir(folder)) == 3


@test
def escapes():
    """JSON on a terminal escapes U+202E, too."""
    with tempfile.TemporaryDirectory() as folder:
        evil = pathlib.Path(folder, "evil.json")
        evil.write_text('{"id": "\\u202eevil", "width": 1, "height": 1, "puzzle": [[true]]}', encoding="utf-8")
        code, text = on_terminal("solve", evil, "--json", "-")
        assert code == 0 and "\\u202eevil" in text and "\u202e" not in text, text


main()
