/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-resolve.c - puzzles gathered with their solutions from files and folders and solved again,
 * and the reports about it. */
#include <glib/gstdio.h>

#include "puzzle/gather.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/resolve.h"
#include "test-puzzles.h"
#include "test-tools.h"

#define BOARD(id) \
  "{\"id\":\"" id "\",\"width\":2,\"height\":2,\"puzzle\":[[true,true],[true,true]]}"
#define SQUARE(x, y, size) "{\"X\":" #x ",\"Y\":" #y ",\"Size\":" #size "}"
#define FOUR               "[" SQUARE (0, 0, 1) "," SQUARE (1, 0, 1) "," SQUARE (0, 1, 1) "," SQUARE (1, 1, 1) "]"
#define ONE                "[" SQUARE (0, 0, 2) "]"
#define WRONG              "[" SQUARE (1, 1, 2) "]"

static char *folder;

/* --- files ---------------------------------------------------------------------- */

typedef char *Folder;

static Folder
set_up (void)
{
  folder = g_dir_make_tmp ("tilewright-XXXXXX", NULL);
  g_assert_nonnull (folder);
  return folder;
}

static void
tear_down (Folder *made)
{
  test_remove_tree (*made);
  g_clear_pointer (&folder, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, tear_down)

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* `names` are separated by spaces; "." is the folder itself. */
static GPtrArray *
gather (const char *names)
{
  g_auto (GStrv) words = g_strsplit (names, " ", -1);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;

  for (char **word = words; *word != NULL; word++)
    g_ptr_array_add (files, g_file_new_build_filename (folder, *word, NULL));

  GPtrArray *entries = tw_gather ((GFile *const *) files->pdata, files->len, NULL, NULL, &error);

  g_assert_no_error (error);
  return entries;
}

static gint64
old_of (GPtrArray *entries, guint i)
{
  g_assert_cmpuint (i, <, entries->len);
  return tw_result_count (tw_entry_get_old (g_ptr_array_index (entries, i)));
}

static const char *
message_of (GPtrArray *entries, guint i)
{
  g_assert_cmpuint (i, <, entries->len);
  return tw_entry_get_message (g_ptr_array_index (entries, i));
}

static void
expect_failure (GPtrArray *entries, guint i, const char *part)
{
  TwEntry *entry = g_ptr_array_index (entries, i);

  g_assert_null (tw_entry_get_puzzle (entry));
  g_assert_cmpint (tw_entry_get_state (entry), ==, TW_ENTRY_FAILED);
  if (strstr (message_of (entries, i), part) == NULL)
    g_error ("“%s” does not say “%s”", message_of (entries, i), part);
}

/* --- gathering ------------------------------------------------------------------- */

/* Files of a contest in several folders; the ids decide which solution belongs to a puzzle, not the
 * names. */
TEST (folder, "/resolve/folder")
{
  g_auto (Folder) made = set_up ();

  write_file ("puzzles/1.json", BOARD ("a"));
  write_file ("puzzles/2.json", BOARD ("b"));
  write_file ("puzzles/3.json", BOARD ("c"));
  write_file ("solutions/x.json", "{\"id\":\"b\",\"squares\":" FOUR "}");
  write_file ("solutions/1.json", "{\"id\":\"a\",\"squares\":" ONE "}");
  write_file ("solutions/y.json", "{\"id\":\"nobody\",\"squares\":" ONE "}");
  write_file ("replies/1.json",
              "{\"numberOfSquares\":1,\"score\":1,\"timePenalty\":0,\"errors\":[]}");
  write_file ("replies/2.json", "[]");
  write_file (".hidden/1.json", "{");
  write_file ("log.jsonl", "{}\n{}\n");

  g_autoptr (GPtrArray) entries = gather (".");

  g_assert_cmpuint (entries->len, ==, 4);
  g_assert_cmpstr (tw_entry_get_name (g_ptr_array_index (entries, 0)), ==, "1.json");
  g_assert_cmpint (old_of (entries, 0), ==, 1);
  g_assert_cmpint (old_of (entries, 1), ==, 4);
  g_assert_cmpint (old_of (entries, 2), ==, -1);
  expect_failure (entries, 3, "2.json: the list of puzzles is empty");
}

/* The folder of one of our own contest sessions. */
TEST (session, "/resolve/session")
{
  g_auto (Folder) made = set_up ();

  write_file ("session.json", "{\"server\":\"http://localhost\",\"mode\":\"trial\",\"count\":2}");
  write_file ("puzzle-000.json", BOARD ("a"));
  write_file ("answer-000.json", "{\"id\":\"a\",\"squares\":" ONE "}");
  write_file ("reply-000.json", "<html>what a strange server</html>");
  write_file ("puzzle-001.json", "{\"id\":7,\"size\":4,\"signature\":\"O4\"}");
  write_file ("answer-001.json", "{\"id\":7,\"solution\":[[\"O\",0,0,0],[\"O\",0,2,0],"
                                 "[\"O\",0,0,2],[\"O\",0,2,2]]}");
  write_file ("log.jsonl", "{}\n{}\n");

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (GPtrArray) alone = gather ("puzzle-001.json");

  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpint (old_of (entries, 0), ==, 1);
  g_assert_cmpint (old_of (entries, 1), ==, 4);
  g_assert_cmpuint (alone->len, ==, 1);
  g_assert_cmpint (old_of (alone, 0), ==, 4);
}

/* The best of several valid solutions is used; an invalid one is reported. */
TEST (best, "/resolve/best")
{
  g_auto (Folder) made = set_up ();

  write_file ("1.json", BOARD ("a"));
  write_file ("2.json", "[{\"id\":\"a\",\"squares\":" FOUR "},{\"id\":\"a\",\"squares\":" ONE "}]");
  write_file ("3.json", "{\"id\":\"a\",\"squares\":" FOUR "}");
  write_file ("4.json", "{\"id\":\"a\",\"squares\":" WRONG "}");

  g_autoptr (GPtrArray) entries = gather (".");

  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpint (old_of (entries, 0), ==, 1);
  g_assert_nonnull (strstr (message_of (entries, 0), "4.json: the solution is incorrect: "));
  g_assert_nonnull (strstr (message_of (entries, 0), "X = 1, Y = 1"));
}

/* Without ids: the file named in the solution, otherwise the name of the solution file. */
TEST (names, "/resolve/names")
{
#define PLAIN "{\"width\":2,\"height\":2,\"puzzle\":[[true,true],[true,true]]}"
  g_auto (Folder) made = set_up ();

  write_file ("1.json", PLAIN);
  write_file ("1-answer.json", "{\"squares\":" FOUR "}");
  write_file ("11.json", PLAIN);
  write_file ("elsewhere/11-answer.json", "{\"squares\":" ONE "}");
  write_file ("all.json", "[{\"file\":\"somewhere/22.json\",\"squares\":" ONE "}]");
  write_file ("22.json", PLAIN);

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (GPtrArray) alone = gather ("1.json 11.json 1.json");
  g_autoptr (GPtrArray) named = gather ("11.json elsewhere/11-answer.json");

  g_assert_cmpuint (entries->len, ==, 3);
  g_assert_cmpint (old_of (entries, 0), ==, 4);
  g_assert_cmpint (old_of (entries, 1), ==, -1);
  g_assert_cmpint (old_of (entries, 2), ==, 1);
  g_assert_cmpuint (alone->len, ==, 2);
  g_assert_cmpint (old_of (alone, 0), ==, 4);
  g_assert_cmpint (old_of (alone, 1), ==, -1);
  g_assert_cmpuint (named->len, ==, 1);
  g_assert_cmpint (old_of (named, 0), ==, 1);
}

TEST (tetrominoes, "/resolve/tetrominoes")
{
  g_auto (Folder) made = set_up ();

  write_file ("t.json", "{\"id\":7,\"size\":4,\"signature\":\"O4\"}");
  write_file ("t-solution.json", "[[\"O\",0,0,0],[\"O\",0,2,0],[\"O\",0,0,2],[\"O\",0,2,2]]");

  g_autoptr (GPtrArray) entries = gather ("t.json");

  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_null (message_of (entries, 0));
  g_assert_cmpint (old_of (entries, 0), ==, 4);
}

TEST (bad, "/resolve/bad")
{
  g_auto (Folder) made = set_up ();

  write_file ("1.json", BOARD ("a"));
  write_file ("2.json", "{\"id\":\"x\",\"width\":2,\"height\":1,\"puzzle\":[[true,5]]}");
  write_file ("3.json", "{");
  write_file ("4.json", "{\"id\":\"a\",\"squares\":[{\"X\":0}]}");
  write_file ("5.json", "{\"settings\":true}");

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (GPtrArray) named = gather ("5.json none.json");
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (entries->len, ==, 4);
  g_assert_cmpint (old_of (entries, 0), ==, -1);
  expect_failure (entries, 1, "2.json: puzzle[0][1]: ");
  expect_failure (entries, 2, "3.json: line 1, column 2: ");
  expect_failure (entries, 3, "4.json: squares[0]");
  expect_failure (named, 0, "5.json: not a puzzle that Tilewright can open");
  expect_failure (named, 1, "none.json: no such file");

  g_cancellable_cancel (cancelled);
  g_assert_null (tw_gather (&file, 1, NULL, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- solving ------------------------------------------------------------------------ */

static void
count_cb (TwResolve *batch, guint *n)
{
  (*n)++;
}

static TwEntry *
entry_at (TwResolve *batch, guint i)
{
  TwEntry *entry = g_list_model_get_item (tw_resolve_get_entries (batch), i);

  g_assert_nonnull (entry);
  g_object_unref (entry); /* the batch holds the reference */
  return entry;
}

static TwResolve *
batch_of (GPtrArray *entries, guint *begun, guint *finished)
{
  TwResolve *batch = tw_resolve_new ();

  tw_resolve_add (batch, entries);
  g_signal_connect (batch, "begun", G_CALLBACK (count_cb), begun);
  g_signal_connect (batch, "finished", G_CALLBACK (count_cb), finished);
  return batch;
}

TEST (run, "/resolve/run")
{
  g_auto (Folder) made = set_up ();
  guint begun = 0, finished = 0;
  TwOptions options = test_options ();
  TwResolveTotals totals;

  options.threads = 1;
  write_file ("1.json", BOARD ("a"));
  write_file ("1-answer.json", "{\"id\":\"a\",\"squares\":" FOUR "}");
  write_file ("2.json", "{");
  write_file ("3.json", "{\"id\":7,\"size\":4,\"signature\":\"T1,I3\"}");
  write_file ("4.json", BOARD ("b"));

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (TwResolve) batch = batch_of (entries, &begun, &finished);

  tw_resolve_start (batch, &options, FALSE);
  g_assert_cmpuint (begun, ==, 0);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpuint (begun, ==, 3);
  g_assert_cmpuint (finished, ==, 1);
  g_assert_null (tw_resolve_get_job (batch));
  g_assert_cmpint (tw_result_count (tw_entry_get_result (entry_at (batch, 0))), ==, 1);
  g_assert_cmpint (tw_result_count (tw_entry_get_old (entry_at (batch, 0))), ==, 4);
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 1)), ==, TW_ENTRY_FAILED);
  g_assert_cmpstr (tw_entry_describe_state (entry_at (batch, 2)), ==, "No solution");

  tw_resolve_get_totals (tw_resolve_get_entries (batch), &totals);
  g_assert_cmpuint (totals.items, ==, 4);
  g_assert_cmpuint (totals.done, ==, 4);
  g_assert_cmpuint (totals.failed, ==, 1);
  g_assert_cmpuint (totals.optimal, ==, 3);
  g_assert_cmpuint (totals.compared, ==, 1);
  g_assert_cmpuint (totals.better, ==, 1);
  g_assert_cmpuint (totals.worse, ==, 0);
  g_assert_cmpint (totals.old_squares, ==, 4);
  g_assert_cmpint (totals.new_squares, ==, 1);

  /* Entries that are done are solved again only on request. */
  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpuint (begun, ==, 3);
  g_assert_cmpuint (finished, ==, 2);
  tw_resolve_start (batch, &options, TRUE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpuint (begun, ==, 6);
  g_assert_cmpuint (finished, ==, 3);
}

/* A perfect rectangle is not less solved for being one of many. */
TEST (any, "/resolve/any")
{
  g_auto (Folder) made = set_up ();
  guint begun = 0, finished = 0;
  TwOptions options = test_options ();

  options.threads = 1;
  write_file ("1.json", "{\"size\":[33,32],\"cap\":1}");

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (TwResolve) batch = batch_of (entries, &begun, &finished);

  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpstr (tw_entry_describe_state (entry_at (batch, 0)), ==, "Solved");
}

/* When the least cap is the objective, caps are compared instead of numbers of squares. */
TEST (cap, "/resolve/cap")
{
  g_auto (Folder) made = set_up ();
  guint begun = 0, finished = 0;
  TwOptions options = test_options ();
  TwResolveTotals totals;
  gint64 difference;
  int order;

  options.threads = 1;
  write_file ("1.json", "{\"size\":19,\"goal\":\"least-cap\"}");
  write_file ("1-answer.json", "{\"bouwkamp\":\"(13,6)(6)(2,4)(6,6,1)(3)(1,3)(2,2)\"}");   /* 4 */
  write_file ("1-solution.json", "{\"bouwkamp\":\"(12,7)(7)(7,4,1)(1)(3,5)(3,1)(2,2)\"}"); /* 3 */

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (TwResolve) batch = batch_of (entries, &begun, &finished);
  TwEntry *entry = entry_at (batch, 0);

  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpint (tw_kind_cost (tw_entry_get_old (entry)), ==, 3);
  g_assert_false (tw_entry_compare (entry, &order, &difference));
  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpint (tw_entry_get_result (entry)->status, ==, TW_STATUS_OPTIMAL);
  g_assert_cmpint (tw_kind_cost (tw_entry_get_result (entry)), ==, 2);
  g_assert_cmpint (tw_result_count (tw_entry_get_result (entry)), >, 13);

  g_assert_true (tw_entry_compare (entry, &order, &difference));
  g_assert_cmpint (order, <, 0);
  g_assert_cmpint (difference, ==, -1);
  tw_resolve_get_totals (tw_resolve_get_entries (batch), &totals);
  g_assert_cmpuint (totals.better, ==, 1);
  g_assert_cmpuint (totals.worse, ==, 0);

  g_autofree char *json = tw_resolve_to_json (tw_resolve_get_entries (batch));
  g_autofree char *csv = tw_resolve_to_csv (tw_resolve_get_entries (batch));

  g_assert_nonnull (strstr (json, "\"difference\":-1"));
  g_assert_nonnull (strstr (csv, ",optimal,-1,"));
}

/* An engine for squares does not exist for tetrominoes. */
TEST (unfit_options, "/resolve/options")
{
  g_auto (Folder) made = set_up ();
  guint begun = 0, finished = 0;
  TwOptions options = test_options ();

  g_strlcpy (options.engine, "greedy", sizeof options.engine);
  write_file ("1.json", "{\"id\":7,\"size\":4,\"signature\":\"O4\"}");
  write_file ("2.json", BOARD ("a"));

  g_autoptr (GPtrArray) entries = gather (".");
  g_autoptr (TwResolve) batch = batch_of (entries, &begun, &finished);

  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpuint (begun, ==, 1);
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 0)), ==, TW_ENTRY_FAILED);
  g_assert_nonnull (strstr (tw_entry_get_message (entry_at (batch, 0)), "greedy"));
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 1)), ==, TW_ENTRY_DONE);

  /* With valid options it is tried again. */
  tw_options_init (&options);
  tw_resolve_start (batch, &options, TRUE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 0)), ==, TW_ENTRY_DONE);
  g_assert_null (tw_entry_get_message (entry_at (batch, 0)));
}

