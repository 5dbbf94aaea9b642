/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gates.h - the time gates of the classic heuristic: the cost margin of the sweep shrinks as the
 * time runs out. The gates are percentages of the time budget, each of them an option. */
#pragma once

#include "core/options.h"
#include "core/run/run.h"

typedef struct {
  const TwOptions *options;
  const TwRun *run;
} TwGates;

/* Returns the run time in seconds at which `percent` of the budget is used; HUGE_VAL when the run
 * has no deadline. */
double tw_gates_time (const TwGates *gates, int percent);

/* Returns `margin`, reduced by the gates that have closed, for a sweep that is working on
 * `column`. */
int tw_gates_margin (const TwGates *gates, int margin, int column);
