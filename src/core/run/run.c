/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - deadline, cancellation, memory budget, progress and best tiling of a search. Every engine
 * works under a run; the window and the command line watch it. */
#include "core/run/run.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct TwRun {
  TwRun *parent;

  double start;    /* on the monotonic clock */
  double deadline; /* HUGE_VAL: none */
  _Atomic int stop;

  size_t memory_limit;
  _Atomic size_t memory_used;
  _Atomic size_t memory_peak;
  atomic_bool memory_short; /* an allocation was refused */

  pthread_mutex_t front_lock; /* protects front and has_front; readers only try it */
  bool has_front;
  TwFront front;

  pthread_mutex_t lock; /* protects best, best_transform and picture */
  TwTiling best;
  int best_transform;
  void *picture;
  size_t picture_size;
  _Atomic bool picture_seen;

  _Atomic int64_t best_count;
  _Atomic uint64_t serial;
  _Atomic int64_t bound;
  _Atomic int64_t reported_bound;
  _Atomic unsigned refused;
  _Atomic unsigned elsewhere;
  void (*changed) (TwRun *run, void *data); /* NULL: no watcher */
  void *watch_data;

  TwLane lanes[TW_N_LANES];
  _Atomic int permille;
  _Atomic uint64_t nodes;

  _Atomic bool testing;
  _Atomic uint64_t points;
  _Atomic uint64_t stop_point;
  double tick; /* seconds from one check to the next; 0: use the system's clock */
  _Atomic int stop_why;
  _Atomic uint64_t requests;
  _Atomic uint64_t fail_request;
  _Atomic uint64_t *visits; /* for each stop point; NULL: not counted */
  const TwSite *end_site;   /* the stop point at which visit number `end_visit` ends the run */
  uint64_t end_visit;
};

/* The start and end of the table of stop points, set by the linker; both NULL when it is empty. */
extern const TwSite __start_tw_sites[] __attribute__ ((weak));
extern const TwSite __stop_tw_sites[] __attribute__ ((weak));

