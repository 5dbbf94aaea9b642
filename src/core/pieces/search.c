/* search.c - from a piece problem and a question to an engine and an answer;
 * called by the puzzle kinds, the command line and the tests. */
#include "core/pieces/search.h"

#include <stdlib.h>
#include <string.h>

#include "core/pieces/counts.h"
#include "core/pieces/pool.h"
#include "core/pieces/reasons-private.h"

/* More places than this are left to the searches that do not list them. */
#define MAX_PLACES 65536

static const char *const engines[] = { "auto", "cover", NULL };

const char *const *
tw_pieces_engines (void)
{
  return engines;
}

static bool
is_engine (const char *name)
{
  for (int i = 0; engines[i] != NULL; i++) {
    if (strcmp (engines[i], name) == 0)
      return true;
  }
  return false;
}

static TwStatus
stopped_status (const TwRun *run, bool any)
{
  if (any)
    return TW_STATUS_FEASIBLE;
  switch (tw_run_stop_reason (run)) {
  case TW_STOP_CANCEL:
    return TW_STATUS_CANCELLED;
  case TW_STOP_MEMORY:
    return TW_STATUS_OUT_OF_MEMORY;
  case TW_STOP_DEADLINE:
  case TW_STOP_NONE:
    break;
  }
  return TW_STATUS_TIMEOUT;
}

static void
end_stopped (TwRun *run, TwPiecesResult *result)
{
  result->status = stopped_status (run, result->raw > 0);
  result->complete = false;
}

static void
end_compile (TwCompile problem, TwRun *run, TwPiecesResult *result)
{
  if (problem != TW_COMPILE_STOPPED)
    tw_run_stop (run, TW_STOP_MEMORY);
  end_stopped (run, result);
}

static void
end_infeasible (TwRun *run, TwPiecesResult *result)
{
  result->status = TW_STATUS_INFEASIBLE;
  result->complete = true;
  tw_run_set_permille (run, 1000);
}

/* No cell is left to cover: the pieces placed beforehand are the solution, or
 * there is none because others must still be used. */
static void
answer_full (const TwInstance *in, TwPieceSink *sink, TwPiecesResult *result)
{
  TwPieceSolution solution;

  result->raw = result->distinct = 1;
  result->status = TW_STATUS_OPTIMAL;
  result->complete = true;
  tw_run_set_permille (in->run, 1000);
  if (sink == NULL || !tw_instance_solution (in, NULL, 0, &solution))
    return;
  tw_piece_sink_count (sink, 1, 1);
  tw_piece_sink_put (sink, &solution);
  tw_piece_solution_clear (&solution);
}

static void
finish (TwRun *run, const TwPoolResult *pool, TwPiecesResult *result)
{
  result->raw = pool->raw;
  result->distinct = pool->distinct;
  result->checkpoint = pool->checkpoint;
  if (pool->no_memory)
    tw_run_stop (run, TW_STOP_MEMORY);
  if (pool->limit_reached) {
    result->status = TW_STATUS_OPTIMAL;
    result->complete = false;
    return;
  }
  if (pool->no_memory || pool->checkpoint != NULL) {
    end_stopped (run, result);
    return;
  }
  result->complete = true;
  tw_run_set_permille (run, 1000);
  result->status = result->raw > 0 ? TW_STATUS_OPTIMAL : TW_STATUS_INFEASIBLE;
  if (result->raw == 0)
    result->reason = (TwPieceReason){ .kind = TW_REASON_SEARCHED, .x = -1, .y = -1, .piece = -1 };
}

static bool
search_cover (TwInstance *in, const TwPiecesQuery *query, TwPieceSink *sink, TwPiecesResult *result)
{
  TwSymmetry symmetry;
  TwPoolResult pool;
  TwParts parts;
  TwCompile compile = tw_instance_place (in, MAX_PLACES);

  result->engine = "cover";
  if (compile == TW_COMPILE_OK) {
    tw_reasons_places (in, &result->reason);
    if (result->reason.kind != TW_REASON_NONE) {
      end_infeasible (in->run, result);
      return true;
    }
    compile = tw_symmetry_find (&symmetry, in);
  }
  if (compile == TW_COMPILE_OK)
    compile = tw_symmetry_split (&symmetry, in, false, &parts);
  if (compile != TW_COMPILE_OK) {
    end_compile (compile, in->run, result);
    return true;
  }
  if (!tw_pool_run (in, &symmetry, &parts, query, sink, &pool))
    return false;
  finish (in->run, &pool, result);
  return true;
}

bool
tw_pieces_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                  TwPieceSink *sink, TwPiecesResult *result)
{
  const char *engine = query->engine != NULL ? query->engine : "auto";
  TwCompile compile;
  TwInstance in;
  bool good = true;

  *result = (TwPiecesResult){ .engine = engine, .reason = { .x = -1, .y = -1, .piece = -1 } };
  if (!is_engine (engine))
    return false;
  compile = tw_instance_compile (&in, problem, run);
  if (compile == TW_COMPILE_OK)
    compile = tw_counts_check_area (&in, &result->reason);
  if (compile != TW_COMPILE_OK) {
    end_compile (compile, run, result);
  } else {
    if (result->reason.kind == TW_REASON_NONE)
      tw_reasons_colours (&in, &result->reason);
    if (result->reason.kind == TW_REASON_NONE)
      tw_counts_narrow (&in);
    if (result->reason.kind != TW_REASON_NONE)
      end_infeasible (run, result);
    else if (in.n_cells == 0)
      answer_full (&in, sink, result);
    else
      good = search_cover (&in, query, sink, result);
  }
  tw_instance_clear (&in);
  return good;
}

void
tw_pieces_result_clear (TwPiecesResult *result)
{
  free (result->checkpoint);
  result->checkpoint = NULL;
}
