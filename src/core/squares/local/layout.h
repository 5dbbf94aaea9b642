/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - a tiling as a table of the board's cells: the size of each square at its upper-left
 * cell, row-major, and 0 elsewhere. Large-neighbourhood search and blocks use it to replace regions
 * of a tiling. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"

/* Copies the squares that lie within `part`, whose upper-left cell is (x, y) of the board, to
 * `tiling`, in coordinates of `part`, and marks their cells free in `part`. Returns false when
 * memory is short. */
bool tw_layout_take (const TwBoard *board, const uint16_t *sizes, int x, int y, TwBoard *part,
                     TwTiling *tiling);
/* Enters (`here`) or removes the squares of a region that lies at (x, y). */
void tw_layout_set (const TwBoard *board, uint16_t *sizes, int x, int y, const TwTiling *tiling,
                    bool here);
/* Stores all squares of the table in `tiling`. Returns false when memory is short. */
bool tw_layout_collect (const TwBoard *board, const uint16_t *sizes, TwTiling *tiling);
