/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes.c - counts and ranks the boundary shapes of the column sweep. */
#include "core/squares/sweep/shapes.h"

#include <string.h>

bool
tw_shapes_init (TwShapes *shapes, int height)
{
  memset (shapes, 0, sizeof *shapes);
  if (height < 1 || height > TW_SHAPES_MAX_HEIGHT)
    return false;
  shapes->height = height;

  for (int p = 1; p <= height; p++)
    shapes->onward[height][p] = 1;

  for (int y = height - 1; y >= 0; y--) {
    uint64_t begun = 0; /* number of shapes that begin a run in row y */

    for (int v = 1; v <= height - y; v++) {
      shapes->lower[y][v] = begun;
      shapes->same[y][v] = shapes->onward[y + v][v];
      begun += shapes->same[y][v];
    }
    for (int p = 1; p <= height; p++)
      shapes->onward[y][p] = shapes->onward[y + 1][p] + begun - shapes->same[y][p];
    if (y == 0)
      shapes->count = begun;
  }
  return true;
}

uint64_t
tw_shapes_rank (const TwShapes *shapes, const uint16_t *profile)
{
  uint64_t rank = 0;
  int p = 0;

  for (int y = 0; y < shapes->height; y++) {
    rank += tw_shapes_step (shapes, y, p, profile[y]);
    p = profile[y];
  }
  return rank;
}

void
tw_shapes_unrank (const TwShapes *shapes, uint64_t rank, uint16_t *profile)
{
  int p = 0;
  int y = 0;

  while (y < shapes->height) {
    int low = 1, high = shapes->height - y;

    if (p > 0 && rank < shapes->onward[y + 1][p]) {
      profile[y++] = (uint16_t) p;
      continue;
    }
    /* Binary search for the largest v (other than p) whose step is at most the rank. */
    while (low < high) {
      int v = (low + high + 1) / 2;
      uint64_t step = shapes->onward[y + 1][p] + shapes->lower[y][v];

      if (p < v)
        step -= shapes->same[y][p];
      if (step <= rank)
        low = v;
      else
        high = v - 1;
    }
    /* p cannot begin a new run: its step equals that of p + 1, or the number of all profiles. */
    rank -= tw_shapes_step (shapes, y, p, low);
    for (int row = y; row < y + low; row++)
      profile[row] = (uint16_t) low;
    y += low;
    p = low;
  }
}

uint64_t
tw_shapes_unique (int height)
{
  TwShapes shapes;

  return tw_shapes_init (&shapes, height) ? shapes.count : 0;
}

/* The counts D(n) of derived tilings have the generating function (1 - S) / (1 - z - 2 S), where S
 * is the sum over v >= 2 of z^v / (1 - z + z^v), the generating function of runs of value v between
 * other runs. The factor 2 arises because each run of a value above 1 may be new or left over; the
 * first run is new. */
uint64_t
tw_shapes_derived (int height)
{
  uint64_t derived[TW_DERIVED_MAX_HEIGHT + 1] = { 1 };
  int64_t runs[TW_DERIVED_MAX_HEIGHT + 1] = { 0 };

  if (height < 1 || height > TW_DERIVED_MAX_HEIGHT)
    return 0;

  for (int v = 2; v <= height; v++) {
    int64_t term[TW_DERIVED_MAX_HEIGHT + 1] = { 0 };

    for (int n = v; n <= height; n++) {
      term[n] = (n == v) + term[n - 1] - term[n - v];
      runs[n] += term[n];
    }
  }
  /* The terms have varying signs; arithmetic modulo 2^64 still gives the correct sum. */
  for (int n = 1; n <= height; n++) {
    uint64_t sum = derived[n - 1] - (uint64_t) runs[n];

    for (int k = 2; k <= n; k++)
      sum += 2 * (uint64_t) runs[k] * derived[n - k];
    derived[n] = sum;
  }
  return derived[height];
}
