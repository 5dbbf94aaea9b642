/* SPDX-License-Identifier: GPL-3.0-or-later */
/* squares.c - the kind of the contest of 2015: cover the free cells with the fewest squares.
 * The engines are in core/squares. */
#include "puzzle/kinds/squares/certificate.h"
#include "puzzle/kinds/squares/squares.h"

#include "core/squares/engines/engine.h"
#include "puzzle/formats/contest-json.h"
#include "puzzle/error.h"
#include "puzzle/kinds/models.h"
#include "puzzle/grid-text.h"
#include "puzzle/json.h"
#include "puzzle/squares.h"
#include "puzzle/i18n.h"
#include "core/squares/best.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-edit.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/from-solution.h"

static gboolean
sniff_json (JsonObject *object)
{
  return json_object_has_member (object, "puzzle")
         || (json_object_has_member (object, "width") && json_object_has_member (object, "height"));
}

static TwPuzzle *
read_json (JsonObject *object, GError **error)
{
  const char *id;

  if (!tw_json_get_optional_string (object, "id", &id, error))
    return NULL;

  TwBoard *board = tw_contest_read_board (object, error);

  return board != NULL ? tw_squares_puzzle_new (id, board) : NULL;
}

static gboolean
sniff_text (const char *text, gsize length, const char *name)
{
  return tw_grid_text_sniff (text, length)
         || (name == NULL && tw_sheet_text_sniff (text, length)); /* pasted */
}

static gboolean
read_text (const char *text, gsize length, GPtrArray *puzzles, GError **error)
{
  TwBoard *board = tw_sheet_text_sniff (text, length) && !tw_grid_text_sniff (text, length)
                     ? tw_sheet_text_read (text, length, error)
                     : tw_grid_text_read (text, length, error);

  if (board != NULL)
    g_ptr_array_add (puzzles, tw_squares_puzzle_new (NULL, board));
  return board != NULL;
}

static TwPuzzle *
read_spec (const char *const *words, GError **error)
{
  int width, height;

  if (!tw_kind_parse_size (words[0], &width, &height, error))
    return NULL;

  TwBoard *board = tw_board_new_empty (width, height);

  if (board == NULL)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for the board"));
  return tw_squares_puzzle_new (NULL, board);
}

static char *
write_puzzle (const TwPuzzle *puzzle)
{
  return tw_contest_write_board (tw_puzzle_get_id (puzzle), tw_puzzle_get_board (puzzle));
}

static char *
write_grid (const TwPuzzle *puzzle, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  if (tw_board_count_free (board) > 0)
    return tw_grid_text_write (board);
  return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT,
                       _ ("the board has no free cell, which a drawing cannot express"));
}

static TwModel *
make_model (const TwPuzzle *puzzle, GError **error)
{
  TwModel *model = tw_model_of_board (tw_puzzle_get_board (puzzle), TW_BOARD_MAX_SIDE, NULL, error);

  if (model != NULL)
    model->first_goal = 1;
  return model;
}

static const TwKindExport exports[] = {
  { "ascii", ".txt", N_ ("A grid of . and #"), .write = write_grid },
  TW_MODEL_EXPORTS (make_model),
  TW_PIECES_EXPORT,
  { 0 },
};

/* --- solving ------------------------------------------------------------- */

/* Returns engine number `index`, NULL when there are not as many. */
static const TwSquaresEngine *
engine_at (guint index)
{
  size_t n;
  const TwSquaresEngine *engines = tw_squares_engines (&n);

  return index < n ? &engines[index] : NULL;
}

static gboolean
engine (guint index, TwEngineInfo *info)
{
  const TwSquaresEngine *found = engine_at (index);

  if (found == NULL)
    return FALSE;
  info->name = found->name;
  info->title = found->title;
  info->summary = found->summary;
  return TRUE;
}

static gboolean
snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result)
{
  if (!tw_squares_copy_best (run, result->payload, &result->transform))
    return FALSE;
  tw_tiling_sort (result->payload);
  result->bound = tw_run_bound (run);
  return TRUE;
}

static gint64
cost (const TwResult *result)
{
  return (gint64) tw_result_tiling (result)->count;
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  guint index = 0;
  const TwSquaresEngine *chosen = engine_at (index);

  while (chosen != NULL && !g_str_equal (chosen->name, options->engine))
    chosen = engine_at (++index);
  g_return_if_fail (chosen != NULL); /* the options have been checked */
  result->status = chosen->solve (tw_puzzle_get_board (puzzle), options, run);
  result->bound = tw_run_bound (run);
  if (tw_run_refused (run) > 0)
    g_warning ("the engine %s offered %u wrong tilings, which the checker refused", chosen->name,
               tw_run_refused (run));
  if (!tw_result_has_solution (result))
    return;
  if (!snapshot (puzzle, run, live, result)) {
    /* There was no memory to copy the best tiling. */
    result->status = TW_STATUS_OUT_OF_MEMORY;
    return;
  }
  /* A solution is optimal only with a proof. */
  if (result->status == TW_STATUS_OPTIMAL)
    result->bound = cost (result);
  else if (result->bound >= cost (result))
    result->status = TW_STATUS_OPTIMAL;
}

