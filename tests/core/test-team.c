/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-team.c - teams of threads: every task is done once, and bounds by bands do not depend on the
 * number of threads. Runs under test use a team even on small boards. */
#include "random-board.h"

#include <pthread.h>
#include <stdatomic.h>

#include "core/run/pause.h"
#include "core/run/team.h"
#include "core/squares/engines/engine.h"
#include "core/squares/engines/proof.h"
#include "core/squares/local/greedy.h"

enum {
  MOST_THREADS = 4,
};

static int
count_boards (void)
{
  return THREAD_SANITIZED ? 24 : test_demand (120, 40);
}

typedef struct {
  TwTask task;
  int depth;
  uint64_t leaves;
} Tree;

static void
count_leaves (TwTask *task, TwTeam *team, TwPoll *poll)
{
  Tree *tree = (Tree *) task;
  Tree left = { .task.work = count_leaves, .depth = tree->depth - 1 }, right = left;

  CHECK (!tw_poll (poll));
  if (tree->depth == 0) {
    tree->leaves = 1;
    return;
  }
  tw_team_fork (team, &right.task);
  count_leaves (&left.task, team, poll);
  if (!tw_team_join (team, &right.task, poll))
    count_leaves (&right.task, team, poll);
  tree->leaves = left.leaves + right.leaves;
}

TEST (tasks, "each task once")
{
  for (int i = 0; i < count_boards (); i++) {
    AUTO_RUN *run = run_to_point (0, TW_STOP_NONE), *others = tw_run_new (&(TwLimits){ 0 });
    TwTeamRule rule = { .threads = 1 + i % MOST_THREADS, .others = i % 2 ? others : NULL };
    Tree tree = { .task.work = count_leaves, .depth = i % 10 };

    CHECK_INT (tw_team_run (&rule, 0, &tree.task, run), rule.threads > 1);
    CHECK_INT (tree.leaves, 1 << i % 10);
    CHECK (!tw_run_should_stop (others)); /* it would wait if the team had kept its threads */
  }
}

TEST (worth, "only for enough work")
{
  const TwTeamRule rule = { .threads = 2 };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  Tree tree = { .task.work = count_leaves, .depth = 3 };

  CHECK (!tw_team_run (&rule, 10, &tree.task, run));
  CHECK_INT (tree.leaves, 8);
  CHECK (tw_team_run (&rule, 1000000, &tree.task, run));
  CHECK_INT (tree.leaves, 8);
  CHECK (!tw_team_run (NULL, 1000000, &tree.task, run));
}

/* Checks the bound and the best tiling of proofs by nested bands with each number of threads. */
static void
check_proofs (const TwBoard *board, int64_t best, int steps)
{
  for (int threads = 1; threads <= MOST_THREADS; threads += threads) {
    TwTeamRule rule = { .threads = threads };
    AUTO_RUN *run = run_to_point (0, TW_STOP_NONE);
    AUTO_VIEW view = { 0 };
    TwOptions options = default_options ();

    tw_greedy_solve (board, &options, run);
    price_view (&view, board, 0, best, steps, run);
    CHECK (tw_proof_nested (&view, SIZE_MAX, run, run, &rule, NULL, NULL, NULL));
    CHECK_INT (tw_run_best (run), best);
    CHECK_INT (tw_run_bound (run), best);
    CHECK_INT (tw_run_refused (run), 0);
  }
}

TEST (brute_force, "the optimum of small boards")
{
  uint64_t seed = 5;

  for (int i = 0; i < count_boards (); i++) {
    /* The proof sweeps along the rows, so its band is as wide as the board is high. */
    AUTO_BOARD *board = random_board (2 + i % 2, 17 + (int) (check_random (&seed) % 4), 5 + i % 20,
                                      &seed);

    check_proofs (board, brute_force (board), 3 + i % 10);
  }
}

TEST (middle, "the optimum of middle boards")
{
  uint64_t seed = 8;

  for (int i = 0; i < count_boards () / 4; i++) {
    AUTO_BOARD *board = random_board_of (4, 12, 17, 36, 1 + i % 8, &seed);

    check_proofs (board, fewest_squares (board), 20 + i);
  }
}

