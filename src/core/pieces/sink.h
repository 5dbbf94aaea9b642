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
#include "core/run/memory.h"

typedef struct TwPieceSink TwPieceSink;

/* The problem must outlive the sink. Returns NULL when memory runs out. */
TwPieceSink *tw_piece_sink_new (const TwPieceProblem *problem, size_t capacity);
void tw_piece_sink_free (TwPieceSink *sink);

/* Charges the solutions to the run, also those kept already, until it is called with NULL; the charge
 * of the run remains. The first solution is kept in any case; the others are kept as long as they
 * need at most a quarter of the memory that the run has left, because the search and the text of the
 * list need more. */
void tw_piece_sink_charge (TwPieceSink *sink, TwRun *run);
/* Was a solution not kept because of memory? From then on none is kept. */
bool tw_piece_sink_was_short (TwPieceSink *sink);

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
