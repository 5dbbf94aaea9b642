/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested-bands.h - nested bands: a band of columns (band.h), its halves, their halves, and so on,
 * with what is known of each. Shared by sweeps for tilings (nested-beam.c) and for bounds
 * (bands.c).
 *
 * A band is swept on its own; squares of neighbouring bands may protrude into it. A backward pass
 * then computes, for each kept state, the minimum cost of covering the remaining cells of the band,
 * and stores it in a table. The sweep of a band twice as broad evaluates a state by its cost so far
 * plus the table entries of the two halves.
 *
 * Tables of disjoint regions that add up are known from the sliding-tile puzzle (additive pattern
 * databases: Felner, Korf and Hanan 2004). */
#pragma once

#include <stdatomic.h>

#include "core/base/board.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"
#include "core/base/tiling.h"

enum {
  TW_NESTED_LEVELS = 8, /* maximum depth of halving */
};

/* Larger than every valid cost: the state cannot be completed. */
#define TW_NESTED_INFINITE (INT32_MAX / 4)

/* The cost to complete a profile. */
typedef struct {
  uint32_t profile; /* its number, counted from the last one as 1 */
  int32_t cost;     /* -1: the entry is free */
  uint16_t row;     /* row of the first uncovered cell */
  uint16_t check;   /* high bits of the hash; the low bits are the position */
} TwNestedEntry;

/* The table and the bounds of a band. */
typedef struct {
  int from, breadth;
  TwNestedEntry *table;
  uint32_t size; /* a power of 2; 0: no table */
  /* of the entries: `breadth` reaches below the row of the entry each */
  uint8_t *profiles;
  uint32_t n_profiles;
  int32_t *least; /* minimum of the table's costs for each row of the first uncovered cell, and
                   * one more at the end */
  int32_t limit;  /* the table holds all coverings of at most this cost; -1: nothing is known */
  int32_t proved; /* proved lower bound on the cost of a covering */
  uint64_t kept;  /* number of states that the last sweep kept */
} TwNestedBand;

typedef struct {
  TwRun *run;
  const TwBoard *board; /* bands of columns are swept downwards; not owned */
  const TwReducedCosts *reduced;
  const TwCutList *cuts; /* not owned; NULL: none */
  int32_t unit;
  size_t memory;      /* the run's charged memory must stay below this */
  uint64_t hash_mask; /* tw_run_hash_mask () */
  int levels;
  atomic_uint_fast64_t kept; /* number of states kept, over all sweeps */
  /* A heap: band 1 is the whole range; bands 2 i and 2 i + 1 are the halves of band i. */
  TwNestedBand bands[2 << TW_NESTED_LEVELS];
} TwNestedBands;

/* One of `count` parts of a sweep: each covering of the whole range belongs to exactly one. Few
 * states belong to coverings of several parts. */
typedef struct {
  int number, count;
  int32_t proved; /* set by the sweep, like the next one, in place of those of the band */
  uint64_t kept;
} TwNestedPart;

typedef struct {
  int level, band; /* number of a band of this level, from 0 */
  TwPoll *poll;    /* of the calling thread */
  /* Beam width: states kept at each cell. 0: the sweep keeps all states that can lead to a covering
   * within `limit`, as judged by the tables of the halves, whatever the limits of these are. */
  size_t width;
  int32_t limit;
  TwTiling *tiling;   /* Only for the whole range: the sweep stores the best covering here, with x
                     * and y exchanged and columns counted from the first one of the range, and makes
                     * no table. Without a covering it stays empty, and a sweep with a beam width
                     * returns false. NULL: the sweep makes a table. */
  TwNestedPart *part; /* only with a tiling and a limit; NULL: all coverings */
  TwRun *shown;       /* where progress is shown; may be NULL */
  int bar;            /* progress bar of `shown` */
  int transform;      /* transform shown with the progress, of the board with x and y exchanged */
} TwNestedSweep;

/* Prepares nested bands for `breadth` columns from column `from`. `cuts` (NULL: none): further
 * members of a cut cost its weight each (band.h). Returns NULL when memory is short, or a square is
 * larger than a profile can represent (TW_MOST_REACH). */
TwNestedBands *tw_nested_bands_new (const TwBoard *board, const TwReducedCosts *reduced,
                                    const TwCutList *cuts, int32_t unit, int from, int breadth,
                                    size_t memory, TwRun *run);
void tw_nested_bands_free (TwNestedBands *nested);

/* Sweeps a band. If the band has halves, their tables must exist. Returns false when the run ends
 * or memory is short: the band then has no table. Threads may sweep bands at the same time if
 * neither contains the other, and parts of the whole range. */
bool tw_nested_bands_sweep (TwNestedBands *nested, const TwNestedSweep *sweep);
