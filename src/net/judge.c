/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.c - checks contest solutions; see judge.h. */
#include "net/judge.h"

#include <math.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

enum {
  LATE_PENALTY = 20,
  SECOND_PENALTY = 5,
  MAX_ERRORS = 100,
};

void
tw_verdict_free (TwVerdict *verdict)
{
  g_ptr_array_unref (verdict->errors);
  g_free (verdict);
}

static TwVerdict *
verdict_new (void)
{
  TwVerdict *verdict = g_new0 (TwVerdict, 1);

  verdict->errors = g_ptr_array_new_with_free_func (g_free);
  return verdict;
}

/* These texts are part of the protocol, like those of the contest's server: not translated. */
static char *
describe_fault (const TwFault *fault)
{
  static const char *const texts[] = {
    [TW_FAULT_BAD_SIZE] = "Square without size",
    [TW_FAULT_OUTSIDE] = "Square outside of boundary",
    [TW_FAULT_BLOCKED] = "Square covers an obstacle in position",
    [TW_FAULT_OVERLAP] = "Squares overlapped in position",
    [TW_FAULT_UNCOVERED] = "Not covered",
  };

  if (fault->kind >= G_N_ELEMENTS (texts) || texts[fault->kind] == NULL)
    return g_strdup ("The answer could not be judged");
  return g_strdup_printf ("%s: X = %d, Y = %d", texts[fault->kind], fault->x, fault->y);
}

static void
note_fault (const TwFault *fault, void *data)
{
  GPtrArray *errors = data;

  if (errors->len < MAX_ERRORS)
    g_ptr_array_add (errors, describe_fault (fault));
}

gint64
tw_judge_penalty (double seconds)
{
  double late = seconds - TW_JUDGE_SECONDS;

  if (!(late > 0))
    return 0;
  return LATE_PENALTY + SECOND_PENALTY * (gint64) fmin (floor (late), 1e6);
}

TwVerdict *
tw_judge (const TwBoard *board, const TwTiling *tiling, double seconds)
{
  TwVerdict *verdict = verdict_new ();

  verdict->squares = (gint64) tiling->count;
  if (tw_tiling_check_all (board, tiling, note_fault, verdict->errors) > 0)
    return verdict;
  verdict->penalty = tw_judge_penalty (seconds);
  verdict->score = verdict->squares + verdict->penalty;
  return verdict;
}

char *
tw_verdict_to_json (const TwVerdict *verdict)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_json_add_int (builder, "numberOfSquares", verdict->squares);
  tw_json_add_int (builder, "score", verdict->score);
  tw_json_add_int (builder, "timePenalty", verdict->penalty);
  tw_json_begin_array (builder, "errors");
  for (guint i = 0; i < verdict->errors->len; i++)
    tw_json_add_string (builder, NULL, g_ptr_array_index (verdict->errors, i));
  tw_json_end_array (builder);
  return tw_json_end (builder);
}

static gboolean
read_errors (JsonObject *object, GPtrArray *errors, GError **error)
{
  JsonNode *member = json_object_get_member (object, "errors");
  JsonArray *array;

  /* Servers omit it or send null when there are no errors. */
  if (member == NULL || JSON_NODE_HOLDS_NULL (member))
    return TRUE;
  array = tw_json_get_array (object, "errors", error);
  if (array == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (array) && i < MAX_ERRORS; i++) {
    JsonNode *node = json_array_get_element (array, i);
    const char *text = tw_json_node_string (node);

    if (text == NULL)
      return tw_fail_format (error, _ ("errors[%u]: a string is expected, not %s"), i,
                             tw_json_type_name (node));
    g_ptr_array_add (errors, g_strdup (text));
  }
  return TRUE;
}

TwVerdict *
tw_verdict_from_json (JsonNode *node, GError **error)
{
  g_autoptr (TwVerdict) verdict = verdict_new ();
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tw_fail_format_null (error, _ ("an object is expected, not %s"),
                                tw_json_type_name (node));
  object = json_node_get_object (node);
  if (!tw_json_get_int (object, "numberOfSquares", 0, G_MAXINT32, &verdict->squares, error)
      || !tw_json_get_int (object, "score", 0, G_MAXINT32, &verdict->score, error)
      || !tw_json_get_int (object, "timePenalty", 0, G_MAXINT32, &verdict->penalty, error)
      || !read_errors (object, verdict->errors, error))
    return NULL;
  return g_steal_pointer (&verdict);
}
