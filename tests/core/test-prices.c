/* Prices are feasible whatever they were rounded from, and never promise more than the optimum. */
#include "check.h"
#include "random-board.h"

#include "core/squares/prices.h"
#include "core/transform.h"

static TwRun *
new_run (void)
{
  TwLimits limits = { 0 };

  return tw_run_new (&limits);
}

/* Adds cell by cell, unlike the code under test. */
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

static void
test_rounding (void)
{
  TwRun *run = new_run ();
  uint64_t seed = 7;

  for (int i = 0; i < 200; i++) {
    TwBoard *board = random_board (1 + (int) (check_random (&seed) % 9),
                                   1 + (int) (check_random (&seed) % 9), i % 40, &seed);
    double values[81];
    TwPrices *prices;

    for (int j = 0; j < 81; j++)
      values[j] = ((double) check_random (&seed) / UINT32_MAX - 0.3) * (i % 5);
    if (i % 50 == 0)
      values[0] = 1e300;
    prices = tw_prices_round (board, values, tw_prices_unit (50), 0, 0, NULL, run);
    CHECK (prices != NULL && is_feasible (board, prices));
    tw_prices_free (prices, run);
    tw_board_free (board);
  }
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
}

static void
test_known_values (void)
{
  TwRun *run = new_run ();
  /* The cells of a row cost one each, and those of a square one together. */
  TwBoard *row = tw_board_new_empty (9, 1), *square = tw_board_new_empty (6, 6);
  TwPricer *pricer = tw_pricer_new (row, run);
  TwPrices *prices;

  CHECK (tw_pricer_iterate (pricer, 500));
  prices = tw_pricer_prices (pricer, tw_prices_unit (9));
  CHECK_INT (tw_prices_bound (prices), 9);
  tw_prices_free (prices, run);
  tw_pricer_free (pricer);

  pricer = tw_pricer_new (square, run);
  CHECK (tw_pricer_iterate (pricer, 500));
  prices = tw_pricer_prices (pricer, tw_prices_unit (36));
  CHECK_INT (tw_prices_bound (prices), 1);
  tw_prices_free (prices, run);
  tw_pricer_free (pricer);
  tw_board_free (row);
  tw_board_free (square);
  tw_run_free (run);
}

static void
test_honest_bounds (void)
{
  TwRun *run = new_run ();
  uint64_t seed = 11;
  int met = 0;

  for (int i = 0; i < 600; i++) {
    TwBoard *board = random_board (1 + (int) (check_random (&seed) % 5),
                                   1 + (int) (check_random (&seed) % 6), i % 50, &seed);
    TwPricer *pricer = tw_pricer_new (board, run);
    TwPrices *prices;
    int best = brute_force (board);

    CHECK (tw_pricer_iterate (pricer, 30 + i));
    prices = tw_pricer_prices (pricer, tw_prices_unit (best));
    CHECK (is_feasible (board, prices));
    CHECK (tw_prices_bound (prices) <= best);
    tw_prices_free (prices, run);
    prices = tw_prices_by_size (board, tw_prices_unit (best), run);
    CHECK (is_feasible (board, prices));
    tw_prices_free (prices, run);
    prices = tw_pricer_prices (pricer, tw_prices_unit (best));
    met += tw_prices_bound (prices) == best;
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      TwBoard *turned = tw_transform_board (k, board);
      TwPrices *there = tw_prices_transform (k, prices, run);

      CHECK (is_feasible (turned, there));
      tw_prices_free (there, run);
      tw_board_free (turned);
    }
    tw_prices_free (prices, run);
    tw_pricer_free (pricer);
    tw_board_free (board);
  }
  /* They are to be good, too: on small boards most bounds meet the optimum. */
  CHECK (met > 400);
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
}

/* Prices of what is left from a cell on bound the board without what lies before it. */
static void
test_aim (void)
{
  TwRun *run = new_run ();
  uint64_t seed = 23;

  for (int i = 0; i < 200; i++) {
    int width = 2 + (int) (check_random (&seed) % 4), height = 2 + (int) (check_random (&seed) % 4);
    int column = (int) (check_random (&seed) % (unsigned) width);
    int row = (int) (check_random (&seed) % (unsigned) height);
    TwBoard *board = random_board (width, height, 10, &seed);
    TwPricer *pricer = tw_pricer_new (board, run);
    TwPrices *prices;

    tw_pricer_set_aim (pricer, column, row, NULL);
    CHECK (tw_pricer_iterate (pricer, 300));
    prices = tw_pricer_prices (pricer, tw_prices_unit (36));
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < column + (y < row); x++) {
        CHECK_INT (prices->cells[tw_board_index (board, x, y)], 0);
        tw_board_set (board, x, y, TW_CELL_BLOCKED);
      }
    }
    CHECK (tw_prices_bound (prices) <= brute_force (board));
    tw_prices_free (prices, run);
    tw_pricer_free (pricer);
    tw_board_free (board);
  }
  tw_run_free (run);
}

int
main (void)
{
  check_run ("rounding makes any prices feasible", test_rounding);
  check_run ("known values", test_known_values);
  check_run ("bounds never exceed the optimum", test_honest_bounds);
  check_run ("prices of what is left", test_aim);
  return check_done ();
}
