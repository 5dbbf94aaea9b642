#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Opens a puzzle, solves it and exports the picture by keys only, and observes the program through
# the accessibility bus only, as a screen reader does. Every object that takes the focus on the way
# must have a name and a role.
#
# Usage: xvfb-run -a dbus-run-session -- walk.py PROGRAM PUZZLE
# Exits with 77, for skipped, where the bus or the tools are missing.
import os
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
PATIENCE = 60  # seconds, which only a hanging program needs

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as error:
    print(f"skipped: {error}")
    sys.exit(SKIP)

# Containers may have no name for a person: what is in them has.
NAMELESS_ROLES = {
    Atspi.Role.APPLICATION, Atspi.Role.FILLER, Atspi.Role.PANEL, Atspi.Role.SCROLL_PANE,
    Atspi.Role.VIEWPORT, Atspi.Role.SEPARATOR, Atspi.Role.LIST, Atspi.Role.TABLE,
}
NO_ROLES = {Atspi.Role.INVALID, Atspi.Role.UNKNOWN}

# A program that takes longer for one reply than 0.8 s counts as gone otherwise.
Atspi.set_timeout(PATIENCE * 1000, PATIENCE * 1000)


def wait_for(what, condition, patience=PATIENCE):
    """The first true value of condition(), evaluated ten times a second."""
    late = []
    GLib.timeout_add(int(patience * 1000), lambda: late.append(True))
    tick = GLib.timeout_add(100, lambda: True)
    try:
        while not late:
            try:
                value = condition()
            except GLib.Error:  # an object that has gone meanwhile
                value = None
            if value:
                return value
            GLib.MainContext.default().iteration(True)
    finally:
        GLib.source_remove(tick)
    raise AssertionError(f"never came true: {what}")


def children(node):
    node.clear_cache()
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield child


def everything(node):
    yield node
    for child in children(node):
        yield from everything(child)


def has_state(node, state):
    return node.get_state_set().contains(state)


def description(node):
    node.clear_cache()
    return node.get_description() or ""


def is_on_screen(node):
    # Not every version of the toolkit reports the state "showing".
    component = node.get_component_iface()
    area = component.get_extents(Atspi.CoordType.WINDOW) if component else None
    return area is not None and area.width > 0 and area.height > 0


def find(root, role, name_part=""):
    for node in everything(root):
        if node.get_role() == role and name_part in (node.get_name() or ""):
            return node
    return None


def keys(*names):
    subprocess.run(["xdotool", "key", "--clearmodifiers", *names], check=True)


def write(text):
    subprocess.run(["xdotool", "type", "--clearmodifiers", text], check=True)


def windows_of(pid):
    # The toolkit has a helper window or two, which are never visible.
    done = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(pid)],
                          capture_output=True, text=True)
    return done.stdout.split()


def focus(window):
    # What a window manager would do.
    subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)


def check_names(app):
    seen = []
    for node in everything(app):
        if not has_state(node, Atspi.StateType.FOCUSABLE):
            continue
        if not is_on_screen(node):
            continue
        role = node.get_role()
        assert role not in NO_ROLES, f"no role: {node.get_name()!r}"
        if role not in NAMELESS_ROLES:
            name = node.get_name()
            # Where there is no name, the toolkit gives the class of the widget.
            assert name and not re.fullmatch(r"(Gtk|Tw)[A-Z]\w*", name), \
                f"a {node.get_role_name()} has no name but {name!r}"
        seen.append((node.get_role_name(), node.get_name()))
    return seen


def tab_through(times):
    """The roles and names of what Tab reaches, in order."""
    reached = []

    def focused(event):
        if event.detail1:
            reached.append((event.source.get_role_name(), event.source.get_name()))

    listener = Atspi.EventListener.new(focused)
    listener.register("object:state-changed:focused")
    for i in range(times):
        keys("Tab")
        wait_for("Tab moves the focus", lambda: len(reached) > i)
    listener.deregister("object:state-changed:focused")
    return reached