/* The gap of one and of two bands, each swept by a team. */
TEST (gaps, "the same gap")
{
  uint64_t seed = 3;

  for (int i = 0; i < count_boards (); i++) {
    AUTO_BOARD *board = random_board_of (20, 49, 5, 12, i % 8, &seed);
    int count = 1 + i % 2;
    int64_t first = -1;

    for (int threads = 1; threads <= MOST_THREADS; threads += threads) {
      TwTeamRule rule = { .threads = threads };
      AUTO_RUN *run = run_to_point (0, TW_STOP_NONE);
      AUTO_VIEW view = { 0 };
      AUTO_BANDS *bands = NULL;
      int64_t above, gap;
      bool exact;

      price_view (&view, board, 0, 50, 100, run);
      CHECK (tw_dual_view_cut (&view, 100, run));
      bands = tw_dual_view_bands (&view, count, SIZE_MAX, run, &above);
      CHECK (bands != NULL);
      while (tw_bands_climb (bands, INT64_MAX / 2, &rule))
        ;
      gap = tw_bands_gap (bands, &exact);
      CHECK (exact);
      first = threads == 1 ? gap : first;
      CHECK_INT (gap, first);
    }
  }
}

/* The run stops, or memory is short, at some points. The tables of a team take more memory than
 * those of one thread, which continues alone when they do not fit. */
TEST (ends, "ends")
{
  uint64_t seed = 12;
  AUTO_BOARD *board = random_board (11, 30, 4, &seed);
  const TwTeamRule rule = { .threads = MOST_THREADS };
  TwOptions options = default_options ();

  for (uint64_t n = 0; n < (uint64_t) count_boards () / 2; n++) {
    AUTO_RUN *run = run_to_point (0, TW_STOP_NONE);
    AUTO_VIEW view = { 0 };
    size_t memory = SIZE_MAX;

    if (n % 3 == 0)
      tw_run_test_stop_at (run, 8 * n * n + 1, TW_STOP_CANCEL);
    else if (n % 3 == 1)
      tw_run_test_fail_memory (run, 4 * n + n * n + 1);
    else
      memory = (size_t) n * 20000;
    tw_greedy_solve (board, &options, run);
    if (tw_dual_view_init (&view, board, 0, 60, run) && tw_dual_view_solve (&view, 20, run)) {
      bool proved = tw_proof_nested (&view, memory, run, run, &rule, NULL, NULL, NULL);

      CHECK_INT (proved, tw_run_bound (run) == tw_run_best (run));
    }
    CHECK_INT (tw_run_refused (run), 0);
  }
}

/* Searches beside the proof pause and continue. */
TEST (engines, "engines")
{
  uint64_t seed = 21;

  for (int i = 0; i < 1 + count_boards () / 60; i++) {
    AUTO_BOARD *board = random_board (24 + i % 8, 24 + i % 5, 2, &seed);
    int64_t best = -1;

    for (int j = 0; j < 3; j++) {
      AUTO_RUN *run = run_to_point (0, TW_STOP_NONE);
      TwOptions options = options_with_threads (1 << j);

      CHECK_INT (tw_squares_engine_find ("auto")->solve (board, &options, run), TW_STATUS_OPTIMAL);
      best = j == 0 ? tw_run_best (run) : best;
      CHECK_INT (tw_run_best (run), best);
      CHECK_INT (tw_run_bound (run), best);
    }
  }
}

typedef struct {
  TwRun *run;
  pthread_mutex_t lock;
  pthread_cond_t passed;
  int early; /* threads that passed a poll while one should pause */
  bool resumed;
} Pause;

static void *
poll_once (void *data)
{
  Pause *pause = data;
  bool stopped = tw_run_should_stop (pause->run);

  pthread_mutex_lock (&pause->lock);
  pause->early += !pause->resumed;
  pthread_cond_signal (&pause->passed);
  pthread_mutex_unlock (&pause->lock);
  return stopped ? data : NULL;
}

/* Of two threads that poll a child of the run, one pauses until the number of paused threads
 * falls. */
TEST (pause, "others pause")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  Pause pause = { .run = tw_run_new_child (run, 0) };
  pthread_t threads[2];

  pthread_mutex_init (&pause.lock, NULL);
  pthread_cond_init (&pause.passed, NULL);
  tw_run_pause (run, 1);
  for (int i = 0; i < 2; i++)
    CHECK_INT (pthread_create (&threads[i], NULL, poll_once, &pause), 0);
  pthread_mutex_lock (&pause.lock);
  while (pause.early == 0)
    pthread_cond_wait (&pause.passed, &pause.lock);
  tw_run_cancel (run);
  pause.resumed = true;
  pthread_mutex_unlock (&pause.lock);
  tw_run_pause (run, -1);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  CHECK_INT (pause.early, 1);
  tw_run_pause (run, -1);
  CHECK (tw_run_should_stop (pause.run));
  pthread_cond_destroy (&pause.passed);
  pthread_mutex_destroy (&pause.lock);
  tw_run_free (pause.run);
}

CHECK_MAIN
