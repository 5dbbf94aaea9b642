/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The increment of the bound by bands never makes it exceed the optimum, and closes the whole gap
 * when one band is the whole board. */
#include "random-board.h"

#include "core/squares/bands/band-bound.h"
#include "core/squares/bands/nested-bands.h"

/* Completes `count` bands; returns false when the run ends first. */
static bool
find_gap (const TwBoard *board, const TwReducedCosts *reduced, int32_t unit, int count,
          size_t memory, TwRun *run, int64_t *gap, bool *exact)
{
  AUTO_BANDS *bands = tw_bands_new (board, reduced, NULL, unit, count, memory, run);

  *gap = 0;
  *exact = false;
  if (bands != NULL) {
    while (tw_bands_climb (bands, INT64_MAX / 2, NULL))
      ;
    *gap = tw_bands_gap (bands, exact);
  }
  return !tw_run_should_stop (run);
}

/* Total plus gap in units of `prices` with `count` bands, without cuts. */
static int64_t
worth_with_bands (const TwBoard *board, const TwPrices *prices, int count, TwRun *run, int64_t *gap)
{
  TwReducedCosts reduced;
  bool exact;

  CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, run));
  CHECK (find_gap (board, &reduced, prices->unit, count, SIZE_MAX, run, gap, &exact));
  CHECK_INT (exact, board->width < 250);
  tw_reduced_costs_clear (&reduced, run);
  return prices->total + *gap;
}

static TwPrices *
price (const TwBoard *board, int iterations, int32_t unit, TwRun *run)
{
  AUTO_DUAL_SOLVER *solver = tw_dual_solver_new (board, run);
  TwPrices *prices;

  CHECK (solver != NULL && tw_dual_solver_iterate (solver, iterations));
  prices = tw_dual_solver_prices (solver, unit);
  CHECK (prices != NULL);
  return prices;
}

TEST (honest, "never more than the optimum")
{
  uint64_t seed = 71;
  int gained = 0;

  for (int i = 0; i < test_size (3000); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_BOARD *board = random_board_of (1, 8, 1, 6, i % 40, &seed);
    int best = brute_force (board);
    TwPrices *prices = price (board, i % 40, tw_prices_unit (best), run);
    int64_t gap, worth;

    /* A single band solves the whole board. */
    CHECK_INT (worth_with_bands (board, prices, 1, run, &gap), (int64_t) best * prices->unit);
    for (int count = 2; count <= board->width; count++) {
      worth = worth_with_bands (board, prices, count, run, &gap);
      CHECK (gap >= 0);
      CHECK (worth <= (int64_t) best * prices->unit);
      gained += gap > 0;
    }
    tw_prices_free (prices, run);
  }
  CHECK (gained > test_share (2000));
}

/* Bands wide enough to be split into halves and quarters. */
TEST (halves, "the optimum by halves")
{
  uint64_t seed = 17;
  int gained = 0;

  for (int i = 0; i < test_size (120); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_BOARD *board = random_board_of (17, 40, 3, 6, i % 10, &seed);
    int64_t best = fewest_squares (board), gap, worth;
    /* With a coarse unit, the cost of coverings is often equal to the limit of the search. */
    TwPrices *prices = price (board, 10 + i, i % 2 ? 5 + i % 20 : tw_prices_unit (best), run);

    worth = worth_with_bands (board, prices, 1, run, &gap);
    CHECK_INT (worth, best * prices->unit);
    for (int count = 2; count <= 4; count++) {
      int64_t part;

      worth = worth_with_bands (board, prices, count, run, &part);
      CHECK (part >= 0);
      CHECK (worth <= best * prices->unit);
      gained += part > 0;
    }
    tw_prices_free (prices, run);
  }
  CHECK (gained > test_share (200));
}

/* Columns `from` to `end` - 1 of a board of at most 63 cells, searched by brute force. */
typedef struct {
  const TwBoard *board;
  const TwReducedCosts *reduced;
  int from, end;
  int64_t best;
} Plain;

