/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover.c - the kind of exact cover problems in Knuth's text (formats/dlx.h). They have no
 * board; the puzzle has a board of one blocked cell. */
#include "puzzle/kinds/cover/cover.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/kinds/models.h"
#include "puzzle/grid-text.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-count.h"
#include "puzzle/kind-read.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/kinds/pieces/pieces.h"
#include "puzzle/kinds/pieces/shared.h"
#include "puzzle/kinds/quadrillion/quadrillion.h"
#include "puzzle/string-order.h"

static const char ending[] = ".dlx";

/* The outcome of a search; the payload of its result. */
typedef struct {
  TwExactCoverResult found;
  guint64 limit;
} Solution;

/* --- reading and writing ------------------------------------------------------------ */

/* Do the pieces of a drawing have enough cells of each colour of its board? */
static gboolean
is_plausible_drawing (const char *text, gsize length)
{
  g_autoptr (TwPuzzle) puzzle = tw_piece_text_read (&tw_kind_pieces, text, length, NULL);
  gint64 missing[256] = { 0 };

  if (puzzle == NULL)
    return FALSE;

  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  const TwBoard *board = problem->board;

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      missing[tw_board_get (board, x, y)] += tw_board_is_free (board, x, y);
  for (gsize i = 0; i < problem->n_pieces; i++)
    for (int c = 0; c < problem->pieces[i].shape.count; c++)
      missing[problem->pieces[i].shape.cells[c].colour]--;
  for (gsize i = 0; i < G_N_ELEMENTS (missing); i++)
    if (missing[i] > 0)
      return FALSE;
  return TRUE;
}

/* The name of a file decides, because the text could be a drawing of pieces. Text without a name
 * was pasted: it is an exact cover of several items when it can be read as one and has a mark of the
 * format, or is no drawing that can have a solution. */
static gboolean
sniff_text (const char *text, gsize length, const char *name)
{
  gsize n = name != NULL ? strlen (name) : 0;

  if (name != NULL)
    return n >= strlen (ending) && g_ascii_strcasecmp (name + n - strlen (ending), ending) == 0;
  if (tw_grid_text_sniff (text, length) || tw_sheet_text_sniff (text, length)
      || tw_kind_quadrillion.read->sniff_text (text, length, NULL))
    return FALSE;

  g_autoptr (TwDlx) dlx = tw_dlx_read (text, NULL);

  return dlx != NULL && dlx->problem.n_options > 0 && dlx->items->len > 1
         && (strpbrk (text, "|:") != NULL || !is_plausible_drawing (text, length));
}

static void
free_dlx (gpointer data)
{
  tw_dlx_free (data);
}

TwPuzzle *
tw_cover_puzzle_new (TwDlx *dlx)
{
  TwBoard *board = tw_need (tw_board_new (1, 1));

  return tw_puzzle_new (&tw_kind_cover, NULL, board, dlx, free_dlx);
}

const TwDlx *
tw_cover_puzzle_get_dlx (const TwPuzzle *puzzle)
{
  return tw_puzzle_get_payload (puzzle);
}

static gboolean
read_text (const char *text, gsize length, GPtrArray *puzzles, GError **error)
{
  TwDlx *dlx = tw_dlx_read (text, error);

  if (dlx == NULL)
    return FALSE;
  g_ptr_array_add (puzzles, tw_cover_puzzle_new (dlx));
  return TRUE;
}

static char *
write_puzzle (const TwPuzzle *puzzle)
{
  return tw_dlx_write (tw_cover_puzzle_get_dlx (puzzle));
}

static TwModel *
make_model (const TwPuzzle *puzzle, GError **error)
{
  return tw_model_of_dlx (tw_cover_puzzle_get_dlx (puzzle));
}

static const TwKindExport exports[] = {
  TW_MODEL_EXPORTS (make_model),
  TW_CLAUSE_EXPORT (make_model),
  { 0 },
};

static void
describe (const TwPuzzle *puzzle, GString *text)
{
  const TwDlx *dlx = tw_cover_puzzle_get_dlx (puzzle);

  g_string_append_printf (text, "%s\t%d\n", _ ("Primary items"), dlx->problem.n_primary);
  g_string_append_printf (text, "%s\t%d\n", _ ("Secondary items"), dlx->problem.n_secondary);
  g_string_append_printf (text, "%s\t%d\n", C_ ("exact cover", "Options"), dlx->problem.n_options);
  g_string_append_printf (text, "%s\t%u\n", _ ("Colours"), dlx->colours->len);
}

/* --- solving --------------------------------------------------------------------------- */

static const TwEngineInfo engines[] = {
  { "cover", N_ ("Exact cover"), N_ ("Branches on the item with the fewest options") },
  { 0 },
};

static void
solution_clear (gpointer payload)
{
  Solution *solution = payload;

  tw_exact_cover_result_clear (&solution->found);
}

