/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.h - help for those who place pieces by hand. A hint places one more piece: one
 * that a person can be sure of, and says why; otherwise of a known solution, or of one that a new search
 * finds. Explaining goes from one such step to the next. Dead ends: when the pieces on the board cannot
 * be completed, a short search beside the play proves it, and the proof is shown as the result. A
 * change of the document ends the search. Main thread only. */
#pragma once

#include "app/document/session.h"

#define TW_TYPE_HINT (tw_hint_get_type ())
G_DECLARE_FINAL_TYPE (TwHint, tw_hint, TW, HINT, GObject)

/* Properties "dead-ends" (boolean): they are shown; stored in the settings. "explaining" (boolean): the
 * solution is played step by step. */

/* Fills the options of the search for a hint, and returns a known result of the puzzle; NULL: none. */
typedef TwResult *(*TwHintAsk) (gpointer data, TwOptions *options);

/* Adds the actions piece.hint, piece.explain and piece.dead-ends to the window. */
TwHint *tw_hint_new (gpointer window, TwSession *session, TwHintAsk ask, gpointer data);
