/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first-stage.h - the first stage of all engines that use prices: a greedy tiling, the prices of the
 * board along its shorter side, and narrow sweeps in between. */
#pragma once

#include "core/options.h"
#include "core/squares/sweep/dual-view.h"

/* Returns false when there is nothing left to do: the board is solved, the run ended, or memory is
 * short. The caller clears the view in any case. */
bool tw_first_stage (TwDualView *view, const TwBoard *board, const TwOptions *options, TwRun *run);
