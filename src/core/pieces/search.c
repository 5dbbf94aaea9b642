/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - chooses the engines for a query about a piece problem and collects their result;
 * called by the puzzle kinds, the command line and the tests. */
#include "core/pieces/search.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/compare.h"
#include "core/base/random.h"
#include "core/pieces/counts.h"
#include "core/pieces/fill.h"
#include "core/pieces/frontier.h"
#include "core/pieces/pool.h"
#include "core/pieces/find-reasons.h"
#include "core/pieces/restart.h"

/* With more placements than this, or when the sets of placements of all cells take more words than
 * MAX_TABLE, only the search that lists no placements is used. */
#define MAX_PLACES 65536
#define MAX_TABLE  (1 << 24)

/* For one solution, systematic search and restarts alternate in slices of this many seconds, which
 * double. */
#define FIRST_SLICE   0.1
#define RESTART_SHARE 20000
/* For counts, systematic search runs for `slice` seconds, then a transfer matrix with at most
 * `states` states, which takes about `cost` seconds when it fails. The matrix is skipped when the
 * progress of the search predicts that it needs less than WORTH times as long, and the next turn's
 * matrix takes its place at LONG times as long. */
static const struct {
  double slice;
  size_t states;
  double cost;
} count_turns[] = { { 0.02, 1 << 12, 0.01 },
                    { 0.2, 1 << 15, 0.1 },
                    { 0.8, 1 << 18, 1.0 },
                    { 4.0, 1 << 21, 8.0 },
                    { 15.0, 1 << 24, 60.0 } };

/* For a random solution, transfer matrices with at most `states` states take turns with lists of
 * all solutions with at most `nodes` nodes. The limits are not times and the first list has one
 * thread, so that a seed gives the same solution on every machine. */
static const struct {
  size_t states;
  uint64_t nodes; /* 0: no limit */
} draw_turns[] = { { 1 << 14, 1 << 21 }, { 1 << 22, 0 } };

#define N_COUNT_TURNS ((int) (sizeof count_turns / sizeof count_turns[0]))
#define WORTH         6.0
#define LONG          60.0
#define SMALL_MATRIX  ((size_t) 1 << 18)
#define ALL_STATES    ((size_t) 1 << 32)
/* The range of a signed 64-bit number. */
#define MAX_COUNT INT64_MAX
/* Boards with more cells are filled by the heuristic of fill.h first. */
#define LARGE_BOARD 1000

typedef enum {
  ENGINE_AUTO,
  ENGINE_COVER,
  ENGINE_FRONTIER,
  ENGINE_RESTART,
  ENGINE_FILL,
  N_ENGINES,
} Engine;

static const char *const engines[N_ENGINES + 1] = { "auto", "cover", "frontier", "restart",
                                                    "fill" };

const char *const *
tw_pieces_engines (void)
{
  return engines;
}

void
tw_piece_saver_ask (TwPieceSaver *saver)
{
  atomic_store (&saver->asked, true);
  atomic_fetch_or (&saver->wanted, TW_COVER_HALT);
}

/* Returns N_ENGINES when there is no engine of this name. */
static Engine
find_engine (const char *name)
{
  int i = 0;

  while (i < N_ENGINES && strcmp (engines[i], name) != 0)
    i++;
  return (Engine) i;
}

/* After TW_END_DONE and TW_END_NONE all solutions are counted. Without a reason found before, the
 * search proves that there is none. */
static void
end_search (TwEnd end, TwRun *run, TwPiecesResult *result)
{
  result->status = tw_run_end_status (run, end, result->raw > 0);
  result->complete = end == TW_END_DONE || end == TW_END_NONE;
  if (result->complete && result->raw == 0 && result->reason.kind == TW_REASON_NONE)
    result->reason.kind = TW_REASON_SEARCHED;
}

/* No cell is left to cover. The pieces placed beforehand are the solution, or there is none
 * because other pieces must still be used. */
static void
answer_full (const TwInstance *in, TwPieceSink *sink, TwPiecesResult *result)
{
  TwPieceSolution solution;

  result->raw = result->distinct = 1;
  end_search (TW_END_DONE, in->run, result);
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
  result->overflow = pool->overflow;
  if (pool->limit_reached)
    result->status = TW_STATUS_OPTIMAL;
  else if (pool->no_memory || pool->overflow)
    end_search (TW_END_NO_MEMORY, run, result);
  else
    end_search (pool->stopped ? TW_END_LIMIT : TW_END_DONE, run, result);
}

