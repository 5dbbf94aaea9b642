/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop-points.c - counts the visits to the stop points of a run under test, and ends
 * it at one of them. */
#include "core/run/stop-points.h"

#include <stdlib.h>

#include "core/run/clock.h"
#include "core/run/run-private.h"

#ifdef TW_STOP_POINTS
/* The start and end of the table of stop points, set by the linker; both NULL when it is empty. */
extern const TwStopPoint __start_tw_stop_points[] __attribute__ ((weak));
extern const TwStopPoint __stop_tw_stop_points[] __attribute__ ((weak));
#define TABLE_START __start_tw_stop_points
#define TABLE_END   __stop_tw_stop_points
#else
#define TABLE_START ((const TwStopPoint *) NULL)
#define TABLE_END   ((const TwStopPoint *) NULL)
#endif

/* Counts the visit and returns whether it is the one that ends the run. */
static bool
visit (TwRun *run, const TwStopPoint *point)
{
  uint64_t n;

  if (run->test.visits == NULL || point == NULL)
    return false;
  n = atomic_fetch_add (&run->test.visits[point - TABLE_START], 1) + 1;
  return point == run->test.end_point && n >= run->test.end_visit;
}

void
tw_run_count_check (TwRun *run, const TwStopPoint *point)
{
  for (; run != NULL; run = run->parent) {
    uint64_t check, last;

    if (!atomic_load_explicit (&run->test.is_on, memory_order_relaxed))
      continue;
    check = atomic_fetch_add (&run->test.checks, 1) + 1;
    last = atomic_load (&run->test.last_check);
    if (visit (run, point) || (last != 0 && check >= last))
      tw_run_stop (run, (TwStop) atomic_load (&run->test.stop_why));
  }
}

bool
tw_run_may_allocate (TwRun *run, const TwStopPoint *point)
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

bool
tw_run_is_tested (const TwRun *run)
{
  for (; run != NULL; run = run->parent) {
    if (atomic_load_explicit (&run->test.is_on, memory_order_relaxed))
      return true;
  }
  return false;
}

double
tw_run_test_clock (const TwRun *run)
{
  for (; run != NULL; run = run->parent) {
    if (run->test.tick > 0)
      return (double) atomic_load_explicit (&run->test.checks, memory_order_relaxed)
             * run->test.tick;
  }
  return -1;
}

void
tw_run_test_stop_at (TwRun *run, uint64_t n, TwStop why)
{
  atomic_store (&run->test.last_check, n);
  atomic_store (&run->test.stop_why, (int) why);
  atomic_store (&run->test.is_on, true);
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
  atomic_store (&run->test.is_on, true);
}

void
tw_run_test_fail_memory (TwRun *run, uint64_t n)
{
  atomic_store (&run->test.last_request, n);
  atomic_store (&run->test.is_on, true);
}

uint64_t
tw_run_test_requests (const TwRun *run)
{
  return atomic_load (&run->test.requests);
}

const TwStopPoint *
tw_stop_points (size_t *count)
{
  *count = (size_t) (TABLE_END - TABLE_START);
  return TABLE_START;
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
  atomic_store (&run->test.is_on, true);
  return run->test.visits != NULL;
}

uint64_t
tw_run_test_visits (const TwRun *run, const TwStopPoint *point)
{
  return atomic_load (&run->test.visits[point - TABLE_START]);
}
