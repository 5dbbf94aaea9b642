/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - boards too large to be priced as a whole: dual prices and improvements block by block.
 *
 * The prices of a block take the squares around it into account and, in later rounds, the prices
 * found there. The prices of all blocks together are then made feasible against every square of the
 * board, so their bound is valid for the whole board. Large-neighbourhood search improves the
 * greedy tiling within each block and leaves squares that cross its edges in place; the edges move
 * from round to round. */
#ifndef TW_CORE_SQUARES_LOCAL_BLOCKS_H
#define TW_CORE_SQUARES_LOCAL_BLOCKS_H

#include "core/base/board.h"
#include "core/run/options.h"
#include "core/run/run.h"

typedef struct {
  int side; /* side of a block in cells */
  int halo; /* width in cells of the margin around a block that its prices take into account */
} TwBlocksRule;

/* Returns whether the board is large enough to be split into blocks, and sets `rule` for it. */
bool tw_blocks_choose (const TwBoard *board, TwBlocksRule *rule);

/* Improves the best tiling of `run` and raises its bound until the two meet or the run ends. `run`
 * must have a tiling. */
void tw_blocks_solve (const TwBoard *board, const TwOptions *options, const TwBlocksRule *rule,
                      TwRun *run);

#endif
