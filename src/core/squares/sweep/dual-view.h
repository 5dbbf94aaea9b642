/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dual-view.h - a board under one transform, with the prices that a priced sweep over it
 * needs. */
#pragma once

#include "core/squares/bands/bands.h"
#include "core/squares/duals/dual-solver.h"
#include "core/squares/sweep/priced-sweep.h"

typedef struct {
  TwRun *run;              /* charged with the memory; not owned */
  const TwBoard *original; /* not owned */
  int transform;
  TwBoard *board;
  TwDualSolver *solver;
  TwPrices *prices;    /* the best prices found; NULL before the first */
  TwPrices *with_cuts; /* the best prices with cuts; NULL before the first */
  /* what the cuts of `with_cuts` charge each square, n_charges entries; NULL like `with_cuts` */
  int64_t *charges;
  size_t n_charges;
  TwCutList *cuts; /* the cuts that charge; NULL like `charges` */
  int32_t unit;
  uint64_t seed; /* seed of the separation of cuts */
} TwDualView;

/* `squares` is an upper bound on the optimum. Returns false when memory is short; the caller must
 * clear the view in that case, too. */
bool tw_dual_view_init (TwDualView *view, const TwBoard *original, int transform, int64_t squares,
                        TwRun *run);
/* Prepares another transform of the same board with copies of the prices without cuts and of the dual
 * solver's state in `from`. */
bool tw_dual_view_init_from (TwDualView *view, const TwDualView *from, int transform, TwRun *run);
void tw_dual_view_clear (TwDualView *view);

/* Returns the transform that puts the profile along the shorter side. */
int tw_dual_view_flat (const TwBoard *board);

/* Runs `steps` steps of the dual solver and raises the bound of `to`. Returns false when the run
 * ends or memory is short. */
bool tw_dual_view_solve (TwDualView *view, int steps, TwRun *to);
/* Repeats this with more and more steps, until the bound is `best` squares or rises slowly. */
bool tw_dual_view_price (TwDualView *view, int64_t best, TwRun *to);

/* Separates cuts at the dual solver's current solution, then runs `steps` steps with them. `prices`
 * does not change. Returns false when the run ends or memory is short. */
bool tw_dual_view_cut (TwDualView *view, int steps, TwRun *to);
/* Runs `steps` more steps with the existing cuts. Returns false when the run ends or memory is
 * short. */
bool tw_dual_view_settle (TwDualView *view, int steps, TwRun *to);
/* Runs `steps` steps for another demand of each cell (tw_dual_solver_set_demand ()), and takes over
 * the prices with cuts, whatever they are worth. Returns false when the run ends or memory is
 * short. */
bool tw_dual_view_follow (TwDualView *view, const double *demand, int steps);
/* Returns the dual bound that tw_dual_view_bands () starts from, in units. */
int64_t tw_dual_view_worth (const TwDualView *view);
/* Returns the prices of that bound; `cuts` receives their cuts, or NULL. */
const TwPrices *tw_dual_view_best (const TwDualView *view, const TwCutList **cuts);
/* Divides the view's board into `count` bands (bands.h), which bound the total reduced cost at the
 * best prices. Sets `above` to the dual bound of these prices, in units. The bands stop when
 * `memory` bytes are charged to `run`. Returns NULL when memory is short. */
TwBands *tw_dual_view_bands (const TwDualView *view, int count, size_t memory, TwRun *run,
                             int64_t *above);
/* Runs one priced sweep of limited width (priced-sweep.h) within `memory` bytes and shows it on the bar
 * of the transform of `to`. Offers a better tiling to `to` and raises its bound if the sweep proved
 * one. */
TwEnd tw_dual_view_sweep (const TwDualView *view, size_t width, size_t memory, TwRun *run,
                          TwRun *to);

/* Transforms a tiling of the view's board to the original board and offers it to `to`. */
bool tw_dual_view_offer (const TwDualView *view, TwTiling *tiling, TwRun *to);
