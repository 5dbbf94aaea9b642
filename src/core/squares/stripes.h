/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stripes.h - improving a tiling by solving stripes of the board again, exactly.
 *
 * A stripe is a band of rows or columns. The squares that lie in it whole are
 * taken out, the cells they covered are solved again by the exact sweep, the
 * rest of the stripe counts as obstacles. Four passes: downwards, to the right,
 * upwards from the far edge, to the left from the far edge.
 */
#ifndef TW_CORE_SQUARES_STRIPES_H
#define TW_CORE_SQUARES_STRIPES_H

#include "core/board.h"
#include "core/squares/exact.h"
#include "core/tiling.h"

typedef struct {
  bool columns; /* a band of columns, else of rows */
  int begin;
  int size;
} TwStripe;

/* The stripes of all four passes on a width x height board are numbered from
 * 0; `size` is their height (or width), `step` the way from one to the next. */
int tw_stripes_count (int width, int height, int size, int step);
TwStripe tw_stripes_get (int width, int height, int size, int step, int index);

typedef enum {
  TW_STRIPE_SAME,
  TW_STRIPE_BETTER,
  TW_STRIPE_STOPPED, /* as TW_EXACT_STOPPED; the tiling is as it was */
} TwStripeResult;

TwStripeResult tw_stripe_improve (TwExact *exact, const TwBoard *board, TwStripe stripe,
                                  TwTiling *tiling);

#endif
