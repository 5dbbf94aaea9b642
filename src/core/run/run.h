/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - one running search: when it must stop, its memory budget, its progress and its best
 * solution. The headers included here describe these; an engine includes only this one.
 *
 * Threads: the owner creates the run and passes it to an engine on a worker thread. The owner may
 * cancel it or read its progress, best tiling and bound at any time, from any thread. The engine's
 * own workers share the run. The owner frees it after the engine has returned. */
#pragma once

#include "core/run/clock.h"
#include "core/run/incumbent.h"
#include "core/run/memory.h"
#include "core/run/progress.h"
#include "core/run/status.h"

typedef struct TwRun TwRun;

typedef struct {
  double seconds; /* <= 0: no deadline */
  size_t memory;  /* bytes; 0: no limit */
} TwLimits;

/* Starts the clock. Returns NULL when memory is short. */
TwRun *tw_run_new (const TwLimits *limits);
/* A child run, for a subproblem. It stops when its parent stops, charges its memory to the parent,
 * and has its own deadline, best tiling and bound. When a child runs out of memory its parent
 * continues. */
TwRun *tw_run_new_child (TwRun *parent, double seconds);
void tw_run_free (TwRun *run);

/* Returns the status of an engine that was stopped or ended without a proof: FEASIBLE when there is
 * a best tiling, otherwise the status that matches the stop reason. */
TwStatus tw_run_status (const TwRun *run);
/* Returns the status of an engine whose last phase ended like this; `any`: it has a solution. Stops
 * the run when memory was short, or when the phase was stopped by something else than the run. */
TwStatus tw_run_end_status (TwRun *run, TwEnd end, bool any);