static void
plain_search (Plain *plain, uint64_t covered, int64_t cost)
{
  const TwBoard *board = plain->board;
  int x = 0, y = 0, cells = board->width * board->height, i = 0;

  for (; i < cells; i++) {
    x = i % board->width;
    y = i / board->width;
    if (x >= plain->from && x < plain->end && tw_board_is_free (board, x, y)
        && (covered >> i & 1) == 0)
      break;
  }
  if (cost >= plain->best)
    return;
  if (i == cells) {
    plain->best = cost;
    return;
  }
  for (int left = 0; left <= x; left++) {
    const uint32_t *first = &plain->reduced->first[tw_board_index (board, left, y)];
    int largest = (int) (first[1] - first[0]);

    /* The first cell of the band that this square covers must be this cell. */
    if (left < x && x > plain->from)
      continue;
    for (int size = x - left + 1; size <= largest; size++) {
      int end = left + size < plain->end ? left + size : plain->end;
      uint64_t square = 0;

      for (int j = 0; j < size; j++) {
        for (int column = x; column < end; column++)
          square |= UINT64_C (1) << ((y + j) * board->width + column);
      }
      if ((square & covered) == 0)
        plain_search (plain, covered | square,
                      cost
                        + (int64_t) plain->reduced->costs[first[0] + (uint32_t) size - 1]
                            * (end - x) / size);
    }
  }
}

/* The gap of each band equals the minimum found by brute force. */
TEST (least, "the least of each band")
{
  uint64_t seed = 37;
  int above = 0;

  for (int i = 0; i < test_size (150); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    int width = 12 + (int) (check_random (&seed) % 10), count = 1 + i % 3;
    AUTO_BOARD *board = random_board (width, width < 16 ? 3 : 2, i % 12, &seed);
    TwPrices *prices = price (board, i % 40, i % 2 ? 1 + i % 30 : tw_prices_unit (width), run);
    TwReducedCosts reduced;
    int64_t gap, sum = 0;

    CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, run));
    for (int band = 0; band < count; band++) {
      Plain plain = { board, &reduced, width * band / count, width * (band + 1) / count,
                      INT64_MAX };

      plain_search (&plain, 0, 0);
      sum += plain.best;
    }
    worth_with_bands (board, prices, count, run, &gap);
    CHECK_INT (gap, sum);
    above += sum > 0;
    tw_reduced_costs_clear (&reduced, run);
    tw_prices_free (prices, run);
  }
  CHECK (above > test_share (50));
}

/* A search that is stopped early returns a smaller gap and reports that it is not exact. */
TEST (ended, "less when it is ended")
{
  static const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  AUTO_RUN *own = tw_run_new (&(TwLimits){ 0 });
  uint64_t seed = 41;

  for (int count = 1; count <= 3; count++) {
    AUTO_BOARD *board = random_board (34, 5, 4, &seed);
    TwPrices *prices = price (board, 15, tw_prices_unit (34), own);
    AUTO_RUN *counted = run_to_point (0, TW_STOP_NONE), *starved = new_run ();
    TwReducedCosts reduced;
    int64_t whole, gap, before = 0;
    uint64_t points, requests;
    int ends = 0, grown = 0, between = 0;
    bool exact;

    CHECK (tw_reduced_costs_init (&reduced, board, prices, NULL, own));
    CHECK (find_gap (board, &reduced, prices->unit, count, SIZE_MAX, counted, &whole, &exact));
    CHECK (exact && whole > 0);
    points = tw_run_test_points (counted);
    requests = tw_run_test_requests (counted);

    for (uint64_t n = 1; n <= points; n += 1 + n / 8) {
      AUTO_RUN *run = run_to_point (n, reasons[ends++ % 3]);

      CHECK (!find_gap (board, &reduced, prices->unit, count, SIZE_MAX, run, &gap, &exact));
      /* The result can be exact only when the search was stopped after the last band. */
      between += exact;
      CHECK (gap >= before && gap <= whole);
      grown += gap > before;
      before = gap;
    }
    CHECK (between <= 3);
    CHECK (grown > 3);

    for (uint64_t n = 1; n <= requests; n += 1 + n / 8) {
      AUTO_RUN *run = run_to_request (n);

      CHECK (find_gap (board, &reduced, prices->unit, count, SIZE_MAX, run, &gap, &exact));
      CHECK (!exact);
      CHECK (gap >= 0 && gap <= whole);
    }

    for (size_t memory = 0, last = 0; last == 0; memory = memory * 3 / 2 + 1) {
      CHECK (find_gap (board, &reduced, prices->unit, count, memory, starved, &gap, &exact));
      CHECK (exact ? gap == whole : gap >= 0 && gap <= whole);
      CHECK (memory > 1000 || !exact);
      last = exact || memory > (size_t) 1 << 32;
      CHECK (memory <= (size_t) 1 << 32);
    }
    CHECK_INT (tw_run_stop_reason (starved), TW_STOP_NONE);

    /* The same, stopped by the clock. */
    for (double seconds = 1e-6; seconds < 0.05; seconds *= 4) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = seconds });
      bool fine = find_gap (board, &reduced, prices->unit, count, SIZE_MAX, run, &gap, &exact);

      CHECK (fine && exact ? gap == whole : gap >= 0 && gap <= whole);
    }
    tw_reduced_costs_clear (&reduced, own);
    tw_prices_free (prices, own);
  }
}

