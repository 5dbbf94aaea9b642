/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle.h - the fewest squares for an empty rectangle, proved.
 *
 * Long rectangles lose squares of their full height, and composed networks (core/networks/compose.h)
 * solve what remains. The results agree with OEIS A219158. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"

/* Returns whether every cell of the board is free. */
bool tw_rectangle_is_empty (const TwBoard *board);

/* Offers to `run` the best tiling of the empty `board` by guillotine cuts; this takes time cubic in
 * the side, half a second for a side of 1000. Returns false when memory is short. */
bool tw_rectangle_cut (const TwBoard *board, TwRun *run);

/* Stores the best tiling by guillotine cuts of a width x height rectangle in `tiling`; the caller
 * evaluates it. Unless `whole`, a rectangle that is a square is divided into smaller squares.
 * Stores no squares when the run has stopped. Returns false when memory is short. */
bool tw_rectangle_lay_out_cuts (int width, int height, bool whole, TwRun *run, TwTiling *tiling);

/* Raises the bound of `run` to each number of squares for which all smaller ones are excluded,
 * until a tiling is found or the bound reaches the best tiling of the run. Returns OPTIMAL, or the
 * status of the run without a proof: when it has stopped, or the board needs too many squares. */
TwStatus tw_rectangle_solve (const TwBoard *board, TwRun *run);
