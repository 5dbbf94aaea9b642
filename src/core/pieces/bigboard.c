/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bigboard.c - attempts, threads and the live view; see bigboard.h. */
#include "core/pieces/bigboard.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/pieces/layers.h"
#include "core/base/random.h"
#include "core/pieces/strip.h"
#include "core/base/threads.h"

enum {
  POLL_INTERVAL = 1024,
  FIRST_LIMIT = 20000, /* figures tried in the first attempt */
  MAX_THREADS = 64,
  SMALL_SIDE = 12,
  ROUND = 8, /* attempts in a round */
  GROWTH = 3,
  MOST_IN_A_STRIP = 255, /* figures of a rectangle that is one long strip */
};

/* What all threads share. */
typedef struct {
  const TwTetrominoProblem *problem;
  TwRun *run;
  uint64_t seed;
  size_t n_figures;

  _Atomic uint64_t next_attempt;
  _Atomic uint64_t winner;    /* the lowest attempt that succeeded; UINT64_MAX: none */
  _Atomic bool proved;        /* there is no solution */
  _Atomic bool out_of_memory; /* a thread ended because memory ran out */
  pthread_mutex_t lock;       /* guards solution */
  TwTetromino *solution;

  TwStrip *whole; /* state of the complete search; belongs to the thread whose turn it is */
  pthread_mutex_t turn_lock;
  pthread_cond_t turn;
  int64_t slices_done; /* this and the next member: guarded by turn_lock */
  bool slices_ended;
} Shared;

typedef struct {
  Shared *shared;
  uint64_t attempt;
  bool shows; /* this worker publishes its partial tiling */
  TwLayers layers;
  TwTetromino *placed;
  TwPoll poll;
} Worker;

/* --- the live view --------------------------------------------------------- */

/* Collects all figures placed in the square of a worker: the layers and those of the strip. */
static size_t
assemble (Worker *worker, const TwStrip *strip)
{
  TwLayers *layers = &worker->layers;
  TwTetromino *to = layers->placed + layers->n_placed;
  size_t n = tw_strip_placements (strip, to);

  for (size_t i = 0; i < n; i++) {
    to[i].x = (uint16_t) (to[i].x + layers->x);
    to[i].y = (uint16_t) (to[i].y + layers->y);
  }
  return layers->n_placed + n;
}

static bool
is_superseded (const Worker *worker)
{
  return atomic_load_explicit (&worker->shared->winner, memory_order_relaxed) < worker->attempt
         || atomic_load_explicit (&worker->shared->proved, memory_order_relaxed);
}

static bool
watch (const TwStrip *strip, void *data)
{
  Worker *worker = data;

  if (worker->shows && tw_run_picture_wanted (worker->shared->run)) {
    size_t n = assemble (worker, strip);

    tw_run_set_picture (worker->shared->run, worker->layers.placed, n * sizeof (TwTetromino));
  }
  return !is_superseded (worker);
}

bool
tw_bigboard_snapshot (TwRun *run, TwTetromino **placements, size_t *count)
{
  size_t size;
  void *picture = tw_run_copy_picture (run, &size);

  if (picture == NULL)
    return false;
  *placements = picture;
  *count = size / sizeof (TwTetromino);
  return true;
}

/* --- attempts -------------------------------------------------------------- */

/* The row-major order of the upper-left cells of the bounding boxes. No two tetrominoes of a tiling
 * have the same one. */
