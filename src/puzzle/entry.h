/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry.h - one row of a list of results: a puzzle, an earlier solution, the result of the current
 * search and its progress.
 *
 * TwResolve, an online contest and the list of solutions that a window keeps use it; lists of rows
 * are GListModels. A row for an unreadable file has a name and a message but no puzzle.
 *
 * Threads: the row belongs to the thread of its maker until it is in a list, and to the main
 * thread from then on.
 */
#pragma once

#include <gio/gio.h>

#include "puzzle/result.h"

typedef enum {
  TW_ENTRY_WAITING,
  TW_ENTRY_RUNNING,
  TW_ENTRY_DONE,
  TW_ENTRY_STOPPED, /* by the user; there may be a solution */
  TW_ENTRY_FAILED,  /* the message says why */
} TwEntryState;

#define TW_TYPE_ENTRY (tw_entry_get_type ())
G_DECLARE_FINAL_TYPE (TwEntry, tw_entry, TW, ENTRY, GObject)

/* Signal "changed": some property of the row has changed. */

/* Only one of `puzzle` and `name` may be NULL. Without `name` the row has the name of the
 * puzzle. */
TwEntry *tw_entry_new (TwPuzzle *puzzle, const char *name);

/* Returns a copy of the current values, for a worker. */
TwEntry *tw_entry_copy (TwEntry *self);

TwPuzzle *tw_entry_get_puzzle (TwEntry *self);
const char *tw_entry_get_name (TwEntry *self);

void tw_entry_set_state (TwEntry *self, TwEntryState state);
TwEntryState tw_entry_get_state (TwEntry *self);
/* The earlier solution; NULL: none. */
void tw_entry_set_old (TwEntry *self, TwResult *old);
TwResult *tw_entry_get_old (TwEntry *self);
/* The result of the current search; NULL: it has not ended. */
void tw_entry_set_result (TwEntry *self, TwResult *result);
TwResult *tw_entry_get_result (TwEntry *self);
/* A translated message for the user; NULL: none. */
void tw_entry_set_message (TwEntry *self, const char *message);
const char *tw_entry_get_message (TwEntry *self);
/* The score from a contest server, and the penalty included in it; -1: none. */
void tw_entry_set_score (TwEntry *self, gint64 score, gint64 penalty);
gint64 tw_entry_get_score (TwEntry *self);
gint64 tw_entry_get_penalty (TwEntry *self);

/* Returns whether there are both a new and an old solution, and then compares them: *order is
 * below zero when the new one is better, *difference is the new cost minus the old one; both may
 * be NULL. */
gboolean tw_entry_compare (TwEntry *self, int *order, gint64 *difference);

/* The state in one or two translated words: "Waiting", "Optimal", "No solution", or the text that
 * was set. Never NULL. */
void tw_entry_set_state_text (TwEntry *self, const char *text);
const char *tw_entry_describe_state (TwEntry *self);
