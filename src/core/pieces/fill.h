/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill.h - one solution of a large piece puzzle: most of the board is filled in
 * scan order by rule of thumb, the rest by exact cover.
 *
 * At the first free cell the piece is taken that is awkward and leaves a smooth
 * front; what cuts off a region that cannot be filled is left out; a dead end
 * takes back some pieces. When the rest is small enough, restarts of the exact
 * cover search (restart.h) finish it, or more is taken back. It proves nothing
 * when it finds none.
 *
 * Private to core/pieces; called by search.c.
 */
#ifndef TW_CORE_PIECES_FILL_H
#define TW_CORE_PIECES_FILL_H

#include "core/pieces/restart.h"

/* Needs no places. Goes on until it finds one or the run stops. */
TwRestartEnd tw_fill_search (const TwInstance *instance, uint32_t seed, int threads,
                             TwPieceSolution *solution);

#endif