static int
compare_rows (const void *a, const void *b)
{
  const TwTetromino *p = a, *q = b;

  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

static void
sort_rows (TwTetromino *placements, size_t count)
{
  qsort (placements, count, sizeof *placements, compare_rows);
}

static TwJudgement
judge (const TwSolution *solution)
{
  TwTetrominoFault fault;

  if (tw_tetromino_check (solution->problem, solution->placements, solution->count, &fault, 1,
                          NULL))
    return TW_SOLUTION_RIGHT;
  return fault.kind == TW_TETROMINO_FAULT_NO_MEMORY ? TW_SOLUTION_UNJUDGED : TW_SOLUTION_WRONG;
}

static void
succeed (Worker *worker, const TwStrip *strip)
{
  Shared *shared = worker->shared;
  size_t n = assemble (worker, strip);
  TwSolution solution = { shared->problem, worker->placed, n, 0, judge };
  TwJudgement judgement;

  sort_rows (worker->placed, n);
  /* Only a solution that the checker accepts is kept. A rejection is a fault of the engine; the
   * attempt then counts as failed. */
  judgement = tw_run_judge (shared->run, &solution);
  if (judgement == TW_SOLUTION_UNJUDGED)
    atomic_store (&shared->out_of_memory, true);
  if (judgement != TW_SOLUTION_RIGHT)
    return;
  pthread_mutex_lock (&shared->lock);
  if (worker->attempt < atomic_load (&shared->winner)) {
    memcpy (shared->solution, worker->placed, n * sizeof (TwTetromino));
    atomic_store (&shared->winner, worker->attempt);
  }
  pthread_mutex_unlock (&shared->lock);
}

static uint64_t
limit_of (uint64_t number)
{
  uint64_t round = number / ROUND;

  round /= GROWTH;
  return (uint64_t) FIRST_LIMIT << (round < 20 ? round : 20);
}

/* Three quarters of the attempts have the least limit, three sixteenths twice that limit, and so
 * on. This follows the universal sequence of Luby, Sinclair and Zuckerman (1993), but spends less
 * time on the long attempts. */
static uint64_t
universal_limit (uint64_t number)
{
  return (uint64_t) FIRST_LIMIT << __builtin_ctzll (number) / 2;
}

/* --- the complete search ----------------------------------------------------- */

/* A square up to this side is searched completely from the start. */
static bool
is_small (const Shared *shared)
{
  return shared->problem->size <= SMALL_SIDE;
}

/* Returns the number of the slice of the complete search that this attempt runs, or -1 when it
 * runs none. In larger squares slices alternate with other attempts after a first round without
 * slices. */
static int64_t
slice_of (const Shared *shared, uint64_t attempt)
{
  if (is_small (shared))
    return (int64_t) attempt;
  if (shared->problem->size > TW_BIGBOARD_COMPLETE_SIDE || attempt < ROUND || attempt % 2 == 0)
    return -1;
  return (int64_t) (attempt - ROUND) / 2;
}

/* The number of an attempt, counting only attempts that are no slices. */
static uint64_t
number_of (const Shared *shared, uint64_t attempt)
{
  if (shared->problem->size > TW_BIGBOARD_COMPLETE_SIDE || attempt < ROUND)
    return attempt;
  return ROUND + (attempt - ROUND) / 2;
}

/* One restart of the search of the whole square. Limits grow, because of the heavy tail; failed
 * states are remembered from one slice to the next, so the slices end eventually. */
static TwEnd
search_slice (Worker *worker, int64_t slice)
{
  Shared *shared = worker->shared;
  int side = (int) shared->problem->size;
  uint64_t limit = (uint64_t) FIRST_LIMIT << (slice / 8 < 20 ? slice / 8 : 20);
  TwEnd end;

  if (shared->whole == NULL)
    shared->whole = tw_strip_new (shared->run, side, side,
                                  (size_t) 1 << (side < 12 ? 2 * side : 22));
  if (shared->whole == NULL)
    return TW_END_NO_MEMORY;
  worker->layers = (TwLayers){ .width = side, .height = side, .placed = worker->placed };
  tw_strip_set_watch (shared->whole, watch, worker);
  tw_strip_seed (shared->whole, tw_mix (shared->seed + (uint64_t) slice));
  end = tw_strip_search (shared->whole, shared->problem->counts, limit, &worker->poll);
  if (end == TW_END_FOUND)
    succeed (worker, shared->whole);
  else if (end == TW_END_NONE)
    atomic_store (&shared->proved, true);
  return end;
}

/* Runs the slices in ascending order, on any thread. */
static TwEnd
take_slice (Worker *worker, int64_t slice)
{
  Shared *shared = worker->shared;
  TwEnd end = TW_END_STOPPED;
  bool goes_on;

  pthread_mutex_lock (&shared->turn_lock);
  while (shared->slices_done < slice && !shared->slices_ended)
    pthread_cond_wait (&shared->turn, &shared->turn_lock);
  goes_on = !shared->slices_ended;
  pthread_mutex_unlock (&shared->turn_lock);

  if (goes_on)
    end = search_slice (worker, slice);

  pthread_mutex_lock (&shared->turn_lock);
  shared->slices_done = slice + 1;
  shared->slices_ended |= end != TW_END_LIMIT;
  pthread_cond_broadcast (&shared->turn);
  pthread_mutex_unlock (&shared->turn_lock);
  return end;
}

/* --- layers and the rectangle ------------------------------------------------- */

/* Does the attempt search the whole square? After the first round every second attempt does. */
static bool
is_whole (int side, uint64_t number)
{
  return side <= TW_STRIP_MAX_HEIGHT && number >= ROUND && number % 2 != 0;
}

/* Chooses the sides of the rectangle from the number of the attempt. A square of moderate size
 * solves most problems. When there are barely enough figures other than S and Z, long layers waste the
 * fewest of them, and the rectangle is one long strip. When S and Z must lie in windmills about the
 * centre, only the whole square works: after a round without success it is used in every second
 * attempt, if it fits a strip. */
static void
choose_rectangle (int side, uint64_t number, int *width, int *height)
{
  static const int steps[ROUND][2] = { { 2, 2 }, { 3, 3 }, { 1, 0 }, { 4, 0 },
                                       { 4, 4 }, { 0, 0 }, { 2, 0 }, { 3, 6 } };
  const int *step = steps[number % ROUND];
  int rest = side % 4; /* 0 or 2 */

  if (is_whole (side, number)) {
    *width = *height = side;
    return;
  }
  *height = rest + 4 * step[0];
  if (*height == 0)
    *height = 4;
  *width = rest + 4 * step[1];
  if (*height > side)
    *height = side;
  if (*width > side || (step[1] == 0 && side * *height / 4 <= MOST_IN_A_STRIP))
    *width = side;
  if (*width < *height)
    *width = *height;
}

static TwEnd
attempt_once (Worker *worker, uint64_t number)
{
  Shared *shared = worker->shared;
  uint64_t seed = tw_mix (shared->seed * 0x10001 + number);
  uint64_t limit;
  TwLayersPlan plan = (TwLayersPlan) (number / ROUND % TW_LAYERS_N_PLANS);
  int side = (int) shared->problem->size;
  TwEnd end;
  TwStrip *strip;
  int width, height;

  choose_rectangle (side, number, &width, &height);
  limit = is_whole (side, number) ? universal_limit (number / 2) : limit_of (number);
  if (!tw_layers_peel (&worker->layers, shared->problem, width, height, plan, seed, worker->placed))
    return TW_END_LIMIT;
  if (tw_run_should_stop (shared->run))
    return TW_END_STOPPED;
  strip = tw_strip_new (shared->run, width, height, (size_t) 1 << 16);
  if (strip == NULL)
    return TW_END_NO_MEMORY;
  tw_strip_seed (strip, seed);
  tw_strip_set_watch (strip, watch, worker);
  end = tw_strip_search (strip, worker->layers.left, limit, &worker->poll);
  if (end == TW_END_FOUND)
    succeed (worker, strip);
  tw_strip_free (strip);
  return end;
}

static void *
work (void *data)
{
  Worker *worker = data;
  Shared *shared = worker->shared;
  TwEnd end = TW_END_LIMIT;
  int64_t slice;

  worker->placed = tw_run_malloc (shared->run, shared->n_figures * sizeof (TwTetromino));
  if (worker->placed == NULL) {
    atomic_store (&shared->out_of_memory, true);
    return NULL;
  }
  tw_poll_init (&worker->poll, shared->run, POLL_INTERVAL);
  while (end != TW_END_STOPPED && end != TW_END_NO_MEMORY) {
    worker->attempt = atomic_fetch_add (&shared->next_attempt, 1);
    if (is_superseded (worker) || tw_run_should_stop (shared->run))
      break;
    slice = slice_of (shared, worker->attempt);
    end = slice >= 0 ? take_slice (worker, slice)
                     : attempt_once (worker, number_of (shared, worker->attempt));
  }
  if (end == TW_END_NO_MEMORY)
    atomic_store (&shared->out_of_memory, true);
  tw_run_mfree (shared->run, worker->placed);
  return NULL;
}

/* --- the engine ------------------------------------------------------------ */

static void
run_workers (Shared *shared, int n_threads)
{
  Worker workers[MAX_THREADS];

  for (int i = 0; i < n_threads; i++)
    workers[i] = (Worker){ .shared = shared, .shows = i == 0 };
  tw_threads_run (work, workers, sizeof workers[0], n_threads, 0);
}

TwStatus
tw_bigboard_solve (const TwTetrominoProblem *problem, const TwOptions *options, TwRun *run,
                   TwTetromino *solution)
{
  int n_threads = tw_options_threads (options);
  Shared shared = {
    .problem = problem,
    .run = run,
    .seed = (uint64_t) options->seed,
    .solution = solution,
  };
  TwEnd end;

  if (tw_tetromino_judge (problem) != TW_TETROMINO_POSSIBLE)
    return TW_STATUS_INFEASIBLE;

  shared.n_figures = (size_t) (problem->size * problem->size / 4);
  atomic_init (&shared.winner, UINT64_MAX);
  if (n_threads > MAX_THREADS)
    n_threads = MAX_THREADS;
  if (is_small (&shared))
    n_threads = 1;
  /* With default attributes these calls do not fail on the supported systems. */
  pthread_mutex_init (&shared.lock, NULL);
  pthread_mutex_init (&shared.turn_lock, NULL);
  pthread_cond_init (&shared.turn, NULL);
  run_workers (&shared, n_threads);
  tw_strip_free (shared.whole);
  pthread_cond_destroy (&shared.turn);
  pthread_mutex_destroy (&shared.turn_lock);
  pthread_mutex_destroy (&shared.lock);

  end = atomic_load (&shared.winner) != UINT64_MAX ? TW_END_FOUND
        : atomic_load (&shared.proved)             ? TW_END_NONE
        : atomic_load (&shared.out_of_memory)      ? TW_END_NO_MEMORY
                                                   : TW_END_LIMIT;
  return tw_run_end_status (run, end, end == TW_END_FOUND);
}