def answer_dialog(pid, others, path):
    """Gives a file dialog the path, by keys; waits until it has gone."""
    dialog = wait_for("a file dialog", lambda: [w for w in windows_of(pid) if w not in others])[0]
    # A dialog that is still being made loses keys: then they are pressed again.
    for _ in range(5):
        focus(dialog)
        keys("ctrl+a")
        write(path)
        keys("shift+End", "Delete")  # what the dialog has completed behind it meanwhile
        keys("Return")
        try:
            wait_for("the dialog closes", lambda: dialog not in windows_of(pid), PATIENCE / 5)
            break
        except AssertionError:
            continue
    else:
        raise AssertionError("the dialog does not close")
    focus(others[0])


def run(program, puzzle, scratch):
    # The bus is there before the program looks for it.
    desktop = Atspi.get_desktop(0)
    list(children(desktop))
    process = subprocess.Popen([program])
    try:
        app = wait_for("the application is on the bus",
                       lambda: next((a for a in children(desktop)
                                     if a.get_process_id() == process.pid), None))
        window = wait_for("a window", lambda: windows_of(process.pid))[0]
        focus(window)
        wait_for("the window has a frame",
                 lambda: find(app, Atspi.Role.FRAME) or find(app, Atspi.Role.WINDOW))
        check_names(app)

        keys("ctrl+o")
        answer_dialog(process.pid, [window], puzzle)
        canvas = wait_for("the board is shown", lambda: find(app, Atspi.Role.IMAGE, "5 × 5"))
        assert has_state(canvas, Atspi.StateType.FOCUSABLE)

        # A status bar that changes, or in newer versions, where that has no name, an event.
        announced = []
        listener = Atspi.EventListener.new(lambda event: announced.append(str(event.any_data)))
        listener.register("object:announcement")
        keys("ctrl+Return")  # or F5, with which xdotool presses Alt on newer keymaps
        wait_for("the announcement of the result",
                 lambda: find(app, Atspi.Role.STATUS_BAR, "Optimal, proved")
                 or any("Optimal, proved" in text for text in announced))
        listener.deregister("object:announcement")

        keys("Home", "Page_Up")  # the cell cursor, wherever it is
        wait_for("the announcement of the cell",
                 lambda: "column 1, row 1" in description(canvas))

        named = check_names(app)
        assert len(named) >= 20, named
        print(f"{len(named)} objects that take the focus have names and roles")
        reached = tab_through(24)
        names = {name for _, name in reached}
        assert len(names) >= 10, reached
        print(f"Tab reaches {len(names)} of them")

        keys("ctrl+comma")
        wait_for("the preferences are there",
                 lambda: any("Preferences" in (node.get_name() or "") for node in children(app)))
        more = check_names(app)
        assert len(more) > len(named), more
        print(f"{len(more)} with the preferences")
        dialog = wait_for("their window",
                          lambda: [w for w in windows_of(process.pid) if w != window])[0]
        focus(dialog)
        keys("Escape")
        wait_for("they close", lambda: dialog not in windows_of(process.pid))
        focus(window)

        picture = os.path.join(scratch, "picture.png")
        keys("ctrl+shift+e")
        export = wait_for("the export dialog",
                          lambda: [w for w in windows_of(process.pid) if w != window])[0]
        focus(export)
        keys("Return")
        answer_dialog(process.pid, [window, export], picture)
        wait_for("the picture is written", lambda: os.path.exists(picture))
        with open(picture, "rb") as file:
            assert file.read(8) == b"\x89PNG\r\n\x1a\n"

        keys("ctrl+q")
        wait_for("the program ends", lambda: process.poll() is not None)
        assert process.returncode == 0, process.returncode
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main(run):
    program, puzzle = (os.path.abspath(path) for path in sys.argv[1:3])
    if shutil.which("xdotool") is None:
        print("skipped: no xdotool")
        return SKIP
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ or Atspi.init() > 1:
        print("skipped: no accessibility bus")
        return SKIP
    with tempfile.TemporaryDirectory(prefix="tilewright-walk-") as scratch:
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                     "XDG_STATE_HOME"):
            os.environ[name] = scratch
        run(program, puzzle, scratch)
    return 0


if __name__ == "__main__":
    sys.exit(main(run))
