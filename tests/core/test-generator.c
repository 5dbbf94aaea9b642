/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-generator.c - generated boards are identical on every system and have the right number of
 * obstacles. */
#include "core-test.h"
#include "core/base/generator.h"

TEST (counts, "as many obstacles as asked")
{
  for (uint64_t seed = 0; seed < 50; seed++) {
    AUTO_BOARD *board = tw_generate_board (20, 30, 0.05, seed);

    CHECK_INT (tw_board_count_free (board), 570);
  }
  CHECK (tw_generate_board (0, 5, 0.1, 1) == NULL);
  CHECK (tw_generate_board (5, 5, 1.5, 1) == NULL);
  CHECK (tw_generate_board (5, 5, -0.5, 1) == NULL);
}

TEST (extremes, "none and all")
{
  AUTO_BOARD *none = tw_generate_board (7, 3, 0, 1), *all = tw_generate_board (7, 3, 1, 1);

  CHECK_INT (tw_board_count_free (none), 21);
  CHECK_INT (tw_board_count_free (all), 0);
}

/* A seed identifies a board permanently: this one must not change. */
TEST (stable, "a seed names a board")
{
  static const char expected[] = "..*........*..*....*..**.*..*...........";
  AUTO_BOARD *board = tw_generate_board (8, 5, 0.2, 2015);
  char text[41] = "";

  for (int i = 0; i < 40; i++)
    text[i] = board->cells[i] == TW_CELL_BLOCKED ? '*' : '.';
  CHECK_STR (text, expected);
}

/* Every cell is an obstacle with about the same frequency. */
TEST (spread, "spread over the board")
{
  int blocked[100] = { 0 };

  for (uint64_t seed = 0; seed < 2000; seed++) {
    AUTO_BOARD *board = tw_generate_board (10, 10, 0.1, seed);

    for (int i = 0; i < 100; i++)
      blocked[i] += board->cells[i] == TW_CELL_BLOCKED;
  }
  for (int i = 0; i < 100; i++)
    CHECK (blocked[i] > 130 && blocked[i] < 270);
}

TEST (plans, "plans like the contest's")
{
  int least = 100, most = 0;

  for (uint64_t seed = 0; seed < 500; seed++) {
    TwBoardPlan plan = tw_generate_plan (seed);

    CHECK (plan.width >= 20 && plan.width <= 39 && plan.height >= 20 && plan.height <= 39);
    CHECK (plan.density >= 0.01 && plan.density < 0.0901);
    least = plan.width < least ? plan.width : least;
    most = plan.width > most ? plan.width : most;
  }
  CHECK_INT (least, 20);
  CHECK_INT (most, 39);
}

CHECK_MAIN
