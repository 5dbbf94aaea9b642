/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.c - makes and searches puzzles that place pieces; see puzzle.h.
 * solution.c writes and checks their solutions. */
#include "puzzle/kinds/pieces/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/pieces/solution.h"
#include "puzzle/kinds/pieces/checkpoint.h"

/* Solutions kept for display; counting continues beyond this. */
#define MAX_KEPT 100000

typedef struct {
  TwPieceProblem *problem;
  TwPieceColours colours;
  guint8 *blocked; /* NULL: no obstacles */
  guint *alike;    /* for each piece the first piece with the same shape */
  GTree *names;    /* maps names to indices */
} Data;

/* --- the puzzle ------------------------------------------------------------- */

guint8
tw_piece_colours_add (TwPieceColours *colours, gunichar name)
{
  for (guint i = 1; i <= colours->count; i++)
    if (colours->names[i] == name)
      return (guint8) i;
  if (colours->count == TW_PIECE_MAX_COLOURS)
    return 0;
  colours->names[++colours->count] = name;
  return (guint8) colours->count;
}

static void
append_cell (GString *line, const TwPieceColours *colours, guint8 colour)
{
  if (colour == 0)
    g_string_append_c (line, ' ');
  else
    g_string_append_unichar (line, colour <= colours->count ? colours->names[colour] : 'O');
}

void
tw_text_trim_end (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
}

void
tw_piece_draw_board_row (GString *text, const TwPieceColours *colours, const TwBoard *board, int y)
{
  for (int x = 0; x < board->width; x++)
    append_cell (text, colours, tw_board_get (board, x, y));
  tw_text_trim_end (text);
}

int
tw_piece_draw_shape_row (GString *text, const TwPieceColours *colours, const TwShape *shape, int y,
                         int first)
{
  int i = first;

  for (int x = 0; x < shape->width; x++) {
    gboolean here = i < shape->count && shape->cells[i].x == x && shape->cells[i].y == y;

    append_cell (text, colours, here ? shape->cells[i].colour : 0);
    i += here;
  }
  tw_text_trim_end (text);
  return i;
}

static void
data_free (gpointer pointer)
{
  Data *data = pointer;

  tw_piece_problem_free (data->problem);
  g_free (data->blocked);
  g_free (data->alike);
  g_tree_unref (data->names);
  g_free (data);
}

/* Shapes and names come from files, which could be made to collide in a hash table; therefore
 * these are trees. */
static guint *
find_alike (const TwPieceProblem *problem)
{
  g_autoptr (GTree) first = g_tree_new ((GCompareFunc) tw_shape_compare);
  guint *alike = g_new (guint, problem->n_pieces + 1);

  for (guint i = 0; i < problem->n_pieces; i++) {
    gpointer shape = &problem->pieces[i].shape, known;

    if (g_tree_lookup_extended (first, shape, NULL, &known)) {
      alike[i] = GPOINTER_TO_UINT (known);
    } else {
      g_tree_insert (first, shape, GUINT_TO_POINTER (i));
      alike[i] = i;
    }
  }
  return alike;
}

static GTree *
index_names (const TwPieceProblem *problem)
{
  GTree *names = g_tree_new ((GCompareFunc) strcmp);

  /* Of pieces with equal names the first one wins. */
  for (guint i = (guint) problem->n_pieces; i-- > 0;)
    g_tree_replace (names, problem->pieces[i].name, GUINT_TO_POINTER (i));
  return names;
}

