/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - stores the solutions of a piece puzzle that the searches find.
 *
 * The first `capacity` solutions are kept; counting continues after that. Each solution passes the
 * independent checker when it is put in. A rejected solution is counted as refused (a fault of the
 * engine) and not kept.
 *
 * Threads: any number of threads may put and read at the same time.
 */
#pragma once

#include "core/pieces/problem.h"

typedef struct TwPieceSink TwPieceSink;

/* The problem must outlive the sink. Returns NULL when memory runs out. */
TwPieceSink *tw_piece_sink_new (const TwPieceProblem *problem, size_t capacity);
void tw_piece_sink_free (TwPieceSink *sink);

/* Returns false when the checker rejects the solution or has no memory. A solution for which there
 * is no room or memory is counted but not kept. */
bool tw_piece_sink_put (TwPieceSink *sink, const TwPieceSolution *solution);
/* Is there room for another solution? */
bool tw_piece_sink_wants (TwPieceSink *sink);
/* Adds to the counts without adding a solution. */
void tw_piece_sink_count (TwPieceSink *sink, uint64_t raw, uint64_t distinct);

size_t tw_piece_sink_kept (TwPieceSink *sink);
uint64_t tw_piece_sink_raw (const TwPieceSink *sink);
uint64_t tw_piece_sink_distinct (const TwPieceSink *sink);
unsigned tw_piece_sink_refused (const TwPieceSink *sink);
/* Copies solution `i`, 0 <= i < kept; the caller clears it. */
bool tw_piece_sink_get (TwPieceSink *sink, size_t i, TwPieceSolution *solution);
