/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-compose.c - composed networks: compared with the exact sweep, with the skyline searches and
 * with published numbers. */
#include "core/base/divisor.h"
#include "core/networks/compose.h"
#include "core/networks/modular.h"
#include "random-board.h"

enum {
  NONE = 1000,
  /* Sanitized programs are slow: their lists end earlier, and brute force, which is part of the test,
   * takes smaller squares. */
  LIST_SIDE = TEST_SANITIZED ? 28 : 38,
  BRUTE_SIDE = TEST_SANITIZED ? 15 : 19,
  STOPPED_SIDE = TEST_SANITIZED ? 20 : 30,
  STOPPED_SQUARE = TEST_SANITIZED ? 14 : 20,
  STOPPED_COPRIME = TEST_SANITIZED ? 10 : 13,
};

/* Returns the proved number of squares and checks the tiling. */
static int
compose (int width, int height, bool smaller)
{
  const TwComposeQuery query = {
    .width = width, .height = height, .smaller = smaller, .known = NONE
  };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_TILING tiling = { 0 };
  int bound = tw_compose_search (&query, run, &tiling);

  CHECK_INT (tiling.count, bound);
  CHECK (tw_capped_covers (width, height, &tiling));
  for (size_t i = 0; i < tiling.count; i++)
    CHECK (!smaller || tiling.squares[i].size < width);
  CHECK_INT (tw_run_bound (run), bound);
  CHECK_INT (tw_run_stop_reason (run), TW_STOP_NONE);
  CHECK_INT (tw_run_memory_used (run), 0);
  return bound;
}

TEST (against_sweep, "against the exact sweep")
{
  for (int width = 1; width <= 15; width++) {
    for (int height = 1; height <= 15; height++) {
      AUTO_BOARD *board = tw_board_new_empty (width, height);

      if (tw_compose_suits (width, height))
        CHECK_INT (compose (width, height, false), fewest_squares (board));
    }
  }
}

typedef struct {
  int side;
  int count;
} Listed;

static bool
listed_cb (int width, int height, const TwTiling *tiling, void *data)
{
  Listed *listed = data;

  CHECK (width >= height);
  CHECK (tw_capped_covers (width, height, tiling));
  if (tw_compose_suits (width, height)) {
    CHECK_INT (tiling->count, compose (width, height, false));
  } else {
    AUTO_BOARD *board = tw_board_new_empty (width, height);

    CHECK_INT (tiling->count, fewest_squares (board));
  }
  listed->count++;
  return true;
}

/* Every rectangle: against single searches, long ones against the exact sweep. */
TEST (list, "the list of all rectangles")
{
  Listed listed = { .side = 45 };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

  CHECK (tw_compose_list (listed.side, run, listed_cb, &listed));
  CHECK_INT (listed.count, 45 * 46 / 2);
  CHECK_INT (tw_run_memory_used (run), 0);
}

/* The fewest smaller squares by the skyline search. */
TEST (against_skyline, "against the skyline search")
{
  TwOptions options = default_options ();

  strcpy (options.engine, "skyline");
  options.threads = 1;
  for (int n = 2; n <= 19; n++) {
    const TwCappedProblem task = { n, n, TW_CAPPED_NO_CAP, TW_CAPPED_FEWEST };
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_CAPPED_RESULT result = { 0 };

    CHECK_INT (tw_capped_solve (&task, &options, run, &result), TW_STATUS_OPTIMAL);
    CHECK_INT (compose (n, n, true), result.most_bound);
  }
}

/* OEIS A018835. The composite numbers have the value of their least prime factor. */
TEST (smaller_squares, "smaller squares")
{
  static const struct {
    int n, fewest;
  } known[] = { { 2, 4 },   { 3, 6 },   { 5, 8 },   { 7, 9 },   { 11, 11 },
                { 13, 11 }, { 17, 12 }, { 19, 13 }, { 23, 13 }, { 29, 14 },
                { 31, 15 }, { 49, 9 },  { 55, 8 },  { 60, 4 },  { 77, 9 } };

  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    CHECK_INT (compose (known[i].n, known[i].n, true), known[i].fewest);
}

static bool
square_cb (int width, int height, const TwTiling *tiling, void *data)
{
  Listed *listed = data;

  CHECK_INT (width, height);
  CHECK (tw_capped_covers (width, height, tiling));
  CHECK_INT (tiling->count, compose (width, height, true));
  listed->count++;
  return listed->count < listed->side;
}

