/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bigboard.h - the engine of tetromino squares, from 4 x 4 to 1,000 x 1,000.
 *
 * What speaks against a task is told without a search (tw_tetromino_judge ()).
 * A small square is searched completely (strip.h). A large one is made small
 * first (bands.h), again and again with another seed and another rectangle left
 * over, and a growing limit to the search: the time of one search has a heavy
 * tail, that of many short ones has not. Attempts are numbered and each is
 * decided by its number and the seed alone; threads take the next number, and the
 * lowest number that succeeds is the answer. So the same seed gives the same
 * answer whatever the number of threads.
 */
#ifndef TW_CORE_PIECES_BIGBOARD_H
#define TW_CORE_PIECES_BIGBOARD_H

#include "core/options.h"
#include "core/pieces/tetromino.h"
#include "core/run.h"

enum {
  /* Up to this side a complete search takes part: given time, "no solution" is
   * proved. */
  TW_BIGBOARD_COMPLETE_SIDE = 20,
};

/* Fills the square of `task`. FEASIBLE: `solution`, with room for
 * size * size / 4 figures, holds it, in row-major order, judged by the checker.
 * INFEASIBLE is proved: see tw_tetromino_judge () for the reason, which is
 * TW_TETROMINO_POSSIBLE when only the search shows it. A task that is bad input
 * counts as infeasible. Other statuses leave `solution` undefined. */
TwStatus tw_bigboard_solve (const TwTetrominoTask *task, const TwOptions *options, TwRun *run,
                            TwTetromino *solution);

/* The square as it is filled at the moment, for showing: a copy that the caller
 * frees with free (). False when there is nothing to show yet. Any thread, at
 * any time while `run` lives. */
bool tw_bigboard_snapshot (TwRun *run, TwTetromino **placements, size_t *count);

/* --- tasks that have a solution -------------------------------------------- */

/* Tiles a size x size square at random, with all figures about as frequent as
 * they come, and counts them. `solution` (may be NULL) has room for
 * size * size / 4 figures. The same seed gives the same task on every machine.
 * False when memory is short, `run` stops, or size is odd or out of range. */
bool tw_bigboard_generate (int size, uint64_t seed, TwRun *run, TwTetrominoTask *task,
                           TwTetromino *solution);

#endif
