/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dual-view.c - boards under a transform, with their prices; used by the strategy and the
 * proof. */
#include "core/squares/sweep/dual-view.h"

#include <string.h>

#include "core/squares/duals/separate.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

/* Cuts of at most this price are dropped before the next separation. */
#define LEAST_CUT_PRICE 1e-3f

/* Dual solver steps in the first and in the last round. Another round is run if the last one gained
 * at least 1 / WORTH_STEPS of a square. */
#define FIRST_STEPS 256
#define LAST_STEPS  8192
#define WORTH_STEPS 200

int
tw_dual_view_flat (const TwBoard *board)
{
  return board->height > board->width ? TW_TRANSFORM_TRANSPOSE : 0;
}

bool
tw_dual_view_init (TwDualView *view, const TwBoard *original, int transform, int64_t squares,
                   TwRun *run)
{
  memset (view, 0, sizeof *view);
  view->run = run;
  view->original = original;
  view->transform = transform;
  view->unit = tw_prices_unit (squares);
  view->board = tw_transform_board (transform, original);
  if (view->board == NULL)
    return false;
  view->solver = tw_dual_solver_new (view->board, run);
  return view->solver != NULL;
}

bool
tw_dual_view_init_from (TwDualView *view, const TwDualView *from, int transform, TwRun *run)
{
  TwPrices *prices;

  memset (view, 0, sizeof *view);
  if (from->prices == NULL
      || !tw_dual_view_init (view, from->original, transform, from->prices->total / from->unit + 1,
                             run))
    return false;
  view->unit = from->unit;
  prices = tw_prices_transform (tw_transform_inverse (from->transform), from->prices, run);
  if (prices != NULL)
    view->prices = tw_prices_transform (transform, prices, run);
  tw_prices_free (prices, run);
  if (view->prices == NULL)
    return false;
  tw_dual_solver_start_from (view->solver, view->transform, from->solver, from->transform,
                             view->original);
  return true;
}

static int64_t
worth (const TwPrices *prices)
{
  return prices != NULL ? prices->total + prices->extra : 0;
}

static void
drop_charges (TwDualView *view)
{
  tw_run_mfree (view->run, view->charges);
  view->charges = NULL;
  tw_cut_list_free (view->cuts, view->run);
  view->cuts = NULL;
}

void
tw_dual_view_clear (TwDualView *view)
{
  if (view->run != NULL) {
    drop_charges (view);
    tw_prices_free (view->with_cuts, view->run);
    tw_prices_free (view->prices, view->run);
    tw_dual_solver_free (view->solver);
    tw_board_free (view->board);
  }
  memset (view, 0, sizeof *view);
}

/* Runs `steps` steps of the dual solver. Returns its prices; NULL when the run ends or memory is
 * short. */
static TwPrices *
take_steps (TwDualView *view, int steps)
{
  return tw_dual_solver_iterate (view->solver, steps)
           ? tw_dual_solver_prices (view->solver, view->unit)
           : NULL;
}

bool
tw_dual_view_solve (TwDualView *view, int steps, TwRun *to)
{
  TwPrices *prices = take_steps (view, steps);

  if (prices == NULL)
    return false;
  if (view->prices != NULL && prices->total <= view->prices->total) {
    tw_prices_free (prices, view->run);
    return true;
  }
  tw_prices_free (view->prices, view->run);
  view->prices = prices;
  tw_run_raise_bound (to, tw_prices_bound (prices));
  return true;
}

bool
tw_dual_view_price (TwDualView *view, int64_t best, TwRun *to)
{
  for (int steps = FIRST_STEPS; steps <= LAST_STEPS; steps *= 2) {
    int64_t before = view->prices != NULL ? view->prices->total : 0;

    if (!tw_dual_view_solve (view, steps, to))
      return false;
    if (tw_prices_bound (view->prices) >= best
        || (steps > FIRST_STEPS && view->prices->total - before < view->unit / WORTH_STEPS))
      return true;
  }
  return true;
}

