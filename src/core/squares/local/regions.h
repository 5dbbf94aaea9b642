/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regions.h - large-neighbourhood search on nearly empty boards: removes neighbouring squares of a
 * tiling, as many as a search over fronts (skyline.h) covers again in milliseconds. Unlike windows
 * (lns.h), regions do not depend on the sides of the squares.
 *
 * Any number of threads may improve the same tiling: a thread copies a region, solves it, and
 * stores the result if the squares are still in place. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"

typedef struct TwRegions TwRegions;

/* Returns NULL when memory is short. */
TwRegions *tw_regions_new (TwRun *run);
void tw_regions_free (TwRegions *regions);
/* Copies the best tiling of `from` if it is better. Returns false when memory is short. */
bool tw_regions_take_tiling (TwRegions *regions, TwRun *from);
/* Covers one region again; `seed` chooses it. Returns false when the run ends, memory is short, or
 * the tiling has no two squares. */
bool tw_regions_improve (TwRegions *regions, uint64_t *seed, TwRun *run);
/* Offers the current tiling if it is better. */
void tw_regions_offer (TwRegions *regions, const TwBoard *board, TwRun *to);
