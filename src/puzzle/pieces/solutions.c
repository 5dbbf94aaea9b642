/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solutions.c - see solutions.h. */
#include "puzzle/pieces/solutions.h"

#include <stdlib.h>

#include "puzzle/checkpoint.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/kind-solve.h"
#include "puzzle/pieces/placements.h"

/* Solutions kept for display; counting continues beyond this. */
#define MAX_KEPT 100000

struct TwPieceSolutions {
  gatomicrefcount ref_count;
  TwPuzzle *puzzle;
  TwOptions options;
  TwPieceSink *sink;
  TwPieceSaver saver;

  GMutex lock; /* guards the members below */
  TwPieceSaved saved;
  gpointer saved_data;
  /* Set when the search ends. */
  gboolean complete;
  gboolean matrix_short;
  TwStop stop;
  char *checkpoint;
  char *raw_digits; /* of counts that exceed 64 bits */
  char *distinct_digits;
};

static void
save (gpointer data, const char *checkpoint)
{
  TwPieceSolutions *solutions = data;

  g_mutex_lock (&solutions->lock);
  if (solutions->saved != NULL)
    solutions->saved (checkpoint, solutions->saved_data);
  g_mutex_unlock (&solutions->lock);
}

void
tw_piece_solutions_ask_checkpoint (TwPieceSolutions *solutions, TwPieceSaved saved, gpointer data)
{
  if (solutions == NULL)
    return;
  g_mutex_lock (&solutions->lock);
  solutions->saved = saved;
  solutions->saved_data = data;
  g_mutex_unlock (&solutions->lock);
  if (saved != NULL)
    tw_piece_saver_ask (&solutions->saver);
}

static gboolean
is_random (const TwOptions *options)
{
  return g_str_equal (options->engine, TW_ENGINE_RANDOM);
}

TwPieceSolutions *
tw_piece_solutions_new (const TwPuzzle *puzzle, const TwOptions *options)
{
  TwPieceSolutions *solutions = g_new0 (TwPieceSolutions, 1);
  gsize most = options->count_only ? 0 : options->limit > 0 ? (gsize) options->limit : MAX_KEPT;

  g_atomic_ref_count_init (&solutions->ref_count);
  g_mutex_init (&solutions->lock);
  solutions->puzzle = tw_puzzle_ref ((TwPuzzle *) (guintptr) puzzle);
  solutions->options = *options;
  if (is_random (options))
    solutions->options.limit = 1;
  solutions->saver.save = save;
  solutions->saver.data = solutions;
  solutions->sink = tw_need (
    tw_piece_sink_new (tw_piece_puzzle_get_problem (puzzle), MIN (most, MAX_KEPT)));
  return solutions;
}

TwPieceSolutions *
tw_piece_solutions_ref (TwPieceSolutions *solutions)
{
  g_atomic_ref_count_inc (&solutions->ref_count);
  return solutions;
}

void
tw_piece_solutions_unref (TwPieceSolutions *solutions)
{
  if (!g_atomic_ref_count_dec (&solutions->ref_count))
    return;
  TW_DROP (solutions, (sink, tw_piece_sink_free), (puzzle, tw_puzzle_unref), (checkpoint, free),
           (raw_digits, free), (distinct_digits, free));
  g_mutex_clear (&solutions->lock);
  g_free (solutions);
}

TwPieceSolutions *
tw_result_get_piece_solutions (const TwResult *result)
{
  return result != NULL && tw_puzzle_has_pieces (result->puzzle)
           ? ((const TwPiecesPayload *) result->payload)->solutions
           : NULL;
}

TwPieceReason
tw_result_get_piece_reason (const TwResult *result)
{
  const TwPieceReason none = { .kind = TW_REASON_NONE };

  return result != NULL && tw_puzzle_has_pieces (result->puzzle)
           ? ((const TwPiecesPayload *) result->payload)->reason
           : none;
}

void
tw_result_set_piece_solutions (TwResult *result, TwPieceSolutions *solutions)
{
  ((TwPiecesPayload *) result->payload)->solutions = solutions;
}

