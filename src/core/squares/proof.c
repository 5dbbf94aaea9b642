/* proof.c - the climb of the bound, target by target; called by the strategy, and an engine. */
#include "core/squares/proof.h"

#include "core/squares/strategy.h"

/* From this many states on it pays to ask whether another side of the board is easier. */
#define WORTH_CHOOSING 60000

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
        && prove_target (&other, target, states, memory, run, to, &tiling, &others)
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

bool
tw_proof_climb (const TwPricedView *master, size_t memory, TwRun *run, TwRun *to)
{
  TwLane *lane = tw_run_lane (to, TW_STRATEGY_PROOF_LANE);
  TwTiling tiling = { 0 };
  TwPricedView view;
  bool chosen = false;

  if (!tw_priced_view_init_from (&view, master, master->transform, run)) {
    tw_priced_view_clear (&view);
    return false;
  }
  atomic_store_explicit (&lane->phase, TW_PHASE_PROOF, memory_order_relaxed);
  while (tw_run_bound (to) < tw_run_best (to) && !tw_run_should_stop (run)) {
    int64_t target = tw_run_bound (to);
    uint64_t states;
    TwPricedResult result = prove_target (&view, target, 0, memory, run, to, &tiling, &states);
    if (result == TW_PRICED_FOUND)
      tw_priced_view_offer (&view, &tiling, to);
    else if (result == TW_PRICED_NONE)
      tw_run_raise_bound (to, target + 1);
    else
      break;
    if (!chosen && result == TW_PRICED_NONE && states > WORTH_CHOOSING
        && tw_run_bound (to) < tw_run_best (to)) {
      choose_side (master, &view, target, states, memory, run, to);
      chosen = true;
    }
  }
  atomic_store_explicit (&lane->phase, TW_PHASE_DONE, memory_order_relaxed);
  tw_priced_view_clear (&view);
  tw_tiling_clear (&tiling);
  return tw_run_bound (to) >= tw_run_best (to);
}

TwStatus
tw_proof_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwPricedView view;

  if (tw_strategy_begin (&view, board, options, run))
    tw_proof_climb (&view, tw_strategy_memory (options), run, run);
  tw_priced_view_clear (&view);
  return tw_strategy_status (run);
}
