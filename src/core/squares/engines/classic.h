/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classic.h - the engine "heuristic": the system that won the 2015 contest.
 *
 * Sweeps of the selected transforms and one quick sweep with margin 0 run in parallel. Then stripes
 * of the resulting tilings are solved again. The best tiling is the result. Time gates (gates.h)
 * keep the engine within its time budget. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"

enum {
  TW_QUICK_JOB = 8, /* job of the sweep with cost margin 0 */
};

/* The engine; it never proves optimality, except of a board without free cells. */
TwStatus tw_classic_solve (const TwBoard *board, const TwOptions *options, TwRun *run);
