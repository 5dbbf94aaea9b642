#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Walks the tree of the window on the accessibility bus in its main states, and fails
# when a screen reader would say nothing, a mnemonic, a word twice, or the type of a
# widget.
#
# Usage: xvfb-run -a dbus-run-session -- names.py PROGRAM FOLDER-OF-PUZZLES
# Exits with 77, for skipped, where the bus or the tools are missing.
import os
import re
import subprocess
import sys

import walk  # exits with 77 without the bus
from walk import Atspi, GLib

# What GTK makes without a name: no person comes there.
PARTS = {Atspi.Role.FILLER, Atspi.Role.SCROLL_BAR}

SQUARES, PIECES, LONG = "board-8x8.json", "pentominoes-6x10.txt", "board-100x100.json"
# Name of the state, puzzle, keys; each key waits until the tree has stood still.
STATES = [
    ("start page", None, []),
    ("main menu", None, ["F10"]),
    ("puzzle open", SQUARES, []),
    ("searching", LONG, ["ctrl+Return"]),
    ("solved", SQUARES, ["ctrl+Return"]),
    ("comparing", SQUARES, ["ctrl+Return", "ctrl+Return", "ctrl+d"]),
    ("editing", SQUARES, ["ctrl+e"]),
    ("pieces", PIECES, []),
    ("pieces solved", PIECES, ["ctrl+Return"]),
    ("preferences", SQUARES, ["ctrl+comma"]),
    ("new puzzle", None, ["ctrl+shift+n"]),
    ("export", SQUARES, ["ctrl+shift+e"]),
    ("online", None, ["ctrl+shift+o"]),
    ("solving again", None, ["ctrl+shift+r"]),
]


def is_empty_label(node):
    text = node.get_text_iface()
    return node.get_role() == Atspi.Role.LABEL and text is not None \
        and Atspi.Text.get_character_count(text) == 0


def fault(node):
    name, role = node.get_name() or "", node.get_role()
    focusable = walk.has_state(node, Atspi.StateType.FOCUSABLE)
    if re.fullmatch(r"Tw[A-Z]\w*", name):
        return "a type as name"
    if re.fullmatch(r"Gtk[A-Z]\w*", name) and not is_empty_label(node) \
            and (focusable or role not in PARTS):
        return "a type as name"
    if not name and focusable and role not in walk.NAMELESS_ROLES:
        return "no name"
    if "_" in name:
        return "a mnemonic in the name"
    if re.fullmatch(r"(.+) \1", name):
        return "the name twice"
    if focusable and role in walk.NO_ROLES:
        return "no role"
    return None


def describe_fault(node):
    try:
        why = fault(node)
        return why and f"{why}: {node.get_role_name()} {node.get_name()!r}"
    except GLib.GError:  # a search that runs has taken the object away meanwhile
        return None


def settle(app):
    """Waits until the tree has not grown for some looks at it."""
    sizes = []

    def still():
        sizes.append(sum(1 for node in walk.everything(app)))
        return len(sizes) > 2 and len(set(sizes[-3:])) == 1
    walk.wait_for("the tree stands still", still)


def check(program, puzzle, keys):
    desktop = Atspi.get_desktop(0)
    list(walk.children(desktop))
    process = subprocess.Popen([program] + ([puzzle] if puzzle else []))
    try:
        app = walk.wait_for("the application is on the bus",
                            lambda: next((a for a in walk.children(desktop)
                                          if a.get_process_id() == process.pid), None))
        window = walk.wait_for("a window", lambda: walk.windows_of(process.pid))[0]
        walk.focus(window)
        walk.wait_for("the window has a frame",
                      lambda: walk.find(app, Atspi.Role.FRAME) or walk.find(app, Atspi.Role.WINDOW))
        if puzzle:
            walk.wait_for("the board is shown", lambda: walk.find(app, Atspi.Role.IMAGE, "×"))
        settle(app)
        for key in keys:
            walk.keys(key)
            settle(app)
        nodes = walk.wait_for("the tree can be read", lambda: [
            node for node in walk.everything(app) if walk.is_on_screen(node)])
        faults = [text for node in nodes if (text := describe_fault(node))]
        assert process.poll() is None, "the program has ended"
        return len(nodes), faults
    finally:
        process.kill()
        process.wait()


def run(program, folder, scratch):
    bad = 0
    for state, puzzle, keys in STATES:
        # The program that was killed left its windows.
        os.environ["XDG_STATE_HOME"] = os.path.join(scratch, state)
        n, faults = check(program, puzzle and os.path.join(folder, puzzle), keys)
        print(f"{state}: {n} objects, {len(faults)} without a name to say")
        for text in faults:
            print(f"  {text}")
        bad += len(faults)
    assert bad == 0, f"{bad} objects have no name that a person would say"


if __name__ == "__main__":
    sys.exit(walk.main(run))
