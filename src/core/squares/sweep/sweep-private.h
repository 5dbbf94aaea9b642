/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep-private.h - what a sweep (sweep.h) consists of. For sweep.c and sweep-column.c. */
#pragma once

#include "core/squares/sweep/shapes.h"
#include "core/squares/sweep/sweep.h"

/* The states of one column, cheapest first. */
typedef struct {
  size_t count;
  uint64_t *keys;
  uint32_t *from;     /* index of the predecessor in the column before */
  uint16_t *profiles; /* `height` values for each state; only when keys are hashes */
} TwSweepColumn;

struct TwSweep {
  TwRun *run;
  const TwBoard *board;
  TwSweepRule rule;
  bool ranked; /* keys are ranks of shapes */

  uint16_t *largest;      /* side of the largest square at each cell, column by column */
  TwSweepColumn *columns; /* columns[x + 1] holds the states after column x */
  uint32_t *costs;        /* costs of the states of the last column */
  int done;
};

/* Returns false when memory is short. */
bool tw_sweep_alloc_column (TwSweep *sweep, TwSweepColumn *column, size_t count);
void tw_sweep_free_column (TwSweep *sweep, TwSweepColumn *column);
/* Copies the profile of a state. `shapes` are those of the height when keys are ranks. */
void tw_sweep_load (const TwSweep *sweep, const TwShapes *shapes, const TwSweepColumn *column,
                    size_t state, uint16_t *profile);
