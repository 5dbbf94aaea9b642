/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halves.h - finds tilings of large boards by joining two partial tilings.
 *
 * A partial tiling that is filled from the bottom ends in a skyline. The rest of a tiling, upside
 * down, is also such a partial tiling, and its skyline is the complement of the first one. So it
 * suffices to enumerate partial tilings with simple skylines, to store their skylines and used
 * sizes, and to look for two that fit: n partial tilings make n * n pairs.
 *
 * Internal to core/capped; called by solve.c. It finds tilings but proves nothing. */
#pragma once

#include "core/base/tiling.h"
#include "core/capped/search.h"

/* Looks for a tiling with cap 2 (or 1, when that is the limit of the walk) in `walks` random walks,
 * with the seeds walk->seed, walk->seed + 1, ... Returns true and stores the tiling, in the
 * coordinates of `walk`, when one is found. Returns false when none was found, the run stopped or
 * memory was short. */
bool tw_capped_find_halves (const TwCappedWalk *walk, int walks, TwRun *run, TwTiling *tiling);
