/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-sparse.c - nearly empty boards: fronts of few steps, regions, coarse boards and the thinned
 * dual solver. */
#include <math.h>

#include "core/base/generator.h"
#include "core/squares/duals/dual-steps.h"
#include "core/squares/engines/strategy.h"
#include "core/squares/local/blocks.h"
#include "core/squares/local/greedy.h"
#include "core/squares/local/regions.h"
#include "core/squares/local/skyline.h"
#include "core/squares/best.h"
#include "random-board.h"

/* Small boards, whose optimum is known: a search over fronts finds it, and never less. */
TEST (skyline, "fronts find the optimum of small boards")
{
  uint64_t seed = 61;
  int found = 0, cases = 0;

  for (int i = 0; i < test_size (1000); i++) {
    AUTO_BOARD *board = random_board_of (3, 8, 3, 7, (unsigned) i % 20, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_TILING greedy = { 0 }, tiling = { 0 };
    int best = brute_force (board);
    uint64_t fronts = 100000;

    CHECK (tw_greedy_cover (board, &greedy));
    if (greedy.count > 0 && greedy.count <= TW_SKYLINE_SQUARES) {
      CHECK_INT (tw_skyline_cover (&greedy, best - 1, &seed, &fronts, run, &tiling), TW_END_NONE);
      fronts = 100000;
      cases++;
      if (tw_skyline_cover (&greedy, best, &seed, &fronts, run, &tiling) == TW_END_FOUND) {
        found++;
        CHECK_INT (tiling.count, best);
        CHECK (tw_tiling_check (board, &tiling, NULL));
      }
    }
    CHECK_INT (tw_run_memory_used (run), 0);
  }
  printf ("# %d of %d found\n", found, cases);
  CHECK (found * 10 > cases * 9);
}

/* Squares of hundreds of cells take as long as small ones. */
TEST (large_squares, "large squares")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_TILING rows = { 0 }, tiling = { 0 };
  uint64_t seed = 62, fronts = 100000;

  /* 400 x 300: one square of 300 and three of 100. */
  for (int i = 0; i < 4; i++)
    CHECK (tw_tiling_add (&rows, (TwSquare){ .x = i * 100, .y = 0, .size = 100 }));
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 4; j++)
      CHECK (tw_tiling_add (&rows, (TwSquare){ .x = j * 100, .y = 100 + i * 100, .size = 100 }));
  }
  CHECK_INT (tw_skyline_cover (&rows, 4, &seed, &fronts, run, &tiling), TW_END_FOUND);
  CHECK_INT (tiling.count, 4);
  fronts = 100000;
  CHECK_INT (tw_skyline_cover (&rows, 3, &seed, &fronts, run, &tiling), TW_END_NONE);
  fronts = 1;
  CHECK_INT (tw_skyline_cover (&rows, 9, &seed, &fronts, run, &tiling), TW_END_LIMIT);
}

TEST (regions, "regions improve and never worsen")
{
  AUTO_BOARD *board = tw_generate_board (150, 120, 0.002, 1);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwRegions *regions = tw_regions_new (run);
  AUTO_TILING tiling = { 0 };
  uint64_t seed = 63;
  int64_t first, last;

  CHECK (tw_greedy_cover (board, &tiling));
  CHECK (tw_squares_offer (run, board, &tiling, 0));
  first = last = tw_run_best (run);
  CHECK (tw_regions_take_tiling (regions, run));
  for (int i = 0; i < 3000; i++) {
    CHECK (tw_regions_improve (regions, &seed, run));
    if (i % 100 != 99)
      continue;
    tw_regions_offer (regions, board, run);
    CHECK (tw_run_best (run) <= last);
    last = tw_run_best (run);
  }
  printf ("# from %d to %d\n", (int) first, (int) last);
  CHECK (last * 10 < first * 9);
  CHECK_INT (tw_run_refused (run), 0);
  tw_run_cancel (run);
  CHECK (!tw_regions_improve (regions, &seed, run));
  tw_regions_free (regions);
}

