/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - see kept.h. */
#include "puzzle/kept.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/formats/contest-json.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

enum {
  MOST_VALUES = 8,
  MOST_RESULTS = 1000,                                     /* of a value */
  MOST_RESULT_BYTES = TW_FILE_MAX_BYTES / 2 / MOST_VALUES, /* of those that are not the best */
};

/* --- the values ----------------------------------------------------------------------- */

static void
result_free (gpointer data)
{
  TwKeptResult *kept = data;

  tw_result_unref (kept->result);
  g_free (kept->name);
  g_clear_pointer (&kept->trace, g_variant_unref);
  g_free (kept);
}

static void
value_free (gpointer data)
{
  TwKeptValue *value = data;

  tw_puzzle_unref (value->puzzle);
  g_free (value->step);
  g_ptr_array_unref (value->results);
  g_free (value);
}

TwKept *
tw_kept_new (void)
{
  TwKept *kept = g_new0 (TwKept, 1);

  kept->values = g_ptr_array_new_with_free_func (value_free);
  kept->saved = -1;
  return kept;
}

void
tw_kept_free (TwKept *kept)
{
  g_ptr_array_unref (kept->values);
  g_free (kept->file);
  g_free (kept->source);
  tw_tiling_clear (&kept->squares);
  g_free (kept);
}

TwKeptValue *
tw_kept_add (TwKept *kept, TwPuzzle *puzzle, const char *step, gboolean play)
{
  TwKeptValue *value = g_new (TwKeptValue, 1);

  *value = (TwKeptValue){ .puzzle = tw_puzzle_ref (puzzle),
                          .step = g_strdup (step),
                          .play = play,
                          .results = g_ptr_array_new_with_free_func (result_free),
                          .shown = -1,
                          .bound = -1,
                          .claim = -1 };
  g_ptr_array_add (kept->values, value);
  return value;
}

void
tw_kept_value_add (TwKeptValue *value, TwResult *result, const char *name, GVariant *trace)
{
  TwKeptResult *kept = g_new (TwKeptResult, 1);

  *kept = (TwKeptResult){ tw_result_ref (result), g_strdup (name),
                          trace != NULL ? g_variant_ref_sink (trace) : NULL };
  g_ptr_array_add (value->results, kept);
}

static TwKeptValue *
value_at (const TwKept *kept, guint i)
{
  return g_ptr_array_index (kept->values, i);
}

TwKeptValue *
tw_kept_get_now (const TwKept *kept)
{
  return value_at (kept, kept->values->len - 1);
}

/* --- writing -------------------------------------------------------------------------- */

static void
write_result (const TwKeptResult *kept, gboolean shown, TwJsonBuilder *builder)
{
  g_autofree char *trace = kept->trace != NULL ? g_variant_print (kept->trace, FALSE) : NULL;

  tw_json_begin_object (builder, NULL);
  tw_json_add_string (builder, "name", kept->name);
  tw_json_add_string (builder, "trace", trace);
  tw_json_add_int (builder, "shown", shown);
  tw_result_write (kept->result, "result", builder);
  tw_json_end_object (builder);
}

static const TwKeptResult *
best_of (const TwKeptValue *value)
{
  const TwKeptResult *best = NULL;

  for (guint i = 0; i < value->results->len; i++) {
    const TwKeptResult *kept = g_ptr_array_index (value->results, i);

    if (best == NULL || tw_result_compare (kept->result, best->result) < 0)
      best = kept;
  }
  return best;
}

/* A result that does not fit is left out: there must be room for the best one. */
static void
write_results (const TwKeptValue *value, TwJsonBuilder *builder)
{
  const TwKeptResult *best = best_of (value);
  gsize start = tw_json_tell (builder), best_bytes = 0;
  gboolean any = FALSE;

  tw_json_begin_array (builder, "results");
  if (best != NULL) { /* how long is it? */
    gsize position = tw_json_tell (builder);

    write_result (best, FALSE, builder);
    best_bytes = tw_json_tell (builder) - position;
    tw_json_rewind (builder, position, FALSE);
  }
  for (guint i = 0; i < MIN (value->results->len, MOST_RESULTS); i++) {
    const TwKeptResult *kept = g_ptr_array_index (value->results, i);
    gsize position = tw_json_tell (builder);

    write_result (kept, (int) i == value->shown, builder);
    if (kept == best)
      best_bytes = 0;
    if (kept != best && tw_json_tell (builder) - start + best_bytes > MOST_RESULT_BYTES)
      tw_json_rewind (builder, position, any);
    else
      any = TRUE;
  }
  tw_json_end_array (builder);
}

