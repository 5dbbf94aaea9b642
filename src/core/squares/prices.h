/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.h - prices of cells: dual values of the set-partitioning model.
 *
 * Minimum-square cover is a set-partitioning problem: one 0/1 variable for each square that fits,
 * one equation for each free cell. A dual solution gives each free cell a price, which may be
 * negative, so that the cells of no square cost more than one square together. The prices of any set
 * of free cells then add up to a lower bound for the squares that cover exactly this set: of the
 * whole board, and of what a partial tiling has left uncovered.
 *
 * Prices are integers, `unit` of them worth one square, and are checked against every square
 * after rounding, so a bound from them is exact: it never exceeds the optimum.
 */
#ifndef TW_CORE_SQUARES_PRICES_H
#define TW_CORE_SQUARES_PRICES_H

#include "core/board.h"
#include "core/run.h"

enum {
  TW_PRICE_CUTS = 128, /* at most; two words of bits */
};

/* Cuts (cuts.h) that go with prices: while what is left to cover has an odd number of corners
 * among the points of a cut, it needs the weight of the cut besides its cells' prices. */
typedef struct {
  int n;
  size_t n_points; /* (width + 1) x (height + 1) */
  int64_t sum;     /* of the weights */
  int32_t weights[TW_PRICE_CUTS];
  uint64_t points[][TW_PRICE_CUTS / 64]; /* the cuts that each point belongs to, row-major */
} TwPriceCuts;

typedef struct {
  int width;
  int height;
  int32_t unit;
  int64_t total;     /* of all free cells */
  int64_t extra;     /* what cuts add to the bound of the whole board */
  TwPriceCuts *cuts; /* the heaviest of these; may be NULL */
  int32_t cells[];   /* row-major; 0 on blocked cells */
} TwPrices;

/* The least number of squares that the prices prove. */
int64_t tw_prices_bound (const TwPrices *prices);
/* A unit that lets the sums of a board with about `squares` squares fit into 31 bits. */
int32_t tw_prices_unit (int64_t squares);
/* Prices as they lie on the board after transform k; NULL when memory is short. */
TwPrices *tw_prices_transform (int k, const TwPrices *prices, TwRun *run);
/* Those of a part, without cuts: `part` lies with its upper-left cell at (x, y), and its free cells are free. */
TwPrices *tw_prices_crop (const TwPrices *prices, const TwBoard *part, int x, int y, TwRun *run);
TwPrices *tw_prices_copy (const TwPrices *prices, TwRun *run);
void tw_prices_free (TwPrices *prices, TwRun *run);
/* Empty ones, for prices of this size. */
TwPriceCuts *tw_price_cuts_new (int width, int height, TwRun *run);

/* Rounds real prices (row-major, one for each cell; those of blocked cells are ignored) to feasible
 * ones by lowering those of overcharged squares. Squares that begin left of `first_column`, or in it
 * above `first_row`, do not count, and cells there get 0. `charges` are what squares cost besides, in
 * the order of cells and then of sizes (only with the whole board; NULL: nothing). NULL when memory
 * is short or the run ends. */
TwPrices *tw_prices_round (const TwBoard *board, const double *values, int32_t unit,
                           int first_column, int first_row, const int64_t *charges, TwRun *run);

/* Prices that are had at once: one over the area of the largest square that can cover the cell. NULL
 * when memory is short. */
TwPrices *tw_prices_by_size (const TwBoard *board, int32_t unit, TwRun *run);

/* Reduced costs of all squares that fit: row-major by upper-left cell, then by size. */
typedef struct {
  uint32_t *first; /* index of the smallest square, one for each cell; and an end */
  int32_t *costs;  /* at least 0, in units of the prices */
} TwReducedCosts;

/* `charges` are what cuts charge the squares, in the same order (NULL: nothing). False when memory is
 * short; clear it then, too. */
bool tw_reduced_costs_init (TwReducedCosts *reduced, const TwBoard *board, const TwPrices *prices,
                            const int64_t *charges, TwRun *run);
/* Room for those of the board, without costs; the same otherwise. */
bool tw_reduced_costs_new (TwReducedCosts *reduced, const TwBoard *board, TwRun *run);
/* Those of the same squares as `from` has, which are on `original`; `board` is that after transform k.
 * The same otherwise. */
bool tw_reduced_costs_turn (TwReducedCosts *reduced, const TwBoard *board,
                            const TwReducedCosts *from, const TwBoard *original, int k, TwRun *run);
void tw_reduced_costs_clear (TwReducedCosts *reduced, const TwBoard *board, TwRun *run);

/* The side of the largest square that fits at a cell. */
static inline int
tw_reduced_costs_largest (const TwReducedCosts *reduced, size_t cell)
{
  return (int) (reduced->first[cell + 1] - reduced->first[cell]);
}

/* An iterative solver for the dual, kept to go on from where it was. Primal-dual hybrid gradient
 * (Chambolle and Pock 2011) with diagonal preconditioning (Pock and Chambolle 2011), its reflected
 * steps drawn back to an anchor (Halpern 1967) that is set anew at restarts, as in the linear
 * programming code of Lu and Yang (2024). A step walks over all squares, with a summed-area table
 * for their prices and its transpose for the covers of cells: no matrix is stored. */
typedef struct TwPricer TwPricer;

/* `board` must outlive it. NULL when memory is short or the board has too many squares. */
TwPricer *tw_pricer_new (const TwBoard *board, TwRun *run);
void tw_pricer_free (TwPricer *pricer);
/* Goes on from where another pricer is; they are for transforms k and from_k of `original`. */
void tw_pricer_start_from (TwPricer *pricer, int k, const TwPricer *from, int from_k,
                           const TwBoard *original);
/* Begins at these prices of the same board. */
void tw_pricer_start_at (TwPricer *pricer, const TwPrices *prices);
/* From now on: squares that begin left of the column, or in it above the
 * row, do not exist, and the aim is the prices' sum
 * weighted by `demand` (row-major, one for each cell; NULL: 1 for all). */
void tw_pricer_set_aim (TwPricer *pricer, int first_column, int first_row, const float *demand);
/* False when the run ends. */
bool tw_pricer_iterate (TwPricer *pricer, int iterations);
/* The prices now, made feasible; the caller frees them. NULL when memory is short. */
TwPrices *tw_pricer_prices (TwPricer *pricer, int32_t unit);

/* What the cuts charge each square at these prices, `*n` numbers in the order of tw_prices_round ();
 * the caller frees them. NULL when there are no cuts (then `*n` is 0) or memory is short. */
int64_t *tw_pricer_charges (const TwPricer *pricer, int32_t unit, size_t *n);

/* Zero-half cuts (cuts.h), for the aim of the whole board: they raise its bound, and lower the prices
 * of the cells. A new aim drops them. False when memory is short; a set that makes no cut is passed
 * over. Then, or when some were dropped, tw_pricer_use_cuts () before the next steps: false alike. */
bool tw_pricer_add_cut (TwPricer *pricer, const uint32_t *points, size_t n_points);
bool tw_pricer_use_cuts (TwPricer *pricer);
/* Those with a price of at most `least`. */
void tw_pricer_drop_cuts (TwPricer *pricer, float least);
size_t tw_pricer_count_cuts (const TwPricer *pricer);

/* How much of square (x, y, size) the primal solution uses now, about 0 to 1. */
float tw_pricer_share (const TwPricer *pricer, TwSquare square);

#endif
