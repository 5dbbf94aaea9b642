/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution.c - solutions of piece puzzles in results; see shared.h. */
#include "puzzle/kinds/pieces/shared.h"

#include "core/pieces/check.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/pieces/placements.h"

enum {
  MOST_READ = 100000,        /* solutions of a list: as many as are kept */
  MOST_READ_CELLS = 1 << 26, /* of the boards of these, which a checker looks at */
};

/* --- JSON ------------------------------------------------------------------------ */

typedef struct {
  const TwPieceProblem *problem;
  TwJsonBuilder *builder;
} Writing;

static void
write_placement (const Writing *writing, const char *piece, const guint32 *cells, gsize n)
{
  TwJsonBuilder *builder = writing->builder;
  guint32 width = (guint32) writing->problem->board->width;

  tw_json_begin_object (builder, NULL);
  tw_json_add_string (builder, "piece", piece);
  tw_json_begin_array (builder, "cells");
  for (gsize c = 0; c < n; c++) {
    tw_json_begin_array (builder, NULL);
    tw_json_add_int (builder, NULL, cells[c] % width);
    tw_json_add_int (builder, NULL, cells[c] / width);
    tw_json_end_array (builder);
  }
  tw_json_end_array (builder);
  tw_json_end_object (builder);
}

static gboolean
visit_to_write (gpointer data, gsize index, TwPiecePlacement p, const guint32 *cells, gsize n)
{
  const Writing *writing = data;

  write_placement (writing, writing->problem->pieces[p.piece].name, cells, n);
  return !tw_json_is_full (writing->builder);
}

/* Writes the solutions that fit the memory of the builder; returns FALSE when these are not all. */
static gboolean
write_list (TwPieceSolutions *solutions, gsize n, Writing *writing)
{
  TwJsonBuilder *builder = writing->builder;
  gboolean all = TRUE;

  tw_json_begin_array (builder, "solutions");
  for (gsize i = 0; all && i < n; i++) {
    gsize end = tw_json_tell (builder);
    TwPieceSolution solution;

    all = tw_piece_solutions_copy (solutions, i, &solution);
    tw_json_begin_array (builder, NULL);
    all = all && tw_piece_solution_visit (writing->problem, &solution, visit_to_write, writing);
    tw_json_end_array (builder);
    all = all && !tw_json_is_full (builder);
    if (!all)
      tw_json_rewind (builder, end, i > 0);
    tw_piece_solution_clear (&solution);
  }
  tw_json_end_array (builder);
  return all;
}

static void
write_solution (const TwResult *result, TwJsonBuilder *builder)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);
  TwSolutionCount count = tw_piece_solutions_count (solutions);
  Writing writing = { tw_piece_puzzle_get_problem (result->puzzle), builder };

  if (!tw_result_has_solution (result))
    return;
  tw_json_begin_array (builder, "placements");
  for (gsize i = 0; i < tw_result_n_placements (result); i++) {
    const TwPlacement *placement = tw_result_placement (result, i);

    write_placement (&writing, placement->name, tw_result_placement_cells (result, i),
                     placement->n_cells);
  }
  tw_json_end_array (builder);
  if (count.raw < 2)
    return;

  tw_json_add_boolean (builder, "complete", count.complete);
  tw_json_add_count (builder, "raw", count.raw, count.raw_digits);
  tw_json_add_count (builder, "distinct", count.distinct, count.distinct_digits);
  if (count.kept < 2 || tw_json_is_full (builder))
    return;
  if (!write_list (solutions, count.kept, &writing) || count.kept_short)
    tw_json_add_boolean (builder, "shortened", TRUE);
}

