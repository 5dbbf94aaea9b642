/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-folder-load.c - reads the folder of a contest session; see contest-folder.h. */
#include <string.h>

#include "net/contest-folder-private.h"
#include "net/contest-folder.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/load.h"

/* --- session.json ------------------------------------------------------------- */

static gboolean
read_plan_object (JsonObject *object, TwContestPlan *plan, GError **error)
{
  const char *server, *mode;
  gint64 version, tetrominoes, count;

  if (!tw_json_get_int (object, "version", TW_CONTEST_FOLDER_VERSION, TW_CONTEST_FOLDER_VERSION,
                        &version, error)
      || !tw_json_get_optional_string (object, "server", &server, error)
      || !tw_json_get_optional_string (object, "mode", &mode, error)
      || !tw_json_get_int (object, "tetrominoes", 0, TW_BOARD_MAX_SIDE, &tetrominoes, error)
      || !tw_json_get_int (object, "count", 1, TW_CONTEST_MAX_COUNT, &count, error))
    return FALSE;
  if (!tw_contest_mode_find (mode, &plan->mode))
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("mode: trial or contest is expected"));
  plan->server = g_strdup (server);
  plan->tetrominoes = (int) tetrominoes;
  plan->count = (guint) count;
  return TRUE;
}

static JsonNode *
parse_object (const char *text, gsize length, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);

  return tw_json_parse_object (bytes, error);
}

static gboolean
read_plan (const char *path, TwContestPlan *plan, GError **error)
{
  g_autofree char *file = g_build_filename (path, "session.json", NULL);
  gsize length;
  g_autofree char *text = tw_file_read_path (file, &length, error);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) reason = NULL;

  if (text == NULL)
    return FALSE;
  root = parse_object (text, length, &reason);
  if (root != NULL && read_plan_object (json_node_get_object (root), plan, &reason))
    return TRUE;
  return tw_contest_folder_fail (error, file, reason->message);
}

/* --- log.jsonl ---------------------------------------------------------------- */

static gboolean
get_int (JsonObject *object, const char *name, gint64 least, gint64 most, gint64 *value,
         GError **error)
{
  return !json_object_has_member (object, name)
         || tw_json_get_int (object, name, least, most, value, error);
}

static double
get_seconds (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_DOUBLE
          && json_node_get_value_type (node) != G_TYPE_INT64))
    return -1;
  return json_node_get_double (node);
}

/* The line that records the arrival of a puzzle has its time in whole seconds. Returns a time
 * that is not later than the request. */
static gint64
get_asked (JsonObject *object, double fetch_seconds)
{
  const char *text = NULL;
  g_autoptr (GDateTime) time = NULL;

  if (tw_json_get_optional_string (object, "time", &text, NULL) && text != NULL)
    time = g_date_time_new_from_iso8601 (text, NULL);
  if (time == NULL || !(fetch_seconds >= 0 && fetch_seconds < 3600))
    return -1;
  return g_date_time_to_unix (time) * G_USEC_PER_SEC - (gint64) (fetch_seconds * G_USEC_PER_SEC);
}

static TwContestStatus
find_status (const char *name)
{
  TwContestStatus status = 0;

  while (status < TW_CONTEST_N_STATUSES && g_strcmp0 (tw_contest_status_name (status), name) != 0)
    status++;
  return status;
}

