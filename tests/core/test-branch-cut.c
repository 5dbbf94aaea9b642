/* test-branch-cut.c - CBC in its child process: right answers, and an end when told. */
#include "check.h"
#include "core/squares/branch-cut.h"
#include "core/squares/engine.h"
#include "random-board.h"

#include <pthread.h>

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
    /* What floating-point arithmetic says is reported: it proves nothing. */
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

/* A model that takes minutes: the child is ended and nothing is claimed. */
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
  return check_done ();
}