static gboolean
read_placement (TwResult *result, JsonNode *node, guint index, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  const TwBoard *board = problem->board;
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *name = NULL;
  int piece;
  JsonArray *array;

  if (object == NULL)
    return tw_fail_format (error, _ ("placements[%u]: an object is expected"), index);
  if (!tw_json_get_optional_string (object, "piece", &name, error)
      || (array = tw_json_get_array (object, "cells", error)) == NULL) {
    g_prefix_error (error, "placements[%u].", index);
    return FALSE;
  }
  piece = name != NULL ? tw_piece_puzzle_find (result->puzzle, name) : -1;
  if (piece < 0)
    return tw_fail_format (error, _ ("placements[%u].piece: the puzzle has no piece “%s”"), index,
                           name != NULL ? name : "");

  guint n = json_array_get_length (array);

  if (n == 0 || n > (guint) (board->width * board->height))
    return tw_fail_format (error, _ ("placements[%u].cells: a piece of %u cells"), index, n);

  g_autofree TwShapeCell *shape_cells = g_new (TwShapeCell, n);

  for (guint i = 0; i < n; i++) {
    JsonNode *cell = json_array_get_element (array, i);
    JsonArray *pair = JSON_NODE_HOLDS_ARRAY (cell) ? json_node_get_array (cell) : NULL;
    gint64 x, y;

    if (pair == NULL || json_array_get_length (pair) != 2)
      return tw_fail_format (error, _ ("placements[%u].cells[%u]: [x, y] is expected"), index, i);
    if (!tw_json_node_get_int (json_array_get_element (pair, 0), -TW_BOARD_MAX_SIDE,
                               2 * TW_BOARD_MAX_SIDE, &x, error, "placements[%u].cells[%u][0]",
                               index, i)
        || !tw_json_node_get_int (json_array_get_element (pair, 1), -TW_BOARD_MAX_SIDE,
                                  2 * TW_BOARD_MAX_SIDE, &y, error, "placements[%u].cells[%u][1]",
                                  index, i))
      return FALSE;
    shape_cells[i] = (TwShapeCell){ .x = (int16_t) x, .y = (int16_t) y };
  }
  tw_result_add_piece_cells (result, (guint) piece, shape_cells, n);
  return TRUE;
}

static gboolean
read_placements (TwResult *result, JsonArray *array, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  guint n = json_array_get_length (array);

  if (n > (guint) (board->width * board->height))
    return tw_fail_format (error,
                           _ ("placements: there are %u pieces, more than the board has cells"), n);
  for (guint i = 0; i < n; i++)
    if (!read_placement (result, json_array_get_element (array, i), i, error))
      return FALSE;
  return TRUE;
}

/* Reads one of a list of solutions; NULL with `error` also when the checker refuses it. */
static TwResult *
read_one (TwPuzzle *puzzle, JsonNode *node, GError **error)
{
  g_autoptr (TwResult) one = tw_result_new (puzzle);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  one->status = TW_STATUS_FEASIBLE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return tw_fail_format_null (error, _ ("an array is expected, not %s"),
                                tw_json_type_name (node));
  if (!read_placements (one, json_node_get_array (node), error))
    return NULL;
  if (tw_kind_check (one, faults) > 0)
    return tw_fail_format_null (error, "%s", (const char *) g_ptr_array_index (faults, 0));
  return g_steal_pointer (&one);
}

/* A number that JSON readers may round is a string: more than a list can hold. */
static gboolean
is_large (JsonObject *object, const char *name)
{
  return tw_json_node_string (json_object_get_member (object, name)) != NULL;
}

/* Reads the list of solutions, if there is one. It is complete when it says so and is as long as it
 * says. */
