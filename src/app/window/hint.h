/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.h - help for those who place pieces by hand. A hint places one more piece: of a known
 * solution, or of a solution that a new search finds. Dead ends: when the pieces on the board cannot
 * be completed, a short search beside the play proves it, and the proof is shown as the result. A
 * change of the document ends the search. Main thread only. */
#pragma once

#include "app/document/session.h"

#define TW_TYPE_HINT (tw_hint_get_type ())
G_DECLARE_FINAL_TYPE (TwHint, tw_hint, TW, HINT, GObject)

/* Property "dead-ends" (boolean): they are shown; stored in the settings. */

/* Fills the options of the search for a hint, and returns a known result of the puzzle; NULL: none. */
typedef TwResult *(*TwHintAsk) (gpointer data, TwOptions *options);

/* Adds the actions piece.hint and piece.dead-ends to the window. */
TwHint *tw_hint_new (gpointer window, TwSession *session, TwHintAsk ask, gpointer data);
