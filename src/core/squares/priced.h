/* SPDX-License-Identifier: GPL-3.0-or-later */
/* priced.h - the priced sweep: a cell-by-cell sweep that knows what the rest will cost at least.
 *
 * Squares are placed one after the other on the first uncovered cell, columns from the left, each
 * from the top. A state is that cell and the profile: how far each row is covered. Of equal states
 * the one with the fewest squares stays. Cost so far plus the prices of what is uncovered is a lower
 * bound for every tiling that a state leads to; states that cannot meet the target are dropped, and
 * the others are kept in the order of that bound when there is a limit of states.
 *
 * A sweep that dropped nothing but states over the target proves that no tiling meets it.
 */
#ifndef TW_CORE_SQUARES_PRICED_H
#define TW_CORE_SQUARES_PRICED_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"

enum {
  TW_PRICED_LANES = 4, /* sets of prices that judge a state at once */
};

typedef struct {
  const TwBoard *board; /* as it is swept; flat boards (height < width) are the faster ones */
  const TwPrices *prices[TW_PRICED_LANES]; /* all of one unit */
  int n_prices;
  const TwPrices *with_cuts; /* prices with cuts, which judge besides; may be NULL */
  int64_t target;            /* tilings of more squares are of no interest */
  size_t width;              /* states kept at a cell; 0: all that meet the target */
  uint64_t most_states;      /* the sweep gives up after so many; 0: never */
  size_t memory;             /* bytes that the run may have charged */
  TwPricer *pricer; /* of this board, for new prices on the way (its aim is changed); may be NULL */
  size_t refine;    /* states met before new prices are worth their time */
  TwRun *shown;     /* where progress is shown; may be NULL */
  int lane;         /* of it */
  int transform;    /* of the board, for progress */
} TwPricedTask;

typedef enum {
  TW_PRICED_FOUND,   /* a tiling that meets the target */
  TW_PRICED_NONE,    /* proved: there is none */
  TW_PRICED_LOST,    /* none found, but states were dropped for want of room, or it gave up */
  TW_PRICED_STOPPED, /* the run ended */
  TW_PRICED_NO_MEMORY,
} TwPricedResult;

typedef struct {
  uint64_t states; /* expanded */
  uint64_t most;   /* in one column */
  bool exact;      /* nothing was dropped but what cannot meet the target */
} TwPricedReport;

/* On TW_PRICED_FOUND the tiling (of the board as swept) is put into `tiling`, which is emptied
 * first; it has the fewest squares possible when report->exact. `report` may be NULL. */
TwPricedResult tw_priced_sweep (const TwPricedTask *task, TwRun *run, TwTiling *tiling,
                                TwPricedReport *report);

#endif
