/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings.h - the results of all searches for one value of a puzzle: the solutions, the one that
 * is shown, and the best lower bound that any search has proved.
 *
 * What is said below to be NULL when there is none is NULL for no findings (NULL), too. Only the document
 * changes findings.
 *
 * A worse solution never replaces a better one; a search without a solution changes nothing. Part
 * of a document; main thread only. */
#pragma once

#include <gio/gio.h>

#include "puzzle/entry.h"
#include "puzzle/kept.h"

#define TW_TYPE_FINDINGS (tw_findings_get_type ())
G_DECLARE_FINAL_TYPE (TwFindings, tw_findings, TW, FINDINGS, GObject)

TwFindings *tw_findings_new (TwPuzzle *puzzle);

TwPuzzle *tw_findings_get_puzzle (TwFindings *self);
/* Whether dropping the findings would lose nothing. */
gboolean tw_findings_is_empty (TwFindings *self);
/* Adds everything that is to be kept for the next run of the program to `value`, which is new. */
void tw_findings_keep (TwFindings *self, TwKeptValue *value);
/* Takes what an earlier run has kept, all of it with names; the findings are new. */
void tw_findings_restore (TwFindings *self, const TwKeptValue *value);

/* The solutions, TwEntry, newest first; NULL: there is none. */
GListModel *tw_findings_get_list (TwFindings *self);
/* The entry that is shown; NULL: the result that is shown is not in the list. */
TwEntry *tw_findings_get_selected (TwFindings *self);
/* The best entry of the list; NULL: the list is empty. */
TwEntry *tw_findings_get_best (TwFindings *self);
void tw_findings_select (TwFindings *self, TwEntry *entry);

/* The result that is shown; NULL: none. */
TwResult *tw_findings_get_result (TwFindings *self);
void tw_findings_set_result (TwFindings *self, TwResult *result);
/* The same, combined with everything that is proved about the puzzle. The caller drops the reference. */
TwResult *tw_findings_dup_judged (TwFindings *self);
/* The trace that the caller stored with the shown result, or with the one that is being continued;
 * NULL: none. */
GVariant *tw_findings_get_trace (TwFindings *self);

/* The best proved lower bound on the cost; -1: none. */
gint64 tw_findings_get_bound (TwFindings *self);
/* Whether that bound, or the proof that no solution exists, comes from an earlier run of the program,
 * and no search of this one has confirmed it. */
gboolean tw_findings_is_earlier (TwFindings *self);
/* Takes what a search has proved, but no solution. */
void tw_findings_confirm (TwFindings *self, TwResult *result);
/* The solution that a search starts from, with the bound that this run has proved: that of the search
 * to be continued, or the best one (`stopped`: NULL). NULL: there is none, or none can be better. The
 * caller drops the reference. */
TwResult *tw_findings_dup_start (TwFindings *self, TwResult *stopped);
/* A better bound from a file, which nobody has checked; -1: none. */
gint64 tw_findings_get_claim (TwFindings *self);
void tw_findings_set_claim (TwFindings *self, gint64 claim);
/* Returns `result` combined with everything that is proved about its puzzle, or `result` itself
 * when that adds nothing. The caller drops the reference. */
TwResult *tw_findings_judge (TwFindings *self, TwResult *result);

/* A search starts from `start`, see tw_findings_dup_start (); the shown result is cleared. `stopped` is
 * the result it continues, which a result without a better solution will replace; NULL: a new search.
 */
void tw_findings_begin_run (TwFindings *self, TwResult *stopped, TwResult *start);
/* Whether that search has found what the list does not have. */
gboolean tw_findings_is_new (TwFindings *self, TwResult *result);
/* The search ended with `result` (NULL: none); the best known result is shown. `trace` is of
 * TW_TRACE_TYPE or NULL. `name` is the name of the new entry; NULL: the result is not new. */
void tw_findings_end_run (TwFindings *self, TwResult *result, GVariant *trace, const char *name);
/* Adds a solution from another source as the newest entry of the list, unless the list has this
 * result, or the same solution by hand. Returns its entry; NULL: there is no solution. */
TwEntry *tw_findings_add (TwFindings *self, TwResult *result, const char *name);
