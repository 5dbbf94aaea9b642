/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nest.h - nested bands: a band of columns (band.h), its halves, theirs, and so on, and what is known of
 * each. What sweeps for tilings (nested.c) and bounds (bands.c) have in common.
 *
 * A band is swept alone, its neighbours' squares sticking in as they like, and then from the end back
 * each state that was kept learns what the rest of the band costs at least, in a table. The sweep of
 * a band twice as broad judges its states by what they have cost and by the tables of the halves.
 *
 * Tables of parts that add up are known from the sliding-tile puzzle (additive pattern databases: Felner,
 * Korf and Hanan 2004).
 */
#ifndef TW_CORE_SQUARES_NEST_H
#define TW_CORE_SQUARES_NEST_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"
#include "core/tiling.h"

enum {
  TW_NEST_LEVELS = 8, /* of halves, at most */
};

/* More than all that counts: the cost of what leads nowhere. */
#define TW_NEST_ENDLESS (INT32_MAX / 4)

/* What a profile still costs. */
typedef struct {
  uint32_t check; /* half of its hash; the other half is the place to look */
  int32_t cost;   /* -1: free */
} TwNestEntry;

/* What is known of a band. */
typedef struct {
  int from, breadth;
  TwNestEntry *table;
  uint32_t size;  /* a power of 2; 0: no table */
  int32_t *least; /* of the table's costs for each row of the first uncovered cell; and an end */
  int32_t limit;  /* coverings that cost no more are all in the table; -1: nothing is known */
  int32_t proved; /* a covering costs at least this */
} TwNestBand;

typedef struct {
  TwRun *run;
  const TwBoard *board; /* bands of columns are swept downwards; not owned */
  const TwReducedCosts *reduced;
  int32_t unit;
  size_t memory; /* bytes that the run may have charged */
  int levels;
  TwPoll poll;
  uint64_t kept; /* states, in all sweeps */
  /* A heap: 1 is the whole, 2 i and 2 i + 1 the halves of band i. */
  TwNestBand bands[2 << TW_NEST_LEVELS];
} TwNest;

typedef struct {
  int level, band; /* a band of this level, from 0 on */
  /* States that are kept at a cell. 0: all that can lead to a covering within the limit, as far as the halves'
   * tables tell, which then serve to it. */
  size_t width;
  int32_t limit;
  TwTiling *tiling; /* of the whole: the best covering, and no table; NULL: a table. In it x and y
                     * are exchanged. */
  TwRun *shown;     /* where progress is shown; may be NULL */
  int lane;         /* of it */
  int transform;    /* of the board with x and y exchanged, for progress */
} TwNestSweep;

/* Of columns from, from + 1, ...: `breadth` of them. NULL when memory is short, or a square is larger
 * than a profile can tell (TW_PRICED_MOST_REACH). */
TwNest *tw_nest_new (const TwBoard *board, const TwReducedCosts *reduced, int32_t unit, int from,
                     int breadth, size_t memory, TwRun *run);
void tw_nest_free (TwNest *nest);
/* Before a thread goes on where another left off. */
void tw_nest_wake (TwNest *nest);

/* Sweeps a band, for which the halves' tables are needed, if it has halves. False when the run ends or
 * memory is short: the band then has no table. */
bool tw_nest_sweep (TwNest *nest, const TwNestSweep *sweep);

#endif
