/* SPDX-License-Identifier: GPL-3.0-or-later */
/* branch-cut.h - minimum-square cover by branch and cut, with COIN-OR CBC.
 *
 * The model is plain set partitioning: one 0/1 column for each square that fits, one equation for
 * each free cell. CBC cannot be interrupted from outside, so it runs in a child process that is
 * killed when the run ends. It computes in floating point, so its bounds are only reported
 * (tw_run_report_bound ()) and never count as proofs. The engine is built only where the library
 * exists (TW_HAVE_CBC). */
#ifndef TW_CORE_SQUARES_ENGINES_BRANCH_CUT_H
#define TW_CORE_SQUARES_ENGINES_BRANCH_CUT_H

#include "core/base/board.h"
#include "core/run/options.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

/* Returns whether this build includes the library. */
bool tw_branch_cut_exists (void);

/* Starts from the best tiling of `run`, if it has one. Omits the columns that `prices` (of `board`;
 * may be NULL) exclude by reduced cost: squares that no better tiling can contain. Offers solutions
 * to `run` and reports bounds during the search. Blocks the calling thread. Returns true when the
 * reported bound meets the best tiling. */
bool tw_branch_cut (const TwBoard *board, const TwPrices *prices, size_t memory, TwRun *run);

/* The engine "cbc": dual prices and narrow sweeps, then branch and cut. The status is OPTIMAL when
 * the integer prices prove it. */
TwStatus tw_branch_cut_solve (const TwBoard *board, const TwOptions *options, TwRun *run);
/* The engine "cbc-plain", for comparison: all columns and no initial tiling. */
TwStatus tw_branch_cut_solve_plain (const TwBoard *board, const TwOptions *options, TwRun *run);

#endif
