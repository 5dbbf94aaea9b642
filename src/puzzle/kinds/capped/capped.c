/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capped.c - the kind of capped square tilings; see capped.h. */
#include "puzzle/kinds/capped/capped.h"

#include <stdlib.h>
#include <string.h>

#include "core/capped/bouwkamp.h"
#include "core/squares/best.h"
#include "puzzle/core-values.h"
#include "puzzle/formats/contest-json.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/kinds/models.h"
#include "puzzle/pieces/from-solution.h"

/* --- the puzzle ------------------------------------------------------------ */

typedef struct {
  TwCappedProblem problem;
  TwTiling known;
} Payload;

static void
payload_free (gpointer data)
{
  Payload *payload = data;

  tw_tiling_clear (&payload->known);
  g_free (payload);
}

TwPuzzle *
tw_capped_puzzle_new (const char *id, const TwCappedProblem *problem, const TwTiling *known,
                      GError **error)
{
  char reason[128];
  TwBoard *board;
  Payload *payload;

  if (!tw_capped_problem_check (problem, reason, sizeof reason))
    return tw_fail_usage_null (error, "%s", reason);
  board = tw_board_new_empty (problem->width, problem->height);
  payload = g_new0 (Payload, 1);
  payload->problem = *problem;
  if (board == NULL || (known != NULL && !tw_tiling_assign (&payload->known, known))) {
    g_set_error_literal (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SIZE,
                         _ ("not enough memory for the board"));
    tw_board_free (board);
    payload_free (payload);
    return NULL;
  }
  return tw_puzzle_new (&tw_kind_capped, id, board, payload, payload_free);
}

const TwCappedProblem *
tw_capped_get_problem (const TwPuzzle *puzzle)
{
  const Payload *payload = tw_puzzle_get_payload (puzzle);

  return &payload->problem;
}

const TwTiling *
tw_capped_get_known (const TwPuzzle *puzzle)
{
  const Payload *payload = tw_puzzle_get_payload (puzzle);

  return payload->known.count > 0 ? &payload->known : NULL;
}

/* --- reading ---------------------------------------------------------------- */

static gboolean
sniff_json (JsonObject *object)
{
  const char *kind = tw_json_node_string (json_object_get_member (object, "kind"));

  return g_strcmp0 (kind, tw_kind_capped.name) == 0
         || (json_object_has_member (object, "size")
             && (json_object_has_member (object, "cap")
                 || json_object_has_member (object, "goal")));
}

/* "size": 9 or [33, 32] */
static gboolean
read_size (JsonObject *object, TwCappedProblem *problem, GError **error)
{
  JsonNode *node = json_object_get_member (object, "size");
  gint64 sides[2];

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node)) {
    if (!tw_json_get_int (object, "size", 1, TW_CAPPED_MAX_SIDE, &sides[0], error))
      return FALSE;
    sides[1] = sides[0];
  } else {
    JsonArray *array = json_node_get_array (node);

    if (json_array_get_length (array) != 2)
      return tw_fail_format (error, _ ("size: two numbers are expected, not %u"),
                             json_array_get_length (array));
    for (guint i = 0; i < 2; i++)
      if (!tw_json_node_get_int (json_array_get_element (array, i), 1, TW_CAPPED_MAX_SIDE,
                                 &sides[i], error, "size[%u]", i))
        return FALSE;
  }
  problem->width = (int) sides[0];
  problem->height = (int) sides[1];
  return TRUE;
}

static gboolean
find_goal (const char *name, TwCappedProblem *problem, GError **error)
{
  if (name == NULL) {
    problem->goal = problem->cap == TW_CAPPED_NO_CAP ? TW_CAPPED_LEAST_CAP : TW_CAPPED_ANY;
    return TRUE;
  }
  if (tw_capped_goal_find (name, &problem->goal))
    return TRUE;
  return tw_fail_usage (
    error, _ ("goal: “%s” is unknown; any, least-cap, fewest, all or quilt is expected"), name);
}

