/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.h - dual prices of the set-partitioning model, one for each cell.
 *
 * Minimum-square cover is a set-partitioning problem: one 0/1 variable for each square that fits,
 * one equation for each free cell. A dual solution gives each free cell a price, which may be
 * negative, such that the cells of each square cost at most one square together. By weak duality
 * the prices of any set of free cells add up to a lower bound on the number of squares that cover
 * exactly this set: the whole board, or the cells that a partial tiling leaves uncovered.
 *
 * Prices are integers; `unit` of them are worth one square. They are checked against every square
 * after rounding, so a bound from them never exceeds the optimum. */
#pragma once

#include "core/base/board.h"
#include "core/run/run.h"

/* All cuts (cuts.h) of a dual solver with a price, sorted by their uppermost row. Cut i has the points from
 * points[cuts[i].first_point] up to, but excluding, points[cuts[i + 1].first_point]. */
typedef struct {
  int32_t weight;
  uint32_t first_point;
  int top, bottom; /* the rows of its uppermost and lowest points */
} TwListedCut;

typedef struct {
  size_t n;
  uint32_t *points;   /* numbered as in cuts.h */
  TwListedCut cuts[]; /* n, and one more */
} TwCutList;

typedef struct {
  int width;
  int height;
  int32_t unit;
  int64_t total;   /* sum over all free cells */
  int64_t extra;   /* contribution of the cuts to the bound of the whole board */
  int32_t cells[]; /* row-major; 0 on blocked cells */
} TwPrices;

/* Returns the smallest number of squares that the prices allow. */
int64_t tw_prices_bound (const TwPrices *prices);
/* Returns a unit for which sums of prices on a board with about `squares` squares fit into 31
 * bits. */
int32_t tw_prices_unit (int64_t squares);
/* Returns the prices of the board after transform k; NULL when memory is short. */
TwPrices *tw_prices_transform (int k, const TwPrices *prices, TwRun *run);
/* Returns the prices of a region, without cuts: the upper-left cell of `part` is (x, y). Blocked
 * cells of `part` get 0. The free cells of `part` must be free on the board. */
TwPrices *tw_prices_crop (const TwPrices *prices, const TwBoard *part, int x, int y, TwRun *run);
TwPrices *tw_prices_copy (const TwPrices *prices, TwRun *run);
void tw_prices_free (TwPrices *prices, TwRun *run);
/* Returns NULL when memory is short. */
TwCutList *tw_cut_list_new (size_t n, size_t n_points, TwRun *run);
TwCutList *tw_cut_list_copy (const TwCutList *list, TwRun *run);
void tw_cut_list_free (TwCutList *list, TwRun *run);
/* Rounds real prices (row-major, one for each cell; values of blocked cells are ignored) and lowers
 * the prices of overcharged squares until all are feasible. `charges` holds what cuts charge each
 * square, by cell in row-major order and then by size (NULL: nothing). Returns NULL when memory is
 * short or the run ends. */
TwPrices *tw_prices_round (const TwBoard *board, const double *values, int32_t unit,
                           const int64_t *charges, TwRun *run);

/* Closed-form initial prices: a cell costs 1 / s^2, where s is the side of the largest square that
 * can cover it. Returns NULL when memory is short. */
TwPrices *tw_prices_by_size (const TwBoard *board, int32_t unit, TwRun *run);

/* Reduced costs of all squares that fit: row-major by upper-left cell, then by size. */
typedef struct {
  uint32_t *first; /* index of each cell's smallest square, and one past the last square */
  int32_t *costs;  /* at least 0, in units of the prices */
} TwReducedCosts;

/* `charges` holds what the cuts charge each square, in the same order (NULL: nothing). Returns
 * false when memory is short; the caller must clear `reduced` in that case, too. */
bool tw_reduced_costs_init (TwReducedCosts *reduced, const TwBoard *board, const TwPrices *prices,
                            const int64_t *charges, TwRun *run);
/* Allocates the arrays for `board` without setting the costs. Otherwise as
 * tw_reduced_costs_init (). */
bool tw_reduced_costs_new (TwReducedCosts *reduced, const TwBoard *board, TwRun *run);
/* Copies the reduced costs `from` of the squares on `original` to `board`, which is `original`
 * after transform k. Otherwise as tw_reduced_costs_init (). */
bool tw_reduced_costs_turn (TwReducedCosts *reduced, const TwBoard *board,
                            const TwReducedCosts *from, const TwBoard *original, int k, TwRun *run);
void tw_reduced_costs_clear (TwReducedCosts *reduced, TwRun *run);

/* Returns the side of the largest square that fits at a cell. */
static inline int
tw_reduced_costs_largest (const TwReducedCosts *reduced, size_t cell)
{
  return (int) (reduced->first[cell + 1] - reduced->first[cell]);
}
