/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dual prices are feasible after rounding, and their bound never exceeds the optimum. */
#include "random-board.h"

#include "core/squares/duals/prices.h"
#include "core/base/transform.h"

/* Sums cell by cell, unlike the code under test. */
static bool
is_feasible (const TwBoard *board, const TwPrices *prices)
{
  int64_t total = 0;

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      if (!tw_board_is_free (board, x, y) && prices->cells[tw_board_index (board, x, y)] != 0)
        return false;
      total += prices->cells[tw_board_index (board, x, y)];
      for (int size = 1; x + size <= board->width && y + size <= board->height; size++) {
        int64_t sum = 0;
        bool fits = true;

        for (int i = 0; i < size * size; i++) {
          fits = fits && tw_board_is_free (board, x + i % size, y + i / size);
          sum += prices->cells[tw_board_index (board, x + i % size, y + i / size)];
        }
        if (fits && sum > prices->unit)
          return false;
      }
    }
  }
  return total == prices->total;
}

TEST (rounding, "rounding makes any prices feasible")
{
  AUTO_RUN *run = new_run ();
  uint64_t seed = 7;

  for (int i = 0; i < test_size (200); i++) {
    AUTO_BOARD *board = random_board_of (1, 9, 1, 9, i % 40, &seed);
    double values[81];
    TwPrices *prices;

    for (int j = 0; j < 81; j++)
      values[j] = ((double) check_random (&seed) / UINT32_MAX - 0.3) * (i % 5);
    if (i % 50 == 0)
      values[0] = 1e300;
    prices = tw_prices_round (board, values, tw_prices_unit (50), NULL, run);
    CHECK (prices != NULL && is_feasible (board, prices));
    tw_prices_free (prices, run);
  }
}

TEST (known_values, "known values")
{
  AUTO_RUN *run = new_run ();
  /* Each cell of a row costs one, and all cells of a square together cost one. */
  AUTO_BOARD *row = tw_board_new_empty (9, 1), *square = tw_board_new_empty (6, 6);
  TwDualSolver *solver = tw_dual_solver_new (row, run);
  TwPrices *prices;

  CHECK (tw_dual_solver_iterate (solver, 500));
  prices = tw_dual_solver_prices (solver, tw_prices_unit (9));
  CHECK_INT (tw_prices_bound (prices), 9);
  tw_prices_free (prices, run);
  tw_dual_solver_free (solver);

  solver = tw_dual_solver_new (square, run);
  CHECK (tw_dual_solver_iterate (solver, 500));
  prices = tw_dual_solver_prices (solver, tw_prices_unit (36));
  CHECK_INT (tw_prices_bound (prices), 1);
  tw_prices_free (prices, run);
  tw_dual_solver_free (solver);
}

TEST (honest_bounds, "bounds never exceed the optimum")
{
  AUTO_RUN *run = new_run ();
  uint64_t seed = 11;
  int met = 0;

  for (int i = 0; i < test_size (600); i++) {
    AUTO_BOARD *board = random_board_of (1, 5, 1, 6, i % 50, &seed);
    AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);
    TwPrices *prices;
    int best = brute_force (board);

    CHECK (tw_dual_solver_iterate (solver, 30 + i));
    prices = tw_dual_solver_prices (solver, tw_prices_unit (best));
    CHECK (is_feasible (board, prices));
    CHECK (tw_prices_bound (prices) <= best);
    tw_prices_free (prices, run);
    prices = tw_prices_by_size (board, tw_prices_unit (best), run);
    CHECK (is_feasible (board, prices));
    tw_prices_free (prices, run);
    prices = tw_dual_solver_prices (solver, tw_prices_unit (best));
    met += tw_prices_bound (prices) == best;
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      AUTO_BOARD *turned = tw_transform_board (k, board);
      TwPrices *there = tw_prices_transform (k, prices, run);

      CHECK (is_feasible (turned, there));
      tw_prices_free (there, run);
    }
    tw_prices_free (prices, run);
  }
  /* The bounds must also be good: on small boards most equal the optimum. */
  CHECK (met > test_share (400));
}

/* Reduced costs transformed with their squares equal those of the transformed dual prices. */
TEST (turned_costs, "reduced costs of turned squares")
{
  AUTO_RUN *run = new_run ();
  uint64_t seed = 43;
  int uneven = 0;

  for (int i = 0; i < 60; i++) {
    AUTO_BOARD *board = random_board_of (1, 12, 1, 9, i % 40, &seed);
    AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);
    TwPrices *prices;
    TwReducedCosts reduced;

    CHECK (tw_dual_solver_iterate (solver, 3 + i));
    prices = tw_dual_solver_prices (solver, tw_prices_unit (100));
    CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, run));
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      AUTO_BOARD *turned = tw_transform_board (k, board);
      TwPrices *there = tw_prices_transform (k, prices, run);
      size_t n_cells = (size_t) turned->width * (size_t) turned->height;
      TwReducedCosts expected, costs;

      CHECK (tw_reduced_costs_init (&expected, turned, there, NULL, run));
      CHECK (tw_reduced_costs_turn (&costs, turned, &reduced, board, k, run));
      CHECK (memcmp (costs.first, expected.first, (n_cells + 1) * sizeof (uint32_t)) == 0);
      for (uint32_t j = 0; j < expected.first[n_cells]; j++) {
        CHECK_INT (costs.costs[j], expected.costs[j]);
        uneven += costs.costs[j] != reduced.costs[j];
      }
      tw_reduced_costs_clear (&costs, run);
      tw_reduced_costs_clear (&expected, run);
      tw_prices_free (there, run);
    }
    tw_reduced_costs_clear (&reduced, run);
    tw_prices_free (prices, run);
  }
  /* The costs must differ, otherwise this test shows nothing. */
  CHECK (uneven > 1000);

  /* Out of memory. */
  {
    AUTO_BOARD *board = tw_board_new_empty (4, 3), *turned = tw_transform_board (5, board);
    TwPrices *prices = tw_prices_by_size (board, 1000, run);
    TwReducedCosts reduced, costs;

    CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, run));
    for (uint64_t n = 1; n <= 3; n++) {
      AUTO_RUN *starved = new_run ();

      tw_run_test_fail_memory (starved, n);
      CHECK (!tw_reduced_costs_turn (&costs, turned, &reduced, board, 5, starved));
      tw_reduced_costs_clear (&costs, starved);
    }
    tw_reduced_costs_clear (&reduced, run);
    tw_prices_free (prices, run);
  }
}

/* On boards with large squares, rounding keeps most of the sum of unfinished prices. */
TEST (large_squares, "rounding with large squares")
{
  AUTO_BOARD *board = tw_board_new_empty (160, 160);
  double values[160 * 160], sum = 0;
  AUTO_RUN *run = new_run ();
  AUTO_DUAL_SOLVER *solver = NULL;
  TwPrices *prices;
  uint64_t seed = 7;

  for (int i = 0; i < 26; i++)
    tw_board_set (board, (int) (check_random (&seed) % 160), (int) (check_random (&seed) % 160),
                  TW_CELL_BLOCKED);
  solver = tw_dual_solver_new (board, run);
  CHECK (tw_dual_solver_iterate (solver, 64));
  tw_dual_solver_copy_values (solver, values);
  for (int i = 0; i < 160 * 160; i++)
    sum += values[i];
  prices = tw_dual_solver_prices (solver, 1 << 18);
  printf ("# %.2f of %.2f squares\n", (double) prices->total / (1 << 18), sum);
  CHECK ((double) prices->total / (1 << 18) > 0.64 * sum);
  tw_prices_free (prices, run);
}

CHECK_MAIN
