/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hand.h - the piece that is held above the board of a document: chosen in the pane, rotated and
 * reflected, moved by mouse, keys or dragging, placed and picked up again. The hand also applies
 * the pane's rules for turning pieces. Main thread only. */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/session.h"
#include "app/pieces/pieces.h"

#define TW_TYPE_HAND (tw_hand_get_type ())
G_DECLARE_FINAL_TYPE (TwHand, tw_hand, TW, HAND, GObject)

/* Property "disabled" (boolean): cells are drawn on the canvas, and no piece can be held.
 *
 * Actions of the window: piece.rotate, piece.flip, piece.remove, piece.start-over. */

TwHand *tw_hand_new (TwCanvas *canvas, TwPieces *pieces, TwSession *session);

/* The held piece, -1: none, and its transform. */
int tw_hand_get_piece (TwHand *self);
int tw_hand_get_transform (TwHand *self);
void tw_hand_drop (TwHand *self);
