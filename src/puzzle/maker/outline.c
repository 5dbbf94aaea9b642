/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outline.c - see outline.h. */
#include "puzzle/maker/outline.h"

#include "core/base/random.h"

enum {
  MAX_DRAWS = 1000, /* of cells to block */
};

/* A board that grows in a square with room for every outline. */
typedef struct {
  int side;
  int turn; /* a half turn maps position p to turn - p; -1: not symmetric */
  guint8 *cells;
  GArray *edge; /* int: positions beside the cells, some of them filled meanwhile */
} Growth;

static const int steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

static void
fill (Growth *growth, int at)
{
  growth->cells[at] = 1;
  for (int k = 0; k < 4; k++) {
    int beside = at + steps[k][0] + steps[k][1] * growth->side;

    if (!growth->cells[beside])
      g_array_append_val (growth->edge, beside);
  }
}

static TwBoard *
crop (const Growth *growth)
{
  int side = growth->side, left = side, right = 0, top = side, bottom = 0;
  TwBoard *board;

  for (int at = 0; at < side * side; at++) {
    if (!growth->cells[at])
      continue;
    left = MIN (left, at % side);
    right = MAX (right, at % side);
    top = MIN (top, at / side);
    bottom = MAX (bottom, at / side);
  }
  board = tw_board_new (right - left + 1, bottom - top + 1);
  if (board == NULL)
    g_error ("out of memory for a board");
  for (int y = top; y <= bottom; y++)
    for (int x = left; x <= right; x++)
      tw_board_set (board, x - left, y - top,
                    growth->cells[y * side + x] ? TW_CELL_FREE : TW_CELL_BLOCKED);
  return board;
}

/* The edge has a position for each neighbour in the outline, so that draws from it prefer cells with
 * several neighbours, and outlines are no snakes. */
TwBoard *
tw_outline_grow (int n, gboolean symmetric, guint64 *random)
{
  int side = 2 * n + 3, centre = (n + 1) * (side + 1), beside = centre;
  g_autofree guint8 *cells = g_malloc0 ((gsize) side * (gsize) side);
  g_autoptr (GArray) edge = g_array_new (FALSE, FALSE, sizeof (int));
  Growth growth = { .side = side, .turn = -1, .cells = cells, .edge = edge };

  g_return_val_if_fail (n >= 1 && n <= TW_OUTLINE_MAX_CELLS, NULL);
  /* An even number of cells turns about the middle of an edge. */
  if (symmetric && n % 2 == 0)
    beside += tw_random_below (random, 2) == 0 ? 1 : side;
  if (symmetric)
    growth.turn = centre + beside;
  fill (&growth, centre);
  n--;
  if (beside != centre) {
    fill (&growth, beside);
    n--;
  }
  while (n > 0) {
    int at = g_array_index (edge, int, tw_random_below (random, edge->len));

    if (cells[at])
      continue;
    fill (&growth, at);
    n--;
    if (symmetric) {
      fill (&growth, growth.turn - at);
      n--;
    }
  }
  return crop (&growth);
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
