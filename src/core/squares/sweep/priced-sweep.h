/* SPDX-License-Identifier: GPL-3.0-or-later */
/* priced-sweep.h - the priced sweep: a cell-by-cell sweep with a lower bound on the cost to
 * complete a state.
 *
 * Squares are placed one after the other on the first uncovered cell, by columns from the left and
 * from the top within a column. A state is that cell and the profile: how far each row is covered.
 * Of equal states the one with the fewest squares is kept. The cost so far plus the dual prices of
 * the uncovered cells is a lower bound for every tiling that a state leads to. States whose bound
 * exceeds the target are dropped. When the number of states is limited, those with the smallest
 * bounds are kept.
 *
 * A sweep that dropped only states over the target proves that no tiling meets it. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

typedef struct {
  const TwBoard *board; /* in the orientation of the sweep; height < width is the faster case */
  const TwPrices *prices;
  int64_t target; /* the sweep looks for tilings of at most this many squares */
  size_t width;   /* beam width at each cell; 0: keep all states that meet the target */
  size_t memory;  /* the run's charged memory must stay below this */
  TwRun *shown;   /* where progress is shown; may be NULL */
  int bar;        /* progress bar of `shown` */
  int transform;  /* transform of the board, shown with the progress */
} TwPricedTask;

/* Looks for a tiling that meets the target. Returns TW_END_LIMIT when states were dropped by the
 * beam width. On TW_END_FOUND, `tiling` is emptied and receives the tiling of the board in the
 * orientation of the sweep; it has the fewest squares possible when no states were dropped. `states`
 * receives the number of expanded states; it may be NULL. */
TwEnd tw_priced_sweep (const TwPricedTask *task, TwRun *run, TwTiling *tiling, uint64_t *states);
