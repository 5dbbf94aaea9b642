/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested sweeps: every beam width gives a tiling, a large one the optimum, and the sweeps stop
 * cleanly. */
#include "random-board.h"

#include "core/base/generator.h"
#include "core/squares/local/greedy.h"
#include "core/squares/bands/nested-bands.h"
#include "core/squares/bands/nested-beam.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

/* More states than any board here has. */
#define ALL ((size_t) 1 << 24)

/* The dual prices after this number of pricing iterations; for 0 the closed-form prices by size. */
static TwPrices *
price (const TwBoard *board, int iterations, TwRun *run)
{
  int32_t unit = tw_prices_unit ((int64_t) board->width * board->height);
  AUTO_DUAL_SOLVER *solver = NULL;

  if (iterations == 0)
    return tw_prices_by_size (board, unit, run);
  solver = tw_dual_solver_new (board, run);
  CHECK (solver != NULL && tw_dual_solver_iterate (solver, iterations));
  return tw_dual_solver_prices (solver, unit);
}

/* Sweeps the board after transform k and transforms the tiling back. `prices` belong to the
 * original board. Memory of the test itself is charged to `own`. */
static bool
sweep_within (const TwBoard *board, const TwPrices *prices, int k, size_t width, size_t memory,
              TwRun *own, TwRun *run, TwTiling *tiling)
{
  AUTO_BOARD *turned = tw_transform_board (k, board);
  TwPrices *there = tw_prices_transform (k, prices, own);
  TwReducedCosts reduced;
  TwNestedBeam task = {
    .board = turned,
    .reduced = &reduced,
    .unit = prices->unit,
    .width = width,
    .memory = memory,
    .shown = own,
    .bar = k,
    .transform = k,
  };
  bool found;

  CHECK (there != NULL && tw_reduced_costs_init (&reduced, turned, there, NULL, own));
  found = tw_nested_beam_search (&task, run, tiling);
  CHECK (found || tiling->count == 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_transform_tiling_back (k, board->width, board->height, tiling);
  tw_reduced_costs_clear (&reduced, own);
  tw_prices_free (there, own);
  return found;
}

/* The number of squares of the tiling found, which must be valid; -1: none. */
static int64_t
sweep (const TwBoard *board, const TwPrices *prices, int k, size_t width, TwTiling *tiling)
{
  AUTO_RUN *run = new_run (), *own = new_run ();
  bool found = sweep_within (board, prices, k, width, SIZE_MAX, own, run, tiling);

  if (found) {
    CHECK (tw_squares_offer (own, board, tiling, k));
    CHECK_INT (tw_run_refused (own), 0);
  }
  return found ? (int64_t) tiling->count : -1;
}

TEST (covers, "tilings at every width")
{
  static const size_t widths[] = { 1, 3, 50 };
  AUTO_RUN *run = new_run ();
  AUTO_TILING tiling = { 0 };
  uint64_t seed = 13;

  for (int i = 0; i < test_size (120); i++) {
    AUTO_BOARD *board = random_board (1 + (int) (check_random (&seed) % 30),
                                      1 + (int) (check_random (&seed) % 12),
                                      i % 20 == 19 ? 100 : (unsigned) i % 41, &seed);
    TwPrices *prices = price (board, i % 5 * 10, run);

    CHECK (prices != NULL);
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      for (int j = 0; j < 3; j++) {
        /* Some boards use all three beam widths, the others one. */
        if (i % 4 == 0 || (i + k) % 3 == j) {
          int64_t count = sweep (board, prices, k, widths[j], &tiling);

          CHECK (count >= 0);
          CHECK ((count == 0) == (tw_board_count_free (board) == 0));
          CHECK (count * prices->unit >= prices->total);
        }
      }
    }
    tw_prices_free (prices, run);
  }
}

/* Without pruning the optimum is found: with bands that are not split, and with halves and
 * quarters. */
