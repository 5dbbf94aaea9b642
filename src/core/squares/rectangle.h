/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.h - fewest squares for an empty rectangle, by depth-bounded search
 * over skylines.
 *
 * A partial tiling that always fills the lowest place first has a skyline: a
 * few level pieces. Every level piece needs squares of its own, so few squares
 * leave few pieces: iterative deepening over the number of squares looks at a
 * few thousand skylines for 30 x 29 where a column sweep would need 10^10
 * states. The answers are those of OEIS A219158.
 */
#ifndef TW_CORE_SQUARES_RECTANGLE_H
#define TW_CORE_SQUARES_RECTANGLE_H

#include "core/board.h"
#include "core/run.h"

/* A board of which every cell is free. */
bool tw_rectangle_is_empty (const TwBoard *board);

/* Offers to `run` a tiling of the empty `board` by straight cuts (the best
 * there is of that kind), when the board is not too large for that. False when
 * memory is short. */
bool tw_rectangle_cut (const TwBoard *board, TwRun *run);

/* The same for a rectangle as such, to be judged by the caller: the fewest squares that straight cuts
 * make. Not `whole`: those of a square are smaller than it. No squares when it is too large for that
 * or the run has stopped; false when memory is short. */
bool tw_rectangle_lay_out_cuts (int width, int height, bool whole, TwRun *run, TwTiling *tiling);

/* Searches with 1, 2, ... squares, raising the bound of `run` after each number
 * that is proved too small, until a tiling is found or the bound reaches the
 * best tiling that the run has. Status optimal, or that of the stopped run. */
TwStatus tw_rectangle_solve (const TwBoard *board, TwRun *run);

#endif
