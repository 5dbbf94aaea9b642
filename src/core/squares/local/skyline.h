/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyline.h - covers a region of a tiling again in a time that depends on the number of its squares
 * and not on their sides.
 *
 * A sweep over cells is too slow when squares are hundreds of cells large. The search here keeps the
 * front of a partial covering as a list of steps: rows that are covered equally far. It places a
 * square at the first row of the step that is covered least far, which leads to every covering.
 *
 * Each cell to the right of a step is covered by a square that begins there. A square spans two
 * steps only if both are covered equally far and no step between them is covered farther. The same
 * holds for the cells to the right of obstacles that the front has not reached. So a search for at
 * most `target` squares drops each front with too many squares placed, steps and obstacles ahead.
 * A square that is aligned with neither of its neighbours adds a step; so all but a few squares of
 * a covering are aligned, and the search is short. (Two obstacles ahead that end in the same column
 * count twice, so a covering that uses this is missed: TW_END_NONE is no proof.) */
#pragma once

#include "core/base/tiling.h"
#include "core/run/run.h"

enum {
  TW_SKYLINE_SQUARES = 40, /* maximum number of squares of a region */
};

/* Covers the cells of `squares`, which do not overlap, by at most `target` squares and stores these
 * in `tiling`. `seed` decides from which side the region is swept and in which order squares are
 * tried. `most` limits the fronts visited (TW_END_LIMIT) and receives their number. TW_END_STOPPED
 * also means that memory is short. */
TwEnd tw_skyline_cover (const TwTiling *squares, int target, uint64_t *seed, uint64_t *most,
                        TwRun *run, TwTiling *tiling);
