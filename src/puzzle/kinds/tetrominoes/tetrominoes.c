/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.c - the kind of tetromino squares. Its engine is that of
 * core/pieces/bigboard.h. */
#include "puzzle/kinds/tetrominoes/tetrominoes.h"

#include <stdlib.h>

#include "core/pieces/bigboard.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/pieces/ledger.h"
#include "puzzle/kinds/pieces/pieces.h"
#include "puzzle/kinds/tetrominoes/text.h"
#include "puzzle/pieces/from-solution.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/tetrominoes.h"

/* --- reading and writing ---------------------------------------------------- */

static gboolean
sniff_json (JsonObject *object)
{
  return json_object_has_member (object, "signature");
}

/* "placed": [["L", 1, 0, 0], ...], as in a solution. Takes `puzzle`, and returns one with these figures
 * placed beforehand. */
static TwPuzzle *
read_placed (TwPuzzle *puzzle, JsonObject *object, GError **error)
{
  g_autoptr (TwPuzzle) owned = puzzle;
  JsonArray *array = tw_json_get_array (object, "placed", error);
  g_autoptr (TwResult) result = tw_result_new (puzzle);
  g_autofree TwPiecePlacement *placed = NULL;
  TwPlaceFault fault;
  TwPuzzle *figures;
  gsize n;

  if (array == NULL
      || !tw_tetromino_read_solution (array, tw_puzzle_get_board (puzzle)->width, result, error))
    return NULL;
  n = tw_result_n_placements (result);
  placed = g_new (TwPiecePlacement, n + 1);
  for (gsize i = 0; i < n; i++) {
    const TwPlacement *p = tw_result_placement (result, i);

    placed[i] = (TwPiecePlacement){ .piece = (int32_t) p->piece,
                                    .transform = (uint8_t) tw_tetrominoes_transform (
                                      p->orientation),
                                    .x = (int16_t) CLAMP (p->x, -1, G_MAXINT16),
                                    .y = (int16_t) CLAMP (p->y, -1, G_MAXINT16) };
  }
  figures = tw_piece_puzzle_with_placed (tw_tetrominoes_get_figures (puzzle), placed, n, &fault);
  if (figures == NULL)
    return tw_fail_format_null (error, _ ("placed: the figures do not fit on the square"));
  return tw_tetrominoes_with_figures (puzzle, figures);
}

static TwPuzzle *
read_json (JsonObject *object, GError **error)
{
  TwPuzzle *puzzle;
  g_autofree char *id = NULL;
  const char *signature;
  TwTetrominoProblem problem;
  JsonNode *id_node = json_object_get_member (object, "id");
  gint64 number;

  if (id_node != NULL && !JSON_NODE_HOLDS_NULL (id_node)) {
    if (!tw_json_get_int (object, "id", 0, G_MAXINT64, &number, error))
      return NULL;
    id = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  }
  if (!tw_json_get_int (object, "size", TW_TETROMINO_MIN_SIDE, TW_TETROMINO_MAX_SIDE, &problem.size,
                        error)
      || !tw_json_get_optional_string (object, "signature", &signature, error))
    return NULL;
  if (!tw_tetromino_parse_signature (signature != NULL ? signature : "", problem.counts, error))
    return NULL;
  puzzle = tw_tetrominoes_puzzle_new (id, &problem, error);
  return puzzle != NULL && json_object_has_member (object, "placed")
           ? read_placed (puzzle, object, error)
           : puzzle;
}

static TwPuzzle *
read_spec (const char *const *words, GError **error)
{
  TwTetrominoProblem problem;

  if (!g_ascii_string_to_signed (words[0], 10, TW_TETROMINO_MIN_SIDE, TW_TETROMINO_MAX_SIDE,
                                 &problem.size, NULL))
    return tw_fail_usage_null (error, _ ("the side of the square must be from %d to %d, not “%s”"),
                               TW_TETROMINO_MIN_SIDE, TW_TETROMINO_MAX_SIDE, words[0]);
  if (!tw_tetromino_parse_signature (words[1], problem.counts, error))
    return NULL;
  return tw_tetrominoes_puzzle_new (NULL, &problem, error);
}

