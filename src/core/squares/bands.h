/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bands.h - what tilings cost above the prices, band by band.
 *
 * Prices bound a tiling by what its cells are worth; above that comes the reduced cost of each of its
 * squares, and fractional solutions have squares of reduced cost 0 only. Whole tilings do not. In a
 * band of columns, the least that the squares there can cost together is found exactly, by a sweep along
 * the band, squares at its edges sticking out as they like. A square that lies in more bands than one
 * costs in each its part of the columns, so that the sum over all bands bounds every tiling.
 * (A Lagrangian decomposition: Guignard and Kim 1987.)
 */
#ifndef TW_CORE_SQUARES_BANDS_H
#define TW_CORE_SQUARES_BANDS_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"

/* Threads: any number may climb at once, each on a band of its own. */
typedef struct TwBands TwBands;

/* Cuts the board into `count` bands (1 to its width) of about the same breadth. A band is given up, with
 * what is proved till then, when `memory` bytes are charged to the run, or at once where a square of
 * more than 255 fits. Copies what it needs. NULL when memory is short. */
TwBands *tw_bands_new (const TwBoard *board, const TwReducedCosts *reduced, int32_t unit, int count,
                       size_t memory, TwRun *run);
/* One user more, or less: the last one frees them. */
TwBands *tw_bands_ref (TwBands *bands);
void tw_bands_unref (TwBands *bands);

/* Works on the band for which the least was done: proves some more, or finds the covering that costs
 * least. False when there is no band left to work on for this thread, or the run ends. */
bool tw_bands_climb (TwBands *bands);
/* What all bands cost at least, together, as far as is proved; `exact`: they cost no more. */
int64_t tw_bands_gap (TwBands *bands, bool *exact);

#endif
