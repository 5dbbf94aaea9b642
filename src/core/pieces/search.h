/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - solves and counts piece puzzles.
 *
 * `raw` counts every solution; equal pieces are interchangeable. `distinct` counts solutions up to
 * the symmetries of the coloured board: rotations and reflections that map the board, with its
 * colours and the pieces placed beforehand, to itself. Pieces are compared by their cells; only
 * pieces that share an orientation with a different piece keep their identity.
 *
 * Threads: the caller runs tw_pieces_search () on a separate thread; the function starts more
 * threads as asked and joins all before it returns. Any thread may read the sink meanwhile.
 */
#pragma once

#include "core/pieces/query.h"
#include "core/pieces/sink.h"
#include "core/run/run.h"

/* `sink` may be NULL. Returns false, without a search, when the query names an unknown engine or
 * its checkpoint does not belong to this problem. */
bool tw_pieces_search (const TwPieceProblem *problem, const TwPiecesQuery *query, TwRun *run,
                       TwPieceSink *sink, TwPiecesResult *result);
void tw_pieces_result_clear (TwPiecesResult *result);

/* Requests a checkpoint now. Callable from any thread and from a signal handler. A search that
 * writes no checkpoints never answers; one that has not started yet answers later. */
void tw_piece_saver_ask (TwPieceSaver *saver);

/* Names of the engines, the automatic choice first; NULL after the last. */
const char *const *tw_pieces_engines (void);
