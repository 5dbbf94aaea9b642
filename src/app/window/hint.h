/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.h - places one more piece on the board of the shown document. The piece comes from a known
 * solution, or from a solution that a new search finds; a change of the document ends that search.
 * Main thread only. */
#pragma once

#include "app/document/session.h"

#define TW_TYPE_HINT (tw_hint_get_type ())
G_DECLARE_FINAL_TYPE (TwHint, tw_hint, TW, HINT, GObject)

/* Fills the options of the search, and returns a known result of the puzzle; NULL: none. */
typedef TwResult *(*TwHintAsk) (gpointer data, TwOptions *options);

/* Adds the action piece.hint to the window. */
TwHint *tw_hint_new (gpointer window, TwSession *session, TwHintAsk ask, gpointer data);
