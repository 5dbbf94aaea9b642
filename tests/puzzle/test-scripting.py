#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-scripting.py - runs the examples of docs/scripting.md and compares what they print.

Usage: test-scripting.py TILEWRIGHT-CLI docs/scripting.md DATA

Each block of a language is followed by a block "text" with its output. The examples run in a copy of
the puzzles of DATA. A language whose interpreter is missing is skipped.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TYPELIB = pathlib.Path(os.environ["GI_TYPELIB_PATH"]) / "Tilewright-1.0.typelib"


def has_bindings(python):
    return (TYPELIB.exists() and shutil.which(python)
            and subprocess.run([python, "-c", "import gi"], capture_output=True, check=False).returncode == 0)


# python3-gi of the distribution is for its own interpreter only.
PYTHON = next(filter(has_bindings, ("/usr/bin/python3", "python3")), "python3 with the bindings")
PROGRAMS = {"sh": ["bash", "-c"], "bindings": [PYTHON, "-c"], "python": ["python3", "-c"], "r": ["Rscript", "-e"]}
NEEDS = {"sh": ["bash", "jq"], "bindings": [PYTHON], "python": ["python3"], "r": ["Rscript"]}

cli, page, data = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
blocks = re.findall(r"^```(sh|python|r)\n(.*?)^```\n\s*^```text\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
if len(blocks) < 4:
    print("Bail out! the page has too few examples")
    sys.exit(1)
print(f"1..{len(blocks)}")
failed = 0
with tempfile.TemporaryDirectory() as scratch:
    shutil.copytree(data / "puzzles", pathlib.Path(scratch) / "puzzles")
    environment = dict(os.environ, PATH=f"{cli.parent}{os.pathsep}{os.environ['PATH']}")
    for index, (language, code, expected) in enumerate(blocks, 1):
        if "gi.require_version" in code:
            language = "bindings"
        missing = [name for name in NEEDS[language] if shutil.which(name) is None]
        if missing:
            print(f"ok {index} {language} # SKIP {', '.join(missing)} is missing")
            continue
        done = subprocess.run([*PROGRAMS[language], code], cwd=scratch, env=environment, check=False,
                              capture_output=True, text=True)
        if done.returncode == 0 and done.stdout == expected:
            print(f"ok {index} {language}")
            continue
        failed += 1
        print(f"not ok {index} {language}: exit code {done.returncode}")
        for line in f"{done.stdout}\n{done.stderr}".splitlines():
            print(f"# {line}")
sys.exit(1 if failed else 0)
