/* SPDX-License-Identifier: GPL-3.0-or-later */
/* priced-view.h - a board as one transform shows it, with what a priced sweep over it needs. */
#ifndef TW_CORE_SQUARES_PRICED_VIEW_H
#define TW_CORE_SQUARES_PRICED_VIEW_H

#include "core/squares/bands.h"
#include "core/squares/priced.h"

typedef struct {
  TwRun *run;              /* charged with the memory; not owned */
  const TwBoard *original; /* not owned */
  int transform;
  TwBoard *board;
  TwPricer *pricer;
  TwPrices *prices;    /* the best ones so far; NULL before the first */
  TwPrices *with_cuts; /* the best ones with cuts; NULL before the first */
  int64_t
    *charges; /* n_charges: what these cuts charge the squares; NULL when they are another view's */
  size_t n_charges;
  int32_t unit;
  uint64_t seed; /* of the search for cuts */
} TwPricedView;

/* `squares` is what a tiling is known to need at most. False when memory is short; clear it then,
 * too. */
bool tw_priced_view_init (TwPricedView *view, const TwBoard *original, int transform,
                          int64_t squares, TwRun *run);
/* Another transform of the same board, with the prices and the pricer of `from` as they are. */
bool tw_priced_view_init_from (TwPricedView *view, const TwPricedView *from, int transform,
                               TwRun *run);
void tw_priced_view_clear (TwPricedView *view);

/* The transform by which the profile lies along the short side. */
int tw_priced_view_flat (const TwBoard *board);

/* Improves the prices by so many steps and raises the bound of `to`. False when the run ends or
 * memory is short. */
bool tw_priced_view_price (TwPricedView *view, int steps, TwRun *to);

/* Looks for cuts at the pricer's present solution, and goes on with them for so many steps. `prices`
 * stay as they are. False when the run ends or memory is short. */
bool tw_priced_view_cut (TwPricedView *view, int steps, TwRun *to);
/* Goes on for so many steps with the cuts that there are. False when the run ends or memory is
 * short. */
bool tw_priced_view_settle (TwPricedView *view, int steps, TwRun *to);
/* So many bands (bands.h) of the view's board, for what tilings cost above the best prices; `above` becomes
 * what these are worth, in units. Until `memory` bytes are charged to the run. NULL when memory is short. */
TwBands *tw_priced_view_bands (const TwPricedView *view, int count, size_t memory, int64_t *above);
/* Takes over the prices with cuts of another view of the same board, if it has better ones. False when
 * memory is short. */
bool tw_priced_view_take_cuts (TwPricedView *view, const TwPricedView *from);

/* Offers a tiling of the view's board to `to`; it becomes one of the original. */
bool tw_priced_view_offer (const TwPricedView *view, TwTiling *tiling, TwRun *to);

#endif
