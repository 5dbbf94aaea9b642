/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain-pieces.h - plain backtracking over the first free cell: the baseline of the benchmark and
 * the reference of the tests. It shares no code with the searches of core/pieces. */
#pragma once

#include "core/pieces/problem.h"

/* Called for every solution; `placements` does not contain the pieces placed beforehand. Returns
 * false to stop. */
typedef bool (*PlainFound) (void *data, const TwPiecePlacement *placements, int count);

/* Visits the cells row by row and tries every piece in every orientation at the first free cell.
 * Equal pieces (with the same orientations) are used only in their order. Returns the number of
 * solutions. Sets *stopped if `found` (may be NULL) has returned false or `nodes` nodes (0: no
 * limit) have been visited; then the number is that of the solutions found before. */
uint64_t plain_pieces_count (const TwPieceProblem *problem, uint64_t nodes, PlainFound found,
                             void *data, bool *stopped);
