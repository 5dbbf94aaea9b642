/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.c - passes solutions from the searches to the window and the command line; see sink.h. */
#include "core/pieces/sink.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/pieces/check.h"
#include "core/run/solution.h"

enum {
  SHARE = 4, /* see tw_piece_sink_charge () */
  MALLOC_OVERHEAD = 16,
};

struct TwPieceSink {
  const TwPieceProblem *problem;
  size_t capacity;

  pthread_mutex_t lock; /* guards the next members */
  TwPieceSolution *solutions;
  size_t kept;
  size_t room;
  size_t bytes; /* of all solutions but the first */
  TwRun *run;   /* charged for the bytes; NULL: none */
  bool was_short;

  _Atomic uint64_t raw;
  _Atomic uint64_t distinct;
  _Atomic unsigned refused;
};

TwPieceSink *
tw_piece_sink_new (const TwPieceProblem *problem, size_t capacity)
{
  TwPieceSink *sink = calloc (1, sizeof *sink);

  if (sink == NULL)
    return NULL;
  if (pthread_mutex_init (&sink->lock, NULL) != 0) {
    free (sink);
    return NULL;
  }
  sink->problem = problem;
  sink->capacity = capacity;
  return sink;
}

void
tw_piece_sink_free (TwPieceSink *sink)
{
  if (sink == NULL)
    return;
  for (size_t i = 0; i < sink->kept; i++)
    tw_piece_solution_clear (&sink->solutions[i]);
  free (sink->solutions);
  pthread_mutex_destroy (&sink->lock);
  free (sink);
}

static bool
charge (TwPieceSink *sink, size_t size)
{
  size_t left = sink->run != NULL ? tw_run_memory_left (sink->run) : SIZE_MAX;

  if (size > left || sink->bytes + size > (left - size) / SHARE
      || (sink->run != NULL && !tw_run_charge (sink->run, size)))
    return false;
  sink->bytes += size;
  return true;
}

static bool
grow (TwPieceSink *sink)
{
  size_t room = sink->room == 0 ? 16 : 2 * sink->room;
  TwPieceSolution *larger;

  if (sink->kept < sink->room)
    return true;
  if (sink->room > 0 && !charge (sink, (room - sink->room) * sizeof *larger))
    return false;
  larger = realloc (sink->solutions, room * sizeof *larger);
  if (larger == NULL)
    return false;
  sink->solutions = larger;
  sink->room = room;
  return true;
}

static void
keep (TwPieceSink *sink, const TwPieceSolution *solution)
{
  size_t size = (solution->count + 1) * sizeof *solution->placements + MALLOC_OVERHEAD;

  if (sink->kept == sink->capacity || sink->was_short)
    return;
  if (grow (sink) && (sink->kept == 0 || charge (sink, size))
      && tw_piece_solution_copy (&sink->solutions[sink->kept], solution))
    sink->kept++;
  else
    sink->was_short = true;
}

void
tw_piece_sink_charge (TwPieceSink *sink, TwRun *run)
{
  pthread_mutex_lock (&sink->lock);
  sink->run = run;
  if (run != NULL && !tw_run_charge (run, sink->bytes))
    sink->was_short = true;
  pthread_mutex_unlock (&sink->lock);
}

bool
tw_piece_sink_was_short (TwPieceSink *sink)
{
  bool was_short;

  pthread_mutex_lock (&sink->lock);
  was_short = sink->was_short;
  pthread_mutex_unlock (&sink->lock);
  return was_short;
}

static TwJudgement
judge (const TwSolution *solution)
{
  TwPieceFault fault;

  if (tw_piece_solution_check (solution->problem, solution->placements, &fault))
    return TW_SOLUTION_RIGHT;
  return fault.kind == TW_PIECE_FAULT_NO_MEMORY ? TW_SOLUTION_UNJUDGED : TW_SOLUTION_WRONG;
}

bool
tw_piece_sink_put (TwPieceSink *sink, const TwPieceSolution *solution)
{
  TwSolution judged = { sink->problem, solution, (size_t) solution->count, 0, judge };

  if (tw_solution_judge (&judged, &sink->refused) != TW_SOLUTION_RIGHT)
    return false;
  pthread_mutex_lock (&sink->lock);
  keep (sink, solution);
  pthread_mutex_unlock (&sink->lock);
  return true;
}

bool
tw_piece_sink_wants (TwPieceSink *sink)
{
  return tw_piece_sink_kept (sink) < sink->capacity && !tw_piece_sink_was_short (sink);
}

void
tw_piece_sink_count (TwPieceSink *sink, uint64_t raw, uint64_t distinct)
{
  atomic_fetch_add_explicit (&sink->raw, raw, memory_order_relaxed);
  atomic_fetch_add_explicit (&sink->distinct, distinct, memory_order_relaxed);
}

size_t
tw_piece_sink_kept (TwPieceSink *sink)
{
  size_t kept;

  pthread_mutex_lock (&sink->lock);
  kept = sink->kept;
  pthread_mutex_unlock (&sink->lock);
  return kept;
}

uint64_t
tw_piece_sink_raw (const TwPieceSink *sink)
{
  return atomic_load_explicit (&sink->raw, memory_order_relaxed);
}

uint64_t
tw_piece_sink_distinct (const TwPieceSink *sink)
{
  return atomic_load_explicit (&sink->distinct, memory_order_relaxed);
}

unsigned
tw_piece_sink_refused (const TwPieceSink *sink)
{
  return atomic_load (&sink->refused);
}

bool
tw_piece_sink_get (TwPieceSink *sink, size_t i, TwPieceSolution *solution)
{
  bool found;

  *solution = (TwPieceSolution){ 0 };
  pthread_mutex_lock (&sink->lock);
  found = i < sink->kept && tw_piece_solution_copy (solution, &sink->solutions[i]);
  pthread_mutex_unlock (&sink->lock);
  return found;
}
