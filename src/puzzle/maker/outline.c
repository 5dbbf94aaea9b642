/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outline.c - see outline.h. */
#include "puzzle/maker/outline.h"

#include "core/base/random.h"
#include "puzzle/core-values.h"

enum {
  MAX_DRAWS = 1000, /* of cells to block */
};

/* Adds a cell to the outline, and its empty neighbours to `edge`, an array of int. A cell stays in `edge`
 * after it is added itself. */
static void
fill (TwBoard *square, GArray *edge, int at)
{
  const int beside[] = { at + 1, at - 1, at + square->width, at - square->width };

  square->cells[at] = TW_CELL_FREE;
  for (guint k = 0; k < G_N_ELEMENTS (beside); k++)
    if (square->cells[beside[k]] == TW_CELL_BLOCKED)
      g_array_append_val (edge, beside[k]);
}

/* The edge has a position for each neighbour in the outline, so that draws from it prefer cells with
 * several neighbours, and outlines are no snakes. */
TwBoard *
tw_outline_grow (int n, gboolean symmetric, guint64 *random)
{
  int side = 2 * n + 3, centre = (n + 1) * (side + 1), beside = centre;
  g_autoptr (TwBoard) square = tw_need (tw_board_new (side, side));
  g_autofree int32_t *labels = g_new (int32_t, (gsize) side * (gsize) side);
  g_autoptr (GArray) edge = g_array_new (FALSE, FALSE, sizeof (int));
  TwBoardBox box;

  /* An even number of cells turns about the middle of an edge. */
  if (symmetric && n % 2 == 0)
    beside += tw_random_below (random, 2) == 0 ? 1 : side;
  fill (square, edge, centre);
  n--;
  if (beside != centre) {
    fill (square, edge, beside);
    n--;
  }
  while (n > 0) {
    int at = g_array_index (edge, int, tw_random_below (random, edge->len));

    if (square->cells[at] != TW_CELL_BLOCKED)
      continue;
    fill (square, edge, at);
    n--;
    /* A half turn maps cell p to centre + beside - p. */
    if (symmetric) {
      fill (square, edge, centre + beside - at);
      n--;
    }
  }
  tw_board_label_components (square, labels);
  tw_board_free_box (square, &box);
  return tw_need (tw_board_cut_component (square, labels, 0, &box));
}

gboolean
tw_outline_punch (TwBoard *board, int n, gboolean symmetric, guint64 *random)
{
  int last = board->width * board->height - 1;

  for (int draw = 0; n > 0 && draw < MAX_DRAWS; draw++) {
    int at = (int) tw_random_below (random, (guint64) last + 1);
    int image = symmetric ? last - at : at, size = image == at ? 1 : 2;

    if (board->cells[at] == TW_CELL_BLOCKED || board->cells[image] == TW_CELL_BLOCKED || size > n)
      continue;
    board->cells[at] = board->cells[image] = TW_CELL_BLOCKED;
    n -= size;
  }
  return n == 0;
}
