/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - shows on the board why a piece puzzle has no solution. */
#include "puzzle/kinds/pieces/shared.h"

#include "puzzle/i18n.h"
#include "puzzle/pieces/placements.h"

typedef struct {
  const TwBoard *board;
  gint32 *weights;
  guint8 *covered; /* by the pieces on the board */
  guint8 colour;   /* of the cells to be marked; 0: any */
} Marks;

static gboolean
mark (const Marks *marks, int x, int y)
{
  const TwBoard *board = marks->board;
  gsize i = (gsize) y * (gsize) board->width + (gsize) x;

  if (x < 0 || y < 0 || x >= board->width || y >= board->height || marks->weights[i] != 0
      || board->cells[i] == TW_CELL_BLOCKED || marks->covered[i] != 0
      || (marks->colour != 0 && board->cells[i] != marks->colour))
    return FALSE;
  marks->weights[i] = 1;
  return TRUE;
}

static void
mark_all (const Marks *marks)
{
  for (int y = 0; y < marks->board->height; y++)
    for (int x = 0; x < marks->board->width; x++)
      mark (marks, x, y);
}

/* Marks the uncovered cells around one of them. */
static void
mark_region (const Marks *marks, int x, int y)
{
  int width = marks->board->width;
  g_autofree int *queue = g_new (int, (gsize) width *(gsize) marks->board->height);
  int n = 0;

  if (mark (marks, x, y))
    queue[n++] = y * width + x;
  for (int i = 0; i < n; i++)
    for (int side = 0; side < 4; side++) {
      static const int dx[] = { -1, 1, 0, 0 }, dy[] = { 0, 0, -1, 1 };
      int next_x = queue[i] % width + dx[side], next_y = queue[i] / width + dy[side];

      if (mark (marks, next_x, next_y))
        queue[n++] = next_y * width + next_x;
    }
}

static void
cover (Marks *marks, const TwResult *placed)
{
  for (gsize i = 0; i < tw_result_n_placements (placed); i++)
    for (gsize k = 0; k < tw_result_placement (placed, i)->n_cells; k++)
      marks->covered[tw_result_placement_cells (placed, i)[k]] = 1;
}

/* Colours the board, as the core did, and returns the sums. */
static char *
colour_board (const Marks *marks, const TwPieceReason *reason)
{
  const TwBoard *board = marks->board;
  long long all = 0, light = reason->want, nearest = reason->have;

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++) {
      gsize i = tw_board_index (board, x, y);
      int line = reason->kind == TW_REASON_CHEQUER   ? x + y
                 : reason->kind == TW_REASON_COLUMNS ? x
                                                     : y;

      marks->weights[i] = line % 2;
      all += board->cells[i] != TW_CELL_BLOCKED && marks->covered[i] == 0;
    }
  if (nearest < 0)
    return NULL;
  return g_strdup_printf (_ ("Of the cells to cover, %lld are light and %lld are dark. The nearest "
                             "that the pieces can cover is %lld light and %lld dark ones."),
                          light, all - light, nearest, all - nearest);
}

TwWhy *
tw_piece_explain (const TwResult *result, gboolean prices, TwRun *run)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  TwPieceReason reason = tw_result_get_piece_reason (result);
  g_autoptr (TwResult) placed = tw_piece_puzzle_dup_placed (result->puzzle, result->puzzle);
  g_autofree guint8 *covered = g_new0 (guint8, (gsize) board->width * (gsize) board->height);
  g_autofree char *sums = NULL, *reason_text = NULL;
  TwWhy *why;

  if (result->reason == NULL)
    return NULL;
  why = tw_why_new (result->puzzle, TW_LAYER_RING);

  Marks marks = { .board = board, .weights = why->weights, .covered = covered };

  cover (&marks, placed);
  switch (reason.kind) {
  case TW_REASON_CELL:
    mark (&marks, reason.x, reason.y);
    break;
  case TW_REASON_REGION:
    mark_region (&marks, reason.x, reason.y);
    break;
  case TW_REASON_CHEQUER:
  case TW_REASON_COLUMNS:
  case TW_REASON_ROWS:
    why->layer = TW_LAYER_COLOURS;
    sums = colour_board (&marks, &reason);
    break;
  case TW_REASON_COLOUR_NONE:
  case TW_REASON_COLOUR_SMALL:
  case TW_REASON_COLOUR_LARGE:
  case TW_REASON_COLOUR_SUM:
    marks.colour = reason.x >= 0 ? tw_board_get (board, reason.x, reason.y) : 0;
    mark_all (&marks);
    break;
  case TW_REASON_NONE: /* the result is from a file */
    why->layer = TW_LAYER_NONE;
    break;
  default: /* it is about all cells that the pieces on the board leave */
    if (tw_result_n_placements (placed) > 0)
      mark_all (&marks);
    else
      why->layer = TW_LAYER_NONE;
  }
  reason_text = tw_why_sentence (result->reason);
  /* Translators: two sentences: "65 squares. At least 60 are needed" */
  why->sentence = sums != NULL ? g_strdup_printf (_ ("%s. %s"), reason_text, sums)
                               : g_steal_pointer (&reason_text);
  return why;
}
