/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.h - the progress of a run (core/run/progress.h) in words and as JSON. Any thread. */
#pragma once

#include "core/run/run.h"
#include "puzzle/json.h"

/* "sweep", untranslated: pass it to gettext. Not of TW_PHASE_IDLE. */
const char *tw_phase_name (TwPhase phase);
/* Adds "seconds", "phase", "nodes", "memory" and, as far as they are known, "best", "bound" and
 * "permille" to the open object. */
void tw_run_write_progress (TwRun *run, TwJsonBuilder *builder);