TwSolutionCount
tw_piece_solutions_count (TwPieceSolutions *solutions)
{
  TwSolutionCount count = { .stop = TW_STOP_MEMORY };
  const TwOptions *options;

  if (solutions == NULL)
    return count;
  options = &solutions->options;
  /* The search counts before it ends: a complete count is final. */
  g_mutex_lock (&solutions->lock);
  count = (TwSolutionCount){ .raw_digits = solutions->raw_digits,
                             .distinct_digits = solutions->distinct_digits,
                             .complete = solutions->complete,
                             .matrix_short = solutions->matrix_short,
                             .can_continue = solutions->checkpoint != NULL,
                             .stop = solutions->stop };
  g_mutex_unlock (&solutions->lock);
  count.kept = tw_piece_sink_kept (solutions->sink);
  count.kept_short = tw_piece_sink_was_short (solutions->sink);
  count.raw = tw_piece_sink_raw (solutions->sink);
  count.distinct = count.listed = tw_piece_sink_distinct (solutions->sink);
  if (options->raw) /* whole orbits are counted at a time, so the count may exceed the limit */
    count.listed = options->count_only || options->limit == 0
                     ? count.raw
                     : MIN (count.raw, (guint64) options->limit);
  return count;
}

char *
tw_piece_puzzle_dup_checkpoint (const TwResult *stopped)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (stopped);
  char *text;

  if (solutions == NULL)
    return NULL;
  g_mutex_lock (&solutions->lock);
  text = solutions->checkpoint != NULL
           ? tw_piece_checkpoint_text (solutions->checkpoint, stopped->seconds)
           : NULL;
  g_mutex_unlock (&solutions->lock);
  return text;
}

TwResult *
tw_piece_puzzle_stopped_at (TwPuzzle *puzzle, const TwOptions *options, const char *checkpoint,
                            GError **error)
{
  TwResult *result;
  TwPieceSolutions *solutions;
  double seconds;
  char *core = tw_piece_checkpoint_parse (checkpoint, &seconds, error);

  if (core == NULL)
    return NULL;
  result = tw_result_new (puzzle);
  solutions = tw_piece_solutions_new (puzzle, options);
  solutions->checkpoint = core;
  result->seconds = seconds;
  tw_result_set_piece_solutions (result, solutions);
  return result;
}

const TwOptions *
tw_piece_solutions_get_options (TwPieceSolutions *solutions)
{
  return &solutions->options;
}

gboolean
tw_piece_solutions_copy (TwPieceSolutions *solutions, gsize i, TwPieceSolution *solution)
{
  *solution = (TwPieceSolution){ 0 };
  return solutions != NULL && tw_piece_sink_get (solutions->sink, i, solution);
}

gboolean
tw_piece_solutions_add_to (TwPieceSolutions *solutions, gsize i, TwResult *result)
{
  g_auto (TwPieceSolution) solution = { 0 };

  return tw_piece_solutions_copy (solutions, i, &solution)
         && tw_result_add_piece_solution (result, &solution);
}

TwResult *
tw_piece_solutions_get (TwPieceSolutions *solutions, gsize i)
{
  g_autoptr (TwResult) result = NULL;

  if (solutions == NULL)
    return NULL;
  result = tw_result_new (solutions->puzzle);
  if (!tw_piece_solutions_add_to (solutions, i, result))
    return NULL;
  result->status = TW_STATUS_FEASIBLE;
  return g_steal_pointer (&result);
}

/* Adds a solution without counting it; returns whether the checker accepts it. */
static gboolean
put (TwPieceSolutions *solutions, const TwResult *result)
{
  TwPieceSolution solution = tw_result_dup_piece_solution (result);
  gboolean fine = tw_piece_sink_put (solutions->sink, &solution);

  g_free (solution.placements);
  return fine;
}

void
tw_piece_solutions_gather (TwResult *result, GPtrArray *results, const TwSolutionCount *count)
{
  TwPieceSolutions *solutions;
  TwOptions options;
  guint64 n = 0;

  tw_options_init (&options);
  options.limit = count != NULL ? 0 : (int) MIN (results->len, MAX_KEPT);
  options.raw = count != NULL && count->distinct < results->len;
  solutions = tw_piece_solutions_new (result->puzzle, &options);
  for (guint i = 0; i < results->len; i++)
    n += put (solutions, g_ptr_array_index (results, i));
  solutions->complete = count != NULL;
  tw_piece_sink_count (solutions->sink, count != NULL ? count->raw : n,
                       count != NULL ? count->distinct : n);
  tw_result_set_piece_solutions (result, solutions);
}

