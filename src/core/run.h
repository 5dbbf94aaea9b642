/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.h - one running search: when to stop, how much memory it may take, how
 * far it is and the best it has found.
 *
 * Threads: the owner makes the run, hands it to an engine on a worker thread
 * and may at any time, from any thread, cancel it or read its progress, best
 * tiling and bound. The engine's own workers share the run. The owner frees it
 * when the engine has returned.
 *
 * Units: seconds are wall time of the monotonic clock, memory is bytes.
 */
#ifndef TW_CORE_RUN_H
#define TW_CORE_RUN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/board.h"
#include "core/tiling.h"

typedef struct TwRun TwRun;

/* What an engine says when it returns. */
typedef enum {
  TW_STATUS_OPTIMAL,       /* the best answer is proved to be the best there is */
  TW_STATUS_FEASIBLE,      /* an answer, not proved */
  TW_STATUS_INFEASIBLE,    /* proved: there is no answer */
  TW_STATUS_TIMEOUT,       /* no answer within the time */
  TW_STATUS_CANCELLED,     /* no answer before the cancel */
  TW_STATUS_OUT_OF_MEMORY, /* no answer within the memory */
} TwStatus;

/* "optimal", "feasible", ...: the names of the result format. */
const char *tw_status_name (TwStatus status);

/* Why a run stops; the first reason given stays. */
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

/* NULL when memory is short. The clock starts here. */
TwRun *tw_run_new (const TwLimits *limits);
/* A part of a search with a deadline of its own: stops when its parent stops,
 * charges its memory to the parent, has its own best tiling and bound.
 * Running out of memory in a child does not stop the parent. */
TwRun *tw_run_new_child (TwRun *parent, double seconds);
void tw_run_free (TwRun *run);

/* --- sites -------------------------------------------------------------- */

/* A site in the code where a search may end: because it looks whether it is to stop, or because it
 * asks for memory. The calls below that say so are macros that give each its site; the linker
 * collects them all in one table, so that tests can show that a search has ended well at each. */
typedef struct {
  _Alignas(32) const char *file; /* of this alignment and size: entries lie without gaps */
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

void tw_run_cancel (TwRun *run);
/* Ends the run for `why` unless it is ending already. */
void tw_run_stop (TwRun *run, TwStop why);
/* Reads the clock: for sites reached less than a thousand times a second. */
#define tw_run_should_stop(run) tw_run_should_stop_at (run, TW_SITE (false))
bool tw_run_should_stop_at (TwRun *run, const TwSite *site);
TwStop tw_run_stop_reason (const TwRun *run);
double tw_run_elapsed (const TwRun *run);
/* Seconds to the deadline (of the nearest ancestor that has one), at least 0;
 * HUGE_VAL when there is none. */
double tw_run_remaining (const TwRun *run);
/* The whole budget in seconds, HUGE_VAL when there is none. */
double tw_run_budget (const TwRun *run);
/* Processor seconds of the calling thread, from a beginning of their own. Work is planned by them,
 * since others may have the processor meanwhile; deadlines are kept by the clock. */
double tw_run_work (const TwRun *run);
/* Status for an engine that was stopped, or that ended without proof:
 * FEASIBLE when there is a best tiling, else what the reason says. */
TwStatus tw_run_status (const TwRun *run);

/* A cancellation point for inner loops: one a thread, on its stack. Cheap: the
 * flags are read and the clock asked once in `interval` calls. */
typedef struct {
  TwRun *run;
  uint32_t left;
  uint32_t interval;
  bool stopped;
} TwPoll;

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

/* malloc, realloc and free against the budget; NULL when it is used up (the
 * run is then told, with TW_STOP_MEMORY left to the engine to set). The sizes
 * given to realloc and free are those asked for before. */
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
/* Whether the budget of this run has ever refused something, to it or to a child. */
bool tw_run_memory_was_short (const TwRun *run);

/* --- the answer ---------------------------------------------------------- */

/* Judges `tiling` by the independent checker against `board` (the board in its
 * original orientation) and keeps a copy when it has fewer squares than the
 * best. `transform` is the one whose sweep found it. Returns false when the
 * checker refuses it, a fault of the engine that tw_run_refused () counts, and
 * when memory is short, for the checker or for the copy: that is nobody's fault. */
bool tw_run_offer (TwRun *run, const TwBoard *board, const TwTiling *tiling, int transform);
/* Squares of the best tiling, -1 when there is none. */
int64_t tw_run_best (const TwRun *run);
/* Grows with every better tiling: the UI copies only when it changed. */
uint64_t tw_run_serial (const TwRun *run);
/* Copies the best tiling; false when there is none or memory is short. */
bool tw_run_copy_best (TwRun *run, TwTiling *tiling, int *transform);
unsigned tw_run_refused (const TwRun *run);
/* Counts a tiling that the checker of a family refused before it was offered. */
void tw_run_refuse (TwRun *run);

/* Lowers nothing: the proved bound only grows. */
void tw_run_raise_bound (TwRun *run, int64_t bound);
int64_t tw_run_bound (const TwRun *run);
/* A bound that a solver has come to in floating-point arithmetic: it is shown as what that solver
 * says, and nothing is proved by it. 0: none. */
void tw_run_report_bound (TwRun *run, int64_t bound);
int64_t tw_run_reported_bound (const TwRun *run);

/* `changed` is called after every better tiling and every higher bound, on the thread
 * that brought it; several may at once. For a search in parts: a part tells the whole.
 * Set it before the search begins. */
void tw_run_watch (TwRun *run, void (*changed) (TwRun *run, void *data), void *data);

/* Transforms, as bits 0 to 7, that others are at work on who will offer what they find:
 * engines that run one transform after the other leave these for last. Of a child they
 * are those of its ancestors. */
void tw_run_set_elsewhere (TwRun *run, unsigned transforms);
unsigned tw_run_elsewhere (const TwRun *run);

/* --- progress ------------------------------------------------------------ */

/* One lane a worker's job: for the squares engines lane k, 0..7, is transform
 * k and lane 8 the quick run. Written by workers, read by the UI at frame
 * rate; every field is relaxed. */
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
  TW_PHASE_STOPPED, /* before it was done; its step says how far it came */
} TwPhase;

