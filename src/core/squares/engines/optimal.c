/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal.c - selects the exact sweep for the height of the board. */
#include "core/squares/engines/optimal.h"

#include <math.h>

#include "core/squares/sweep/exact.h"
#include "core/squares/sweep/sweep.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

static bool
cover_low (const TwBoard *board, int transform, TwRun *run, TwTiling *tiling)
{
  TwExact *exact = tw_exact_new (run);
  bool solved;

  if (exact == NULL) {
    tw_run_stop (run, TW_STOP_MEMORY);
    return false;
  }
  tw_exact_show (exact, transform, transform);
  solved = tw_exact_cover (exact, board, SIZE_MAX, tiling) == TW_END_FOUND;
  tw_run_add_nodes (run, tw_exact_derived (exact));
  tw_exact_free (exact);
  return solved;
}

static bool
cover_high (const TwBoard *board, int transform, TwRun *run, TwTiling *tiling)
{
  const TwSweepRule rule = { .margin = TW_SWEEP_NO_LIMIT, .deviation = TW_SWEEP_NO_LIMIT };
  TwSweepScratch *scratch = tw_sweep_scratch_new (run);
  TwSweep *sweep = tw_sweep_new (run, board, &rule);
  TwProgressBar *bar = tw_run_progress_bar (run, transform);
  TwEnd result = scratch == NULL || sweep == NULL ? TW_END_NO_MEMORY : TW_END_LIMIT;

  while (result == TW_END_LIMIT) {
    uint16_t profile[TW_BOARD_MAX_SIDE];

    result = tw_sweep_column (sweep, scratch, HUGE_VAL);
    if (result != TW_END_LIMIT && result != TW_END_DONE)
      break;
    tw_sweep_front (sweep, profile);
    atomic_store (&bar->step, tw_sweep_columns_done (sweep));
    atomic_store (&bar->states, (int64_t) tw_sweep_states (sweep));
    tw_run_add_nodes (run, tw_sweep_states (sweep));
    tw_run_set_front (run, transform, transform, tw_sweep_columns_done (sweep) - 1, board->height,
                      profile);
  }
  if (result == TW_END_DONE && !tw_sweep_tiling (sweep, tiling))
    result = TW_END_NO_MEMORY;
  if (result == TW_END_NO_MEMORY)
    tw_run_stop (run, TW_STOP_MEMORY);
  tw_sweep_free (sweep);
  tw_sweep_scratch_free (scratch);
  return result == TW_END_DONE;
}

TwStatus
tw_optimal_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  int k = board->width < board->height ? TW_TRANSFORM_TRANSPOSE : 0;
  TwBoard *turned = tw_transform_board (k, board);
  TwProgressBar *bar = tw_run_progress_bar (run, k);
  TwTiling tiling = { 0 };
  bool solved;

  (void) options;
  if (turned == NULL) {
    tw_run_stop (run, TW_STOP_MEMORY);
    return TW_STATUS_OUT_OF_MEMORY;
  }
  atomic_store (&bar->steps, turned->width);
  atomic_store (&bar->phase, TW_PHASE_SWEEP);

  solved = turned->height <= TW_EXACT_MAX_HEIGHT ? cover_low (turned, k, run, &tiling)
                                                 : cover_high (turned, k, run, &tiling);
  if (solved) {
    tw_transform_tiling_back (k, board->width, board->height, &tiling);
    solved = tw_squares_offer (run, board, &tiling, k);
    if (!solved && tw_run_refused (run) == 0)
      tw_run_stop (run, TW_STOP_MEMORY);
  }
  if (solved) {
    tw_run_raise_bound (run, (int64_t) tiling.count);
    atomic_store (&bar->best, (int64_t) tiling.count);
  }
  tw_progress_bar_end (bar, solved);
  tw_tiling_clear (&tiling);
  tw_board_free (turned);
  return solved ? TW_STATUS_OPTIMAL : tw_run_status (run);
}
