/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.c - makes the 0/1 model of a capped tiling; see capped.h. */
#include "puzzle/kinds/capped/capped.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* Asks for the least cap, which is at most `limit`. There are two variables for each j from 1 to
 * `limit`: "the cap is below j" and its negation. For each side, the number of its squares plus the
 * number of true variables "the cap is below j" is at most `limit`. */
static void
ask_for_least_cap (TwModel *model, const GPtrArray *by_side, int limit)
{
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (int));

  for (int j = 1; j <= limit; j++) {
    int v = tw_model_add_variable (model, g_strdup_printf ("the cap is below %d", j));

    g_array_append_val (below, v);
  }
  for (guint i = 0; i < by_side->len; i++)
    g_array_append_vals (g_ptr_array_index (by_side, i), below->data, below->len);
  model->first_goal = model->n_variables + 1;
  for (int j = 1; j <= limit; j++) {
    int v = tw_model_add_variable (model, g_strdup_printf ("the cap is at least %d", j));
    int either[] = { v, g_array_index (below, int, j - 1) };
    g_autoptr (GArray) pair = g_array_new (FALSE, FALSE, sizeof (int));

    g_array_append_vals (pair, either, 2);
    tw_model_add_row (model, pair, 1, 1);
    if (j == 1)
      continue;
    /* A cap that is at least j is not below j - 1. */
    g_array_index (pair, int, 1) = g_array_index (below, int, j - 2);
    tw_model_add_row (model, pair, 0, 1);
  }
}

TwModel *
tw_model_of_capped (const TwCappedProblem *problem, const TwBoard *board, GError **error)
{
  int largest = tw_capped_max_size (problem), limit = tw_capped_limit (problem);
  g_autoptr (GPtrArray) by_side = tw_model_lists_new ((gsize) largest);
  TwModel *model;

  if (problem->goal == TW_CAPPED_QUILT)
    return tw_fail_usage_null (error, _ ("a quilt has no model: common divisors are not linear"));
  model = tw_model_of_board (board, largest, by_side, error);
  if (model == NULL)
    return NULL;
  if (problem->goal == TW_CAPPED_LEAST_CAP)
    ask_for_least_cap (model, by_side, limit);
  if (problem->goal == TW_CAPPED_FEWEST)
    model->first_goal = 1;
  for (guint i = 0; i < by_side->len; i++)
    tw_model_add_row (model, g_ptr_array_index (by_side, i), 0, limit);
  return model;
}
