/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - solves very large boards, whose tilings take long to copy.
 *
 * Prices start in closed form. The dual solver runs over the whole board when there is time for
 * that; then cuts are separated. Otherwise the prices of a block are solved for while those around
 * it stay fixed, in four rounds, so that neighbouring blocks take turns, and are made feasible
 * against every square of the board. Either bound is valid for the whole board. Sweeps over blocks
 * improve the greedy tiling, or coarse boards (coarse.h) give a better one if the board is nearly
 * empty; then large-neighbourhood search improves it anywhere, beside a thread for the prices. */
#pragma once

#include "core/squares/local/coarse.h"

typedef struct {
  int side; /* side of a block in cells */
  int halo; /* cells around a block that its prices take into account; at most `side` */
} TwBlocksRule;

/* Returns whether the board is large enough to be split into blocks, and sets `rule` for it. */
bool tw_blocks_choose (const TwBoard *board, TwBlocksRule *rule);

/* Improves the best tiling of `run` and raises its bound until the two meet or the run ends. `run`
 * must have a tiling. `solve` is for tw_coarse_solve (). */
void tw_blocks_solve (const TwBoard *board, const TwOptions *options, const TwBlocksRule *rule,
                      TwCoarseEngine *solve, TwRun *run);