/* Memory for the numbers of up to n options, which `solution_clear` frees. */
static gint32 *
new_options (gsize n)
{
  gint32 *options = tw_need (calloc (n + 1, sizeof *options));

  return options;
}

/* The copy is one solution, however many were found. */
static void
copy_solution (gpointer copy, gconstpointer payload)
{
  Solution *to = copy;
  const Solution *from = payload;
  gsize n = (gsize) from->found.n_options;

  if (from->found.options == NULL)
    return;
  to->limit = 1;
  to->found.count = 1;
  to->found.n_options = from->found.n_options;
  to->found.options = new_options (n);
  memcpy (to->found.options, from->found.options, n * sizeof (gint32));
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  const TwDlx *dlx = tw_cover_puzzle_get_dlx (puzzle);
  Solution *solution = result->payload;
  int item;

  solution->limit = options->count_only ? 0 : (guint64) options->limit;
  tw_exact_cover_search (&dlx->problem, solution->limit, tw_options_threads (options), run,
                         &solution->found);
  result->status = solution->found.status;
  if (result->status == TW_STATUS_INFEASIBLE)
    result->reason = g_strdup (_ ("all choices of options were tried"));
  if (solution->found.count == 0)
    return;
  /* A solution that the checker rejects is not shown. */
  if (solution->found.options == NULL
      || tw_exact_cover_check (&dlx->problem, solution->found.options,
                               (gsize) solution->found.n_options, &item)
           != TW_COVER_FAULT_NONE)
    result->status = TW_STATUS_OUT_OF_MEMORY;
}

/* --- solutions -------------------------------------------------------------------------- */

static TwSolutionCount
count (const TwResult *result)
{
  const Solution *solution = result->payload;

  return (TwSolutionCount){ .raw = solution->found.count,
                            .distinct = solution->found.count,
                            .complete = solution->found.complete,
                            .stop = result->stop };
}

static void
write_solution (const TwResult *result, TwJsonBuilder *builder)
{
  const TwDlx *dlx = tw_cover_puzzle_get_dlx (result->puzzle);
  const Solution *solution = result->payload;

  if (solution->found.options == NULL || !tw_result_has_solution (result))
    return;
  if (solution->limit != 1) {
    tw_json_add_count (builder, "count", solution->found.count, NULL);
    tw_json_add_boolean (builder, "complete", solution->found.complete);
  }
  tw_json_add_int (builder, "numberOfOptions", solution->found.n_options);
  tw_json_begin_array (builder, "options");
  for (int i = 0; i < solution->found.n_options; i++) {
    gint32 o = solution->found.options[i];

    tw_json_begin_array (builder, NULL);
    for (gint32 t = dlx->problem.start[o]; t < dlx->problem.start[o + 1]; t++) {
      g_autofree char *term = tw_dlx_dup_term (dlx, dlx->problem.terms[t]);

      tw_json_add_string (builder, NULL, term);
    }
    tw_json_end_array (builder);
  }
  tw_json_end_array (builder);
}

/* Joins the items of an option in sorted order, so that the order does not matter. Takes ownership
 * of the strings. */
static char *
join_terms (GPtrArray *terms)
{
  char *key;

  if (terms->len > 1)
    qsort (terms->pdata, terms->len, sizeof (gpointer), tw_compare_strings);
  g_ptr_array_add (terms, NULL);
  key = g_strjoinv (" ", (char **) terms->pdata);
  g_ptr_array_unref (terms);
  return key;
}

/* Maps "a b:1" to the number of the option + 1; of equal options the first. */
static GTree *
index_options (const TwDlx *dlx)
{
  GTree *numbers = tw_string_tree_new (NULL);

  for (int o = dlx->problem.n_options - 1; o >= 0; o--) {
    GPtrArray *terms = g_ptr_array_new_with_free_func (g_free);

    for (gint32 t = dlx->problem.start[o]; t < dlx->problem.start[o + 1]; t++)
      g_ptr_array_add (terms, tw_dlx_dup_term (dlx, dlx->problem.terms[t]));
    g_tree_insert (numbers, join_terms (terms), GINT_TO_POINTER (o + 1));
  }
  return numbers;
}

/* Reads the number of an option from JSON; -1 when the puzzle has no such option. */
static gint32
read_option (GTree *numbers, JsonNode *node, guint i, GError **error)
{
  GPtrArray *terms = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *key = NULL;
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  gpointer number;

  for (guint t = 0; array != NULL && t < json_array_get_length (array); t++) {
    const char *term = tw_json_node_string (json_array_get_element (array, t));

    if (term != NULL)
      g_ptr_array_add (terms, g_strdup (term));
    else
      array = NULL;
  }
  key = join_terms (terms);
  number = array != NULL ? g_tree_lookup (numbers, key) : NULL;
  if (number == NULL)
    tw_fail_format (error, _ ("options[%u]: the items of an option of the puzzle are expected"), i);
  return GPOINTER_TO_INT (number) - 1;
}