/* The same above the cuts of a view, through each transform. */
TEST (with_cuts, "the same above cuts")
{
  uint64_t seed = 5;
  int raised = 0;

  for (int i = 0; i < test_size (400); i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_BOARD *board = random_board (8, 8, 2 + (unsigned) (check_random (&seed) % 12), &seed);
    int best = brute_force (board);
    AUTO_VIEW view = { 0 };
    int64_t before;
    bool exact;

    price_view (&view, board, i % 8, best, 10, run);
    CHECK (tw_dual_view_cut (&view, 10, run));
    CHECK (tw_dual_view_settle (&view, 5, run));
    before = tw_run_bound (run);
    CHECK (before <= best);
    for (int count = 4; count > 0; count--) {
      int64_t worth;
      AUTO_BANDS *bands = tw_dual_view_bands (&view, count, SIZE_MAX, run, &worth);

      CHECK (bands != NULL);
      while (tw_bands_climb (bands, INT64_MAX / 2, NULL))
        ;
      worth += tw_bands_gap (bands, &exact);
      CHECK (exact);
      CHECK (worth <= (int64_t) best * view.unit);
      raised += worth > before * view.unit;
    }
  }
  CHECK (raised > test_share (200));
}

/* Bounds of single bands, each computed from the board alone, add up to a bound of the board. */
TEST (one_by_one, "one band on each machine")
{
  uint64_t seed = 11;
  int raised = 0;
  TwOptions options = default_options ();

  options.time = 1000;
  for (int i = 0; i < 20; i++) {
    AUTO_BOARD *board = random_board (8, 6, 2 + (unsigned) (check_random (&seed) % 12), &seed);
    int best = brute_force (board);

    for (int count = 1; count <= 4; count++) {
      TwBandBound first = { 0 }, bound = { 0 };
      int64_t worth = 0;

      for (int band = 0; band < count; band++) {
        AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

        CHECK (tw_band_bound (board, count, band, &options, run, &bound));
        if (band == 0)
          first = bound;
        CHECK (bound.exact && bound.gap >= 0);
        CHECK_INT (bound.unit, first.unit);
        CHECK_INT (bound.above, first.above);
        CHECK (bound.prices == first.prices);
        worth += bound.gap;
      }
      raised += worth > 0;
      worth = (worth + first.above + first.unit - 1) / first.unit;
      CHECK (worth <= best);
      if (count == 1)
        CHECK_INT (worth, best);
    }
  }
  CHECK (raised > 5);
}

/* Adds cuts over random points of the board. */
static void
add_random_cuts (TwDualView *view, uint64_t *seed)
{
  uint32_t n_points = (uint32_t) ((view->board->width + 1) * (view->board->height + 1));

  for (int i = 0; i < test_size (150); i++) {
    uint32_t points[3], n = 0;

    for (uint32_t at = (uint32_t) (check_random (seed) % n_points); n < 3 && at < n_points;
         at += 1 + (uint32_t) (check_random (seed) % 20))
      points[n++] = at;
    CHECK (tw_dual_solver_add_cut (view->solver, points, n));
  }
  CHECK (tw_dual_solver_use_cuts (view->solver));
}

