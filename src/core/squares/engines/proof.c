/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.c - raises the bound target by target; called by the strategy, and an engine. */
#include "core/squares/engines/proof.h"

#include "core/squares/engines/strategy.h"

/* When a target took more states than this, the other flips of the board are tried. */
#define WORTH_CHOOSING 60000

/* Maximum states of a sweep before cuts are separated, and its growth factor. */
#define FIRST_STATES  100000
#define STATES_GROWTH 4

/* Separation rounds before each retry, and dual solver steps in each. */
#define CUT_ROUNDS 4
#define CUT_STEPS  700

/* Number of states that makes repricing worthwhile. */
#define REFINE_AFTER 40000

/* Runs an exact sweep of one view and shows it on the progress bar of the proof. */
static TwPricedResult
prove_target (const TwDualView *view, int64_t target, uint64_t most_states, size_t memory,
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
    .solver = view->solver,
    .refine = REFINE_AFTER,
    .shown = to,
    .bar = TW_STRATEGY_PROOF_BAR,
    .transform = view->transform,
  };
  TwPricedReport report;
  TwPricedResult result = tw_priced_sweep (&task, run, tiling, &report);

  *states = report.states;
  return result;
}

/* Repeats the sweep for a refuted target from the three other flips of the board, and keeps the
 * flip with the fewest states. The number of states grows with the target at a similar rate for all
 * flips. */
static void
choose_side (const TwDualView *master, TwDualView *view, int64_t target, uint64_t states,
             size_t memory, TwRun *run, TwRun *to)
{
  TwTiling tiling = { 0 };

  for (int flip = 1; flip < 4; flip++) {
    TwDualView other;
    uint64_t others = 0;

    if (tw_dual_view_init_from (&other, master, master->transform ^ flip, run)
        && tw_dual_view_take_cuts (&other, view)
        && prove_target (&other, target, states / 2, memory, run, to, &tiling, &others)
             == TW_PRICED_NONE
        && others < states) {
      TwDualView swap = *view;

      states = others;
      *view = other;
      other = swap;
    }
    tw_dual_view_clear (&other);
  }
  tw_tiling_clear (&tiling);
}

/* Separates cuts and copies the prices with cuts to `view`. */
static bool
find_cuts (TwDualView *cutter, TwDualView *view, TwRun *to)
{
  for (int i = 0; i < CUT_ROUNDS && tw_run_bound (to) < tw_run_best (to); i++) {
    if (!tw_dual_view_cut (cutter, CUT_STEPS, to))
      return false;
  }
  return tw_dual_view_take_cuts (view, cutter);
}

/* The loop of tw_proof_climb () over `view`. */
static void
climb (const TwDualView *master, TwDualView *view, TwDualView *cutter, size_t memory, TwRun *run,
       TwRun *to)
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
      tw_dual_view_offer (view, &tiling, to);
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
tw_proof_climb (const TwDualView *master, TwDualView *cutter, size_t memory, TwRun *run, TwRun *to)
{
  TwProgressBar *bar = tw_run_progress_bar (to, TW_STRATEGY_PROOF_BAR);
  TwDualView view;

  atomic_store_explicit (&bar->phase, TW_PHASE_PROOF, memory_order_relaxed);
  if (tw_dual_view_init_from (&view, master, master->transform, run))
    climb (master, &view, cutter, memory, run, to);
  tw_progress_bar_end (bar, tw_run_bound (to) >= tw_run_best (to));
  tw_dual_view_clear (&view);
  return tw_run_bound (to) >= tw_run_best (to);
}

TwStatus
tw_proof_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwDualView view;

  if (tw_strategy_begin (&view, board, options, run)) {
    TwDualView cutter;

    if (tw_dual_view_init_from (&cutter, &view, view.transform, run))
      tw_proof_climb (&view, &cutter, tw_strategy_memory (options), run, run);
    tw_dual_view_clear (&cutter);
  }
  tw_dual_view_clear (&view);
  return tw_strategy_status (run);
}
