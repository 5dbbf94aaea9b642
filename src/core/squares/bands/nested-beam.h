/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested-beam.h - a beam search over the whole board with look-ahead by nested bands
 * (nested-bands.h).
 *
 * A priced sweep of limited width judges a state by its cost so far plus dual prices. The prices
 * ignore that whole squares must fit the profile. A narrow band has few enough profiles to compute
 * the exact cost to complete each. So bands are swept from the narrowest to the whole board; each
 * sweep keeps the states for which the cost so far plus the tables of the two halves is smallest. A
 * profile that is missing in a table is estimated from the tables of the halves. The sweep proves
 * nothing. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

typedef struct {
  const TwBoard *board; /* in the orientation of the sweep: columns from the left */
  const TwReducedCosts *reduced;
  int32_t unit;  /* of the reduced costs: one square */
  size_t width;  /* beam width at each cell of the whole board; narrow bands use a larger one */
  size_t memory; /* the run's charged memory must stay below this */
  TwRun *shown;  /* where progress is shown; may be NULL */
  int bar;       /* progress bar of `shown` */
  int transform; /* transform of the board, shown with the progress */
} TwNestedBeam;

/* Empties `tiling` and stores a tiling of the board in it. Returns false and leaves `tiling` empty
 * when the run ends, memory is short, or the largest square is too large for a profile
 * (TW_MOST_REACH). */
bool tw_nested_beam_search (const TwNestedBeam *task, TwRun *run, TwTiling *tiling);
