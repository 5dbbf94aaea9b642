/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dual-solver.h - an iterative solver for dual prices (prices.h) that can continue from its last
 * iterate: primal-dual hybrid gradient (Chambolle and Pock 2011) with diagonal preconditioning
 * (Pock and Chambolle 2011). Its reflected steps are averaged with an anchor (Halpern 1967), which
 * is reset at restarts, as in the linear programming code of Lu and Yang (2024). A step passes over
 * all squares; a summed-area table gives the price of each square and its transpose the cover of
 * each cell, so no matrix is stored. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

typedef struct TwDualSolver TwDualSolver;

/* `board` must outlive the dual solver. Returns NULL when memory is short, the board has too many
 * squares, or the solver is thinned and the run ends. */
TwDualSolver *tw_dual_solver_new (const TwBoard *board, TwRun *run);
/* Is the solver thinned? On boards with very many squares it leaves out some of the large sizes. Its
 * prices are made feasible for all squares, but it must not be given cuts. */
bool tw_dual_solver_is_thinned (const TwDualSolver *solver);
void tw_dual_solver_free (TwDualSolver *solver);
/* Copies the iterate of another dual solver. The two are for transforms k and from_k of
 * `original`. */
void tw_dual_solver_start_from (TwDualSolver *solver, int k, const TwDualSolver *from, int from_k,
                                const TwBoard *original);
/* Starts at prices of the same board. */
void tw_dual_solver_start_at (TwDualSolver *solver, const TwPrices *prices);
/* Starts at real prices, in squares, one for each cell. Blocked cells must have 0. */
void tw_dual_solver_start_at_values (TwDualSolver *solver, const double *values);
/* Copies the current prices, not made feasible, to such a table. */
void tw_dual_solver_copy_values (const TwDualSolver *solver, double *values);
/* Sets the objective of later steps: the sum of the prices weighted by `demand` (row-major, one for
 * each cell), which is 1 for all at first. Cuts and the current solution stay. */
void tw_dual_solver_set_demand (TwDualSolver *solver, const double *demand);
/* Returns false when the run ends. */
bool tw_dual_solver_iterate (TwDualSolver *solver, int iterations);
/* Returns the current prices, made feasible; the caller frees them. NULL when memory is short. */
TwPrices *tw_dual_solver_prices (TwDualSolver *solver, int32_t unit);

/* Returns what the cuts charge each square at the current prices, `*n` numbers in the order of
 * tw_prices_round (); the caller frees them. NULL when there are no cuts (`*n` is 0) or memory is
 * short. */
int64_t *tw_dual_solver_charges (const TwDualSolver *solver, int32_t unit, size_t *n);
/* Returns the cuts that these charges come from; the caller frees the list. NULL as above. */
TwCutList *tw_dual_solver_list_cuts (const TwDualSolver *solver, int32_t unit);

/* Adds a zero-half cut (cuts.h), for the objective of the whole board. Cuts raise the bound and lower
 * the prices of the cells. A set of points that makes no cut is ignored. After cuts were added or
 * dropped, the caller must call tw_dual_solver_use_cuts () before the next steps. Both functions
 * return false when memory is short. */
bool tw_dual_solver_add_cut (TwDualSolver *solver, const uint32_t *points, size_t n_points);
bool tw_dual_solver_use_cuts (TwDualSolver *solver);
/* Drops the cuts whose price is at most `least`. */
void tw_dual_solver_drop_cuts (TwDualSolver *solver, float least);
size_t tw_dual_solver_count_cuts (const TwDualSolver *solver);

/* Returns the value of square (x, y, size) in the current primal iterate, about 0 to 1. */
float tw_dual_solver_share (const TwDualSolver *solver, TwSquare square);
