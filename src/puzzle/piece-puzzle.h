/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-puzzle.h - the value behind the kinds that place pieces: a problem of
 * core/pieces and the names of its colours; and all solutions of one search.
 *
 * Ownership and threads: as puzzle.h says; nothing changes after it is made.
 */
#ifndef TW_PUZZLE_PIECE_PUZZLE_H
#define TW_PUZZLE_PIECE_PUZZLE_H

#include "core/pieces/search.h"
#include "puzzle/kind.h"

G_BEGIN_DECLS

enum {
  TW_PIECE_MAX_COLOURS = 254, /* what a scene can show */
};

/* The characters of colours 1, 2, ... of a problem. Zero-initialised: none. */
typedef struct {
  gunichar names[TW_PIECE_MAX_COLOURS + 1];
  guint count;
} TwPieceColours;

/* The number of a colour, a new one when it was not seen; 0: there are too many. */
guint8 tw_piece_colours_add (TwPieceColours *colours, gunichar name);

/* Takes over `problem` and, when it is not NULL, `blocked`: width x height
 * bytes, non-zero for cells that are obstacles and no holes in the outline.
 * `colours` may be NULL: one, without a name. */
TwPuzzle *tw_piece_puzzle_new (const TwKind *kind, const char *id, TwPieceProblem *problem,
                               const TwPieceColours *colours, guint8 *blocked);

/* Is it of a kind that has a problem of pieces? */
gboolean tw_puzzle_has_pieces (const TwPuzzle *puzzle);
const TwPieceProblem *tw_piece_puzzle_get_problem (const TwPuzzle *puzzle);
const TwPieceColours *tw_piece_puzzle_get_colours (const TwPuzzle *puzzle);

/* Whether pieces may be turned and flipped. */
typedef enum {
  TW_TURNS_KEEP, /* as the puzzle says */
  TW_TURNS_ALLOW,
  TW_TURNS_FORBID,
} TwTurns;

/* The same puzzle with other rules; NULL and `error` when a piece placed
 * beforehand breaks them. */
TwPuzzle *tw_piece_puzzle_with_turns (TwPuzzle *puzzle, TwTurns rotate, TwTurns flip,
                                      GError **error);

/* The same for one piece. */
TwPuzzle *tw_piece_puzzle_with_piece_turns (TwPuzzle *puzzle, guint piece, gboolean rotate,
                                            gboolean flip, GError **error);

/* The same puzzle with these pieces placed beforehand, and no others; NULL and
 * what is wrong with the first that cannot lie there. */
TwPuzzle *tw_piece_puzzle_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n,
                                       TwPlaceFault *fault);
/* The pieces placed beforehand as placements to draw: a result without an answer. */
TwResult *tw_piece_puzzle_dup_placed (TwPuzzle *puzzle);
/* The first piece with the same cells: equal pieces are drawn alike. */
guint tw_piece_puzzle_alike (const TwPuzzle *puzzle, guint piece);
/* The index of the first piece of that name, -1: there is none. */
int tw_piece_puzzle_find (const TwPuzzle *puzzle, const char *name);

/* The name of piece number `i` when the format gives none: A, B, ..., Z, AA, ... */
char *tw_piece_name (guint i);

/* --- solutions -------------------------------------------------------------- */

/* What a search found and finds: live data of a job, payload of a result.
 * Counted by reference; any thread may read it at any time. */
typedef struct TwPieceAnswers TwPieceAnswers;

TwPieceAnswers *tw_piece_answers_ref (TwPieceAnswers *answers);
void tw_piece_answers_unref (TwPieceAnswers *answers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPieceAnswers, tw_piece_answers_unref)

/* Of a job (tw_job_get_live ()) or a result. Not a new reference. NULL when there are none: the
 * result was read from a file, or its search could not start for want of memory. The functions
 * below take NULL as no solutions, not complete, stopped by memory. */
TwPieceAnswers *tw_result_get_piece_answers (const TwResult *result);
/* How many can be looked at; the counts may be higher, and grow. */
gsize tw_piece_answers_kept (TwPieceAnswers *answers);
guint64 tw_piece_answers_raw (TwPieceAnswers *answers);
guint64 tw_piece_answers_distinct (TwPieceAnswers *answers);
/* Of these the number that people are told first: of the distinct ones, or of those that
 * were to be listed, if these were all, symmetric ones too. */
guint64 tw_piece_answers_listed (TwPieceAnswers *answers);
/* "2339 solutions, 9356 with symmetric ones"; g_free () it. */
char *tw_piece_answers_describe_count (TwPieceAnswers *answers);
/* The search ended and these are all. */
gboolean tw_piece_answers_complete (TwPieceAnswers *answers);
/* Why it ended when these are not all; TW_STOP_NONE when it was asked for no more. */
TwStop tw_piece_answers_stop (TwPieceAnswers *answers);
/* Whether a stopped search can go on (tw_job_continue ()), with the options it had:
 * what it finds is added to these answers. */
gboolean tw_piece_answers_can_continue (TwPieceAnswers *answers);
/* Where a search can go on, and what it has used, as text; NULL when it cannot. g_free () it. */
char *tw_piece_puzzle_dup_checkpoint (const TwResult *stopped);
/* The result of a search that was stopped there, for tw_job_continue (); NULL and `error` when the
 * text is no checkpoint of this version, or damaged. Whether it is one of this puzzle is seen
 * when the search begins: if not, the result of that is cancelled, and has a reason. */
TwResult *tw_piece_puzzle_stopped_at (TwPuzzle *puzzle, const TwOptions *options,
                                      const char *checkpoint, GError **error);
/* Where a search that goes on is just now: text for tw_piece_checkpoint_text (). */
typedef void (*TwPieceSaved) (const char *checkpoint, gpointer data);
/* Asks the search that fills `answers` for that; any thread. Soon, or never when the search ends
 * before or is of another kind, `saved` is called on a thread of the search, which waits for it.
 * NULL: not even for what was asked before. */
void tw_piece_answers_ask_checkpoint (TwPieceAnswers *answers, TwPieceSaved saved, gpointer data);
/* `answers` is not NULL. */
const TwOptions *tw_piece_answers_get_options (TwPieceAnswers *answers);
/* Solution `i` as a result to draw or to write; NULL: there is none. */
TwResult *tw_piece_answers_get (TwPieceAnswers *answers, gsize i);

/* --- for the kinds ----------------------------------------------------------- */

gboolean tw_piece_puzzle_engine (guint index, TwEngineInfo *info);
gpointer tw_piece_puzzle_live_new (const TwPuzzle *puzzle, const TwOptions *options);
void tw_piece_puzzle_live_free (gpointer live);
gpointer tw_piece_puzzle_live_continue (const TwResult *stopped);
/* `raw`: each solution is listed, not one of each up to symmetry. */
void tw_piece_puzzle_solve (const TwPuzzle *puzzle, const TwOptions *options, gboolean raw,
                            TwRun *run, gpointer live, TwResult *result);
gboolean tw_piece_puzzle_snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live,
                                   TwResult *result);
void tw_piece_puzzle_write_answer (const TwResult *result, JsonBuilder *builder);
gboolean tw_piece_puzzle_read_answer (TwResult *result, JsonObject *object, GError **error);
gsize tw_piece_puzzle_check (const TwResult *result, GPtrArray *faults);
gboolean tw_piece_puzzle_count (const TwResult *result, TwSolutionCount *number);
/* How many solutions there are; NULL when only one was asked for. */
char *tw_piece_puzzle_describe_answer (const TwResult *result);
void tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text);

G_END_DECLS

#endif