static TwPuzzle *
read_json (JsonObject *object, GError **error)
{
  TwCappedProblem problem = { .cap = TW_CAPPED_NO_CAP };
  const char *id, *goal;
  gint64 cap = TW_CAPPED_NO_CAP;

  if (!tw_json_get_optional_string (object, "id", &id, error)
      || !read_size (object, &problem, error)
      || !tw_json_get_optional_int (object, "cap", 1, TW_CAPPED_MAX_CAP, &cap, error))
    return NULL;
  problem.cap = (int) cap;
  if (!tw_json_get_optional_string (object, "goal", &goal, error)
      || !find_goal (goal, &problem, error))
    return NULL;
  return tw_capped_puzzle_new (id, &problem, NULL, error);
}

/* words: the size, then the cap and the goal, each of which may be NULL. */
static TwPuzzle *
read_spec (const char *const *words, GError **error)
{
  TwCappedProblem problem = { .cap = TW_CAPPED_NO_CAP };
  guint64 cap;

  if (!tw_kind_parse_size (words[0], &problem.width, &problem.height, error))
    return NULL;
  if (words[1] != NULL) {
    if (!g_ascii_string_to_unsigned (words[1], 10, 1, TW_CAPPED_MAX_CAP, &cap, NULL))
      return tw_fail_usage_null (error, _ ("the cap must be from 1 to %d, not “%s”"),
                                 TW_CAPPED_MAX_CAP, words[1]);
    problem.cap = (int) cap;
  }
  if (!find_goal (words[2], &problem, error))
    return NULL;
  return tw_capped_puzzle_new (NULL, &problem, NULL, error);
}

/* Does the first non-empty line consist of numbers and brackets only? */
static gboolean
sniff_text (const char *text, gsize length, const char *name)
{
  gsize n;

  if (g_str_has_prefix (text, TW_MADE_SEED))
    text += strcspn (text, "\n");
  text += strspn (text, " \t\r\n");
  n = strspn (text, "0123456789 \t,:;()");
  return memchr (text, '(', n) != NULL && (text[n] == '\0' || text[n] == '\r' || text[n] == '\n');
}

static TwPuzzle *
read_code (const char *line, gsize length, GError **error)
{
  TwCappedProblem problem = { .goal = TW_CAPPED_ANY };
  g_auto (TwTiling) tiling = { 0 };
  char reason[160];

  if (!tw_bouwkamp_read (line, length, &problem.width, &problem.height, &tiling, reason,
                         sizeof reason))
    return tw_fail_format_null (error, "%s", reason);
  problem.cap = MAX (1, tw_capped_multiplicity (&tiling));
  return tw_capped_puzzle_new (NULL, &problem, &tiling, error);
}

/* A line that begins with # is a comment. */
static gboolean
read_text (const char *text, gsize length, GPtrArray *puzzles, GError **error)
{
  const char *end = text + length, *comment = "";

  for (guint number = 1; text < end; number++) {
    gsize n = strcspn (text, "\n"), blank = strspn (text, " \t\r");

    if (text[blank] == '#') {
      comment = text;
    } else if (n > blank) {
      TwPuzzle *puzzle = read_code (text, n, error);

      if (puzzle == NULL) {
        g_prefix_error (error, _ ("line %u: "), number);
        return FALSE;
      }
      tw_kind_read_made_line (puzzle, comment);
      comment = "";
      g_ptr_array_add (puzzles, puzzle);
    }
    text += n + 1;
  }
  return TRUE;
}

/* --- writing ---------------------------------------------------------------- */

static char *
code_of (const TwPuzzle *puzzle, const TwTiling *tiling)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);

  return tw_bouwkamp_write (problem->width, problem->height, tiling);
}

static char *
write_puzzle (const TwPuzzle *puzzle)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  const TwTiling *known = tw_capped_get_known (puzzle);
  const char *id = tw_puzzle_get_id (puzzle);
  g_autoptr (GString) text = g_string_new ("{\"kind\": \"capped\"");

  if (known != NULL) {
    char *code = code_of (puzzle, known);
    char *line = code != NULL ? g_strconcat (code, "\n", NULL) : NULL;

    free (code);
    return line;
  }
  if (id != NULL) {
    g_autofree char *quoted = tw_json_quote (id);

    g_string_append_printf (text, ", \"id\": %s", quoted);
  }
  g_string_append_printf (text, ", \"size\": [%d, %d]", problem->width, problem->height);
  if (problem->cap != TW_CAPPED_NO_CAP)
    g_string_append_printf (text, ", \"cap\": %d", problem->cap);
  g_string_append_printf (text, ", \"goal\": \"%s\"}\n", tw_capped_goal_name (problem->goal));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static TwModel *
