/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain-pieces.h - first-free-cell backtracking without any cleverness: the
 * yardstick of the benchmark and the reference of the tests. It shares no code
 * with the searches of core/pieces. */
#ifndef TW_TESTS_PLAIN_PIECES_H
#define TW_TESTS_PLAIN_PIECES_H

#include "core/pieces/problem.h"

/* Called for every solution; placements do not include those made beforehand.
 * Return false to stop. */
typedef bool (*PlainFound) (void *data, const TwPiecePlacement *placements, int count);

/* Takes the cells row by row; at the first free one tries every piece in every
 * turn and flip. Entries that are equal (same orientations) are taken in their order
 * only. Returns the number of solutions, or of those found before `found` (may
 * be NULL) said stop or `nodes` (0: no limit) were visited; *stopped then. */
uint64_t plain_pieces_count (const TwPieceProblem *problem, uint64_t nodes, PlainFound found,
                             void *data, bool *stopped);

#endif
