/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hand.h - the piece that is held above the board of a document: chosen in the pane, rotated and
 * reflected, moved by mouse, keys or dragging, placed and picked up again. The hand also applies
 * the pane's rules for turning pieces. Main thread only. */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/document.h"
#include "app/pieces/pieces.h"

#define TW_TYPE_HAND (tw_hand_get_type ())
G_DECLARE_FINAL_TYPE (TwHand, tw_hand, TW, HAND, GObject)

/* Signals: "changed": another piece or none is held, or another one is under the cursor; "message"
 * (string): why something cannot be done. */

TwHand *tw_hand_new (TwCanvas *canvas, TwPieces *pieces);
/* Drops the held piece; NULL: no document. */
void tw_hand_set_document (TwHand *self, TwDocument *document);
/* FALSE: cells are drawn on the canvas, and no piece can be held. */
void tw_hand_set_enabled (TwHand *self, gboolean enabled);

/* The held piece, -1: none, and its transform. */
int tw_hand_get_piece (TwHand *self);
int tw_hand_get_transform (TwHand *self);
void tw_hand_drop (TwHand *self);
void tw_hand_rotate (TwHand *self);
void tw_hand_flip (TwHand *self);
/* Whether the piece at the cursor may be removed: the file did not place it. */
gboolean tw_hand_can_remove (TwHand *self);
void tw_hand_remove (TwHand *self);
