/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-exact.c - the exact sweeps compared with known values, brute force and each other. */
#include "core/squares/sweep/exact.h"
#include "core/squares/sweep/shapes.h"
#include "core/base/random.h"
#include "random-board.h"

#include <math.h>

/* What covers a column is compiled into this program so that the random numbers of its hash
 * function can be replaced by bad ones. */
static uint64_t bad_number; /* 0: good random numbers */

static uint64_t
number_for_hash (uint64_t row)
{
  if (bad_number == 0)
    return tw_random_number (row);
  return row == 0 ? bad_number : 0;
}

#define tw_random_number(row) number_for_hash (row)
#include "core/squares/sweep/sweep-column.c"
#undef tw_random_number

static int64_t
solve (const TwBoard *board, TwStatus expected)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = default_options ();
  int64_t best;

  CHECK_INT (tw_optimal_solve (board, &options, run), expected);
  CHECK_INT (tw_run_refused (run), 0);
  best = tw_run_best (run);
  CHECK_INT (tw_run_bound (run), best);
  return best;
}

TEST (rectangles, "empty rectangles to 15 x 15")
{
  for (int n = 1; n <= 15; n++) {
    for (int m = 1; m <= n; m++) {
      AUTO_BOARD *board = tw_board_new_empty (n, m), *tall = tw_board_new_empty (m, n);

      CHECK_INT (solve (board, TW_STATUS_OPTIMAL), fewest_of_rectangle[n - 1][m - 1]);
      if (n < 12)
        CHECK_INT (solve (tall, TW_STATUS_OPTIMAL), fewest_of_rectangle[n - 1][m - 1]);
    }
  }
}

/* On an empty board, a column far from both ends has every possible shape. */
TEST (column_states, "states of a column")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwExact *exact = tw_exact_new (run);

  for (int height = 1; height <= TW_EXACT_MAX_HEIGHT; height++) {
    AUTO_BOARD *board = tw_board_new_empty (2 * height + 2, height);
    AUTO_TILING tiling = { 0 };

    CHECK_INT (tw_exact_cover (exact, board, SIZE_MAX, &tiling), TW_END_FOUND);
    CHECK_INT (tw_exact_states (exact, height), tw_shapes_unique (height));
    CHECK_INT (tw_exact_states (exact, board->width - 1), 1);
  }
  tw_exact_free (exact);
}

/* The sweep with a hash table, without limits and without a transform. */
static size_t
sweep_exactly (const TwBoard *board)
{
  return sweep_squares (board, TW_SWEEP_NO_LIMIT, TW_SWEEP_NO_LIMIT, HUGE_VAL);
}

TEST (brute_force, "random boards against brute force")
{
  uint64_t seed = 2015;
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwExact *exact = tw_exact_new (run);

  for (int round = 0; round < test_size (2000); round++) {
    int width = 1 + (int) (check_random (&seed) % 7), height = 1 + (int) (check_random (&seed) % 6);
    AUTO_BOARD *board = random_board (width, height, check_random (&seed) % 45, &seed);
    int fewest = brute_force (board);
    TwTiling tiling = { 0 };

    CHECK_INT (tw_exact_cover (exact, board, SIZE_MAX, &tiling), TW_END_FOUND);
    CHECK (tw_tiling_check (board, &tiling, NULL));
    CHECK_INT (tiling.count, fewest);
    CHECK_INT (sweep_exactly (board), fewest);

    /* A limit is strict: failing proves that there is no solution below it. */
    tw_tiling_clear (&tiling);
    CHECK_INT (tw_exact_cover (exact, board, (size_t) fewest, &tiling), TW_END_NONE);
    CHECK_INT (tiling.count, 0);
    CHECK_INT (tw_exact_cover (exact, board, (size_t) fewest + 1, &tiling), TW_END_FOUND);
    tw_tiling_clear (&tiling);
  }
  tw_exact_free (exact);
}

/* Heights above 15 rows use ranked keys, heights above TW_SHAPES_MAX_HEIGHT hashed ones; both are
 * compared with the packed sweep of the transposed board. */
TEST (wide_keys, "wide keys against packed ones")
{
  uint64_t seed = 40;

  for (int round = 0; round < 12; round++) {
    int width = 3 + (int) (check_random (&seed) % 3);
    int height = round % 2 == 0 ? 16 + (int) (check_random (&seed) % 4) : TW_SHAPES_MAX_HEIGHT + 2;
    AUTO_BOARD *board = random_board (width, height, round % 2 == 0 ? 12 : 60, &seed);

    CHECK_INT (sweep_exactly (board), solve (board, TW_STATUS_OPTIMAL));
  }
}

/* Profiles with equal hashes remain two states: the minimum does not depend on the hash. */
TEST (equal_hashes, "profiles of equal hashes")
{
  for (int round = 0; round < 12; round++) {
    int width = 6 + round % 3, height = TW_SHAPES_MAX_HEIGHT + 1 + round % 2;
    AUTO_BOARD *board = tw_board_new (width, height);

    /* Few rows are free: the choices that look cheapest in the first columns are expensive in the
     * rest. */
    for (int y = height - 6; y < height; y++) {
      for (int x = 0; x < width; x++)
        tw_board_set (board, x, y, TW_CELL_FREE);
    }
    /* The hash is the value of the first row, or its negative, which then equals the key of empty
     * slots. */
    bad_number = round < 6 ? 1 : UINT64_MAX;
    CHECK_INT (sweep_exactly (board), solve (board, TW_STATUS_OPTIMAL));
  }
  bad_number = 0;
}

TEST (tall_rectangle, "a tall thin rectangle")
{
  AUTO_BOARD *board = tw_board_new_empty (3, 17);

  CHECK_INT (sweep_exactly (board), solve (board, TW_STATUS_OPTIMAL));
}

TEST (memory_limit, "the memory limit")
{
  AUTO_BOARD *board = tw_board_new_empty (30, 30);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .memory = 20 << 20 });
  TwOptions options = default_options ();

  CHECK_INT (tw_optimal_solve (board, &options, run), TW_STATUS_OUT_OF_MEMORY);
  CHECK (tw_run_memory_peak (run) <= (20 << 20) + (16 << 20));
}

/* Stops at every cancellation point and fails every memory request, one at a time. */
TEST (interruptions, "interrupted at every point")
{
  uint64_t seed = 5;
  /* One board for the packed sweep and one for the sweep with a hash table. */
  TwBoard *boards[2] = { random_board (9, 8, 10, &seed), random_board (17, 17, 60, &seed) };
  TwOptions options = default_options ();

  for (int i = 0; i < 2; i++) {
    AUTO_BOARD *board = boards[i];
    uint64_t points, requests;
    AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
    CHECK_INT (tw_optimal_solve (board, &options, whole), TW_STATUS_OPTIMAL);
    points = tw_run_test_points (whole);
    requests = tw_run_test_requests (whole);
    CHECK (points > 5 && requests > 5);

    for (uint64_t n = 1; n <= points; n += 1 + points / 200) {
      AUTO_RUN *run = run_to_point (n, n % 2 ? TW_STOP_CANCEL : TW_STOP_DEADLINE);

      CHECK_INT (tw_optimal_solve (board, &options, run),
                 n % 2 ? TW_STATUS_CANCELLED : TW_STATUS_TIMEOUT);
    }
    for (uint64_t n = 1; n <= requests; n++) {
      AUTO_RUN *run = run_to_request (n);

      CHECK_INT (tw_optimal_solve (board, &options, run), TW_STATUS_OUT_OF_MEMORY);
    }
  }
}

CHECK_MAIN
