/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h - the Undo and Redo history of a puzzle: a list of immutable puzzles with named steps
 * between them, and a position in it.
 *
 * Memory is bounded: the oldest steps are dropped first. Not locked: use it on one thread, that of
 * the window. Used by the window and its tests.
 */
#pragma once

#include "core/base/tiling.h"
#include "puzzle/puzzle.h"

typedef struct TwHistory TwHistory;

enum {
  TW_HISTORY_MAX_STEPS = 1000,
  TW_HISTORY_MAX_BYTES = 64 << 20, /* of all values; the last step is always kept */
};

typedef enum {
  TW_STEP_EDIT, /* the puzzle has changed */
  TW_STEP_PLAY, /* the same puzzle, tried by hand: does not need saving */
} TwStepKind;

TwHistory *tw_history_new (TwPuzzle *puzzle);
void tw_history_free (TwHistory *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwHistory, tw_history_free)

/* Returns the value at the position, never NULL; owned by the history. */
TwPuzzle *tw_history_get (const TwHistory *history);

/* Adds `puzzle` after the position and drops the steps that could be redone. `name` is translated
 * and names the step: "Paint 5 cells". */
void tw_history_push (TwHistory *history, TwPuzzle *puzzle, const char *name, TwStepKind kind);
/* The same for a step of the kind TW_STEP_PLAY that leaves the puzzle as it is and lays exactly these
 * squares on its board. */
void tw_history_push_squares (TwHistory *history, const TwTiling *squares, const char *name);
/* The squares at the position; none after other steps. Owned by the history. */
const TwTiling *tw_history_get_squares (const TwHistory *history);
/* Returns FALSE when there is nothing to undo (redo). */
gboolean tw_history_undo (TwHistory *history);
gboolean tw_history_redo (TwHistory *history);
/* The name of the step; NULL when there is none. */
const char *tw_history_undo_name (const TwHistory *history);
const char *tw_history_redo_name (const TwHistory *history);
guint tw_history_n_undo (const TwHistory *history);
/* An estimate of the memory that all values use. */
gsize tw_history_bytes (const TwHistory *history);

/* Marks the value at the position as saved; the first value of a new history is saved. */
void tw_history_set_saved (TwHistory *history);
/* Marks `puzzle`, at its last occurrence, as saved; returns FALSE when there is none. */
gboolean tw_history_set_saved_as (TwHistory *history, const TwPuzzle *puzzle);
/* Marks no value as saved. */
void tw_history_set_unsaved (TwHistory *history);
/* Returns the saved value; NULL when there is none, or when it was dropped. */
TwPuzzle *tw_history_get_saved (const TwHistory *history);
/* Returns the value that the steps of the kind TW_STEP_PLAY before the position led from. */
TwPuzzle *tw_history_get_start (const TwHistory *history);
/* Does a step of the kind TW_STEP_EDIT lie between the position and the saved value? */
gboolean tw_history_is_modified (const TwHistory *history);
