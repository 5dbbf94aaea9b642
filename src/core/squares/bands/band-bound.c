/* SPDX-License-Identifier: GPL-3.0-or-later */
/* band-bound.c - see band-bound.h. */
#include "core/squares/bands/band-bound.h"

#include "core/squares/workers.h"
#include "core/squares/sweep/dual-view.h"

/* Dual solver steps in the first and in the last round, separation rounds, dual solver steps in
 * each, and rounds without a gain of 1 / WORTH of a square after which the separation ends. */
enum {
  FIRST_STEPS = 256,
  LAST_STEPS = 8192,
  CUT_ROUNDS = 40,
  CUT_STEPS = 700,
  WORTH = 100,
  IN_VAIN = 3,
};

/* The number of steps depends on the board only, not on the time that they take. */
static bool
price (TwDualView *view, TwRun *run)
{
  for (int steps = FIRST_STEPS; steps <= LAST_STEPS; steps *= 2) {
    int64_t before = view->prices != NULL ? view->prices->total : INT64_MIN / 2;

    if (!tw_dual_view_solve (view, steps, run))
      return false;
    if (view->prices->total - before < view->unit / WORTH)
      break;
  }
  for (int i = 0, in_vain = 0; i < CUT_ROUNDS && in_vain < IN_VAIN; i++) {
    int64_t before = tw_dual_view_worth (view);

    if (!tw_dual_view_cut (view, CUT_STEPS, run))
      return false;
    in_vain = tw_dual_view_worth (view) - before < view->unit / WORTH ? in_vain + 1 : 0;
  }
  return true;
}

/* FNV-1a, a number at a time. */
static uint64_t
hash (uint64_t sum, int64_t value)
{
  return (sum ^ (uint64_t) value) * UINT64_C (0x100000001B3);
}

static uint64_t
hash_prices (const TwDualView *view, int64_t above)
{
  uint64_t sum = hash (hash (UINT64_C (0xCBF29CE484222325), view->unit), above);

  for (int i = 0; i < view->prices->width * view->prices->height; i++)
    sum = hash (hash (sum, view->prices->cells[i]),
                view->with_cuts != NULL ? view->with_cuts->cells[i] : 0);
  for (size_t i = 0; view->charges != NULL && i < view->n_charges; i++)
    sum = hash (sum, view->charges[i]);
  return sum;
}

bool
tw_band_bound (const TwBoard *board, int count, int band, const TwOptions *options, TwRun *run,
               TwBandBound *bound)
{
  TwRun *timed = NULL;
  TwBands *bands = NULL;
  TwDualView view;
  bool good = tw_dual_view_init (&view, board, tw_dual_view_flat (board),
                                 (int64_t) tw_board_count_free (board), run)
              && price (&view, run);

  if (good)
    timed = tw_run_new_child (run, options->time);
  if (timed != NULL)
    bands = tw_dual_view_bands (&view, count, tw_squares_memory (options), timed, &bound->above);
  good = bands != NULL;
  if (good) {
    bound->unit = view.unit;
    bound->prices = hash_prices (&view, bound->above);
    tw_bands_keep_one (bands, band);
    while (tw_bands_climb (bands, INT32_MAX, NULL))
      continue;
    bound->gap = tw_bands_gap (bands, &bound->exact);
  }
  tw_bands_free (bands);
  if (timed != NULL)
    tw_run_add_nodes (run, tw_run_nodes (timed));
  tw_run_free (timed);
  tw_dual_view_clear (&view);
  return good;
}
