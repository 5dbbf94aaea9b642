/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.h - what runs when: the automatic engine of the minimum-square family. */
#ifndef TW_CORE_SQUARES_STRATEGY_H
#define TW_CORE_SQUARES_STRATEGY_H

#include "core/options.h"
#include "core/squares/priced-view.h"

enum {
  /* Lanes 0 to 7 show the priced sweeps of the transforms. */
  TW_STRATEGY_PROOF_LANE = 9,
  TW_STRATEGY_MOST_THREADS = 64,
};

/* The engine "auto": a greedy tiling at once, prices, narrow priced sweeps; then, side by side,
 * wider sweeps over the transforms and the proof; on large boards nested sweeps and windows beside
 * prices, cuts and bands. Ends when the bound meets the best tiling. */
TwStatus tw_strategy_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

/* The engine "priced": the same without the proof. */
TwStatus tw_strategy_solve_priced (const TwBoard *board, const TwOptions *options, TwRun *run);

/* For the engines on prices. A greedy tiling, the prices of the board along its short side, and
 * tilings of narrow sweeps on the way. False when there is nothing to go on with: it is solved, the
 * run ended, or memory is short. */
bool tw_strategy_begin (TwPricedView *view, const TwBoard *board, const TwOptions *options,
                        TwRun *run);
/* The bytes a proof may take, so that others find some left. */
size_t tw_strategy_memory (const TwOptions *options);
/* OPTIMAL when the bound meets the best. */
TwStatus tw_strategy_status (const TwRun *run);

#endif
