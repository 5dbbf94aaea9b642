/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classic.h - the engine "heuristic": the system that won the 2015 contest.
 *
 * Sweeps of the chosen transforms and one quick sweep without margin go side by
 * side, then stripes of what they found are solved again; the best of all is
 * the answer. Time gates (gates.h) keep it within the budget.
 */
#ifndef TW_CORE_SQUARES_CLASSIC_H
#define TW_CORE_SQUARES_CLASSIC_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"

enum {
  TW_QUICK_LANE = 8, /* of the sweep with cost margin 0 */
};

TwStatus tw_classic_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

#endif
