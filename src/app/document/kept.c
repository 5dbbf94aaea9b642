/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - see kept.h. */
#include "app/document/kept.h"

#include <string.h>

#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

/* --- writing -------------------------------------------------------------------------- */

static void
add_solutions (TwJsonBuilder *builder, const char *name, TwDocument *document, TwPuzzle *puzzle)
{
  g_autoptr (GPtrArray) results = tw_document_dup_results (document, puzzle);

  tw_json_begin_array (builder, name);
  for (guint i = 0; i < results->len; i++)
    tw_result_write (g_ptr_array_index (results, i), NULL, builder);
  tw_json_end_array (builder);
}

static gboolean
add_document (TwJsonBuilder *builder, TwDocument *document)
{
  TwPuzzle *saved = tw_history_get_saved (tw_document_get_history (document));
  TwPuzzle *now = tw_document_get_puzzle (document);
  g_autofree char *text = saved != NULL ? tw_puzzle_write (saved) : NULL;
  g_autofree char *now_text = NULL;

  if (text == NULL || !tw_document_has_work (document))
    return FALSE;
  tw_json_begin_object (builder, NULL);
  tw_json_add_string (builder, "puzzle", text);
  add_solutions (builder, "solutions", document, saved);
  if (now != saved && !tw_document_is_modified (document))
    now_text = tw_puzzle_write (now);
  if (now_text != NULL) {
    tw_json_add_string (builder, "now", now_text);
    add_solutions (builder, "nowSolutions", document, now);
    tw_json_add_int (builder, "played", (gint64) tw_document_get_played (document));
  }
  tw_json_end_object (builder);
  return TRUE;
}

char *
tw_kept_print (GPtrArray *documents)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_builder_new (NULL);
  gboolean any = FALSE;

  tw_json_begin_array (builder, NULL);
  for (guint i = 0; i < documents->len; i++)
    any = add_document (builder, g_ptr_array_index (documents, i)) || any;
  tw_json_end_array (builder);
  return any ? tw_json_finish (builder, NULL) : NULL;
}

/* --- reading -------------------------------------------------------------------------- */

void
tw_kept_free (TwKept *kept)
{
  g_ptr_array_unref (kept->solutions);
  g_ptr_array_unref (kept->now_solutions);
  g_clear_pointer (&kept->now, tw_puzzle_unref);
  g_free (kept);
}

/* Returns the solutions that the checker accepts. */
static GPtrArray *
read_solutions (JsonObject *object, const char *name, TwPuzzle *puzzle)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  JsonArray *array = json_object_has_member (object, name) ? tw_json_get_array (object, name, NULL)
                                                           : NULL;
  guint n = array != NULL && puzzle != NULL ? json_array_get_length (array) : 0;

  for (guint i = 0; i < n; i++) {
    g_autoptr (TwResult)
      result = tw_result_from_json (puzzle, json_array_get_element (array, i), NULL);

    if (result != NULL && tw_result_has_solution (result) && tw_kind_check (result, NULL) == 0)
      g_ptr_array_add (results, g_steal_pointer (&result));
  }
  return results;
}

static TwPuzzle *
read_now (JsonObject *object, TwPuzzle *puzzle)
{
  g_autoptr (GPtrArray) puzzles = NULL;
  const char *text = NULL;

  if (!tw_json_get_optional_string (object, "now", &text, NULL) || text == NULL)
    return NULL;
  puzzles = tw_puzzles_parse (text, strlen (text), NULL, NULL);
  if (puzzles == NULL || puzzles->len != 1
      || tw_puzzle_get_kind (g_ptr_array_index (puzzles, 0)) != tw_puzzle_get_kind (puzzle))
    return NULL;
  /* The puzzle is not shared yet, so it may still be modified. */
  tw_puzzle_set_origin (g_ptr_array_index (puzzles, 0), tw_puzzle_get_file (puzzle),
                        tw_puzzle_get_name (puzzle));
  return tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
}

/* Returns NULL when no element of the array belongs to this puzzle. */
static TwKept *
find (JsonArray *array, TwPuzzle *puzzle)
{
  g_autofree char *own = tw_puzzle_write (puzzle);

  for (guint i = 0; own != NULL && i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
    const char *text = NULL;
    TwKept *kept;

    if (object == NULL || !tw_json_get_optional_string (object, "puzzle", &text, NULL)
        || g_strcmp0 (text, own) != 0)
      continue;
    kept = g_new0 (TwKept, 1);
    kept->solutions = read_solutions (object, "solutions", puzzle);
    kept->now = read_now (object, puzzle);
    kept->now_solutions = read_solutions (object, "nowSolutions", kept->now);
    if (json_object_has_member (object, "played"))
      tw_json_get_int (object, "played", 0, G_MAXINT, &kept->played, NULL);
    return kept;
  }
  return NULL;
}

static void
drop (gpointer kept)
{
  if (kept != NULL)
    tw_kept_free (kept);
}

GPtrArray *
tw_kept_read (const char *text, gsize length, GPtrArray *puzzles)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (drop);
  g_autoptr (JsonNode) root = tw_json_parse (text, length, NULL);

  for (guint i = 0; i < puzzles->len; i++)
    g_ptr_array_add (all, root != NULL && JSON_NODE_HOLDS_ARRAY (root)
                            ? find (json_node_get_array (root), g_ptr_array_index (puzzles, i))
                            : NULL);
  return all;
}

static void
take_all (GPtrArray *results, TwDocument *document)
{
  for (guint i = results->len; i-- > 0;) /* the oldest first: they are numbered in this order */
    tw_document_take_solution (document, g_ptr_array_index (results, i));
  if (results->len > 0)
    tw_document_set_solutions_saved (document, FALSE);
}

void
tw_kept_apply (const TwKept *kept, TwDocument *document)
{
  take_all (kept->solutions, document);
  if (kept->now == NULL)
    return;
  tw_document_set_played (document, (double) kept->played);
  tw_document_change (document, tw_puzzle_ref (kept->now), _ ("Place the pieces from last time"),
                      TW_STEP_PLAY);
  take_all (kept->now_solutions, document);
}
