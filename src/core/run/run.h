/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - one running search: when it must stop, its memory budget, its progress and its best
 * tiling.
 *
 * Threads: the owner creates the run and passes it to an engine on a worker thread. The owner may
 * cancel it or read its progress, best tiling and bound at any time, from any thread. The engine's
 * own workers share the run. The owner frees it after the engine has returned.
 *
 * Units: seconds are wall time of the monotonic clock, memory is in bytes. */
#ifndef TW_CORE_RUN_RUN_H
#define TW_CORE_RUN_RUN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/board.h"
#include "core/base/tiling.h"

typedef struct TwRun TwRun;

/* The status that an engine returns. */
typedef enum {
  TW_STATUS_OPTIMAL,       /* the best solution is proved optimal */
  TW_STATUS_FEASIBLE,      /* a solution without a proof of optimality */
  TW_STATUS_INFEASIBLE,    /* proved: there is no solution */
  TW_STATUS_TIMEOUT,       /* no solution within the time limit */
  TW_STATUS_CANCELLED,     /* no solution before the cancellation */
  TW_STATUS_OUT_OF_MEMORY, /* no solution within the memory budget */
} TwStatus;

/* The names used in the result format: "optimal", "feasible", ... */
const char *tw_status_name (TwStatus status);

/* Why a run stops; the first reason is kept. */
typedef enum {
  TW_STOP_NONE,
  TW_STOP_CANCEL,
  TW_STOP_DEADLINE,
  TW_STOP_MEMORY,
} TwStop;

typedef struct {
  double seconds; /* <= 0: no deadline */
  size_t memory;  /* bytes; 0: no limit */
} TwLimits;

/* Starts the clock. Returns NULL when memory is short. */
TwRun *tw_run_new (const TwLimits *limits);
/* A child run, for a subproblem. It stops when its parent stops, charges its memory to the parent,
 * and has its own deadline, best tiling and bound. When a child runs out of memory its parent
 * continues. */
TwRun *tw_run_new_child (TwRun *parent, double seconds);
void tw_run_free (TwRun *run);

/* --- stop points --------------------------------------------------------- */

/* A stop point: a place in the code where a search may end, because it polls the run or allocates
 * memory. Each use of tw_run_should_stop, tw_poll, tw_poll_by, tw_run_malloc, tw_run_calloc and
 * tw_run_realloc defines one. The linker collects all stop points in one table, so tests can show
 * that a search ends well at each of them. */
typedef struct {
  _Alignas(32) const char *file; /* this alignment equals the size, so entries lie without
                                  * gaps */
  int line;
  bool is_memory;
} TwSite;

#define TW_SITE(is_memory)                                                              \
  (__extension__({                                                                      \
    static const TwSite tw_site                                                         \
      __attribute__ ((section ("tw_sites"), used)) = { __FILE__, __LINE__, is_memory }; \
    &tw_site;                                                                           \
  }))

/* --- stopping ------------------------------------------------------------ */

/* Stops the run with TW_STOP_CANCEL. Safe from any thread. */
void tw_run_cancel (TwRun *run);
/* Stops the run for the reason `why` unless it has already stopped. */
void tw_run_stop (TwRun *run, TwStop why);
/* Reads the clock: only for stop points that are reached less than a thousand times a second. */
#define tw_run_should_stop(run) tw_run_should_stop_at (run, TW_SITE (false))
bool tw_run_should_stop_at (TwRun *run, const TwSite *site);
/* Returns why the run or one of its ancestors has stopped; TW_STOP_NONE while they are running.
 * Does not read the clock. */
TwStop tw_run_stop_reason (const TwRun *run);
/* Returns the seconds since the run was created. */
double tw_run_elapsed (const TwRun *run);
/* Returns the seconds to the deadline, at least 0. The deadline is the nearest one of the run and
 * its ancestors; HUGE_VAL when there is none. */
double tw_run_remaining (const TwRun *run);
/* Returns the whole time budget in seconds; HUGE_VAL when there is none. */
double tw_run_budget (const TwRun *run);
/* Returns the processor time of the calling thread in seconds, from an arbitrary origin. Engines
 * plan work by it, since other processes may use the processor; deadlines are in wall time. */
double tw_run_work (const TwRun *run);
/* Returns the status of an engine that was stopped or ended without a proof: FEASIBLE when there is
 * a best tiling, otherwise the status that matches the stop reason. */
