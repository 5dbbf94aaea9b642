/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - explains the bounds of minimum-square covers by cells on the board. */
#include "puzzle/kinds/squares/squares.h"

#include <math.h>

#include "core/squares/evidence.h"
#include "puzzle/i18n.h"

static char *
mark_sentence (int n, int bound)
{
  g_autofree char *forced = g_strdup_printf (
    tw_ngettext ("The marked cell needs a square, so at least %d square is needed.",
                 "Each of the marked cells needs a square of its own, because no square covers two "
                 "of them. So at least %d squares are needed.",
                 (gulong) n),
    n);

  if (n >= bound)
    return g_steal_pointer (&forced);
  /* Translators: the first part is the sentence "Each of the marked cells needs a square…" */
  return g_strdup_printf (_ ("%s Prices and a search prove the other %d of the %d."), forced,
                          bound - n, bound);
}

/* The sum is rounded up to what is shown of it. */
static char *
price_sentence (double sum, int n, int bound)
{
  g_autofree char *shown = g_strdup_printf ("%.2f", ceil (sum * 100 - 1e-6) / 100);
  g_autofree char *priced = g_strdup_printf (
    /* Translators: a number with a decimal point, and a number of squares */
    tw_ngettext ("Each cell has a price, and no square covers cells that cost more than 1 "
                 "together. All prices add up to %s, so at least %d square is needed.",
                 "Each cell has a price, and no square covers cells that cost more than 1 "
                 "together. All prices add up to %s, so at least %d squares are needed.",
                 (gulong) n),
    shown, n);

  if (n >= bound)
    return g_steal_pointer (&priced);
  /* Translators: the first part is the sentence "Each cell has a price…" */
  return g_strdup_printf (_ ("%s A search proves the other %d of the %d."), priced, bound - n,
                          bound);
}

TwWhy *
tw_squares_explain (const TwResult *result, gboolean prices, TwRun *run)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  g_autoptr (TwWhy) why = tw_why_new (result->puzzle, prices ? TW_LAYER_PRICES : TW_LAYER_MARKS);
  gint64 squares = tw_result_has_solution (result) ? tw_result_count (result)
                                                   : (gint64) tw_board_count_free (board);
  int64_t sum;

  if (prices)
    why->unit = tw_evidence_prices (board, squares, run, why->weights);
  else if (!tw_evidence_apart (board, squares, run, why->weights))
    return NULL;
  if (why->unit == 0 || !tw_evidence_holds (board, why->weights, why->unit, run, &sum) || sum <= 0)
    return NULL;
  why->sentence = prices ? price_sentence ((double) sum / why->unit,
                                           (int) ((sum + why->unit - 1) / why->unit),
                                           (int) result->bound)
                         : mark_sentence ((int) sum, (int) result->bound);
  return g_steal_pointer (&why);
}
