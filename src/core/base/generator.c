/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generator.c - random boards that are the same everywhere; see generator.h. */
#include "core/base/generator.h"

#include <math.h>

#include "core/base/random.h"

TwBoard *
tw_generate_board (int width, int height, double density, uint64_t seed)
{
  TwBoard *board;
  size_t cells, obstacles;

  if (!(density >= 0 && density <= 1))
    return NULL;
  board = tw_board_new_empty (width, height);
  if (board == NULL)
    return NULL;

  /* All sets of `obstacles` cells are equally likely (selection sampling, Knuth, TAOCP 2, algorithm
   * 3.4.2S). */
  cells = (size_t) width * (size_t) height;
  obstacles = (size_t) floor (density * (double) cells + 0.5);
  for (size_t i = 0; i < cells; i++) {
    if (tw_random_below (&seed, cells - i) < obstacles) {
      board->cells[i] = TW_CELL_BLOCKED;
      obstacles--;
    }
  }
  return board;
}

TwBoardPlan
tw_generate_plan (uint64_t seed)
{
  enum {
    LEAST_SIDE = 20,
    SIDES = 20,
    LEAST_PERMILLE = 10,
    PERMILLES = 80,
  };
  TwBoardPlan plan;

  /* Use a different sequence than the board itself. */
  seed = ~seed;
  plan.width = LEAST_SIDE + (int) tw_random_below (&seed, SIDES);
  plan.height = LEAST_SIDE + (int) tw_random_below (&seed, SIDES);
  plan.density = (double) (LEAST_PERMILLE + tw_random_below (&seed, PERMILLES)) / 1000;
  return plan;
}