static bool
list_smaller (int side, TwRun *run, TwComposeFound found, void *data)
{
  return tw_compose_list_squares (side, false, run, found, data);
}

static bool
list_coprime (int side, TwRun *run, TwComposeFound found, void *data)
{
  return tw_compose_list_squares (side, true, run, found, data);
}

/* All squares at once, and the first ones only. */
TEST (list_squares, "the list of all squares")
{
  Listed listed = { .side = 45 };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

  CHECK (list_smaller (LIST_SIDE, run, square_cb, &listed));
  CHECK_INT (listed.count, LIST_SIDE - 1);
  listed = (Listed){ .side = 7 };
  CHECK (!list_smaller (LIST_SIDE, run, square_cb, &listed));
  CHECK_INT (listed.count, 7);
  CHECK (list_smaller (1, run, square_cb, &listed));
  CHECK_INT (tw_run_memory_used (run), 0);
}

/* Lowers `best` to the fewest squares of a coprime tiling of `side` x `side` cells, of which each
 * column is filled to `heights` by `count` squares with this common divisor. */
static void
fill_coprime (int side, int *heights, int count, int common, int *best)
{
  int x = 0, most = 0;

  for (int i = 1; i < side; i++)
    x = heights[i] < heights[x] ? i : x;
  if (heights[x] == side && common == 1 && count < *best)
    *best = count;
  if (heights[x] == side || count + 1 >= *best)
    return;
  while (x + most < side && heights[x + most] == heights[x] && heights[x] + most < side)
    most++;
  for (int size = most; size > 0; size--) {
    for (int i = 0; i < size; i++)
      heights[x + i] += size;
    fill_coprime (side, heights, count + 1, tw_common_divisor (common, size), best);
    for (int i = 0; i < size; i++)
      heights[x + i] -= size;
  }
}

static bool
coprime_cb (int width, int height, const TwTiling *tiling, void *data)
{
  uint8_t *fewest = data;
  int common = 0;

  CHECK_INT (width, height);
  CHECK (tw_capped_covers (width, height, tiling));
  for (size_t i = 0; i < tiling->count; i++)
    common = tw_common_divisor (common, tiling->squares[i].size);
  CHECK_INT (common, 1);
  CHECK_INT (fewest[width], 0);
  fewest[width] = (uint8_t) tiling->count;
  return true;
}

/* Against all tilings of small squares, and OEIS A005670. */
TEST (coprime_squares, "squares without a common divisor")
{
  static const uint8_t known[] = { 1,  4,  6,  7,  8,  9,  9,  10, 10, 11, 11, 11, 11, 12,
                                   12, 12, 12, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14,
                                   14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 16, 15 };
  uint8_t fewest[sizeof known + 1] = { 0 };
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });

  CHECK (list_coprime (sizeof known, run, coprime_cb, fewest));
  for (size_t i = 1; i < sizeof known; i++)
    CHECK_INT (fewest[i + 1], known[i]);
  for (int side = 2; side <= BRUTE_SIDE; side++) {
    int heights[BRUTE_SIDE] = { 0 }, best = fewest[side] + 1;

    fill_coprime (side, heights, 0, 0, &best);
    CHECK_INT (fewest[side], best);
  }
  CHECK_INT (tw_run_bound (run), 16);
  CHECK_INT (tw_run_memory_used (run), 0);
}

/* OEIS A321028: 6 + n^(1/3), rounded, less the fewest squares of n x (n + 1). */
TEST (oblongs, "oblongs")
{
  static const int8_t less[] = { 5, 4, 3, 3, 3, 3, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 2,
                                 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0,
                                 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0,
                                 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1 };

  for (int n = 1; n <= (int) (sizeof less / sizeof *less); n++) {
    int root = 1;

    while ((2 * root + 1) * (2 * root + 1) * (2 * root + 1) < 8 * n)
      root++;
    CHECK_INT (compose (n + 1, n, false), 6 + root - less[n - 1]);
    if (n % 10 == 0)
      CHECK_INT (compose (n, n + 1, false), 6 + root - less[n - 1]);
  }
}

/* The search looks only for fewer squares than are known, and thin boards do not suit it. */
TEST (known, "known tilings")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwComposeQuery query = { 17, 17, true, 12, 0 };
  AUTO_TILING tiling = { 0 };

  CHECK_INT (tw_compose_search (&query, run, &tiling), 12);
  CHECK_INT (tiling.count, 0);
  query.known = 9;
  CHECK_INT (tw_compose_search (&query, run, &tiling), 9);
  CHECK_INT (tiling.count, 0);
  query.known = 13;
  CHECK_INT (tw_compose_search (&query, run, &tiling), 12);
  CHECK_INT (tiling.count, 12);
  CHECK (tw_compose_suits (1000, 999));
  CHECK (!tw_compose_suits (1001, 999));
  CHECK (!tw_compose_suits (40, 10));
  CHECK (!tw_compose_suits (2, 50));
}

