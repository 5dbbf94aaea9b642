/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - loads puzzles of any kind from files; see load.h. */
#include "puzzle/load.h"

#include <string.h>

#include "places.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/formats/model.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-solution.h"
#include "puzzle/i18n.h"

/* --- puzzles ------------------------------------------------------------- */

const char *
tw_puzzles_folder (void)
{
  const char *folder = g_getenv ("TW_PUZZLES_DIR");

  return folder != NULL && *folder != '\0' ? folder : TW_PUZZLES_DIR;
}

TwPuzzle *
tw_puzzle_from_json (JsonNode *node, GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_format_null (error, _ ("expected a puzzle, which is an object, not %s"),
                                tw_json_type_name (node));

  JsonObject *object = json_node_get_object (node);

  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    if ((*kind)->read->sniff_json != NULL && (*kind)->read->sniff_json (object)) {
      TwPuzzle *puzzle = (*kind)->read->json (object, error);

      if (puzzle != NULL)
        tw_kind_read_made (puzzle, object);
      return puzzle;
    }
  return tw_fail_null (error, TW_PUZZLE_ERROR_UNKNOWN, _ ("not a puzzle that Tilewright can open"));
}

static gboolean
read_json_file (const char *text, gsize length, GPtrArray *puzzles, GError **error)
{
  g_autoptr (JsonNode) root = tw_json_parse (text, length, error);

  if (root == NULL)
    return FALSE;
  if (!JSON_NODE_HOLDS_ARRAY (root)) {
    TwPuzzle *puzzle = tw_puzzle_from_json (root, error);

    if (puzzle != NULL)
      g_ptr_array_add (puzzles, puzzle);
    return puzzle != NULL;
  }

  JsonArray *array = json_node_get_array (root);

  for (guint i = 0; i < json_array_get_length (array); i++) {
    TwPuzzle *puzzle = tw_puzzle_from_json (json_array_get_element (array, i), error);

    if (puzzle == NULL) {
      g_prefix_error (error, "[%u]: ", i);
      return FALSE;
    }
    g_ptr_array_add (puzzles, puzzle);
  }
  if (puzzles->len == 0)
    return tw_fail_format (error, _ ("the list of puzzles is empty"));
  return TRUE;
}

static gboolean
read_text_file (const char *text, gsize length, const char *name, GPtrArray *puzzles,
                GError **error)
{
  const char *valid;

  if (!g_utf8_validate (text, (gssize) length, &valid)) {
    guint line = 1;

    for (const char *p = text; p < valid; p++)
      line += *p == '\n';
    return tw_fail (
      error, TW_PUZZLE_ERROR_SYNTAX,
      *valid == '\0' ? _ ("line %u: a NUL byte") : _ ("line %u: the text is not UTF-8"), line);
  }

  /* The functions of the kinds expect a terminating NUL. */
  g_autofree char *ended = g_strndup (text, length);
  /* A certificate, a checkpoint, a plan or a result could be read as a board and pieces. */
  const TwKind *kind = g_str_has_prefix (ended, "tilewright-")
                         ? NULL
                         : tw_kind_of_text (ended, length, name);

  if (kind != NULL)
    return kind->read->text (ended, length, puzzles, error);
  return tw_fail (error, TW_PUZZLE_ERROR_UNKNOWN,
                  length == 0 ? _ ("the file is empty")
                              : _ ("not a puzzle that Tilewright can open"));
}

GPtrArray *
tw_puzzles_parse (const char *text, gsize length, const char *name, GError **error)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autofree char *base = name != NULL ? g_path_get_basename (name) : NULL;
  gboolean json = tw_json_looks_like (text, length);
  const TwKind *kind = NULL;
  gboolean fine;

  if (base != NULL && length > 0) {
    g_autofree char *lower = g_ascii_strdown (base, -1);

    json = json || g_str_has_suffix (lower, ".json");
  }
  if (!json) {
    tw_text_skip_mark (&text, &length);
    kind = tw_kind_of_data (text, length);
  }
  if (json)
    fine = read_json_file (text, length, puzzles, error);
  else if (kind != NULL)
    fine = kind->read->data (text, length, puzzles, error);
  else
    fine = read_text_file (text, length, base, puzzles, error);
  if (!fine) {
    if (name != NULL)
      g_prefix_error (error, "%s: ", name);
    return NULL;
  }

  for (guint i = 0; name != NULL && i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    const char *title = tw_puzzle_get_title (puzzle);
    g_autoptr (GString) full = g_string_new (base);

    if (puzzles->len > 1 && title != NULL)
      g_string_append_printf (full, " (%u: %s)", i + 1, title);
    else if (puzzles->len > 1)
      g_string_append_printf (full, " (%u)", i + 1);
    tw_puzzle_set_origin (puzzle, name, full->str);
  }
  return g_steal_pointer (&puzzles);
}