static void
write_value (const TwKeptValue *value, gboolean results, TwJsonBuilder *builder)
{
  g_autofree char *text = tw_puzzle_write (value->puzzle);

  tw_json_begin_object (builder, NULL);
  tw_json_add_string (builder, "file", tw_puzzle_get_file (value->puzzle));
  tw_json_add_string (builder, "name", tw_puzzle_get_name (value->puzzle));
  tw_json_add_string (builder, "kind", tw_puzzle_get_kind (value->puzzle)->name);
  tw_json_add_string (builder, "text", text);
  tw_json_add_string (builder, "step", value->step);
  tw_json_add_int (builder, "play", value->play);
  tw_json_add_int (builder, "bound", value->bound);
  tw_json_add_int (builder, "claim", value->claim);
  if (results)
    write_results (value, builder);
  tw_json_end_object (builder);
}

/* Writes the values from the index `first` on. */
static char *
print (const TwKept *kept, guint first, gboolean results)
{
  TwJsonBuilder *builder = tw_json_begin ();

  tw_json_add_string (builder, "file", kept->file);
  tw_json_add_string (builder, "source", kept->source);
  tw_json_add_int (builder, "saved", kept->saved - (int) first);
  tw_json_add_int (builder, "played", kept->played);
  tw_json_add_int (builder, "runs", kept->n_runs);
  tw_json_add_int (builder, "found", kept->found);
  tw_contest_write_squares (&kept->squares, builder);
  tw_json_begin_array (builder, "values");
  for (guint i = first; i < kept->values->len; i++)
    write_value (value_at (kept, i), results, builder);
  tw_json_end_array (builder);
  return tw_json_end (builder);
}

char *
tw_kept_print (const TwKept *kept, gsize *length)
{
  char *text = print (kept, 0, TRUE);

  for (int without = 0; without < 2 && strlen (text) > TW_FILE_MAX_BYTES; without++) {
    g_free (text);
    text = print (kept, kept->values->len - 1, without == 0);
  }
  *length = strlen (text);
  return text;
}

/* --- reading -------------------------------------------------------------------------- */

/* The puzzle of a text of that kind; the text alone may look like one of another kind. */
static GPtrArray *
read_text (const char *text, const char *kind_name, GError **error)
{
  const TwKind *kind = kind_name != NULL ? tw_kind_find (kind_name) : NULL;
  gsize length = strlen (text);

  if (kind == NULL || kind->read->text == NULL || tw_json_looks_like (text, length))
    return tw_puzzles_parse (text, length, NULL, error);

  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  return kind->read->text (text, length, puzzles, error) ? g_steal_pointer (&puzzles) : NULL;
}

/* A member that is missing or malformed counts as `otherwise`. */
static gint64
get_int (JsonObject *object, const char *name, gint64 least, gint64 most, gint64 otherwise)
{
  gint64 value;

  return tw_json_get_int (object, name, least, most, &value, NULL) ? value : otherwise;
}

/* What the checker refuses is left out; what else is malformed is dropped. */
static void
read_result (TwKeptValue *value, JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *name, *trace;
  g_autoptr (TwResult) result = NULL;
  g_autoptr (GVariant) parsed = NULL;

  if (object == NULL || !json_object_has_member (object, "result")
      || !tw_json_get_optional_string (object, "name", &name, NULL)
      || !tw_json_get_optional_string (object, "trace", &trace, NULL))
    return;
  result = tw_result_from_json (value->puzzle, json_object_get_member (object, "result"), NULL);
  if (result == NULL
      || (tw_result_has_solution (result) ? tw_kind_check (result, NULL) != 0
                                          : result->status != TW_STATUS_INFEASIBLE))
    return;
  if (trace != NULL)
    parsed = g_variant_parse (TW_TRACE_TYPE, trace, NULL, NULL, NULL);
  if (get_int (object, "shown", 0, 1, 0) == 1)
    value->shown = (int) value->results->len;
  tw_kept_value_add (value, result, name, parsed);
}

static gboolean
read_value (TwKept *kept, JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *file, *name, *kind, *text, *step;
  g_autoptr (GPtrArray) puzzles = NULL;
  TwPuzzle *puzzle;
  TwKeptValue *value;
  JsonArray *results;
  const TwKeptResult *best;

  if (object == NULL || !tw_json_get_optional_string (object, "file", &file, error)
      || !tw_json_get_optional_string (object, "name", &name, error)
      || !tw_json_get_optional_string (object, "kind", &kind, error)
      || !tw_json_get_optional_string (object, "step", &step, error)
      || !tw_json_get_optional_string (object, "text", &text, error) || text == NULL
      || (puzzles = read_text (text, kind, error)) == NULL || puzzles->len != 1)
    return FALSE;
  puzzle = g_ptr_array_index (puzzles, 0);
  if (kept->values->len > 0
      && tw_puzzle_get_kind (puzzle) != tw_puzzle_get_kind (value_at (kept, 0)->puzzle))
    return FALSE;
  tw_puzzle_set_origin (puzzle, file, name); /* it is not shared yet */
  value = tw_kept_add (kept, puzzle, step, get_int (object, "play", 0, 1, 0) == 1);
  results = tw_json_get_array (object, "results", NULL);
  for (guint i = 0; results != NULL && i < MIN (json_array_get_length (results), MOST_RESULTS); i++)
    read_result (value, json_array_get_element (results, i));
  value->bound = get_int (object, "bound", -1, G_MAXINT64, -1);
  value->claim = get_int (object, "claim", -1, G_MAXINT64, -1);
  best = best_of (value);
  if (best != NULL && value->bound > tw_kind_cost (best->result)) /* it cannot be true */
    value->bound = -1;
  return TRUE;
}