/* Prices a board with random cuts. Returns whether cuts are in use; then `gap` is the gap of `best`,
 * and `reduced` holds the costs. */
static bool
price_with_cuts (TwDualView *view, TwReducedCosts *reduced, const TwBoard *board, int64_t best,
                 int rounds, int settling, uint64_t *seed, TwRun *run, int64_t *gap)
{
  price_view (view, board, 0, best, rounds, run);
  add_random_cuts (view, seed);
  CHECK (tw_dual_view_settle (view, settling, run));
  if (view->cuts == NULL || view->cuts->n == 0)
    return false;
  *gap = best * view->unit - view->with_cuts->total - view->with_cuts->extra;
  CHECK (tw_reduced_costs_init (reduced, board, view->with_cuts, view->charges, run));
  return true;
}

/* Frees what a case has used, which must be all memory of its run. */
static void
end_case (TwDualView *view, TwReducedCosts *reduced, TwBoard *board, TwRun *run)
{
  tw_reduced_costs_clear (reduced, run);
  tw_dual_view_clear (view);
  END_RUN (run);
  tw_board_free (board);
}

/* A covering pays for each further member of a cut, so that a single band closes the whole gap;
 * with several bands, and up to a limit, the gap never exceeds it. */
TEST (exact_with_cuts, "exact above cuts")
{
  uint64_t seed = 61;
  int with_cuts = 0;

  for (int i = 0; i < test_size (1500); i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    int height = 2 + i % 3, width = (i % 2 ? 3 : 9) + (int) (check_random (&seed) % 8);
    TwBoard *board = random_board (width, height, (unsigned) (check_random (&seed) % 20), &seed);
    int best = brute_force (board);
    TwDualView view;
    TwReducedCosts reduced = { 0 };
    AUTO_TILING tiling = { 0 };
    TwBands *bands;
    int64_t gap;
    bool exact;

    if (price_with_cuts (&view, &reduced, board, best, 20, 5 + i % 60, &seed, run, &gap)) {
      with_cuts++;
      bands = tw_bands_new (board, &reduced, view.cuts, view.unit, 1, SIZE_MAX, run);
      CHECK (bands != NULL);
      CHECK (!tw_bands_copy_tiling (bands, &tiling));
      if (i % 4 == 0)
        tw_bands_use_complete_tables (bands);
      while (tw_bands_climb (bands, INT64_MAX / 2, NULL))
        ;
      CHECK_INT (tw_bands_gap (bands, &exact), gap);
      CHECK (exact);
      if (best > 0) {
        CHECK (tw_bands_copy_tiling (bands, &tiling));
        CHECK (tw_tiling_check (board, &tiling, NULL));
        CHECK_INT (tiling.count, best);
      }
      tw_bands_free (bands);
      bands = tw_bands_new (board, &reduced, view.cuts, view.unit, 1 + i % 3, SIZE_MAX, run);
      CHECK (bands != NULL);
      while (tw_bands_climb (bands, gap - view.unit / 2, NULL))
        ;
      CHECK (tw_bands_gap (bands, &exact) <= gap);
      CHECK (i % 3 > 0 || tw_bands_gap (bands, &exact) >= gap - view.unit / 2);
      tw_bands_free (bands);
    }
    end_case (&view, &reduced, board, run);
  }
  CHECK (with_cuts > test_share (1000));
}

/* Bands with two or three levels of halves, large gaps and cuts. */
TEST (deep_halves, "exact with several levels of halves")
{
  uint64_t seed = 29;

  for (int i = 0; i < test_size (300); i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board_of (18, 67, 3, 5, i % 12, &seed);
    int64_t best = fewest_squares (board), gap;
    TwReducedCosts reduced = { 0 };
    TwBands *bands;
    TwDualView view;
    bool exact;

    /* Poor prices leave large gaps. */
    if (price_with_cuts (&view, &reduced, board, best, 5 + i % 40, 5 + i % 20, &seed, run, &gap)) {
      bands = tw_bands_new (board, &reduced, view.cuts, view.unit, 1, SIZE_MAX, run);
      CHECK (bands != NULL);
      if (i % 4 == 0)
        tw_bands_use_complete_tables (bands);
      while (tw_bands_climb (bands, INT64_MAX / 2, NULL))
        CHECK (tw_bands_gap (bands, NULL) <= gap);
      CHECK_INT (tw_bands_gap (bands, &exact), gap);
      CHECK (exact);
      tw_bands_free (bands);
    }
    end_case (&view, &reduced, board, run);
  }
}

