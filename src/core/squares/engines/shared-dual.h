/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared-dual.h - prices and reduced costs that the threads on a large board share. Used by the
 * strategy. */
#pragma once

#include <pthread.h>

#include "core/squares/local/lns.h"
#include "core/squares/sweep/dual-view.h"

/* Large-neighbourhood search uses the prices; nested sweeps use reduced costs that include the
 * charges of cuts. Both are in the orientation of the original board. The first fields are set by
 * the owner and do not change; all functions below are thread-safe. */
typedef struct {
  const TwBoard *board; /* not owned */
  TwRun *run;
  TwLns *lns;           /* not owned */
  pthread_mutex_t lock; /* protects all fields below */
  TwPrices *prices;     /* NULL: not yet computed */
  TwReducedCosts reduced;
} TwSharedDual;

/* Returns false when there is no lock: then it must not be used or cleared. */
bool tw_shared_dual_init (TwSharedDual *dual);
void tw_shared_dual_clear (TwSharedDual *dual);

/* Publishes the view's prices. Windows use the prices without cuts. Nested sweeps use the mean of
 * the reduced costs without and with cuts: cuts that tilings do not satisfy with equality
 * overestimate the cost. Returns false when memory is short or the run ends. */
bool tw_shared_dual_publish (TwSharedDual *dual, const TwDualView *view);
/* Returns whether prices have been published. */
bool tw_shared_dual_is_ready (TwSharedDual *dual);
/* Copies the published prices, and the reduced costs for `board`, which is the original board after
 * transform k. The caller frees both, charged to `run`, also when the copy fails. */
bool tw_shared_dual_copy (TwSharedDual *dual, const TwBoard *board, int k, TwPrices **prices,
                          TwReducedCosts *reduced, TwRun *run);
