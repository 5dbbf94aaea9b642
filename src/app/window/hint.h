/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hint.h - places one more piece on the board of a document. The piece comes from a known solution,
 * or from a solution that a new search finds. Main thread only. */
#pragma once

#include "app/document/document.h"
#include "core/run/options.h"

#define TW_TYPE_HINT (tw_hint_get_type ())
G_DECLARE_FINAL_TYPE (TwHint, tw_hint, TW, HINT, GObject)

/* Signals: "changed": a search has started or ended; "message" (string): why no piece was placed. */

TwHint *tw_hint_new (void);
/* `known` is a result of the puzzle; NULL: none. `options` are those of the search. */
void tw_hint_place (TwHint *self, TwDocument *document, const TwResult *known,
                    const TwOptions *options);
gboolean tw_hint_is_running (TwHint *self);
/* Ends the search without a hint. A change of the document does this, too. */
void tw_hint_drop (TwHint *self);
