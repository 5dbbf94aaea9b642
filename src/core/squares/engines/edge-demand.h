/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edge-demand.h - prices that suit several bands (bands.h) better than those of the whole board.
 *
 * The bound of bands is the sum of all prices and of the least reduced costs of the bands. Inside a
 * band prices do not matter: each covering pays for each cell once. Near an edge of two bands they
 * do, since the coverings of the two disagree there. A cell that the squares of both cover is too
 * cheap for them, a cell that both leave to the other is too dear: one less the cover of a cell
 * (tw_bands_add_covers ()) is a supergradient of the bound, which is a concave function of the
 * prices. The steps are added up in the demand of the dual solver, not in the prices, so the solver
 * keeps the prices of all cells as high as the others allow (dual averaging: Nesterov 2009). Any
 * feasible prices give a valid bound. */
#pragma once

#include "core/squares/sweep/dual-view.h"

typedef struct {
  double *demand; /* for each cell; NULL before the first step */
  int steps;
} TwEdgeDemand;

/* Moves the view's prices with cuts by one step, from the coverings of bands of these prices. The
 * new prices are worth less by themselves. Returns false when the view has no cuts, a covering is
 * not known, memory is short or the run ends. */
bool tw_edge_demand_step (TwEdgeDemand *edges, TwDualView *view, TwBands *bands);
void tw_edge_demand_clear (TwEdgeDemand *edges, const TwDualView *view);
