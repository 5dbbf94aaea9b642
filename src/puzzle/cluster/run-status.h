/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run-status.h - how far a run folder is: its ledger, the units that are being searched, and when
 * results were stored. For the window.
 *
 * Errors: TW_PUZZLE_ERROR, "FILE: REASON". Blocking; any thread.
 */
#pragma once

#include "puzzle/cluster/ledger.h"

/* The folder in a run folder in which the processes of a job mark the units that they search. */
#define TW_CLAIMS_FOLDER "claims"

typedef struct {
  TwLedger *ledger;
  guint n_running; /* units that a process has marked */
  double elapsed;  /* from the plan to the newest result, seconds; 0: no result */
} TwRunStatus;

/* Does the folder hold a plan? */
gboolean tw_run_status_is_folder (const char *folder);
/* Returns NULL and sets `error` as tw_ledger_read () does. */
TwRunStatus *tw_run_status_read (const char *folder, GError **error);
void tw_run_status_free (TwRunStatus *status);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwRunStatus, tw_run_status_free)

/* The seconds until the whole search is done, at the rate so far; below 0: unknown. */
double tw_run_status_left (const TwRunStatus *status);
/* What was found so far, translated: "2339 solutions, 9356 with symmetric ones". The caller frees
 * it with g_free (). */
char *tw_run_status_describe (const TwRunStatus *status);
