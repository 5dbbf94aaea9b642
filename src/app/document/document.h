/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.h - one open puzzle: what it was when it was read, what it is now, the
 * steps between (Undo), the results of searches, and the file it belongs to.
 *
 * The window shows one document at a time; a document knows no widget. Results
 * belong to the value of the puzzle that they were found for: a change leaves them,
 * Undo comes back to them.
 *
 * Main thread only.
 */
#ifndef TW_APP_DOCUMENT_DOCUMENT_H
#define TW_APP_DOCUMENT_DOCUMENT_H

#include <gio/gio.h>

#include "puzzle/entry.h"
#include "puzzle/history.h"

#define TW_TYPE_DOCUMENT (tw_document_get_type ())
G_DECLARE_FINAL_TYPE (TwDocument, tw_document, TW, DOCUMENT, GObject)

/* Properties, all to read: "puzzle" (TwPuzzle), "result" (TwResult), "file" (string),
 * "modified" (boolean), "selected" (TwEntry), "bound" (int64). */

TwDocument *tw_document_new (TwPuzzle *puzzle);

/* --- the puzzle ------------------------------------------------------------------- */

/* As it was read or made. */
TwPuzzle *tw_document_get_original (TwDocument *self);
/* As it is now. */
TwPuzzle *tw_document_get_puzzle (TwDocument *self);
TwHistory *tw_document_get_history (TwDocument *self);
/* Takes over `puzzle`; `name` is the step's. */
void tw_document_change (TwDocument *self, TwPuzzle *puzzle, const char *name, TwStepKind kind);
/* FALSE: there is no such step. */
gboolean tw_document_undo (TwDocument *self);
gboolean tw_document_redo (TwDocument *self);

/* --- the file --------------------------------------------------------------------- */

/* What "Save As" said last; else the file it was read from; NULL: none. */
const char *tw_document_get_file (TwDocument *self);
/* The solution file that it was read from, which is none of its puzzle; NULL: none. */
const char *tw_document_get_source (TwDocument *self);
void tw_document_set_source (TwDocument *self, const char *source);
/* What people call it. g_free () it. */
char *tw_document_dup_name (TwDocument *self);
/* The file does not hold what the puzzle is now. */
gboolean tw_document_is_modified (TwDocument *self);
/* `file` holds `puzzle` now; FALSE when the document never had this value. */
gboolean tw_document_set_saved (TwDocument *self, const TwPuzzle *puzzle, const char *file);
/* No file holds any of its values. */
void tw_document_set_unsaved (TwDocument *self);

/* --- results ---------------------------------------------------------------------- */

/* All of the puzzle as it is now. */

/* The one that is shown, or the best so far of the search that runs; NULL: none. */
TwResult *tw_document_get_result (TwDocument *self);
void tw_document_set_result (TwDocument *self, TwResult *result);
/* The same with all that is proved of the puzzle, by whichever search; NULL: there is
 * none. The caller drops it. */
TwResult *tw_document_dup_judged (TwDocument *self);

/* What searches found: list of TwEntry, the newest first. It lasts until the puzzle
 * changes. */
GListModel *tw_document_get_solutions (TwDocument *self);
/* The one that is shown and the best one; NULL: none. */
TwEntry *tw_document_get_selected (TwDocument *self);
TwEntry *tw_document_get_best (TwDocument *self);
void tw_document_select (TwDocument *self, TwEntry *entry);
/* Something would be lost without a file: solutions that were found, or pieces that were
 * placed by hand. */
gboolean tw_document_has_work (TwDocument *self);
/* The solutions stand in a file, or do not any more. */
void tw_document_set_solutions_saved (TwDocument *self, gboolean saved);
gboolean tw_document_get_solutions_saved (TwDocument *self);
/* The solutions of a value of the puzzle, with what is proved and without what only their
 * kind knows: new array of TwResult, the newest first. */
GPtrArray *tw_document_dup_results (TwDocument *self, TwPuzzle *puzzle);
/* As it was handed over at the end of the run that is shown; NULL: none. */
GVariant *tw_document_get_trace (TwDocument *self);
/* No solution costs less, proved by any of the searches; -1: nothing is proved. */
gint64 tw_document_get_bound (TwDocument *self);
/* What a file says to be proved beyond that, which nobody has checked; -1: nothing. */
gint64 tw_document_get_claim (TwDocument *self);

/* A solution that a checker found no fault in, from a file: it joins the list, and the best
 * is shown. What the file claims to be proved is kept as a claim. */
void tw_document_take_solution (TwDocument *self, TwResult *result);

/* A search begins; `stopped` is the result that it continues, NULL: none. */
void tw_document_begin_run (TwDocument *self, TwResult *stopped);
/* It has ended so (NULL: with nothing). The best that is known is shown; of equal ones the
 * newest. `trace` is any value that belongs to the run; it may be floating or NULL. */
void tw_document_end_run (TwDocument *self, TwResult *result, GVariant *trace);

#endif
