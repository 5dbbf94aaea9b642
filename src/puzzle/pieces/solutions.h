/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solutions.h - all solutions of a search for a puzzle that places pieces: live data of a job while
 * it runs, then payload of its result.
 *
 * Reference-counted; any thread may read a list at any time.
 */
#pragma once

#include "core/options.h"
#include "core/pieces/search.h"
#include "puzzle/kind-count.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/result.h"

typedef struct TwPieceSolutions TwPieceSolutions;

TwPieceSolutions *tw_piece_solutions_ref (TwPieceSolutions *solutions);
void tw_piece_solutions_unref (TwPieceSolutions *solutions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPieceSolutions, tw_piece_solutions_unref)
/* The payload of the kinds that have pieces. */
typedef struct {
  TwPlacements placements;
  TwPieceSolutions *solutions; /* NULL: none */
  TwPieceReason reason;        /* why no solution exists */
} TwPiecesPayload;

/* Returns the solutions of a job (tw_job_get_live ()) or a result, without a new reference. NULL
 * when there are none: there is no result, it was read from a file with a single solution, or its
 * search ran out of memory before it started. The functions below treat NULL as no solutions, stopped by memory. */
TwPieceSolutions *tw_result_get_piece_solutions (const TwResult *result);
/* Why no solution exists; of the kind TW_REASON_NONE for other results. */
TwPieceReason tw_result_get_piece_reason (const TwResult *result);
/* What is known now: counts grow while a search runs, and are final when they are complete. When a
 * stopped search can be continued (tw_job_continue ()), the continuation adds to this list. */
TwSolutionCount tw_piece_solutions_count (TwPieceSolutions *solutions);
/* The checkpoint of a stopped search and the time it used, as text; NULL when it cannot be
 * continued. The caller frees it with g_free (). */
char *tw_piece_puzzle_dup_checkpoint (const TwResult *stopped);
/* The result of a search that was stopped at this checkpoint, for tw_job_continue (); NULL with
 * `error` when the text is damaged or not a checkpoint of this version. Whether it belongs to this
 * puzzle is checked when the search starts: if not, the result of that search is cancelled and has
 * a reason. */
TwResult *tw_piece_puzzle_stopped_at (TwPuzzle *puzzle, const TwOptions *options,
                                      const char *checkpoint, GError **error);
/* Receives the checkpoint of a running search: text for tw_piece_checkpoint_text (). */
typedef void (*TwPieceSaved) (const char *checkpoint, gpointer data);
/* Requests a checkpoint of the search that fills `solutions`; any thread. `saved` is called soon on
 * a thread of the search, which waits for it; never when the search ends before or writes no
 * checkpoints. NULL also withdraws an earlier request. */
void tw_piece_solutions_ask_checkpoint (TwPieceSolutions *solutions, TwPieceSaved saved,
                                        gpointer data);
/* `solutions` is not NULL. */
const TwOptions *tw_piece_solutions_get_options (TwPieceSolutions *solutions);
/* Solution `i` as a result to draw or to write; NULL when there is none. */
TwResult *tw_piece_solutions_get (TwPieceSolutions *solutions, gsize i);
/* The same as core has it; FALSE when there is none or memory is short. Clear it in both cases. */
gboolean tw_piece_solutions_copy (TwPieceSolutions *solutions, gsize i, TwPieceSolution *solution);

/* Gives `result`, which has no list yet, a list of the solutions of `results` that the checker accepts.
 * `count` says how many a complete search found; NULL: there may be more. */
void tw_piece_solutions_gather (TwResult *result, GPtrArray *results, const TwSolutionCount *count);
/* Returns the result of a stopped search with these options, which has found `found` and counted so
 * many. Returns NULL when the checkpoint is damaged. */
TwResult *tw_piece_solutions_resume (const TwResult *found, const TwOptions *options,
                                     const char *checkpoint, guint64 raw, guint64 distinct);
/* Returns the result of a search with these options that has counted all solutions and stored none.
 * Returns NULL when the numbers cannot be true. */
TwResult *tw_piece_solutions_counted (const TwResult *found, const TwOptions *options, guint64 raw,
                                      guint64 distinct);

/* --- for the kinds ----------------------------------------------------------- */

/* An empty list for a search with these options. */
TwPieceSolutions *tw_piece_solutions_new (const TwPuzzle *puzzle, const TwOptions *options);
/* Runs or continues the search that fills the list; the caller clears `found`. Returns FALSE when
 * the checkpoint is not one of this puzzle: found->fault is the reason. */
gboolean tw_piece_solutions_search (TwPieceSolutions *solutions, const TwOptions *options,
                                    TwRun *run, TwPiecesResult *found);
/* Adds solution `i` to a result; returns FALSE when there is none or memory is short. */
gboolean tw_piece_solutions_add_to (TwPieceSolutions *solutions, gsize i, TwResult *result);
/* Takes ownership of `solutions`. */
void tw_result_set_piece_solutions (TwResult *result, TwPieceSolutions *solutions);
