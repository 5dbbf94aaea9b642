/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spectator.h - follows the searches of a companion: selects their rows in its list, shows its progress
 * in regular intervals, and shows them in the main window, until the user opens something else there.
 * Their puzzles are guests of the main window: no pages of it, not saved and not restored. Main thread
 * only. */
#pragma once

#include "app/document/session.h"
#include "app/pane/results.h"

typedef struct TwSpectator TwSpectator;

/* `progress` is called with `companion`, which owns the list and the spectator. */
TwSpectator *tw_spectator_new (TwSession *session, TwResults *list, void (*progress) (gpointer),
                               gpointer companion);
void tw_spectator_free (TwSpectator *self);

/* Searches follow, until the end; they may replace the puzzle that the main window shows now. */
void tw_spectator_begin (TwSpectator *self);
void tw_spectator_end (TwSpectator *self);
/* Shows the running job of the entry; a second call for the same job does nothing. */
void tw_spectator_watch (TwSpectator *self, TwJob *job, TwEntry *entry);
/* The job has ended: its last solution, plot and bars stay. */
void tw_spectator_rest (TwSpectator *self);
/* Shows a puzzle that the user chose; `result` may be NULL. */
void tw_spectator_show (TwSpectator *self, TwPuzzle *puzzle, const char *name, TwResult *result);