/* Refined tilings cover the board, also when its sides are odd. */
TEST (refine, "refined tilings cover the board")
{
  uint64_t seed = 64;

  for (int i = 0; i < test_size (200); i++) {
    AUTO_BOARD *board = random_board (2 + i % 13, 2 + i / 13, 10, &seed);
    AUTO_BOARD *coarse = tw_coarse_board (board);
    AUTO_TILING tiling = { 0 };

    CHECK (tw_greedy_cover (coarse, &tiling));
    CHECK (tw_coarse_refine (board, &tiling));
    CHECK (tw_tiling_check (board, &tiling, NULL));
  }
}

/* On a nearly empty board the coarse boards lead to far fewer squares than the other methods find
 * in the same time. */
TEST (solve, "nearly empty boards by coarse ones")
{
  AUTO_BOARD *board = tw_generate_board (200, 200, 0.0005, 1);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 1000 });
  TwOptions options = options_with_threads (1);
  int64_t greedy;

  tw_greedy_solve (board, &options, run);
  greedy = tw_run_best (run);
  tw_run_test_stop_at (run, 0, TW_STOP_NONE);
  tw_run_test_set_tick (run, 0.0002);
  CHECK (tw_coarse_helps (board));
  tw_coarse_solve (board, &options, 10, tw_strategy_solve_priced, run);
  printf ("# %d instead of %d\n", (int) tw_run_best (run), (int) greedy);
  CHECK (tw_run_best (run) * 10 < greedy * 7);
  CHECK_INT (tw_run_refused (run), 0);
}

/* A board with more squares than the solver takes has prices nevertheless, feasible for all sizes:
 * a square of each size fits, so no bound above the greedy tiling can be right. */
TEST (thinned, "prices with thinned sizes")
{
  AUTO_BOARD *board = tw_board_new_empty (500, 500);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_DUAL_SOLVER *solver = NULL;
  TwPrices *prices;

  tw_board_set (board, 499, 499, TW_CELL_BLOCKED);
  solver = tw_dual_solver_new (board, run);
  CHECK (solver != NULL && tw_dual_solver_is_thinned (solver));
  CHECK (tw_dual_solver_iterate (solver, 2));
  prices = tw_dual_solver_prices (solver, 1 << 18);
  CHECK (prices != NULL && tw_prices_bound (prices) <= 1000);
  tw_prices_free (prices, run);
}

/* A thinned solver does not know the shares of all squares, so no cuts are separated. */
TEST (thinned_cut, "no cuts with thinned sizes")
{
  AUTO_BOARD *board = tw_board_new_empty (500, 500);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_VIEW view = { 0 };

  CHECK (tw_dual_view_init (&view, board, 0, 1, run));
  CHECK (tw_dual_view_cut (&view, 1, run));
  CHECK (view.prices != NULL && view.with_cuts == NULL);
  CHECK (tw_run_bound (run) <= 1);
}

/* The engine for large boards starts from two coarse boards and improves regions; its tiling and its
 * bound are valid with every number of threads. */
TEST (large, "large, nearly empty boards")
{
  AUTO_BOARD *board = tw_generate_board (284, 284, 0.0001, 1);

  for (int threads = test_demand (1, 2); threads <= 2; threads++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 20 });
    TwOptions options = options_with_threads (threads);
    int64_t greedy;

    tw_greedy_solve (board, &options, run);
    greedy = tw_run_best (run);
    tw_run_test_stop_at (run, 0, TW_STOP_NONE);
    tw_run_test_set_tick (run, 0.005);
    CHECK (tw_blocks_help (board) && tw_coarse_helps (board));
    tw_blocks_solve (board, &options, TW_BLOCKS_SIDE, tw_strategy_solve_priced, run);
    printf ("# %d threads: %d instead of %d, at least %d\n", threads, (int) tw_run_best (run),
            (int) greedy, (int) tw_run_bound (run));
    CHECK (tw_run_best (run) * 10 < greedy * 9);
    CHECK (tw_run_bound (run) > 1 && tw_run_bound (run) <= tw_run_best (run));
    CHECK_INT (tw_run_refused (run), 0);
  }
}