/* Makes `prices`, those of the dual solver, the view's prices with cuts. */
static bool
replace (TwDualView *view, TwPrices *prices)
{
  tw_prices_free (view->with_cuts, view->run);
  view->with_cuts = prices;
  drop_charges (view);
  view->charges = tw_dual_solver_charges (view->solver, view->unit, &view->n_charges);
  view->cuts = tw_dual_solver_list_cuts (view->solver, view->unit);
  return view->charges != NULL && view->cuts != NULL;
}

bool
tw_dual_view_settle (TwDualView *view, int steps, TwRun *to)
{
  TwPrices *prices = take_steps (view, steps);

  if (prices == NULL)
    return false;
  if (prices->extra == 0 || worth (prices) <= worth (view->with_cuts)) {
    tw_prices_free (prices, view->run);
    return true;
  }
  tw_run_raise_bound (to, tw_prices_bound (prices));
  return replace (view, prices);
}

bool
tw_dual_view_follow (TwDualView *view, const double *demand, int steps)
{
  TwPrices *prices;

  tw_dual_solver_set_demand (view->solver, demand);
  prices = take_steps (view, steps);
  if (prices != NULL && prices->extra > 0)
    return replace (view, prices);
  tw_prices_free (prices, view->run);
  return false;
}

bool
tw_dual_view_cut (TwDualView *view, int steps, TwRun *to)
{
  /* A thinned solver does not know the shares of all squares. */
  if (tw_dual_solver_is_thinned (view->solver))
    return tw_dual_view_solve (view, steps, to);
  tw_dual_solver_drop_cuts (view->solver, LEAST_CUT_PRICE);
  return tw_separate (view->solver, view->board, &view->seed, view->run) >= 0
         && tw_dual_view_settle (view, steps, to);
}

static bool
bands_use_cuts (const TwDualView *view)
{
  return view->charges != NULL && view->cuts != NULL
         && worth (view->with_cuts) > worth (view->prices);
}

int64_t
tw_dual_view_worth (const TwDualView *view)
{
  return worth (bands_use_cuts (view) ? view->with_cuts : view->prices);
}

const TwPrices *
tw_dual_view_best (const TwDualView *view, const TwCutList **cuts)
{
  *cuts = bands_use_cuts (view) ? view->cuts : NULL;
  return *cuts != NULL ? view->with_cuts : view->prices;
}

TwBands *
tw_dual_view_bands (const TwDualView *view, int count, size_t memory, TwRun *run, int64_t *above)
{
  const TwCutList *cuts;
  const TwPrices *prices = tw_dual_view_best (view, &cuts);
  TwReducedCosts reduced = { 0 };
  TwBands *bands = NULL;

  *above = worth (prices);
  if (tw_reduced_costs_init (&reduced, view->board, prices, cuts != NULL ? view->charges : NULL,
                             run))
    bands = tw_bands_new (view->board, &reduced, cuts, view->unit, count, memory, run);
  tw_reduced_costs_clear (&reduced, run);
  return bands;
}

bool
tw_dual_view_offer (const TwDualView *view, TwTiling *tiling, TwRun *to)
{
  tw_transform_tiling_back (view->transform, view->original->width, view->original->height, tiling);
  return tw_squares_offer (to, view->original, tiling, view->transform);
}

TwEnd
tw_dual_view_sweep (const TwDualView *view, size_t width, size_t memory, TwRun *run, TwRun *to)
{
  TwPricedTask task = {
    .board = view->board,
    .prices = view->prices,
    .target = tw_run_best (to) - 1,
    .width = width,
    .memory = memory,
    .shown = to,
    .bar = view->transform,
    .transform = view->transform,
  };
  TwProgressBar *bar = tw_run_progress_bar (to, view->transform);
  TwTiling tiling = { 0 };
  TwEnd result;

  atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
  result = tw_priced_sweep (&task, run, &tiling, NULL);
  if (result == TW_END_FOUND) {
    tw_dual_view_offer (view, &tiling, to);
    atomic_store_explicit (&bar->best, (int64_t) tiling.count, memory_order_relaxed);
  } else if (result == TW_END_NONE) {
    tw_run_raise_bound (to, task.target + 1);
  }
  tw_progress_bar_end (bar, result != TW_END_STOPPED && result != TW_END_NO_MEMORY);
  tw_tiling_clear (&tiling);
  return result;
}
