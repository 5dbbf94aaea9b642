/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.h - the automatic engine of the minimum-square family: schedules the methods. */
#pragma once

#include "core/options.h"
#include "core/run/run.h"

/* The engine "auto": first a greedy tiling, dual prices and narrow priced sweeps; then, in
 * parallel, wider sweeps over the transforms and the proof. On large boards nested sweeps and
 * large-neighbourhood search run beside prices, cuts and bands. The engine ends when the bound
 * meets the best tiling. */
TwStatus tw_strategy_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

/* The engine "priced": the engine "auto" without the proof. */
TwStatus tw_strategy_solve_priced (const TwBoard *board, const TwOptions *options, TwRun *run);
