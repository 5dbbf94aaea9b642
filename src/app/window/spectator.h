/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spectator.h - shows the searches of a companion window in the main window, until the user opens
 * something else there. Their puzzles are guests of the main window: no pages of it, not saved and
 * not restored. Main thread only. */
#pragma once

#include "app/document/session.h"

typedef struct TwSpectator TwSpectator;

TwSpectator *tw_spectator_new (TwSession *session);
void tw_spectator_free (TwSpectator *self);

/* Searches follow; they may replace the puzzle that the main window shows now. */
void tw_spectator_begin (TwSpectator *self);
/* Shows the running job; a second call for the same job does nothing. */
void tw_spectator_watch (TwSpectator *self, TwJob *job, const char *name);
/* The job has ended: its last solution, plot and bars stay. */
void tw_spectator_end (TwSpectator *self);
/* Shows a puzzle that the user chose; `result` may be NULL. */
void tw_spectator_show (TwSpectator *self, TwPuzzle *puzzle, const char *name, TwResult *result);
