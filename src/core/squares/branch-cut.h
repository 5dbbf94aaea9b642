/* SPDX-License-Identifier: GPL-3.0-or-later */
/* branch-cut.h - minimum-square cover by branch and cut, with COIN-OR CBC.
 *
 * The set-partitioning model as it stands: one 0/1 column for each square that fits, one
 * equation for each free cell. CBC cannot be stopped from outside, so it works in a child process
 * that is ended when the run ends. It computes in floating point, so that its bounds are reported
 * (tw_run_report_bound ()) and never taken for proofs. Built only where the library is (TW_HAVE_CBC).
 */
#ifndef TW_CORE_SQUARES_BRANCH_CUT_H
#define TW_CORE_SQUARES_BRANCH_CUT_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"
#include "core/squares/prices.h"

/* Whether this build has the library. */
bool tw_branch_cut_exists (void);

/* Searches from the best tiling of `run`, if it has one, and without the columns that `prices` (of
 * `board`; may be NULL) rule out: a square so dear that no better tiling can have it. Offers
 * what it finds to `run` and reports bounds while it works. True when the reported bound
 * meets the best tiling. Waits on the calling thread. */
bool tw_branch_cut (const TwBoard *board, const TwPrices *prices, size_t memory, TwRun *run);

/* The engine "cbc": prices and narrow sweeps first, then branch and cut. OPTIMAL when the prices,
 * which are integers, prove it. */
TwStatus tw_branch_cut_solve (const TwBoard *board, const TwOptions *options, TwRun *run);
/* The engine "cbc-plain": all columns, no start. For comparison. */
TwStatus tw_branch_cut_solve_plain (const TwBoard *board, const TwOptions *options, TwRun *run);

#endif
