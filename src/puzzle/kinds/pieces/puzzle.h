/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.h - the payload of the kinds that place pieces: a problem of core/pieces with the
 * names of its colours; also all solutions of one search.
 *
 * Ownership and threads: as in puzzle.h; the payload is immutable.
 */
#ifndef TW_PUZZLE_KINDS_PIECES_PUZZLE_H
#define TW_PUZZLE_KINDS_PIECES_PUZZLE_H

#include "core/pieces/search.h"
#include "puzzle/kind.h"

G_BEGIN_DECLS

enum {
  TW_PIECE_MAX_COLOURS = 254, /* the number of colours that a scene can show */
};

/* Puzzles with coloured boards and pieces, from drawings and the JSON format of this project;
 * pieces.c. */
extern const TwKind tw_kind_pieces;

/* The characters of colours 1, 2, ... of a problem. Zero-initialised: no colours. */
typedef struct {
  gunichar names[TW_PIECE_MAX_COLOURS + 1];
  guint count;
} TwPieceColours;

/* Returns the number of a colour, adding it if necessary; 0 when there are too many. */
guint8 tw_piece_colours_add (TwPieceColours *colours, gunichar name);

/* Takes ownership of `problem` and of `blocked`, which is NULL or has width x height bytes:
 * non-zero for cells that are obstacles and not holes in the outline. `colours` may be NULL: there
 * is then one unnamed colour. */
TwPuzzle *tw_piece_puzzle_new (const TwKind *kind, const char *id, TwPieceProblem *problem,
                               const TwPieceColours *colours, guint8 *blocked);

/* Does the kind of the puzzle have a piece problem? */
gboolean tw_puzzle_has_pieces (const TwPuzzle *puzzle);
gboolean tw_kind_has_pieces (const TwKind *kind);
const TwPieceProblem *tw_piece_puzzle_get_problem (const TwPuzzle *puzzle);
const TwPieceColours *tw_piece_puzzle_get_colours (const TwPuzzle *puzzle);

/* Whether pieces may be rotated or reflected. */
typedef enum {
  TW_TURNS_KEEP, /* as in the puzzle */
  TW_TURNS_ALLOW,
  TW_TURNS_FORBID,
} TwTurns;

/* Makes a copy of the puzzle with other rules; returns NULL and sets `error` when a piece placed
 * beforehand breaks them. */
TwPuzzle *tw_piece_puzzle_with_turns (TwPuzzle *puzzle, TwTurns rotate, TwTurns flip,
                                      GError **error);

/* The same for one piece. */
TwPuzzle *tw_piece_puzzle_with_piece_turns (TwPuzzle *puzzle, guint piece, gboolean rotate,
                                            gboolean flip, GError **error);

/* Makes a copy of the puzzle whose solutions leave `n_free` cells free; returns NULL and sets `error`
 * when the board has fewer. */
TwPuzzle *tw_piece_puzzle_with_free (TwPuzzle *puzzle, int n_free, GError **error);

/* Makes a copy of the puzzle with exactly these pieces placed beforehand; returns NULL and the
 * fault of the first piece that cannot be placed there. */
TwPuzzle *tw_piece_puzzle_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n,
                                       TwPlaceFault *fault);
/* The pieces placed beforehand, for drawing, as a result without a solution. */
TwResult *tw_piece_puzzle_dup_placed (TwPuzzle *puzzle);
/* The first piece with the same cells; equal pieces are drawn alike. */
guint tw_piece_puzzle_alike (const TwPuzzle *puzzle, guint piece);
/* The index of the first piece of this name; -1 when there is none. */
int tw_piece_puzzle_find (const TwPuzzle *puzzle, const char *name);

/* The default name of piece number `i`: A, B, ..., Z, AA, ... */
char *tw_piece_name (guint i);

/* --- solutions -------------------------------------------------------------- */

/* The solutions of a search: live data of a job while it runs, then payload of its result.
 * Reference-counted; any thread may read it at any time. */
typedef struct TwPieceAnswers TwPieceAnswers;