TwPuzzle *
tw_piece_puzzle_new (const TwKind *kind, const char *id, TwPieceProblem *problem,
                     const TwPieceColours *colours, guint8 *blocked)
{
  gsize cells = (gsize) problem->board->width * (gsize) problem->board->height;
  TwBoard *board = tw_board_copy (problem->board);
  guint8 *outside = g_malloc (cells);
  Data *data = g_new0 (Data, 1);
  TwPuzzle *puzzle;

  if (board == NULL)
    g_error ("out of memory for a board");
  data->problem = problem;
  data->blocked = blocked;
  data->alike = find_alike (problem);
  data->names = index_names (problem);
  if (colours != NULL)
    data->colours = *colours;
  for (gsize i = 0; i < cells; i++)
    outside[i] = board->cells[i] == TW_CELL_BLOCKED && !(blocked != NULL && blocked[i]);
  puzzle = tw_puzzle_new (kind, id, board, data, data_free);
  tw_puzzle_set_outside (puzzle, outside);
  return puzzle;
}

gboolean
tw_kind_has_pieces (const TwKind *kind)
{
  return kind->describe == tw_piece_puzzle_describe;
}

gboolean
tw_puzzle_has_pieces (const TwPuzzle *puzzle)
{
  return tw_kind_has_pieces (tw_puzzle_get_kind (puzzle));
}

const TwPieceProblem *
tw_piece_puzzle_get_problem (const TwPuzzle *puzzle)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return data->problem;
}

const TwPieceColours *
tw_piece_puzzle_get_colours (const TwPuzzle *puzzle)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return &data->colours;
}

guint
tw_piece_puzzle_alike (const TwPuzzle *puzzle, guint piece)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return data->alike[piece];
}

int
tw_piece_puzzle_find (const TwPuzzle *puzzle, const char *name)
{
  const Data *data = tw_puzzle_get_payload (puzzle);
  gpointer index;

  return g_tree_lookup_extended (data->names, name, NULL, &index) ? GPOINTER_TO_INT (index) : -1;
}

static gboolean
allows (TwOrientations turns, gboolean now)
{
  return turns == TW_ORIENTATIONS_KEEP ? now : turns == TW_ORIENTATIONS_ALLOW;
}

/* Copies the board and the pieces, without pieces placed beforehand. */
static TwPieceProblem *
copy_unplaced (const TwPieceProblem *old, TwOrientations rotate, TwOrientations flip)
{
  TwPieceProblem *problem = tw_piece_problem_new (tw_board_copy (old->board));

  problem->n_free = old->n_free;
  for (gsize i = 0; i < old->n_pieces; i++) {
    const TwPiece *piece = &old->pieces[i];
    gboolean rotates = allows (rotate, (piece->transforms & 1 << 6) != 0);
    gboolean flips = allows (flip, (piece->transforms & 1 << 2) != 0);
    TwShape shape;

    if (!tw_shape_copy (&shape, &piece->shape)
        || !tw_piece_problem_add (problem, piece->name, &shape, piece->least, piece->most,
                                  tw_shape_transforms (rotates, flips)))
      g_error ("out of memory for a piece");
  }
  return problem;
}

/* Takes ownership of `problem`; everything else is copied from `puzzle`. */
static TwPuzzle *
remake (TwPuzzle *puzzle, TwPieceProblem *problem)
{
  const Data *data = tw_puzzle_get_payload (puzzle);
  gsize cells = (gsize) problem->board->width * (gsize) problem->board->height;
  TwPuzzle *made = tw_piece_puzzle_new (
    tw_puzzle_get_kind (puzzle), tw_puzzle_get_id (puzzle), problem, &data->colours,
    data->blocked != NULL ? g_memdup2 (data->blocked, cells) : NULL);

  tw_puzzle_set_origin (made, tw_puzzle_get_file (puzzle), tw_puzzle_get_name (puzzle));
  tw_puzzle_set_comment (made, tw_puzzle_get_comment (puzzle));
  return made;
}

/* Takes ownership of `problem`, which has no pieces placed beforehand yet. */
static TwPuzzle *
place_again (TwPuzzle *puzzle, TwPieceProblem *problem, GError **error)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);

  for (gsize i = 0; i < old->n_placed; i++)
    if (tw_piece_problem_place (problem, old->placed[i], NULL, NULL) != TW_PLACE_OK) {
      g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE,
                   _ ("piece %s is placed in a way that is now forbidden"),
                   old->pieces[old->placed[i].piece].name);
      tw_piece_problem_free (problem);
      return NULL;
    }
  return remake (puzzle, problem);
}