/* Stores one solution that did not come from the pool. */
static void
finish_one (const TwInstance *in, TwEnd end, TwPieceSolution *solution, TwPieceSink *sink,
            TwPiecesResult *result)
{
  if (end != TW_END_FOUND) {
    end_search (end, in->run, result);
  } else {
    result->raw = result->distinct = 1;
    result->status = TW_STATUS_OPTIMAL;
    if (sink != NULL) {
      tw_piece_sink_count (sink, 1, 1);
      tw_piece_sink_put (sink, solution);
    }
  }
  tw_piece_solution_clear (solution);
}

/* Alternates systematic search and restarts, each with a separate run. Returns false like
 * tw_pool_run (). */
static bool
take_turns (const TwInstance *in, const TwSymmetry *symmetry, const TwSearchParts *parts,
            const TwPiecesQuery *query, TwPieceSink *sink, TwPiecesResult *result)
{
  TwPiecesQuery part_query = *query;
  TwInstance part = *in;
  double seconds = FIRST_SLICE;
  char *checkpoint = NULL;

  for (uint32_t turn = 0;; turn++, seconds *= 2) {
    TwPieceSolution solution;
    TwEnd end;
    TwPoolResult pool;

    part.run = tw_run_new_child (in->run, seconds);
    if (part.run == NULL) {
      end_search (TW_END_NO_MEMORY, in->run, result);
      break;
    }
    part_query.resume = checkpoint != NULL ? checkpoint : query->resume;
    if (!tw_pool_run (&part, symmetry, parts, &part_query, sink, &pool)) {
      tw_run_free (part.run);
      result->fault = pool.fault;
      return false;
    }
    tw_run_add_nodes (in->run, tw_run_nodes (part.run));
    tw_instance_show_progress (in->run, TW_PHASE_SEARCH, tw_run_permille (part.run));
    tw_run_free (part.run);
    free (checkpoint);
    checkpoint = NULL;
    if (pool.checkpoint == NULL || tw_run_should_stop (in->run)) {
      finish (in->run, &pool, result);
      break;
    }
    checkpoint = pool.checkpoint;

    part.run = tw_run_new_child (in->run, seconds);
    if (part.run == NULL) {
      end_search (TW_END_NO_MEMORY, in->run, result);
      break;
    }
    end = tw_restart_search (&part, query->seed + turn, query->threads, 0, RESTART_SHARE,
                             &solution);
    tw_run_add_nodes (in->run, tw_run_nodes (part.run));
    tw_run_free (part.run);
    if (end != TW_END_STOPPED) {
      finish_one (in, end, &solution, sink, result);
      break;
    }
  }
  free (checkpoint);
  return true;
}

/* Returns the number, or MAX_COUNT when it is larger. */
static uint64_t
clamp_count (const TwNatural *number)
{
  TwNatural rest = *number;
  uint64_t low = rest.words[0];

  rest.words[0] = 0;
  return tw_natural_is_zero (&rest) && low <= MAX_COUNT ? low : MAX_COUNT;
}

static char *
copy_digits (const TwNatural *number)
{
  char *digits = malloc (TW_NATURAL_DIGITS);

  if (digits != NULL)
    tw_natural_print (number, digits);
  return digits;
}

static void
finish_count (TwRun *run, const TwFrontierCount *count, TwPieceSink *sink, TwPiecesResult *result)
{
  result->engine = "frontier";
  result->raw = clamp_count (&count->raw);
  result->distinct = clamp_count (&count->distinct);
  result->overflow = result->raw == MAX_COUNT;
  if (result->overflow) {
    result->raw_digits = copy_digits (&count->raw);
    result->distinct_digits = copy_digits (&count->distinct);
  }
  if (sink != NULL)
    tw_piece_sink_count (sink, result->raw - tw_piece_sink_raw (sink),
                         result->distinct - tw_piece_sink_distinct (sink));
  if (result->overflow && (result->raw_digits == NULL || result->distinct_digits == NULL))
    end_search (TW_END_NO_MEMORY, run, result);
  else
    end_search (TW_END_DONE, run, result);
}

