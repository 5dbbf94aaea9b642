/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared-dual.c - bounds of large boards; see shared-dual.h. */
#include "core/squares/engines/shared-dual.h"

#include <math.h>

#include "core/base/transform.h"
#include "core/squares/workers.h"

/* Dual solver steps after each separation. */
#define CUT_STEPS 700
/* Large boards: fractions of the bounding time after which separation of cuts stops and after which
 * the settling of their prices stops. Separation also stops after IN_VAIN rounds without a gain,
 * settling after SETTLING rounds. Bands follow, starting with bands of FIRST_BREADTH columns. */
#define CUTS_END      0.3
#define SETTLED_END   0.36
#define IN_VAIN       10
#define SETTLING      20
#define FIRST_BREADTH 25
/* A band step is started only if the remaining time is at least this multiple of the previous
 * step's time. */
#define LONGER_CLIMB 2

bool
tw_shared_dual_init (TwSharedDual *g)
{
  return pthread_mutex_init (&g->lock, NULL) == 0;
}

void
tw_shared_dual_drop_bands (TwSharedDual *g)
{
  tw_bands_unref (g->bands);
  g->bands = NULL;
}

void
tw_shared_dual_clear (TwSharedDual *g)
{
  tw_shared_dual_drop_bands (g);
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

/* Separates cuts while they raise the bound, then runs steps that settle their prices. */
static bool
cut_on (TwSharedDual *g, TwDualView *view, TwRun *run, double end)
{
  int64_t worth = 0;
  bool fine = true;

  for (int in_vain = 0; fine && in_vain < IN_VAIN && !tw_run_is_proved (g->run)
                        && tw_run_elapsed (run) < end * CUTS_END;) {
    int64_t before = worth;

    fine = tw_dual_view_cut (view, CUT_STEPS, g->run);
    if (fine && view->with_cuts != NULL)
      worth = view->with_cuts->total + view->with_cuts->extra;
    fine = fine && (worth == before || tw_shared_dual_publish (g, view));
    in_vain = worth - before > view->unit / 100 ? 0 : in_vain + 1;
  }
  for (int i = 0; fine && i < SETTLING && !tw_run_is_proved (g->run)
                  && tw_run_elapsed (run) <= end * SETTLED_END;
       i++)
    fine = tw_dual_view_settle (view, CUT_STEPS, g->run);
  return fine;
}

void
tw_shared_dual_climb (TwSharedDual *g, TwRun *run, double end)
{
  TwBands *bands = NULL;
  int64_t above, unit = g->master->unit;
  double began = tw_run_elapsed (run), took = 0;

  pthread_mutex_lock (&g->lock);
  above = g->above;
  if (g->bands != NULL)
    bands = tw_bands_ref (g->bands);
  pthread_mutex_unlock (&g->lock);
  if (bands == NULL)
    return;
  while (!tw_run_is_proved (g->run) && began + LONGER_CLIMB * took < end
         && tw_bands_climb (bands, (tw_run_best (g->run) - 1) * unit - above + 1, NULL)) {
    tw_run_raise_bound (g->run, (above + tw_bands_gap (bands, NULL) + unit - 1) / unit);
    took = tw_run_elapsed (run) - began;
    began += took;
  }
  tw_bands_unref (bands);
}

/* Computes bands along the board's longer side, with broader and broader bands as long as time
 * allows. */
static void
band_on (TwSharedDual *g, const TwDualView *view, TwRun *run, double end)
{
  int count = (view->board->width + FIRST_BREADTH - 1) / FIRST_BREADTH;
  bool exact = true;

  for (; count > 0 && exact && !tw_run_is_proved (g->run); count /= 2) {
    int64_t above;
    TwBands *bands = tw_dual_view_bands (view, count, g->memory, view->run, &above);
    TwBands *old;

    if (bands == NULL)
      return;
    pthread_mutex_lock (&g->lock);
    old = g->bands;
    g->bands = bands;
    g->above = above;
    pthread_mutex_unlock (&g->lock);
    tw_bands_unref (old);
    tw_shared_dual_climb (g, run, end);
    tw_bands_gap (bands, &exact);
  }
}

void
tw_shared_dual_bound (TwSharedDual *g, TwRun *run, bool alone)
{
  double end = tw_run_budget (run) * (alone ? 0.6 : 0.97);
  TwProgressBar *bar = tw_run_progress_bar (g->run, TW_STRATEGY_PROOF_BAR);
  TwDualView view;
  /* Upright: bands are ranges of columns, which then divide the shorter side. */
  bool fine = tw_dual_view_init_from (&view, g->master,
                                      g->master->transform ^ TW_TRANSFORM_TRANSPOSE, run);

  atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
  for (int steps = 1024; fine && steps <= 16384; steps *= 2) {
    int64_t before = view.prices->total;

    fine = tw_dual_view_solve (&view, steps, g->run) && tw_shared_dual_publish (g, &view);
    if (!fine)
      break;
    if (view.prices->total - before < view.prices->total / 400
        || tw_run_elapsed (run) > tw_run_budget (run) / 3)
      break;
  }
  if (fine && cut_on (g, &view, run, end))
    band_on (g, &view, run, alone ? end : HUGE_VAL);
  tw_progress_bar_end (bar, tw_run_is_proved (g->run));
  tw_dual_view_clear (&view);
}
