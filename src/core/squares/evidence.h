/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evidence.h - lower bounds of a minimum-square cover that a person can check on the board: each free
 * cell has a weight, and no square that fits covers more than `unit` of them. So at least
 * ceil (sum of the weights / unit) squares are needed.
 *
 * Weights are row-major, one for each cell, 0 on blocked cells. The functions are called by the puzzle
 * layer after a search, on any thread; `run` may be cancelled from another one. */
#pragma once

#include "core/base/board.h"
#include "core/run/run.h"

/* In all functions `squares` is the number of squares of a tiling, which the bound cannot exceed. */

/* Marks cells, no two of which fit in one square: each has the weight 1, others 0, and the unit is 1.
 * There may be larger sets; when the run ends early the set is smaller. Returns false when memory is
 * short. */
bool tw_evidence_apart (const TwBoard *board, int64_t squares, TwRun *run, int32_t *weights);

/* Sets the weights to dual prices (duals/prices.h) without cuts, which may be negative; in
 * closed form when the board is too large or the run ends before the first others. Returns their unit;
 * 0 when memory is short. */
int32_t tw_evidence_prices (const TwBoard *board, int64_t squares, TwRun *run, int32_t *weights);

/* Adds up each square that fits, in integers, without the code that made the weights. Returns whether
 * none is above the unit, and the sum of all weights; false, too, when memory is short or the run
 * ends. */
bool tw_evidence_holds (const TwBoard *board, const int32_t *weights, int32_t unit, TwRun *run,
                        int64_t *sum);