TwResult *
tw_piece_solutions_counted (const TwResult *found, const TwOptions *options, guint64 raw,
                            guint64 distinct)
{
  TwPieceSolutions *solutions;
  TwResult *result;

  if (distinct == 0 || distinct > raw || !tw_result_has_solution (found))
    return NULL;
  solutions = tw_piece_solutions_new (found->puzzle, options);
  solutions->complete = TRUE;
  tw_piece_sink_count (solutions->sink, raw, distinct);
  result = tw_result_dup_solution (found);
  result->status = found->status;
  tw_result_set_piece_solutions (result, solutions);
  return result;
}

TwResult *
tw_piece_solutions_resume (const TwResult *found, const TwOptions *options, const char *checkpoint,
                           guint64 raw, guint64 distinct)
{
  TwPieceSolutions *solutions, *list = tw_result_get_piece_solutions (found);
  TwResult *stopped = tw_piece_puzzle_stopped_at (found->puzzle, options, checkpoint, NULL);
  TwPieceSolution solution;

  if (stopped == NULL)
    return NULL;
  solutions = tw_result_get_piece_solutions (stopped);
  if (list == NULL && tw_result_has_solution (found))
    put (solutions, found);
  for (gsize i = 0; tw_piece_solutions_copy (list, i, &solution); i++) {
    tw_piece_sink_put (solutions->sink, &solution);
    tw_piece_solution_clear (&solution);
  }
  tw_piece_sink_count (solutions->sink, raw, distinct);
  if (tw_result_has_solution (found)) {
    TwResult *all = tw_result_dup_solution (found);

    all->seconds = stopped->seconds;
    tw_result_set_piece_solutions (all, tw_piece_solutions_ref (solutions));
    tw_result_unref (stopped);
    stopped = all;
  }
  stopped->status = found->status;
  return stopped;
}

/* --- searching -------------------------------------------------------------------- */

gboolean
tw_piece_solutions_search (TwPieceSolutions *solutions, const TwOptions *options, TwRun *run,
                           TwPiecesResult *found)
{
  TwPuzzle *puzzle = solutions->puzzle;
  TwPiecesQuery query = {
    .goal = options->count_only   ? TW_PIECES_COUNT
            : is_random (options) ? TW_PIECES_RANDOM
            : options->limit == 1 ? TW_PIECES_FIRST
                                  : TW_PIECES_ALL,
    .raw = options->raw || (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_LIST_RAW) != 0,
    .limit = options->count_only ? 0 : (guint64) options->limit,
    .threads = tw_options_threads (options),
    .seed = (guint32) options->seed,
    .engine = is_random (options) ? NULL : options->engine,
    .saver = &solutions->saver,
  };
  g_autofree char *checkpoint = NULL;
  gboolean searched;

  g_mutex_lock (&solutions->lock);
  query.resume = checkpoint = g_steal_pointer (&solutions->checkpoint);
  g_mutex_unlock (&solutions->lock);
  tw_piece_sink_charge (solutions->sink, run);
  searched = tw_pieces_search (tw_piece_puzzle_get_problem (puzzle), &query, run, solutions->sink,
                               found);
  tw_piece_sink_charge (solutions->sink, NULL);
  if (!searched)
    return FALSE;
  g_mutex_lock (&solutions->lock);
  solutions->complete = found->complete;
  solutions->matrix_short = found->matrix_short;
  solutions->stop = found->complete ? TW_STOP_NONE : tw_run_stop_reason (run);
  solutions->checkpoint = g_steal_pointer (&found->checkpoint);
  solutions->raw_digits = g_steal_pointer (&found->raw_digits);
  solutions->distinct_digits = g_steal_pointer (&found->distinct_digits);
  g_mutex_unlock (&solutions->lock);
  if (tw_piece_sink_refused (solutions->sink) > 0)
    g_warning ("the engine %s offered %u wrong solutions, which the checker refused", found->engine,
               tw_piece_sink_refused (solutions->sink));
  return TRUE;
}
