/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.h - the payload of the kinds that place pieces: a problem of core/pieces with the
 * names of its colours; also all solutions of one search.
 *
 * Ownership and threads: as in puzzle.h; the payload is immutable.
 */
#pragma once

#include "core/pieces/search.h"
#include "puzzle/kind.h"

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

/* Appends row `y` of a board or a shape, without blanks at its end. `first` is the index of the
 * first cell of the shape that is not above the row; returns that of the next row. */
void tw_piece_draw_board_row (GString *text, const TwPieceColours *colours, const TwBoard *board,
                              int y);
int tw_piece_draw_shape_row (GString *text, const TwPieceColours *colours, const TwShape *shape,
                             int y, int first);
void tw_text_trim_end (GString *text);

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
  TW_ORIENTATIONS_KEEP, /* as in the puzzle */
  TW_ORIENTATIONS_ALLOW,
  TW_ORIENTATIONS_FORBID,
} TwOrientations;

/* Makes a copy of the puzzle with other rules; returns NULL and sets `error` when a piece placed
 * beforehand breaks them. */
TwPuzzle *tw_piece_puzzle_with_orientations (TwPuzzle *puzzle, TwOrientations rotate,
                                             TwOrientations flip, GError **error);

/* The same for one piece. */
TwPuzzle *tw_piece_puzzle_with_piece_orientations (TwPuzzle *puzzle, guint piece, gboolean rotate,
                                                   gboolean flip, GError **error);

/* Can each piece lie in all of its orientations, and is there a piece at all? If not, sets `error` for
 * a format that cannot express this. */
gboolean tw_piece_puzzle_turns_freely (const TwPieceProblem *problem, GError **error);

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
typedef struct TwPieceSolutions TwPieceSolutions;

TwPieceSolutions *tw_piece_solutions_ref (TwPieceSolutions *solutions);
void tw_piece_solutions_unref (TwPieceSolutions *solutions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPieceSolutions, tw_piece_solutions_unref)

/* The payload of the kinds that have pieces. */
typedef struct {
  TwPlacements placements;
  TwPieceSolutions *solutions; /* NULL: none */
} TwPiecesPayload;

/* Returns the solutions of a job (tw_job_get_live ()) or a result, without a new reference. NULL
 * when there are none: there is no result, it was read from a file, or its search ran out of memory
 * before it started. The functions below treat NULL as no solutions, stopped by memory. */
TwPieceSolutions *tw_result_get_piece_solutions (const TwResult *result);
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

/* Makes a result with several solutions of one puzzle from results with one each; those that the
 * checker refuses are left out. */
TwResult *tw_piece_solutions_gather (GPtrArray *results);

/* The engine that draws one of all solutions at random. */
#define TW_PIECE_ENGINE_RANDOM "random"

/* --- for the kinds ----------------------------------------------------------- */

void tw_piece_puzzle_payload_clear (gpointer payload);
gboolean tw_piece_puzzle_engine (guint index, TwEngineInfo *info);
gpointer tw_piece_puzzle_live_new (const TwPuzzle *puzzle, const TwOptions *options);
void tw_piece_puzzle_live_free (gpointer live);
gpointer tw_piece_puzzle_live_continue (const TwResult *stopped);
void tw_piece_puzzle_solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run,
                            gpointer live, TwResult *result);
gboolean tw_piece_puzzle_snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live,
                                   TwResult *result);
void tw_piece_puzzle_write_solution (const TwResult *result, TwJsonBuilder *builder);
gboolean tw_piece_puzzle_read_solution (TwResult *result, JsonObject *object, GError **error);
gsize tw_piece_puzzle_check (const TwResult *result, GPtrArray *faults);
TwSolutionCount tw_piece_puzzle_count (const TwResult *result);
/* The number of solutions as text; NULL when only one was requested. */
char *tw_piece_puzzle_describe_solution (const TwResult *result);
void tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text);

/* The members that the tables of these kinds share. */
#define TW_PIECE_KIND_MEMBERS                                                             \
  .form = TW_FORM_PIECES, .payload_size = sizeof (TwPiecesPayload),                       \
  .payload_clear = tw_piece_puzzle_payload_clear, .exports = tw_piece_exports,            \
  .engine = tw_piece_puzzle_engine, .live_new = tw_piece_puzzle_live_new,                 \
  .live_free = tw_piece_puzzle_live_free, .live_continue = tw_piece_puzzle_live_continue, \
  .solve = tw_piece_puzzle_solve, .snapshot = tw_piece_puzzle_snapshot,                   \
  .write_solution = tw_piece_puzzle_write_solution,                                       \
  .read_solution = tw_piece_puzzle_read_solution, .check = tw_piece_puzzle_check,         \
  .certify = tw_piece_puzzle_certify, .count = tw_piece_puzzle_count,                     \
  .describe = tw_piece_puzzle_describe, .describe_solution = tw_piece_puzzle_describe_solution
