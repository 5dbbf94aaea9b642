/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h - the column sweep for boards of any height.
 *
 * Like exact.h, but the states of a column are in a hash table, only states whose cost is within a
 * margin of the cheapest are kept, and new squares are at most `deviation` smaller than the largest
 * that fits. With unlimited margin and deviation the sweep is exact. Up to TW_SHAPES_MAX_HEIGHT
 * rows the key of a state is the rank of its shape: ranks are unique and the profile need not be
 * stored. For greater heights the key is a hash of the profile. The profile is stored beside it and
 * compared when keys are equal, so two profiles with the same hash remain two states.
 *
 * Each call advances a sweep by one column, so few threads can advance many sweeps. */
#pragma once

#include <limits.h>

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"
#include "core/squares/sweep/gates.h"

enum {
  TW_SWEEP_NO_LIMIT = INT_MAX / 4,
};

/* One sweep over one board. */
typedef struct TwSweep TwSweep;
/* Working memory of a thread that advances sweeps; charged to the run. */
typedef struct TwSweepScratch TwSweepScratch;

typedef struct {
  int margin;           /* TW_SWEEP_NO_LIMIT: keep all states */
  int deviation;        /* TW_SWEEP_NO_LIMIT: try all sizes */
  const TwGates *gates; /* NULL: the margin is constant */
} TwSweepRule;

TwSweepScratch *tw_sweep_scratch_new (TwRun *run);
void tw_sweep_scratch_free (TwSweepScratch *scratch);

/* `board` must outlive the sweep. Returns NULL when memory is short. */
TwSweep *tw_sweep_new (TwRun *run, const TwBoard *board, const TwSweepRule *rule);
void tw_sweep_free (TwSweep *sweep);

/* Covers the next column. Returns TW_END_DONE when it was the last one, TW_END_LIMIT when more
 * follow; after TW_END_STOPPED the column is incomplete and must not be used. After `hurry` seconds
 * of the run, the column ends early as soon as it has at least one state; HUGE_VAL: no limit. An
 * exact sweep ignores `hurry`. */
TwEnd tw_sweep_column (TwSweep *sweep, TwSweepScratch *scratch, double hurry);

/* Number of covered columns, and number of states after the last of them. */
int tw_sweep_columns_done (const TwSweep *sweep);
size_t tw_sweep_states (const TwSweep *sweep);
/* Stores the profile of the cheapest state of the last column: board->height values. */
void tw_sweep_front (const TwSweep *sweep, uint16_t *profile);
/* Appends the tiling of the cheapest state; the sweep must be done. Returns false when memory is
 * short. */
bool tw_sweep_tiling (const TwSweep *sweep, TwTiling *tiling);
