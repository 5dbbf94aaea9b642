/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stripes.h - improves a tiling by solving stripes of the board exactly.
 *
 * A stripe is a range of rows or columns. The squares that lie entirely within it are removed, and
 * the exact sweep covers their cells again; all other cells of the stripe count as obstacles. There
 * are four passes: downwards, to the right, upwards from the far edge, to the left from the far
 * edge. */
#pragma once

#include "core/base/board.h"
#include "core/squares/sweep/exact.h"
#include "core/base/tiling.h"

typedef struct {
  bool columns; /* a range of columns; otherwise of rows */
  int begin;
  int size;
} TwStripe;

/* The stripes of all four passes on a width x height board are numbered from 0. `size` is the
 * height (or width) of a stripe, `step` the distance from one to the next. */
int tw_stripes_count (int width, int height, int size, int step);
TwStripe tw_stripes_get (int width, int height, int size, int step, int index);

/* Solves one stripe of `tiling` again and replaces its squares if that saves any (TW_END_FOUND).
 * `exact` provides the tables. After TW_END_STOPPED, as of tw_exact_cover (), the tiling is
 * unchanged. */
TwEnd tw_stripe_improve (TwExact *exact, const TwBoard *board, TwStripe stripe, TwTiling *tiling);