GPtrArray *
tw_puzzles_load (GFile *file, GCancellable *cancellable, GError **error)
{
  gsize length;
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *text = tw_file_read (file, &length, cancellable, error);

  return text != NULL ? tw_puzzles_parse (text, length, name, error) : NULL;
}

/* Prints one puzzle: in the format of its kind, or as a drawing when `plain` and that is JSON. */
static char *
print_one (const TwPuzzle *puzzle, gboolean plain, gboolean *json, GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  const TwKindExport *drawing = tw_kind_find_export (kind, "ascii");
  char *text = tw_puzzle_write (puzzle);

  if (text == NULL)
    return tw_fail_usage_null (error, _ ("puzzles of this kind cannot be saved"));
  *json = tw_json_looks_like (text, strlen (text));
  if (!plain || !*json)
    return text;
  g_free (text);
  *json = FALSE;
  if (drawing != NULL)
    return tw_kind_export (drawing, puzzle, NULL, error);
  return tw_fail_usage_null (
    error,
    _ ("this kind of puzzle cannot be saved as plain text; choose a name that ends in .json"));
}

/* Would the text be read as puzzles of this kind from a file of this name? */
static gboolean
suits_name (const char *text, const TwKind *kind, const char *name, GError **error)
{
  static const char *const others[] = { "x.txt", "x.dlx", "board.txt" };

  if (tw_kind_of_text (text, strlen (text), name) == kind)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (tw_kind_of_text (text, strlen (text), others[i]) == kind)
      return tw_fail_usage (
        error,
        _ ("the text of this puzzle would not be recognised under this name; choose a "
           "name such as %s"),
        others[i]);
  return tw_fail_format (error, _ ("the text would be read as another puzzle"));
}

char *
tw_puzzles_print (const GPtrArray *puzzles, const char *name, GError **error)
{
  g_autofree char *lower = name != NULL ? g_ascii_strdown (name, -1) : NULL;
  gboolean plain = name != NULL && g_str_has_suffix (lower, ".txt"), json = FALSE, first = FALSE;
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (puzzles, 0));
  g_autoptr (GString) all = g_string_new (NULL);

  if (plain && puzzles->len > 1 && tw_kind_find_export (kind, "ascii") != NULL
      && kind->read->json != NULL)
    return tw_fail_usage_null (
      error, _ ("several puzzles cannot be saved as plain text; choose a name that ends in .json"));
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autofree char *text = print_one (puzzle, plain, &json, error);

    if (text == NULL)
      return NULL;
    if (i == 0)
      first = json;
    else if (json != first || (!json && tw_puzzle_get_kind (puzzle) != kind))
      return tw_fail_usage_null (error, _ ("these puzzles do not fit into one file"));
    if (json && puzzles->len > 1) {
      g_string_append (all, i == 0 ? "[" : ",\n");
      g_string_append_len (all, text, (gssize) strlen (g_strchomp (text)));
    } else {
      g_string_append_printf (all, "%s%s", i > 0 ? "\n" : "", text);
    }
  }
  if (json && puzzles->len > 1)
    g_string_append (all, "]\n");
  if (!json && name != NULL && *name != '.' && !suits_name (all->str, kind, name, error))
    return NULL;
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/* --- solutions ----------------------------------------------------------- */

/* Compares ids when both have one, otherwise file names. */
static gboolean
is_solution_of (JsonNode *node, const TwPuzzle *puzzle)
{
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;

  JsonObject *object = json_node_get_object (node);
  g_autofree char *id = tw_json_dup_text (object, "id");
  g_autofree char *file = tw_json_dup_text (object, "file");

  if (id != NULL && tw_puzzle_get_id (puzzle) != NULL)
    return g_str_equal (id, tw_puzzle_get_id (puzzle));
  return file != NULL && g_strcmp0 (file, tw_puzzle_get_file (puzzle)) == 0;
}

