/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-text.h - piece puzzles as plain text: the ASCII drawing of board and
 * pieces. For the kinds and the command line.
 *
 * In a drawing each 4-connected region of characters that are no white space is
 * a component; the one with the largest bounding box (then with the most
 * cells) is the board, the others are pieces, each used at most once, named A,
 * B, ... in the order of their first characters. Characters are colours. */
#ifndef TW_PUZZLE_PIECE_TEXT_H
#define TW_PUZZLE_PIECE_TEXT_H

#include "puzzle/piece-cover.h"
#include "puzzle/piece-puzzle.h"

G_BEGIN_DECLS

/* Pieces may be turned and flipped. NULL and `error` "PLACE: REASON" when the
 * text, valid UTF-8, is no such drawing. */
TwPuzzle *tw_piece_text_read (const TwKind *kind, const char *text, gsize length, GError **error);

/* NULL and `error` when the puzzle is one that a drawing cannot say. g_free () it. */
char *tw_piece_text_write (const TwPuzzle *puzzle, GError **error);

/* What every kind of piece puzzle can be written as: json, ascii, cover, ... */
extern const TwKindExport tw_piece_exports[];

G_END_DECLS

#endif
