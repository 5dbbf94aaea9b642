/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested-beam.c - beam search with look-ahead by nested bands; see nested-beam.h. Called by the
 * strategy, for boards too large for plain sweeps. */
#include "core/squares/bands/nested-beam.h"

#include "core/squares/bands/nested-bands.h"
#include "core/base/transform.h"

/* States expanded between two polls of the run. */
#define POLL_INTERVAL 500

/* Returns the beam width of a level. Narrow bands are cheap and their tables are used by many
 * sweeps, so they get more states. */
static size_t
width_at (const TwNestedBeam *task, int level)
{
  return task->width * (size_t) (level < 3 ? 1 : level == 3 ? 2 : 4);
}

static bool
sweep_all (TwNestedBands *nested, const TwNestedBeam *task, TwTiling *tiling)
{
  TwPoll poll;

  tw_poll_init (&poll, nested->run, POLL_INTERVAL);
  for (int level = nested->levels; level >= 0; level--) {
    TwNestedSweep sweep = { .level = level, .poll = &poll, .width = width_at (task, level) };

    if (level == 0) {
      sweep.tiling = tiling;
      sweep.shown = task->shown;
      sweep.bar = task->bar;
      sweep.transform = task->transform;
    }
    for (; sweep.band < 1 << level; sweep.band++) {
      if (!tw_nested_bands_sweep (nested, &sweep))
        return false;
    }
  }
  return true;
}

bool
tw_nested_beam_search (const TwNestedBeam *task, TwRun *run, TwTiling *tiling)
{
  /* Nested bands sweep bands of columns downwards, so the board is transposed. */
  TwBoard *board = tw_transform_board (TW_TRANSFORM_TRANSPOSE, task->board);
  TwReducedCosts reduced = { 0 };
  TwNestedBands *nested = NULL;
  bool fine;

  tiling->count = 0;
  if (board != NULL
      && tw_reduced_costs_turn (&reduced, board, task->reduced, task->board, TW_TRANSFORM_TRANSPOSE,
                                run))
    nested = tw_nested_bands_new (board, &reduced, NULL, task->unit, 0, board->width, task->memory,
                                  run);
  fine = nested != NULL && sweep_all (nested, task, tiling);
  tw_nested_bands_free (nested);
  tw_reduced_costs_clear (&reduced, run);
  tw_board_free (board);
  if (!fine)
    tiling->count = 0;
  return fine;
}