/* Boards that no engine solves before it is stopped. */
static GPtrArray *
large_entries (guint n)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++) {
    const char *words[] = { "300", NULL };
    g_autoptr (TwPuzzle) puzzle = tw_kind_squares.read->spec (words, NULL);

    g_assert_nonnull (puzzle);
    g_ptr_array_add (entries, tw_entry_new (puzzle, "large"));
  }
  return entries;
}

static void
stop_cb (TwResolve *batch)
{
  tw_resolve_stop (batch);
}

TEST (stop, "/resolve/stop")
{
  guint begun = 0, finished = 0;
  TwOptions options = test_options ();
  g_autoptr (GPtrArray) entries = large_entries (2);
  g_autoptr (TwResolve) batch = batch_of (entries, &begun, &finished);

  options.time = 1000;
  g_strlcpy (options.engine, "auto", sizeof options.engine);

  tw_resolve_start (batch, &options, FALSE);
  tw_resolve_stop (batch); /* before it has started */
  g_assert_false (tw_resolve_is_running (batch));
  g_assert_cmpuint (finished, ==, 1);

  g_signal_connect (batch, "begun", G_CALLBACK (stop_cb), NULL);
  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpuint (begun, ==, 1);
  g_assert_cmpuint (finished, ==, 2);
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 0)), ==, TW_ENTRY_STOPPED);
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 1)), ==, TW_ENTRY_WAITING);

  /* It continues where it was stopped, now with options that solve these boards quickly. */
  g_signal_handlers_disconnect_by_func (batch, stop_cb, NULL);
  g_strlcpy (options.engine, "greedy", sizeof options.engine);
  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (!tw_resolve_is_running (batch));
  g_assert_cmpuint (begun, ==, 3);
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 0)), ==, TW_ENTRY_DONE);
  g_assert_cmpint (tw_entry_get_state (entry_at (batch, 1)), ==, TW_ENTRY_DONE);
  g_assert_true (tw_jobs_wait (60));
}

