/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bigboard.h - the engine for tetromino squares, from 4 x 4 to 1,000 x 1,000.
 *
 * Tasks that break a necessary condition are rejected without a search (tw_tetromino_judge ()). A
 * small square is searched completely (strip.h). A large square is first reduced to a small
 * rectangle (layers.h), which is then searched. The time of one search has a heavy tail, the total
 * time of many short searches has not; therefore attempts are restarted with another seed, another
 * rectangle and a growing limit. An attempt depends only on its number and the seed. Threads take
 * the next number, and the successful attempt with the lowest number gives the solution, so the
 * solution depends on the seed and not on the number of threads.
 */
#pragma once

#include "core/options.h"
#include "core/pieces/tetromino.h"
#include "core/run/run.h"

enum {
  /* Up to this side some attempts are slices of a complete search, which proves "no solution" when
   * it is given enough time. */
  TW_BIGBOARD_COMPLETE_SIDE = 20,
};

/* Fills the square of `problem`. FEASIBLE: `solution`, with room for size * size / 4 figures, holds
 * the figures in row-major order; the checker has accepted them. INFEASIBLE: it is proved that
 * there is no solution; tw_tetromino_judge () gives the reason, or TW_TETROMINO_POSSIBLE when only
 * the search proves it. A problem that is bad input is infeasible too. Any other status leaves
 * `solution` undefined. */
TwStatus tw_bigboard_solve (const TwTetrominoProblem *problem, const TwOptions *options, TwRun *run,
                            TwTetromino *solution);

/* Copies the current partial tiling, for display; the caller frees it with free (). Returns false
 * when there is nothing to show yet. Callable from any thread while `run` lives. */
bool tw_bigboard_snapshot (TwRun *run, TwTetromino **placements, size_t *count);

/* --- random problems ---------------------------------------------------------- */

/* Tiles a size x size square at random and counts the figures, whose proportions are about those of
 * the contest's problems. `solution` (may be NULL) has room for size * size / 4 figures. The same seed
 * gives the same problem on every machine. Returns false when memory runs out, `run` stops, or size is
 * odd or out of range. */
bool tw_bigboard_generate (int size, uint64_t seed, TwRun *run, TwTetrominoProblem *problem,
                           TwTetromino *solution);
