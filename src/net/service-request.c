/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-request.c - converts a request to a puzzle and options; see service-private.h. */
#include <string.h>

#include "net/service-private.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-solve.h"
#include "puzzle/load.h"
#include "puzzle/option-text.h"

/* It is stored with the result. */
#define LONGEST_ID 256
/* More solutions need the memory of the client's own computer: the command line. */
#define MOST_SOLUTIONS 10000

/* --- options ---------------------------------------------------------------- */

/* Returns a number, a boolean or a string as text for tw_options_set (); NULL for other types. */
static char *
option_text (JsonNode *node)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  switch (json_node_get_value_type (node)) {
  case G_TYPE_INT64:
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  case G_TYPE_DOUBLE:
    return g_strdup (g_ascii_dtostr (number, sizeof number, json_node_get_double (node)));
  case G_TYPE_BOOLEAN:
    return g_strdup (json_node_get_boolean (node) ? "true" : "false");
  case G_TYPE_STRING:
    return json_node_dup_string (node);
  default:
    return NULL;
  }
}

static gboolean
read_options (JsonNode *node, TwOptions *options, GError **error)
{
  g_autoptr (GList) names = NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_usage (error, _ ("options: an object is expected, not %s"),
                          tw_json_type_name (node));
  names = json_object_get_members (json_node_get_object (node));
  for (GList *name = names; name != NULL; name = name->next) {
    JsonNode *value = json_object_get_member (json_node_get_object (node), name->data);
    g_autofree char *text = option_text (value);

    if (text == NULL)
      return tw_fail_usage (
        error, _ ("options.%.40s: a number, a boolean or a string is expected, not %s"),
        (const char *) name->data, tw_json_type_name (value));
    if (!tw_options_set_text (options, name->data, text, error)) {
      g_prefix_error (error, "options.");
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
read_query (GHashTable *query, TwOptions *options, GError **error)
{
  GHashTableIter iter;
  gpointer name, value;

  if (query == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, query);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (!tw_options_set_text (options, name, value, error))
      return FALSE;
  return TRUE;
}

/* --- the puzzle ---------------------------------------------------------------- */

TwPuzzle *
tw_service_read_text (const char *text, gsize length, GError **error)
{
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, length, NULL, error);

  if (puzzles == NULL)
    return NULL;
  if (puzzles->len == 1)
    return tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
  return tw_fail_usage_null (error, _ ("one puzzle is expected, not %u"), puzzles->len);
}

/* {"puzzle": {...}} or {"puzzle": "..."}; a board of squares has an array there. */
static gboolean
is_envelope (JsonNode *root)
{
  JsonNode *puzzle = NULL;

  if (JSON_NODE_HOLDS_OBJECT (root))
    puzzle = json_object_get_member (json_node_get_object (root), "puzzle");
  return puzzle != NULL
         && (JSON_NODE_HOLDS_OBJECT (puzzle) || tw_json_node_string (puzzle) != NULL);
}

static TwPuzzle *
read_envelope (JsonObject *object, TwOptions *options, GError **error)
{
  JsonNode *node = json_object_get_member (object, "puzzle");
  const char *text = tw_json_node_string (node);
  g_autoptr (GList) names = json_object_get_members (object);
  TwPuzzle *puzzle;

  for (GList *name = names; name != NULL; name = name->next)
    if (!g_str_equal (name->data, "puzzle") && !g_str_equal (name->data, "options"))
      return tw_fail_usage_null (error, _ ("%.40s: only puzzle and options are expected here"),
                                 (const char *) name->data);
  if (!read_options (json_object_get_member (object, "options"), options, error))
    return NULL;
  if (text != NULL) {
    puzzle = tw_service_read_text (text, strlen (text), error);
  } else {
    puzzle = tw_puzzle_from_json (node, error);
  }
  if (puzzle == NULL)
    g_prefix_error (error, "puzzle: ");
  return puzzle;
}

static TwPuzzle *
read_body (const char *text, gsize length, TwOptions *options, GError **error)
{
  if (!tw_json_looks_like (text, length))
    return tw_service_read_text (text, length, error);

  g_autoptr (JsonNode) root = tw_json_parse (text, length, error);

  if (root == NULL)
    return NULL;
  return is_envelope (root) ? read_envelope (json_node_get_object (root), options, error)
                            : tw_puzzle_from_json (root, error);
}

static gboolean
check_id (const TwPuzzle *puzzle, GError **error)
{
  const char *id = tw_puzzle_get_id (puzzle);

  if (id == NULL || strlen (id) <= LONGEST_ID)
    return TRUE;
  return tw_fail_usage (error, _ ("id: longer than %d bytes"), LONGEST_ID);
}

static gboolean
check_limits (const TwOptions *options, const TwServiceLimits *limits, GError **error)
{
  if (options->time > limits->seconds)
    return tw_fail_usage (error, _ ("options.time: at most %g seconds are allowed"),
                          limits->seconds);
  if ((options->limit == 0 || options->limit > MOST_SOLUTIONS) && !options->count_only)
    return tw_fail_usage (error, _ ("options.limit: expected 1 to %d solutions"), MOST_SOLUTIONS);
  return TRUE;
}

TwPuzzle *
tw_service_read_request (const TwServiceRequest *request, TwOptions *options, GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (request->body, &length);
  g_autoptr (TwPuzzle) puzzle = NULL;

  tw_options_init (options);
  if (!read_query (request->query, options, error))
    return NULL;
  puzzle = read_body (text != NULL ? text : "", length, options, error);
  if (puzzle == NULL || !check_id (puzzle, error)
      || !check_limits (options, request->limits, error))
    return NULL;
  if (!tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), options, error)) {
    g_prefix_error (error, "options.engine: ");
    return NULL;
  }
  return g_steal_pointer (&puzzle);
}