/* Dropped while running: no further signals. */
TEST (drop, "/resolve/drop")
{
  guint begun = 0, finished = 0;
  TwOptions options = test_options ();
  g_autoptr (GPtrArray) entries = large_entries (1);
  TwResolve *batch = batch_of (entries, &begun, &finished);

  options.time = 1000;
  tw_resolve_start (batch, &options, FALSE);
  test_spin_until (begun > 0);
  g_object_unref (batch);
  g_assert_true (tw_jobs_wait (60));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (finished, ==, 0);
}

/* --- reports ------------------------------------------------------------------------ */

static TwEntry *
make_entry (const char *name, const char *old, const char *answer)
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (BOARD ("i\\\"d"), name);
  TwEntry *entry = tw_entry_new (puzzle, NULL);
  g_autoptr (TwResult)
    before = old != NULL ? tw_result_parse (puzzle, old, strlen (old), NULL, NULL) : NULL;
  g_autoptr (TwResult) now = tw_result_parse (puzzle, answer, strlen (answer), NULL, NULL);

  g_assert_nonnull (now);
  tw_entry_set_old (entry, before);
  tw_entry_set_result (entry, now);
  tw_entry_set_state (entry, TW_ENTRY_DONE);
  return entry;
}

static GListModel *
comparison (void)
{
  g_autoptr (TwEntry)
    first = make_entry ("a,b.json", "{\"seconds\":2.5,\"bound\":1,\"squares\":" FOUR "}",
                        "{\"status\":\"optimal\",\"engine\":\"auto\",\"bound\":1,"
                        "\"seconds\":0.25,\"squares\":" ONE "}");
  g_autoptr (TwEntry) second = make_entry ("c.json", NULL, "{\"status\":\"timeout\"}");
  g_autoptr (TwEntry) third = tw_entry_new (NULL, "d.json");
  GListStore *store = g_list_store_new (TW_TYPE_ENTRY);

  tw_entry_set_message (third, "d.json: it is\n\"bad\"");
  tw_entry_set_state (third, TW_ENTRY_FAILED);
  g_list_store_append (store, first);
  g_list_store_append (store, second);
  g_list_store_append (store, third);
  return G_LIST_MODEL (store);
}