TwStatus tw_run_status (const TwRun *run);

/* Polls the run in inner loops. Each thread has its own on its stack. It is cheap: flags and clock
 * are read only once in `interval` calls. */
typedef struct {
  TwRun *run;
  uint32_t left;
  uint32_t interval;
  bool stopped;
} TwPoll;

/* `interval` 0 counts as 1. Under test every call reads the run. */
void tw_poll_init (TwPoll *poll, TwRun *run, uint32_t interval);
bool tw_poll_now (TwPoll *poll, const TwSite *site);

#define tw_poll(poll) tw_poll_at (poll, TW_SITE (false))
static inline bool
tw_poll_at (TwPoll *poll, const TwSite *site)
{
  if (--poll->left != 0)
    return poll->stopped;
  return tw_poll_now (poll, site);
}

/* The same for work of uneven size: counts as `work` calls, at least one. */
#define tw_poll_by(poll, work) tw_poll_by_at (poll, work, TW_SITE (false))
static inline bool
tw_poll_by_at (TwPoll *poll, uint32_t work, const TwSite *site)
{
  if (work < poll->left && work > 0) {
    poll->left -= work;
    return poll->stopped;
  }
  return tw_poll_now (poll, site);
}

/* --- memory -------------------------------------------------------------- */

/* malloc, realloc and free with a memory budget. They return NULL when the budget is used up, but
 * do not stop the run: the engine does that with TW_STOP_MEMORY. The sizes passed to realloc and
 * free must be those of the allocation. */
#define tw_run_malloc(run, size)        tw_run_realloc_at (run, NULL, 0, size, TW_SITE (true))
#define tw_run_calloc(run, count, size) tw_run_calloc_at (run, count, size, TW_SITE (true))
#define tw_run_realloc(run, memory, old_size, size) \
  tw_run_realloc_at (run, memory, old_size, size, TW_SITE (true))
void *tw_run_calloc_at (TwRun *run, size_t count, size_t size, const TwSite *site);
void *tw_run_realloc_at (TwRun *run, void *memory, size_t old_size, size_t size,
                         const TwSite *site);
void tw_run_mfree (TwRun *run, void *memory, size_t size);
size_t tw_run_memory_used (const TwRun *run);
size_t tw_run_memory_peak (const TwRun *run);
/* Returns whether the budget of this run has refused an allocation, of the run or of a child. */
bool tw_run_memory_was_short (const TwRun *run);

/* --- the best tiling ----------------------------------------------------- */

/* Checks `tiling` by the independent checker against `board` (in its original orientation) and
 * keeps a copy when it has fewer squares than the best. `transform` is the transform whose sweep
 * found it. Returns false when the checker refuses it, which is a fault of the engine and is
 * counted by tw_run_refused (), or when memory is short for the checker or the copy, which is not
 * counted. */
bool tw_run_offer (TwRun *run, const TwBoard *board, const TwTiling *tiling, int transform);
/* Returns the number of squares of the best tiling, -1 when there is none. */
int64_t tw_run_best (const TwRun *run);
/* Increases with every better tiling, so the UI copies the tiling only when it has changed. */
uint64_t tw_run_serial (const TwRun *run);
/* Copies the best tiling. Returns false when there is none or memory is short. */
bool tw_run_copy_best (TwRun *run, TwTiling *tiling, int *transform);
/* Returns the number of tilings that the checkers refused. */
unsigned tw_run_refused (const TwRun *run);
/* Counts a tiling that the checker of a family refused before it was offered. */
void tw_run_refuse (TwRun *run);

/* Raises the proved bound; a smaller value is ignored. */
void tw_run_raise_bound (TwRun *run, int64_t bound);
/* Returns 0 when nothing is proved. */
int64_t tw_run_bound (const TwRun *run);
/* Reports a bound from a solver that uses floating-point arithmetic. It is shown as reported and
 * proves nothing. 0: none. */
void tw_run_report_bound (TwRun *run, int64_t bound);
int64_t tw_run_reported_bound (const TwRun *run);

/* Sets a callback for every better tiling and every higher bound. It runs on the thread that found
 * them, possibly on several threads at once. It must be set before the search starts. The search by
 * components uses it to update the whole board. */
void tw_run_watch (TwRun *run, void (*changed) (TwRun *run, void *data), void *data);

