/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids.h - boards that consist of grids of 4 x 4 cells, as those of Quadrillion. Any thread. */
#pragma once

#include "puzzle/puzzle.h"

enum {
  TW_GRIDS_SIDE = 4,
  TW_GRIDS_N = 4,
  TW_GRIDS_FIELD = 16, /* the side of the largest board of four grids */
};

/* Numbers the cells of each grid 1, 2, ...; those outside of the board, which are not zero in
 * `outside`, get 0. The first cell by rows that belongs to no grid yet is the corner of one. Returns
 * the number of grids; 0: the board does not consist of them. Both arrays have width x height bytes. */
guint tw_grids_number (int width, int height, const guint8 *outside, guint8 *numbers);

/* The place of a grid of Quadrillion on a field of TW_GRIDS_FIELD columns and rows. */
typedef struct {
  int x;
  int y;
  int turns; /* quarter turns clockwise, after flipping */
  gboolean flipped;
} TwGrid;

typedef char TwGridField[TW_GRIDS_FIELD][TW_GRIDS_FIELD];

/* Draws the four grids as characters: ' ' outside, '.' free, '*' blocked. Returns FALSE when grids
 * overlap. */
gboolean tw_grids_draw (const TwGrid *grids, TwGridField field);
/* The text of the board; NULL: grids overlap. The caller frees it with g_free (). */
char *tw_grids_dup_text (const TwGrid *grids);
/* The board as a puzzle. Returns NULL and sets `error` when grids overlap or leave a row empty. */
TwPuzzle *tw_grids_puzzle_new (const TwGrid *grids, GError **error);
/* Places the four grids at random, each beside another one. The same *random gives the same places. */
void tw_grids_arrange (TwGrid *grids, guint64 *random);
