/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-strategy.c - the automatic engine on boards of every kind, and its large-neighbourhood
 * search (TwLns). */
#define _GNU_SOURCE /* sched_setaffinity () */

#include "core/base/generator.h"
#include "core/squares/engines/engine.h"
#include "core/squares/local/greedy.h"
#include "core/squares/engines/strategy.h"
#include "core/squares/local/lns.h"
#include "core/base/threads.h"
#include "core/squares/best.h"
#include "random-board.h"

#include <sched.h>

static TwStatus
solve (const TwBoard *board, int threads, TwRun *run)
{
  TwOptions options = options_with_threads (threads);

  return tw_squares_engines (&(size_t){ 0 })[0].solve (board, &options, run);
}

TEST (rectangles, "empty rectangles of OEIS A219158")
{
  for (int n = 1; n <= 15; n++) {
    for (int m = 1; m <= n; m++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      AUTO_BOARD *board = tw_board_new_empty (m % 2 ? n : m, m % 2 ? m : n);

      CHECK_INT (solve (board, 1, run), TW_STATUS_OPTIMAL);
      CHECK_INT (tw_run_best (run), fewest_of_rectangle[n - 1][m - 1]);
    }
  }
}

/* Boards that are entirely blocked, single cells, lines, and boards with several components. */
TEST (odd_boards, "odd boards")
{
  static const char *const walls[] = {
    "........*........", "........*........", "........*........", "*****************",
    "...*...*.*.......", "...*...*.*.......", "...*...***.......",
  };
  TwBoard *boards[] = {
    tw_board_new (7, 5),
    tw_board_new_empty (1, 1),
    tw_board_new_empty (1, 300),
    board_from_rows (7, walls),
  };
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    AUTO_RUN *exact = tw_run_new (&(TwLimits){ 0 });
    TwOptions options = default_options ();
    int64_t best;

    CHECK_INT (tw_squares_engine_find ("optimal")->solve (boards[i], &options, exact),
               TW_STATUS_OPTIMAL);
    best = tw_run_best (exact);
    for (int threads = 1; threads <= 3; threads++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

      CHECK_INT (solve (boards[i], threads, run), TW_STATUS_OPTIMAL);
      CHECK_INT (tw_run_best (run), best);
      CHECK_INT (tw_run_bound (run), best);
    }
    tw_board_free (boards[i]);
  }
}

/* Offers the greedy tiling, and begins a search of its neighbourhoods at prices of its view. */
static TwLns *
begin_lns (const TwBoard *board, TwDualView *view, TwTiling *tiling, TwRun *run)
{
  CHECK (tw_greedy_cover (board, tiling));
  CHECK (tw_squares_offer (run, board, tiling, 0));
  price_view (view, board, 0, (int64_t) tiling->count, 300, run);
  return tw_lns_new (board, view->prices, run);
}

TEST_IF (!THREAD_SANITIZED, lns, "windows improve and never worsen")
{
  uint64_t seed = 31;

  for (int i = 0; i < 6; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_BOARD *board = random_board (20 + 15 * i, 50, 2 + 2 * (unsigned) i, &seed);
    AUTO_VIEW view = { 0 };
    AUTO_TILING tiling = { 0 };
    TwLns *lns = begin_lns (board, &view, &tiling, run);
    int64_t last = tw_run_best (run);
    int steps = 0, transform = 0;

    for (; steps < 300 && tw_lns_improve (lns, &seed, run, run); steps++) {
      CHECK (tw_run_best (run) <= last);
      last = tw_run_best (run);
    }
    CHECK_INT (steps, 300);
    CHECK (last < (int64_t) tiling.count);
    /* Large-neighbourhood search has no transform. */
    CHECK (tw_squares_copy_best (run, &tiling, &transform));
    CHECK_INT (transform, TW_NO_TRANSFORM);
    CHECK (last >= tw_run_bound (run));
    CHECK_INT (tw_run_refused (run), 0);
    tw_lns_free (lns);
  }
}

/* Neighbourhoods that have outgrown the memory start small again, and find improvements. */
TEST_IF (!THREAD_SANITIZED, windows_in_little_memory, "windows that have outgrown the memory")
{
  uint64_t seed = 31;
  AUTO_BOARD *board = random_board (60, 60, 3, &seed);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = 1100000 });
  AUTO_VIEW view = { 0 };
  AUTO_TILING tiling = { 0 };
  TwLns *lns = begin_lns (board, &view, &tiling, run);
  int64_t before = -1;

  for (int steps = 0; steps < 3000 && tw_lns_improve (lns, &seed, run, run); steps++) {
    if (before < 0 && tw_run_memory_was_short (run))
      before = tw_run_best (run);
  }
  CHECK (tw_run_memory_was_short (run));
  CHECK (before < (int64_t) tiling.count);
  CHECK (tw_run_best (run) < before);
  tw_lns_free (lns);
}

