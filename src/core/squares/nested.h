/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested.h - a sweep over the whole board that looks ahead: by nested bands (nest.h).
 *
 * A sweep of limited width judges a state by what it has cost and by prices, which know nothing of
 * what whole squares will make of its profile. A narrow band's profiles are few enough to know that.
 * So bands are swept from the narrowest to the whole board, each keeping the states that have cost
 * least and whose halves will cost least, as far as their tables tell. A profile that a table lacks
 * is judged by the tables of its halves. Nothing is proved by the way.
 */
#ifndef TW_CORE_SQUARES_NESTED_H
#define TW_CORE_SQUARES_NESTED_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"

typedef struct {
  const TwBoard *board; /* as it is swept: columns from the left */
  const TwReducedCosts *reduced;
  int32_t unit;  /* of these: one square */
  size_t width;  /* states that the sweep keeps at a cell; those of narrow bands keep more */
  size_t memory; /* bytes that the run may have charged */
  TwRun *shown;  /* where progress is shown; may be NULL */
  int lane;      /* of it */
  int transform; /* of the board, for progress */
} TwNestedTask;

/* False, and nothing in `tiling`, when the run ends, memory is short or the largest square is too large
 * for a profile (TW_PRICED_MOST_REACH). Otherwise `tiling`, which is emptied first, is one of the board. */
bool tw_nested_sweep (const TwNestedTask *task, TwRun *run, TwTiling *tiling);

#endif
