/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.c - the search for capped tilings, divided by the first squares of the first row.
 *
 * A part is a subtree below the first squares (core/capped/solve.h); the detail of the division is
 * their number. Its answer is {"count": N, "tilings": [BOUWKAMP, ...]}. Fewest squares and least
 * caps are found by trees that depend on the results of earlier ones, so these goals are not
 * divided. */
#include "puzzle/kinds/capped/capped.h"

#include <stdlib.h>
#include <string.h>

#include "core/capped/bouwkamp.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-divide.h"
#include "puzzle/result.h"

/* The sum over all parts fits 63 bits. */
#define MOST_TILINGS (G_MAXINT64 >> 20)

enum {
  MOST_DEPTH = 12,
  MOST_PARTS = 20000,
  PARTS_A_UNIT = 8, /* subtrees differ in size, so a unit has several */
};

static guint
count (const TwPuzzle *puzzle, guint detail, TwRun *run)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);

  if ((problem->goal != TW_CAPPED_ANY && problem->goal != TW_CAPPED_ALL) || detail < 1
      || detail > MOST_DEPTH)
    return 0;
  return (guint) tw_capped_count_parts (problem, (int) detail, MOST_PARTS, run);
}

static guint
divide (const TwPuzzle *puzzle, guint wanted, TwRun *run, guint *detail, GError **error)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  guint parts = 0;

  if (problem->goal != TW_CAPPED_ANY && problem->goal != TW_CAPPED_ALL) {
    tw_fail_usage (
      error,
      _ ("%s: only the goals “any” and “all” can be split, with a cap; each step of the "
         "goal “%s” depends on the one before"),
      tw_puzzle_get_name (puzzle), tw_capped_goal_name (problem->goal));
    return 0;
  }
  for (int depth = 1; depth <= MOST_DEPTH && parts < PARTS_A_UNIT * wanted; depth++) {
    guint n = count (puzzle, (guint) depth, run);

    if (n < parts || n == 0)
      break;
    parts = n;
    *detail = (guint) depth;
  }
  if (parts == 0)
    tw_fail_usage (error, "%s: %s", tw_puzzle_get_name (puzzle),
                   _ ("nothing to split: the puzzle is solved without a search"));
  return parts;
}

static char *
print_result (const TwCappedProblem *problem, const TwCappedResult *found)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  const TwTiling *list = problem->goal == TW_CAPPED_ALL ? found->list : &found->best;
  size_t n = problem->goal == TW_CAPPED_ALL ? found->listed : found->best.count > 0;

  tw_json_add_int (builder, "count", (gint64) (problem->goal == TW_CAPPED_ALL ? found->count : n));
  tw_json_begin_array (builder, "tilings");
  for (size_t i = 0; i < n; i++) {
    char *code = tw_bouwkamp_write (problem->width, problem->height, &list[i]);

    tw_json_add_string (builder, NULL, code != NULL ? code : "");
    free (code);
  }
  tw_json_end_array (builder);
  return tw_json_end (builder);
}

static char *
solve_part (TwPuzzle *puzzle, guint detail, guint part, const TwOptions *options, TwRun *run)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  TwCappedPart subtree = { .depth = (int) detail, .first = part, .end = part + 1 };
  TwCappedResult found = { .list_most = TW_CAPPED_MAX_LISTED };
  TwOptions single = *options;
  char *text = NULL;

  /* Of two threads each may find another tiling first. */
  single.threads = 1;
  tw_capped_solve_part (problem, &subtree, &single, run, &found);
  if (tw_run_stop_reason (run) == TW_STOP_NONE && tw_run_refused (run) == 0)
    text = print_result (problem, &found);
  tw_capped_result_clear (&found);
  return text;
}

/* --- joining ----------------------------------------------------------------------------- */

gboolean
tw_capped_add_tiling (const TwCappedProblem *problem, const char *code, TwCappedResult *found)
{
  TwTiling tiling = { 0 };
  char reason[160];
  int width, height;
  gboolean good = tw_bouwkamp_read (code, strlen (code), &width, &height, &tiling, reason,
                                    sizeof reason)
                  && width == problem->width && height == problem->height
                  && tw_capped_check (problem, &tiling, reason, sizeof reason);

  if (good && (found->best.count == 0 || tiling.count < found->best.count)) {
    good = tw_tiling_assign (&found->best, &tiling);
    found->multiplicity = tw_capped_multiplicity (&tiling);
  }
  if (good && problem->goal == TW_CAPPED_ALL && found->listed < found->list_most) {
    found->list = g_realloc_n (found->list, found->listed + 1, sizeof *found->list);
    found->list[found->listed++] = tiling;
  } else {
    tw_tiling_clear (&tiling);
  }
  return good;
}

static gboolean
add_part (const TwPuzzle *puzzle, const char *text, TwCappedResult *found, GError **error)
{
  g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), error);
  JsonObject *object;
  JsonArray *tilings = NULL;
  gint64 count = 0;
  gboolean good;

  if (node == NULL)
    return FALSE;
  object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  good = object != NULL && tw_json_get_int (object, "count", 0, MOST_TILINGS, &count, NULL)
         && (tilings = tw_json_get_array (object, "tilings", NULL)) != NULL
         && json_array_get_length (tilings) == MIN (count, TW_CAPPED_MAX_LISTED);
  for (guint i = 0; good && i < json_array_get_length (tilings); i++) {
    const char *code = tw_json_node_string (json_array_get_element (tilings, i));

    good = code != NULL && tw_capped_add_tiling (tw_capped_get_problem (puzzle), code, found);
  }
  if (good)
    found->count += (guint64) count;
  return good || tw_fail_refused (error, puzzle);
}

static TwResult *
join (TwPuzzle *puzzle, guint detail, GPtrArray *answers, gboolean *decided, GError **error)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  g_autoptr (TwResult) result = tw_result_new (puzzle);
  TwCappedResult *found = result->payload;
  TwStatus status = TW_STATUS_TIMEOUT;

  found->complete = true;
  found->list_most = TW_CAPPED_MAX_LISTED;
  for (guint i = 0; i < answers->len; i++) {
    const char *text = answers->pdata[i];

    found->complete = found->complete && text != NULL;
    if (text != NULL && !add_part (puzzle, text, found, error))
      return NULL;
  }
  if (found->best.count > 0)
    status = problem->goal == TW_CAPPED_ALL && found->complete ? TW_STATUS_OPTIMAL
                                                               : TW_STATUS_FEASIBLE;
  else if (found->complete)
    status = TW_STATUS_INFEASIBLE;
  tw_capped_result_sort (found);
  if (found->best.count > 0 && problem->goal == TW_CAPPED_ALL && found->complete)
    found->most_bound = (int64_t) found->best.count;
  if (status == TW_STATUS_INFEASIBLE)
    found->cap_bound = tw_capped_limit (problem) + 1;
  *decided = problem->goal == TW_CAPPED_ANY && found->best.count > 0;
  tw_capped_set_status (result, status);
  result->engine = g_strdup ("skyline");
  return g_steal_pointer (&result);
}

const TwKindDivide tw_capped_parts = {
  .exact = TRUE,
  .divide = divide,
  .count = count,
  .solve = solve_part,
  .join = join,
};
