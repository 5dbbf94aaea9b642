/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-cover.h - piece puzzles as exact covers, for programs other than ours: Knuth's
 * text and models of 0/1 variables. For the kinds and the command line.
 *
 * An option, or a variable, is a placement of a piece; equal pieces are one item. So
 * there are as many solutions as raw solutions of the puzzle. */
#ifndef TW_PUZZLE_PIECE_COVER_H
#define TW_PUZZLE_PIECE_COVER_H

#include "puzzle/piece-puzzle.h"

G_BEGIN_DECLS

/* The exact-cover problem as D. E. Knuth's programs DLX2 and DLX3 read it: items
 * x3y4 for cells and one for each piece, secondary when it is optional, LEAST:MOST|NAME
 * when it has counts; an option a placement. Equal pieces are one item.
 * NULL and `error` when there are too many placements. g_free () it. */
char *tw_piece_text_write_cover (const TwPuzzle *puzzle, GError **error);
/* The same without counts, as formats/dlx.h reads it: NULL and `error` also when the puzzle
 * needs them. A piece that may be used as often as there is room for is no item. */
char *tw_piece_cover_write_dlx (const TwPuzzle *puzzle, GError **error);

/* Models (formats/model.h). NULL and `error` when they would be too large. g_free () them. */
char *tw_piece_cover_write_opb (const TwPuzzle *puzzle, GError **error);
char *tw_piece_cover_write_cnf (const TwPuzzle *puzzle, GError **error);
char *tw_piece_cover_write_lp (const TwPuzzle *puzzle, GError **error);

G_END_DECLS

#endif
