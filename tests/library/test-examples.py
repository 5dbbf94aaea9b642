#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-examples.py - runs the examples of docs/examples and looks at what they print and draw.

Usage: test-examples.py FOLDER PROGRAM-OF-C

All three languages say the same and draw the same picture. A language without interpreter or
bindings is skipped. The bindings of Python and JavaScript also read a file of several puzzles, whose
array they own.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

folder, program = pathlib.Path(sys.argv[1]), sys.argv[2]
TWO = '[{"width": 2, "height": 1, "puzzle": [[true, true]]}, {"width": 1, "height": 1, "puzzle": [[true]]}]'
FOUND = "found: 3 solutions, 12 with symmetric ones, perhaps more\nof 2339 solutions\n"
# Of the interpreters of Python, the one that the distribution's python3-gi is for comes first.
python = next((name for name in ("/usr/bin/python3", "python3") if shutil.which(name)
               and subprocess.run([name, "-c", "import gi"], capture_output=True, check=False).returncode == 0), None)
gjs = shutil.which("gjs")
if not (pathlib.Path(os.environ["GI_TYPELIB_PATH"]) / "Tilewright-1.0.typelib").exists():
    python = gjs = None
examples = {
    "C": ([program], FOUND),
    "Python": (python and [python, folder / "pentominoes.py"], FOUND + "cancelled\n"),
    "JavaScript": (gjs and [gjs, folder / "pentominoes.js"], FOUND + "cancelled\n"),
}

LISTS = {
    "Python": (python and [python, "-c", '''
import gi
gi.require_version("Tilewright", "1.0")
from gi.repository import GLib, Tilewright
for i in range(9):
    puzzles = Tilewright.Puzzle.read_all(GLib.Bytes.new(b'%s'), None)
    first = puzzles[0]
    del puzzles
    print(first.props.width)''' % TWO]),
    "JavaScript": (gjs and [gjs, "-c", '''
imports.gi.versions.Tilewright = "1.0";
const {GLib, Tilewright} = imports.gi;
for (let i = 0; i < 9; i++) {
    const bytes = new GLib.Bytes(new TextEncoder().encode('%s'));
    const [first] = Tilewright.Puzzle.read_all(bytes, null);
    imports.system.gc();
    print(first.width);
}''' % TWO]),
}

print(f"1..{len(examples) + len(LISTS)}")
failed, pictures = 0, set()
with tempfile.TemporaryDirectory() as scratch:
    picture = pathlib.Path(scratch) / "picture.svg"
    for number, (language, (command, expected)) in enumerate(examples.items(), 1):
        if not command:
            print(f"ok {number} {language} # SKIP its interpreter or the typelib is missing")
            continue
        picture.unlink(missing_ok=True)
        done = subprocess.run([*command, picture], capture_output=True, text=True, check=False)
        pictures.add(picture.read_text(encoding="utf-8") if picture.exists() else "")
        if done.returncode == 0 and done.stdout == expected and len(pictures) == 1 and "<svg" in min(pictures):
            print(f"ok {number} {language}")
            continue
        failed += 1
        print(f"not ok {number} {language}: exit code {done.returncode}, {len(pictures)} different pictures")
        for line in f"{done.stdout}\n{done.stderr}".splitlines():
            print(f"# {line}")
for number, (language, command) in enumerate(LISTS.items(), len(examples) + 1):
    if not command:
        print(f"ok {number} {language} lists # SKIP its interpreter or the typelib is missing")
        continue
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    fine = done.returncode == 0 and done.stdout == 9 * "2\n"
    failed += not fine
    print(f"{'' if fine else 'not '}ok {number} {language} lists: exit code {done.returncode} {done.stderr[:200]!r}")
sys.exit(1 if failed else 0)