static gboolean
read_list (TwResult *result, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member (object, "complete");
  gboolean complete = node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node)
                      && !is_large (object, "distinct") && !is_large (object, "raw");
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  TwSolutionCount count = { .complete = complete };
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  gint64 raw, distinct;
  JsonArray *array;
  guint n;

  if (!json_object_has_member (object, "solutions"))
    return TRUE;
  if ((array = tw_json_get_array (object, "solutions", error)) == NULL
      || (complete
          && (!tw_json_get_int (object, "distinct", 0, G_MAXINT64, &distinct, error)
              || !tw_json_get_int (object, "raw", distinct, G_MAXINT64, &raw, error))))
    return FALSE;
  n = json_array_get_length (array);
  if (n > (guint) MIN (MOST_READ, MOST_READ_CELLS / (board->width * board->height)))
    return tw_fail_format (error, _ ("solutions: %u are more than can be checked"), n);
  for (guint i = 0; i < n; i++) {
    TwResult *one = read_one (result->puzzle, json_array_get_element (array, i), error);

    if (one == NULL) {
      g_prefix_error (error, "solutions[%u]: ", i);
      return FALSE;
    }
    g_ptr_array_add (list, one);
  }
  if (complete) {
    count.raw = (guint64) raw;
    count.distinct = (guint64) distinct;
    complete = list->len == count.raw || list->len == count.distinct;
  }
  if (list->len > 1)
    tw_piece_solutions_gather (result, list, complete ? &count : NULL);
  return TRUE;
}

static gboolean
read_solution (TwResult *result, JsonObject *object, GError **error)
{
  JsonArray *array;

  if (!tw_result_has_solution (result))
    return TRUE;
  array = tw_json_get_array (object, "placements", error);
  return array != NULL && read_placements (result, array, error)
         && read_list (result, object, error);
}

/* --- descriptions ------------------------------------------------------------------ */

/* "2339 solutions, 9356 with symmetric ones"; `raw`: the symmetric ones are counted as
 * solutions. */
static char *
describe_count (const TwSolutionCount *count, gboolean raw)
{
  if (count->raw_digits != NULL && !raw)
    /* Translators: two numbers of any length */
    return g_strdup_printf (_ ("%s solutions, %s with symmetric ones"), count->distinct_digits,
                            count->raw_digits);
  if (count->raw_digits != NULL)
    return g_strdup_printf (_ ("%s solutions"), count->raw_digits);
  if (count->raw != count->listed && !raw)
    return g_strdup_printf (tw_ngettext ("%llu solution, %llu with symmetric ones",
                                         "%llu solutions, %llu with symmetric ones",
                                         (gulong) count->listed),
                            (unsigned long long) count->listed, (unsigned long long) count->raw);
  return g_strdup_printf (tw_ngettext ("%llu solution", "%llu solutions", (gulong) count->listed),
                          (unsigned long long) count->listed);
}

/* Why the list is incomplete; NULL when no more solutions were requested. */
static const char *
end_text (const TwSolutionCount *count)
{
  switch (count->stop) {
  case TW_STOP_DEADLINE:
    if (count->matrix_short)
      return _ ("the time limit was reached before all were found, and the transfer matrix needs "
                "more than the memory budget");
    return _ ("the time limit was reached before all were found");
  case TW_STOP_MEMORY:
    return _ ("the memory budget was used up before all were found");
  case TW_STOP_CANCEL:
    return _ ("stopped before all were found");
  case TW_STOP_NONE:
  default:
    return NULL;
  }
}

static char *
describe_solution (const TwResult *result)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);
  TwSolutionCount count = tw_piece_solutions_count (solutions);
  const TwOptions *options = solutions != NULL ? tw_piece_solutions_get_options (solutions) : NULL;
  g_autofree char *text = NULL;
  const char *end;

  if (options == NULL || (options->limit == 1 && !options->count_only))
    return NULL;
  text = describe_count (&count, options->raw);
  if (count.complete)
    return g_steal_pointer (&text);
  end = end_text (&count);
  /* Translators: "964 solutions; the time limit was reached before all were found" */
  return end != NULL ? g_strdup_printf (_ ("%s; %s"), text, end)
                     : g_strdup_printf (_ ("%s, perhaps more"), text);
}

/* --- faults ------------------------------------------------------------------------ */

