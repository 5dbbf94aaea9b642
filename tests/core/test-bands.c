/* What bands add to a bound is never too much, and all there is when one band is the whole board. */
#include "check.h"
#include "random-board.h"

#include "core/squares/bands.h"
#include "core/squares/priced-view.h"

/* Total and gap in units of `prices`, with so many bands; without cuts. */
static int64_t
worth_with_bands (const TwBoard *board, const TwPrices *prices, int count, TwRun *run, int64_t *gap)
{
  TwReducedCosts reduced;

  CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, run));
  CHECK (tw_bands_gap (board, &reduced, prices->unit, count, SIZE_MAX, run, gap));
  tw_reduced_costs_clear (&reduced, board, run);
  return prices->total + *gap;
}

static void
test_honest (void)
{
  uint64_t seed = 71;
  int gained = 0;

  for (int i = 0; i < 3000; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board (1 + (int) (check_random (&seed) % 8),
                                   1 + (int) (check_random (&seed) % 6), i % 40, &seed);
    TwPricer *pricer = tw_pricer_new (board, run);
    int best = brute_force (board);
    TwPrices *prices;
    int64_t gap, worth;

    CHECK (pricer != NULL && tw_pricer_iterate (pricer, i % 40));
    prices = tw_pricer_prices (pricer, tw_prices_unit (best));
    CHECK (prices != NULL);
    /* As one band, the board is solved. */
    CHECK_INT (worth_with_bands (board, prices, 1, run, &gap), (int64_t) best * prices->unit);
    for (int count = 2; count <= board->width; count++) {
      worth = worth_with_bands (board, prices, count, run, &gap);
      CHECK (gap >= 0);
      CHECK (worth <= (int64_t) best * prices->unit);
      gained += gap > 0;
    }
    tw_prices_free (prices, run);
    tw_pricer_free (pricer);
    CHECK_INT (tw_run_memory_used (run), 0);
    tw_run_free (run);
    tw_board_free (board);
  }
  CHECK (gained > 2000);
}

/* With the cuts of a view, and through each transform. */
static void
test_with_cuts (void)
{
  uint64_t seed = 5;
  int raised = 0;

  for (int i = 0; i < 400; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board (8, 8, 2 + (unsigned) (check_random (&seed) % 12), &seed);
    int best = brute_force (board);
    TwPricedView view;
    int64_t before;

    CHECK (tw_priced_view_init (&view, board, i % 8, best, run));
    CHECK (tw_priced_view_price (&view, 10, run));
    CHECK (tw_priced_view_cut (&view, 10, run));
    CHECK (tw_priced_view_settle (&view, 5, run));
    before = tw_run_bound (run);
    CHECK (before <= best);
    for (int count = 4; count > 0; count--)
      CHECK (tw_priced_view_bands (&view, count, 1000, SIZE_MAX, run));
    CHECK (tw_run_bound (run) <= best);
    raised += tw_run_bound (run) > before;
    tw_priced_view_clear (&view);
    CHECK_INT (tw_run_memory_used (run), 0);
    tw_run_free (run);
    tw_board_free (board);
  }
  CHECK (raised > 20);
}

/* Long blocked stretches reach further than a profile can tell. */
static void
test_long (void)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwBoard *board = tw_board_new (6, 700);
  TwPrices *prices;
  int64_t gap;

  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < 6; x++) {
      tw_board_set (board, x, y, TW_CELL_FREE);
      tw_board_set (board, x, 697 + y, TW_CELL_FREE);
    }
  }
  prices = tw_prices_by_size (board, 1000, run);
  CHECK (prices != NULL);
  CHECK_INT (worth_with_bands (board, prices, 1, run, &gap), 4000);
  CHECK (worth_with_bands (board, prices, 2, run, &gap) <= 4000);
  tw_prices_free (prices, run);
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
  tw_board_free (board);
}

/* Squares that are too deep for a profile: nothing is claimed. */
static void
test_deep (void)
{
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwBoard *board = tw_board_new_empty (260, 257);
  TwPrices *prices = tw_prices_by_size (board, 1000, run);
  int64_t gap = -1;

  CHECK (prices != NULL);
  worth_with_bands (board, prices, 9, run, &gap);
  CHECK_INT (gap, 0);
  tw_prices_free (prices, run);
  CHECK_INT (tw_run_memory_used (run), 0);
  tw_run_free (run);
  tw_board_free (board);
}

int
main (void)
{
  check_run ("never more than the optimum", test_honest);
  check_run ("the same above cuts", test_with_cuts);
  check_run ("over long blocked stretches", test_long);
  check_run ("not for deep squares", test_deep);
  return check_done ();
}
