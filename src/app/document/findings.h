/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings.h - what searches have found for one value of a puzzle: the solutions, which
 * of them is shown, and the cost below which none can be, proved by any of the searches.
 *
 * A worse solution never takes the place of a better one; a search that finds nothing
 * leaves everything as it was. Part of a document; main thread only.
 */
#ifndef TW_APP_DOCUMENT_FINDINGS_H
#define TW_APP_DOCUMENT_FINDINGS_H

#include <gio/gio.h>

#include "puzzle/entry.h"

typedef struct TwFindings TwFindings;

TwFindings *tw_findings_new (TwPuzzle *puzzle);
void tw_findings_free (TwFindings *self);

TwPuzzle *tw_findings_get_puzzle (const TwFindings *self);
/* Nothing would be lost without it. */
gboolean tw_findings_is_empty (const TwFindings *self);

/* List of TwEntry, the newest first. */
GListModel *tw_findings_get_solutions (const TwFindings *self);
/* The one that is shown; NULL: the result that is shown is none of the list. */
TwEntry *tw_findings_get_selected (const TwFindings *self);
/* Of the list; NULL: it is empty. */
TwEntry *tw_findings_get_best (const TwFindings *self);
void tw_findings_select (TwFindings *self, TwEntry *entry);

/* What is shown; NULL: nothing is known. */
TwResult *tw_findings_get_result (const TwFindings *self);
void tw_findings_set_result (TwFindings *self, TwResult *result);
/* How the run of that result went, as its maker handed it over; NULL: not known. */
GVariant *tw_findings_get_trace (const TwFindings *self);

/* No solution costs less; -1: nothing is proved. */
gint64 tw_findings_get_bound (const TwFindings *self);
/* A claim that nobody has checked, from a file; -1: there is none beyond the bound. */
gint64 tw_findings_get_claim (const TwFindings *self);
void tw_findings_set_claim (TwFindings *self, gint64 claim);
/* A result with all that is proved of its puzzle; the same one where that adds nothing.
 * The caller drops it. */
TwResult *tw_findings_judge (const TwFindings *self, TwResult *result);

/* A search begins: nothing of it is shown yet. `stopped`: the result it continues, whose
 * place the new one takes; NULL: it starts at the beginning. */
void tw_findings_begin_run (TwFindings *self, TwResult *stopped);
/* It has ended with `result` (NULL: with nothing); shows the best that is known. The
 * variant is any value of the caller's. `name` is the new entry's. */
void tw_findings_end_run (TwFindings *self, TwResult *result, GVariant *trace, const char *name);
/* A solution from elsewhere, the oldest of the list from now on. */
void tw_findings_add (TwFindings *self, TwResult *result, const char *name);

#endif
