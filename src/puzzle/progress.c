/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - see progress.h. */
#include "puzzle/progress.h"

#include <math.h>

#include "puzzle/i18n.h"

const char *
tw_phase_name (TwPhase phase)
{
  static const char *const names[] = {
    [TW_PHASE_SWEEP] = N_ ("sweep"),   [TW_PHASE_IMPROVE] = N_ ("improve"),
    [TW_PHASE_PRICES] = N_ ("prices"), [TW_PHASE_PROOF] = N_ ("proof"),
    [TW_PHASE_SEARCH] = N_ ("search"), [TW_PHASE_DONE] = "done",
    [TW_PHASE_STOPPED] = "stopped",
  };

  return names[phase];
}

void
tw_run_write_progress (TwRun *run, TwJsonBuilder *builder)
{
  TwPhase phase = tw_run_phase (run);

  tw_json_add_double (builder, "seconds", round (tw_run_elapsed (run) * 10) / 10);
  tw_json_add_string (builder, "phase",
                      tw_phase_name (phase < TW_PHASE_DONE ? phase : TW_PHASE_SEARCH));
  if (tw_run_best (run) >= 0)
    tw_json_add_int (builder, "best", tw_run_best (run));
  if (tw_run_bound (run) > 0)
    tw_json_add_int (builder, "bound", tw_run_bound (run));
  if (tw_run_permille (run) > 0)
    tw_json_add_int (builder, "permille", tw_run_permille (run));
  tw_json_add_int (builder, "nodes", (gint64) tw_run_nodes (run));
  tw_json_add_int (builder, "memory", (gint64) tw_run_memory_used (run));
}
