/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.c - the climb of the bound, target by target; called by the strategy, and an engine. */
#include "core/squares/proof.h"

#include "core/squares/strategy.h"

/* From this many states on it pays to ask whether another side of the board is easier. */
#define WORTH_CHOOSING 60000

/* Sweeps may meet so many states before cuts are looked for; in every round some times more. */
#define FIRST_STATES  100000
#define STATES_GROWTH 4

/* Rounds of cuts before each of these, and their steps. */
#define CUT_ROUNDS 4
#define CUT_STEPS  700

/* States met before new prices are worth their time. */
#define REFINE_AFTER 40000

/* Sweeps over one view; the lane shows what it does. */
static TwPricedResult
prove_target (const TwPricedView *view, int64_t target, uint64_t most_states, size_t memory,
              TwRun *run, TwRun *to, TwTiling *tiling, uint64_t *states)
{
  TwPricedTask task = {
    .board = view->board,
    .prices = { view->prices },
    .n_prices = 1,
    .with_cuts = view->with_cuts,
    .target = target,
    .memory = memory,
    .most_states = most_states,
    .pricer = view->pricer,
    .refine = REFINE_AFTER,
    .shown = to,
    .lane = TW_STRATEGY_PROOF_LANE,
    .transform = view->transform,
  };
  TwPricedReport report;
  TwPricedResult result = tw_priced_sweep (&task, run, tiling, &report);

  *states = report.states;
  return result;
}

/* Sweeps for a target known to be out of reach from the other sides, and takes the side with the
 * fewest states: the growth from target to target is alike on all. */
static void
choose_side (const TwPricedView *master, TwPricedView *view, int64_t target, uint64_t states,
             size_t memory, TwRun *run, TwRun *to)
{
  TwTiling tiling = { 0 };

  for (int flip = 1; flip < 4; flip++) {
    TwPricedView other;
    uint64_t others = 0;

    if (tw_priced_view_init_from (&other, master, master->transform ^ flip, run)
        && tw_priced_view_take_cuts (&other, view)
        && prove_target (&other, target, states / 2, memory, run, to, &tiling, &others)
             == TW_PRICED_NONE
        && others < states) {
      TwPricedView swap = *view;

      states = others;
      *view = other;
      other = swap;
    }
    tw_priced_view_clear (&other);
  }
  tw_tiling_clear (&tiling);
}

/* Better prices with cuts for `view`. */
static bool
find_cuts (TwPricedView *cutter, TwPricedView *view, TwRun *to)
{
  for (int i = 0; i < CUT_ROUNDS && tw_run_bound (to) < tw_run_best (to); i++) {
    if (!tw_priced_view_cut (cutter, CUT_STEPS, to))
      return false;
  }
  return tw_priced_view_take_cuts (view, cutter);
}

/* The climb over `view`; see tw_proof_climb (). */
static void
climb (const TwPricedView *master, TwPricedView *view, TwPricedView *cutter, size_t memory,
       TwRun *run, TwRun *to)
{
  TwTiling tiling = { 0 };
  uint64_t most_states = FIRST_STATES;
  bool chosen = false;

  while (tw_run_bound (to) < tw_run_best (to) && !tw_run_should_stop (run)) {
    int64_t target = tw_run_bound (to);
    uint64_t states;
    TwPricedResult result = prove_target (view, target, most_states, memory, run, to, &tiling,
                                          &states);

    if (result == TW_PRICED_FOUND) {
      tw_priced_view_offer (view, &tiling, to);
    } else if (result == TW_PRICED_NONE) {
      tw_run_raise_bound (to, target + 1);
    } else if (result == TW_PRICED_LOST && states >= most_states && cutter != NULL) {
      if (!find_cuts (cutter, view, to))
        break;
      most_states *= STATES_GROWTH;
    } else {
      break;
    }
    if (!chosen && result == TW_PRICED_NONE && states > WORTH_CHOOSING
        && tw_run_bound (to) < tw_run_best (to)) {
      choose_side (master, view, target, states, memory, run, to);
      chosen = true;
    }
  }
  tw_tiling_clear (&tiling);
}

bool
tw_proof_climb (const TwPricedView *master, TwPricedView *cutter, size_t memory, TwRun *run,
                TwRun *to)
{
  TwLane *lane = tw_run_lane (to, TW_STRATEGY_PROOF_LANE);
  TwPricedView view;

  atomic_store_explicit (&lane->phase, TW_PHASE_PROOF, memory_order_relaxed);
  if (tw_priced_view_init_from (&view, master, master->transform, run))
    climb (master, &view, cutter, memory, run, to);
  atomic_store_explicit (&lane->phase, TW_PHASE_DONE, memory_order_relaxed);
  tw_priced_view_clear (&view);
  return tw_run_bound (to) >= tw_run_best (to);
}

TwStatus
tw_proof_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwPricedView view;

  if (tw_strategy_begin (&view, board, options, run)) {
    TwPricedView cutter;

    if (tw_priced_view_init_from (&cutter, &view, view.transform, run))
      tw_proof_climb (&view, &cutter, tw_strategy_memory (options), run, run);
    tw_priced_view_clear (&cutter);
  }
  tw_priced_view_clear (&view);
  return tw_strategy_status (run);
}
