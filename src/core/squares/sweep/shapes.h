/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shapes.h - the combinatorics of the column sweep.
 *
 * After a sweep has covered the columns 0..x, the right boundary of a partial tiling is its
 * *profile*: for each row, how far (1, 2, ...) the cover reaches beyond column x - 1. A profile is
 * a list of maximal runs of equal values. A list of runs is the profile of some partial tiling of
 * an empty board if and only if each run of value v is at least v rows long (one square of the
 * run's length, cut at v, shows it). An obstacle counts as a run of value 1, so the profiles of
 * boards with obstacles are included.
 *
 * The shapes of one height are ranked 0, 1, ... in lexicographic order, where continuing a run
 * comes before ending it, and lower values come first. The rank is a one-word key without
 * collisions for every height whose shapes fit one word.
 *
 * The counts agree with the documentation of the 2015 contest system, which lists them for heights
 * 1 to 15 and 40. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
  TW_SHAPES_MAX_HEIGHT = 56,  /* the largest height whose shapes 64 bits can count */
  TW_DERIVED_MAX_HEIGHT = 46, /* the same for derived tilings */
};

/* The tables of one height, read-only after tw_shapes_init (). Entries beyond the height are 0.
 * Tables are indexed [row][value]. */
typedef struct {
  int height;
  uint64_t count; /* number of shapes of this height */
  /* onward[y][p]: number of shapes of the rows from y on when row y - 1 has value p and its run is
   * long enough to end. onward[y][0] is 0. */
  uint64_t onward[TW_SHAPES_MAX_HEIGHT + 1][TW_SHAPES_MAX_HEIGHT + 1];
  /* lower[y][v]: number of shapes whose run beginning in row y has a value below v. */
  uint64_t lower[TW_SHAPES_MAX_HEIGHT + 1][TW_SHAPES_MAX_HEIGHT + 1];
  /* same[y][p]: number of shapes whose run beginning in row y has value p. */
  uint64_t same[TW_SHAPES_MAX_HEIGHT + 1][TW_SHAPES_MAX_HEIGHT + 1];
} TwShapes;

/* Fills the tables. Returns false when the height is not in 1..TW_SHAPES_MAX_HEIGHT. */
bool tw_shapes_init (TwShapes *shapes, int height);

/* The contribution to the rank of a run of value v that begins in row y, when row y - 1 has value p
 * (0 in row 0). It is 0 when v continues the run of p. */
static inline uint64_t
tw_shapes_step (const TwShapes *shapes, int y, int p, int v)
{
  uint64_t step;

  if (p == v)
    return 0;
  step = shapes->onward[y + 1][p] + shapes->lower[y][v];
  return p < v ? step - shapes->same[y][p] : step;
}

/* The rank of a profile, and the inverse. */
uint64_t tw_shapes_rank (const TwShapes *shapes, const uint16_t *profile);
void tw_shapes_unrank (const TwShapes *shapes, uint64_t rank, uint16_t *profile);

/* Returns the number of distinct boundary shapes of an empty board; 0 when the height is not in
 * 1..TW_SHAPES_MAX_HEIGHT. */
uint64_t tw_shapes_unique (int height);

/* Returns the 2015 system's estimate of the number of tilings that a column derives before they are
 * merged into distinct shapes; 0 when the height is not in 1..TW_DERIVED_MAX_HEIGHT. */
uint64_t tw_shapes_derived (int height);