/* Alternates systematic search and transfer matrices. Returns false like tw_pool_run (). The
 * searches share the roots, so each one uses the memos of those before; before a large matrix the
 * roots are freed to make room for it. */
static bool
count_with_roots (const TwInstance *in, const TwSymmetry *symmetry, const TwSearchParts *parts,
                  const TwPiecesQuery *query, TwCoverRoot ***roots, TwPieceSink *sink,
                  TwPiecesResult *result)
{
  TwPiecesQuery part_query = *query;
  char *checkpoint = NULL;
  TwPoolResult pool;
  bool good = true;

  for (int turn = 0; turn < N_COUNT_TURNS && good; turn++) {
    TwEnd end = TW_END_LIMIT;
    TwInstance part = *in;
    TwFrontierCount count;
    double seconds, share;

    part.run = tw_run_new_child (in->run, count_turns[turn].slice);
    if (part.run == NULL)
      break;
    if (*roots == NULL)
      *roots = tw_pool_roots_new (in, parts, query);
    part_query.roots = *roots;
    part_query.resume = checkpoint != NULL ? checkpoint : query->resume;
    good = tw_pool_run (&part, symmetry, parts, &part_query, sink, &pool);
    share = tw_run_permille (part.run) / 1000.0;
    seconds = tw_run_elapsed (in->run);
    tw_run_add_nodes (in->run, tw_run_nodes (part.run));
    tw_instance_show_progress (in->run, TW_PHASE_SEARCH, tw_run_permille (part.run));
    tw_run_free (part.run);
    free (checkpoint);
    checkpoint = good ? pool.checkpoint : NULL;
    if (!good) {
      result->fault = pool.fault;
      return false;
    }
    if (checkpoint == NULL || tw_run_should_stop (in->run)) {
      finish (in->run, &pool, result);
      return true;
    }
    result->matrix_short = false;
    if (seconds * (1.0 - share) <= WORTH * count_turns[turn].cost * share)
      continue;
    share = share > 0 ? share : 0.001;
    while (turn + 1 < N_COUNT_TURNS
           && seconds * (1.0 - share) > LONG * count_turns[turn + 1].cost * share)
      turn++;
    if (count_turns[turn].states > SMALL_MATRIX) {
      tw_pool_roots_free (in, parts, *roots);
      *roots = part_query.roots = NULL;
    }
    end = tw_frontier_count (in, symmetry, count_turns[turn].states, query->threads, NULL, &count);
    result->matrix_short = end == TW_END_NO_MEMORY;
    if (end == TW_END_DONE) {
      free (checkpoint);
      finish_count (in->run, &count, sink, result);
      return true;
    }
  }
  part_query.resume = checkpoint != NULL ? checkpoint : query->resume;
  good = tw_pool_run (in, symmetry, parts, &part_query, sink, &pool);
  free (checkpoint);
  if (good)
    finish (in->run, &pool, result);
  else
    result->fault = pool.fault;
  return good;
}

static bool
count_in_turns (const TwInstance *in, const TwSymmetry *symmetry, const TwSearchParts *parts,
                const TwPiecesQuery *query, TwPieceSink *sink, TwPiecesResult *result)
{
  TwCoverRoot **roots = NULL;
  bool good = count_with_roots (in, symmetry, parts, query, &roots, sink, result);

  tw_pool_roots_free (in, parts, roots);
  return good;
}

/* Sets the places of the lottery to those of a random solution, if there is one. `places` has room
 * for another solution. */