static gboolean
read_facts (JsonObject *object, TwContestFacts *facts, GError **error)
{
  gint64 width = 0, height = 0, transform = -1, captured = -1, attempts = 0;
  const char *id, *mode, *status, *fault;
  JsonNode *optimal = json_object_get_member (object, "optimal");

  facts->squares = facts->bound = facts->score = facts->penalty = -1;
  if (!tw_json_get_optional_string (object, "id", &id, error)
      || !tw_json_get_optional_string (object, "mode", &mode, error)
      || !tw_json_get_optional_string (object, "status", &status, error)
      || !tw_json_get_optional_string (object, "error", &fault, error)
      || !get_int (object, "width", 1, TW_BOARD_MAX_SIDE, &width, error)
      || !get_int (object, "height", 1, TW_BOARD_MAX_SIDE, &height, error)
      || !get_int (object, "numberOfSquares", 0, G_MAXINT32, &facts->squares, error)
      || !get_int (object, "bound", 0, G_MAXINT32, &facts->bound, error)
      || !get_int (object, "transform", 0, 7, &transform, error)
      || !get_int (object, "captured", 0, G_MAXINT32, &captured, error)
      || !get_int (object, "score", 0, G_MAXINT32, &facts->score, error)
      || !get_int (object, "timePenalty", 0, G_MAXINT32, &facts->penalty, error)
      || !get_int (object, "attempts", 0, G_MAXINT32, &attempts, error))
    return FALSE;
  facts->status = find_status (status);
  if (id == NULL || !tw_contest_mode_find (mode, &facts->mode)
      || facts->status == TW_CONTEST_N_STATUSES)
    return tw_fail (error, TW_PUZZLE_ERROR_FORMAT, _ ("id, mode and status are expected"));
  g_free (facts->id);
  facts->id = g_strdup (id);
  g_free (facts->error);
  facts->error = g_strdup (fault);
  facts->width = (int) width;
  facts->height = (int) height;
  facts->optimal = optimal != NULL && JSON_NODE_HOLDS_VALUE (optimal)
                   && json_node_get_value_type (optimal) == G_TYPE_BOOLEAN
                   && json_node_get_boolean (optimal);
  facts->transform = (int) transform;
  facts->captured = (int) captured;
  facts->attempts = (guint) attempts;
  facts->fetch_seconds = get_seconds (object, "fetchSeconds");
  if (facts->status == TW_CONTEST_FETCHED)
    facts->asked = get_asked (object, facts->fetch_seconds);
  facts->solve_seconds = get_seconds (object, "solveSeconds");
  facts->answer_seconds = get_seconds (object, "answerSeconds");
  facts->submit_seconds = get_seconds (object, "submitSeconds");
  return TRUE;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  guint one = tw_contest_entry_get_facts (*(TwContestEntry *const *) a)->index;
  guint other = tw_contest_entry_get_facts (*(TwContestEntry *const *) b)->index;

  return (one > other) - (one < other);
}

/* Lines without a puzzle are events of the session and are skipped. */
static gboolean
read_line (const char *line, gsize length, GHashTable *by_index, GPtrArray *entries, GError **error)
{
  g_autoptr (JsonNode) root = parse_object (line, length, error);
  TwContestEntry *entry;
  JsonObject *object;
  gint64 index;

  if (root == NULL)
    return FALSE;
  object = json_node_get_object (root);
  if (!json_object_has_member (object, "puzzle"))
    return TRUE;
  if (!tw_json_get_int (object, "puzzle", 0, TW_CONTEST_MAX_COUNT, &index, error))
    return FALSE;
  entry = g_hash_table_lookup (by_index, GINT_TO_POINTER ((int) index));
  if (entry == NULL) {
    entry = tw_contest_entry_new ((guint) index, TW_CONTEST_MODE_TRIAL);
    g_ptr_array_add (entries, entry);
    g_hash_table_insert (by_index, GINT_TO_POINTER ((int) index), entry);
  }
  return read_facts (object, tw_contest_entry_edit (entry), error);
}

static gboolean
read_log (const char *path, GPtrArray *entries, GError **error)
{
  g_autofree char *file = g_build_filename (path, "log.jsonl", NULL);
  gsize length;
  g_autofree char *text = tw_file_read_path (file, &length, error);
  g_autoptr (GHashTable) by_index = g_hash_table_new (NULL, NULL);
  const char *line = text;
  guint number = 1;

  if (text == NULL)
    return FALSE;
  /* Text without a final newline is an incomplete write and is ignored. */
  for (const char *end = memchr (text, '\n', length); end != NULL;
       end = memchr (line, '\n', length - (gsize) (line - text)), number++) {
    g_autoptr (GError) reason = NULL;

    if (!read_line (line, (gsize) (end - line), by_index, entries, &reason)) {
      g_autofree char *place = g_strdup_printf (_ ("line %u: %s"), number, reason->message);

      return tw_contest_folder_fail (error, file, place);
    }
    line = end + 1;
  }
  g_ptr_array_sort (entries, compare_entries);
  return TRUE;
}

