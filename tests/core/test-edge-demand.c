/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices moved for several bands: every bound is valid, and higher. */
#include "random-board.h"

#include "core/base/generator.h"
#include "core/squares/engines/edge-demand.h"

/* Completes bands at a view's prices; returns their bound in units. */
static int64_t
worth_of_view (const TwDualView *view, int count, TwRun *run, TwBands **bands)
{
  int64_t above;
  bool exact;

  *bands = tw_dual_view_bands (view, count, SIZE_MAX, run, &above);
  CHECK (*bands != NULL);
  while (tw_bands_climb (*bands, INT64_MAX / 2, NULL))
    ;
  above += tw_bands_gap (*bands, &exact);
  CHECK (exact);
  return above;
}

/* Prices moved for bands: every bound holds, and one band still solves the whole board. */
TEST (moved_prices, "moved prices give bounds")
{
  uint64_t seed = 8;
  int raised = 0, moved = 0;

  for (int i = 0; i < test_size (300); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_BOARD *board = random_board (8, 8, 2 + (unsigned) (check_random (&seed) % 12), &seed);
    int best = brute_force (board), count = 2 + i % 3;
    TwEdgeDemand edges = { 0 };
    TwBands *bands;
    AUTO_VIEW view = { 0 };
    int64_t first;

    price_view (&view, board, i % 8, best, 40, run);
    CHECK (tw_dual_view_cut (&view, 100, run));
    first = worth_of_view (&view, count, run, &bands);
    for (int step = 0; step < 3 && tw_edge_demand_step (&edges, &view, bands); step++) {
      int64_t worth;

      tw_bands_free (bands);
      worth = worth_of_view (&view, count, run, &bands);
      CHECK (worth <= (int64_t) best * view.unit);
      raised += worth > first;
      moved++;
    }
    tw_bands_free (bands);
    CHECK_INT (worth_of_view (&view, 1, run, &bands), (int64_t) best * view.unit);
    tw_bands_free (bands);
    CHECK (tw_run_bound (run) <= best);
    tw_edge_demand_clear (&edges, &view);
  }
  CHECK (moved > test_share (100) && raised > test_share (50));
}

/* One less the cover of the cells is a supergradient: from prices p to prices q the bound rises at
 * most by the sum of (1 - cover) (q - p), but for the rounding of the squares that two bands share.
 * No square crosses a whole band here. */
TEST (covers, "covers are supergradients")
{
  uint64_t seed = 23;
  int disagreed = 0;

  for (int i = 0; i < test_size (300); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_BOARD *board = random_board (14, 3 + i % 3, (unsigned) (i % 12), &seed);
    int cells = board->width * board->height, best = (int) fewest_squares (board);
    AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);
    double *cover = calloc ((size_t) cells, sizeof *cover), rise = 0;
    TwPrices *prices[2];
    int64_t worth[2];

    CHECK (solver != NULL && cover != NULL);
    for (int j = 0; j < 2; j++) {
      TwReducedCosts reduced;
      AUTO_BANDS *bands = NULL;

      CHECK (tw_dual_solver_iterate (solver, 5 + (int) (check_random (&seed) % 40)));
      prices[j] = tw_dual_solver_prices (solver, tw_prices_unit (best));
      CHECK (tw_reduced_costs_init (&reduced, board, prices[j], NULL, run));
      bands = tw_bands_new (board, &reduced, NULL, prices[j]->unit, 2, SIZE_MAX, run);
      CHECK (!tw_bands_add_covers (bands, cover));
      while (tw_bands_climb (bands, INT64_MAX / 2, NULL))
        ;
      worth[j] = prices[j]->total + tw_bands_gap (bands, NULL);
      CHECK (j > 0 || tw_bands_add_covers (bands, cover));
      tw_reduced_costs_clear (&reduced, run);
    }
    for (int j = 0; j < cells; j++) {
      if (!tw_board_is_free (board, j % board->width, j / board->width))
        continue;
      rise += (1 - cover[j]) * (prices[1]->cells[j] - prices[0]->cells[j]);
      disagreed += cover[j] < 0.999 || cover[j] > 1.001;
    }
    CHECK ((double) (worth[1] - worth[0]) <= rise + cells);
    for (int j = 0; j < 2; j++)
      tw_prices_free (prices[j], run);
    free (cover);
  }
  CHECK (disagreed > test_share (1000));
}

/* Prices moved for two bands raise their bound on a board on which the LP leaves a gap. */
TEST (moved_far, "moved prices give higher bounds")
{
  AUTO_BOARD *board = tw_generate_board (40, 40, 0.03, 1);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwEdgeDemand edges = { 0 };
  AUTO_VIEW view = { 0 };
  TwBands *bands;
  int64_t first, most = 0;

  price_view (&view, board, 0, 200, 1000, run);
  for (int i = 0; i < 4; i++)
    CHECK (tw_dual_view_cut (&view, 300, run));
  first = worth_of_view (&view, 2, run, &bands);
  for (int i = 0; i < 6; i++) {
    int64_t worth;

    CHECK (tw_edge_demand_step (&edges, &view, bands));
    tw_bands_free (bands);
    worth = worth_of_view (&view, 2, run, &bands);
    most = worth > most ? worth : most;
  }
  tw_bands_free (bands);
  CHECK (most > first + view.unit / 4);
  tw_edge_demand_clear (&edges, &view);
}

CHECK_MAIN
