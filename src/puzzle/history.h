/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h - the values that a puzzle had while it was changed, for Undo and
 * Redo: a list of named steps between immutable puzzles, with a place in it.
 *
 * Memory is bounded: what is undone least soon is forgotten first. Not locked:
 * one thread at a time, the window's. Used by the window and its tests.
 */
#ifndef TW_PUZZLE_HISTORY_H
#define TW_PUZZLE_HISTORY_H

#include "puzzle/puzzle.h"

G_BEGIN_DECLS

typedef struct TwHistory TwHistory;

enum {
  TW_HISTORY_MAX_STEPS = 1000,
  TW_HISTORY_MAX_BYTES = 64 << 20, /* of all values; the last step is always kept */
};

typedef enum {
  TW_STEP_EDIT, /* the puzzle is another one */
  TW_STEP_PLAY, /* the same puzzle, tried by hand: no reason to save it */
} TwStepKind;

TwHistory *tw_history_new (TwPuzzle *puzzle);
void tw_history_free (TwHistory *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwHistory, tw_history_free)

/* The value at the place, never NULL; owned by the history. */
TwPuzzle *tw_history_get (const TwHistory *history);

/* Goes on to `puzzle`; what could be redone is forgotten. `name` is translated
 * and says what the step does: "Paint 5 cells". */
void tw_history_push (TwHistory *history, TwPuzzle *puzzle, const char *name, TwStepKind kind);
/* FALSE: there is nothing to undo (redo). */
gboolean tw_history_undo (TwHistory *history);
gboolean tw_history_redo (TwHistory *history);
/* The name of the step, NULL: there is none. */
const char *tw_history_undo_name (const TwHistory *history);
const char *tw_history_redo_name (const TwHistory *history);
guint tw_history_n_undo (const TwHistory *history);
guint tw_history_n_redo (const TwHistory *history);
/* What all values together take, as an estimate. */
gsize tw_history_bytes (const TwHistory *history);

/* The value at the place is the one in the file; a new history begins so. */
void tw_history_set_saved (TwHistory *history);
/* The last value that is `puzzle` is the one in the file; FALSE: there is none. */
gboolean tw_history_set_saved_as (TwHistory *history, const TwPuzzle *puzzle);
/* No value is. */
void tw_history_set_unsaved (TwHistory *history);
/* The value in the file; NULL: no value is, or it was forgotten. */
TwPuzzle *tw_history_get_saved (const TwHistory *history);
/* A step of the kind TW_STEP_EDIT lies between the place and the value in the file. */
gboolean tw_history_is_modified (const TwHistory *history);

G_END_DECLS

#endif