TwPuzzle *
tw_piece_puzzle_with_orientations (TwPuzzle *puzzle, TwOrientations rotate, TwOrientations flip,
                                   GError **error)
{
  return place_again (puzzle, copy_unplaced (tw_piece_puzzle_get_problem (puzzle), rotate, flip),
                      error);
}

TwPuzzle *
tw_piece_puzzle_with_piece_orientations (TwPuzzle *puzzle, guint piece, gboolean rotate,
                                         gboolean flip, GError **error)
{
  TwPieceProblem *problem = copy_unplaced (tw_piece_puzzle_get_problem (puzzle),
                                           TW_ORIENTATIONS_KEEP, TW_ORIENTATIONS_KEEP);

  g_return_val_if_fail (piece < problem->n_pieces, NULL);
  problem->pieces[piece].transforms = tw_shape_transforms (rotate, flip);
  return place_again (puzzle, problem, error);
}

TwPuzzle *
tw_piece_puzzle_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n,
                             TwPlaceFault *fault)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);
  TwPieceProblem *problem = copy_unplaced (old, TW_ORIENTATIONS_KEEP, TW_ORIENTATIONS_KEEP);

  *fault = TW_PLACE_OK;
  for (gsize i = 0; i < n && *fault == TW_PLACE_OK; i++)
    *fault = tw_piece_problem_place (problem, placed[i], NULL, NULL);
  if (*fault == TW_PLACE_OK)
    return remake (puzzle, problem);
  tw_piece_problem_free (problem);
  return NULL;
}

gboolean
tw_piece_puzzle_turns_freely (const TwPieceProblem *problem, GError **error)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    TwShape some[8], all[8];
    guint8 transforms[8];
    int n = tw_shape_orientations (&piece->shape, piece->transforms, some, transforms);
    int m = tw_shape_orientations (&piece->shape, TW_SHAPE_ALL, all, transforms);

    for (int s = 0; s < n; s++)
      tw_shape_clear (&some[s]);
    for (int s = 0; s < m; s++)
      tw_shape_clear (&all[s]);
    any = any || piece->most > 0;
    if (n != m && piece->most > 0)
      return tw_fail (
        error, TW_PUZZLE_ERROR_FORMAT,
        _ ("piece %s may not be rotated or flipped freely, which this format cannot express"),
        piece->name);
  }
  if (!any)
    tw_fail (error, TW_PUZZLE_ERROR_FORMAT,
             _ ("there are no pieces, which this format cannot express"));
  return any;
}

TwPuzzle *
tw_piece_puzzle_with_free (TwPuzzle *puzzle, int n_free, GError **error)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);
  int most = (int) tw_board_count_free (old->board);
  TwPieceProblem *problem;

  if (n_free < 0 || n_free > most)
    return tw_fail_null (error, TW_PUZZLE_ERROR_USAGE,
                         _ ("%d cells cannot stay free: expected 0 to %d"), n_free, most);
  problem = copy_unplaced (old, TW_ORIENTATIONS_KEEP, TW_ORIENTATIONS_KEEP);
  problem->n_free = n_free;
  return place_again (puzzle, problem, error);
}

TwResult *
tw_piece_puzzle_dup_placed (TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  TwPieceSolution placed = { .placements = problem->placed, .count = problem->n_placed };
  TwResult *result = tw_result_new (puzzle);

  tw_result_add_piece_solution (result, &placed);
  return result;
}

char *
tw_piece_name (guint i)
{
  GString *name = g_string_new (NULL);

  do {
    g_string_prepend_c (name, (char) ('A' + i % 26));
    i /= 26;
  } while (i-- > 0);
  return g_string_free (name, FALSE);
}

