/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution.c - solutions of piece puzzles in results; see solution.h. */
#include "puzzle/kinds/pieces/solution.h"

#include "core/pieces/check.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

#define format_error(error, ...) tw_fail (error, TW_PUZZLE_ERROR_FORMAT, __VA_ARGS__)

/* An invalid transform, for cells that are not those of the piece. */
#define NO_TRANSFORM 255

/* --- to results ---------------------------------------------------------------- */

typedef struct {
  guint32 first; /* cell */
  guint32 index; /* of the placement */
} Entry;

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return (p > q) - (p < q);
}

/* Lists the cells of a placement in their order on the board. */
static gsize
list_cells (const TwPieceProblem *problem, TwPiecePlacement placement, guint32 *cells)
{
  const TwShape *shape = &problem->pieces[placement.piece].shape;

  for (int i = 0; i < shape->count; i++) {
    TwShapeCell cell = tw_shape_cell (shape, placement.transform, i);

    cells[i] = (guint32) ((placement.y + cell.y) * problem->board->width + placement.x + cell.x);
  }
  qsort (cells, (gsize) shape->count, sizeof *cells, compare_cells);
  return (gsize) shape->count;
}

typedef gboolean (*Visit) (gpointer data, gsize index, TwPiecePlacement placement,
                           const guint32 *cells, gsize n);

/* Visits the placements in the order of their first cells until `visit` returns FALSE. Returns FALSE
 * then, or when memory is short. A list of solutions may be large, so this needs 8 bytes for each
 * placement only. */
static gboolean
visit_placements (const TwPieceProblem *problem, const TwPieceSolution *solution, Visit visit,
                  gpointer data)
{
  gsize cells_of_board = (gsize) problem->board->width * (gsize) problem->board->height;
  g_autofree Entry *entries = g_try_new (Entry, solution->count + 1);
  g_autofree guint32 *cells = g_try_new (guint32, cells_of_board);
  gboolean fine = entries != NULL && cells != NULL;

  for (gsize i = 0; fine && i < solution->count; i++) {
    list_cells (problem, solution->placements[i], cells);
    entries[i] = (Entry){ cells[0], (guint32) i };
  }
  if (fine)
    qsort (entries, solution->count, sizeof *entries, compare_cells);
  for (gsize i = 0; fine && i < solution->count; i++) {
    TwPiecePlacement placement = solution->placements[entries[i].index];

    fine = visit (data, entries[i].index, placement, cells, list_cells (problem, placement, cells));
  }
  return fine;
}

static gboolean
add_placement (gpointer data, gsize index, TwPiecePlacement p, const guint32 *cells, gsize n)
{
  TwResult *result = data;
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);

  return tw_result_add_placement (result, problem->pieces[p.piece].name,
                                  tw_piece_puzzle_alike (result->puzzle, (guint) p.piece),
                                  p.transform, p.x, p.y, index < problem->n_placed, cells, n);
}

gboolean
tw_result_add_piece_solution (TwResult *result, const TwPieceSolution *solution)
{
  return visit_placements (tw_piece_puzzle_get_problem (result->puzzle), solution, add_placement,
                           result);
}

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
    all = all && visit_placements (writing->problem, &solution, visit_to_write, writing);
    tw_json_end_array (builder);
    all = all && !tw_json_is_full (builder);
    if (!all)
      tw_json_rewind (builder, end, i > 0);
    tw_piece_solution_clear (&solution);
  }
  tw_json_end_array (builder);
  return all;
}

void
tw_piece_puzzle_write_solution (const TwResult *result, TwJsonBuilder *builder)
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
  tw_json_add_int (builder, "raw", (gint64) count.raw);
  tw_json_add_int (builder, "distinct", (gint64) count.distinct);
  if (count.kept < 2 || tw_json_is_full (builder))
    return;
  if (!write_list (solutions, count.kept, &writing) || count.kept_short)
    tw_json_add_boolean (builder, "shortened", TRUE);
}

