/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-shapes.c - the number of boundary shapes, and their ranking. */
#include "check.h"
#include "core/squares/sweep/shapes.h"

/* Published by the 2015 contest system. */
static const struct {
  int height;
  uint64_t unique, derived;
} known[] = {
  { 1, 1, 1 },
  { 2, 2, 2 },
  { 3, 5, 6 },
  { 4, 11, 16 },
  { 5, 24, 42 },
  { 6, 53, 112 },
  { 7, 118, 299 },
  { 8, 261, 796 },
  { 9, 577, 2119 },
  { 10, 1276, 5643 },
  { 11, 2823, 15027 },
  { 12, 6246, 40016 },
  { 13, 13819, 106561 },
  { 14, 30572, 283766 },
  { 15, 67635, 755652 },
  { 20, 3584388, 101188257 },
  { 40, 28275142888920, 32535991991782479 },
};

TEST (known, "published counts")
{
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    CHECK_INT (tw_shapes_unique (known[i].height), known[i].unique);
    CHECK_INT (tw_shapes_derived (known[i].height), known[i].derived);
  }
  CHECK_INT (tw_shapes_unique (0), 0);
  CHECK_INT (tw_shapes_unique (TW_SHAPES_MAX_HEIGHT + 1), 0);
  CHECK_INT (tw_shapes_derived (-1), 0);
  CHECK (tw_shapes_derived (TW_DERIVED_MAX_HEIGHT) > tw_shapes_derived (TW_DERIVED_MAX_HEIGHT - 1));
  CHECK (tw_shapes_unique (TW_SHAPES_MAX_HEIGHT) > tw_shapes_unique (TW_SHAPES_MAX_HEIGHT - 1));
}

/* The definition of a shape: every run of value v has at least length v. */
static bool
is_shape (const uint16_t *profile, int height)
{
  for (int y = 0; y < height;) {
    int end = y;

    while (end < height && profile[end] == profile[y])
      end++;
    if (profile[y] < 1 || end - y < profile[y])
      return false;
    y = end;
  }
  return true;
}

TEST (numbering, "numbering small heights")
{
  for (int height = 1; height <= 9; height++) {
    TwShapes shapes;
    uint16_t profile[9] = { 0 }, again[9];
    uint64_t seen = 0, total = 1;

    CHECK (tw_shapes_init (&shapes, height));
    for (uint64_t rank = 0; rank < shapes.count; rank++) {
      tw_shapes_unrank (&shapes, rank, profile);
      CHECK (is_shape (profile, height));
      CHECK_INT (tw_shapes_rank (&shapes, profile), rank);
    }
    if (height > 6)
      continue;
    /* Enumerates all lists of values to count the shapes. */
    for (int i = 0; i < height; i++)
      total *= (uint64_t) height;
    for (uint64_t code = 0; code < total; code++) {
      uint64_t rest = code;

      for (int y = 0; y < height; y++, rest /= (uint64_t) height)
        profile[y] = (uint16_t) (rest % (uint64_t) height + 1);
      if (!is_shape (profile, height))
        continue;
      seen++;
      tw_shapes_unrank (&shapes, tw_shapes_rank (&shapes, profile), again);
      CHECK (memcmp (profile, again, (size_t) height * sizeof (uint16_t)) == 0);
    }
    CHECK_INT (seen, shapes.count);
  }
}

TEST (tall, "numbering tall heights")
{
  TwShapes shapes;
  uint64_t seed = 11;

  for (int height = 10; height <= TW_SHAPES_MAX_HEIGHT; height++) {
    CHECK (tw_shapes_init (&shapes, height));
    for (int round = 0; round < test_size (200); round++) {
      uint64_t rank = ((uint64_t) check_random (&seed) << 32 | check_random (&seed)) % shapes.count;
      uint16_t profile[TW_SHAPES_MAX_HEIGHT];

      tw_shapes_unrank (&shapes, rank, profile);
      CHECK (is_shape (profile, height));
      CHECK_INT (tw_shapes_rank (&shapes, profile), rank);
    }
  }
}

CHECK_MAIN