/* The transforms, as bits 0 to 7, that other solvers are working on, whose solutions this run will
 * receive. Engines that run one transform after the other leave these for last. A child returns
 * those of its ancestors, too. */
void tw_run_set_elsewhere (TwRun *run, unsigned transforms);
unsigned tw_run_elsewhere (const TwRun *run);

/* --- progress ------------------------------------------------------------ */

/* A lane shows the work of one job: for the squares engines lane k, 0..7, is transform k and lane 8
 * the quick run. Workers write it and the UI reads it at frame rate; all accesses are relaxed. */
enum {
  TW_N_LANES = 16,
  TW_FRONT_MAX = TW_BOARD_MAX_SIDE,
};

typedef enum {
  TW_PHASE_IDLE,
  TW_PHASE_SWEEP,
  TW_PHASE_IMPROVE,
  TW_PHASE_PRICES,
  TW_PHASE_PROOF,
  TW_PHASE_SEARCH,
  TW_PHASE_DONE,
  TW_PHASE_STOPPED, /* stopped before it was done; `step` shows how far it got */
} TwPhase;

typedef struct {
  _Atomic int32_t phase;  /* TwPhase */
  _Atomic int32_t step;   /* number of columns, stripes, ... that are done */
  _Atomic int32_t steps;  /* total number of these; 0: unknown */
  _Atomic int64_t states; /* number of states in this column */
  _Atomic int64_t best;   /* squares of this lane's best tiling; 0: none */
} TwLane;

TwLane *tw_run_lane (TwRun *run, int lane);

/* Sets the progress in thousandths, for engines that know it. */
void tw_run_set_permille (TwRun *run, int permille);
int tw_run_permille (const TwRun *run);
/* Adds to the number of search nodes or states. */
void tw_run_add_nodes (TwRun *run, uint64_t nodes);
uint64_t tw_run_nodes (const TwRun *run);

/* The front of a running sweep, in the coordinates of the transformed board: row y is covered up
 * to, but excluding, column `column` + profile[y]. */
typedef struct {
  int lane;
  int transform;
  int column;
  int rows;
  uint16_t profile[TW_FRONT_MAX];
} TwFront;

void tw_run_set_front (TwRun *run, int lane, int transform, int column, int rows,
                       const uint16_t *profile);
/* Copies the last front. Returns false when there is none, or while a worker is writing one: it
 * never blocks, so the window can call it in every frame. */
bool tw_run_get_front (TwRun *run, TwFront *front);

/* A picture of the work, for engines whose partial solutions are worth showing: bytes in a format
 * that only the engine and its view know. Copies are made under a lock. An engine sets a new
 * picture only after the last one was read. */
bool tw_run_picture_wanted (const TwRun *run);
/* Keeps a copy. Does nothing when memory is short. */
void tw_run_set_picture (TwRun *run, const void *picture, size_t size);
/* Requests a new picture and returns a copy of the last one, which the caller frees with free ().
 * Returns NULL when there is none or memory is short. */
void *tw_run_copy_picture (TwRun *run, size_t *size);

/* --- for tests ----------------------------------------------------------- */

/* Stops the run with `why` at the n-th check (1, 2, ...; a poll counts each time it reads the run),
 * and makes polls read it every time. n = 0 only counts. */
void tw_run_test_stop_at (TwRun *run, uint64_t n, TwStop why);
uint64_t tw_run_test_points (const TwRun *run);
/* Advances the clock of the run and its children, and the processor time of its threads, by this
 * many seconds from one check to the next, so that a search is the same on every machine. Must be
 * called before the search. */
void tw_run_test_set_tick (TwRun *run, double seconds);
/* Makes the n-th allocation and all later ones fail. n = 0: none. */
void tw_run_test_fail_memory (TwRun *run, uint64_t n);
uint64_t tw_run_test_requests (const TwRun *run);

/* Returns all stop points of the program, in no particular order. */
const TwSite *tw_sites (size_t *count);
/* Counts visits to each stop point. The n-th visit (1, 2, ...) to `site` stops the run with `why`,
 * or makes that and all later allocations fail if it allocates memory. NULL: only counts. Must be
 * called before the search. Returns false when memory is short. */
bool tw_run_test_end_at (TwRun *run, const TwSite *site, uint64_t n, TwStop why);
uint64_t tw_run_test_visits (const TwRun *run, const TwSite *site);

#endif
