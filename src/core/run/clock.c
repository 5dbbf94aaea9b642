/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - deadline, cancellation and polling. */
#include "core/run/clock.h"

#include <math.h>
#include <time.h>

#include "core/run/run-private.h"

static double
read_clock (const TwRun *run, clockid_t clock)
{
  const TwRunHooks *hooks = tw_run_hooks (run);
  double test_clock = hooks != NULL ? hooks->clock (run) : -1;
  struct timespec t;

  if (test_clock >= 0)
    return test_clock;
  clock_gettime (clock, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static double
now (const TwRun *run)
{
  return read_clock (run, CLOCK_MONOTONIC);
}

void
tw_run_init_clock (TwRun *run, double seconds)
{
  run->clock.start = now (run);
  run->clock.deadline = seconds > 0 ? run->clock.start + seconds : HUGE_VAL;
}

void
tw_run_stop (TwRun *run, TwStop why)
{
  int none = TW_STOP_NONE;

  atomic_compare_exchange_strong (&run->clock.stop, &none, (int) why);
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
    int why = atomic_load_explicit (&run->clock.stop, memory_order_relaxed);

    if (why != TW_STOP_NONE)
      return (TwStop) why;
  }
  return TW_STOP_NONE;
}

bool
tw_run_should_stop_at (TwRun *run, const TwStopPoint *point)
{
  const TwRunHooks *hooks = tw_run_hooks (run);

  if (hooks != NULL)
    hooks->check (run, point);
  tw_run_wait_while_paused (run);
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
  return now (run) - run->clock.start;
}

static double
nearest_deadline (const TwRun *run)
{
  double nearest = HUGE_VAL;

  for (; run != NULL; run = run->parent)
    nearest = fmin (nearest, run->clock.deadline);
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

  return deadline < HUGE_VAL ? fmax (0, deadline - run->clock.start) : HUGE_VAL;
}

double
tw_run_work (const TwRun *run)
{
  return read_clock (run, CLOCK_THREAD_CPUTIME_ID);
}

void
tw_poll_init (TwPoll *poll, TwRun *run, uint32_t interval)
{
  if (interval == 0 || tw_run_hooks (run) != NULL)
    interval = 1;
  *poll = (TwPoll){ .run = run, .left = interval, .interval = interval };
}

bool
tw_poll_now (TwPoll *poll, const TwStopPoint *point)
{
  poll->left = poll->interval;
  if (!poll->stopped)
    poll->stopped = tw_run_should_stop_at (poll->run, point);
  return poll->stopped;
}