/* Finds the transform that maps the piece to these cells; an allowed one if possible. */
static int
find_transform (const TwPiece *piece, const TwShape *shape)
{
  int found = NO_TRANSFORM;

  for (int k = 7; k >= 0; k--) {
    TwShape turned;

    if (!tw_shape_transform (&turned, k, &piece->shape))
      continue;
    if (tw_shape_compare (&turned, shape) == 0
        && (found == NO_TRANSFORM || (piece->transforms >> k & 1)))
      found = k;
    tw_shape_clear (&turned);
  }
  return found;
}

/* A solution contains no colours: each cell has the colour of the board cell under it. */
void
tw_result_add_piece_cells (TwResult *result, guint piece, TwShapeCell *cells, guint n)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  const TwBoard *board = problem->board;
  g_autofree guint32 *inside = g_new (guint32, n);
  int transform = NO_TRANSFORM, left = G_MAXINT16, top = G_MAXINT16;
  gsize n_inside = 0;
  TwShape shape;

  for (guint i = 0; i < n; i++) {
    int x = cells[i].x, y = cells[i].y;

    left = MIN (left, x);
    top = MIN (top, y);
    if (x >= 0 && y >= 0 && x < board->width && y < board->height) {
      cells[i].colour = tw_board_get (board, x, y);
      inside[n_inside++] = (guint32) (y * board->width + x);
    }
  }
  if (n_inside == n && tw_shape_init (&shape, cells, (int) n)) {
    transform = find_transform (&problem->pieces[piece], &shape);
    tw_shape_clear (&shape);
  }
  tw_result_add_placement (result, problem->pieces[piece].name, piece, transform, left, top, FALSE,
                           inside, n_inside);
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
    return format_error (error, _ ("placements[%u]: an object is expected"), index);
  if (!tw_json_get_optional_string (object, "piece", &name, error)
      || (array = tw_json_get_array (object, "cells", error)) == NULL) {
    g_prefix_error (error, "placements[%u].", index);
    return FALSE;
  }
  piece = name != NULL ? tw_piece_puzzle_find (result->puzzle, name) : -1;
  if (piece < 0)
    return format_error (error, _ ("placements[%u].piece: the puzzle has no piece “%s”"), index,
                         name != NULL ? name : "");

  guint n = json_array_get_length (array);

  if (n == 0 || n > (guint) (board->width * board->height))
    return format_error (error, _ ("placements[%u].cells: a piece of %u cells"), index, n);

  g_autofree TwShapeCell *shape_cells = g_new (TwShapeCell, n);

  for (guint i = 0; i < n; i++) {
    JsonNode *cell = json_array_get_element (array, i);
    JsonArray *pair = JSON_NODE_HOLDS_ARRAY (cell) ? json_node_get_array (cell) : NULL;
    gint64 x, y;

    if (pair == NULL || json_array_get_length (pair) != 2)
      return format_error (error, _ ("placements[%u].cells[%u]: [x, y] is expected"), index, i);
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

gboolean
tw_piece_puzzle_read_solution (TwResult *result, JsonObject *object, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  JsonArray *array;

  if (!tw_result_has_solution (result))
    return TRUE;
  array = tw_json_get_array (object, "placements", error);
  if (array == NULL)
    return FALSE;

  guint n = json_array_get_length (array);

  if (n > (guint) (board->width * board->height))
    return format_error (error,
                         _ ("placements: there are %u pieces, more than the board has cells"), n);
  for (guint i = 0; i < n; i++)
    if (!read_placement (result, json_array_get_element (array, i), i, error))
      return FALSE;
  return TRUE;
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

char *
tw_piece_puzzle_describe_solution (const TwResult *result)
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
    return g_strdup_printf (_ ("The solution leaves %d cells free; %d are expected"), fault->free,
                            problem->n_free);
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

/* Compares piece and position; ignores the transform. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const TwPiecePlacement *p = a, *q = b;

  if (p->piece != q->piece)
    return p->piece < q->piece ? -1 : 1;
  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

/* A solution written by hand may give a symmetric piece another transform than the puzzle's own
 * placement; placements with the same cells are equal. `placed` is sorted; at most eight of its
 * elements compare as equal without overlapping. */
static void
settle_placed (const TwPieceProblem *problem, const TwPiecePlacement *placed,
               TwPiecePlacement *placement)
{
  const TwPiecePlacement *end = placed + problem->n_placed;
  gsize below = 0, above = problem->n_placed;

  if (placement->transform > 7 || placement->piece < 0)
    return;
  while (below < above) {
    gsize middle = below + (above - below) / 2;

    if (compare_places (&placed[middle], placement) < 0)
      below = middle + 1;
    else
      above = middle;
  }
  for (placed += below; placed < end && compare_places (placed, placement) == 0; placed++) {
    const TwPiece *piece = &problem->pieces[placed->piece];
    TwShape a, b;

    if (!tw_shape_transform (&a, placed->transform, &piece->shape))
      return;
    if (tw_shape_transform (&b, placement->transform, &piece->shape)) {
      if (tw_shape_compare (&a, &b) == 0)
        placement->transform = placed->transform;
      tw_shape_clear (&b);
    }
    tw_shape_clear (&a);
  }
}

TwPieceSolution
tw_result_dup_piece_solution (const TwResult *result)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  gsize n = tw_result_n_placements (result);
  TwPiecePlacement *placements = g_new0 (TwPiecePlacement, n + 1);
  g_autofree TwPiecePlacement *placed = g_new (TwPiecePlacement, problem->n_placed + 1);

  for (gsize i = 0; i < problem->n_placed; i++)
    placed[i] = problem->placed[i];
  qsort (placed, problem->n_placed, sizeof *placed, compare_places);
  for (gsize i = 0; i < n; i++) {
    const TwPlacement *p = tw_result_placement (result, i);

    placements[i] = (TwPiecePlacement){
      .piece = p->name != NULL ? tw_piece_puzzle_find (result->puzzle, p->name) : -1,
      .transform = (uint8_t) p->orientation,
      .x = (int16_t) p->x,
      .y = (int16_t) p->y,
    };
    settle_placed (problem, placed, &placements[i]);
  }
  return (TwPieceSolution){ .placements = placements, .count = n };
}

gsize
tw_piece_puzzle_check (const TwResult *result, GPtrArray *faults)
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
    return g_strdup_printf (_ ("%d cells must stay free, but only %lld have no piece on them"),
                            problem->n_free, have);
  case TW_REASON_AREA_SMALL:
    if (problem->n_free > 0)
      return g_strdup_printf (
        _ ("all pieces together cover %lld cells, the board without its free cells has %lld"), have,
        want);
    return g_strdup_printf (_ ("all pieces together cover %lld cells, the board has %lld"), have,
                            want);
  case TW_REASON_AREA_LARGE:
    if (problem->n_free > 0)
      return g_strdup_printf (_ ("the pieces that must be used cover %lld cells, the board without "
                                 "its free cells has %lld"),
                              have, want);
    return g_strdup_printf (_ ("the pieces that must be used cover %lld cells, the board has %lld"),
                            have, want);
  case TW_REASON_AREA_SUM:
    return g_strdup_printf (_ ("no choice of pieces covers exactly %lld cells"), want);
  case TW_REASON_COLOUR_NONE:
    return g_strdup_printf (_ ("no piece has the colour “%s” of the cell at column %d, row %d"),
                            colour, reason->x + 1, reason->y + 1);
  case TW_REASON_COLOUR_SMALL:
    return g_strdup_printf (_ ("the pieces have %lld cells of colour “%s”, the board has %lld"),
                            have, colour, want);
  case TW_REASON_COLOUR_LARGE:
    if (reason->x < 0)
      return g_strdup (_ ("a piece that must be used has a colour that the board does not have"));
    return g_strdup_printf (_ ("the pieces that must be used have %lld cells of colour “%s”, the "
                               "board has %lld"),
                            have, colour, want);
  case TW_REASON_COLOUR_SUM:
    return g_strdup_printf (_ ("no choice of pieces has exactly %lld cells of colour “%s”"), want,
                            colour);
  case TW_REASON_PIECE:
    return g_strdup_printf (_ ("piece %s must be used and fits nowhere"),
                            problem->pieces[reason->piece].name);
  case TW_REASON_CELL:
    return g_strdup_printf (_ ("no piece can reach the cell at column %d, row %d"), reason->x + 1,
                            reason->y + 1);
  case TW_REASON_REGION:
    return g_strdup_printf (
      _ ("no choice of pieces fills the region of %lld cells around column %d, row %d"), want,
      reason->x + 1, reason->y + 1);
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
