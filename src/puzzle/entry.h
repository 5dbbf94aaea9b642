/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry.h - one row of a list of results: a puzzle, an earlier answer, today's
 * answer and how far it is.
 *
 * Rows of TwResolve, of an online contest and of the answers that a window
 * keeps; lists of them are GListModels. A row that stands for a file that could
 * not be read has a name and a message but no puzzle.
 *
 * Threads: those of its maker until it is in a list; from then on the main thread.
 */
#ifndef TW_PUZZLE_ENTRY_H
#define TW_PUZZLE_ENTRY_H

#include <gio/gio.h>

#include "puzzle/result.h"

G_BEGIN_DECLS

typedef enum {
  TW_ENTRY_WAITING,
  TW_ENTRY_RUNNING,
  TW_ENTRY_DONE,
  TW_ENTRY_STOPPED, /* by the user; there may be an answer */
  TW_ENTRY_FAILED,  /* the message says why */
} TwEntryState;

#define TW_TYPE_ENTRY (tw_entry_get_type ())
G_DECLARE_FINAL_TYPE (TwEntry, tw_entry, TW, ENTRY, GObject)

/* Signal "changed": something is new. */

/* `puzzle` may be NULL; then `name` is not. `name` NULL: that of the puzzle. */
TwEntry *tw_entry_new (TwPuzzle *puzzle, const char *name);
/* For one that was made before its puzzle was known. */
void tw_entry_set_puzzle (TwEntry *self, TwPuzzle *puzzle);

/* As it is now, for a worker. */
TwEntry *tw_entry_copy (TwEntry *self);

TwPuzzle *tw_entry_get_puzzle (TwEntry *self);
const char *tw_entry_get_name (TwEntry *self);

void tw_entry_set_state (TwEntry *self, TwEntryState state);
TwEntryState tw_entry_get_state (TwEntry *self);
/* The answer there was before; NULL: none. */
void tw_entry_set_old (TwEntry *self, TwResult *old);
TwResult *tw_entry_get_old (TwEntry *self);
/* How today's search ended; NULL: it has not. */
void tw_entry_set_result (TwEntry *self, TwResult *result);
TwResult *tw_entry_get_result (TwEntry *self);
/* Translated, for people; NULL: nothing to say. */
void tw_entry_set_message (TwEntry *self, const char *message);
const char *tw_entry_get_message (TwEntry *self);
/* What a contest server gave, with the part of it that is a penalty; -1: none. */
void tw_entry_set_score (TwEntry *self, gint64 score, gint64 penalty);
gint64 tw_entry_get_score (TwEntry *self);
gint64 tw_entry_get_penalty (TwEntry *self);

/* Whether there is a new answer and an old one; then how they compare: below zero, the new one
 * is better. `difference` is the new cost less the old one; both may be NULL. */
gboolean tw_entry_compare (TwEntry *self, int *order, gint64 *difference);

/* In a word or two, translated: "Waiting", "Optimal", "No solution", or what was
 * set. Never NULL. */
void tw_entry_set_state_text (TwEntry *self, const char *text);
const char *tw_entry_describe_state (TwEntry *self);

/* How many squares, or pieces, an answer has; -1 without one. `result` may be NULL. Which of two
 * answers is better is for tw_result_compare () to say: the goal may be another. */
gint64 tw_result_count (const TwResult *result);

G_END_DECLS

#endif
