/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.h - the automatic engine of the minimum-square family: schedules the methods. */
#pragma once

#include "core/run/options.h"
#include "core/squares/sweep/dual-view.h"

/* The engine "auto": first a greedy tiling, dual prices and narrow priced sweeps; then, in
 * parallel, wider sweeps over the transforms and the proof. On large boards nested sweeps and
 * large-neighbourhood search run beside prices, cuts and bands. The engine ends when the bound
 * meets the best tiling. */
TwStatus tw_strategy_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

/* The engine "priced": the engine "auto" without the proof. */
TwStatus tw_strategy_solve_priced (const TwBoard *board, const TwOptions *options, TwRun *run);

/* First stage of all engines that use prices: a greedy tiling, the prices of the board along its
 * shorter side, and narrow sweeps in between. Returns false when there is nothing left to do: the
 * board is solved, the run ended, or memory is short. */
bool tw_strategy_begin (TwDualView *view, const TwBoard *board, const TwOptions *options,
                        TwRun *run);
/* Returns the number of threads to use: more than there are processors would only compete. */
int tw_strategy_threads (const TwOptions *options);
/* Returns the number of bytes that a proof may use; the rest is for other threads. */
size_t tw_strategy_memory (const TwOptions *options);
/* Returns OPTIMAL when the bound meets the best tiling, otherwise the status of the run. */
TwStatus tw_strategy_status (const TwRun *run);