static char *
write_puzzle (const TwPuzzle *puzzle)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (puzzle);
  const char *id = tw_puzzle_get_id (puzzle);
  g_autofree char *signature = tw_tetromino_format_signature (problem->counts);

  const TwPieceProblem *figures = tw_tetrominoes_get_placed (puzzle);
  g_autoptr (GString) placed = g_string_new (NULL);

  for (gsize i = 0; figures != NULL && i < figures->n_placed; i++) {
    TwPiecePlacement p = figures->placed[i];

    g_string_append_printf (placed, "%s[\"%c\", %d, %d, %d]", i == 0 ? ", \"placed\": [" : ", ",
                            tw_tetromino_letter ((TwTetrominoLetter) p.piece),
                            tw_tetrominoes_angle ((TwTetrominoLetter) p.piece, p.transform), p.x,
                            p.y);
  }
  return g_strdup_printf ("{%s%s%s\"size\": %d, \"signature\": \"%s\"%s%s}\n",
                          id != NULL ? "\"id\": " : "", id != NULL ? id : "",
                          id != NULL ? ", " : "", (int) problem->size, signature, placed->str,
                          placed->len > 0 ? "]" : "");
}

static void
describe (const TwPuzzle *puzzle, GString *text)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (puzzle);
  g_autofree char *signature = tw_tetromino_format_signature (problem->counts);
  g_autofree char *reason = tw_tetrominoes_explain (problem);

  g_string_append_printf (text, "%s\t%s\n", _ ("Figures"), signature);
  if (reason != NULL)
    g_string_append_printf (text, "%s\t%s\n", _ ("No solution"), reason);
}

/* --- solving ---------------------------------------------------------------- */

static const TwEngineInfo engines[] = {
  { "bigboard", N_ ("Bands and search"),
    N_ ("Fills bands with blocks and searches the small rectangle that remains; up to 20 "
        "× 20 a complete search runs too") },
  { 0 },
};

static void
add_placements (TwResult *result, int side, const TwTetromino *placements, gsize n)
{
  for (gsize i = 0; i < n; i++)
    tw_tetromino_add_placement (result, side, placements[i].figure, placements[i].angle,
                                placements[i].x, placements[i].y);
}

static gboolean
snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (puzzle);
  TwTetromino *placements;
  size_t count;

  if (tw_tetrominoes_get_placed (puzzle) != NULL
      || !tw_bigboard_snapshot (run, &placements, &count))
    return FALSE;
  add_placements (result, (int) problem->size, placements, count);
  free (placements);
  return TRUE;
}

/* Searches for the figures that fill the square around those that are placed beforehand. */
static void
solve_around (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, TwResult *result)
{
  TwPuzzle *figures = tw_tetrominoes_get_figures (puzzle);
  g_autoptr (TwResult) found = tw_result_new (figures);
  TwOptions own = *options;

  g_strlcpy (own.engine, "auto", sizeof own.engine);
  own.limit = 1;
  tw_kind_pieces.solve->run (figures, &own, run, NULL, found);
  result->status = found->status == TW_STATUS_OPTIMAL ? TW_STATUS_FEASIBLE : found->status;
  result->reason = g_strdup (found->reason);
  tw_tetrominoes_add_figures (result, found);
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (puzzle);
  gsize n = (gsize) (problem->size * problem->size / 4);
  g_autofree TwTetromino *solution = NULL;

  if (tw_tetrominoes_get_placed (puzzle) != NULL) {
    solve_around (puzzle, options, run, result);
    return;
  }
  solution = g_try_new (TwTetromino, n);
  if (solution == NULL) {
    result->status = TW_STATUS_OUT_OF_MEMORY;
    return;
  }
  result->status = tw_bigboard_solve (problem, options, run, solution);
  if (result->status == TW_STATUS_FEASIBLE)
    add_placements (result, (int) problem->size, solution, n);
  if (result->status != TW_STATUS_INFEASIBLE)
    return;
  result->reason = tw_tetrominoes_explain (problem);
  if (result->reason == NULL)
    result->reason = g_strdup (_ ("all ways to place the figures were tried"));
}

/* --- solutions -------------------------------------------------------------- */

static void
write_solution (const TwResult *result, TwJsonBuilder *builder)
{
  if (!tw_result_has_solution (result))
    return;
  tw_json_begin_array (builder, "solution");
  for (gsize i = 0; i < tw_result_n_placements (result); i++) {
    const TwPlacement *p = tw_result_placement (result, i);

    tw_json_begin_array (builder, NULL);
    tw_json_add_string (builder, NULL, p->name);
    tw_json_add_int (builder, NULL, p->orientation);
    tw_json_add_int (builder, NULL, p->x);
    tw_json_add_int (builder, NULL, p->y);
    tw_json_end_array (builder);
  }
  tw_json_end_array (builder);
}

static gboolean
read_solution (TwResult *result, JsonObject *object, GError **error)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (result->puzzle);
  JsonArray *solution;

  if (!tw_result_has_solution (result))
    return TRUE;
  solution = tw_json_get_array (object, "solution", error);
  return solution != NULL
         && tw_tetromino_read_solution (solution, (int) problem->size, result, error);
}

