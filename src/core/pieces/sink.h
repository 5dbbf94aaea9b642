/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - where the searches put the solutions of a piece puzzle.
 *
 * The first `capacity` solutions are kept, the counts go on. Every solution
 * passes the independent checker when it is put in; one that fails is counted
 * as refused (a fault of the engine) and not kept.
 *
 * Threads: any number of threads may put and read at the same time.
 */
#ifndef TW_CORE_PIECES_SINK_H
#define TW_CORE_PIECES_SINK_H

#include "core/pieces/problem.h"

typedef struct TwPieceSink TwPieceSink;

/* The problem must outlive the sink. NULL when memory is short. */
TwPieceSink *tw_piece_sink_new (const TwPieceProblem *problem, size_t capacity);
void tw_piece_sink_free (TwPieceSink *sink);

/* False when it was refused, or when the checker has no memory. A solution that there is no room or memory for
 * is counted and dropped. */
bool tw_piece_sink_put (TwPieceSink *sink, const TwPieceSolution *solution);
/* Is there room for another? */
bool tw_piece_sink_wants (TwPieceSink *sink);
/* Adds to the counts without a solution. */
void tw_piece_sink_count (TwPieceSink *sink, uint64_t raw, uint64_t distinct);

size_t tw_piece_sink_kept (TwPieceSink *sink);
uint64_t tw_piece_sink_raw (const TwPieceSink *sink);
uint64_t tw_piece_sink_distinct (const TwPieceSink *sink);
unsigned tw_piece_sink_refused (const TwPieceSink *sink);
/* Copies solution `i`, 0 <= i < kept; the caller clears it. */
bool tw_piece_sink_get (TwPieceSink *sink, size_t i, TwPieceSolution *solution);

#endif
