/* bigboard.c - attempts, threads and the live picture; see bigboard.h. */
#include "core/pieces/bigboard.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/pieces/bands.h"
#include "core/pieces/mix.h"
#include "core/pieces/strip.h"

enum {
  POLL_INTERVAL = 1024,
  FIRST_LIMIT = 20000, /* figures tried in the first attempt */
  MAX_THREADS = 64,
  ROUND = 8, /* attempts with the same limit */
};

/* What all threads share. */
typedef struct {
  const TwTetrominoTask *task;
  TwRun *run;
  uint64_t seed;
  size_t n_figures;

  _Atomic uint64_t next_attempt;
  _Atomic uint64_t winner;    /* the lowest attempt that succeeded; UINT64_MAX: none */
  _Atomic bool proved;        /* there is no solution */
  _Atomic bool out_of_memory; /* a thread ended for want of it */
  pthread_mutex_t lock;       /* guards solution */
  TwTetromino *solution;
} Shared;

typedef struct {
  Shared *shared;
  uint64_t attempt;
  bool shows; /* publishes its board */
  TwBands bands;
  TwTetromino *placed;
  TwPoll poll;
} Worker;

/* --- the live picture ------------------------------------------------------ */

/* All that is placed in a worker's square: the bands and what the strip holds. */
static size_t
assemble (Worker *worker, const TwStrip *strip)
{
  TwBands *bands = &worker->bands;
  TwTetromino *to = bands->placed + bands->n_placed;
  size_t n = tw_strip_placements (strip, to);

  for (size_t i = 0; i < n; i++) {
    to[i].x = (uint16_t) (to[i].x + bands->x);
    to[i].y = (uint16_t) (to[i].y + bands->y);
  }
  return bands->n_placed + n;
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

    tw_run_set_picture (worker->shared->run, worker->bands.placed, n * sizeof (TwTetromino));
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

/* Row-major order of the upper-left cells, by counting: linear, and the same
 * cover always prints alike. Figures with the same corner of their boxes keep
 * the order of their letters. */
static int
compare_rows (const void *a, const void *b)
{
  const TwTetromino *p = a, *q = b;

  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  if (p->figure != q->figure)
    return p->figure < q->figure ? -1 : 1;
  return (int) p->angle - (int) q->angle;
}

static void
sort_rows (TwTetromino *placements, size_t count)
{
  qsort (placements, count, sizeof *placements, compare_rows);
}

static void
succeed (Worker *worker, const TwStrip *strip)
{
  Shared *shared = worker->shared;
  size_t n = assemble (worker, strip);

  sort_rows (worker->placed, n);
  /* The checker has the last word; if it says no, that is a fault of the engine
   * and the attempt counts as failed. */
  if (!tw_tetromino_check (shared->task, worker->placed, n, NULL, 0, NULL))
    return;
  pthread_mutex_lock (&shared->lock);
  if (worker->attempt < atomic_load (&shared->winner)) {
    memcpy (shared->solution, worker->placed, n * sizeof (TwTetromino));
    atomic_store (&shared->winner, worker->attempt);
  }
  pthread_mutex_unlock (&shared->lock);
}

static uint64_t
limit_of (uint64_t attempt)
{
  uint64_t round = attempt / ROUND;

  return (uint64_t) FIRST_LIMIT << (round < 20 ? round : 20);
}

/* The whole square, to the end: growing limits against heavy tails; what failed
 * is remembered from one restart to the next. */
static TwStripEnd
search_completely (Worker *worker)
{
  Shared *shared = worker->shared;
  int side = (int) shared->task->size;
  TwStrip *strip = tw_strip_new (shared->run, side, side,
                                 (size_t) 1 << (side < 12 ? 2 * side : 22));
  TwStripEnd end = TW_STRIP_LIMIT;

  if (strip == NULL)
    return TW_STRIP_NO_MEMORY;
  worker->bands = (TwBands){ .width = side, .height = side, .placed = worker->placed };
  tw_strip_set_watch (strip, watch, worker);
  for (uint64_t restart = 0; end == TW_STRIP_LIMIT; restart++) {
    tw_strip_seed (strip, tw_mix (shared->seed + restart));
    end = tw_strip_search (strip, shared->task->counts, limit_of (restart), &worker->poll);
  }
  if (end == TW_STRIP_FOUND)
    succeed (worker, strip);
  tw_strip_free (strip);
  return end;
}

/* Sides of the rectangle that is left over, by attempt. A square of moderate
 * size does for most tasks. Where only just enough figures are neither S nor Z,
 * long bands waste the fewest of them, and what is left is one long band. */
static void
choose_rectangle (int side, uint64_t attempt, int *width, int *height)
{
  static const int steps[ROUND][2] = { { 2, 2 }, { 3, 3 }, { 1, 0 }, { 2, 3 },
                                       { 4, 4 }, { 3, 4 }, { 2, 0 }, { 3, 6 } };
  const int *step = steps[attempt % ROUND];
  int rest = side % 4; /* 0 or 2 */

  *height = rest + 4 * step[0];
  *width = rest + 4 * step[1];
  if (*height > side)
    *height = side;
  if (*width > side || (step[1] == 0 && side * *height / 4 <= TW_STRIP_MAX_REMEMBERED))
    *width = side;
  if (*width < *height)
    *width = *height;
}

static TwStripEnd
attempt_once (Worker *worker)
{
  Shared *shared = worker->shared;
  uint64_t seed = tw_mix (shared->seed * 0x10001 + worker->attempt);
  TwStripEnd end;
  TwStrip *strip;
  int width, height;

  choose_rectangle ((int) shared->task->size, worker->attempt, &width, &height);
  if (!tw_bands_peel (&worker->bands, shared->task, width, height, seed, worker->placed))
    return TW_STRIP_LIMIT;
  strip = tw_strip_new (shared->run, width, height, (size_t) 1 << 16);
  if (strip == NULL)
    return TW_STRIP_NO_MEMORY;
  tw_strip_seed (strip, seed);
  tw_strip_set_watch (strip, watch, worker);
  end = tw_strip_search (strip, worker->bands.left, limit_of (worker->attempt), &worker->poll);
  if (end == TW_STRIP_FOUND)
    succeed (worker, strip);
  tw_strip_free (strip);
  return end;
}

static void
work (Worker *worker)
{
  Shared *shared = worker->shared;
  bool complete = shared->task->size <= TW_BIGBOARD_COMPLETE_SIDE;
  size_t size = shared->n_figures * sizeof (TwTetromino);
  TwStripEnd end = TW_STRIP_LIMIT;

  worker->placed = tw_run_malloc (shared->run, size);
  if (worker->placed == NULL) {
    atomic_store (&shared->out_of_memory, true);
    return;
  }
  tw_poll_init (&worker->poll, shared->run, POLL_INTERVAL);
  while (end != TW_STRIP_STOPPED && end != TW_STRIP_NO_MEMORY) {
    worker->attempt = atomic_fetch_add (&shared->next_attempt, 1);
    if (is_superseded (worker) || tw_run_should_stop (shared->run))
      break;
    end = complete ? search_completely (worker) : attempt_once (worker);
    if (end == TW_STRIP_NONE && worker->bands.width == worker->bands.height
        && worker->bands.width == shared->task->size) {
      atomic_store (&shared->proved, true);
      break;
    }
    if (complete)
      break;
  }
  if (end == TW_STRIP_NO_MEMORY)
    atomic_store (&shared->out_of_memory, true);
  tw_run_mfree (shared->run, worker->placed, size);
}

static void *
work_thread (void *data)
{
  work (data);
  return NULL;
}

/* --- the engine ------------------------------------------------------------ */

static void
run_workers (Shared *shared, int n_threads)
{
  Worker workers[MAX_THREADS];
  pthread_t threads[MAX_THREADS];
  int started = 0;

  for (int i = 0; i < n_threads; i++)
    workers[i] = (Worker){ .shared = shared, .shows = i == 0 };
  for (int i = 1; i < n_threads; i++) {
    if (pthread_create (&threads[i], NULL, work_thread, &workers[i]) != 0)
      break;
    started = i;
  }
  work (&workers[0]);
  for (int i = 1; i <= started; i++)
    pthread_join (threads[i], NULL);
}

TwStatus
tw_bigboard_solve (const TwTetrominoTask *task, const TwOptions *options, TwRun *run,
                   TwTetromino *solution)
{
  int n_threads = tw_options_threads (options);
  Shared shared = {
    .task = task,
    .run = run,
    .seed = (uint64_t) options->seed,
    .solution = solution,
  };

  if (tw_tetromino_judge (task) != TW_TETROMINO_POSSIBLE)
    return TW_STATUS_INFEASIBLE;

  shared.n_figures = (size_t) (task->size * task->size / 4);
  atomic_init (&shared.winner, UINT64_MAX);
  if (pthread_mutex_init (&shared.lock, NULL) != 0)
    return TW_STATUS_OUT_OF_MEMORY;
  if (n_threads > MAX_THREADS)
    n_threads = MAX_THREADS;
  if (task->size <= TW_BIGBOARD_COMPLETE_SIDE)
    n_threads = 1;
  run_workers (&shared, n_threads);
  pthread_mutex_destroy (&shared.lock);

  if (atomic_load (&shared.winner) != UINT64_MAX)
    return TW_STATUS_FEASIBLE;
  if (atomic_load (&shared.proved))
    return TW_STATUS_INFEASIBLE;
  if (atomic_load (&shared.out_of_memory) && tw_run_stop_reason (run) == TW_STOP_NONE)
    return TW_STATUS_OUT_OF_MEMORY;
  return tw_run_status (run);
}