make_model (const TwPuzzle *puzzle, GError **error)
{
  return tw_model_of_capped (tw_capped_get_problem (puzzle), tw_puzzle_get_board (puzzle), error);
}

static const TwKindExport exports[] = {
  TW_MODEL_EXPORTS (make_model),
  TW_CLAUSE_EXPORT (make_model),
  TW_PIECES_EXPORT,
  { 0 },
};

static void
describe (const TwPuzzle *puzzle, GString *text)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  const TwTiling *known = tw_capped_get_known (puzzle);

  g_string_append_printf (text, "%s\t%s\n", _ ("Goal"), tw_capped_goal_name (problem->goal));
  if (problem->cap != TW_CAPPED_NO_CAP)
    g_string_append_printf (text, "%s\t%d\n", _ ("Cap"), problem->cap);
  if (known != NULL) {
    char *code = code_of (puzzle, known);

    g_string_append_printf (text, "%s\t%s\n", _ ("Bouwkamp code"), code != NULL ? code : "");
    free (code);
  }
}

/* --- solving ---------------------------------------------------------------- */

static const TwEngineInfo engines[] = {
  { "auto", N_ ("Automatic"),
    N_ ("The skyline search, and electrical networks for perfect tilings and fewest squares") },
  { "skyline", N_ ("Skyline search"),
    N_ ("Fills the narrowest valley of the skyline with every size in turn; random "
        "searches run in parallel") },
  { 0 },
};

static void
payload_clear (gpointer payload)
{
  tw_capped_result_clear (payload);
}

static gboolean
snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result)
{
  return tw_squares_copy_best (run, result->payload, NULL);
}

/* If the puzzle was read from a Bouwkamp code and this is a correct tiling, it is the solution. */
static gboolean
offer_known (const TwPuzzle *puzzle, TwRun *run, TwResult *result)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  const TwTiling *known = tw_capped_get_known (puzzle);
  char reason[128];

  if (known == NULL || problem->goal != TW_CAPPED_ANY
      || !tw_capped_check (problem, known, reason, sizeof reason)
      || !tw_squares_offer (run, tw_puzzle_get_board (puzzle), known, 0)
      || !snapshot (puzzle, run, NULL, result))
    return FALSE;
  result->status = TW_STATUS_FEASIBLE;
  return TRUE;
}

static char *
explain_none (const TwCappedProblem *problem)
{
  int limit = tw_capped_limit (problem);

  return g_strdup_printf (
    tw_ngettext ("all tilings were tried with no size used more than %d time",
                 "all tilings were tried with no size used more than %d times", (gulong) limit),
    limit);
}

void
tw_capped_set_status (TwResult *result, TwStatus status)
{
  TwCappedResult *found = result->payload;

  result->status = status;
  if (found->most_bound > 0)
    result->bound = found->most_bound;
  if (result->status == TW_STATUS_INFEASIBLE)
    result->reason = explain_none (tw_capped_get_problem (result->puzzle));
  tw_tiling_sort (&found->best);
}

static void
solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
       TwResult *result)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);
  TwCappedResult *found = result->payload;

  if (offer_known (puzzle, run, result))
    return;
  found->list_most = TW_CAPPED_MAX_LISTED;
  tw_capped_set_status (result, tw_capped_solve (problem, options, run, found));
}

/* Others can find a tiling, but not one that is wanted in a list of all. */
static gboolean
can_be_helped (const TwPuzzle *puzzle)
{
  return tw_capped_get_problem (puzzle)->goal != TW_CAPPED_ALL;
}

/* --- solutions -------------------------------------------------------------- */

