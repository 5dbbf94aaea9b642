/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gates.h - the time gates of the classic heuristic: as the time runs out, the
 * cost margin of the sweep falls. Shares of the budget, all of them options. */
#ifndef TW_CORE_SQUARES_GATES_H
#define TW_CORE_SQUARES_GATES_H

#include "core/options.h"
#include "core/run.h"

typedef struct {
  const TwOptions *options;
  const TwRun *run;
} TwGates;

/* Seconds of the run at which `percent` of its budget is used; HUGE_VAL when
 * it has no deadline. */
double tw_gates_time (const TwGates *gates, int percent);

/* `margin`, or what the gates that have closed leave of it, for a sweep that
 * is working on `column`. */
int tw_gates_margin (const TwGates *gates, int margin, int column);

#endif