static void
offer (const TwResult *solution, TwRun *run)
{
  tw_squares_offer (run, tw_puzzle_get_board (solution->puzzle), solution->payload,
                    solution->transform);
}

/* --- solutions ----------------------------------------------------------- */

static void
write_solution (const TwResult *result, TwJsonBuilder *builder)
{
  gboolean solved = tw_result_has_solution (result);

  if (solved)
    tw_json_add_int (builder, "numberOfSquares", cost (result));
  if (result->bound >= 0)
    tw_json_add_int (builder, "bound", result->bound);
  if (solved)
    tw_contest_write_squares (result->payload, builder);
}

static gboolean
read_solution (TwResult *result, JsonObject *object, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  gsize most = (gsize) board->width * (gsize) board->height;

  if (!tw_json_get_optional_int (object, "bound", 0, (gint64) most, &result->bound, error))
    return FALSE;
  if (!tw_result_has_solution (result))
    return TRUE;
  return tw_contest_read_squares (object, most, result->payload, error);
}

static char *
fault_text (const TwFault *fault)
{
  switch (fault->kind) {
  case TW_FAULT_BAD_SIZE:
    return g_strdup_printf (_ ("Square without a size in position: X = %d, Y = %d"), fault->x,
                            fault->y);
  case TW_FAULT_OUTSIDE:
    return g_strdup_printf (_ ("Square outside of boundary in position: X = %d, Y = %d"), fault->x,
                            fault->y);
  case TW_FAULT_BLOCKED:
    return g_strdup_printf (_ ("Square on an obstacle in position: X = %d, Y = %d"), fault->x,
                            fault->y);
  case TW_FAULT_OVERLAP:
    return g_strdup_printf (_ ("Squares overlapped in position: X = %d, Y = %d"), fault->x,
                            fault->y);
  case TW_FAULT_UNCOVERED:
    return g_strdup_printf (_ ("Cell not covered in position: X = %d, Y = %d"), fault->x, fault->y);
  case TW_FAULT_NO_MEMORY:
  case TW_FAULT_NONE:
  default:
    return g_strdup (_ ("Not enough memory to check the solution"));
  }
}

static void
add_fault (const TwFault *fault, void *data)
{
  GPtrArray *faults = data;

  if (faults->len < TW_MAX_FAULT_TEXTS)
    g_ptr_array_add (faults, fault_text (fault));
}

gsize
tw_squares_check (const TwResult *result, GPtrArray *faults)
{
  return tw_tiling_check_all (tw_puzzle_get_board (result->puzzle), tw_result_tiling (result),
                              add_fault, faults);
}

static void
describe (const TwPuzzle *puzzle, GString *text)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  gsize cells = (gsize) board->width * (gsize) board->height;
  gsize blocked = cells - tw_board_count_free (board);
  g_autofree guint16 *sides = g_try_new (guint16, cells);
  g_autofree gint32 *labels = g_try_new (gint32, cells);

  g_string_append_printf (text, "%s\t%zu (%.1f %%)\n", _ ("Obstacles"), blocked,
                          100.0 * (double) blocked / (double) cells);
  if (labels != NULL) {
    int components = tw_board_label_components (board, labels);

    if (components >= 0)
      g_string_append_printf (text, "%s\t%d\n", _ ("Components"), components);
  }
  if (sides != NULL) {
    guint16 largest = 0;

    tw_board_largest_squares (board, sides);
    for (gsize i = 0; i < cells; i++)
      largest = MAX (largest, sides[i]);
    g_string_append_printf (text, "%s\t%u\n", _ ("Largest square"), largest);
  }
}

const TwKind tw_kind_squares = {
  .name = "squares",
  .title = N_ ("Minimum squares"),
  .flags = TW_KIND_FEWEST_SQUARES | TW_KIND_TRANSFORMS | TW_KIND_READS_PASTED,
  .describe = describe,
  .read =
    &(const TwKindRead){
      .sniff_json = sniff_json,
      .json = read_json,
      .sniff_text = sniff_text,
      .text = read_text,
      .spec = read_spec,
    },
  .write =
    &(const TwKindWrite){
      .puzzle = write_puzzle,
      .exports = exports,
      .read_model = tw_model_read_squares,
    },
  .solve =
    &(const TwKindSolve){
      .engine = engine,
      .run = solve,
      .snapshot = snapshot,
      .helping_engine = "priced",
      .offer = offer,
    },
  .solution =
    &(const TwKindSolution){
      .form = TW_FORM_SQUARES,
      .goal = N_ ("Cover all free cells with as few squares as possible."),
      .payload_size = sizeof (TwTiling),
      .cost = cost,
      .bounds_cost = TRUE,
      .write = write_solution,
      .read = read_solution,
      .check = tw_squares_check,
      .explain = tw_squares_explain,
    },
  .edit = &(const TwKindEdit){ .cells = TW_EDIT_OBSTACLES },
  .certify = &(const TwKindCertify){ .solution = tw_certificate_write_in },
  .divide = &tw_squares_parts,
};