TEST (csv, "/resolve/csv")
{
  g_autoptr (GListModel) entries = comparison ();
  g_autofree char *text = tw_resolve_to_csv (entries);
  g_autofree char *words = tw_resolve_describe (entries);

  g_assert_cmpstr (text, ==,
                   "file,id,kind,width,height,old_squares,old_bound,old_seconds,old_status,"
                   "new_squares,new_bound,new_seconds,new_status,difference,engine,message\r\n"
                   "\"a,b.json\",\"i\"\"d\",squares,2,2,4,1,2.500,feasible,1,1,0.250,optimal,-3,"
                   "auto,\r\n"
                   "c.json,\"i\"\"d\",squares,2,2,,,,,,,,timeout,,,\r\n"
                   "d.json,,,,,,,,,,,,,,,\"d.json: it is\n\"\"bad\"\"\"\r\n");
  g_assert_cmpstr (words, ==,
                   "3 of 3 done, 1 proved, 1 better, 0 worse than before (4 → 1 squares), "
                   "1 failed, 0.2 s");
}

TEST (json, "/resolve/json")
{
  g_autoptr (GListModel) entries = comparison ();
  g_autofree char *text = tw_resolve_to_json (entries);
  g_autoptr (JsonNode) root = tw_json_parse (text, strlen (text), NULL);
  JsonObject *object = json_node_get_object (root);
  JsonArray *puzzles = json_object_get_array_member (object, "puzzles");
  JsonObject *totals = json_object_get_object_member (object, "totals");
  JsonObject *first = json_array_get_object_element (puzzles, 0);
  JsonObject *now = json_object_get_object_member (first, "new");
  JsonObject *third = json_array_get_object_element (puzzles, 2);

  g_assert_cmpuint (json_array_get_length (puzzles), ==, 3);
  g_assert_cmpint (json_object_get_int_member (first, "difference"), ==, -3);
  g_assert_cmpint (json_object_get_int_member (now, "numberOfSquares"), ==, 1);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (now, "squares")), ==, 1);
  g_assert_cmpint (
    json_object_get_int_member (json_object_get_object_member (first, "old"), "numberOfSquares"),
    ==, 4);
  g_assert_cmpstr (json_object_get_string_member (third, "message"), ==, "d.json: it is\n\"bad\"");
  g_assert_cmpint (json_object_get_int_member (totals, "better"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (totals, "failed"), ==, 1);
}

TEST_MAIN (test_init, test_run_and_await)
