/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - solves very large boards, whose tilings take long to copy.
 *
 * Prices start in closed form. The dual solver runs over the whole board; then cuts are separated.
 * Sweeps over blocks improve the greedy tiling, or coarse boards (coarse.h) give a better one if the
 * board is nearly empty; then large-neighbourhood search improves it anywhere, beside a thread for
 * the prices. */
#pragma once

#include "core/squares/local/coarse.h"

/* The side of a block. */
#define TW_BLOCKS_SIDE 96

/* Returns whether the board is large enough to be covered block by block. */
bool tw_blocks_help (const TwBoard *board);

/* Improves the best tiling of `run` and raises its bound until the two meet or the run ends. `run`
 * must have a tiling. `solve` is for tw_coarse_solve (). */
void tw_blocks_solve (const TwBoard *board, const TwOptions *options, int side,
                      TwCoarseEngine *solve, TwRun *run);
