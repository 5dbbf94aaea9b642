#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pentominoes.py - libtilewright from Python: counts, solves, watches, stops and draws.

    python3 pentominoes.py picture.svg
"""
import sys

import gi

gi.require_version("Tilewright", "1.0")
from gi.repository import Gio, GLib, Tilewright

puzzle = Tilewright.Puzzle.new_from_spec("6x10", "pentominoes")
count = puzzle.count(Tilewright.Goal.DISTINCT)

solver = Tilewright.Solver(puzzle=puzzle, options=Tilewright.Options(time=5, limit=3))
solver.connect("improved", lambda solver, best: print("found:", best.describe()))
solver.connect("progress", lambda solver, fraction: fraction > 0.5 and solver.stop())
result = solver.solve()

with open(sys.argv[1], "wb") as file:
    file.write(Tilewright.Picture(result=result).to_bytes(Tilewright.Format.SVG).get_data())
print("of", count, "solutions")

# In a program with a main loop, searches do not block; a cancelled one is an error.
loop = GLib.MainLoop()
cancellable = Gio.Cancellable()


def solved(solver, task):
    try:
        print(solver.solve_finish(task).describe())
    except GLib.Error as error:
        print("cancelled" if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED) else error)
    loop.quit()


solver.solve_async(cancellable, solved)
cancellable.cancel()
loop.run()
