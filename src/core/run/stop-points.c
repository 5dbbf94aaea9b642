/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop-points.c - the hooks of runs under test: counts the visits to stop points, and ends the run at
 * one of them. */
#include "core/run/stop-points.h"

#include <stdlib.h>

#include "core/run/clock.h"
#include "core/run/run-private.h"

/* The start and end of the table of stop points, set by the linker; both NULL when it is empty. */
extern const TwStopPoint __start_tw_stop_points[] __attribute__ ((weak));
extern const TwStopPoint __stop_tw_stop_points[] __attribute__ ((weak));

/* Counts the visit and returns whether it is the one that ends the run. */
static bool
visit (TwRun *run, const TwStopPoint *point)
{
  uint64_t n;

  if (run->test.visits == NULL || point == NULL)
    return false;
  n = atomic_fetch_add (&run->test.visits[point - __start_tw_stop_points], 1) + 1;
  return point == run->test.end_point && n >= run->test.end_visit;
}

static void
check (TwRun *run, const TwStopPoint *point)
{
  for (; run != NULL; run = run->parent) {
    uint64_t n, last;

    if (!atomic_load_explicit (&run->test.is_on, memory_order_relaxed))
      continue;
    n = atomic_fetch_add (&run->test.checks, 1) + 1;
    last = atomic_load (&run->test.last_check);
    if (visit (run, point) || (last != 0 && n >= last))
      tw_run_stop (run, (TwStop) atomic_load (&run->test.stop_why));
  }
}

static bool
may_allocate (TwRun *run, const TwStopPoint *point)
{
  for (; run != NULL; run = run->parent) {
    uint64_t request, failing;

    if (!atomic_load_explicit (&run->test.is_on, memory_order_relaxed))
      continue;
    request = atomic_fetch_add (&run->test.requests, 1) + 1;
    if (visit (run, point))
      atomic_store (&run->test.last_request, request);
    failing = atomic_load (&run->test.last_request);
    if (failing != 0 && request >= failing)
      return false;
  }
  return true;
}

static double
test_clock (const TwRun *run)
{
  for (; run != NULL; run = run->parent) {
    if (run->test.tick > 0)
      return (double) atomic_load_explicit (&run->test.checks, memory_order_relaxed)
             * run->test.tick;
  }
  return -1;
}

static uint64_t
hash_mask (const TwRun *run)
{
  uint64_t mask = UINT64_MAX;

  for (; run != NULL; run = run->parent)
    mask &= ~run->test.hash_bits;
  return mask;
}

static void
clear (TwRun *run)
{
  free (run->test.visits);
}

static void
start (TwRun *run)
{
  static const TwRunHooks hooks = {
    .check = check,
    .may_allocate = may_allocate,
    .clock = test_clock,
    .hash_mask = hash_mask,
    .clear = clear,
  };

  run->hooks = &hooks;
  atomic_store (&run->test.is_on, true);
}

void
tw_run_test_stop_at (TwRun *run, uint64_t n, TwStop why)
{
  atomic_store (&run->test.last_check, n);
  atomic_store (&run->test.stop_why, (int) why);
  start (run);
}

uint64_t
tw_run_test_points (const TwRun *run)
{
  return atomic_load (&run->test.checks);
}

void
tw_run_test_set_tick (TwRun *run, double seconds)
{
  run->clock.deadline -= run->clock.start;
  run->clock.start = 0;
  run->test.tick = seconds;
  start (run);
}

void
tw_run_test_fail_memory (TwRun *run, uint64_t n)
{
  atomic_store (&run->test.last_request, n);
  start (run);
}

void
tw_run_test_set_hash_mask (TwRun *run, uint64_t mask)
{
  run->test.hash_bits = ~mask;
  start (run);
}

uint64_t
tw_run_test_requests (const TwRun *run)
{
  return atomic_load (&run->test.requests);
}

const TwStopPoint *
tw_stop_points (size_t *count)
{
  *count = (size_t) (__stop_tw_stop_points - __start_tw_stop_points);
  return __start_tw_stop_points;
}

bool
tw_run_test_end_at (TwRun *run, const TwStopPoint *point, uint64_t n, TwStop why)
{
  size_t count;

  tw_stop_points (&count);
  if (run->test.visits == NULL)
    run->test.visits = calloc (count + 1, sizeof *run->test.visits);
  run->test.end_point = point;
  run->test.end_visit = n;
  atomic_store (&run->test.stop_why, (int) why);
  start (run);
  return run->test.visits != NULL;
}

uint64_t
tw_run_test_visits (const TwRun *run, const TwStopPoint *point)
{
  return atomic_load (&run->test.visits[point - __start_tw_stop_points]);
}
