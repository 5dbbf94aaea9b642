/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangle-tilings.h - counts the tilings of a board by rectangles of any sizes.
 *
 * A tiling is a set of walls between neighbouring cells, so that every region is a rectangle: no
 * wall ends freely, and no corner of a region has more than 180 degrees. Both are seen at the four
 * edges that meet at a point of the grid. The sweep goes cell by cell and chooses the walls above
 * and on the left of each cell; its state is one bit for each column, whether there is a wall on the
 * left of its latest cell, and one for the wall that leads to the point. Known values: OEIS A182275
 * (n x n), A116694 (n x m). */
#pragma once

#include "core/base/board.h"
#include "core/base/natural.h"
#include "core/run/run.h"

enum {
  TW_RECTANGLE_ROWS = 40, /* of the shorter side; the states of more fit into no memory */
};

/* Sets `count` and returns OPTIMAL. Returns OUT_OF_MEMORY also when the count has more bits than a
 * TwNatural; otherwise the status of the stopped run. */
TwStatus tw_count_rectangle_tilings (const TwBoard *board, int threads, TwRun *run,
                                     TwNatural *count);
