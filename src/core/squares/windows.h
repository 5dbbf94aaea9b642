/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.h - large-neighbourhood search: frees the squares inside a window of the best tiling and
 * covers their cells again by a priced sweep, which for a window is exact within milliseconds.
 *
 * Any number of threads may improve the same tiling: a window is copied, solved and put back when its
 * squares are still in place.
 */
#ifndef TW_CORE_SQUARES_WINDOWS_H
#define TW_CORE_SQUARES_WINDOWS_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"

typedef struct TwWindows TwWindows;

/* Improves a tiling of `board`, judged by `prices` of the same board, of which it makes a copy. NULL
 * when memory is short. */
TwWindows *tw_windows_new (const TwBoard *board, const TwPrices *prices, TwRun *run);
void tw_windows_free (TwWindows *windows);

/* Better prices from now on; false when memory is short. */
bool tw_windows_set_prices (TwWindows *windows, const TwPrices *prices);

/* Works on one window: chosen by `seed`, among some the one that loses most against the prices. Takes
 * over the best tiling of `to` when that is better than its own, and offers improvements to it.
 * `run` may be a child of `to`, for this thread. Windows that memory does not suffice for begin small
 * again, as long as that pays. False when the run ends or memory is short. */
bool tw_windows_improve (TwWindows *windows, uint64_t *seed, TwRun *run, TwRun *to);

#endif
