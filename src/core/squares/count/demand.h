/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand.h - which partial tilings of a count cannot lead to an optimal one: what the cells that they
 * leave uncovered need by the dual of a certificate.
 *
 * Private to core/squares/count. */
#pragma once

#include "core/squares/certify.h"

enum {
  TW_DEMAND_CUT_WORDS = 2, /* the cuts of the largest weights prune a count, at most 64 a word */
};

/* What prices and cuts contribute to the bound for some cells: the sum of their prices and, for
 * each cut, whether they have an odd number of corners in its set. */
typedef struct {
  int64_t sum;
  uint64_t odd[TW_DEMAND_CUT_WORDS];
} TwDemand;

/* The dual of a certificate, in the orientation of the count. While the uncovered cells have an odd
 * number of corners among the points of a cut, its weight is added to the bound of the prices. */
typedef struct {
  TwPrices *prices; /* NULL: nothing is pruned */
  int n_cuts;
  int32_t weights[64 * TW_DEMAND_CUT_WORDS];
  uint64_t (*points)[TW_DEMAND_CUT_WORDS]; /* the cuts of each corner point, row-major */
  TwDemand
    *tails; /* for each row: demand of the free cells from each column to the end; width + 1 a
                  * row */
} TwCountDual;

/* Takes over the dual of a certified part, whose board becomes `board` by transform k. Returns false
 * when memory is short; the caller clears the dual in any case. */
bool tw_count_dual_init (TwCountDual *dual, TwRun *run, const TwCertifiedDual *from,
                         const TwBoard *board, int k);
void tw_count_dual_clear (TwCountDual *dual, TwRun *run);
/* Computes the demand of the uncovered cells; `reach` has the first one of each row. */
TwDemand tw_count_dual_measure (const TwCountDual *dual, const uint16_t *reach);
/* Returns whether `left` more squares may be enough after the given one is placed. `before` is the
 * demand before it. */
bool tw_count_dual_allows (const TwCountDual *dual, const TwDemand *before, int x, int y, int size,
                           int64_t left);
