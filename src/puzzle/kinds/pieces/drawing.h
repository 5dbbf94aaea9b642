/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing.h - piece puzzles as plain text: the ASCII drawing of board and pieces. For the kinds
 * and the command line.
 *
 * In a drawing each 4-connected region of non-space characters is a component. The component with
 * the largest bounding box (then with the most cells) is the board; the others are pieces, each
 * used at most once, named A, B, ... in the order of their first characters. Characters are
 * colours.
 */
#pragma once

#include "puzzle/kinds/pieces/shared.h"

/* Pieces may be rotated and reflected. `text` is valid UTF-8. Returns NULL and sets `error` to
 * "PLACE: REASON" when it is not such a drawing. */
TwPuzzle *tw_piece_text_read (const TwKind *kind, const char *text, gsize length, GError **error);

/* Returns NULL and sets `error` when a drawing cannot express the puzzle. The caller frees the
 * text with g_free (). */
char *tw_piece_text_write (const TwPuzzle *puzzle, GError **error);

/* Appends row `y` of a board or a shape, without blanks at its end. `first` is the index of the
 * first cell of the shape that is not above the row; returns that of the next row. */
void tw_piece_draw_board_row (GString *text, const TwPieceColours *colours, const TwBoard *board,
                              int y);
int tw_piece_draw_shape_row (GString *text, const TwPieceColours *colours, const TwShape *shape,
                             int y, int first);
void tw_text_trim_end (GString *text);

/* Returns whether there is a piece, and each piece may lie in all its orientations. If not, sets
 * `error` for a format that cannot express this. */
gboolean tw_piece_puzzle_turns_freely (const TwPieceProblem *problem, GError **error);