/* The result of one narrow sweep with a few pricing iterations. */
static int64_t
sweep_once (const TwBoard *board)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_TILING tiling = { 0 };
  AUTO_VIEW view = { 0 };

  CHECK (tw_greedy_cover (board, &tiling));
  price_view (&view, board, 0, (int64_t) tiling.count, 300, run);
  TwPricedTask task = {
    .board = view.board,
    .prices = view.prices,
    .target = (int64_t) tiling.count - 1,
    .width = 50,
    .memory = SIZE_MAX,
  };
  return tw_priced_sweep (&task, run, &tiling, NULL) == TW_END_FOUND ? (int64_t) tiling.count : -1;
}

/* The clock advances with the work, so that a slow machine is simulated by large ticks. */
static int64_t
solve_slowly (const TwBoard *board, int threads, int memory, double tick)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 3, .memory = (size_t) memory * 1024 * 1024 });
  TwOptions options = options_with_threads (threads);

  options.memory = memory;
  tw_run_test_set_tick (run, tick);
  CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_FEASIBLE);
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  return tw_run_best (run);
}

/* With any amount of memory, time and threads, the result is no worse than one narrow sweep. */
static void
test_against_itself (int threads)
{
  static const double ticks[] = { 4e-5, 1.5e-5 };
  static const int memory[] = { 50, 5, 4096 };
  const int sizes = THREAD_SANITIZED ? 1 : test_demand (3, 2);
  uint64_t seed = 100;
  AUTO_BOARD *board = random_board (60, 60, 3, &seed);
  int64_t narrow = sweep_once (board);

  CHECK (narrow > 0);
  for (int i = 0; i < sizes; i++) {
    for (int j = 0; j < test_demand (2, 1); j++)
      CHECK (solve_slowly (board, threads, memory[i], ticks[j]) <= narrow);
  }
}

TEST_IF (!THREAD_SANITIZED, little_memory, "little memory")
{
  test_against_itself (1);
}

/* Pinned to one processor. */
TEST (many_threads, "more threads than processors")
{
#ifdef __linux__
  cpu_set_t all, one;
  int first = 0;

  CHECK_INT (sched_getaffinity (0, sizeof all, &all), 0);
  while (!CPU_ISSET (first, &all))
    first++;
  CPU_ZERO (&one);
  CPU_SET (first, &one);
  CHECK_INT (sched_setaffinity (0, sizeof one, &one), 0);
  CHECK_INT (tw_threads_processors (), 1);
  test_against_itself (64);
  CHECK_INT (sched_setaffinity (0, sizeof all, &all), 0);
#endif
}

/* A board large enough to start with neighbourhoods, with stops and failing memory at various
 * points. */
TEST (large, "large boards stopped anywhere")
{
  uint64_t seed = 77;
  AUTO_BOARD *board = random_board (52, 50, 6, &seed);

  for (uint64_t n = 1; n < 4000; n += test_step (n, 4)) {
    for (int memory = 0; memory < 2; memory++) {
      AUTO_RUN *run = run_to_point (n * (memory ? 2 : 1), TW_STOP_CANCEL);
      if (memory)
        tw_run_test_fail_memory (run, n);
      CHECK (solve (board, 1 + (n % 3 == 0), run) != TW_STATUS_INFEASIBLE);
      CHECK (tw_run_best (run) < 0 || tw_run_bound (run) <= tw_run_best (run));
      CHECK_INT (tw_run_refused (run), 0);
    }
  }
}

/* Solves a large board that is quickly proved; returns the number of points where it might have
 * stopped. */
static uint64_t
points_to_proof (const TwBoard *board, int threads, double seconds)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = seconds });

  tw_run_test_set_tick (run, 2e-5);
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  CHECK_INT (solve (board, threads, run), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_run_refused (run), 0);
  return tw_run_test_points (run);
}

/* Progress decides when a single thread begins with the proof, not the time limit. */
TEST_IF (!THREAD_SANITIZED, more_time, "more time is no reason to wait")
{
  AUTO_BOARD *board = tw_generate_board (50, 50, 0.1, 2);
  uint64_t points = points_to_proof (board, 1, 200);

  CHECK (points_to_proof (board, 1, 1000) <= points + points / 4);
  if (test_demand (1, 0)) {
    CHECK (points_to_proof (board, 1, 100000) <= points + points / 4);
    points_to_proof (board, 2, 1000);
  }
}

/* The engine without the proof, also where other solvers have most of the transforms. */
TEST (priced, "without the proof")
{
  for (int i = 0; i < 4; i++) {
    uint64_t seed = 132;
    AUTO_BOARD *board = random_board (i < 2 ? 32 : 50, i < 2 ? 32 : 50, 3, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 0.2 });
    TwOptions options = options_with_threads (1);

    tw_run_test_set_tick (run, 1e-4);
    if (i % 2 == 1)
      tw_run_set_elsewhere (run, 0x77);
    CHECK (tw_strategy_solve_priced (board, &options, run) <= TW_STATUS_FEASIBLE);
    CHECK (tw_run_best (run) > 0);
    CHECK (tw_run_bound (run) > 0 && tw_run_bound (run) <= tw_run_best (run));
    CHECK_INT (tw_run_refused (run), 0);
  }
}

CHECK_MAIN