TEST (optimum, "the best when nothing is left out")
{
  static const struct {
    int width, height, n;
    unsigned percent; /* largest percentage of blocked cells */
  } cases[] = {
    { 8, 8, 60, 40 },  { 20, 3, 20, 30 }, { 20, 5, 4, 25 }, { 9, 6, 30, 30 },  { 3, 20, 8, 30 },
    { 5, 12, 20, 30 }, { 4, 17, 2, 30 },  { 3, 18, 5, 30 }, { 10, 10, 3, 25 },
  };
  AUTO_RUN *run = new_run ();
  AUTO_TILING tiling = { 0 };
  uint64_t seed = 29;

  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    for (int i = 0; i < cases[c].n; i++) {
      AUTO_BOARD *board = random_board (cases[c].width, cases[c].height,
                                        check_random (&seed) % (cases[c].percent + 1), &seed);
      TwPrices *prices = price (board, i % 4 * 15, run);
      int64_t best = fewest_squares (board);

      if (c == 0)
        CHECK_INT (best, brute_force (board));
      CHECK_INT (sweep (board, prices, i % 4, ALL, &tiling), best);
      tw_prices_free (prices, run);
    }
  }
}

/* On boards with known optimum, few states suffice to come close to it. */
TEST (near, "near the best with few states")
{
  AUTO_RUN *run = new_run ();
  AUTO_TILING tiling = { 0 };
  int64_t found = 0, best = 0;
  uint64_t seed = 31;

  for (int i = 0; i < 30; i++) {
    AUTO_BOARD *board = random_board (40, 12, 4, &seed);
    TwPrices *prices = price (board, 60, run);

    best += fewest_squares (board);
    found += sweep (board, prices, i % 4, 4, &tiling);
    tw_prices_free (prices, run);
  }
  printf ("# %d squares instead of %d\n", (int) found, (int) best);
  CHECK (found >= best);
  CHECK (found * 100 <= best * 102);
}

TEST (wider, "wider is better, and narrow better than greedy")
{
  AUTO_RUN *run = new_run ();
  AUTO_TILING tiling = { 0 };
  int64_t narrow = 0, wide = 0, greedy = 0;

  for (uint64_t seed = 1; seed <= 3; seed++) {
    AUTO_BOARD *board = tw_generate_board (60, 60, 0.03, seed);
    TwPrices *prices = price (board, 100, run);

    narrow += sweep (board, prices, 0, 2, &tiling);
    wide += sweep (board, prices, 0, 50, &tiling);
    tiling.count = 0;
    CHECK (tw_greedy_cover (board, &tiling));
    greedy += (int64_t) tiling.count;
    tw_prices_free (prices, run);
  }
  printf ("# %d squares, %d when narrow, %d when greedy\n", (int) wide, (int) narrow, (int) greedy);
  CHECK (wide <= narrow);
  CHECK (narrow < greedy);
}

TEST (stops, "stopped at any point")
{
  static const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  AUTO_RUN *own = new_run (), *whole = run_to_point (0, TW_STOP_CANCEL), *cancelled = new_run ();
  AUTO_TILING tiling = { 0 };
  AUTO_BOARD *board = tw_generate_board (20, 20, 0.05, 3);
  AUTO_BOARD *other = tw_generate_board (60, 60, 0.03, 1);
  TwPrices *prices = price (board, 50, own);
  uint64_t points;
  int ends = 0;

  CHECK (sweep_within (board, prices, 0, 5, SIZE_MAX, own, whole, &tiling));
  points = tw_run_test_points (whole);
  CHECK (points > 1000);
  for (uint64_t n = 1; n <= points + 1;
       n = n < points && n + n / 12 >= points ? points : n + 1 + n / 12) {
    AUTO_RUN *run = run_to_point (n, reasons[ends++ % 3]);

    CHECK_INT (sweep_within (board, prices, 0, 5, SIZE_MAX, own, run, &tiling), n > points);
  }
  tw_prices_free (prices, own);

  /* Cancelled before it starts. */
  prices = price (other, 0, own);
  tw_run_cancel (cancelled);
  CHECK (!sweep_within (other, prices, 0, 5, SIZE_MAX, own, cancelled, &tiling));
  tw_prices_free (prices, own);
}

