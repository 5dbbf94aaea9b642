#!/usr/bin/env gjs
// SPDX-License-Identifier: GPL-3.0-or-later
// pentominoes.js - libtilewright from JavaScript: counts, solves, watches, stops and draws.
//
//     gjs pentominoes.js picture.svg
imports.gi.versions.Tilewright = '1.0';
const { Gio, GLib, Tilewright } = imports.gi;

const puzzle = Tilewright.Puzzle.new_from_spec('6x10', 'pentominoes');
const count = puzzle.count(Tilewright.Goal.DISTINCT, null, null);

const solver = new Tilewright.Solver({ puzzle, options: new Tilewright.Options({ time: 5, limit: 3 }) });
solver.connect('improved', (_solver, best) => print(`found: ${best.describe()}`));
solver.connect('progress', (_solver, fraction) => fraction > 0.5 && solver.stop());
const result = solver.solve(null);

const svg = new Tilewright.Picture({ result }).to_bytes(Tilewright.Format.SVG);
Gio.File.new_for_path(ARGV[0]).replace_contents(svg.toArray(), null, false, Gio.FileCreateFlags.NONE, null);
print(`of ${count} solutions`);

// In a program with a main loop, searches do not block; a cancelled one is an error.
const loop = new GLib.MainLoop(null, false);
const cancellable = new Gio.Cancellable();
solver.solve_async(cancellable, (_solver, task) => {
    try {
        print(solver.solve_finish(task).describe());
    } catch (error) {
        print(error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED) ? 'cancelled' : error.message);
    }
    loop.quit();
});
cancellable.cancel();
loop.run();
