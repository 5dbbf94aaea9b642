/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds.h - the rounds of a run folder under Slurm. A round is a job array that searches units
 * that were missing; rounds/N lists them, and rounds/N.jobs holds the numbers of its jobs.
 *
 *     tilewright-round 1
 *     results N                  how many results there were
 *     UNIT ...                   one line for each task of the array: its units
 *     sum SHA256 */
#pragma once

#include "puzzle/cluster/ledger.h"

typedef struct {
  guint number;      /* of the latest round, from 1; 0: there was none */
  char *jobs;        /* its jobs, separated by commas; NULL: none was submitted */
  guint n_results;   /* when it began */
  guint no_progress; /* how many rounds before it began with as many results */
} TwRound;

/* Returns the latest round; the caller clears it. Returns FALSE with `error` when its file is
 * damaged. */
gboolean tw_round_find (const char *folder, TwRound *round, GError **error);
void tw_round_clear (TwRound *round);
/* Starts a round with the first `n` missing units, `per_task` of them in each task. */
gboolean tw_round_write (const char *folder, guint number, const TwLedger *ledger, guint n,
                         guint per_task, GError **error);
gboolean tw_round_set_jobs (const char *folder, guint number, const char *jobs, GError **error);
/* The units in line `index` of a round, from 0; the caller frees them with g_strfreev (). NULL with
 * `error` when there is no such line. */
char **tw_round_units (const char *folder, guint number, const char *index, GError **error);
