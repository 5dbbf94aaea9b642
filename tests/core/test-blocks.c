/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-blocks.c - very large boards, tested on small boards with small blocks. */
#include "core/squares/engines/strategy.h"
#include "core/squares/local/blocks.h"
#include "core/squares/local/greedy.h"
#include "random-board.h"

/* Stops at point n at the latest. */
static TwRun *
run_blocks (const TwBoard *board, int side, int threads, uint64_t n)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = options_with_threads (threads);

  tw_greedy_solve (board, &options, run);
  tw_run_test_stop_at (run, n, TW_STOP_DEADLINE);
  tw_blocks_solve (board, &options, side, tw_strategy_solve_priced, run);
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  return run;
}

/* Blocks of a few cells, so that most squares cross block edges. */
TEST (honest, "bounds never exceed the optimum")
{
  uint64_t seed = 51;
  int met = 0;

  for (int i = 0; i < test_size (200); i++) {
    AUTO_BOARD *board = random_board_of (2, 6, 2, 7, (unsigned) i % 40, &seed);
    AUTO_RUN *run = run_blocks (board, 2 + i % 4, 1 + i % 2, 3000);
    int best = brute_force (board);

    CHECK (tw_run_bound (run) <= best);
    CHECK (tw_run_best (run) >= best);
    met += tw_run_bound (run) == best;
  }
  CHECK (met > test_share (100));
}

/* The bound is at least 99 % of that of 1,000 dual solver steps, and large-neighbourhood search
 * also improves squares that cross the edges of blocks: the tiling comes close to the bound. */
TEST (good, "nearly as good as the whole board")
{
  uint64_t seed = 52;
  AUTO_BOARD *board = random_board (70, 90, 6, &seed);
  AUTO_RUN *greedy = tw_run_new (&(TwLimits){ 0 }), *run = NULL;
  TwOptions options = default_options ();
  AUTO_VIEW view = { 0 };

  tw_greedy_solve (board, &options, greedy);
  price_view (&view, board, 0, tw_run_best (greedy), 1000, greedy);
  run = run_blocks (board, 32, 2, 1000000);
  CHECK (tw_run_bound (run) * 100 >= tw_run_bound (greedy) * 99);
  CHECK (tw_run_best (run) * 1000 <= tw_run_bound (greedy) * 1035);
  printf ("# bound %d instead of %d\n", (int) tw_run_bound (run), (int) tw_run_bound (greedy));
  printf ("# best %d instead of %d\n", (int) tw_run_best (run), (int) tw_run_best (greedy));
}

/* Blocks of half the side follow: the squares at the edges of larger ones lie inside of some. */
TEST (cover, "a first tiling by blocks")
{
  uint64_t seed = 55;
  AUTO_BOARD *board = random_board (90, 70, 6, &seed);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = default_options ();
  AUTO_VIEW view = { 0 };
  int64_t greedy;

  tw_greedy_solve (board, &options, run);
  greedy = tw_run_best (run);
  price_view (&view, board, 0, greedy, 300, run);
  for (int side = 96; side > 20; side /= 2) {
    int64_t before = tw_run_best (run);

    tw_blocks_cover (board, view.prices, side, 2, run);
    CHECK (tw_run_best (run) <= before);
  }
  CHECK (tw_run_best (run) * 100 < greedy * 96);
  CHECK_INT (tw_run_refused (run), 0);
}

/* A thread that proves alone improves the first tiling before it, and offers it now and then. */
TEST_IF (!THREAD_SANITIZED, wide, "a wide board has a good tiling early")
{
  uint64_t seed = 56;
  AUTO_BOARD *board = random_board (220, 190, 10, &seed);
  AUTO_RUN *greedy = tw_run_new (&(TwLimits){ 0 });
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 100 });
  TwOptions options = options_with_threads (1);

  tw_greedy_solve (board, &options, greedy);
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  tw_run_test_set_tick (run, 0.0001);
  CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_FEASIBLE);
  CHECK (tw_run_best (run) * 100 < tw_run_best (greedy) * 90);
  CHECK (tw_run_bound (run) > 0 && tw_run_bound (run) <= tw_run_best (run));
  CHECK_INT (tw_run_refused (run), 0);
}

typedef struct {
  int64_t best;
  int count;
} Offers;

/* Counts better tilings in the first rounds of windows, after the prices. */
static void
count_offers (TwRun *run, void *data)
{
  Offers *offers = data;
  int64_t best = tw_run_best (run);
  double now = tw_run_elapsed (run);

  offers->count += now > 40 && now < 60 && best < offers->best;
  offers->best = best;
}

/* A long round offers its tiling every few seconds. Between those moments one round ends. */
TEST_IF (!THREAD_SANITIZED, offers, "offers during a round")
{
  uint64_t seed = 53;
  Offers offers = { 0 };
  AUTO_BOARD *board = random_board (70, 90, 6, &seed);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 100 });
  TwOptions options = options_with_threads (1);

  tw_greedy_solve (board, &options, run);
  tw_run_watch (run, count_offers, &offers);
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  tw_run_test_set_tick (run, 0.0002);
  tw_blocks_solve (board, &options, 32, tw_strategy_solve_priced, run);
  CHECK (offers.count >= 4);
}

/* When memory is short for a round, the run ends instead of beginning one round after the other. */
TEST (memory, "short memory ends the run")
{
  uint64_t seed = 54;
  int ended = 0;
  AUTO_BOARD *board = random_board (70, 90, 6, &seed);
  TwOptions options = options_with_threads (1);

  for (size_t memory = 180; memory < 380; memory += 20) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = memory << 10 });

    tw_greedy_solve (board, &options, run);
    tw_run_test_stop_at (run, 10000, TW_STOP_DEADLINE);
    tw_blocks_solve (board, &options, 32, tw_strategy_solve_priced, run);
    ended += tw_run_stop_reason (run) == TW_STOP_MEMORY;
  }
  CHECK (ended > 0);
}

/* Most boards are too small for blocks. */
TEST (choice, "when boards are taken in blocks")
{
  AUTO_BOARD *small = tw_board_new_empty (100, 100), *large = tw_board_new_empty (1000, 1000);

  CHECK (!tw_blocks_help (small));
  CHECK (tw_blocks_help (large));
}

CHECK_MAIN
