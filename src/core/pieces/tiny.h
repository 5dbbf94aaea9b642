/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiny.h - solves tiny puzzles in less time than the other searches need for their setup.
 *
 * Source: backtracking over the first free cell, as in S. W. Golomb and L. D. Baumert, Backtrack
 * Programming (1965), on a board of one word.
 *
 * Private to core/pieces. Allocates nothing and runs for a few microseconds.
 */
#pragma once

#include "core/pieces/query.h"
#include "core/pieces/sink.h"
#include "core/run/run.h"

/* Completes the query when the puzzle is tiny, has a solution, and is searched within a few nodes.
 * Otherwise returns false and changes nothing: the puzzle is too large, or has no solution (the
 * full search explains why), or has free cells, equal pieces or symmetries that a count must
 * take into account. */
bool tw_tiny_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                     TwPieceSink *sink, TwPiecesResult *result);
