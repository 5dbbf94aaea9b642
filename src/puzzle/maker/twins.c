/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twins.c - see twins.h. The key is the smallest of eight texts, one for each transform. */
#include "puzzle/maker/twins.h"

#include <string.h>

#include "core/base/transform.h"
#include "puzzle/core-values.h"
#include "puzzle/string-order.h"

/* The piece after transform k: its orientations are those of the piece, each transformed. */
static char *
piece_text (const TwPiece *piece, int k)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);
  TwShape orientations[TW_N_TRANSFORMS];
  uint8_t transforms[TW_N_TRANSFORMS];
  int n = tw_shape_orientations (&piece->shape, piece->transforms, orientations, transforms);

  if (n < 0)
    g_error ("out of memory for a shape");
  for (int t = 0; t < n; t++) {
    g_auto (TwShape) turned = tw_new_turned (&orientations[t], k);
    GString *one = g_string_new (NULL);

    for (int i = 0; i < turned.count; i++)
      g_string_append_printf (one, "%d,%d,%d ", turned.cells[i].x, turned.cells[i].y,
                              turned.cells[i].colour);
    g_ptr_array_add (texts, g_string_free (one, FALSE));
    tw_shape_clear (&orientations[t]);
  }
  g_ptr_array_sort (texts, tw_compare_strings);
  g_string_append_printf (text, "%d-%d/%d ", piece->least, piece->most, piece->placed);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (text, "%s|", (const char *) texts->pdata[i]);
  return g_string_free (text, FALSE);
}

/* The cells after transform k, each with its colour and the number of the placed piece on it. */
static void
append_board (GString *text, const TwPieceProblem *problem, int k)
{
  const TwBoard *board = problem->board;
  int width = k & TW_TRANSFORM_TRANSPOSE ? board->height : board->width;
  gsize n = (gsize) board->width * (gsize) board->height;
  g_autofree guint *values = g_new0 (guint, n), *numbers = g_new0 (guint, problem->n_placed + 1);
  g_autofree int *xs = g_new (int, n), *ys = g_new (int, n);
  guint n_numbers = 0;

  for (gsize i = 0; i < problem->n_placed; i++) {
    tw_piece_placement_cells (problem, problem->placed[i], xs, ys);
    for (int c = 0; c < problem->pieces[problem->placed[i].piece].shape.count; c++) {
      TwSquare at = tw_transform_square (k, board->width, board->height,
                                         (TwSquare){ .x = xs[c], .y = ys[c], .size = 1 });

      values[at.y * width + at.x] = (guint) i + 1;
    }
  }
  for (gsize i = 0; i < n; i++) {
    TwSquare from = { .x = (int) i % width, .y = (int) i / width, .size = 1 };
    guint *number = &numbers[values[i]];

    if (values[i] > 0 && *number == 0)
      *number = ++n_numbers;
    from = tw_transform_square_back (k, board->width, board->height, from);
    g_string_append_c (text, (char) ('0' + tw_board_get (board, from.x, from.y)));
    if (*number > 0)
      g_string_append_printf (text, ":%u ", *number);
  }
}

char *
tw_piece_problem_key (const TwPieceProblem *problem)
{
  char *key = NULL;

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func (g_free);
    GString *text = g_string_new (NULL);

    g_string_append_printf (
      text, "%d %d ", k & TW_TRANSFORM_TRANSPOSE ? problem->board->height : problem->board->width,
      problem->n_free);
    append_board (text, problem, k);
    for (gsize i = 0; i < problem->n_pieces; i++)
      g_ptr_array_add (pieces, piece_text (&problem->pieces[i], k));
    g_ptr_array_sort (pieces, tw_compare_strings);
    for (guint i = 0; i < pieces->len; i++)
      g_string_append (text, pieces->pdata[i]);
    if (key != NULL && strcmp (key, text->str) <= 0) {
      g_string_free (text, TRUE);
    } else {
      g_free (key);
      key = g_string_free (text, FALSE);
    }
  }
  return key;
}