static gint64
cost (const TwResult *result)
{
  switch (tw_capped_get_problem (result->puzzle)->goal) {
  case TW_CAPPED_FEWEST:
  case TW_CAPPED_QUILT:
    return (gint64) tw_result_tiling (result)->count;
  case TW_CAPPED_LEAST_CAP:
    return tw_capped_multiplicity (tw_result_tiling (result));
  case TW_CAPPED_ANY:
  case TW_CAPPED_ALL:
  default:
    return TW_COST_LEAST;
  }
}

/* Adds the Bouwkamp code of the tiling as a string; adds nothing when memory runs out. */
static void
add_code (TwJsonBuilder *builder, const char *name, const TwPuzzle *puzzle, const TwTiling *tiling)
{
  char *code = code_of (puzzle, tiling);

  tw_json_add_string (builder, name, code != NULL ? code : "");
  free (code);
}

/* Is this the result of a search for all tilings? */
static gboolean
has_list (const TwResult *result)
{
  const TwCappedResult *found = result->payload;

  return found->list_most > 0 && tw_capped_get_problem (result->puzzle)->goal == TW_CAPPED_ALL;
}

static void
write_list (const TwResult *result, const TwCappedResult *found, TwJsonBuilder *builder)
{
  tw_json_add_int (builder, "count", (gint64) found->count);
  tw_json_add_boolean (builder, "complete", found->complete);
  tw_json_begin_array (builder, "tilings");
  for (gsize i = 0; i < found->listed; i++)
    add_code (builder, NULL, result->puzzle, &found->list[i]);
  tw_json_end_array (builder);
}

static void
write_solution (const TwResult *result, TwJsonBuilder *builder)
{
  const TwCappedProblem *problem = tw_capped_get_problem (result->puzzle);
  const TwCappedResult *found = result->payload;
  int cap = tw_capped_multiplicity (&found->best);

  tw_json_add_string (builder, "goal", tw_capped_goal_name (problem->goal));
  tw_json_begin_array (builder, "size");
  tw_json_add_int (builder, NULL, problem->width);
  tw_json_add_int (builder, NULL, problem->height);
  tw_json_end_array (builder);
  if (cap > 0)
    tw_json_add_int (builder, "cap", cap);
  if (found->cap_bound > 0)
    tw_json_add_int (builder, "capBound", found->cap_bound);
  if (result->bound >= 0)
    tw_json_add_int (builder, "bound", result->bound);
  if (has_list (result))
    write_list (result, found, builder);
  if (!tw_result_has_solution (result))
    return;
  tw_json_add_int (builder, "numberOfSquares", (gint64) found->best.count);
  add_code (builder, "bouwkamp", result->puzzle, &found->best);
  tw_contest_write_squares (&found->best, builder);
}

/* Reads "bouwkamp": "...", which may replace the squares. */
static gboolean
read_first_code (TwResult *result, JsonObject *object, GError **error)
{
  const TwCappedProblem *problem = tw_capped_get_problem (result->puzzle);
  const char *code;
  char reason[160];
  int width, height;

  if (!tw_json_get_optional_string (object, "bouwkamp", &code, error))
    return FALSE;
  if (code == NULL)
    code = "";
  if (!tw_bouwkamp_read (code, strlen (code), &width, &height, result->payload, reason,
                         sizeof reason))
    return tw_fail_format (error, "bouwkamp: %s", reason);
  if (width == problem->width && height == problem->height)
    return TRUE;
  return tw_fail_format (error, _ ("bouwkamp: the code is of %d × %d, the puzzle of %d × %d"),
                         width, height, problem->width, problem->height);
}

/* Reads what a search for all tilings has listed. */
static gboolean
read_list (TwResult *result, JsonObject *object, GError **error)
{
  TwCappedResult *found = result->payload;
  JsonArray *codes;
  gint64 count;
  guint n;

  if (tw_capped_get_problem (result->puzzle)->goal != TW_CAPPED_ALL
      || !json_object_has_member (object, "tilings"))
    return TRUE;
  codes = tw_json_get_array (object, "tilings", error);
  n = codes != NULL ? json_array_get_length (codes) : 0;
  if (codes == NULL || !tw_json_get_int (object, "count", n, G_MAXINT64, &count, error))
    return FALSE;
  found->count = (guint64) count;
  found->complete = result->status == TW_STATUS_OPTIMAL || result->status == TW_STATUS_INFEASIBLE;
  found->list_most = TW_CAPPED_MAX_LISTED;
  for (guint i = 0; i < n; i++) {
    const char *code = tw_json_node_string (json_array_get_element (codes, i));

    if (code == NULL || found->listed == found->list_most
        || !tw_capped_add_tiling (tw_capped_get_problem (result->puzzle), code, found))
      return tw_fail_refused (error, result->puzzle);
  }
  tw_tiling_clear (&found->best); /* the solution, read next, need not be of the list */
  return TRUE;
}

