/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halves.h - finds tilings of large boards by joining two parts.
 *
 * A part of a tiling that was filled from the bottom ends in a skyline; the
 * rest of the tiling, upside down, is such a part too, and its skyline is what
 * the first one lacks. So it is enough to walk through parts with simple
 * skylines, to remember skylines and sizes used, and to wait for two that fit:
 * n parts make n * n pairs.
 *
 * Internal to core/capped; called by solve.c. It finds tilings, it proves nothing.
 */
#ifndef TW_CORE_CAPPED_HALVES_H
#define TW_CORE_CAPPED_HALVES_H

#include "core/capped/search.h"

/* Looks for a tiling with cap 2 (1, when that is the limit of the walk) in so many
 * `walks` in random order, with the seeds walk->seed and those behind it. True
 * and the tiling, in the coordinates of `walk`, when one is found; else no
 * tiling was found, the run was stopped or memory was short. */
bool tw_capped_find_halves (const TwCappedWalk *walk, int walks, TwRun *run, TwTiling *tiling);

#endif
