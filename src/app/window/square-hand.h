/* SPDX-License-Identifier: GPL-3.0-or-later */
/* square-hand.h - covers the board of the shown document with squares by hand: a square is stretched
 * from one cell to another by dragging, or with Space and the arrow keys; a press on a square takes
 * it off. Cells that a square may not cover get a ring while it is stretched. Main thread only. */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/session.h"

#define TW_TYPE_SQUARE_HAND (tw_square_hand_get_type ())
G_DECLARE_FINAL_TYPE (TwSquareHand, tw_square_hand, TW, SQUARE_HAND, GObject)

/* Property "active" (boolean): the pointer and the keys lay squares. Action of the window:
 * piece.squares. */

TwSquareHand *tw_square_hand_new (TwCanvas *canvas, TwSession *session);
