/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-rectangle.c - empty rectangles: compared with the exact sweep, and beyond its reach. */
#include "core/squares/engines/rectangle.h"
#include "core/squares/engines/strategy.h"
#include "core/squares/best.h"
#include "random-board.h"

static int64_t
solve (int width, int height, bool cut)
{
  AUTO_BOARD *board = tw_board_new_empty (width, height);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  int64_t best;

  CHECK (tw_rectangle_is_empty (board));
  if (cut)
    CHECK (tw_rectangle_cut (board, run));
  CHECK_INT (tw_rectangle_solve (board, run), TW_STATUS_OPTIMAL);
  best = tw_run_best (run);
  CHECK_INT (tw_run_bound (run), best);
  CHECK_INT (tw_run_refused (run), 0);
  return best;
}

TEST (against_sweep, "against the exact sweep")
{
  for (int width = 1; width <= 14; width++) {
    for (int height = 1; height <= 13; height++) {
      AUTO_BOARD *board = tw_board_new_empty (width, height);
      int64_t fewest = fewest_squares (board);

      CHECK_INT (solve (width, height, false), fewest);
      CHECK_INT (solve (width, height, true), fewest);
    }
  }
}

/* Long rectangles, of which the squares of full height are taken away. Without the cuts no tiling is
 * known, and the whole rectangle is searched. */
TEST (long_against_sweep, "long ones against the exact sweep")
{
  for (int height = 2; height <= 8; height++) {
    for (int width = height; width <= 64; width += 1 + width / 20) {
      AUTO_BOARD *board = tw_board_new_empty (width, height);
      int64_t fewest = fewest_squares (board);

      CHECK_INT (solve (width, height, true), fewest);
      CHECK_INT (solve (height, width, true), fewest);
    }
  }
}

/* Better tilings than the known one are found beside squares of full height: of 35 x 11 the best cuts
 * give more squares, and 4 x 2 is known by one square and four units. */
TEST (better_than_known, "better than the known tiling")
{
  const TwSquare poor[] = { { 0, 0, 2 }, { 2, 0, 1 }, { 3, 0, 1 }, { 2, 1, 1 }, { 3, 1, 1 } };
  AUTO_TILING known = { 0 };
  AUTO_BOARD *board = tw_board_new_empty (4, 2), *long_board = tw_board_new_empty (35, 11);
  AUTO_RUN *run = new_run (), *long_run = new_run ();

  for (size_t i = 0; i < sizeof poor / sizeof *poor; i++)
    CHECK (tw_tiling_add (&known, poor[i]));
  CHECK (tw_squares_offer (run, board, &known, 0));
  CHECK_INT (tw_rectangle_solve (board, run), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_run_best (run), 2);

  CHECK (tw_rectangle_cut (long_board, long_run));
  CHECK (tw_run_best (long_run) > 8);
  CHECK_INT (solve (35, 11, true), 8);
  CHECK_INT (solve (11, 35, true), 8);
}

/* Up to 20 x 20 the minimum is symmetric, and a multiple of a rectangle never needs more squares
 * than the rectangle. */
TEST (to_twenty, "all sizes to 20 x 20")
{
  int64_t fewest[21][21];

  for (int width = 1; width <= 20; width++) {
    for (int height = 1; height <= 20; height++)
      fewest[width][height] = solve (width, height, true);
  }
  for (int width = 1; width <= 20; width++) {
    for (int height = 1; height <= 20; height++) {
      CHECK_INT (fewest[width][height], fewest[height][width]);
      for (int k = 2; k * width <= 20 && k * height <= 20; k++)
        CHECK (fewest[k * width][k * height] <= fewest[width][height]);
    }
  }
  CHECK_INT (fewest[17][16], 8);
}

TEST (larger, "larger ones")
{
  CHECK_INT (solve (30, 29, false), 9);
  CHECK_INT (solve (29, 30, true), 9);
  CHECK_INT (solve (40, 40, true), 1);
  CHECK_INT (solve (1, 50, true), 50);
}

/* Rectangles that the automatic strategy proves within few polls of the run. The skyline search
 * that it used before did not. */
TEST (quick, "proved quickly")
{
  static const struct {
    int width, height, fewest;
  } cases[] = { { 100, 6, 19 },   { 7, 400, 63 },  { 100, 99, 11 }, { 23, 150, 14 },
                { 14, 1000, 76 }, { 388, 17, 29 }, { 388, 34, 18 }, { 1000, 33, 38 } };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AUTO_BOARD *board = tw_board_new_empty (cases[i].width, cases[i].height);
    AUTO_RUN *run = run_to_point (2000000, TW_STOP_CANCEL);
    TwOptions options = options_with_threads (1);

    CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_OPTIMAL);
    CHECK_INT (tw_run_best (run), cases[i].fewest);
    CHECK_INT (tw_run_bound (run), cases[i].fewest);
  }
}

/* Cuts give a good tiling of any size, and are left out when a trivial one is known. */
TEST (large_cuts, "cuts of large boards")
{
  AUTO_BOARD *board = tw_board_new_empty (500, 499), *square = tw_board_new_empty (500, 500);
  const TwTiling whole = { .squares = &(TwSquare){ 0, 0, 500 }, .count = 1 };
  AUTO_RUN *unknown = new_run (), *run = run_to_point (0, TW_STOP_NONE);

  CHECK (tw_rectangle_cut (board, unknown));
  CHECK_INT (tw_run_best (unknown), 16);
  CHECK (tw_squares_offer (run, square, &whole, 0));
  CHECK (tw_rectangle_cut (square, run));
  CHECK_INT (tw_run_test_points (run), 0);
}

/* A search that is stopped among the cuts makes no tables of other methods. */
TEST (stop_in_cuts, "stopped among the cuts")
{
  AUTO_BOARD *board = tw_board_new_empty (500, 499);
  AUTO_RUN *run = run_to_point (400, TW_STOP_CANCEL);
  TwOptions options = options_with_threads (1);

  CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_FEASIBLE);
  CHECK (tw_run_memory_peak (run) < 2000000);
}

TEST (obstacle, "an obstacle")
{
  AUTO_BOARD *board = tw_board_new_empty (3, 3);

  tw_board_set (board, 1, 1, TW_CELL_BLOCKED);
  CHECK (!tw_rectangle_is_empty (board));
}

TEST (interruptions, "interrupted at every point")
{
  AUTO_BOARD *board = tw_board_new_empty (23, 22);
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
  uint64_t points;

  CHECK (tw_rectangle_cut (board, whole));
  CHECK_INT (tw_rectangle_solve (board, whole), TW_STATUS_OPTIMAL);
  points = tw_run_test_points (whole);
  for (uint64_t n = 1; n <= points; n += 1 + points / 100) {
    AUTO_RUN *run = run_to_point (n, TW_STOP_CANCEL);
    TwStatus status;

    CHECK (tw_rectangle_cut (board, run));
    status = tw_rectangle_solve (board, run);
    CHECK_INT (status, tw_run_best (run) < 0 ? TW_STATUS_CANCELLED : TW_STATUS_FEASIBLE);
    CHECK (tw_run_best (run) < 0 || tw_run_bound (run) <= tw_run_best (run));
  }
}

CHECK_MAIN
