/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run-private.h - what a run consists of. Each part belongs to the source file of its name; the
 * others use it through functions, except that a test resets the clock. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/run/progress.h"
#include "core/run/stop-point.h"

typedef struct {
  double start;    /* on the monotonic clock */
  double deadline; /* HUGE_VAL: none */
  _Atomic int stop;
} TwRunClock;

typedef struct {
  size_t limit;
  _Atomic size_t used;
  _Atomic size_t peak;
  atomic_bool was_short; /* an allocation was refused */
} TwRunMemory;

typedef struct {
  pthread_mutex_t lock; /* protects copy and free_copy */
  void *copy;           /* of the best solution; NULL: none */
  void (*free_copy) (void *copy);
  _Atomic int64_t cost; /* of the best solution; -1: none */
  _Atomic uint64_t serial;
  _Atomic int64_t bound;
  _Atomic unsigned refused;
  _Atomic unsigned elsewhere;
  void (*changed) (TwRun *run, void *data); /* NULL: no watcher */
  void *watch_data;
} TwRunIncumbent;

typedef struct {
  TwProgressBar bars[TW_N_PROGRESS_BARS];
  _Atomic int permille;
  _Atomic uint64_t nodes;
  _Atomic int orientations;
  _Atomic int placements;

  pthread_mutex_t front_lock; /* protects front and has_front; readers only try it */
  bool has_front;
  TwFront front;

  pthread_mutex_t picture_lock; /* protects picture and picture_size */
  void *picture;
  size_t picture_size;
  _Atomic bool picture_seen;
} TwRunProgress;

typedef struct {
  pthread_mutex_t lock; /* protects waiting */
  pthread_cond_t changed;
  _Atomic int wanted; /* number of threads to pause; below 0 like 0 */
  int waiting;
} TwRunPause;

/* What tests replace; a run without them has no table. A child has the table of its parent. Each
 * function also looks after the ancestors of the run. */
typedef struct {
  /* Called at each check of the run; may stop it. */
  void (*check) (TwRun *run, const TwStopPoint *point);
  /* Returns whether a request for memory may succeed. */
  bool (*may_allocate) (TwRun *run, const TwStopPoint *point);
  /* Returns the time in seconds; -1: that of the system. */
  double (*clock) (const TwRun *run);
  /* Returns the bits of hashes that tables may use. */
  uint64_t (*hash_mask) (const TwRun *run);
  void (*clear) (TwRun *run);
} TwRunHooks;

/* The state of the functions of stop-points.h. */
typedef struct {
  atomic_bool is_on;
  _Atomic uint64_t checks;
  _Atomic uint64_t last_check; /* the check that stops the run; 0: none */
  double tick;                 /* seconds from one check to the next; 0: use the system's clock */
  _Atomic int stop_why;
  _Atomic uint64_t requests;
  _Atomic uint64_t last_request; /* the request for memory that fails; 0: none */
  _Atomic uint64_t *visits;      /* for each stop point; NULL: not counted */
  const TwStopPoint *end_point;  /* the stop point at which visit number `end_visit` ends the run */
  uint64_t end_visit;
  uint64_t hash_bits; /* bits of hashes that tables do not use */
} TwRunTest;

struct TwRun {
  TwRun *parent;
  TwRunClock clock;
  TwRunMemory memory;
  TwRunIncumbent incumbent;
  TwRunProgress progress;
  TwRunPause pause;
#ifdef TW_STOP_POINTS
  const TwRunHooks *hooks; /* NULL: the run is not under test */
  TwRunTest test;
#endif
};

/* Returns NULL unless the run is under test, and in programs without stop points always. */
static inline const TwRunHooks *
tw_run_hooks (const TwRun *run)
{
#ifdef TW_STOP_POINTS
  return run != NULL ? run->hooks : NULL;
#else
  (void) run;
  return NULL;
#endif
}

/* Starts the clock; `seconds` <= 0: no deadline. */
void tw_run_init_clock (TwRun *run, double seconds);
/* These return false when a lock cannot be made; then there is nothing to clear. */
bool tw_run_init_incumbent (TwRun *run);
void tw_run_clear_incumbent (TwRun *run);
bool tw_run_init_progress (TwRun *run);
void tw_run_clear_progress (TwRun *run);
bool tw_run_init_pause (TwRun *run);
void tw_run_clear_pause (TwRun *run);

/* Waits while the run or an ancestor wants the thread to pause. */
void tw_run_wait_while_paused (TwRun *run);