/* A single band takes the same steps up to the optimum when the best tiling known has more squares:
 * no limit lies between two numbers of squares for longer than needed. */
TEST (whole_squares, "the same steps to the optimum with a poor tiling")
{
  uint64_t seed = 43, states[2] = { 0 };

  for (int i = 0; i < 60; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board (25 + (int) (check_random (&seed) % 30), 5, i % 8, &seed);
    TwReducedCosts reduced = { 0 };
    TwDualView view;
    int64_t gap;

    if (price_with_cuts (&view, &reduced, board, fewest_squares (board), 5 + i % 40, 5, &seed, run,
                         &gap)) {
      for (int j = 0; j < 2; j++) {
        AUTO_BANDS *bands = tw_bands_new (board, &reduced, view.cuts, view.unit, 1, SIZE_MAX, run);
        bool exact;

        CHECK (bands != NULL);
        while (tw_bands_climb (bands, gap + 1 + 3 * j * view.unit, NULL))
          ;
        CHECK_INT (tw_bands_gap (bands, &exact), gap);
        CHECK (exact);
        states[j] += tw_bands_states (bands);
      }
    }
    end_case (&view, &reduced, board, run);
  }
  CHECK (states[0] > 0);
  CHECK (states[1] * 10 <= states[0] * 11);
}

/* Sweeps a band after its halves. Each table has `limit`, or a random limit if there is a seed. */
static void
sweep_halves_first (TwNestedBands *nested, int level, int band, int32_t limit, TwTiling *tiling,
                    uint64_t *seed, TwPoll *poll)
{
  const TwNestedSweep sweep = {
    .level = level, .band = band, .poll = poll, .limit = limit, .tiling = tiling
  };

  for (int i = 0; i < 2 && level < nested->levels; i++) {
    int32_t own = seed != NULL ? (int32_t) (check_random (seed) % ((uint64_t) limit + 1)) : limit;

    sweep_halves_first (nested, level + 1, 2 * band + i, own, NULL, seed, poll);
  }
  CHECK (tw_nested_bands_sweep (nested, &sweep));
}

/* Tables of any limits: a sweep finds the least cost of a band up to its own limit. */
TEST (any_tables, "with tables of any limits")
{
  uint64_t seed = 83;
  int missed = 0, levels = 0;

  for (int i = 0; i < test_size (2000); i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board (9 + (int) (check_random (&seed) % (i % 4 ? 8 : 28)), 2 + i % 3,
                                   i % 16, &seed);
    int64_t best = fewest_squares (board), gap;
    TwReducedCosts reduced = { 0 };
    AUTO_TILING tiling = { 0 };
    TwDualView view;
    TwPoll poll;

    tw_poll_init (&poll, run, 256);
    if (price_with_cuts (&view, &reduced, board, best, 1 + i % 40, 5 + i % 20, &seed, run, &gap)) {
      TwNestedBands *all, *some;

      all = tw_nested_bands_new (board, &reduced, view.cuts, view.unit, 0, board->width, SIZE_MAX,
                                 run);
      CHECK (all != NULL && all->levels > 0);
      sweep_halves_first (all, 0, 0, (int32_t) gap, &tiling, NULL, &poll);
      CHECK_INT (all->bands[1].proved, gap);
      for (int j = 0; j < 3; j++) {
        int32_t limit = (int32_t) (j == 0
                                     ? gap
                                     : (int64_t) (check_random (&seed) % (2 * (uint64_t) gap + 1)));

        some = tw_nested_bands_new (board, &reduced, view.cuts, view.unit, 0, board->width,
                                    SIZE_MAX, run);
        CHECK (some != NULL);
        sweep_halves_first (some, 0, 0, limit, &tiling, &seed, &poll);
        for (int k = 1; k < 2 << some->levels; k++) {
          const TwNestedBand *band = &some->bands[k];
          int32_t least = all->bands[k].proved;

          CHECK_INT (band->proved, least <= band->limit ? least : band->limit + 1);
          missed += k > 1 && least <= band->limit && band->limit < gap - least;
        }
        if (limit >= gap && best > 0) {
          CHECK (tiling.count == (size_t) best);
        }
        tw_nested_bands_free (some);
      }
      levels += all->levels > 1;
      tw_nested_bands_free (all);
    }
    end_case (&view, &reduced, board, run);
  }
  CHECK (missed > test_share (1000) && levels >= test_demand (101, test_share (50)));
}