static gboolean
read_solution (TwResult *result, JsonObject *object, GError **error)
{
  const TwDlx *dlx = tw_cover_puzzle_get_dlx (result->puzzle);
  g_autoptr (GTree) numbers = NULL;
  Solution *solution = result->payload;
  JsonArray *array;
  guint n;

  if (!tw_result_has_solution (result))
    return TRUE;
  array = tw_json_get_array (object, "options", error);
  if (array == NULL)
    return FALSE;
  n = json_array_get_length (array);
  if (n > (guint) dlx->problem.n_primary)
    return tw_fail_format (error, _ ("options: %u are more than the puzzle has primary items"), n);
  numbers = index_options (dlx);
  solution->limit = 1;
  solution->found.count = 1;
  solution->found.options = new_options (n);
  for (guint i = 0; i < n; i++) {
    gint32 option = read_option (numbers, json_array_get_element (array, i), i, error);

    if (option < 0)
      return FALSE;
    solution->found.options[solution->found.n_options++] = option;
  }
  return TRUE;
}

/* The other variables of the model are not the names of options. */
static gboolean
read_model (TwResult *result, const GPtrArray *names)
{
  g_autoptr (GTree) numbers = index_options (tw_cover_puzzle_get_dlx (result->puzzle));
  Solution *solution = result->payload;

  solution->limit = 1;
  solution->found.count = 1;
  solution->found.options = new_options (names->len);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char **terms = g_strsplit (names->pdata[i], " ", -1);
    GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
    g_autofree char *key = NULL;
    gpointer number;

    for (guint t = 0; terms[t] != NULL; t++)
      g_ptr_array_add (list, terms[t]);
    key = join_terms (list);
    number = g_tree_lookup (numbers, key);
    if (number != NULL)
      solution->found.options[solution->found.n_options++] = GPOINTER_TO_INT (number) - 1;
  }
  return TRUE;
}

static gsize
check (const TwResult *result, GPtrArray *faults)
{
  const TwDlx *dlx = tw_cover_puzzle_get_dlx (result->puzzle);
  const Solution *solution = result->payload;
  int item = -1;
  TwCoverFault fault = solution->found.options == NULL
                         ? TW_COVER_FAULT_NO_MEMORY
                         : tw_exact_cover_check (&dlx->problem, solution->found.options,
                                                 (gsize) solution->found.n_options, &item);
  const char *name = item >= 0 ? g_ptr_array_index (dlx->items, (guint) item) : "?";

  switch (fault) {
  case TW_COVER_FAULT_NONE:
    return 0;
  case TW_COVER_FAULT_TWICE:
    g_ptr_array_add (faults, g_strdup_printf (_ ("The item “%s” is covered twice"), name));
    break;
  case TW_COVER_FAULT_COLOUR:
    g_ptr_array_add (faults, g_strdup_printf (_ ("The item “%s” has two colours"), name));
    break;
  case TW_COVER_FAULT_NONE_OF_ITEM:
    g_ptr_array_add (faults, g_strdup_printf (_ ("The item “%s” is not covered"), name));
    break;
  case TW_COVER_FAULT_NO_SUCH_OPTION:
  case TW_COVER_FAULT_NO_MEMORY:
  default:
    g_ptr_array_add (faults, g_strdup (_ ("Not enough memory to check the solution")));
  }
  return 1;
}

static char *
describe_solution (const TwResult *result)
{
  const Solution *solution = result->payload;
  g_autofree char *text = NULL;
  gulong n;

  if (solution->limit == 1) {
    n = (gulong) solution->found.n_options;
    return g_strdup_printf (tw_ngettext ("%lu option", "%lu options", n), n);
  }
  n = (gulong) solution->found.count;
  text = g_strdup_printf (tw_ngettext ("%llu solution", "%llu solutions", n),
                          (unsigned long long) solution->found.count);
  return solution->found.complete ? g_steal_pointer (&text)
                                  : g_strdup_printf (_ ("%s, perhaps more"), text);
}

const TwKind tw_kind_cover = {
  .name = "exact-cover",
  .title = N_ ("Exact cover"),
  .describe = describe,
  .read =
    &(const TwKindRead){
      .sniff_text = sniff_text,
      .text = read_text,
    },
  .write =
    &(const TwKindWrite){
      .puzzle = write_puzzle,
      .extension = ending,
      .exports = exports,
      .read_model = read_model,
    },
  .solve =
    &(const TwKindSolve){
      .engines = engines,
      .run = solve,
    },
  .solution =
    &(const TwKindSolution){
      .goal = N_ ("Choose options that have each item exactly once."),
      .payload_size = sizeof (Solution),
      .payload_clear = solution_clear,
      .copy = copy_solution,
      .write = write_solution,
      .read = read_solution,
      .bare = "options",
      .check = check,
      .describe = describe_solution,
    },
  .count = &(const TwKindCount){ .of = count },
};