/* A thinned solver that starts from another one takes over the shares of all sizes that it has. */
TEST (thinned_start, "start of a thinned solver")
{
  AUTO_BOARD *board = tw_board_new_empty (500, 500);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwDualSolver *first = tw_dual_solver_new (board, run), *second = tw_dual_solver_new (board, run);
  int missing = 0, positive = 0;

  CHECK (first != NULL && tw_dual_solver_is_thinned (first) && second != NULL);
  CHECK (tw_dual_solver_iterate (first, 1));
  tw_dual_solver_start_from (second, 0, first, 0, board);
  for (int size = 1; size <= 500; size++) {
    for (int y = 0; y < 10 && y + size <= 500; y++) {
      for (int x = 0; x + size <= 500; x++) {
        TwSquare square = { .x = x, .y = y, .size = size };
        float share = tw_dual_solver_share (first, square);

        positive += share > 0;
        missing += share > tw_dual_solver_share (second, square);
      }
    }
  }
  CHECK (positive > 0);
  CHECK_INT (missing, 0);
  tw_dual_solver_free (first);
  tw_dual_solver_free (second);
  tw_run_cancel (run);
  CHECK (tw_dual_solver_new (board, run) == NULL);
}

/* A step over millions of squares takes too long, so the solver also polls within it. */
TEST (poll, "polls within a step")
{
  AUTO_BOARD *board = tw_board_new_empty (300, 300);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);

  tw_run_test_stop_at (run, 30, TW_STOP_CANCEL);
  CHECK (!tw_dual_solver_iterate (solver, 1));
  CHECK_INT (tw_run_stop_reason (run), TW_STOP_CANCEL);
}

/* Steps over active blocks take a few of the squares and lead to the same prices. */
TEST (active, "steps over active blocks")
{
  const int side = test_demand (300, 240), steps = test_demand (250, 200);
  AUTO_BOARD *board = tw_generate_board (side, side, 0.0005, 1);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_DUAL_SOLVER *few = tw_dual_solver_new (board, run), *all = tw_dual_solver_new (board, run);
  double *values = calloc ((size_t) side * side, sizeof *values), sums[2] = { 0 };
  int64_t bounds[2];
  TwSquare square;

  CHECK (tw_dual_solver_iterate (few, steps));
  CHECK (few->since_full > 1 && few->all_active > 0);
  CHECK (few->all_active < few->n_squares / AT_ONCE / 4);
  for (int i = 0; i < steps; i++) {
    all->since_full = 0;
    CHECK (tw_dual_solver_iterate (all, 1));
  }
  for (int i = 0; i < 2; i++) {
    TwDualSolver *solver = i == 0 ? few : all;
    TwPrices *prices = tw_dual_solver_prices (solver, 1 << 18);

    tw_dual_solver_copy_values (solver, values);
    for (size_t j = 0; j < (size_t) side * side; j++)
      sums[i] += values[j];
    bounds[i] = prices->total;
    tw_prices_free (prices, run);
  }
  printf ("# %.2f and %.2f, bounds %d and %d\n", sums[0], sums[1], (int) (bounds[0] >> 18),
          (int) (bounds[1] >> 18));
  CHECK (fabs (sums[0] - sums[1]) < 0.01 * sums[1]);
  CHECK (llabs (bounds[0] - bounds[1]) < bounds[1] / 100);
  /* The shares are back in place. */
  for (size_t i = 0; i < few->all_active; i++)
    CHECK (few->share[few->active[i] * AT_ONCE] == tw_dual_steps_packed (few, i)->share[0]);
  square = (TwSquare){ .x = 0, .y = 0, .size = 1 };
  CHECK (fabsf (tw_dual_solver_share (few, square) - tw_dual_solver_share (all, square)) < 0.1f);
  free (values);
}

CHECK_MAIN
