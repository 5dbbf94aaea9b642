/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pause.c - see pause.h. */
#include "core/run/pause.h"

#include "core/run/run-private.h"

bool
tw_run_init_pause (TwRun *run)
{
  if (pthread_mutex_init (&run->pause.lock, NULL) != 0)
    return false;
  if (pthread_cond_init (&run->pause.changed, NULL) == 0)
    return true;
  pthread_mutex_destroy (&run->pause.lock);
  return false;
}

void
tw_run_clear_pause (TwRun *run)
{
  pthread_cond_destroy (&run->pause.changed);
  pthread_mutex_destroy (&run->pause.lock);
}

void
tw_run_pause (TwRun *run, int threads)
{
  TwRunPause *pause = &run->pause;

  pthread_mutex_lock (&pause->lock);
  atomic_fetch_add_explicit (&pause->wanted, threads, memory_order_relaxed);
  pthread_cond_broadcast (&pause->changed);
  pthread_mutex_unlock (&pause->lock);
}

static int
wanted (TwRunPause *pause)
{
  return atomic_load_explicit (&pause->wanted, memory_order_relaxed);
}

void
tw_run_wait_while_paused (TwRun *run)
{
  for (; run != NULL; run = run->parent) {
    TwRunPause *pause = &run->pause;

    if (wanted (pause) <= 0)
      continue;
    pthread_mutex_lock (&pause->lock);
    if (pause->waiting < wanted (pause)) {
      pause->waiting++;
      while (pause->waiting <= wanted (pause))
        pthread_cond_wait (&pause->changed, &pause->lock);
      pause->waiting--;
    }
    pthread_mutex_unlock (&pause->lock);
  }
}
