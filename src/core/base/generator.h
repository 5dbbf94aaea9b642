/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generator.h - generates boards like those of the contest from a seed.
 *
 * Used for the project's own puzzles, new boards in the window, the practice server and benchmarks.
 * The random numbers are those of SplitMix64 (Steele, Lea, Flood 2014). They are the same on every
 * machine and must never change: a seed identifies a board. */
#pragma once

#include "core/base/board.h"

/* Returns a board with round (density * cells) obstacles of one cell each at random places, as on
 * the boards of the 2015 contest (1 to 9 % of 20 to 39 cells a side). `density` is 0 to 1. Returns
 * NULL when a side or the density is out of range or memory is short. */
TwBoard *tw_generate_board (int width, int height, double density, uint64_t seed);

/* Size and density as in the contest, derived from the seed. */
typedef struct {
  int width;
  int height;
  double density;
} TwBoardPlan;

TwBoardPlan tw_generate_plan (uint64_t seed);