static char *
fault_text (const TwTetrominoFault *fault, const TwResult *result)
{
  static const TwPlacement none = { .name = "" };
  const TwPlacement *p = fault->index >= 0 ? tw_result_placement (result, (gsize) fault->index)
                                           : &none;

  switch (fault->kind) {
  case TW_TETROMINO_FAULT_FIGURE:
    return g_strdup_printf (_ ("Figure %s has no angle %d"), p->name, p->orientation);
  case TW_TETROMINO_FAULT_OUTSIDE:
    return g_strdup_printf (_ ("Figure %s outside of the square in position: X = %d, Y = %d"),
                            p->name, p->x, p->y);
  case TW_TETROMINO_FAULT_OVERLAP:
    return g_strdup_printf (_ ("Figures overlapped in position: X = %d, Y = %d"), fault->x,
                            fault->y);
  case TW_TETROMINO_FAULT_UNCOVERED:
    return g_strdup_printf (_ ("Cell not covered in position: X = %d, Y = %d"), fault->x, fault->y);
  case TW_TETROMINO_FAULT_COUNT:
    return g_strdup_printf (_ ("Figures %c: %d, not %d"),
                            tw_tetromino_letter ((TwTetrominoLetter) fault->figure),
                            (int) fault->placed, (int) fault->wanted);
  case TW_TETROMINO_FAULT_TASK:
  case TW_TETROMINO_FAULT_NO_MEMORY:
  case TW_TETROMINO_FAULT_NONE:
  default:
    return g_strdup (_ ("Not enough memory to check the solution"));
  }
}

static gsize
check (const TwResult *result, GPtrArray *faults)
{
  gsize n = tw_result_n_placements (result), n_faults;
  g_autofree TwTetromino *placements = g_try_new (TwTetromino, MAX (n, 1));
  TwTetrominoFault found[TW_MAX_FAULT_TEXTS];

  if (placements == NULL) {
    found[0] = (TwTetrominoFault){ .kind = TW_TETROMINO_FAULT_NO_MEMORY, .index = -1 };
    g_ptr_array_add (faults, fault_text (&found[0], result));
    return 1;
  }
  for (gsize i = 0; i < n; i++) {
    const TwPlacement *p = tw_result_placement (result, i);
    gboolean near = p->x >= 0 && p->x < G_MAXUINT16 && p->y >= 0 && p->y < G_MAXUINT16;

    /* A value that does not fit the checker's types lies outside every square. */
    placements[i] = (TwTetromino){
      .figure = (uint8_t) p->piece,
      .angle = (uint8_t) MIN (p->orientation, G_MAXUINT8),
      .x = (uint16_t) (near ? p->x : G_MAXUINT16),
      .y = (uint16_t) (near ? p->y : G_MAXUINT16),
    };
  }
  if (tw_tetromino_check (tw_tetrominoes_get_problem (result->puzzle), placements, n, found,
                          G_N_ELEMENTS (found), &n_faults))
    return 0;
  for (gsize i = 0; i < n_faults && faults->len < TW_MAX_FAULT_TEXTS; i++)
    g_ptr_array_add (faults, fault_text (&found[i], result));
  return n_faults;
}

static char *
certify (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length, gint64 *bound,
         GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (
    tw_tetrominoes_get_figures (result->puzzle));
  TwPlaceFault fault;
  g_autoptr (TwPuzzle) figures = tw_piece_puzzle_with_placed (
    tw_tetrominoes_get_figures (result->puzzle), problem->placed, problem->n_placed, &fault);

  tw_puzzle_set_origin (figures, NULL, tw_puzzle_get_name (result->puzzle));
  *bound = TW_COST_LEAST;
  return tw_piece_certify_as (figures, result, run, length, error);
}

static const TwKindExport exports[] = {
  TW_PIECES_EXPORT,
  { 0 },
};

const TwKind tw_kind_tetrominoes = {
  .name = "tetrominoes",
  .title = N_ ("Tetromino square"),
  .flags = TW_KIND_TETROMINOES,
  .numeric_id = TRUE,
  .describe = describe,
  .read =
    &(const TwKindRead){
      .sniff_json = sniff_json,
      .json = read_json,
      .spec = read_spec,
    },
  .write = &(const TwKindWrite){ .puzzle = write_puzzle, .exports = exports },
  .solve =
    &(const TwKindSolve){
      .engines = engines,
      .run = solve,
      .snapshot = snapshot,
    },
  .solution =
    &(const TwKindSolution){
      .form = TW_FORM_PIECES,
      .goal = N_ ("Fill the square with exactly these tetrominoes."),
      .payload_size = sizeof (TwPlacements),
      .write = write_solution,
      .read = read_solution,
      .bare = "solution",
      .check = check,
      .explain = tw_tetrominoes_why,
    },
  .certify = &(const TwKindCertify){ .solution = certify },
};
