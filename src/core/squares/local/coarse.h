/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarse.h - nearly empty boards at half the scale.
 *
 * Four cells of the board become one, which is blocked if one of the four is. A tiling of the
 * coarse board becomes one of the board: all squares double their sides, and the free cells beside
 * obstacles, at most three each, take small squares. The squares between obstacles are large, so
 * few are lost, and the coarse board is solved much faster. Prices of the coarse board, spread over
 * the four cells, are not feasible, but the dual solver starts close to good prices. */
#pragma once

#include "core/options.h"
#include "core/squares/duals/dual-solver.h"

/* Solves the coarsest board, within the limits of `run`. */
typedef TwStatus TwCoarseEngine (const TwBoard *board, const TwOptions *options, TwRun *run);

/* The fraction of the time for tw_coarse_solve (). */
#define TW_COARSE_PART 0.2

/* Returns whether the board is so empty that coarse boards help: the largest squares at its cells
 * have a mean side of at least 20, and the board is large. */
bool tw_coarse_helps (const TwBoard *board);
/* Returns the coarse board; the caller frees it. NULL when memory is short or a side is 1. */
TwBoard *tw_coarse_board (const TwBoard *board);
/* Turns a tiling of the coarse board into one of `board`. Returns false when memory is short. */
bool tw_coarse_refine (const TwBoard *board, TwTiling *tiling);

/* Starts the dual solver of a nearly empty board at prices of the coarse board, which are found in
 * the same way. Other boards keep their start. Returns false when the run ends. */
bool tw_coarse_start (TwDualSolver *solver, const TwBoard *board, TwRun *run);

/* Solves a nearly empty board: `solve` covers the coarsest board in half of `seconds`; after each
 * refinement, large-neighbourhood search improves the tiling. Offers the result to `run`. Boards
 * of other kinds are left alone. */
void tw_coarse_solve (const TwBoard *board, const TwOptions *options, double seconds,
                      TwCoarseEngine *solve, TwRun *run);
