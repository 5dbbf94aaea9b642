/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cutting planes never raise the bound above the optimum, neither in dual prices nor in the sweeps
 * that use them. */
#include "random-board.h"

#include "core/squares/duals/separate.h"
#include "core/base/transform.h"

/* Adds cuts on random points, valid or not: the dual solver refuses invalid ones. */
static void
add_random_cuts (TwDualSolver *solver, const TwBoard *board, uint64_t *seed)
{
  uint32_t n_points = (uint32_t) ((board->width + 1) * (board->height + 1));

  for (int i = 0; i < 12; i++) {
    uint32_t points[64], n = 0, some = 1 + check_random (seed) % 5;

    for (uint32_t p = 0; p < n_points; p++) {
      if (check_random (seed) % n_points < some)
        points[n++] = p;
    }
    CHECK (tw_dual_solver_add_cut (solver, points, n));
  }
  tw_dual_solver_use_cuts (solver);
}

/* Returns whether the point is one of a cut. */
static bool
has_point (const TwCutList *cuts, size_t cut, uint32_t point)
{
  bool has = false;

  for (uint32_t i = cuts->cuts[cut].first_point; i < cuts->cuts[cut + 1].first_point; i++)
    has = has || cuts->points[i] == point;
  return has;
}

/* Sums over cells and corners one by one, unlike the code under test. `cuts` may be NULL. */
static bool
is_feasible (const TwBoard *board, const TwPrices *prices, const TwCutList *cuts)
{
  size_t n_cuts = cuts != NULL ? cuts->n : 0;
  int64_t weights = 0;

  for (size_t i = 0; i < n_cuts; i++)
    weights += cuts->cuts[i].weight;
  if (cuts != NULL && weights != prices->extra)
    return false;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      for (int size = 1; x + size <= board->width && y + size <= board->height; size++) {
        int64_t sum = 0;
        bool fits = true;

        for (int i = 0; i < size * size; i++) {
          fits = fits && tw_board_is_free (board, x + i % size, y + i / size);
          sum += prices->cells[tw_board_index (board, x + i % size, y + i / size)];
        }
        for (size_t i = 0; fits && i < n_cuts; i++) {
          int corners = 0;

          for (int corner = 0; corner < 4; corner++)
            corners += has_point (
              cuts, i,
              (uint32_t) ((y + corner / 2 * size) * (board->width + 1) + x + corner % 2 * size));
          sum += corners % 2 * cuts->cuts[i].weight;
        }
        if (fits && sum > prices->unit)
          return false;
      }
    }
  }
  return true;
}

TEST (honest, "5,000 boards against plain search")
{
  uint64_t seed = 53;
  int with_cuts = 0;

  for (int i = 0; i < test_size (5000); i++) {
    AUTO_RUN *run = new_run ();
    AUTO_BOARD *board = random_board_of (1, 6, 1, 5, i % 50, &seed);
    AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);
    int best = brute_force (board);
    TwPrices *prices, *turned;
    TwBoard *turned_board;

    CHECK (solver != NULL);
    if (i % 2 == 0) {
      add_random_cuts (solver, board, &seed);
      CHECK (tw_dual_solver_iterate (solver, 10 + i % 60));
    } else {
      CHECK (tw_dual_solver_iterate (solver, 20 + i % 50));
      CHECK (tw_separate (solver, board, &seed, run) >= 0);
      CHECK (tw_dual_solver_iterate (solver, 50));
    }
    prices = tw_dual_solver_prices (solver, tw_prices_unit (best));
    CHECK (prices != NULL);
    CHECK (tw_prices_bound (prices) <= best);
    if (prices->extra > 0) {
      TwCutList *cuts = tw_dual_solver_list_cuts (solver, prices->unit);

      with_cuts++;
      CHECK (cuts != NULL && is_feasible (board, prices, cuts));
      tw_cut_list_free (cuts, run);
      turned = tw_prices_transform (i % TW_N_TRANSFORMS, prices, run);
      turned_board = tw_transform_board (i % TW_N_TRANSFORMS, board);
      CHECK (is_feasible (turned_board, turned, NULL));
      tw_prices_free (turned, run);
      tw_board_free (turned_board);
    }
    tw_prices_free (prices, run);
  }
  CHECK (with_cuts > test_share (1000));
}

