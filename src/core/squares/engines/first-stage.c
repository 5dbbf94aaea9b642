/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first-stage.c - see first-stage.h. */
#include "core/squares/engines/first-stage.h"

#include "core/squares/local/greedy.h"
#include "core/squares/workers.h"

/* Width of the first sweep: small, so that the first solutions are found fast. */
#define FIRST_WIDTH 50

/* Boards with at least this many free cells skip the sweeps, which would take too long. */
#define VERY_LARGE 20000

bool
tw_first_stage (TwDualView *view, const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwProgressBar *bar = tw_run_progress_bar (run, TW_STRATEGY_PROOF_BAR);
  size_t width = FIRST_WIDTH;
  double budget = tw_run_budget (run);
  int64_t best;

  *view = (TwDualView){ 0 };
  if (tw_run_best (run) < 0)
    tw_greedy_solve (board, options, run);
  best = tw_run_best (run);
  if (best < 0)
    return false;
  tw_run_raise_bound (run, best > 0);
  if (tw_run_is_proved (run))
    return false;
  atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
  if (!tw_dual_view_init (view, board, tw_dual_view_flat (board), best, run))
    return false;
  for (int steps = 256; steps <= 2048; steps *= 2, width *= 2) {
    double began = tw_run_elapsed (run), took;
    int64_t bound = tw_run_bound (run);

    if (!tw_dual_view_solve (view, steps, run))
      return false;
    took = tw_run_elapsed (run) - began;
    if (tw_run_is_proved (run))
      return false;
    if (steps <= 512 && took * 20 < budget && tw_board_count_free (board) < VERY_LARGE
        && tw_dual_view_sweep (view, width, tw_squares_memory (options), run, run)
             == TW_END_STOPPED)
      return false;
    if (tw_run_is_proved (run))
      return false;
    /* Continue while the bound rises and, on large boards, while enough time remains for the
     * sweeps. */
    if ((steps >= 1024 && tw_run_bound (run) == bound)
        || tw_run_elapsed (run) + 2 * took > budget / 20)
      break;
  }
  return true;
}