static char *
fault_text (const TwPieceProblem *problem, const TwPieceFault *fault)
{
  const char *name = fault->piece >= 0 && (gsize) fault->piece < problem->n_pieces
                       ? problem->pieces[fault->piece].name
                       : "?";

  switch (fault->kind) {
  case TW_PIECE_FAULT_NO_SUCH_PIECE:
    return g_strdup (_ ("The puzzle has no such piece"));
  case TW_PIECE_FAULT_TURNED:
    return g_strdup_printf (
      _ ("The cells at X = %d, Y = %d are not a permitted orientation of piece %s"), fault->x,
      fault->y, name);
  case TW_PIECE_FAULT_OUTSIDE:
    return g_strdup_printf (_ ("Piece %s outside of the board in position: X = %d, Y = %d"), name,
                            fault->x, fault->y);
  case TW_PIECE_FAULT_COLOUR:
    return g_strdup_printf (_ ("Piece %s on another colour in position: X = %d, Y = %d"), name,
                            fault->x, fault->y);
  case TW_PIECE_FAULT_OVERLAP:
    return g_strdup_printf (_ ("Pieces overlapped in position: X = %d, Y = %d"), fault->x,
                            fault->y);
  case TW_PIECE_FAULT_UNCOVERED:
    return g_strdup_printf (_ ("Cell not covered in position: X = %d, Y = %d"), fault->x, fault->y);
  case TW_PIECE_FAULT_FREE:
    return g_strdup_printf (tw_ngettext ("The solution leaves %d cell free; expected %s%d",
                                         "The solution leaves %d cells free; expected %s%d",
                                         (gulong) fault->free),
                            fault->free, problem->fewer_free ? "0–" : "", problem->n_free);
  case TW_PIECE_FAULT_COUNT:
    return g_strdup_printf (_ ("Piece %s is used too often or too rarely"), name);
  case TW_PIECE_FAULT_MOVED:
    return g_strdup_printf (_ ("Piece %s, which was placed beforehand, is elsewhere"), name);
  case TW_PIECE_FAULT_NO_MEMORY:
  case TW_PIECE_FAULT_NONE:
  default:
    return g_strdup (_ ("Not enough memory to check the solution"));
  }
}

static gsize
check (const TwResult *result, GPtrArray *faults)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  TwPieceSolution solution = tw_result_dup_piece_solution (result);
  TwPieceFault fault;
  gboolean fine = tw_piece_solution_check (problem, &solution, &fault);

  if (!fine)
    g_ptr_array_add (faults, fault_text (problem, &fault));
  g_free (solution.placements);
  return fine ? 0 : 1;
}

TW_DEFINE_CLEAR (payload_clear, TwPiecesPayload, (solutions, tw_piece_solutions_unref))

const TwKindSolution tw_piece_solution = {
  .form = TW_FORM_PIECES,
  .goal = N_ ("Place the pieces so that they fill the board."),
  .payload_size = sizeof (TwPiecesPayload),
  .payload_clear = payload_clear,
  .write = write_solution,
  .read = read_solution,
  .check = check,
  .describe = describe_solution,
  .explain = tw_piece_explain,
};

/* --- reasons -------------------------------------------------------------------------- */

static char *
colour_name (const TwPieceProblem *problem, const TwPieceColours *colours,
             const TwPieceReason *reason)
{
  char text[7] = "";
  guint8 colour = 0;

  if (reason->x >= 0)
    colour = tw_board_get (problem->board, reason->x, reason->y);
  if (colour == 0 || colour > colours->count)
    return g_strdup ("?");
  text[g_unichar_to_utf8 (colours->names[colour], text)] = '\0';
  return g_strdup (text);
}