TEST (starved, "short of memory")
{
  AUTO_RUN *own = new_run (), *whole = run_to_request (0), *spare = new_run ();
  AUTO_TILING tiling = { 0 };
  AUTO_BOARD *board = tw_generate_board (20, 20, 0.05, 3);
  TwPrices *prices = price (board, 50, own);
  uint64_t requests;
  size_t peak;

  CHECK (sweep_within (board, prices, 0, 100, SIZE_MAX, own, whole, &tiling));
  requests = tw_run_test_requests (whole);
  peak = tw_run_memory_peak (whole);
  CHECK (requests > 100);
  for (uint64_t n = 1; n <= requests + 1;
       n = n < requests && n + n / 20 >= requests ? requests : n + 1 + n / 20) {
    AUTO_RUN *run = run_to_request (n);

    CHECK_INT (sweep_within (board, prices, 0, 100, SIZE_MAX, own, run, &tiling), n > requests);
    CHECK_INT (tw_run_stop_reason (run), TW_STOP_NONE);
  }

  /* Less memory than needed while the run has more: the sweep fails, the run continues. */
  for (size_t memory = 0; memory < peak / 2; memory += 1 + memory / 2) {
    CHECK (!sweep_within (board, prices, 0, 100, memory, own, spare, &tiling));
    CHECK_INT (tw_run_stop_reason (spare), TW_STOP_NONE);
  }
  CHECK (sweep_within (board, prices, 0, 100, peak, own, spare, &tiling));
  CHECK (tw_squares_offer (own, board, &tiling, 0));
  tw_prices_free (prices, own);
}

/* The front that is shown refers to the board that was swept. */
TEST (shown, "progress")
{
  AUTO_RUN *own = new_run (), *run = new_run ();
  AUTO_TILING tiling = { 0 };
  AUTO_BOARD *board = tw_generate_board (30, 12, 0.05, 3);
  TwPrices *prices = price (board, 0, own);

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    bool transposed = (k & TW_TRANSFORM_TRANSPOSE) != 0;
    const TwProgressBar *bar = tw_run_progress_bar (own, k);
    TwFront front;

    CHECK (sweep_within (board, prices, k, 3, SIZE_MAX, own, run, &tiling));
    CHECK_INT (bar->steps, transposed ? 12 : 30);
    CHECK (bar->step > bar->steps / 2 && bar->step < bar->steps);
    CHECK (tw_run_get_front (own, &front));
    CHECK_INT (front.bar, k);
    CHECK_INT (front.transform, k);
    CHECK_INT (front.rows, transposed ? 30 : 12);
    CHECK_INT (front.column, bar->step);
  }
  tw_prices_free (prices, own);
}

/* Blocked stretches longer than a profile can represent, long boards, and squares as large as a
 * profile can represent or larger. */
TEST (extremes, "long blocked stretches and large squares")
{
  static const struct {
    int width, height, from, to; /* blocked columns */
    int best;                    /* -1: no tiling is found */
  } cases[] = {
    { 1000, 1, 0, 0, 1000 }, { 1000, 1, 1, 999, 2 },  { 600, 2, 2, 598, 2 },
    { 300, 1, 0, 300, 0 },   { 520, 3, 3, 517, 2 },   { 700, 6, 3, 697, 4 },
    { 6, 300, 1, 5, 600 },   { 400, 12, 0, 300, 11 }, { 400, 12, 100, 400, 11 },
    { 40, 40, 0, 0, 1 },     { 256, 256, 0, 0, -1 },
  };
  AUTO_RUN *run = new_run ();
  AUTO_TILING tiling = { 0 };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    AUTO_BOARD *board = tw_board_new_empty (cases[i].width, cases[i].height);
    TwPrices *prices;

    for (int y = 0; y < board->height; y++) {
      for (int x = cases[i].from; x < cases[i].to; x++)
        tw_board_set (board, x, y, TW_CELL_BLOCKED);
    }
    prices = price (board, 0, run);
    for (int k = 0; k < TW_N_TRANSFORMS; k += i % 2 ? 7 : 4) {
      int64_t count = sweep (board, prices, k, 5, &tiling);

      CHECK (cases[i].best < 0 ? count == -1 : count >= cases[i].best);
      if (board->height != 12)
        CHECK_INT (count, cases[i].best);
    }
    tw_prices_free (prices, run);
  }
}

/* The largest square that a profile can represent. */
TEST (largest, "the largest square")
{
  AUTO_RUN *run = new_run ();

  for (int side = 255; side <= 256; side++) {
    AUTO_BOARD *board = tw_board_new_empty (side, side);
    TwPrices *prices = price (board, 0, run);
    TwReducedCosts reduced;
    TwNestedBands *nested;

    CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, run));
    nested = tw_nested_bands_new (board, &reduced, NULL, prices->unit, 0, side, SIZE_MAX, run);
    CHECK_INT (nested != NULL, side == 255);
    tw_nested_bands_free (nested);
    tw_reduced_costs_clear (&reduced, run);
    tw_prices_free (prices, run);
  }
}

CHECK_MAIN
