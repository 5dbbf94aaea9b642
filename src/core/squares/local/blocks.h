/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - boards too large to be priced as a whole: dual prices and improvements block by block.
 *
 * Prices start in closed form. The prices of a block are then solved for while those around it stay
 * fixed, in four rounds, so that neighbouring blocks take turns. The prices of all blocks together
 * are made feasible against every square of the board, so their bound is valid for the whole board.
 * Large-neighbourhood search improves the greedy tiling within each block, after a nested sweep on
 * boards with small squares, and leaves squares that cross its edges in place; the edges move from
 * round to round. */
#ifndef TW_CORE_SQUARES_LOCAL_BLOCKS_H
#define TW_CORE_SQUARES_LOCAL_BLOCKS_H

#include "core/base/board.h"
#include "core/run/options.h"
#include "core/run/run.h"

typedef struct {
  int side;    /* side of a block in cells */
  int halo;    /* cells around a block that its prices take into account; at most `side` */
  bool nested; /* squares are small: the first tiling of a block comes from nested bands */
} TwBlocksRule;

/* Returns whether the board is large enough to be split into blocks, and sets `rule` for it. */
bool tw_blocks_choose (const TwBoard *board, TwBlocksRule *rule);

/* Improves the best tiling of `run` and raises its bound until the two meet or the run ends. `run`
 * must have a tiling. */
void tw_blocks_solve (const TwBoard *board, const TwOptions *options, const TwBlocksRule *rule,
                      TwRun *run);

#endif