char *
tw_piece_reason_text (const TwPieceProblem *problem, const TwPieceColours *colours,
                      const TwPieceReason *reason)
{
  g_autofree char *colour = colour_name (problem, colours, reason);
  long long have = reason->have, want = reason->want;

  switch (reason->kind) {
  case TW_REASON_NO_PIECES:
    return g_strdup (_ ("the puzzle has no piece"));
  case TW_REASON_FREE:
    return g_strdup_printf (
      tw_ngettext ("%d cell must stay free, but only %lld have no piece on them",
                   "%d cells must stay free, but only %lld have no piece on them",
                   (gulong) problem->n_free),
      problem->n_free, have);
  case TW_REASON_AREA_SMALL:
    if (problem->n_free > 0)
      return g_strdup_printf (
        tw_ngettext (
          "all pieces together cover %lld cell, the board without its free cells has %lld",
          "all pieces together cover %lld cells, the board without its free cells has %lld",
          (gulong) have),
        have, want);
    return g_strdup_printf (tw_ngettext ("all pieces together cover %lld cell, the board has %lld",
                                         "all pieces together cover %lld cells, the board has %lld",
                                         (gulong) have),
                            have, want);
  case TW_REASON_AREA_LARGE:
    if (problem->n_free > 0)
      return g_strdup_printf (
        tw_ngettext (
          "the pieces that must be used cover %lld cell, the board without its free cells has %lld",
          "the pieces that must be used cover %lld cells, the board without its free cells has "
          "%lld",
          (gulong) have),
        have, want);
    return g_strdup_printf (
      tw_ngettext ("the pieces that must be used cover %lld cell, the board has %lld",
                   "the pieces that must be used cover %lld cells, the board has %lld",
                   (gulong) have),
      have, want);
  case TW_REASON_AREA_SUM:
    return g_strdup_printf (tw_ngettext ("no choice of pieces covers exactly %lld cell",
                                         "no choice of pieces covers exactly %lld cells",
                                         (gulong) want),
                            want);
  case TW_REASON_COLOUR_NONE:
    return g_strdup_printf (_ ("no piece has the colour “%s” of the cell at column %d, row %d"),
                            colour, reason->x + 1, reason->y + 1);
  case TW_REASON_COLOUR_SMALL:
    return g_strdup_printf (
      tw_ngettext ("the pieces have %lld cell of colour “%s”, the board has %lld",
                   "the pieces have %lld cells of colour “%s”, the board has %lld", (gulong) have),
      have, colour, want);
  case TW_REASON_COLOUR_LARGE:
    if (reason->x < 0)
      return g_strdup (_ ("a piece that must be used has a colour that the board does not have"));
    return g_strdup_printf (
      tw_ngettext (
        "the pieces that must be used have %lld cell of colour “%s”, the board has %lld",
        "the pieces that must be used have %lld cells of colour “%s”, the board has %lld",
        (gulong) have),
      have, colour, want);
  case TW_REASON_COLOUR_SUM:
    return g_strdup_printf (
      tw_ngettext ("no choice of pieces has exactly %lld cell of colour “%s”",
                   "no choice of pieces has exactly %lld cells of colour “%s”", (gulong) want),
      want, colour);
  case TW_REASON_PIECE:
    return g_strdup_printf (_ ("piece %s must be used and fits nowhere"),
                            problem->pieces[reason->piece].name);
  case TW_REASON_CELL:
    return g_strdup_printf (_ ("no piece can reach the cell at column %d, row %d"), reason->x + 1,
                            reason->y + 1);
  case TW_REASON_REGION:
    return g_strdup_printf (
      tw_ngettext ("no choice of pieces fills the region of %lld cell around column %d, row %d",
                   "no choice of pieces fills the region of %lld cells around column %d, row %d",
                   (gulong) want),
      want, reason->x + 1, reason->y + 1);
  case TW_REASON_CHEQUER:
    return g_strdup (_ ("coloured like a chessboard, the board has more dark or more light cells "
                        "than the pieces can have"));
  case TW_REASON_COLUMNS:
    return g_strdup (_ ("with every other column dark, the board has more dark or more light "
                        "cells than the pieces can have"));
  case TW_REASON_ROWS:
    return g_strdup (_ ("with every other row dark, the board has more dark or more light cells "
                        "than the pieces can have"));
  case TW_REASON_SEARCHED:
  case TW_REASON_NONE:
  default:
    return g_strdup (_ ("all ways to place the pieces were tried"));
  }
}