static double
read_clock (const TwRun *run, clockid_t clock)
{
  struct timespec t;

  for (; run != NULL; run = run->parent) {
    if (run->tick > 0)
      return (double) atomic_load_explicit (&run->points, memory_order_relaxed) * run->tick;
  }
  clock_gettime (clock, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static double
now (const TwRun *run)
{
  return read_clock (run, CLOCK_MONOTONIC);
}

const char *
tw_status_name (TwStatus status)
{
  switch (status) {
  case TW_STATUS_OPTIMAL:
    return "optimal";
  case TW_STATUS_FEASIBLE:
    return "feasible";
  case TW_STATUS_INFEASIBLE:
    return "infeasible";
  case TW_STATUS_TIMEOUT:
    return "timeout";
  case TW_STATUS_CANCELLED:
    return "cancelled";
  case TW_STATUS_OUT_OF_MEMORY:
    return "out-of-memory";
  }
  return "unknown";
}

static TwRun *
run_new (TwRun *parent, double seconds, size_t memory)
{
  TwRun *run = calloc (1, sizeof (TwRun));

  if (run == NULL)
    return NULL;
  if (pthread_mutex_init (&run->lock, NULL) != 0) {
    free (run);
    return NULL;
  }
  if (pthread_mutex_init (&run->front_lock, NULL) != 0) {
    pthread_mutex_destroy (&run->lock);
    free (run);
    return NULL;
  }
  run->parent = parent;
  run->start = now (parent);
  run->deadline = seconds > 0 ? run->start + seconds : HUGE_VAL;
  run->memory_limit = memory > 0 ? memory : SIZE_MAX;
  atomic_init (&run->best_count, -1);
  return run;
}

TwRun *
tw_run_new (const TwLimits *limits)
{
  return run_new (NULL, limits->seconds, limits->memory);
}

TwRun *
tw_run_new_child (TwRun *parent, double seconds)
{
  return run_new (parent, seconds, 0);
}

void
tw_run_free (TwRun *run)
{
  if (run == NULL)
    return;
  tw_tiling_clear (&run->best);
  free (run->visits);
  free (run->picture);
  pthread_mutex_destroy (&run->front_lock);
  pthread_mutex_destroy (&run->lock);
  free (run);
}

/* --- stopping ------------------------------------------------------------ */

void
tw_run_stop (TwRun *run, TwStop why)
{
  int none = TW_STOP_NONE;

  atomic_compare_exchange_strong (&run->stop, &none, (int) why);
}

void
tw_run_cancel (TwRun *run)
{
  tw_run_stop (run, TW_STOP_CANCEL);
}

TwStop
tw_run_stop_reason (const TwRun *run)
{
  for (; run != NULL; run = run->parent) {
    int why = atomic_load_explicit (&run->stop, memory_order_relaxed);

    if (why != TW_STOP_NONE)
      return (TwStop) why;
  }
  return TW_STOP_NONE;
}

/* Counts the visit and returns whether it is the one that ends the run. */
static bool
visit (TwRun *run, const TwSite *site)
{
  uint64_t n;

  if (run->visits == NULL)
    return false;
  n = atomic_fetch_add (&run->visits[site - __start_tw_sites], 1) + 1;
  return site == run->end_site && n >= run->end_visit;
}

static void
count_point (TwRun *run, const TwSite *site)
{
  for (; run != NULL; run = run->parent) {
    uint64_t point, wanted;

    if (!atomic_load_explicit (&run->testing, memory_order_relaxed))
      continue;
    point = atomic_fetch_add (&run->points, 1) + 1;
    wanted = atomic_load (&run->stop_point);
    if (visit (run, site) || (wanted != 0 && point >= wanted))
      tw_run_stop (run, (TwStop) atomic_load (&run->stop_why));
  }
}

bool
tw_run_should_stop_at (TwRun *run, const TwSite *site)
{
  count_point (run, site);
  if (tw_run_stop_reason (run) != TW_STOP_NONE)
    return true;
  if (tw_run_remaining (run) > 0)
    return false;
  tw_run_stop (run, TW_STOP_DEADLINE);
  return true;
}

double
tw_run_elapsed (const TwRun *run)
{
  return now (run) - run->start;
}

static double
nearest_deadline (const TwRun *run)
{
  double nearest = HUGE_VAL;

  for (; run != NULL; run = run->parent)
    nearest = fmin (nearest, run->deadline);
  return nearest;
}

double
tw_run_remaining (const TwRun *run)
{
  double deadline = nearest_deadline (run);

  return deadline < HUGE_VAL ? fmax (0, deadline - now (run)) : HUGE_VAL;
}

double
tw_run_budget (const TwRun *run)
{
  double deadline = nearest_deadline (run);

  return deadline < HUGE_VAL ? fmax (0, deadline - run->start) : HUGE_VAL;
}

double
tw_run_work (const TwRun *run)
{
  return read_clock (run, CLOCK_THREAD_CPUTIME_ID);
}

TwStatus
tw_run_status (const TwRun *run)
{
  if (tw_run_best (run) >= 0)
    return TW_STATUS_FEASIBLE;
  switch (tw_run_stop_reason (run)) {
  case TW_STOP_CANCEL:
    return TW_STATUS_CANCELLED;
  case TW_STOP_MEMORY:
    return TW_STATUS_OUT_OF_MEMORY;
  case TW_STOP_NONE:
  case TW_STOP_DEADLINE:
    break;
  }
  return TW_STATUS_TIMEOUT;
}

static bool
is_tested (const TwRun *run)
{
  for (; run != NULL; run = run->parent) {
    if (atomic_load_explicit (&run->testing, memory_order_relaxed))
      return true;
  }
  return false;
}

void
tw_poll_init (TwPoll *poll, TwRun *run, uint32_t interval)
{
  if (interval == 0 || is_tested (run))
    interval = 1;
  *poll = (TwPoll){ .run = run, .left = interval, .interval = interval };
}

bool
tw_poll_now (TwPoll *poll, const TwSite *site)
{
  poll->left = poll->interval;
  if (!poll->stopped)
    poll->stopped = tw_run_should_stop_at (poll->run, site);
  return poll->stopped;
}

/* --- memory -------------------------------------------------------------- */

static void
give (TwRun *run, size_t size)
{
  for (; run != NULL; run = run->parent)
    atomic_fetch_sub_explicit (&run->memory_used, size, memory_order_relaxed);
}

/* A refused size must never be added, not even temporarily: that would fail allocations of other
 * threads that fit. */
static bool
take_here (TwRun *run, size_t size)
{
  size_t used = atomic_load_explicit (&run->memory_used, memory_order_relaxed);
  size_t peak;

  do {
    if (used > run->memory_limit || size > run->memory_limit - used) {
      atomic_store_explicit (&run->memory_short, true, memory_order_relaxed);
      return false;
    }
  } while (!atomic_compare_exchange_weak_explicit (&run->memory_used, &used, used + size,
                                                   memory_order_relaxed, memory_order_relaxed));
  used += size;
  peak = atomic_load_explicit (&run->memory_peak, memory_order_relaxed);
  while (used > peak
         && !atomic_compare_exchange_weak_explicit (&run->memory_peak, &peak, used,
                                                    memory_order_relaxed, memory_order_relaxed))
    ;
  return true;
}

/* Charges `size` to the ancestors and then to the run; either to all of them or to none. */
static bool
take (TwRun *run, size_t size)
{
  if (run == NULL)
    return true;
  if (!take (run->parent, size))
    return false;
  if (take_here (run, size))
    return true;
  give (run->parent, size);
  return false;
}

static bool
may_allocate (TwRun *run, const TwSite *site)
{
  for (; run != NULL; run = run->parent) {
    uint64_t request, failing;

    if (!atomic_load_explicit (&run->testing, memory_order_relaxed))
      continue;
    request = atomic_fetch_add (&run->requests, 1) + 1;
    if (visit (run, site))
      atomic_store (&run->fail_request, request);
    failing = atomic_load (&run->fail_request);
    if (failing != 0 && request >= failing)
      return false;
  }
  return true;
}

void *
tw_run_calloc_at (TwRun *run, size_t count, size_t size, const TwSite *site)
{
  void *memory;

  if (size != 0 && count > SIZE_MAX / size)
    return NULL;
  if (!may_allocate (run, site) || !take (run, count * size))
    return NULL;
  /* calloc is faster than memset here: the system provides large tables as zero pages. */
  memory = calloc (count, size);
  if (memory == NULL)
    give (run, count * size);
  return memory;
}

void *
tw_run_realloc_at (TwRun *run, void *memory, size_t old_size, size_t size, const TwSite *site)
{
  void *grown;

  if (!may_allocate (run, site))
    return NULL;
  if (size > old_size && !take (run, size - old_size))
    return NULL;
  grown = realloc (memory, size > 0 ? size : 1);
  if (grown == NULL) {
    if (size > old_size)
      give (run, size - old_size);
    return NULL;
  }
  if (size < old_size)
    give (run, old_size - size);
  return grown;
}

void
tw_run_mfree (TwRun *run, void *memory, size_t size)
{
  if (memory == NULL)
    return;
  free (memory);
  give (run, size);
}

size_t
tw_run_memory_used (const TwRun *run)
{
  return atomic_load_explicit (&run->memory_used, memory_order_relaxed);
}

size_t
tw_run_memory_peak (const TwRun *run)
{
  return atomic_load_explicit (&run->memory_peak, memory_order_relaxed);
}

bool
tw_run_memory_was_short (const TwRun *run)
{
  return atomic_load_explicit (&run->memory_short, memory_order_relaxed);
}

/* --- the best tiling ----------------------------------------------------- */

void
tw_run_watch (TwRun *run, void (*changed) (TwRun *run, void *data), void *data)
{
  run->changed = changed;
  run->watch_data = data;
}

static void
tell_watcher (TwRun *run)
{
  if (run->changed != NULL)
    run->changed (run, run->watch_data);
}

bool
tw_run_offer (TwRun *run, const TwBoard *board, const TwTiling *tiling, int transform)
{
  bool kept = true, better = false;
  TwFault fault;

  if (!tw_tiling_check (board, tiling, &fault)) {
    if (fault.kind != TW_FAULT_NO_MEMORY)
      tw_run_refuse (run);
    return false;
  }

  pthread_mutex_lock (&run->lock);
  if (atomic_load (&run->best_count) < 0
      || (int64_t) tiling->count < atomic_load (&run->best_count)) {
    kept = tw_tiling_assign (&run->best, tiling);
    if (kept) {
      run->best_transform = transform;
      atomic_store (&run->best_count, (int64_t) tiling->count);
      atomic_fetch_add (&run->serial, 1);
      better = true;
    }
  }
  pthread_mutex_unlock (&run->lock);
  if (better)
    tell_watcher (run);
  return kept;
}

int64_t
tw_run_best (const TwRun *run)
{
  return atomic_load (&run->best_count);
}

uint64_t
tw_run_serial (const TwRun *run)
{
  return atomic_load (&run->serial);
}

bool
tw_run_copy_best (TwRun *run, TwTiling *tiling, int *transform)
{
  bool copied = false;

  pthread_mutex_lock (&run->lock);
  if (atomic_load (&run->best_count) >= 0) {
    copied = tw_tiling_assign (tiling, &run->best);
    if (copied && transform != NULL)
      *transform = run->best_transform;
  }
  pthread_mutex_unlock (&run->lock);
  return copied;
}

unsigned
tw_run_refused (const TwRun *run)
{
  return atomic_load (&run->refused);
}

void
tw_run_refuse (TwRun *run)
{
  atomic_fetch_add (&run->refused, 1);
}

static bool
raise_to (_Atomic int64_t *value, int64_t bound)
{
  int64_t old = atomic_load (value);

  while (bound > old) {
    if (atomic_compare_exchange_weak (value, &old, bound))
      return true;
  }
  return false;
}

void
tw_run_raise_bound (TwRun *run, int64_t bound)
{
  if (raise_to (&run->bound, bound))
    tell_watcher (run);
}

int64_t
tw_run_bound (const TwRun *run)
{
  return atomic_load (&run->bound);
}

void
tw_run_report_bound (TwRun *run, int64_t bound)
{
  raise_to (&run->reported_bound, bound);
}

int64_t
tw_run_reported_bound (const TwRun *run)
{
  return atomic_load (&run->reported_bound);
}

void
tw_run_set_elsewhere (TwRun *run, unsigned transforms)
{
  atomic_store_explicit (&run->elsewhere, transforms, memory_order_relaxed);
}

unsigned
tw_run_elsewhere (const TwRun *run)
{
  unsigned transforms = 0;

  for (; run != NULL; run = run->parent)
    transforms |= atomic_load_explicit (&run->elsewhere, memory_order_relaxed);
  return transforms;
}

/* --- progress ------------------------------------------------------------ */

TwLane *
tw_run_lane (TwRun *run, int lane)
{
  return &run->lanes[lane];
}

void
tw_run_set_permille (TwRun *run, int permille)
{
  atomic_store_explicit (&run->permille, permille, memory_order_relaxed);
}

int
tw_run_permille (const TwRun *run)
{
  return atomic_load_explicit (&run->permille, memory_order_relaxed);
}

void
tw_run_add_nodes (TwRun *run, uint64_t nodes)
{
  atomic_fetch_add_explicit (&run->nodes, nodes, memory_order_relaxed);
}

uint64_t
tw_run_nodes (const TwRun *run)
{
  return atomic_load_explicit (&run->nodes, memory_order_relaxed);
}

void
tw_run_set_front (TwRun *run, int lane, int transform, int column, int rows,
                  const uint16_t *profile)
{
  if (rows < 0 || rows > TW_FRONT_MAX)
    return;
  pthread_mutex_lock (&run->front_lock);
  run->front.lane = lane;
  run->front.transform = transform;
  run->front.column = column;
  run->front.rows = rows;
  memcpy (run->front.profile, profile, (size_t) rows * sizeof (uint16_t));
  run->has_front = true;
  pthread_mutex_unlock (&run->front_lock);
}

bool
tw_run_get_front (TwRun *run, TwFront *front)
{
  bool has_front;

  /* A preempted worker may hold this lock for a long time, so the reader must not wait. */
  if (pthread_mutex_trylock (&run->front_lock) != 0)
    return false;
  has_front = run->has_front;
  if (has_front)
    *front = run->front;
  pthread_mutex_unlock (&run->front_lock);
  return has_front;
}

bool
tw_run_picture_wanted (const TwRun *run)
{
  return atomic_load_explicit (&run->picture_seen, memory_order_relaxed);
}

void
tw_run_set_picture (TwRun *run, const void *picture, size_t size)
{
  void *copy = malloc (size > 0 ? size : 1), *old;

  if (copy == NULL)
    return;
  if (size > 0)
    memcpy (copy, picture, size);
  pthread_mutex_lock (&run->lock);
  old = run->picture;
  run->picture = copy;
  run->picture_size = size;
  atomic_store_explicit (&run->picture_seen, false, memory_order_relaxed);
  pthread_mutex_unlock (&run->lock);
  free (old);
}

void *
tw_run_copy_picture (TwRun *run, size_t *size)
{
  void *copy = NULL;

  pthread_mutex_lock (&run->lock);
  atomic_store_explicit (&run->picture_seen, true, memory_order_relaxed);
  if (run->picture != NULL)
    copy = malloc (run->picture_size > 0 ? run->picture_size : 1);
  if (copy != NULL) {
    memcpy (copy, run->picture, run->picture_size);
    *size = run->picture_size;
  }
  pthread_mutex_unlock (&run->lock);
  return copy;
}

/* --- for tests ----------------------------------------------------------- */

void
tw_run_test_stop_at (TwRun *run, uint64_t n, TwStop why)
{
  atomic_store (&run->stop_point, n);
  atomic_store (&run->stop_why, (int) why);
  atomic_store (&run->testing, true);
}

uint64_t
tw_run_test_points (const TwRun *run)
{
  return atomic_load (&run->points);
}

void
tw_run_test_set_tick (TwRun *run, double seconds)
{
  run->deadline -= run->start;
  run->start = 0;
  run->tick = seconds;
  atomic_store (&run->testing, true);
}

void
tw_run_test_fail_memory (TwRun *run, uint64_t n)
{
  atomic_store (&run->fail_request, n);
  atomic_store (&run->testing, true);
}

uint64_t
tw_run_test_requests (const TwRun *run)
{
  return atomic_load (&run->requests);
}

const TwSite *
tw_sites (size_t *count)
{
  *count = (size_t) (__stop_tw_sites - __start_tw_sites);
  return __start_tw_sites;
}

bool
tw_run_test_end_at (TwRun *run, const TwSite *site, uint64_t n, TwStop why)
{
  size_t count;

  tw_sites (&count);
  if (run->visits == NULL)
    run->visits = calloc (count, sizeof *run->visits);
  run->end_site = site;
  run->end_visit = n;
  atomic_store (&run->stop_why, (int) why);
  atomic_store (&run->testing, true);
  return run->visits != NULL;
}

uint64_t
tw_run_test_visits (const TwRun *run, const TwSite *site)
{
  return atomic_load (&run->visits[site - __start_tw_sites]);
}