static bool
count_cb (int width, int height, const TwTiling *tiling, void *data)
{
  ++*(int *) data;
  return width > 0 && height > 0 && tiling->count > 0;
}

static void
interrupt_list (bool (*list) (int side, TwRun *run, TwComposeFound found, void *data), int side,
                int all)
{
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
  uint64_t points, requests;
  int count = 0;

  CHECK (list (side, whole, count_cb, &count));
  CHECK_INT (count, all);
  points = tw_run_test_points (whole);
  requests = tw_run_test_requests (whole);
  CHECK (requests > 0);
  for (uint64_t n = 1; n <= points + requests; n += n <= points ? 1 + points / 50 : 1) {
    AUTO_RUN *run = run_to_end (n, points);

    count = 0;
    CHECK (!list (side, run, count_cb, &count));
    CHECK (count < all);
    CHECK_INT (tw_run_stop_reason (run), n <= points ? TW_STOP_CANCEL : TW_STOP_MEMORY);
  }
}

TEST (list_interruptions, "lists that are interrupted at every point")
{
  interrupt_list (tw_compose_list, STOPPED_SIDE, STOPPED_SIDE * (STOPPED_SIDE + 1) / 2);
  interrupt_list (list_smaller, STOPPED_SQUARE, STOPPED_SQUARE - 1);
  interrupt_list (list_coprime, STOPPED_COPRIME, STOPPED_COPRIME - 1);
}

TEST (interruptions, "interrupted at every point")
{
  static const TwComposeQuery queries[] = { { 17, 17, true, NONE, 0 }, { 41, 40, false, NONE, 0 } };

  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
    int fewest = compose (queries[i].width, queries[i].height, queries[i].smaller);
    AUTO_TILING tiling = { 0 };
    uint64_t points, requests;
    AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
    tw_compose_search (&queries[i], whole, &tiling);
    points = tw_run_test_points (whole);
    requests = tw_run_test_requests (whole);
    for (uint64_t n = 1; n <= points + requests; n += n <= points ? 1 + points / 50 : 1) {
      AUTO_RUN *run = run_to_end (n, points);
      int bound = tw_compose_search (&queries[i], run, &tiling);

      CHECK (bound <= fewest);
      CHECK_INT (tw_run_bound (run) > 0 ? tw_run_bound (run) : 1, bound);
      CHECK (tiling.count == 0 || (int) tiling.count == fewest);
      CHECK (n <= points || tw_run_stop_reason (run) == TW_STOP_MEMORY);
    }
  }
}

/* The cuts of a large table take long, so the search polls the run in each row of a layer. */
TEST (stop_in_cuts, "stopped among the cuts")
{
  const TwComposeQuery query = { 200, 199, false, 4, 0 };
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE), *run = run_to_point (100, TW_STOP_CANCEL);
  TwTiling tiling = { 0 };

  CHECK_INT (tw_compose_search (&query, whole, &tiling), 4);
  CHECK (tw_run_test_points (whole) >= 200);
  CHECK_INT (tw_compose_search (&query, run, &tiling), 3);
  CHECK_INT (tw_run_test_points (run), 100);
  CHECK_INT (tiling.count, 0);
}

TEST (modular, "numbers modulo a prime")
{
  const uint64_t large = TW_MODULUS - 5;

  CHECK (tw_mod_add (large, 7) == 2);
  CHECK (tw_mod_subtract (3, 8) == large);
  CHECK (tw_mod_multiply (large, large) == 25);
  CHECK (tw_mod_multiply (TW_MODULUS - 1, TW_MODULUS - 1) == 1);
  CHECK (tw_mod_inverse (0) == 0);
  for (uint64_t x = 1; x < 2000; x += 37) {
    CHECK (tw_mod_multiply (x, tw_mod_inverse (x)) == 1);
    CHECK_INT (tw_mod_small (x, 2000), (int64_t) x);
    CHECK_INT (tw_mod_small (TW_MODULUS - x, 2000), -(int64_t) x);
  }
  CHECK_INT (tw_mod_small (2001, 2000), 0);
  CHECK_INT (tw_mod_small (TW_MODULUS - 2001, 2000), 0);
}

CHECK_MAIN
