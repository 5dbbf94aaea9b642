/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover.h - exports piece puzzles as exact covers for other programs: Knuth's text and
 * models of 0/1 variables. For the kinds and the command line.
 *
 * An option, or a variable, is a placement of a piece; equal pieces are one item. Therefore the
 * number of exact covers is the number of raw solutions of the puzzle.
 */
#pragma once

#include "puzzle/formats/model.h"
#include "puzzle/kinds/pieces/shared.h"

/* Equal pieces, with the counts that are left when the pieces placed beforehand are subtracted. */
typedef struct {
  TwShape *shapes; /* as they may be placed */
  int n_shapes;
  gint64 least;
  gint64 most;
  gboolean merged;    /* with an earlier equal piece, or used up */
  gsize into;         /* the item it is merged with, or itself */
  gboolean unbounded; /* in exact-cover text: the item imposes no restriction */
  char *name;
} TwPieceItem;

/* Returns one item for each piece of the problem and, when cells stay free, one with a shape of one
 * cell for each colour, or with rules one of colour 0. */
TwPieceItem *tw_piece_items_new (const TwPieceProblem *problem);
/* The number of these items. */
gsize tw_piece_items_count (const TwPieceProblem *problem);
void tw_piece_items_free (TwPieceItem *items, gsize n);
/* Is the number of cells that the pieces leave free always the one that the rules want? */
gboolean tw_piece_problem_leaves_free (const TwPieceProblem *problem);
/* Is the cell free, and under no piece placed beforehand? */
gboolean tw_piece_is_open (const TwPieceProblem *problem, int x, int y);

/* The exact cover problem in the format of D. E. Knuth's programs DLX2 and DLX3. The items are
 * x3y4 for cells and one for each piece: secondary when the piece is optional, LEAST:MOST|NAME
 * when it has counts. Each option is a placement. Equal pieces are one item. Returns NULL and sets
 * `error` when there are too many placements. The caller frees the text with g_free (). */
char *tw_piece_text_write_cover (const TwPuzzle *puzzle, GError **error);
/* The same without counts, in the format of formats/dlx.h; it also fails when the puzzle needs
 * counts. A piece that may be used as often as it fits has no item. Cells that may stay free are
 * secondary items when the pieces leave the right number of them free anyway. */
char *tw_piece_cover_write_dlx (const TwPuzzle *puzzle, GError **error);

/* See formats/model.h. */
TwModel *tw_model_of_pieces (const TwPuzzle *puzzle, GError **error);

/* Finds weights of the cells that prove that a piece puzzle has no solution: area, colours and
 * colourings as one argument. The pieces of a solution have the weight of the board together. The
 * proof is that no choice of a number and of places for each piece has it, even with overlaps. Returns
 * a weight for each of the width x height cells, which the caller frees with g_free (); NULL when none
 * is found, time or memory runs out. `cells` are colours, 0 for a hole. In weights.c. */
guint32 *tw_weights_find (const TwPieceItem *items, gsize n_items, const guint8 *cells, int width,
                          int height, TwRun *run);