/* "5 cells", "0–1 × 5 cells": the cells of a piece, and how often it may be used unless exactly
 * once. */
static char *
piece_text (const TwPiece *piece)
{
  int n = piece->shape.count;
  g_autofree char *cells = g_strdup_printf (tw_ngettext ("%d cell", "%d cells", (gulong) n), n);

  if (piece->least != piece->most)
    return g_strdup_printf ("%d–%d × %s", piece->least, piece->most, cells);
  return piece->most == 1 ? g_steal_pointer (&cells)
                          : g_strdup_printf ("%d × %s", piece->most, cells);
}

void
tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text)
{
  const Data *data = tw_puzzle_get_payload (puzzle);
  const TwPieceProblem *problem = data->problem;
  gboolean rotates = FALSE, flips = FALSE;
  gint64 cells = 0;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];

    cells += (gint64) piece->shape.count * piece->most;
    rotates = rotates || (piece->transforms & TW_SHAPE_ROTATIONS & ~TW_SHAPE_FIXED) != 0;
    flips = flips || (piece->transforms & ~TW_SHAPE_ROTATIONS) != 0;
  }
  g_string_append_printf (text, "%s\t%zu\n", _ ("Pieces"), problem->n_pieces);
  g_string_append_printf (text, "%s\t%" G_GINT64_FORMAT "\n", _ ("Cells of the pieces"), cells);
  if (problem->n_free > 0)
    g_string_append_printf (text, "%s\t%d\n", _ ("Cells left free"), problem->n_free);
  g_string_append_printf (text, "%s\t%u\n", _ ("Colours"), MAX (data->colours.count, 1));
  g_string_append_printf (text, "%s\t%s\n", _ ("Rotation"), rotates ? _ ("yes") : _ ("no"));
  g_string_append_printf (text, "%s\t%s\n", _ ("Flip"), flips ? _ ("yes") : _ ("no"));
  if (problem->n_placed > 0)
    g_string_append_printf (text, "%s\t%zu\n", _ ("Placed beforehand"), problem->n_placed);
  for (gsize i = 0; i < problem->n_pieces && problem->n_pieces <= 26; i++) {
    g_autofree char *what = piece_text (&problem->pieces[i]);

    g_string_append_printf (text, "%s %s\t%s\n", _ ("Piece"), problem->pieces[i].name, what);
  }
}

/* --- solutions ---------------------------------------------------------------- */

struct TwPieceSolutions {
  gatomicrefcount ref_count;
  TwPuzzle *puzzle;
  TwOptions options;
  TwPieceSink *sink;
  TwPieceSaver saver;

  GMutex lock; /* guards the members below */
  TwPieceSaved saved;
  gpointer saved_data;
  /* Set when the search ends. */
  gboolean complete;
  gboolean matrix_short;
  TwStop stop;
  char *checkpoint;
  char *raw_digits; /* of counts that exceed 64 bits */
  char *distinct_digits;
};

static void
save (gpointer data, const char *checkpoint)
{
  TwPieceSolutions *solutions = data;

  g_mutex_lock (&solutions->lock);
  if (solutions->saved != NULL)
    solutions->saved (checkpoint, solutions->saved_data);
  g_mutex_unlock (&solutions->lock);
}

void
tw_piece_solutions_ask_checkpoint (TwPieceSolutions *solutions, TwPieceSaved saved, gpointer data)
{
  if (solutions == NULL)
    return;
  g_mutex_lock (&solutions->lock);
  solutions->saved = saved;
  solutions->saved_data = data;
  g_mutex_unlock (&solutions->lock);
  if (saved != NULL)
    tw_piece_saver_ask (&solutions->saver);
}

static gboolean
is_random (const TwOptions *options)
{
  return g_str_equal (options->engine, TW_PIECE_ENGINE_RANDOM);
}