static TwEnd
draw_in_turns (const TwInstance *in, const TwSymmetry *symmetry, const TwSearchParts *parts,
               Engine engine, const TwPiecesQuery *query, TwPieceLottery *lottery, int32_t *places,
               TwPiecesResult *result)
{
  TwFrontierDraw draw = { .random = tw_random_number (query->seed), .places = places };
  TwPoolResult pool = { 0 };

  for (size_t turn = 0; turn < sizeof draw_turns / sizeof draw_turns[0]; turn++) {
    TwPiecesQuery list = { .goal = TW_PIECES_ALL,
                           .raw = true,
                           .threads = draw_turns[turn].nodes > 0 ? 1 : query->threads,
                           .budget = draw_turns[turn].nodes,
                           .resume = pool.checkpoint,
                           .lottery = lottery };
    char *checkpoint = pool.checkpoint;
    TwInstance part = *in;
    TwFrontierCount count;
    TwEnd end = TW_END_LIMIT;
    bool good = false;

    if (engine != ENGINE_COVER)
      end = tw_frontier_count (in, symmetry, draw_turns[turn].states, query->threads, &draw,
                               &count);

    pool = (TwPoolResult){ 0 };
    result->matrix_short = end == TW_END_NO_MEMORY;
    result->engine = engines[ENGINE_FRONTIER];
    if (end == TW_END_DONE) {
      lottery->places = draw.places;
      lottery->count = draw.count;
    }
    if (end == TW_END_DONE || end == TW_END_STOPPED) {
      free (checkpoint);
      return end == TW_END_STOPPED ? TW_END_STOPPED : draw.count >= 0 ? TW_END_FOUND : TW_END_NONE;
    }
    result->engine = engines[ENGINE_COVER];
    part.run = tw_run_new_child (in->run, 0);
    if (part.run != NULL) {
      good = tw_pool_run (&part, symmetry, parts, &list, NULL, &pool);
      tw_run_add_nodes (in->run, tw_run_nodes (part.run));
      tw_run_free (part.run);
    }
    free (checkpoint);
    if (!good || pool.no_memory || pool.overflow) {
      free (pool.checkpoint);
      return TW_END_NO_MEMORY;
    }
    if (!pool.stopped)
      return lottery->count >= 0 ? TW_END_FOUND : TW_END_NONE;
  }
  free (pool.checkpoint);
  return TW_END_STOPPED;
}

static void
draw_solution (const TwInstance *in, const TwSymmetry *symmetry, const TwSearchParts *parts,
               Engine engine, const TwPiecesQuery *query, TwPieceSink *sink, TwPiecesResult *result)
{
  size_t most = (size_t) tw_instance_depth (in) + 1;
  int32_t *places = tw_run_malloc (in->run, 2 * most * sizeof (int32_t));
  TwPieceLottery lottery = { .key = tw_random_number (query->seed), .places = places, .count = -1 };
  TwPieceSolution solution = { 0 };
  TwEnd end = TW_END_NO_MEMORY;

  if (places != NULL)
    end = draw_in_turns (in, symmetry, parts, engine, query, &lottery, places + most, result);
  if (end == TW_END_FOUND) {
    qsort (lottery.places, (size_t) lottery.count, sizeof (int32_t), tw_compare_int32);
    if (!tw_instance_solution (in, lottery.places, lottery.count, &solution))
      end = TW_END_NO_MEMORY;
  }
  tw_run_mfree (in->run, places);
  finish_one (in, end, &solution, sink, result);
}

static int
most_places (const TwInstance *in)
{
  int most = MAX_TABLE / (in->n_cells + 1) * 64;

  return most < MAX_PLACES ? most : MAX_PLACES;
}

/* When one solution is wanted, listing the placements may fail because the board is large; fill.h
 * is used then. */
