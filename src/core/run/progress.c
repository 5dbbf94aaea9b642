/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - what the window shows of a run. */
#include "core/run/progress.h"

#include <stdlib.h>
#include <string.h>

#include "core/run/run-private.h"

bool
tw_run_init_progress (TwRun *run)
{
  TwRunProgress *progress = &run->progress;

  if (pthread_mutex_init (&progress->front_lock, NULL) != 0)
    return false;
  if (pthread_mutex_init (&progress->picture_lock, NULL) == 0)
    return true;
  pthread_mutex_destroy (&progress->front_lock);
  return false;
}

void
tw_run_clear_progress (TwRun *run)
{
  free (run->progress.picture);
  pthread_mutex_destroy (&run->progress.picture_lock);
  pthread_mutex_destroy (&run->progress.front_lock);
}

TwProgressBar *
tw_run_progress_bar (TwRun *run, int bar)
{
  return &run->progress.bars[bar];
}

TwPhase
tw_run_phase (TwRun *run)
{
  int first = TW_PHASE_DONE;

  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    int phase = atomic_load_explicit (&run->progress.bars[i].phase, memory_order_relaxed);

    if (phase != TW_PHASE_IDLE && phase < first)
      first = phase;
  }
  return (TwPhase) first;
}

void
tw_progress_bar_end (TwProgressBar *bar, bool complete)
{
  atomic_store_explicit (&bar->phase, complete ? TW_PHASE_DONE : TW_PHASE_STOPPED,
                         memory_order_relaxed);
}

void
tw_run_set_permille (TwRun *run, int permille)
{
  atomic_store_explicit (&run->progress.permille, permille, memory_order_relaxed);
}

int
tw_run_permille (const TwRun *run)
{
  return atomic_load_explicit (&run->progress.permille, memory_order_relaxed);
}

double
tw_run_time_left (const TwRun *run, double elapsed)
{
  int permille = tw_run_permille (run);

  return permille > 0 ? elapsed * (1000 - permille) / permille : -1;
}

void
tw_run_add_nodes (TwRun *run, uint64_t nodes)
{
  atomic_fetch_add_explicit (&run->progress.nodes, nodes, memory_order_relaxed);
}

uint64_t
tw_run_nodes (const TwRun *run)
{
  return atomic_load_explicit (&run->progress.nodes, memory_order_relaxed);
}

void
tw_run_set_placements (TwRun *run, int orientations, int placements)
{
  atomic_store_explicit (&run->progress.orientations, orientations, memory_order_relaxed);
  atomic_store_explicit (&run->progress.placements, placements, memory_order_relaxed);
}

int
tw_run_orientations (const TwRun *run)
{
  return atomic_load_explicit (&run->progress.orientations, memory_order_relaxed);
}

int
tw_run_placements (const TwRun *run)
{
  return atomic_load_explicit (&run->progress.placements, memory_order_relaxed);
}

void
tw_run_set_front (TwRun *run, int bar, int transform, int column, int rows, const uint16_t *profile)
{
  if (rows < 0 || rows > TW_FRONT_MAX)
    return;
  pthread_mutex_lock (&run->progress.front_lock);
  run->progress.front.bar = bar;
  run->progress.front.transform = transform;
  run->progress.front.column = column;
  run->progress.front.rows = rows;
  memcpy (run->progress.front.profile, profile, (size_t) rows * sizeof (uint16_t));
  run->progress.has_front = true;
  pthread_mutex_unlock (&run->progress.front_lock);
}

bool
tw_run_get_front (TwRun *run, TwFront *front)
{
  bool has_front;

  /* A preempted worker may hold this lock for a long time, so the reader must not wait. */
  if (pthread_mutex_trylock (&run->progress.front_lock) != 0)
    return false;
  has_front = run->progress.has_front;
  if (has_front)
    *front = run->progress.front;
  pthread_mutex_unlock (&run->progress.front_lock);
  return has_front;
}

bool
tw_run_picture_wanted (const TwRun *run)
{
  return atomic_load_explicit (&run->progress.picture_seen, memory_order_relaxed);
}

void
tw_run_set_picture (TwRun *run, const void *picture, size_t size)
{
  void *copy = malloc (size > 0 ? size : 1), *old;

  if (copy == NULL)
    return;
  if (size > 0)
    memcpy (copy, picture, size);
  pthread_mutex_lock (&run->progress.picture_lock);
  old = run->progress.picture;
  run->progress.picture = copy;
  run->progress.picture_size = size;
  atomic_store_explicit (&run->progress.picture_seen, false, memory_order_relaxed);
  pthread_mutex_unlock (&run->progress.picture_lock);
  free (old);
}

void *
tw_run_copy_picture (TwRun *run, size_t *size)
{
  void *copy = NULL;

  pthread_mutex_lock (&run->progress.picture_lock);
  atomic_store_explicit (&run->progress.picture_seen, true, memory_order_relaxed);
  if (run->progress.picture != NULL)
    copy = malloc (run->progress.picture_size > 0 ? run->progress.picture_size : 1);
  if (copy != NULL) {
    memcpy (copy, run->progress.picture, run->progress.picture_size);
    *size = run->progress.picture_size;
  }
  pthread_mutex_unlock (&run->progress.picture_lock);
  return copy;
}