gpointer
tw_piece_puzzle_live_new (const TwPuzzle *puzzle, const TwOptions *options)
{
  TwPieceSolutions *solutions = g_new0 (TwPieceSolutions, 1);
  gsize most = options->count_only ? 0 : options->limit > 0 ? (gsize) options->limit : MAX_KEPT;

  g_atomic_ref_count_init (&solutions->ref_count);
  g_mutex_init (&solutions->lock);
  solutions->puzzle = tw_puzzle_ref ((TwPuzzle *) (guintptr) puzzle);
  solutions->options = *options;
  if (is_random (options))
    solutions->options.limit = 1;
  solutions->saver.save = save;
  solutions->saver.data = solutions;
  solutions->sink = tw_piece_sink_new (tw_piece_puzzle_get_problem (puzzle), MIN (most, MAX_KEPT));
  if (solutions->sink == NULL)
    g_error ("out of memory for a list of solutions");
  return solutions;
}

TwPieceSolutions *
tw_piece_solutions_ref (TwPieceSolutions *solutions)
{
  g_atomic_ref_count_inc (&solutions->ref_count);
  return solutions;
}

void
tw_piece_solutions_unref (TwPieceSolutions *solutions)
{
  if (!g_atomic_ref_count_dec (&solutions->ref_count))
    return;
  tw_piece_sink_free (solutions->sink);
  tw_puzzle_unref (solutions->puzzle);
  g_mutex_clear (&solutions->lock);
  free (solutions->checkpoint);
  free (solutions->raw_digits);
  free (solutions->distinct_digits);
  g_free (solutions);
}

TwPieceSolutions *
tw_result_get_piece_solutions (const TwResult *result)
{
  return result != NULL && tw_puzzle_has_pieces (result->puzzle)
           ? ((const TwPiecesPayload *) result->payload)->solutions
           : NULL;
}

/* Takes ownership of `solutions`. */
static void
set_solutions (TwResult *result, TwPieceSolutions *solutions)
{
  ((TwPiecesPayload *) result->payload)->solutions = solutions;
}

void
tw_piece_puzzle_payload_clear (gpointer payload)
{
  g_clear_pointer (&((TwPiecesPayload *) payload)->solutions, tw_piece_solutions_unref);
}

TwSolutionCount
tw_piece_solutions_count (TwPieceSolutions *solutions)
{
  TwSolutionCount count = { .stop = TW_STOP_MEMORY };
  const TwOptions *options;

  if (solutions == NULL)
    return count;
  options = &solutions->options;
  /* The search counts before it ends: a complete count is final. */
  g_mutex_lock (&solutions->lock);
  count = (TwSolutionCount){ .raw_digits = solutions->raw_digits,
                             .distinct_digits = solutions->distinct_digits,
                             .complete = solutions->complete,
                             .matrix_short = solutions->matrix_short,
                             .can_continue = solutions->checkpoint != NULL,
                             .stop = solutions->stop };
  g_mutex_unlock (&solutions->lock);
  count.kept = tw_piece_sink_kept (solutions->sink);
  count.kept_short = tw_piece_sink_was_short (solutions->sink);
  count.raw = tw_piece_sink_raw (solutions->sink);
  count.distinct = count.listed = tw_piece_sink_distinct (solutions->sink);
  if (options->raw) /* whole orbits are counted at a time, so the count may exceed the limit */
    count.listed = options->count_only || options->limit == 0
                     ? count.raw
                     : MIN (count.raw, (guint64) options->limit);
  return count;
}

char *
tw_piece_puzzle_dup_checkpoint (const TwResult *stopped)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (stopped);
  char *text;

  if (solutions == NULL)
    return NULL;
  g_mutex_lock (&solutions->lock);
  text = solutions->checkpoint != NULL
           ? tw_piece_checkpoint_text (solutions->checkpoint, stopped->seconds)
           : NULL;
  g_mutex_unlock (&solutions->lock);
  return text;
}

