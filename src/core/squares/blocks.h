/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - boards too large to be priced whole: prices and improvements block by block.
 *
 * Prices of a block take the squares of its surroundings into account, too, and in later rounds
 * the prices that were found there. Those of all blocks together are then made feasible against every
 * square of the board, so that their bound holds for the whole. The greedy tiling is improved by
 * windows within each block, with the squares over its edges staying; the edges move from round to
 * round.
 */
#ifndef TW_CORE_SQUARES_BLOCKS_H
#define TW_CORE_SQUARES_BLOCKS_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"

typedef struct {
  int side; /* of the blocks, in cells */
  int halo; /* cells around a block that its prices take into account */
} TwBlocksRule;

/* Whether a board is so large that blocks are better, and which. */
bool tw_blocks_choose (const TwBoard *board, TwBlocksRule *rule);

/* Improves the best tiling of `run`, which has one, and raises its bound until the two meet or the
 * run ends. */
void tw_blocks_solve (const TwBoard *board, const TwOptions *options, const TwBlocksRule *rule,
                      TwRun *run);

#endif
