/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.h - the pane of a piece puzzle: its pieces, the one in hand, what they
 * may do, and how many solutions are looked for. Part of the side pane.
 *
 * Main thread only.
 */
#ifndef TW_APP_PIECES_H
#define TW_APP_PIECES_H

#include <gtk/gtk.h>

#include "puzzle/piece-puzzle.h"

#define TW_TYPE_PIECES (tw_pieces_get_type ())
G_DECLARE_FINAL_TYPE (TwPieces, tw_pieces, TW, PIECES, GtkWidget)

/* Signals: "taken" (guint piece): it was chosen; "ready" (guint piece): it was
 * chosen by Enter, to go on with on the board; "turns-changed": the switches
 * say something else than the puzzle; "piece-turns-changed": those of the piece in hand
 * do. */

/* NULL, or one without pieces: nothing is shown. */
void tw_pieces_set_puzzle (TwPieces *self, TwPuzzle *puzzle);
/* -1: none is in hand. */
void tw_pieces_set_hand (TwPieces *self, int piece);
gboolean tw_pieces_get_rotate (TwPieces *self);
gboolean tw_pieces_get_flip (TwPieces *self);

/* What the piece in hand may do. */
gboolean tw_pieces_get_piece_rotate (TwPieces *self);
gboolean tw_pieces_get_piece_flip (TwPieces *self);
/* What Undo and Redo would do; NULL: nothing. */
void tw_pieces_set_steps (TwPieces *self, const char *undo, const char *redo);

/* Whether any piece of the puzzle may be turned, or flipped. */
gboolean tw_pieces_may_rotate (TwPuzzle *puzzle);
gboolean tw_pieces_may_flip (TwPuzzle *puzzle);

#endif