/* Sets with an even number of corners are not valid cuts. */
TEST (even, "sets with an even number of corners are refused")
{
  static const char *const rows[] = { "....", ".*..", "....", "...." };
  AUTO_RUN *run = new_run ();
  AUTO_BOARD *board = board_from_rows (4, rows);
  AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);

  /* One corner of the obstacle, two, the corner of the board, a point in the middle, an empty
   * set. */
  CHECK (tw_dual_solver_add_cut (solver, (uint32_t[]){ 6 }, 1));
  CHECK_INT (tw_dual_solver_count_cuts (solver), 1);
  CHECK (tw_dual_solver_add_cut (solver, (uint32_t[]){ 6, 7 }, 2));
  CHECK_INT (tw_dual_solver_count_cuts (solver), 1);
  CHECK (tw_dual_solver_add_cut (solver, (uint32_t[]){ 0 }, 1));
  CHECK_INT (tw_dual_solver_count_cuts (solver), 2);
  CHECK (tw_dual_solver_add_cut (solver, (uint32_t[]){ 18 }, 1));
  CHECK (tw_dual_solver_add_cut (solver, NULL, 0));
  CHECK_INT (tw_dual_solver_count_cuts (solver), 2);
  tw_dual_solver_use_cuts (solver);
  tw_dual_solver_drop_cuts (solver, 0);
  CHECK_INT (tw_dual_solver_count_cuts (solver), 0);
}

/* Cuts raise the bound where the linear programme alone ends below the optimum. */
TEST (raises, "cuts raise the bound")
{
  uint64_t seed = 3;
  AUTO_RUN *run = new_run ();
  AUTO_BOARD *board = random_board (26, 24, 3, &seed);
  AUTO_VIEW view = { 0 }, turned = { 0 };
  int64_t before;

  price_view (&view, board, 0, 100, 4000, run);
  before = view.prices->total;
  for (int i = 0; i < 5; i++)
    CHECK (tw_dual_view_cut (&view, 800, run));
  CHECK (view.with_cuts != NULL && tw_dual_solver_count_cuts (view.solver) > 5);
  CHECK (view.with_cuts->total + view.with_cuts->extra > before + view.unit / 4);
  CHECK_INT (view.prices->total, before);
  CHECK (is_feasible (board, view.with_cuts, view.cuts));
  CHECK (tw_dual_view_init_from (&turned, &view, 5, run));
  CHECK_INT (turned.prices->total, before);
}

static void
cut_twice (const TwBoard *board, TwRun *run)
{
  TwDualView view, other;

  if (tw_dual_view_init (&view, board, 0, 50, run) && tw_dual_view_solve (&view, 60, run)
      && tw_dual_view_cut (&view, 15, run) && tw_dual_view_cut (&view, 15, run)) {
    tw_dual_view_init_from (&other, &view, 3, run);
    tw_dual_view_clear (&other);
  }
  tw_dual_view_clear (&view);
}

TEST (stops, "a stop and a shortage at every point")
{
  uint64_t seed = 11, points, requests;
  AUTO_BOARD *board = random_board (11, 10, 6, &seed);
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
  cut_twice (board, whole);
  points = tw_run_test_points (whole);
  requests = tw_run_test_requests (whole);
  CHECK (points > 60 && requests > 60);
  for (uint64_t n = 1; n <= points + requests; n += n > points || n < 20 ? 1 : 1 + n / 8) {
    AUTO_RUN *run = run_to_end (n, points);

    cut_twice (board, run);
  }
}

CHECK_MAIN
