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
 * "modified" (boolean). */

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
/* What people call it. g_free () it. */
char *tw_document_dup_name (TwDocument *self);
/* The file does not hold what the puzzle is now. */
gboolean tw_document_is_modified (TwDocument *self);
/* `file` holds `puzzle` now; FALSE when the document never had this value. */
gboolean tw_document_set_saved (TwDocument *self, const TwPuzzle *puzzle, const char *file);
/* No file holds any of its values. */
void tw_document_set_unsaved (TwDocument *self);

/* --- results ---------------------------------------------------------------------- */

/* The one that is shown for the puzzle as it is now; NULL: none. */
TwResult *tw_document_get_result (TwDocument *self);
void tw_document_set_result (TwDocument *self, TwResult *result);

#endif
