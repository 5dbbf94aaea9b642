/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill.h - finds one solution of a large piece puzzle: a greedy heuristic fills most of the board
 * in scan order, exact cover fills the rest.
 *
 * At the first free cell the heuristic prefers awkward pieces and placements that leave a smooth
 * front, and rejects placements that cut off a region that cannot be filled. At a dead end it
 * takes back some pieces. When the uncovered rest is small enough, restarts of the exact cover
 * search (restart.h) finish it; when they fail, more pieces are taken back. The search cannot
 * prove that there is no solution.
 *
 * Private to core/pieces; called by search.c.
 */
#pragma once

#include "core/pieces/instance.h"

/* Does not need the list of placements. Runs until it finds a solution or the run stops. */
TwEnd tw_fill_search (const TwInstance *instance, uint32_t seed, int threads,
                      TwPieceSolution *solution);
