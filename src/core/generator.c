/* generator.c - random boards that are the same everywhere; see generator.h. */
#include "core/generator.h"

#include <math.h>

static uint64_t
next (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9E3779B97F4A7C15);

  z = (z ^ z >> 30) * UINT64_C (0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C (0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* 0 .. n - 1; the bias of the remainder is below 2^-40 for what is asked here. */
static uint64_t
below (uint64_t *state, uint64_t n)
{
  return next (state) % n;
}

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

  /* Each choice of so many cells is equally likely (selection sampling, Knuth,
   * TAOCP 2, algorithm 3.4.2S). */
  cells = (size_t) width * (size_t) height;
  obstacles = (size_t) floor (density * (double) cells + 0.5);
  for (size_t i = 0; i < cells; i++) {
    if (below (&seed, cells - i) < obstacles) {
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

  /* Not the numbers that the board itself is drawn from. */
  seed = ~seed;
  plan.width = LEAST_SIDE + (int) below (&seed, SIDES);
  plan.height = LEAST_SIDE + (int) below (&seed, SIDES);
  plan.density = (double) (LEAST_PERMILLE + below (&seed, PERMILLES)) / 1000;
  return plan;
}