/* Profiles whose hashes are equal remain two entries, and a profile that is missing in a table of a
 * small limit does not take the cost of another one. Random costs leave few coverings that are as
 * good as the best. */
TEST (colliding_hashes, "with colliding hashes")
{
  uint64_t seed = 31;

  for (int i = 0; i < 40; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board (9 + i % 3, 4 + i % 5, i % 8, &seed);
    TwReducedCosts reduced = { 0 };
    AUTO_TILING tiling = { 0 };
    int32_t least = INT32_MAX / 8;
    TwDualView view;
    TwPoll poll;

    tw_poll_init (&poll, run, 256);
    price_view (&view, board, 0, 100, 1, run);
    CHECK (tw_reduced_costs_init (&reduced, board, view.prices, NULL, run));
    for (size_t j = 0; j < reduced.first[board->width * board->height]; j++)
      reduced.costs[j] = (int32_t) (check_random (&seed) % 1000);
    for (int j = 0; j < 30; j++) {
      AUTO_RUN *own = tw_run_new_child (run, 0);
      TwNestedBands *nested;
      uint64_t limits = seed + (uint64_t) j;

      tw_run_test_set_hash_mask (own, j == 0 ? UINT64_MAX : 0xF);
      nested = tw_nested_bands_new (board, &reduced, NULL, view.unit, 0, board->width, SIZE_MAX,
                                    own);
      CHECK (nested != NULL && nested->levels > 0);
      sweep_halves_first (nested, 0, 0, least, &tiling, j > 0 ? &limits : NULL, &poll);
      least = j == 0 ? nested->bands[1].proved : least;
      CHECK_INT (nested->bands[1].proved, least);
      tw_nested_bands_free (nested);
    }
    end_case (&view, &reduced, board, run);
  }
}

/* Tables of half the excess take fewer states than complete ones. */
TEST (fewer_states, "fewer states with tables of half the excess")
{
  uint64_t seed = 7;
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwBoard *board = random_board (26, 26, 1, &seed);
  TwReducedCosts reduced = { 0 };
  uint64_t kept[2];
  int64_t gaps[2];
  TwDualView view;

  price_view (&view, board, 0, 40, 400, run);
  CHECK (tw_reduced_costs_init (&reduced, board, view.prices, NULL, run));
  for (int i = 0; i < 2; i++) {
    AUTO_BANDS *bands = tw_bands_new (board, &reduced, NULL, view.unit, 1, SIZE_MAX, run);

    CHECK (bands != NULL);
    if (i == 0)
      tw_bands_use_complete_tables (bands);
    while (tw_bands_climb (bands, INT64_MAX / 2, NULL))
      ;
    gaps[i] = tw_bands_gap (bands, NULL);
    kept[i] = tw_bands_states (bands);
  }
  CHECK_INT (gaps[0], gaps[1]);
  CHECK (kept[1] < kept[0] / 4 * 3);
  end_case (&view, &reduced, board, run);
}

/* Blocked stretches longer than a profile can represent. */
TEST (long, "over long blocked stretches")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_BOARD *board = tw_board_new (6, 700);
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
}

/* Squares too large for a profile: the bands claim no gap. */
TEST (deep, "not for deep squares")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_BOARD *board = tw_board_new_empty (260, 257);
  TwPrices *prices = tw_prices_by_size (board, 1000, run);
  int64_t gap = -1;

  CHECK (prices != NULL);
  worth_with_bands (board, prices, 9, run, &gap);
  CHECK_INT (gap, 0);
  tw_prices_free (prices, run);
}

CHECK_MAIN
