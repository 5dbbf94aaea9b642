/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.h - covers large boards block by block, and solves very large ones, whose tilings take long
 * to copy.
 *
 * Prices start in closed form. The dual solver runs over the whole board; then cuts are separated.
 * Sweeps over blocks improve the greedy tiling, or coarse boards (coarse.h) give a better one if the
 * board is nearly empty; then large-neighbourhood search improves it anywhere, beside a thread for
 * the prices. */
#pragma once

#include "core/squares/duals/prices.h"
#include "core/squares/local/coarse.h"

/* The side of a block. */
#define TW_BLOCKS_SIDE 96

/* Covers each block of the best tiling of `run` again, except for the squares that cross its edge, by
 * a narrow sweep. Takes a small part of the time that large-neighbourhood search takes to get as far. */
void tw_blocks_cover (const TwBoard *board, const TwPrices *prices, int side, int threads,
                      TwRun *run);

/* Returns whether the board is large enough for the next function. */
bool tw_blocks_help (const TwBoard *board);

/* Improves the best tiling of `run` and raises its bound until the two meet or the run ends. `run`
 * must have a tiling. `solve` is for tw_coarse_solve (). */
void tw_blocks_solve (const TwBoard *board, const TwOptions *options, int side,
                      TwCoarseEngine *solve, TwRun *run);
