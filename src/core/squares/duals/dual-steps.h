/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dual-steps.h - the fields of the dual solver (dual-solver.h), and its steps. On large boards, most
 * steps pass only over squares that may have a share. For the dual solver and its tests. */
#pragma once

#include "core/squares/duals/cuts.h"
#include "core/squares/duals/prices.h"

typedef struct TwDualSolver TwDualSolver;

/* The primal step is the diagonal preconditioner's times this ratio, the dual step is divided by
 * it. The value was found by experiment: on real boards it gets within 1 % of the optimum about
 * twice as fast. */
#define STEP_RATIO 0.2f

/* Rows are padded to whole vectors. Rows of tables also have room for a square that begins in the
 * last column and for the cells it covers. */
#define AT_ONCE   8
#define BEYOND    (2 * AT_ONCE)
#define WHOLE(n)  (((n) + AT_ONCE - 1) / AT_ONCE * AT_ONCE)
#define ALIGNMENT (AT_ONCE * sizeof (float))

/* AT_ONCE squares of the same size and row, side by side. */
typedef struct {
  float share[AT_ONCE], anchor[AT_ONCE], cost[AT_ONCE];
} TwDualBlock;

struct TwDualSolver {
  TwRun *run;
  const TwBoard *board;
  int width, height, most; /* most: side of the largest square */
  size_t n_squares, n_cells, stride;
  bool thinned;  /* not all sizes have a plane */
  TwSpan *spans; /* one for each size and row */
  void *memory;  /* the block that holds the next float arrays */
  float *cost;   /* for each square: 1, or NO_SQUARE */
  float *share, *share_anchor;
  float *price, *price_anchor, *answer; /* for each cell */
  float *step, *demand;
  float *table; /* summed-area table of the prices: `stride` floats a row, one row more than the
                 * board */
  float *cover; /* cover of each cell, accumulated from second differences; same layout as
                 * `table` */
  float *row;   /* reflected shares of one row of squares, with zeros before and after it */
  uint16_t *largest;
  uint32_t *active;   /* numbers of the active blocks; NULL: every step is over all squares */
  uint32_t *n_active; /* how many of them there are in each size and row */
  size_t all_active;  /* and altogether */
  void *packed;       /* the active blocks side by side; the first is aligned */
  size_t most_packed; /* blocks that there is room for */
  int since_full;     /* steps since the last one over all squares, with it; 0: do one next. From 2
                         * on, the shares of active blocks are in `packed` */
  int steps, since_restart;
  TwCuts *cuts;            /* NULL: no cuts, and the next three are unused */
  void *cuts_memory;       /* the block that holds the next two arrays, one float for each
                            * square */
  float *charged, *length; /* cost less the cuts' prices; primal step length */
};

/* First column and length of a span, rounded to whole vectors. */
static inline int
span_begin (const TwSpan *span)
{
  return span->from / AT_ONCE * AT_ONCE;
}

static inline int
span_length (const TwSpan *span)
{
  return span->from < span->to ? WHOLE (span->to - span_begin (span)) : 0;
}

static inline TwDualBlock *
tw_dual_steps_packed (const TwDualSolver *p, size_t i)
{
  return (TwDualBlock *) (((uintptr_t) p->packed + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT) + i;
}

/* Turns a table with rows of `stride` floats into its summed-area table. */
void tw_dual_steps_sum_up (float *table, size_t stride, int width, int height);
/* Sets the table to the sums of the prices. */
void tw_dual_steps_sum_prices (TwDualSolver *p);
/* One step, except for cuts. Returns false when the run ends; then some shares have changed. */
bool tw_dual_step (TwDualSolver *p, float weight, TwPoll *poll);
/* Copies the shares of active blocks back. Must be called before others read or change shares. */
void tw_dual_steps_unpack (TwDualSolver *p);
void tw_dual_steps_free_packed (TwDualSolver *p);