/* --- puzzles and solutions ----------------------------------------------------- */

/* Returns the path if the file exists. */
static char *
find_file (const char *path, const char *stem, guint index)
{
  g_autofree char *file = tw_contest_folder_file (path, stem, index);

  return g_file_test (file, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&file) : NULL;
}

static TwPuzzle *
load_puzzle (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) puzzles = tw_puzzles_load (file, NULL, error);

  return puzzles != NULL ? tw_puzzle_ref (g_ptr_array_index (puzzles, 0)) : NULL;
}

/* The facts of the log take precedence over the solution file, which has fewer. */
static void
load_answer (TwContestEntry *entry, TwPuzzle *puzzle)
{
  TwContestFacts *facts = tw_contest_entry_edit (entry);
  g_autoptr (GFile) file = g_file_new_for_path (facts->answer_path);
  g_autoptr (TwResult) result = tw_result_load (puzzle, file, NULL, NULL);

  if (result != NULL && tw_result_has_solution (result))
    tw_contest_entry_set_result (entry, result);
  else if (facts->status == TW_CONTEST_SOLVED)
    facts->status = TW_CONTEST_FETCHED; /* never sent: it can be solved again */
}

static void
load_files (const char *path, TwContestEntry *entry)
{
  TwContestFacts *facts = tw_contest_entry_edit (entry);
  g_autoptr (TwPuzzle) puzzle = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = g_strdup (facts->id);

  facts->puzzle_path = find_file (path, "puzzle", facts->index);
  facts->answer_path = find_file (path, "answer", facts->index);
  facts->reply_path = find_file (path, "reply", facts->index);
  if (facts->puzzle_path != NULL)
    puzzle = load_puzzle (facts->puzzle_path, &error);
  if (puzzle != NULL && g_strcmp0 (tw_puzzle_get_id (puzzle), id) == 0) {
    tw_contest_entry_set_puzzle (entry, puzzle);
    if (facts->answer_path != NULL)
      load_answer (entry, puzzle);
    else if (facts->status == TW_CONTEST_SOLVED)
      facts->status = TW_CONTEST_FETCHED;
  } else if (!tw_contest_status_is_final (facts->status)) {
    facts->status = TW_CONTEST_UNANSWERED;
    facts->error = error != NULL
                     ? g_strdup (error->message)
                     : g_strdup (_ ("the puzzle's file is missing or belongs to another puzzle"));
  }
}

/* A saved puzzle that the log does not mention counts as just fetched. */
void
tw_contest_folder_adopt (const char *path, const TwContestPlan *plan, GPtrArray *entries)
{
  guint index = 0;
  g_autofree char *file = NULL;
  g_autoptr (TwPuzzle) puzzle = NULL;
  TwContestEntry *entry;

  if (entries->len > 0)
    index = 1 + tw_contest_entry_get_facts (g_ptr_array_index (entries, entries->len - 1))->index;
  file = find_file (path, "puzzle", index);
  puzzle = file != NULL ? load_puzzle (file, NULL) : NULL;
  if (puzzle == NULL || tw_puzzle_get_id (puzzle) == NULL)
    return;
  entry = tw_contest_entry_new (index, index == 0 ? TW_CONTEST_MODE_TRIAL : plan->mode);
  tw_contest_entry_set_puzzle (entry, puzzle);
  tw_contest_entry_edit (entry)->puzzle_path = g_steal_pointer (&file);
  g_ptr_array_add (entries, entry);
}

gboolean
tw_contest_folder_load (const char *path, TwContestPlan *plan, GPtrArray *entries, GError **error)
{
  if (!read_plan (path, plan, error))
    return FALSE;
  if (!read_log (path, entries, error)) {
    tw_contest_plan_clear (plan);
    return FALSE;
  }
  for (guint i = 0; i < entries->len; i++)
    load_files (path, g_ptr_array_index (entries, i));
  return TRUE;
}
