/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright.h - libtilewright: reads, solves, counts, checks and draws tiling puzzles.
 *
 *   g_autoptr (TilewrightPuzzle) puzzle = tilewright_puzzle_new_from_file ("board.json", &error);
 *   g_autoptr (TilewrightSolver) solver = tilewright_solver_new (puzzle, NULL);
 *   g_autoptr (TilewrightResult) result = tilewright_solver_solve (solver, NULL, &error);
 *
 * Units: seconds, cells, and MiB for memory. Boards are row-major, x grows to the right, y grows
 * downwards, the first cell is 0, 0.
 *
 * Ownership: what is returned belongs to the caller unless a function says otherwise. Strings and
 * texts are UTF-8. Options that are NULL are the defaults.
 *
 * Threads: puzzles, results and pictures do not change once they are made; any thread may use
 * them. Options and solvers belong to one thread at a time. No function starts a search on the
 * thread that calls it, unless its description says that it blocks. Any thread may cancel a
 * cancellable, which may be NULL; callbacks are called in the main context of the caller.
 *
 * Errors: TILEWRIGHT_ERROR, or G_IO_ERROR_CANCELLED. Messages name the place and the reason and are
 * translated. */
#pragma once

#include <tilewright/enums.h>
#include <tilewright/picture.h>
#include <tilewright/puzzle.h>
#include <tilewright/result.h>
#include <tilewright/solver.h>
#include <tilewright/types.h>
