/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit-result.h - the result of one work unit: what was found, and the work that is left.
 *
 * A result is written to a temporary file, flushed, and linked to its final name, which consists
 * of the unit's name and key. The first result of a unit wins, so a unit may run twice at once. A
 * second complete result must agree with the first.
 *
 * Errors: TW_PUZZLE_ERROR, "FILE: REASON". Blocking; any thread.
 */
#pragma once

#include "puzzle/cluster/plan.h"

/* Folders within the run folder. */
#define TW_RESULTS_FOLDER "results"
#define TW_AUDITS_FOLDER  "audits"
/* The ending of a second result that differs from the first. */
#define TW_CONFLICT_SUFFIX ".differs"

typedef struct {
  char *host;
  double cpu; /* processor time in seconds */
  guint64 nodes;
  GPtrArray *answers; /* char *: a solution, or the result of a puzzle of a batch, as JSON */
  char *work;         /* a checkpoint with the counts, or the ranges of a batch that are left */
  TwUnitState state;  /* set by the reader */
} TwUnitResult;

TwUnitResult *tw_unit_result_new (void);
void tw_unit_result_free (TwUnitResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwUnitResult, tw_unit_result_free)

/* The name of the file, without folder. */
char *tw_unit_result_file (const TwUnit *unit);

typedef enum {
  TW_RESULT_STORED,
  TW_RESULT_LATE, /* there was one already, and it does not contradict this one */
  TW_RESULT_FAILED,
} TwResultOutcome;

/* Stores the result in `folder`/`inner`. When it contradicts the first result, it is kept beside
 * it, so that merge stops, and the outcome is FAILED. */
TwResultOutcome tw_unit_result_store (const char *folder, const char *inner, const TwPlan *plan,
                                      const TwUnit *unit, const TwUnitResult *result,
                                      GError **error);
/* Returns NULL and sets `error` when the file is damaged or is no result of this unit. */
TwUnitResult *tw_unit_result_read (const char *path, const TwPlan *plan, const TwUnit *unit,
                                   GError **error);
