/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution-file.c - reads and writes solution files; see solution-file.h. */
#include "puzzle/solution-file.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

#define PUZZLE_TEXT "puzzleText"

char *
tw_solution_print (const TwResult *result, gsize *length)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_builder_new (NULL);
  g_autofree char *text = tw_puzzle_write (result->puzzle);

  tw_json_begin_object (builder, NULL);
  tw_result_write_members (result, builder);
  tw_json_add_string (builder, PUZZLE_TEXT, text);
  tw_json_end_object (builder);
  return tw_json_finish (builder, length);
}

static gboolean
is_solution (JsonNode *node)
{
  static const char *const of_puzzles[] = { "puzzle", "pieces", "board" };

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;

  JsonObject *object = json_node_get_object (node);

  if (json_object_has_member (object, PUZZLE_TEXT))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (of_puzzles); i++)
    if (json_object_has_member (object, of_puzzles[i]))
      return FALSE;
  return json_object_has_member (object, "status") || json_object_has_member (object, "squares");
}

gboolean
tw_solutions_sniff (const char *text, gsize length)
{
  static const char *const members[] = { "\"" PUZZLE_TEXT "\"", "\"status\"", "\"squares\"" };
  g_autoptr (JsonNode) root = NULL;

  if (!tw_json_looks_like (text, length))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (members) && root == NULL; i++)
    if (g_strstr_len (text, (gssize) length, members[i]) != NULL)
      root = tw_json_parse (text, length, NULL); /* parse only when necessary: boards are large */
  if (root != NULL && JSON_NODE_HOLDS_ARRAY (root)) {
    JsonArray *array = json_node_get_array (root);

    return json_array_get_length (array) > 0 && is_solution (json_array_get_element (array, 0));
  }
  return root != NULL && is_solution (root);
}

/* --- the puzzle ----------------------------------------------------------------------- */

/* Chooses the element of `puzzles` with the solution's id, or the only one. */
static TwPuzzle *
choose (GPtrArray *puzzles, JsonNode *node)
{
  TwPuzzle *found = NULL;

  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    g_autoptr (TwResult) result = tw_result_from_json (puzzle, node, NULL);

    if (result == NULL || (puzzles->len > 1 && tw_kind_check (result, NULL) > 0))
      continue;
    found = puzzle;
    break;
  }
  return found != NULL || puzzles->len > 1 ? found : g_ptr_array_index (puzzles, 0);
}

static TwPuzzle *
puzzle_from_file (JsonNode *node, const char *name, const char *path)
{
  g_autoptr (GFile) here = g_file_parse_name (path);
  g_autoptr (GFile) folder = g_file_get_parent (here);
  g_autofree char *base = g_path_get_basename (name);
  GFile *places[] = { g_file_parse_name (name),
                      folder != NULL ? g_file_resolve_relative_path (folder, name) : NULL,
                      folder != NULL ? g_file_get_child (folder, base) : NULL };
  TwPuzzle *found = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (GFile) file = places[i];
    g_autoptr (GPtrArray) puzzles = NULL;

    if (file == NULL || found != NULL || g_file_equal (file, here))
      continue;
    puzzles = tw_puzzles_load (file, NULL, NULL);
    found = puzzles != NULL ? choose (puzzles, node) : NULL;
    if (found != NULL)
      tw_puzzle_ref (found);
  }
  return found;
}

/* The puzzle gets a name but no file, so that Save does not overwrite the solution file. */
static TwPuzzle *
puzzle_from_text (const char *text, const char *name, GError **error)
{
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), NULL, error);
  g_autofree char *base = name != NULL ? g_path_get_basename (name) : NULL;

  if (puzzles == NULL) {
    g_prefix_error (error, PUZZLE_TEXT ": ");
    return NULL;
  }
  if (puzzles->len != 1)
    return tw_fail_format_null (error, _ ("%s: one puzzle is expected, there are %u"), PUZZLE_TEXT,
                                puzzles->len);
  if (base != NULL)
    tw_puzzle_set_origin (g_ptr_array_index (puzzles, 0), NULL, base);
  return tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
}

static TwPuzzle *
puzzle_of (JsonNode *node, const char *path, GError **error)
{
  JsonObject *object = json_node_get_object (node);
  const char *text, *name;
  TwPuzzle *puzzle;

  if (!tw_json_get_optional_string (object, PUZZLE_TEXT, &text, error)
      || !tw_json_get_optional_string (object, "file", &name, error))
    return NULL;
  if (text != NULL)
    return puzzle_from_text (text, name, error);
  puzzle = name != NULL ? puzzle_from_file (node, name, path) : NULL;
  if (puzzle == NULL)
    tw_fail_format (error,
                    name != NULL
                      ? _ ("this is a solution of “%s”; expected that puzzle in the same folder")
                      : _ ("this is a solution without its puzzle"),
                    name);
  return puzzle;
}

/* --- solutions -------------------------------------------------------------------------- */

static gboolean
fits (const TwResult *result, GError **error)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  if (tw_kind_check (result, faults) == 0)
    return TRUE;
  return tw_fail_format (error, _ ("the solution does not fit its puzzle: %s"),
                         faults->len > 0 ? (const char *) g_ptr_array_index (faults, 0) : "");
}

static TwResult *
read_solution (JsonNode *node, const char *path, GError **error)
{
  g_autoptr (TwPuzzle) puzzle = NULL;
  g_autoptr (TwResult) result = NULL;

  if (!is_solution (node))
    return tw_fail_format_null (error, _ ("this is not a solution"));
  puzzle = puzzle_of (node, path, error);
  result = puzzle != NULL ? tw_result_from_json (puzzle, node, error) : NULL;
  if (result == NULL || !fits (result, error))
    return NULL;
  return g_steal_pointer (&result);
}

static gboolean
read_all (JsonNode *root, const char *path, GPtrArray *results, GError **error)
{
  gboolean list = JSON_NODE_HOLDS_ARRAY (root);
  guint n = list ? json_array_get_length (json_node_get_array (root)) : 1;

  for (guint i = 0; i < n; i++) {
    JsonNode *node = list ? json_array_get_element (json_node_get_array (root), i) : root;
    TwResult *result = read_solution (node, path, error);

    if (result == NULL) {
      if (list)
        g_prefix_error (error, "[%u]: ", i);
      return FALSE;
    }
    g_ptr_array_add (results, result);
  }
  return n > 0;
}

GPtrArray *
tw_solutions_parse (const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr (JsonNode) root = tw_json_parse (text, length, error);
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);

  if (root == NULL || !read_all (root, path, results, error)) {
    g_prefix_error (error, "%s: ", path);
    return NULL;
  }
  return g_steal_pointer (&results);
}

GPtrArray *
tw_solutions_beside (const char *text, gsize length, const char *path, const GPtrArray *puzzles,
                     GError **error)
{
  const TwKind *kind = tw_kind_of_data (text, length);
  g_autoptr (GPtrArray) results = NULL;
  gboolean fine;

  if (kind == NULL) { /* other files have none */
    results = g_ptr_array_new ();
    g_ptr_array_set_size (results, (int) puzzles->len);
    return g_steal_pointer (&results);
  }
  results = kind->read->solutions (text, length, puzzles, error);
  fine = results != NULL;
  for (guint i = 0; fine && i < results->len; i++)
    fine = g_ptr_array_index (results, i) == NULL || fits (g_ptr_array_index (results, i), error);
  if (!fine)
    g_prefix_error (error, "%s: ", path);
  return fine ? g_steal_pointer (&results) : NULL;
}
