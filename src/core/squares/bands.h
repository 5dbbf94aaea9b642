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

/* Cuts the board into `count` bands (1 to its width) of about the same breadth, and adds up what each
 * costs at least, to `gap`. A band is given up, with what is proved till then, when `memory` bytes are
 * charged to the run; so are all that are left when the run ends. 0 where a square of more than 255
 * fits. False when the run ends or memory is short. */
bool tw_bands_gap (const TwBoard *board, const TwReducedCosts *reduced, int32_t unit, int count,
                   size_t memory, TwRun *run, int64_t *gap);

#endif