/* Squares that are laid by hand need not cover the board. */
static gboolean
may_lie (const TwKept *kept)
{
  const TwPuzzle *puzzle = tw_kept_get_now (kept)->puzzle;
  TwFault fault;

  return (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0
         && (tw_tiling_check (tw_puzzle_get_board (puzzle), &kept->squares, &fault)
             || fault.kind == TW_FAULT_UNCOVERED);
}

TwKept *
tw_kept_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonNode) root = tw_json_parse (text, length, error);
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root)
                                                                     : NULL;
  g_autoptr (TwKept) kept = tw_kept_new ();
  const char *file, *source;
  JsonArray *values;
  const TwBoard *board;

  if (root == NULL)
    return NULL;
  if (object == NULL || !tw_json_get_optional_string (object, "file", &file, NULL)
      || !tw_json_get_optional_string (object, "source", &source, NULL)
      || (values = tw_json_get_array (object, "values", NULL)) == NULL
      || json_array_get_length (values) == 0 || json_array_get_length (values) > MOST_VALUES)
    return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, _ ("this is not a kept puzzle"));
  kept->file = g_strdup (file);
  kept->source = g_strdup (source);
  for (guint i = 0; i < json_array_get_length (values); i++)
    if (!read_value (kept, json_array_get_element (values, i), error)) {
      if (error != NULL && *error == NULL)
        tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("values[%u]: a puzzle is expected"), i);
      return NULL;
    }
  board = tw_puzzle_get_board (tw_kept_get_now (kept)->puzzle);
  kept->saved = (int) get_int (object, "saved", 0, (gint64) kept->values->len - 1, -1);
  kept->played = get_int (object, "played", 0, G_MAXINT, 0);
  kept->n_runs = (guint) get_int (object, "runs", 0, G_MAXINT, 0);
  kept->found = get_int (object, "found", 0, 1, 0) == 1;
  if (!tw_contest_read_squares (object, (gsize) board->width * (gsize) board->height,
                                &kept->squares, NULL)
      || !may_lie (kept))
    tw_tiling_clear (&kept->squares);
  return g_steal_pointer (&kept);
}

/* --- the file --------------------------------------------------------------------------- */

static gboolean
has_equal (GPtrArray *puzzles, TwPuzzle *puzzle)
{
  g_autofree char *own = tw_puzzle_write (puzzle);
  gboolean found = FALSE;

  for (guint i = 0; puzzles != NULL && i < puzzles->len && !found; i++) {
    g_autofree char *text = tw_puzzle_write (g_ptr_array_index (puzzles, i));

    found = g_strcmp0 (own, text) == 0;
  }
  return found;
}

/* No step changes the puzzle after the saved value. */
static gboolean
is_unchanged (const TwKept *kept)
{
  for (guint i = (guint) kept->saved + 1; i < kept->values->len; i++)
    if (!value_at (kept, i)->play)
      return FALSE;
  return TRUE;
}

void
tw_kept_compare_file (TwKept *kept, const char *step)
{
  TwPuzzle *saved = kept->saved >= 0 ? value_at (kept, (guint) kept->saved)->puzzle : NULL;
  const char *place = kept->file == NULL && saved != NULL ? tw_puzzle_get_file (saved) : kept->file;
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;
  g_autoptr (GPtrArray) puzzles = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (file == NULL || saved == NULL)
    return;
  text = tw_file_read (file, &length, NULL, NULL);
  if (text != NULL)
    puzzles = tw_puzzles_parse (text, length, place, NULL);
  if (has_equal (puzzles, saved))
    return;
  if (puzzles != NULL && puzzles->len == 1 && is_unchanged (kept)) {
    tw_kept_add (kept, g_ptr_array_index (puzzles, 0), step, FALSE);
    tw_tiling_clear (&kept->squares);
    kept->saved = (int) kept->values->len - 1;
  } else {
    kept->saved = -1;
  }
}