TwResult *
tw_piece_puzzle_stopped_at (TwPuzzle *puzzle, const TwOptions *options, const char *checkpoint,
                            GError **error)
{
  TwResult *result;
  TwPieceSolutions *solutions;
  double seconds;
  char *core = tw_piece_checkpoint_parse (checkpoint, &seconds, error);

  if (core == NULL)
    return NULL;
  result = tw_result_new (puzzle);
  solutions = tw_piece_puzzle_live_new (puzzle, options);
  solutions->checkpoint = core;
  result->seconds = seconds;
  set_solutions (result, solutions);
  return result;
}

const TwOptions *
tw_piece_solutions_get_options (TwPieceSolutions *solutions)
{
  return &solutions->options;
}

gpointer
tw_piece_puzzle_live_continue (const TwResult *stopped)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (stopped);

  return tw_piece_solutions_count (solutions).can_continue ? tw_piece_solutions_ref (solutions)
                                                           : NULL;
}

gboolean
tw_piece_solutions_copy (TwPieceSolutions *solutions, gsize i, TwPieceSolution *solution)
{
  *solution = (TwPieceSolution){ 0 };
  return solutions != NULL && tw_piece_sink_get (solutions->sink, i, solution);
}

/* Adds solution `i` to a result; returns FALSE when there is none or memory is short. */
static gboolean
add_solution (TwPieceSolutions *solutions, gsize i, TwResult *result)
{
  TwPieceSolution solution;
  gboolean added;

  if (!tw_piece_solutions_copy (solutions, i, &solution))
    return FALSE;
  added = tw_result_add_piece_solution (result, &solution);
  tw_piece_solution_clear (&solution);
  return added;
}

TwResult *
tw_piece_solutions_get (TwPieceSolutions *solutions, gsize i)
{
  g_autoptr (TwResult) result = NULL;

  if (solutions == NULL)
    return NULL;
  result = tw_result_new (solutions->puzzle);
  if (!add_solution (solutions, i, result))
    return NULL;
  result->status = TW_STATUS_FEASIBLE;
  return g_steal_pointer (&result);
}

TwResult *
tw_piece_solutions_gather (GPtrArray *results)
{
  TwResult *first = g_ptr_array_index (results, 0), *all = tw_result_dup_solution (first);
  TwPieceSolutions *solutions;
  TwOptions options;

  tw_options_init (&options);
  options.limit = (int) MIN (results->len, MAX_KEPT);
  solutions = tw_piece_puzzle_live_new (first->puzzle, &options);
  for (guint i = 0; i < results->len; i++) {
    TwPieceSolution solution = tw_result_dup_piece_solution (g_ptr_array_index (results, i));

    if (tw_piece_sink_put (solutions->sink, &solution))
      tw_piece_sink_count (solutions->sink, 1, 1);
    g_free (solution.placements);
  }
  set_solutions (all, solutions);
  return all;
}

/* --- solving -------------------------------------------------------------------- */

gboolean
tw_piece_puzzle_engine (guint index, TwEngineInfo *info)
{
  static const TwEngineInfo table[] = {
    { "auto", N_ ("Automatic"), N_ ("Chooses the search that suits the puzzle") },
    { "cover", N_ ("Exact cover"),
      N_ ("Branches on the cell or piece with the fewest choices, with bit sets") },
    { "frontier", N_ ("Transfer matrix"),
      N_ ("Counts without visiting each solution; for many equal pieces and narrow boards") },
    { TW_PIECE_ENGINE_RANDOM, N_ ("Random solution"),
      N_ ("Draws one of all solutions by the seed, each with the same probability") },
  };

  if (index >= G_N_ELEMENTS (table))
    return FALSE;
  *info = table[index];
  return TRUE;
}

void
tw_piece_puzzle_live_free (gpointer live)
{
  tw_piece_solutions_unref (live);
}

gboolean
tw_piece_puzzle_snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result)
{
  if (live == NULL || !add_solution (live, 0, result))
    return FALSE;
  set_solutions (result, tw_piece_solutions_ref (live));
  return TRUE;
}

