/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.h - the pane of a piece puzzle: its pieces, the held piece, the allowed orientations, and
 * how many solutions to look for. Part of the side pane. Main thread only. */
#pragma once

#include "app/pieces/thumbs.h"
#include "puzzle/pieces/puzzle.h"

#define TW_TYPE_PIECES (tw_pieces_get_type ())
G_DECLARE_FINAL_TYPE (TwPieces, tw_pieces, TW, PIECES, TwPart)

/* Signals: "taken" (guint piece): the user chose it; "ready" (guint piece): the user chose it with
 * Enter, to continue on the board; "turns-changed" (gboolean rotate, gboolean flip): the puzzle's
 * orientation switches no longer match the puzzle; "piece-turns-changed": the same for the held
 * piece. */

/* NULL or a puzzle without pieces: nothing is shown. */
void tw_pieces_set_puzzle (TwPieces *self, TwPuzzle *puzzle);
/* -1: no piece is held. */
void tw_pieces_set_hand (TwPieces *self, int piece);
/* The grid of the pieces, which reports their drags. */
TwThumbs *tw_pieces_get_thumbs (TwPieces *self);
/* Sets the names of the steps of Undo and Redo; NULL: no step. */
void tw_pieces_set_steps (TwPieces *self, const char *undo, const char *redo);

/* Whether any piece of the puzzle may be rotated, or reflected. */
gboolean tw_pieces_may_rotate (TwPuzzle *puzzle);
gboolean tw_pieces_may_flip (TwPuzzle *puzzle);
