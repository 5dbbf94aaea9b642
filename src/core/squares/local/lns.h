/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lns.h - large-neighbourhood search: removes the squares inside a window of the best tiling
 * and covers their cells again by a priced sweep, which is exact for a window and takes
 * milliseconds.
 *
 * Any number of threads may improve the same tiling: a thread copies a window, solves it, and
 * stores the result if the window's squares are still in place. */
#pragma once

#include "core/base/board.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

enum {
  TW_LNS_LARGE = 40000, /* a tiling of more cells takes longer to copy than a window to solve */
};

typedef struct TwLns TwLns;

/* Improves a tiling of `board`, evaluated by `prices` of the same board; copies the prices. Returns
 * NULL when memory is short. */
TwLns *tw_lns_new (const TwBoard *board, const TwPrices *prices, TwRun *run);
void tw_lns_free (TwLns *lns);

/* Replaces the prices by better ones. Returns false when memory is short. */
bool tw_lns_set_prices (TwLns *lns, const TwPrices *prices);

/* Returns whether windows of all sizes have been tried, with sweeps so wide that improvements are
 * rare. */
bool tw_lns_is_slow (TwLns *lns);

/* Improves one window: `seed` selects several candidates, of which the one with the largest reduced
 * cost is taken. Copies the best tiling of `to` when it is better than the current tiling, and
 * offers improvements to `to`. `run` may be a child of `to`, for this thread. When memory is short,
 * windows become small again, as long as that is useful. Returns false when the run ends or memory
 * is short.
 *
 * On a board of more than TW_LNS_LARGE cells `to` is NULL and the caller passes tilings by the next
 * two functions, now and then. */
bool tw_lns_improve (TwLns *lns, uint64_t *seed, TwRun *run, TwRun *to);
/* Copies the best tiling of `from` if it is better. Returns false when memory is short. */
bool tw_lns_take_tiling (TwLns *lns, TwRun *from);
/* Offers the current tiling if it is better. */
void tw_lns_offer (TwLns *lns, TwRun *to);
