/* SPDX-License-Identifier: GPL-3.0-or-later */
/* glance.h - puzzles that are solved sooner than the searches are set up.
 *
 * Source: backtracking over the first free cell, as in S. W. Golomb and
 * L. D. Baumert, Backtrack Programming (1965), on a board of one word.
 *
 * Private to core/pieces. Allocates nothing and runs a few microseconds. */
#ifndef TW_CORE_PIECES_GLANCE_H
#define TW_CORE_PIECES_GLANCE_H

#include "core/pieces/search.h"

/* Answers the query when the puzzle is tiny, has a solution, and is searched through
 * within a few nodes. False, with nothing done, when it is not: too large, without a
 * solution (somebody must tell why), with equal pieces or symmetries to be counted. */
bool tw_glance_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                       TwPieceSink *sink, TwPiecesResult *result);

#endif