typedef struct {
  _Atomic int32_t phase;  /* TwPhase */
  _Atomic int32_t step;   /* columns done, stripes done, ... */
  _Atomic int32_t steps;  /* of how many; 0: unknown */
  _Atomic int64_t states; /* states in this column */
  _Atomic int64_t best;   /* squares of this lane's best tiling; 0: none */
} TwLane;

TwLane *tw_run_lane (TwRun *run, int lane);

/* How far, in thousandths of the whole, an engine that knows it is. */
void tw_run_set_permille (TwRun *run, int permille);
int tw_run_permille (const TwRun *run);
void tw_run_add_nodes (TwRun *run, uint64_t nodes);
uint64_t tw_run_nodes (const TwRun *run);

/* The front of a running sweep, in the coordinates of the transformed board:
 * row y is covered up to (not including) column `column` + profile[y]. */
typedef struct {
  int lane;
  int transform;
  int column;
  int rows;
  uint16_t profile[TW_FRONT_MAX];
} TwFront;

void tw_run_set_front (TwRun *run, int lane, int transform, int column, int rows,
                       const uint16_t *profile);
/* The front set last; false when there is none, or when a worker is just
 * setting one: it never waits, so that a window can ask in every frame. */
bool tw_run_get_front (TwRun *run, TwFront *front);

/* A picture of the work for engines whose unfinished boards are worth seeing:
 * bytes that only the engine and who shows it understand. Copies are made under
 * a lock; an engine sets a new picture only when the last one was looked at. */
bool tw_run_picture_wanted (const TwRun *run);
/* Keeps a copy; quietly none when memory is short. */
void tw_run_set_picture (TwRun *run, const void *picture, size_t size);
/* Asks for a new one and returns a copy of the last one, which the caller frees
 * with free (); NULL when there is none or memory is short. */
void *tw_run_copy_picture (TwRun *run, size_t *size);

/* --- for tests ----------------------------------------------------------- */

/* The n-th cancellation point (1, 2, ...; polls count each time they look)
 * ends the run with `why`, and polls look every time. n = 0 counts only. */
void tw_run_test_stop_at (TwRun *run, uint64_t n, TwStop why);
uint64_t tw_run_test_points (const TwRun *run);
/* From now on the clock of the run and of its children moves by so many seconds from one cancellation
 * point to the next, and so does the processor time of its threads: the same search on any
 * machine. Before the search. */
void tw_run_test_set_tick (TwRun *run, double seconds);
/* The n-th request for memory fails, and all after it. n = 0: none. */
void tw_run_test_fail_memory (TwRun *run, uint64_t n);
uint64_t tw_run_test_requests (const TwRun *run);

/* All sites of the program, in no order that means anything. */
const TwSite *tw_sites (size_t *count);
/* From now on visits to each site are counted; the n-th visit (1, 2, ...) to `site` ends the run:
 * with `why`, or for want of memory, then and ever after. NULL: counts only. Before the search; false
 * when memory is short. */
bool tw_run_test_end_at (TwRun *run, const TwSite *site, uint64_t n, TwStop why);
uint64_t tw_run_test_visits (const TwRun *run, const TwSite *site);

#endif
