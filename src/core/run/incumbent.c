/* SPDX-License-Identifier: GPL-3.0-or-later */
/* incumbent.c - the best solution and the bounds of a run. */
#include "core/run/incumbent.h"

#include "core/run/run-private.h"

bool
tw_run_init_incumbent (TwRun *run)
{
  atomic_init (&run->incumbent.cost, -1);
  return pthread_mutex_init (&run->incumbent.lock, NULL) == 0;
}

void
tw_run_clear_incumbent (TwRun *run)
{
  if (run->incumbent.copy != NULL)
    run->incumbent.free_copy (run->incumbent.copy);
  pthread_mutex_destroy (&run->incumbent.lock);
}

void
tw_run_watch (TwRun *run, void (*changed) (TwRun *run, void *data), void *data)
{
  run->incumbent.changed = changed;
  run->incumbent.watch_data = data;
}

static void
tell_watcher (TwRun *run)
{
  if (run->incumbent.changed != NULL)
    run->incumbent.changed (run, run->incumbent.watch_data);
}

TwJudgement
tw_run_judge (TwRun *run, const TwSolution *solution)
{
  return tw_solution_judge (solution, &run->incumbent.refused);
}

bool
tw_run_offer (TwRun *run, const TwSolution *solution, const TwSolutionKeeper *keeper)
{
  TwRunIncumbent *incumbent = &run->incumbent;
  bool kept = true, better = false;

  if (tw_run_judge (run, solution) != TW_SOLUTION_RIGHT)
    return false;
  pthread_mutex_lock (&incumbent->lock);
  if (atomic_load (&incumbent->cost) < 0 || solution->cost < atomic_load (&incumbent->cost)) {
    void *copy = keeper->copy (solution);

    kept = better = copy != NULL;
    if (better) {
      if (incumbent->copy != NULL)
        incumbent->free_copy (incumbent->copy);
      incumbent->copy = copy;
      incumbent->free_copy = keeper->free_copy;
      atomic_store (&incumbent->cost, solution->cost);
      atomic_fetch_add (&incumbent->serial, 1);
    }
  }
  pthread_mutex_unlock (&incumbent->lock);
  if (better)
    tell_watcher (run);
  return kept;
}

int64_t
tw_run_best (const TwRun *run)
{
  return atomic_load (&run->incumbent.cost);
}

uint64_t
tw_run_serial (const TwRun *run)
{
  return atomic_load (&run->incumbent.serial);
}

bool
tw_run_read_best (TwRun *run, bool (*read) (const void *copy, void *data), void *data)
{
  bool done;

  pthread_mutex_lock (&run->incumbent.lock);
  done = run->incumbent.copy != NULL && read (run->incumbent.copy, data);
  pthread_mutex_unlock (&run->incumbent.lock);
  return done;
}

unsigned
tw_run_refused (const TwRun *run)
{
  return atomic_load (&run->incumbent.refused);
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
  if (raise_to (&run->incumbent.bound, bound))
    tell_watcher (run);
}

int64_t
tw_run_bound (const TwRun *run)
{
  return atomic_load (&run->incumbent.bound);
}

bool
tw_run_is_proved (const TwRun *run)
{
  int64_t best = tw_run_best (run);

  return best >= 0 && tw_run_bound (run) >= best;
}

void
tw_run_set_elsewhere (TwRun *run, unsigned transforms)
{
  atomic_store_explicit (&run->incumbent.elsewhere, transforms, memory_order_relaxed);
}

unsigned
tw_run_elsewhere (const TwRun *run)
{
  unsigned transforms = 0;

  for (; run != NULL; run = run->parent)
    transforms |= atomic_load_explicit (&run->incumbent.elsewhere, memory_order_relaxed);
  return transforms;
}