/* A solution alone proves nothing; a complete list is a proof. */
static TwStatus
status_of (const TwPiecesResult *found)
{
  if (found->status == TW_STATUS_OPTIMAL && !found->complete)
    return TW_STATUS_FEASIBLE;
  return found->status;
}

void
tw_piece_puzzle_solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
                       TwResult *result)
{
  TwPieceSolutions *solutions = live != NULL ? tw_piece_solutions_ref (live)
                                             : tw_piece_puzzle_live_new (puzzle, options);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  TwPiecesQuery query = {
    .goal = options->count_only   ? TW_PIECES_COUNT
            : is_random (options) ? TW_PIECES_RANDOM
            : options->limit == 1 ? TW_PIECES_FIRST
                                  : TW_PIECES_ALL,
    .raw = options->raw || (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_LIST_RAW) != 0,
    .limit = options->count_only ? 0 : (guint64) options->limit,
    .threads = tw_options_threads (options),
    .seed = (guint32) options->seed,
    .engine = is_random (options) ? NULL : options->engine,
    .saver = &solutions->saver,
  };
  g_autofree char *checkpoint = NULL;
  TwPiecesResult found;
  gboolean searched;

  set_solutions (result, solutions);
  g_mutex_lock (&solutions->lock);
  query.resume = checkpoint = g_steal_pointer (&solutions->checkpoint);
  g_mutex_unlock (&solutions->lock);
  tw_piece_sink_charge (solutions->sink, run);
  searched = tw_pieces_search (problem, &query, run, solutions->sink, &found);
  tw_piece_sink_charge (solutions->sink, NULL);
  if (!searched) {
    result->status = TW_STATUS_CANCELLED;
    result->reason = g_strdup (tw_piece_checkpoint_fault_text (found.fault));
    return;
  }
  result->status = status_of (&found);
  g_free (result->engine);
  result->engine = g_strdup (found.engine);
  if (found.overflow && !found.complete)
    result->reason = g_strdup_printf (_ ("more than %lld solutions"), (long long) G_MAXINT64);
  if (query.goal == TW_PIECES_RANDOM && found.status == TW_STATUS_TIMEOUT)
    result->reason = g_strdup (
      _ ("no solution was drawn: the transfer matrix is too large, and all "
         "solutions could not be listed in time"));
  else if (query.goal == TW_PIECES_RANDOM && found.status == TW_STATUS_OUT_OF_MEMORY)
    result->reason = g_strdup (
      _ ("no solution was drawn: neither the transfer matrix nor a list of "
         "the solutions fits the memory budget"));
  if (found.status == TW_STATUS_INFEASIBLE)
    result->reason = tw_piece_reason_text (problem, tw_piece_puzzle_get_colours (puzzle),
                                           &found.reason);
  g_mutex_lock (&solutions->lock);
  solutions->complete = found.complete;
  solutions->matrix_short = found.matrix_short;
  solutions->stop = found.complete ? TW_STOP_NONE : tw_run_stop_reason (run);
  solutions->checkpoint = g_steal_pointer (&found.checkpoint);
  solutions->raw_digits = g_steal_pointer (&found.raw_digits);
  solutions->distinct_digits = g_steal_pointer (&found.distinct_digits);
  g_mutex_unlock (&solutions->lock);
  if (tw_piece_sink_refused (solutions->sink) > 0)
    g_warning ("the engine %s offered %u wrong solutions, which the checker refused", found.engine,
               tw_piece_sink_refused (solutions->sink));
  if (tw_result_has_solution (result) && !options->count_only
      && !add_solution (solutions, 0, result))
    result->status = TW_STATUS_OUT_OF_MEMORY;
  tw_pieces_result_clear (&found);
}

TwSolutionCount
tw_piece_puzzle_count (const TwResult *result)
{
  return tw_piece_solutions_count (tw_result_get_piece_solutions (result));
}
