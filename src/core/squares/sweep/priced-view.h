/* SPDX-License-Identifier: GPL-3.0-or-later */
/* priced-view.h - a board under one transform, with the prices that a priced sweep over it
 * needs. */
#ifndef TW_CORE_SQUARES_SWEEP_PRICED_VIEW_H
#define TW_CORE_SQUARES_SWEEP_PRICED_VIEW_H

#include "core/squares/bands/bands.h"
#include "core/squares/sweep/priced.h"

typedef struct {
  TwRun *run;              /* charged with the memory; not owned */
  const TwBoard *original; /* not owned */
  int transform;
  TwBoard *board;
  TwPricer *pricer;
  TwPrices *prices;    /* the best prices found; NULL before the first */
  TwPrices *with_cuts; /* the best prices with cuts; NULL before the first */
  /* what the cuts of `with_cuts` charge each square, n_charges entries; NULL when `with_cuts` was
   * taken over from another view */
  int64_t *charges;
  size_t n_charges;
  int32_t unit;
  uint64_t seed; /* seed of the separation of cuts */
} TwPricedView;

/* `squares` is an upper bound on the optimum. Returns false when memory is short; the caller must
 * clear the view in that case, too. */
bool tw_priced_view_init (TwPricedView *view, const TwBoard *original, int transform,
                          int64_t squares, TwRun *run);
/* Prepares another transform of the same board with copies of the prices and of the pricer's state
 * in `from`. */
bool tw_priced_view_init_from (TwPricedView *view, const TwPricedView *from, int transform,
                               TwRun *run);
void tw_priced_view_clear (TwPricedView *view);

/* Returns the transform that puts the profile along the shorter side. */
int tw_priced_view_flat (const TwBoard *board);

/* Runs `steps` steps of the pricer and raises the bound of `to`. Returns false when the run ends or
 * memory is short. */
bool tw_priced_view_price (TwPricedView *view, int steps, TwRun *to);

/* Separates cuts at the pricer's current solution, then runs `steps` steps with them. `prices` does
 * not change. Returns false when the run ends or memory is short. */
bool tw_priced_view_cut (TwPricedView *view, int steps, TwRun *to);
/* Runs `steps` more steps with the existing cuts. Returns false when the run ends or memory is
 * short. */
bool tw_priced_view_settle (TwPricedView *view, int steps, TwRun *to);
/* Divides the view's board into `count` bands (bands.h), which bound the total reduced cost at the
 * best prices. Sets `above` to the dual bound of these prices, in units. The bands stop when
 * `memory` bytes are charged to the run. Returns NULL when memory is short. */
TwBands *tw_priced_view_bands (const TwPricedView *view, int count, size_t memory, int64_t *above);
/* Copies the prices with cuts of another view of the same board if they are better. Returns false
 * when memory is short. */
bool tw_priced_view_take_cuts (TwPricedView *view, const TwPricedView *from);

/* Transforms a tiling of the view's board to the original board and offers it to `to`. */
bool tw_priced_view_offer (const TwPricedView *view, TwTiling *tiling, TwRun *to);

#endif
