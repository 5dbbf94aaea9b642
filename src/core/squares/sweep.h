/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h - the column sweep for boards of any height.
 *
 * As exact.h, but the states of a column are kept in a hash table, and only
 * those whose cost is within a margin of the cheapest; new squares are at most
 * `deviation` smaller than the largest that fits. Without margin and deviation
 * it is exact. Up to TW_SHAPES_MAX_HEIGHT rows the key of a state is the number
 * of its shape: no two shapes share it and the state needs no other memory.
 * Above, the key is a hash of the profile, which is kept beside it and compared
 * where keys are equal, so that two profiles of one hash stay two states.
 *
 * A sweep goes on one column a call, so that a few threads can move many.
 */
#ifndef TW_CORE_SQUARES_SWEEP_H
#define TW_CORE_SQUARES_SWEEP_H

#include <limits.h>

#include "core/board.h"
#include "core/run.h"
#include "core/squares/gates.h"

enum {
  TW_SWEEP_NO_LIMIT = INT_MAX / 4,
};

/* One sweep over one board. */
typedef struct TwSweep TwSweep;
/* What a thread needs to move sweeps; charged to the run. */
typedef struct TwSweepScratch TwSweepScratch;

typedef struct {
  int margin;           /* TW_SWEEP_NO_LIMIT: keep all */
  int deviation;        /* likewise: try all sizes */
  const TwGates *gates; /* NULL: the margin stays */
} TwSweepRule;

typedef enum {
  TW_SWEEP_GOES_ON,
  TW_SWEEP_DONE,    /* all columns are covered */
  TW_SWEEP_STOPPED, /* the run has stopped; what it has is of no use */
  TW_SWEEP_NO_MEMORY,
} TwSweepResult;

TwSweepScratch *tw_sweep_scratch_new (TwRun *run);
void tw_sweep_scratch_free (TwSweepScratch *scratch);

/* `board` must outlive the sweep. NULL when memory is short. */
TwSweep *tw_sweep_new (TwRun *run, const TwBoard *board, const TwSweepRule *rule);
void tw_sweep_free (TwSweep *sweep);

/* Covers the next column. After `hurry` seconds of the run the column takes what it has
 * found, as soon as that is at least one state; HUGE_VAL: takes its time. An exact sweep
 * does not hurry. */
TwSweepResult tw_sweep_column (TwSweep *sweep, TwSweepScratch *scratch, double hurry);

int tw_sweep_columns_done (const TwSweep *sweep);
size_t tw_sweep_states (const TwSweep *sweep);
/* Profile of the cheapest state of the last column; board->height values. */
void tw_sweep_front (const TwSweep *sweep, uint16_t *profile);
/* Appends the tiling of the cheapest state once the sweep is done; false when
 * memory is short. */
bool tw_sweep_tiling (const TwSweep *sweep, TwTiling *tiling);

#endif
