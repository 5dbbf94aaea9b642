/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model-of.c - makes the 0/1 models of boards to cover with squares and of exact covers.
 * kinds/pieces/exact-cover.c makes those of piece puzzles. */
#include <stdio.h>

#include "puzzle/error.h"
#include "puzzle/formats/model.h"
#include "puzzle/i18n.h"
#include "puzzle/result.h"

#define SQUARE_NAME "a square of side %d at %d %d"

GPtrArray *
tw_model_lists_new (gsize n)
{
  GPtrArray *lists = g_ptr_array_new_full ((guint) n, (GDestroyNotify) g_array_unref);

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (lists, g_array_new (FALSE, FALSE, sizeof (int)));
  return lists;
}

static void
append_to (const GPtrArray *lists, int i, int value)
{
  GArray *list = g_ptr_array_index (lists, (guint) i);

  g_array_append_val (list, value);
}

TwModel *
tw_model_of_board (const TwBoard *board, int largest, const GPtrArray *by_side, GError **error)
{
  gsize n = (gsize) board->width * (gsize) board->height;
  g_autofree guint16 *sides = g_new (guint16, n);
  g_autoptr (TwModel) model = tw_model_new ();
  g_autoptr (GPtrArray) covering = NULL;
  gint64 variables = 0, terms = 0;

  tw_board_largest_squares (board, sides);
  for (gsize i = 0; i < n; i++) {
    sides[i] = (guint16) MIN (sides[i], largest);
    for (int s = 1; s <= sides[i]; s++) {
      variables++;
      terms += s * s;
    }
  }
  if (variables > TW_MODEL_MAX_VARIABLES || terms > TW_MODEL_MAX_TERMS)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("the model would be too large"));
  covering = tw_model_lists_new (n);
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      for (int s = 1; s <= sides[tw_board_index (board, x, y)]; s++) {
        int v = tw_model_add_variable (model, g_strdup_printf (SQUARE_NAME, s, x, y));

        if (by_side != NULL)
          append_to (by_side, s - 1, v);
        for (int dy = 0; dy < s; dy++)
          for (int dx = 0; dx < s; dx++)
            append_to (covering, (int) tw_board_index (board, x + dx, y + dy), v);
      }
  for (guint i = 0; i < n; i++) {
    const GArray *squares = g_ptr_array_index (covering, i);

    if (squares->len > 0)
      tw_model_add_row (model, squares, 1, 1);
  }
  return g_steal_pointer (&model);
}

gboolean
tw_model_read_squares (TwResult *result, const GPtrArray *names)
{
  gboolean fine = TRUE;

  for (guint i = 0; fine && i < names->len; i++) {
    TwSquare square;

    if (sscanf (names->pdata[i], SQUARE_NAME, &square.size, &square.x, &square.y) == 3)
      fine = tw_tiling_add (result->payload, square);
  }
  return fine;
}

/* --- exact covers ----------------------------------------------------------------------------- */

static char *
option_name (const TwDlx *dlx, int option)
{
  GString *name = g_string_new (NULL);

  for (gint32 t = dlx->problem.start[option]; t < dlx->problem.start[option + 1]; t++) {
    g_autofree char *term = tw_dlx_dup_term (dlx, dlx->problem.terms[t]);

    g_string_append_printf (name, "%s%s", name->len > 0 ? " " : "", term);
  }
  return g_string_free (name, FALSE);
}

static gboolean
has_primary (const TwExactCover *problem, int option)
{
  for (gint32 t = problem->start[option]; t < problem->start[option + 1]; t++)
    if (problem->terms[t].item < problem->n_primary)
      return TRUE;
  return FALSE;
}

/* Adds a variable for each colour that the item can have; at most one of them is 1. */
static void
add_secondary (TwModel *model, const TwDlx *dlx, guint item, const GArray *options,
               const GArray *colours)
{
  g_autoptr (GHashTable)
    by_colour = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) row = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < options->len; i++) {
    int v = g_array_index (options, int, i), colour = g_array_index (colours, int, i);
    GArray *same = g_hash_table_lookup (by_colour, GINT_TO_POINTER (colour));

    if (colour == TW_EXACT_COVER_NO_COLOUR) {
      g_array_append_val (row, v);
      continue;
    }
    if (same == NULL) {
      same = g_array_new (FALSE, FALSE, sizeof (int));
      g_hash_table_insert (by_colour, GINT_TO_POINTER (colour), same);
      g_array_append_val (order, colour);
    }
    g_array_append_val (same, v);
  }
  for (guint i = 0; i < order->len; i++) {
    int colour = g_array_index (order, int, i), v;
    TwCoverTerm term = { .item = (gint32) item, .colour = colour };
    g_autofree char *name = tw_dlx_dup_term (dlx, term);

    v = tw_model_add_variable (model, g_strdup_printf ("the item %s", name));
    tw_model_define (model, v, g_hash_table_lookup (by_colour, GINT_TO_POINTER (colour)));
    g_array_append_val (row, v);
  }
  tw_model_add_row (model, row, 0, 1);
}

TwModel *
tw_model_of_dlx (const TwDlx *dlx)
{
  const TwExactCover *problem = &dlx->problem;
  gsize n_items = dlx->items->len;
  TwModel *model = tw_model_new ();
  g_autoptr (GPtrArray) options = tw_model_lists_new (n_items);
  g_autoptr (GPtrArray) colours = tw_model_lists_new (n_items);

  for (int o = 0; o < problem->n_options; o++) {
    int v;

    if (!has_primary (problem, o))
      continue;
    v = tw_model_add_variable (model, option_name (dlx, o));
    for (gint32 t = problem->start[o]; t < problem->start[o + 1]; t++) {
      TwCoverTerm term = problem->terms[t];

      append_to (options, term.item, v);
      append_to (colours, term.item, term.colour);
    }
  }
  for (guint i = 0; i < n_items; i++) {
    if (i < (guint) problem->n_primary)
      tw_model_add_row (model, g_ptr_array_index (options, i), 1, 1);
    else
      add_secondary (model, dlx, i, g_ptr_array_index (options, i), g_ptr_array_index (colours, i));
  }
  return model;
}
