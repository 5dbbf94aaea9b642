/* SPDX-License-Identifier: GPL-3.0-or-later */
/* squares.c - the kind of the contest of 2015: cover the free cells with the fewest squares.
 * The engines are in core/squares. */
#include "puzzle/kinds/squares/certificate.h"
#include "puzzle/drop.h"
#include "puzzle/kinds/squares/squares.h"

#include <string.h>

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
#include "puzzle/kind-count.h"
#include "puzzle/kind-edit.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/from-solution.h"

typedef struct {
  TwTiling tiling;
  char *optima;    /* the number of optimal solutions in decimal digits; NULL: not counted */
  GPtrArray *list; /* different optimal solutions; NULL: not listed */
} Payload;

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
  return tw_fail_format_null (error,
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

static const TwEngineInfo engines[] = {
#define ROW(name, title, summary, solve) { name, title, summary },
  TW_SQUARES_ENGINES (ROW)
#undef ROW
    { 0 },
};

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

/* Counts the solutions with as few squares as this one, and lists as many as the options want. */
static void
count_optima (const TwResult *result, const TwOptions *options, TwRun *run)
{
  g_autoptr (TwResult) first = tw_result_dup_solution (result);
  Payload *payload = result->payload;

  if (first->status == TW_STATUS_FEASIBLE)
    payload->optima = tw_square_count_optima (first, options, run,
                                              options->count_only ? NULL : &payload->list);
  first->status = TW_STATUS_OPTIMAL;
  first->bound = cost (result);
  if (payload->list != NULL && options->limit > 0 && payload->list->len > (guint) options->limit)
    g_ptr_array_set_size (payload->list, options->limit);
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  const TwSquaresEngine *chosen = tw_squares_engine_find (options->engine);

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
  if (result->status == TW_STATUS_OPTIMAL && (options->limit != 1 || options->count_only))
    count_optima (result, options, run);
}

static void
offer (const TwResult *solution, TwRun *run)
{
  tw_squares_offer (run, tw_puzzle_get_board (solution->puzzle), solution->payload,
                    solution->transform);
}

/* --- solutions ----------------------------------------------------------- */

TW_DEFINE_CLEAR (payload_clear, Payload, (optima, g_free), (list, g_ptr_array_unref))

static TwResult *
listed (const TwResult *result, gsize i)
{
  const Payload *payload = result->payload;

  return payload->list != NULL && i < payload->list->len
           ? tw_result_ref (g_ptr_array_index (payload->list, i))
           : NULL;
}

static TwSolutionCount
count (const TwResult *result)
{
  const Payload *payload = result->payload;
  gsize kept = payload->list != NULL ? payload->list->len : 0;
  g_autofree char *digits = g_strdup_printf ("%zu", kept);

  return (TwSolutionCount){
    .raw = tw_result_has_solution (result),
    .raw_digits = payload->optima,
    .kept = kept,
    .complete = payload->optima != NULL && (kept == 0 || g_str_equal (digits, payload->optima)),
  };
}

static char *
describe_solution (const TwResult *result)
{
  const Payload *payload = result->payload;
  gulong n = payload->tiling.count;
  g_autofree char *text = NULL, *optima = NULL;

  if (payload->optima == NULL)
    return NULL;
  text = g_strdup_printf (tw_ngettext ("%zu square", "%zu squares", n), payload->tiling.count);
  optima = g_strdup_printf (_ ("%s optimal solutions"), payload->optima);
  return g_strdup_printf (_ ("%s; %s"), text,
                          g_str_equal (payload->optima, "1") ? _ ("The only optimal solution")
                                                             : optima);
}

static void
write_solution (const TwResult *result, TwJsonBuilder *builder)
{
  gboolean solved = tw_result_has_solution (result);
  const Payload *payload = result->payload;

  if (solved)
    tw_json_add_int (builder, "numberOfSquares", cost (result));
  if (result->bound >= 0)
    tw_json_add_int (builder, "bound", result->bound);
  if (solved)
    tw_contest_write_squares (&payload->tiling, builder);
  if (payload->optima == NULL)
    return;
  tw_json_add_boolean (builder, "complete", count (result).complete);
  /* A string, because the number may be larger than JSON readers can represent. */
  tw_json_add_string (builder, "optimalTilings", payload->optima);
  if (payload->list == NULL)
    return;
  tw_json_begin_array (builder, "solutions");
  for (guint i = 0; i < payload->list->len && !tw_json_is_full (builder); i++) {
    const TwResult *one = g_ptr_array_index (payload->list, i);

    tw_json_begin_object (builder, NULL);
    tw_contest_write_squares (one->payload, builder);
    tw_json_end_object (builder);
  }
  tw_json_end_array (builder);
}

/* Reads the list of optimal solutions, if there is one. */
static gboolean
read_list (TwResult *result, JsonObject *object, gsize most, GError **error)
{
  Payload *payload = result->payload;
  JsonArray *array;
  const char *digits;

  if (!tw_json_get_optional_string (object, "optimalTilings", &digits, error))
    return FALSE;
  if (digits != NULL && digits[strspn (digits, "0123456789")] == '\0')
    payload->optima = g_strdup (digits);
  if (!json_object_has_member (object, "solutions"))
    return TRUE;
  if ((array = tw_json_get_array (object, "solutions", error)) == NULL)
    return FALSE;
  if (json_array_get_length (array) > TW_SQUARE_OPTIMA)
    return tw_fail_format (error, _ ("solutions: %u are more than can be checked"),
                           json_array_get_length (array));
  payload->list = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    TwResult *one = tw_result_new (result->puzzle);

    one->status = TW_STATUS_FEASIBLE;
    g_ptr_array_add (payload->list, one);
    if (!JSON_NODE_HOLDS_OBJECT (node))
      tw_fail_format (error, _ ("an object is expected, not %s"), tw_json_type_name (node));
    else if (tw_contest_read_squares (json_node_get_object (node), most, one->payload, error))
      continue;
    g_prefix_error (error, "solutions[%u]: ", i);
    return FALSE;
  }
  return TRUE;
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
  return tw_contest_read_squares (object, most, result->payload, error)
         && read_list (result, object, most, error);
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

static gsize
check (const TwResult *result, GPtrArray *faults)
{
  const Payload *payload = result->payload;
  gsize n = tw_squares_check (result, faults);

  for (guint i = 0; payload->list != NULL && i < payload->list->len; i++)
    n += tw_squares_check (g_ptr_array_index (payload->list, i), faults);
  return n;
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
      .engines = engines,
      .run = solve,
      .snapshot = snapshot,
      .helping_engine = "priced",
      .offer = offer,
    },
  .solution =
    &(const TwKindSolution){
      .form = TW_FORM_SQUARES,
      .goal = N_ ("Cover all free cells with as few squares as possible."),
      .payload_size = sizeof (Payload),
      .payload_clear = payload_clear,
      .cost = cost,
      .bounds_cost = TRUE,
      .write = write_solution,
      .read = read_solution,
      .check = check,
      .describe = describe_solution,
      .explain = tw_squares_explain,
    },
  .edit = &(const TwKindEdit){ .cells = TW_EDIT_OBSTACLES },
  .count = &(const TwKindCount){ .of = count, .listed = listed },
  .certify = &(const TwKindCertify){ .solution = tw_certificate_write,
                                     .proves = tw_certificate_proves },
  .divide = &tw_squares_parts,
};