static gboolean
read_solution (TwResult *result, JsonObject *object, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  TwCappedResult *found = result->payload;
  gsize most = (gsize) board->width * (gsize) board->height;
  gint64 cap_bound = 0;

  if (!tw_json_get_optional_int (object, "bound", 0, (gint64) most, &result->bound, error)
      || !tw_json_get_optional_int (object, "capBound", 0, (gint64) most, &cap_bound, error)
      || !read_list (result, object, error))
    return FALSE;
  found->cap_bound = (int) cap_bound;
  if (!tw_result_has_solution (result))
    return TRUE;
  if (json_object_has_member (object, "bouwkamp") && !json_object_has_member (object, "squares"))
    return read_first_code (result, object, error);
  return tw_contest_read_squares (object, most, result->payload, error);
}

static gsize
check (const TwResult *result, GPtrArray *faults)
{
  gsize n = tw_squares_check (result, faults);
  char reason[128];

  /* The remaining faults: a square is too large, or a size is used too often. */
  if (n > 0
      || tw_capped_check (tw_capped_get_problem (result->puzzle), result->payload, reason,
                          sizeof reason))
    return n;
  g_ptr_array_add (faults, g_strdup (reason));
  return 1;
}

static char *
describe_solution (const TwResult *result)
{
  const TwCappedProblem *problem = tw_capped_get_problem (result->puzzle);
  const TwCappedResult *found = result->payload;
  int cap = tw_capped_multiplicity (&found->best);
  gsize n = found->best.count;
  g_autofree char *squares = g_strdup_printf (tw_ngettext ("%zu square", "%zu squares", n), n);
  g_autofree char *text = cap == 1 ? g_strdup_printf (_ ("%s, all of different sizes"), squares)
                                   : g_strdup_printf (
                                     tw_ngettext ("%s, no size more than %lld time",
                                                  "%s, no size more than %lld times", (gulong) cap),
                                     squares, (long long) cap);

  if (has_list (result))
    return g_strdup_printf (
      found->complete
        ? tw_ngettext ("%llu tiling; one has %s", "%llu tilings; one has %s", (gulong) found->count)
        : tw_ngettext ("%llu tiling so far; one has %s", "%llu tilings so far; one has %s",
                       (gulong) found->count),
      (unsigned long long) found->count, text);
  if (result->status == TW_STATUS_OPTIMAL)
    return g_strdup_printf (problem->goal == TW_CAPPED_LEAST_CAP ? _ ("%s, the least cap, proved")
                                                                 : _ ("%s, the fewest, proved"),
                            text);
  return g_steal_pointer (&text);
}

static int
most_of_size (const TwPuzzle *puzzle, int size)
{
  const TwCappedProblem *problem = tw_capped_get_problem (puzzle);

  if (size > tw_capped_max_size (problem))
    return 0;
  return problem->cap == TW_CAPPED_NO_CAP ? G_MAXINT : problem->cap;
}

const TwKind tw_kind_capped = {
  .name = "capped",
  .title = N_ ("Capped squares"),
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
      .can_be_helped = can_be_helped,
    },
  .solution =
    &(const TwKindSolution){
      .form = TW_FORM_SQUARES,
      .goal = N_ ("Fill the rectangle with smaller squares, no size more often than allowed."),
      .payload_size = sizeof (TwCappedResult),
      .payload_clear = payload_clear,
      .cost = cost,
      .write = write_solution,
      .read = read_solution,
      .bare = "squares",
      .check = check,
      .describe = describe_solution,
      .most_of_size = most_of_size,
    },
  .certify = &tw_capped_certify,
  .divide = &tw_capped_parts,
};
