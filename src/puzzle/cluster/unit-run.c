/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit-run.c - searches one work unit; see unit-run.h. */
#include "puzzle/cluster/unit-run.h"

#include <time.h>

#include "core/pieces/search.h"
#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-solve.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/pieces/placements.h"

/* The most solutions that one unit lists. */
#define MAX_KEPT 100000

static gboolean
fail (const TwUnit *unit, GError **error, const char *reason)
{
  return tw_fail_usage (error, _ ("unit %s: %s"), unit->name, reason);
}

/* --- a subtree of a search ------------------------------------------------------- */

/* A finished search has no checkpoint: this is what it would be. */
static char *
finished_work (const TwUnit *unit, const TwPiecesResult *found)
{
  g_auto (TwCheckpoint) checkpoint = { 0 };
  TwCheckpoint after;

  tw_checkpoint_read (&checkpoint, unit->work);
  after = (TwCheckpoint){ .problem = checkpoint.problem,
                          .raw = found->raw,
                          .distinct = found->distinct,
                          .whole = unit->share,
                          .done = unit->share };
  return tw_unit_checkpoint_text (&after);
}

static void
list_answers (TwPuzzle *puzzle, TwPieceSink *sink, GPtrArray *answers)
{
  for (gsize i = 0; i < tw_piece_sink_kept (sink); i++) {
    g_autoptr (TwResult) answer = tw_result_new (puzzle);
    g_auto (TwPieceSolution) solution = { 0 };

    answer->status = TW_STATUS_FEASIBLE;
    if (!tw_piece_sink_get (sink, i, &solution)
        || !tw_result_add_piece_solution (answer, &solution))
      g_error ("out of memory for a solution");
    g_ptr_array_add (answers, tw_result_print (answer));
  }
}

static gboolean
accept_search (const TwPlan *plan, const TwUnit *unit, gboolean list, const TwPiecesResult *found,
               TwPieceSink *sink, TwRun *run, GError **error)
{
  guint64 listed = plan->options.raw ? found->raw : found->distinct;

  if (found->overflow)
    return fail (unit, error, _ ("there are too many solutions to count; use a smaller budget"));
  if (tw_piece_sink_refused (sink) > 0)
    return fail (unit, error, _ ("the checker refused a solution of the engine"));
  if (tw_run_stop_reason (run) == TW_STOP_CANCEL && !found->complete && found->checkpoint == NULL)
    return fail (unit, error, _ ("the search was stopped and its result was dropped"));
  if (tw_run_stop_reason (run) == TW_STOP_MEMORY || (!found->complete && found->checkpoint == NULL))
    return fail (unit, error, _ ("there is not enough memory"));
  if (list && tw_piece_sink_kept (sink) < listed)
    return fail (unit, error, _ ("there are too many solutions to list; use a smaller budget"));
  return TRUE;
}

static gboolean
run_search (const TwPlan *plan, const TwUnit *unit, const TwUnitLimits *limits, TwRun *run,
            TwUnitResult *result, GError **error)
{
  TwPuzzle *puzzle = g_ptr_array_index (plan->puzzles, 0);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gboolean list = plan->command == TW_PLAN_LIST && !limits->audit;
  g_autoptr (TwPieceSink) sink = tw_need (tw_piece_sink_new (problem, list ? MAX_KEPT : 0));
  TwPiecesQuery query = { .goal = list ? TW_PIECES_ALL : TW_PIECES_COUNT,
                          .raw = plan->options.raw,
                          .threads = limits->threads,
                          .engine = "cover",
                          .resume = unit->work,
                          .unit = true,
                          .mirrored = limits->audit,
                          .split = TW_UNIT_CHILDREN,
                          .budget = limits->audit ? 0 : limits->budget,
                          .region = limits->region };
  g_auto (TwPiecesResult) found = { 0 };

  if (!tw_pieces_search (problem, &query, run, sink, &found))
    return fail (unit, error,
                 _ ("the plan was made by another version of the search; split the puzzle again"));
  if (!accept_search (plan, unit, list, &found, sink, run, error))
    return FALSE;
  result->work = found.checkpoint != NULL ? g_strdup (found.checkpoint)
                                          : finished_work (unit, &found);
  list_answers (puzzle, sink, result->answers);
  return TRUE;
}

/* --- a range of a batch, or of the parts of a puzzle ------------------------------------------------------------- */

/* Returns the answer as JSON, or NULL when the run ended. */
static char *
solve_item (const TwPlan *plan, guint i, const TwOptions *options, TwRun *run)
{
  g_autoptr (TwRun) child = NULL;
  g_autoptr (TwResult) answer = NULL;

  if (plan->parts != NULL)
    return plan->parts->solve (g_ptr_array_index (plan->puzzles, 0), plan->detail, i, options, run);
  child = tw_run_new_child (run, options->time);
  if (child == NULL)
    return NULL;
  answer = tw_kind_solve (g_ptr_array_index (plan->puzzles, i), options, child, NULL);
  tw_run_add_nodes (run, tw_run_nodes (child));
  return tw_run_stop_reason (run) == TW_STOP_NONE ? tw_result_print (answer) : NULL;
}

/* The first puzzle is solved in any case, except after a cancellation, so that each run of a unit
 * makes progress. */
static gboolean
run_batch (const TwPlan *plan, const TwUnit *unit, const TwUnitLimits *limits, TwRun *run,
           TwUnitResult *result, GError **error)
{
  TwOptions options = plan->options;
  guint first, end, i;

  if (!tw_unit_get_range (plan, unit, &first, &end))
    return fail (unit, error, _ ("expected a range of puzzles of the plan"));
  options.threads = limits->threads;
  for (i = first; i < end; i++) {
    char *answer = solve_item (plan, i, &options, run);

    if (answer == NULL)
      break;
    g_ptr_array_add (result->answers, answer);
    if (limits->budget > 0 && tw_run_nodes (run) >= limits->budget) {
      i++;
      break;
    }
  }
  if (i == first)
    return fail (unit, error,
                 tw_run_stop_reason (run) == TW_STOP_CANCEL
                   ? _ ("the search was stopped and its result was dropped")
                 : tw_run_refused (run) > 0 ? _ ("the checker refused a solution of the engine")
                                            : _ ("there is not enough memory"));
  result->work = i < end ? tw_unit_range_text (plan, i, end) : g_strdup ("");
  return TRUE;
}

TwUnitResult *
tw_unit_run (const TwPlan *plan, const TwUnit *unit, const TwUnitLimits *limits, TwRun *run,
             GError **error)
{
  g_autoptr (TwUnitResult) result = tw_unit_result_new ();
  clock_t start = clock ();
  guint64 nodes = tw_run_nodes (run);
  gboolean good = plan->command == TW_PLAN_SOLVE
                    ? run_batch (plan, unit, limits, run, result, error)
                    : run_search (plan, unit, limits, run, result, error);

  if (!good)
    return NULL;
  result->cpu = (double) (clock () - start) / CLOCKS_PER_SEC;
  result->nodes = tw_run_nodes (run) - nodes;
  return g_steal_pointer (&result);
}
