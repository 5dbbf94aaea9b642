/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - creates and frees the state of a search, and returns its status. */
#include "core/run/run.h"

#include <stdlib.h>

#include "core/run/run-private.h"

static TwRun *
run_new (TwRun *parent, double seconds, size_t memory)
{
  TwRun *run = calloc (1, sizeof (TwRun));

  if (run == NULL)
    return NULL;
  if (!tw_run_init_incumbent (run)) {
    free (run);
    return NULL;
  }
  if (!tw_run_init_progress (run)) {
    tw_run_clear_incumbent (run);
    free (run);
    return NULL;
  }
  if (!tw_run_init_pause (run)) {
    tw_run_clear_progress (run);
    tw_run_clear_incumbent (run);
    free (run);
    return NULL;
  }
  run->parent = parent;
#ifdef TW_STOP_POINTS
  run->hooks = tw_run_hooks (parent);
#endif
  run->memory.limit = memory > 0 ? memory : SIZE_MAX;
  tw_run_init_clock (run, seconds);
  return run;
}

TwRun *
tw_run_new (const TwLimits *limits)
{
  return run_new (NULL, limits->seconds, limits->memory);
}

TwRun *
tw_run_new_child (TwRun *parent, double seconds)
{
  return run_new (parent, seconds, 0);
}

void
tw_run_free (TwRun *run)
{
  if (run == NULL)
    return;
  tw_run_clear_pause (run);
  tw_run_clear_progress (run);
  tw_run_clear_incumbent (run);
  if (tw_run_hooks (run) != NULL)
    tw_run_hooks (run)->clear (run);
  free (run);
}

TwStatus
tw_run_status (const TwRun *run)
{
  return tw_run_best (run) >= 0 ? TW_STATUS_FEASIBLE : tw_status_of_stop (tw_run_stop_reason (run));
}

TwStatus
tw_run_end_status (TwRun *run, TwEnd end, bool any)
{
  switch (end) {
  case TW_END_DONE:
  case TW_END_NONE:
    return any ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE;
  case TW_END_NO_MEMORY:
    tw_run_stop (run, TW_STOP_MEMORY);
    break;
  case TW_END_STOPPED:
    /* The deadline may have stopped only a child of the run. */
    tw_run_stop (run, tw_run_remaining (run) > 0 ? TW_STOP_CANCEL : TW_STOP_DEADLINE);
    break;
  case TW_END_FOUND:
  case TW_END_LIMIT:
    break;
  }
  return any ? TW_STATUS_FEASIBLE : tw_status_of_stop (tw_run_stop_reason (run));
}
