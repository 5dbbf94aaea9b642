/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gates.c - computes the cost margin of the classic heuristic from the elapsed time. */
#include "core/squares/sweep/gates.h"

#include <math.h>

double
tw_gates_time (const TwGates *gates, int percent)
{
  double budget = tw_run_budget (gates->run);

  return budget < HUGE_VAL ? budget * percent / 100 : HUGE_VAL;
}

static int
at_most (int margin, int most)
{
  return margin < most ? margin : most;
}

int
tw_gates_margin (const TwGates *gates, int margin, int column)
{
  const TwOptions *o = gates->options;
  double elapsed = tw_run_elapsed (gates->run);

  if (elapsed >= tw_gates_time (gates, o->gate1_percent) && column < o->gate1_column)
    margin = at_most (margin, o->gate1_margin);
  if (elapsed >= tw_gates_time (gates, o->gate2_percent))
    margin = at_most (margin, o->gate2_margin);
  if (elapsed >= tw_gates_time (gates, o->gate3_percent))
    margin = at_most (margin, o->gate3_margin);
  return margin;
}
