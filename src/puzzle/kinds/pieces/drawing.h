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

#include "puzzle/kinds/pieces/exact-cover.h"
#include "puzzle/kinds/pieces/puzzle.h"

/* Pieces may be rotated and reflected. `text` is valid UTF-8. Returns NULL and sets `error` to
 * "PLACE: REASON" when it is not such a drawing. */
TwPuzzle *tw_piece_text_read (const TwKind *kind, const char *text, gsize length, GError **error);

/* Returns NULL and sets `error` when a drawing cannot express the puzzle. The caller frees the
 * text with g_free (). */
char *tw_piece_text_write (const TwPuzzle *puzzle, GError **error);

/* The export formats of all kinds of piece puzzle: json, ascii, cover, ... */
extern const TwKindExport tw_piece_exports[];