/* Reads [[...], ...] for kinds whose solutions may be a bare array. */
static TwResult *
read_bare_solution (TwPuzzle *puzzle, JsonArray *array, GError **error)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_array_member (object, tw_puzzle_get_kind (puzzle)->solution->bare,
                                json_array_ref (array));
  json_node_set_object (node, object);
  return tw_result_from_json (puzzle, node, error);
}

TwResult *
tw_result_read (TwPuzzle *puzzle, JsonNode *root, GError **error)
{
  if (!JSON_NODE_HOLDS_ARRAY (root))
    return tw_result_from_json (puzzle, root, error);

  JsonArray *array = json_node_get_array (root);
  guint n = json_array_get_length (array);
  guint found = 0;

  if (tw_puzzle_get_kind (puzzle)->solution->bare != NULL && n > 0
      && JSON_NODE_HOLDS_ARRAY (json_array_get_element (array, 0)))
    return read_bare_solution (puzzle, array, error);
  while (found < n && !is_solution_of (json_array_get_element (array, found), puzzle))
    found++;
  if (found == n && n == 1)
    found = 0;
  if (found == n)
    return tw_fail_format_null (error, _ ("none of the solutions is for “%s”"),
                                tw_puzzle_get_name (puzzle));

  TwResult *result = tw_result_from_json (puzzle, json_array_get_element (array, found), error);

  if (result == NULL)
    g_prefix_error (error, "[%u]: ", found);
  return result;
}

/* The solutions of the puzzle in a file that this kind recognises. */
static TwResult *
read_data (const TwKind *kind, TwPuzzle *puzzle, const char *text, gsize length, GError **error)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autoptr (GPtrArray) found = NULL;
  TwResult *result;

  g_ptr_array_add (wanted, puzzle);
  found = kind->read->solutions (text, length, wanted, error);
  if (found == NULL)
    return NULL;
  result = g_ptr_array_index (found, 0);
  if (result == NULL)
    tw_fail_format (error, _ ("none of the solutions is for “%s”"), tw_puzzle_get_name (puzzle));
  return result != NULL ? tw_result_ref (result) : NULL;
}

/* The solution that another solver found for a model of the puzzle; NULL: the text is something
 * else. */
static TwResult *
read_values (TwPuzzle *puzzle, const char *text, gsize length)
{
  const TwKindWrite *write = tw_puzzle_get_kind (puzzle)->write;
  const TwKindExport *export = tw_kind_find_export (tw_puzzle_get_kind (puzzle), "mps");
  g_autoptr (TwModel) model = export != NULL ? export->model (puzzle, NULL) : NULL;
  g_autofree gboolean *values = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  TwModelValues found;
  TwResult *result;

  if (model == NULL)
    return NULL;
  values = g_new0 (gboolean, (gsize) model->n_variables + 1);
  found = tw_model_read_values (text, length, model->n_variables, values);
  if (found == TW_MODEL_NO_VALUES)
    return NULL;
  for (int i = 0; i < model->n_variables; i++)
    if (values[i + 1])
      g_ptr_array_add (names, g_ptr_array_index (model->names, (guint) i));
  result = tw_result_new (puzzle);
  result->status = TW_STATUS_INFEASIBLE;
  if (found == TW_MODEL_VALUES)
    result->status = write->read_model (result, names) ? TW_STATUS_FEASIBLE
                                                       : TW_STATUS_OUT_OF_MEMORY;
  return result;
}

static TwResult *
parse_result (TwPuzzle *puzzle, const char *text, gsize length, GError **error)
{
  const TwKind *kind = tw_kind_of_data (text, length);
  TwResult *result = NULL;

  if (kind != NULL)
    return read_data (kind, puzzle, text, length, error);
  if (!tw_json_looks_like (text, length))
    result = read_values (puzzle, text, length);
  if (result != NULL)
    return result;

  g_autoptr (JsonNode) root = tw_json_parse (text, length, error);

  return root != NULL ? tw_result_read (puzzle, root, error) : NULL;
}

TwResult *
tw_result_parse (TwPuzzle *puzzle, const char *text, gsize length, const char *name, GError **error)
{
  TwResult *result = parse_result (puzzle, text, length, error);

  if (result == NULL && name != NULL)
    g_prefix_error (error, "%s: ", name);
  return result;
}
