/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared-dual.c - see shared-dual.h. */
#include "core/squares/engines/shared-dual.h"

#include "core/base/transform.h"

bool
tw_shared_dual_init (TwSharedDual *g)
{
  return pthread_mutex_init (&g->lock, NULL) == 0;
}

void
tw_shared_dual_clear (TwSharedDual *g)
{
  tw_reduced_costs_clear (&g->reduced, g->run);
  tw_prices_free (g->prices, g->run);
  pthread_mutex_destroy (&g->lock);
}

bool
tw_shared_dual_publish (TwSharedDual *g, const TwDualView *view)
{
  TwRun *run = g->run;
  int back = tw_transform_inverse (view->transform);
  TwPrices *prices = tw_prices_transform (back, view->prices, run);
  TwReducedCosts reduced = { 0 }, with_cuts = { 0 }, turned = { 0 };
  bool cuts = view->charges != NULL;
  bool fine = prices != NULL && tw_lns_set_prices (g->lns, prices)
              && tw_reduced_costs_init (&reduced, view->board, view->prices, NULL, run)
              && (!cuts
                  || tw_reduced_costs_init (&with_cuts, view->board, view->with_cuts, view->charges,
                                            run));

  if (fine && cuts) {
    size_t n_cells = (size_t) view->board->width * (size_t) view->board->height;

    for (uint32_t i = 0; i < reduced.first[n_cells]; i++)
      reduced.costs[i] = reduced.costs[i] / 2 + with_cuts.costs[i] / 2;
  }
  fine = fine && tw_reduced_costs_turn (&turned, g->board, &reduced, view->board, back, run);
  tw_reduced_costs_clear (&with_cuts, run);
  tw_reduced_costs_clear (&reduced, run);
  if (fine) {
    TwPrices *old_prices;
    TwReducedCosts old;

    pthread_mutex_lock (&g->lock);
    old_prices = g->prices;
    old = g->reduced;
    g->prices = prices;
    g->reduced = turned;
    pthread_mutex_unlock (&g->lock);
    prices = old_prices;
    turned = old;
  }
  tw_reduced_costs_clear (&turned, run);
  tw_prices_free (prices, run);
  return fine;
}

bool
tw_shared_dual_copy (TwSharedDual *g, const TwBoard *board, int k, TwPrices **prices,
                     TwReducedCosts *reduced, TwRun *run)
{
  bool fine;

  pthread_mutex_lock (&g->lock);
  *prices = tw_prices_copy (g->prices, run);
  fine = *prices != NULL && tw_reduced_costs_turn (reduced, board, &g->reduced, g->board, k, run);
  pthread_mutex_unlock (&g->lock);
  return fine;
}

bool
tw_shared_dual_is_ready (TwSharedDual *g)
{
  bool is;

  pthread_mutex_lock (&g->lock);
  is = g->prices != NULL;
  pthread_mutex_unlock (&g->lock);
  return is;
}
