# SPDX-License-Identifier: GPL-3.0-or-later
"""Each file that the command line writes, with each system call on it failing in turn: afterwards the file is
the old or the complete new one, no temporary file remains, and an error names the file.

Usage: test-faults.py TILEWRIGHT-CLI LIBRARY, which is fail-io.c.
"""
import os
import pathlib
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../tools"))
from tap import main, test

cli, library = map(os.path.abspath, sys.argv[1:])
OLD = b"the old file\n"
MOST_CALLS = 40  # for one file; every loop over the calls ends earlier
ENOSPC = 28

# Commands that write the file fault-here, and the end of the complete new file.
COMMANDS = (
    ("solve board.txt --quiet --json fault-here", b"}\n"),
    ("solve board.txt --quiet --certificate fault-here", b"\nend optimal 13\n"),
    ("solve board.txt --quiet --png fault-here", b"IEND\xaeB`\x82"),
    ("solve board.txt --quiet --svg fault-here", b"</svg>\n"),
    ("solve board.txt --quiet --pdf fault-here", b"%%EOF\n"),
    ("solve board.txt --quiet --txt fault-here", b"\n"),
    ("convert board.txt -o fault-here", b"\n"),
    ("resolve folder --quiet --csv fault-here", b"\n"),
    ("resolve folder --quiet --json fault-here", b"\n"),
    ("count pieces.txt --checkpoint fault-here", b"\n"),
)
file, sign = pathlib.Path("fault-here"), pathlib.Path("sign")


def run(command, end, fault):
    """Whether the call came; the exit code, errors, and whether the file is the new one."""
    old = "--checkpoint" not in command
    file.unlink(missing_ok=True)
    sign.unlink(missing_ok=True)
    if old:
        file.write_bytes(OLD)
    done = subprocess.run([cli, *command.split()], capture_output=True, check=False, stdin=subprocess.DEVNULL,
                          env={**os.environ, "LD_PRELOAD": library, "TW_FAIL_IO": f"{fault} fault-here",
                               "TW_FAIL_IO_SEEN": str(sign.absolute())})
    is_new = file.exists() and not (old and file.read_bytes() == OLD)
    assert file.exists() or not old, f"{command}, {fault}: the old file is gone"
    if is_new and sign.exists():
        text = file.read_bytes()
        assert len(text) > len(end) and text.endswith(end), f"{command}, {fault}: {text}"
    return sign.exists(), done.returncode, done.stderr.decode(), is_new


def write_inputs():
    pathlib.Path("board.txt").write_text("....#...\n........\n..#.....\n........\n.....#..\n........\n", encoding="utf-8")
    pathlib.Path("pieces.txt").write_text("aaaaaa\naaaaaa\naaaaaa\n" + 6 * "\naaa\n", encoding="utf-8")
    pathlib.Path("folder").mkdir(exist_ok=True)
    pathlib.Path("folder/p1-in.json").write_text('{"id": "p1", "width": 3, "height": 2, "puzzle": '
                                                 "[[true, true, true], [true, true, false]]}\n", encoding="utf-8")


@test
def errors():
    """The disk is full from the n-th call on."""
    write_inputs()
    met = 0
    for command, end in COMMANDS:
        for call in ("open", "write", "fsync", "rename", "close"):
            for n in range(1, MOST_CALLS + 1):
                came, code, err, is_new = run(command, end, f"{call} {n} {ENOSPC}")
                if not came:
                    break
                met += 1
                assert n < MOST_CALLS and code >= 0, f"{command}: {call} {n}: {code}, {err}"
                assert is_new or (code == 2 and "fault-here" in err), f"{command}: {call} {n}: {code}, {err}"
                assert len([name for name in os.listdir() if "fault-here" in name]) <= 1, os.listdir()
    # Each file is at least opened, written and renamed.
    assert met >= 3 * len(COMMANDS), met


@test
def ends():
    """A disk that accepts half of the data, and a power failure at each call."""
    write_inputs()
    for command, end in COMMANDS:
        for fault in ("write 1 half", "write 1 kill", "fsync 1 kill", "rename 1 kill"):
            came, _, _, is_new = run(command, end, fault)
            assert not (came and is_new), f"{command}, {fault}"


main()