static bool
search_places (TwInstance *in, Engine engine, const TwPiecesQuery *query, TwPieceSink *sink,
               TwPiecesResult *result)
{
  bool first = query->goal == TW_PIECES_FIRST, restart = first && engine == ENGINE_RESTART;
  bool fill = first && engine == ENGINE_FILL;
  TwPieceSolution solution;
  TwSymmetry symmetry;
  TwPoolResult pool;
  TwSearchParts parts;
  TwEnd compile = TW_END_LIMIT;

  if (!fill && !(first && engine == ENGINE_AUTO && in->n_cells > LARGE_BOARD))
    compile = tw_instance_place (in, most_places (in));
  if (fill
      || (compile == TW_END_LIMIT && engine == ENGINE_AUTO && query->goal != TW_PIECES_RANDOM)) {
    result->engine = engines[ENGINE_FILL];
    finish_one (in, tw_fill_search (in, query->seed, query->threads, &solution), &solution, sink,
                result);
    /* More than one solution was wanted: report the size as the reason why the search stopped. */
    if (!first && result->status == TW_STATUS_OPTIMAL)
      end_search (TW_END_NO_MEMORY, in->run, result);
    return true;
  }
  result->engine = engines[restart ? ENGINE_RESTART : ENGINE_COVER];
  if (compile == TW_END_DONE) {
    tw_reasons_places (in, &result->reason);
    if (result->reason.kind != TW_REASON_NONE) {
      end_search (TW_END_NONE, in->run, result);
      return true;
    }
    if (restart) {
      finish_one (in,
                  tw_restart_search (in, query->seed, query->threads,
                                     (int) ((query->budget + RESTART_SHARE - 1) / RESTART_SHARE),
                                     RESTART_SHARE, &solution),
                  &solution, sink, result);
      return true;
    }
    compile = tw_symmetry_find (&symmetry, in);
  }
  if (compile == TW_END_DONE)
    compile = tw_symmetry_split (&symmetry, in, &parts);
  if (compile != TW_END_DONE) {
    end_search (compile == TW_END_LIMIT ? TW_END_NO_MEMORY : compile, in->run, result);
    return true;
  }
  if (query->goal == TW_PIECES_RANDOM) {
    draw_solution (in, &symmetry, &parts, engine, query, sink, result);
    return true;
  }
  if (first && engine == ENGINE_AUTO)
    return take_turns (in, &symmetry, &parts, query, sink, result);
  if (query->goal == TW_PIECES_COUNT && engine == ENGINE_AUTO)
    return count_in_turns (in, &symmetry, &parts, query, sink, result);
  if (query->goal == TW_PIECES_COUNT && engine == ENGINE_FRONTIER) {
    TwFrontierCount count;
    TwEnd end = tw_frontier_count (in, &symmetry, ALL_STATES, query->threads, NULL, &count);

    result->matrix_short = end == TW_END_NO_MEMORY;
    if (end == TW_END_DONE) {
      finish_count (in->run, &count, sink, result);
      return true;
    }
    if (end == TW_END_STOPPED) {
      result->engine = engines[ENGINE_FRONTIER];
      end_search (end, in->run, result);
      return true;
    }
  }
  if (!tw_pool_run (in, &symmetry, &parts, query, sink, &pool)) {
    result->fault = pool.fault;
    return false;
  }
  finish (in->run, &pool, result);
  return true;
}

bool
tw_pieces_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                  TwPieceSink *sink, TwPiecesResult *result)
{
  const char *name = query->engine != NULL ? query->engine : engines[ENGINE_AUTO];
  Engine engine = find_engine (name);
  TwEnd compile;
  TwInstance in;
  bool good = true;

  *result = (TwPiecesResult){ .engine = name, .reason = { .x = -1, .y = -1, .piece = -1 } };
  if (engine == N_ENGINES)
    return false;
  tw_instance_show_progress (run, TW_PHASE_SEARCH, 0);
  compile = tw_instance_compile (&in, problem, run);
  if (compile == TW_END_DONE)
    compile = tw_counts_check_area (&in, &result->reason);
  if (compile != TW_END_DONE) {
    end_search (compile, run, result);
  } else {
    if (result->reason.kind == TW_REASON_NONE)
      tw_reasons_colours (&in, &result->reason);
    if (result->reason.kind == TW_REASON_NONE)
      tw_counts_narrow (&in);
    if (result->reason.kind != TW_REASON_NONE)
      end_search (TW_END_NONE, run, result);
    else if (in.n_cells == 0)
      answer_full (&in, sink, result);
    else
      good = search_places (&in, engine, query, sink, result);
  }
  /* When one solution was wanted, finding it completes the search. */
  if (result->complete || result->status == TW_STATUS_OPTIMAL)
    tw_instance_show_progress (run, TW_PHASE_DONE, 1000);
  else
    tw_instance_show_progress (run, TW_PHASE_STOPPED, tw_run_permille (run));
  tw_run_set_placements (run, in.n_orientations, in.n_places);
  tw_instance_clear (&in);
  return good;
}

void
tw_pieces_result_clear (TwPiecesResult *result)
{
  free (result->checkpoint);
  free (result->raw_digits);
  free (result->distinct_digits);
  result->checkpoint = result->raw_digits = result->distinct_digits = NULL;
}