TwPieceAnswers *tw_piece_answers_ref (TwPieceAnswers *answers);
void tw_piece_answers_unref (TwPieceAnswers *answers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPieceAnswers, tw_piece_answers_unref)

/* Returns the solutions of a job (tw_job_get_live ()) or a result, without a new reference. NULL
 * when there are none: the result was read from a file, or its search ran out of memory before it
 * started. The functions below treat NULL as no solutions, not complete, stopped by memory. */
TwPieceAnswers *tw_result_get_piece_answers (const TwResult *result);
/* The number of solutions that are stored; the counts may be higher, and grow. */
gsize tw_piece_answers_kept (TwPieceAnswers *answers);
guint64 tw_piece_answers_raw (TwPieceAnswers *answers);
guint64 tw_piece_answers_distinct (TwPieceAnswers *answers);
/* The count to show first: distinct solutions, or, when symmetric ones are listed too, the raw
 * solutions up to the limit of the options. */
guint64 tw_piece_answers_listed (TwPieceAnswers *answers);
/* Returns "2339 solutions, 9356 with symmetric ones"; the caller frees it with g_free (). */
char *tw_piece_answers_describe_count (TwPieceAnswers *answers);
/* Has the search ended with all solutions counted? */
gboolean tw_piece_answers_complete (TwPieceAnswers *answers);
/* The decimal digits of a complete count of all solutions (`raw`), or of those up to symmetry, when
 * it exceeds 64 bits; otherwise NULL. They live as long as the answers. */
const char *tw_piece_answers_digits (TwPieceAnswers *answers, gboolean raw);
/* Why an incomplete search ended; TW_STOP_NONE when no more solutions were requested. */
TwStop tw_piece_answers_stop (TwPieceAnswers *answers);
/* Did the transfer matrix need more than the memory budget, so that the solutions were visited one by
 * one? `answers` is not NULL. */
gboolean tw_piece_answers_matrix_was_short (TwPieceAnswers *answers);
/* Can a stopped search be continued (tw_job_continue ()) with its options? The continuation adds
 * its solutions to this list. */
gboolean tw_piece_answers_can_continue (TwPieceAnswers *answers);
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
/* Requests a checkpoint of the search that fills `answers`; any thread. `saved` is called soon on
 * a thread of the search, which waits for it; never when the search ends before or writes no
 * checkpoints. NULL also withdraws an earlier request. */
void tw_piece_answers_ask_checkpoint (TwPieceAnswers *answers, TwPieceSaved saved, gpointer data);
/* `answers` is not NULL. */
const TwOptions *tw_piece_answers_get_options (TwPieceAnswers *answers);
/* Solution `i` as a result to draw or to write; NULL when there is none. */
TwResult *tw_piece_answers_get (TwPieceAnswers *answers, gsize i);

/* Makes a result with several solutions of one puzzle from results with one each; those that the
 * checker refuses are left out. */
TwResult *tw_piece_answers_gather (GPtrArray *results);

/* --- for the kinds ----------------------------------------------------------- */

gboolean tw_piece_puzzle_engine (guint index, TwEngineInfo *info);
gpointer tw_piece_puzzle_live_new (const TwPuzzle *puzzle, const TwOptions *options);
void tw_piece_puzzle_live_free (gpointer live);
gpointer tw_piece_puzzle_live_continue (const TwResult *stopped);
/* `raw`: list each solution, not one for each class of symmetric solutions. */
void tw_piece_puzzle_solve (const TwPuzzle *puzzle, const TwOptions *options, gboolean raw,
                            TwRun *run, gpointer live, TwResult *result);
gboolean tw_piece_puzzle_snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live,
                                   TwResult *result);
void tw_piece_puzzle_write_answer (const TwResult *result, JsonBuilder *builder);
gboolean tw_piece_puzzle_read_answer (TwResult *result, JsonObject *object, GError **error);
gsize tw_piece_puzzle_check (const TwResult *result, GPtrArray *faults);
gboolean tw_piece_puzzle_count (const TwResult *result, TwSolutionCount *number);
/* The number of solutions as text; NULL when only one was requested. */
char *tw_piece_puzzle_describe_answer (const TwResult *result);
void tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text);

G_END_DECLS

#endif
