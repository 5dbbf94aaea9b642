/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.h - how many tilings by squares a board has: all, or those with the fewest squares.
 *
 * A sweep over columns as in priced.h, but every state keeps the number of partial tilings that lead to it. Each
 * tiling is counted once: its squares are placed in the order of their upper-left cells. Components are counted one
 * by one and multiplied. Known values: OEIS A045846 (n x n).
 *
 * When only the fewest are asked for, states also differ by their squares, and those whose squares and dual bound
 * (certify.h) exceed the optimum are dropped; none that leads to an optimal tiling is.
 */
#ifndef TW_CORE_SQUARES_COUNT_H
#define TW_CORE_SQUARES_COUNT_H

#include "core/board.h"
#include "core/natural.h"
#include "core/run.h"
#include "core/squares/certify.h"

/* OPTIMAL: `count` is the number of all tilings. OUT_OF_MEMORY also when it has more bits than
 * a TwNatural; otherwise what stopped the run. */
TwStatus tw_squares_count (const TwBoard *board, TwRun *run, TwNatural *count);

/* The same for tilings with `certificate->bound` squares, which must be the optimum: a certificate of a
 * solution with so many. It may be of another run. */
TwStatus tw_squares_count_optimal (const TwBoard *board, const TwCertificate *certificate,
                                   TwRun *run, TwNatural *count);

#endif
