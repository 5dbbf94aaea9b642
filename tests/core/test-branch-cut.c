/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-branch-cut.c - CBC in its child process: correct results, and termination on request. */
#include "check.h"
#include "core/squares/engines/branch-cut.h"
#include "core/squares/engines/engine.h"
#include "random-board.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static void
test_brute_force (void)
{
  static const char *const names[] = { "cbc", "cbc-plain" };
  uint64_t seed = 210;

  for (int round = 0; round < 24; round++) {
    int width = 2 + (int) (check_random (&seed) % 6), height = 2 + (int) (check_random (&seed) % 5);
    TwBoard *board = random_board (width, height, check_random (&seed) % 40, &seed);
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    int fewest = brute_force (board);
    bool plain = round % 2 == 1;
    TwOptions options;
    TwStatus status;

    tw_options_init (&options);
    status = tw_squares_engine_find (names[plain])->solve (board, &options, run);
    CHECK_INT (tw_run_best (run), fewest);
    /* Results of floating-point arithmetic are reported but are not proofs. */
    if (plain)
      CHECK_INT (tw_run_bound (run), 0);
    CHECK_INT (status, tw_run_bound (run) == fewest ? TW_STATUS_OPTIMAL : TW_STATUS_FEASIBLE);
    if (status == TW_STATUS_FEASIBLE)
      CHECK_INT (tw_run_reported_bound (run), fewest);
    CHECK_INT (tw_run_refused (run), 0);
    CHECK_INT (tw_run_memory_used (run), 0);
    tw_run_free (run);
    tw_board_free (board);
  }
}

static void
test_nothing_to_cover (void)
{
  TwBoard *board = tw_board_new (3, 3);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options;

  tw_options_init (&options);
  CHECK_INT (tw_squares_engine_find ("cbc-plain")->solve (board, &options, run), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_run_best (run), 0);
  tw_run_free (run);
  tw_board_free (board);
}

static void *
cancel (void *data)
{
  tw_run_cancel (data);
  return NULL;
}

/* A model that takes minutes: the child is terminated and nothing is claimed. */
static void
test_cancel (void)
{
  uint64_t seed = 3;
  TwBoard *board = random_board (40, 40, 2, &seed);
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = 1000 });
  TwOptions options;
  pthread_t thread;

  tw_options_init (&options);
  CHECK_INT (pthread_create (&thread, NULL, cancel, run), 0);
  CHECK_INT (tw_squares_engine_find ("cbc-plain")->solve (board, &options, run),
             TW_STATUS_CANCELLED);
  pthread_join (thread, NULL);
  CHECK_INT (tw_run_best (run), -1);
  tw_run_free (run);

  run = tw_run_new (&(TwLimits){ .seconds = 0.3 });
  CHECK_INT (tw_squares_engine_find ("cbc-plain")->solve (board, &options, run), TW_STATUS_TIMEOUT);
  tw_run_free (run);
  tw_board_free (board);
}

#ifdef __linux__

static int held[2]; /* a pipe that the parent of CBC has open, like the socket of a service */

/* After the fork only the child has the pipe. */
static void
let_go (void)
{
  close (held[1]);
}

/* CBC's process closes the file descriptors of its parent, and ends when its parent is killed. */
static void
test_orphan (void)
{
  char byte;
  int status = 0;
  pid_t parent, child;

  /* This process adopts the child of a killed parent. */
  CHECK_INT (prctl (PR_SET_CHILD_SUBREAPER, 1), 0);
  CHECK_INT (pipe (held), 0);
  parent = fork ();
  if (parent == 0) {
    uint64_t seed = 3;
    TwBoard *board = random_board (40, 40, 2, &seed);
    TwRun *run = tw_run_new (&(TwLimits){ .seconds = 1000 });
    TwOptions options;

    close (held[0]);
    pthread_atfork (NULL, let_go, NULL);
    tw_options_init (&options);
    tw_squares_engine_find ("cbc-plain")->solve (board, &options, run);
    _exit (0);
  }
  CHECK (parent > 0);
  close (held[1]);
  /* End of file: CBC's process has closed the pipe too, and is running. */
  alarm (100);
  CHECK_INT (read (held[0], &byte, 1), 0);
  CHECK_INT (kill (parent, SIGKILL), 0);
  CHECK_INT (waitpid (parent, NULL, 0), parent);
  child = waitpid (-1, &status, 0);
  CHECK (child > 0);
  CHECK (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  alarm (0);
  close (held[0]);
  CHECK_INT (prctl (PR_SET_CHILD_SUBREAPER, 0), 0);
}

#endif

int
main (void)
{
  if (!tw_branch_cut_exists ()) {
    printf ("1..0 # SKIP built without CBC\n");
    return 0;
  }
  check_run ("random boards against brute force", test_brute_force);
  check_run ("a board without free cells", test_nothing_to_cover);
  check_run ("ended when told", test_cancel);
#ifdef __linux__
  check_run ("ended with its parent", test_orphan);
#endif
  return check_done ();
}
