/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.h - one open puzzle: its original value, its present value, the history between them
 * (Undo), the results of searches, and its file.
 *
 * The window shows one document at a time; a document does not know any widget. Each result belongs
 * to the value of the puzzle it was found for: a change hides the results, and Undo brings them
 * back. Main thread only. */
#pragma once

#include <gio/gio.h>

#include "app/document/findings.h"
#include "puzzle/history.h"

#define TW_TYPE_DOCUMENT (tw_document_get_type ())
G_DECLARE_FINAL_TYPE (TwDocument, tw_document, TW, DOCUMENT, GObject)

/* Signals: "changing": the document is about to have another value of the puzzle; a search must leave
 * its result now. "puzzle-changed", "result-changed" (also the selected one and the bound),
 * "title-changed" (the file or whether it is modified), "solved": a step by hand has completed the
 * board, and the solution is shown. */

TwDocument *tw_document_new (TwPuzzle *puzzle);
/* Everything that is to be kept for the next run of the program, and a document made of it. The
 * history of steps is not kept, only the values in the file, before the play by hand, and now. */
TwKept *tw_document_dup_kept (TwDocument *self);
TwDocument *tw_document_new_kept (TwKept *kept);

/* --- the puzzle ------------------------------------------------------------------- */

/* The present value of the puzzle. This and what is said below to be NULL when there is none are NULL
 * for no document (NULL), too. */
TwPuzzle *tw_document_get_puzzle (TwDocument *self);
TwHistory *tw_document_get_history (TwDocument *self);
/* The options of its searches. */
GSettings *tw_document_get_settings (TwDocument *self);
/* Takes ownership of `puzzle`; `name` is the name of the step in the history. */
void tw_document_change (TwDocument *self, TwPuzzle *puzzle, const char *name, TwStepKind kind);
/* Undo or Redo, if there is such a step. */
void tw_document_step (TwDocument *self, gboolean redo);

/* The number of pieces that the file has placed; they come first and cannot be moved. */
gsize tw_document_count_given (TwDocument *self);
/* The squares that lie on the board of a puzzle of squares, and a step that lays exactly these. They
 * are shown while no result is. */
const TwTiling *tw_document_get_squares (TwDocument *self);
void tw_document_lay_squares (TwDocument *self, const TwTiling *squares, const char *name);
/* The number of squares of a size that may still be laid; G_MAXINT: there is no limit. */
int tw_document_count_left (TwDocument *self, int size);
/* The pieces or squares on the board as a result without a solution, for drawing. */
TwResult *tw_document_dup_laid (TwDocument *self);
/* The number of cells under them, and of all cells that a solution covers. */
gsize tw_document_count_covered (TwDocument *self, gsize *wanted);
/* A step that takes everything off the board but the pieces that the file has placed. */
void tw_document_start_over (TwDocument *self);
/* The time of play runs from the first step by hand until the board is complete, while somebody
 * looks at the document; seconds. */
void tw_document_set_attended (TwDocument *self, gboolean attended);
gboolean tw_document_is_playing (TwDocument *self);
double tw_document_get_played (TwDocument *self);
void tw_document_set_played (TwDocument *self, double seconds);

/* --- the file --------------------------------------------------------------------- */

/* The file that "Save As" chose last, otherwise the file the puzzle was read from; NULL: none. */
const char *tw_document_get_file (TwDocument *self);
/* Sets the display name of a document without a file. */
void tw_document_set_name (TwDocument *self, const char *name);
/* The display name. The caller frees it with g_free (). */
char *tw_document_dup_name (TwDocument *self);
/* The present value differs from the value in the file. */
gboolean tw_document_is_modified (TwDocument *self);
/* Records that `file` now holds `puzzle`. Returns FALSE when the document never had this value. */
gboolean tw_document_set_saved (TwDocument *self, const TwPuzzle *puzzle, const char *file);
/* Records that no file holds any value of this document. */
void tw_document_set_unsaved (TwDocument *self);

/* --- results ---------------------------------------------------------------------- */

/* All results of the present value. */

/* The result that is shown, or the incumbent of the running search; NULL: none. */
TwResult *tw_document_get_result (TwDocument *self);
void tw_document_set_result (TwDocument *self, TwResult *result);
/* Everything that is known about the present value: the solutions, the shown one and the best one, the
 * bounds. Valid until the puzzle changes; NULL for no document. */
TwFindings *tw_document_get_findings (TwDocument *self);
/* Shows an entry of the findings. */
void tw_document_select (TwDocument *self, TwEntry *entry);
/* Whether closing without a file would lose something: solutions that were found, or pieces placed
 * by hand. */
gboolean tw_document_has_work (TwDocument *self);
/* The solutions found until the first call are in a file at the second. */
void tw_document_begin_saving_solutions (TwDocument *self);
void tw_document_end_saving_solutions (TwDocument *self);
gboolean tw_document_get_solutions_saved (TwDocument *self);
/* Takes what another search has proved about the present value. */
void tw_document_confirm (TwDocument *self, TwResult *result);
/* The number of optimal solutions in decimal digits; NULL: unknown. */
const char *tw_document_get_optima (TwDocument *self);
/* The shown result if it is optimal and its like are to be counted, which happens once; NULL: none.
 * The second function takes their number and some of them, see tw_square_count_optima (). */
TwResult *tw_document_begin_optima (TwDocument *self);
void tw_document_end_optima (TwDocument *self, TwResult *result, const char *digits,
                             GPtrArray *list);
/* Optimal solutions (TwResult), first the shown one; NULL: none are listed. */
GPtrArray *tw_document_get_optimal (TwDocument *self);

/* Adds a solution from a file that the checker accepted; the best solution is shown. Bounds claimed
 * by the file are kept as unproved claims. */
void tw_document_take_solution (TwDocument *self, TwResult *result);
/* Equal for documents that were made of equal puzzles in the same file; NULL: of no file. The caller
 * frees it with g_free (). */
char *tw_document_dup_saved_text (TwDocument *self);
/* Takes the solution of such a document. Returns FALSE when the puzzle has changed since. */
gboolean tw_document_take_twin (TwDocument *self, TwDocument *other);

/* A search starts from `start`. `stopped` is the result that it continues; both may be NULL. */
void tw_document_begin_run (TwDocument *self, TwResult *stopped, TwResult *start);
/* The search ended with `result` (NULL: none). The best known solution is shown, the newest one
 * among equals. `trace` is of TW_TRACE_TYPE; it may be floating or NULL. */
void tw_document_end_run (TwDocument *self, TwResult *result, GVariant *trace);
