/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restart.h - finds one solution of a piece puzzle by a search with restarts.
 *
 * The exact cover search branches in a random order that prefers awkward pieces. After some
 * thousand nodes it restarts with another order. When there are many solutions, the time of one
 * run has a heavy tail, and most runs find a solution almost at once. The search normally proves
 * nothing when it finds none.
 *
 * Source: C. P. Gomes, B. Selman, N. Crato, H. Kautz, Heavy-Tailed Phenomena in Satisfiability and
 * Constraint Satisfaction Problems (2000).
 *
 * Private to core/pieces; called by search.c and fill.c.
 */
#pragma once

#include "core/pieces/cover.h"

/* Estimates how hard it is to place a piece of each class. Only the order of the numbers has a
 * meaning; larger is harder. `difficulty` has n_classes elements. */
void tw_restart_difficulties (const TwInstance *instance, double *difficulty);

/* Needs the list of placements. Each of the `threads` workers starts `tries` searches (0: until the
 * run stops), the first with a limit of `share` nodes. Returns TW_END_NONE when one search was
 * complete, TW_END_STOPPED also after the last try. A found *solution is the caller's. */
TwEnd tw_restart_search (const TwInstance *instance, uint32_t seed, int threads, int tries,
                         uint64_t share, TwPieceSolution *solution);
