/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-opening.c - the first improved tilings while other threads compute dual prices. */
#include "check.h"
#include "core/base/generator.h"
#include "core/squares/local/greedy.h"
#include "core/squares/local/opening.h"
#include "random-board.h"

#include <pthread.h>
#include <sched.h>

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int64_t best;
} Watch;

static void
look (TwRun *run, void *data)
{
  Watch *watch = data;

  pthread_mutex_lock (&watch->lock);
  watch->best = tw_run_best (run);
  pthread_cond_signal (&watch->changed);
  pthread_mutex_unlock (&watch->lock);
}

static int64_t
greedy (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  tw_greedy_solve (board, options, run);
  return tw_run_best (run);
}

/* Waits until the opening has saved five squares; the bound must not exceed the optimum. */
TEST (improves, "better tilings")
{
  Watch watch = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
  AUTO_BOARD *board = tw_generate_board (40, 40, 0.03, 100);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = default_options ();
  TwOpening *opening;
  int64_t first;

  first = watch.best = greedy (board, &options, run);
  tw_run_watch (run, look, &watch);
  opening = tw_opening_begin (board, &options, run);
  CHECK (opening != NULL);
  pthread_mutex_lock (&watch.lock);
  while (watch.best > first - 5)
    pthread_cond_wait (&watch.changed, &watch.lock);
  pthread_mutex_unlock (&watch.lock);
  tw_opening_end (opening);
  CHECK (tw_run_best (run) <= first - 5);
  /* Known facts about this board: the automatic engine has proved its optimum. */
  CHECK (tw_run_best (run) >= 150);
  CHECK (tw_run_bound (run) <= 150);
  CHECK (!tw_run_should_stop (run));
  CHECK_INT (tw_run_refused (run), 0);
}

/* Never better than the optimum, whenever it is stopped. */
TEST (small, "small boards, ended at once")
{
  uint64_t seed = 77;

  for (int round = 0; round < test_size (200); round++) {
    int width = 1 + (int) (check_random (&seed) % 6), height = 1 + (int) (check_random (&seed) % 5);
    AUTO_BOARD *board = random_board (width, height, check_random (&seed) % 60, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwOptions options = default_options ();

    if (greedy (board, &options, run) >= 0)
      tw_opening_end (tw_opening_begin (board, &options, run));
    CHECK (tw_run_best (run) >= brute_force (board));
    CHECK_INT (tw_run_refused (run), 0);
  }
}

/* When memory requests fail, the incumbent is kept and the surrounding search continues. */
TEST (short_of_memory, "short of memory")
{
  AUTO_BOARD *board = tw_generate_board (12, 12, 0.1, 3);

  for (uint64_t n = 1; n <= 60; n++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwOptions options = default_options ();
    TwOpening *opening;
    int64_t first;

    first = greedy (board, &options, run);
    tw_run_test_fail_memory (run, n);
    opening = tw_opening_begin (board, &options, run);
    CHECK ((opening == NULL) == (n == 1));
    while (tw_run_test_requests (run) < n)
      sched_yield ();
    tw_opening_end (opening);
    CHECK (tw_run_best (run) > 0 && tw_run_best (run) <= first);
    CHECK (!tw_run_should_stop (run));
  }
}

CHECK_MAIN
