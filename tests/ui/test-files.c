/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests folders of puzzles: by drop, by the command line, with the solutions stored beside the
 * puzzles, and the folder of an online session. */
#include "ui-test.h"

#include <dlfcn.h>

#include "app/dialogs/ask-dialog.h"
#include "app/document/document.h"
#include "app/run-folder/run-window.h"
#include "puzzle/cluster/run-status.h"
#include "puzzle/cluster/unit-result.h"
#include "puzzle/cluster/unit-run.h"
#include "puzzle/load.h"
#include "puzzle/pieces/solutions.h"

static int n_monitors; /* made by any thread */
static int n_tests;    /* of files in the run folder, by any thread */
static int n_blocking; /* of both, in the main thread */
static GThread *main_thread;
static const char *run_path; /* the run folder; NULL: none */

/* The following two take the place of the functions of GLib, which may wait for a slow file
 * system. */
gboolean
g_file_test (const char *name, GFileTest test)
{
  gboolean (*original) (const char *, GFileTest);

  if (run_path != NULL && g_str_has_prefix (name, run_path)) {
    g_atomic_int_inc (&n_tests);
    if (g_thread_self () == main_thread)
      g_atomic_int_inc (&n_blocking);
  }
  *(void **) &original = dlsym (RTLD_NEXT, "g_file_test");
  g_assert_nonnull (original);
  return original (name, test);
}

GFileMonitor *
g_file_monitor_directory (GFile *file, GFileMonitorFlags flags, GCancellable *cancellable,
                          GError **error)
{
  GFileMonitor *(*original) (GFile *, GFileMonitorFlags, GCancellable *, GError **);

  g_atomic_int_inc (&n_monitors);
  if (g_thread_self () == main_thread)
    g_atomic_int_inc (&n_blocking);
  *(void **) &original = dlsym (RTLD_NEXT, "g_file_monitor_directory");
  g_assert_nonnull (original);
  return original (file, flags, cancellable, error);
}

static void
write_in (GFile *folder, const char *name, const char *text)
{
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  ui_write_file (file, text);
}

/* A new folder with a board, its solution, another board, and files that are no puzzles. */
static GFile *
make_folder (const char *name)
{
  GFile *folder = ui_scratch_file (name);

  g_assert_true (g_file_make_directory (folder, NULL, NULL));
  write_in (folder, "one.json",
            "{\"width\": 2, \"height\": 2, \"puzzle\": [[true, true],"
            " [true, true]]}");
  write_in (folder, "one-answer.json", "{\"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 2}]}");
  write_in (folder, "two.json", "{\"width\": 2, \"height\": 1, \"puzzle\": [[true, true]]}");
  write_in (folder, "notes.md", "no puzzle");
  write_in (folder, "picture.png", "no puzzle either");
  return folder;
}

static void
assert_folder_is_open (TwWindow *window)
{
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "one.json");
  g_assert_cmpuint (tw_result_tiling (ui_result (window))->count, ==, 1);
  g_assert_cmpint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==, 1);
  ui_activate (window, "view.next-puzzle");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "two.json");
  g_assert_null (ui_result (window));
}

/* Two dominoes in a box of 2 x 2; %s is the second solution in a file of BurrTools. */
#define BURRTOOLS                                                                                  \
  "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><shapes>"                    \
  "<voxel x=\"2\" y=\"1\" z=\"1\">##</voxel><voxel x=\"2\" y=\"2\" z=\"1\">####</voxel></shapes>"  \
  "<problems><problem><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/><solutions>" \
  "<solution><assembly>0 0 0 0 0 1 0 0</assembly></solution>"                                      \
  "<solution><assembly>%s</assembly></solution></solutions></problem></problems></puzzle>"

/* The solutions in a file of BurrTools are listed; a wrong one is reported, and the puzzle opens
 * without solutions. */
TEST (burrtools, "/ui/files/burrtools")
{
  g_autofree char *good = g_strdup_printf (BURRTOOLS, "0 0 0 16 1 0 0 16");
  g_autofree char *bad = g_strdup_printf (BURRTOOLS, "0 0 0 16 0 0 0 16");
  g_autoptr (GFile) file = ui_text_file ("bad.xmpuzzle", bad);
  TwWindow *window = ui_window_with_text ("good.xmpuzzle", good);
  TwPieceSolutions *answers = tw_result_get_piece_solutions (ui_result (window));

  g_assert_null (ui_message (window));
  g_assert_cmpuint (tw_piece_solutions_count (answers).kept, ==, 2);
  g_assert_false (tw_document_has_work (ui_document (window)));
  ui_activate (window, "view.next-solution");
  ui_close (window);
  window = ui_window ();
  ui_open (window, file);
  g_assert_nonnull (strstr (ui_message (window), "the solution does not fit its puzzle"));
  g_assert_nonnull (ui_puzzle (window));
  g_assert_null (ui_result (window));
  ui_close (window);
}

TEST (drop_folder, "/ui/files/drop-folder")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) folder = make_folder ("dropped");
  gpointer target = ui_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (&folder, 1));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  ui_spin_until (!ui_is_busy (window));
  assert_folder_is_open (window);
}

/* As "tilewright FOLDER" does. */
TEST (command_line, "/ui/files/command-line")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) folder = make_folder ("given");

  g_application_open (G_APPLICATION (ui_application ()), &folder, 1, "");
  ui_spin_until (ui_puzzle (window) != NULL);
  assert_folder_is_open (window);
}

/* The folder of an online session has puzzles, solutions, replies and a log. */
TEST (session_folder, "/ui/files/session-folder")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) folder = ui_scratch_file ("session");

  g_assert_true (g_file_make_directory (folder, NULL, NULL));
  write_in (folder, "session.json", "{\"server\": null, \"mode\": \"trial\", \"count\": 1}");
  write_in (folder, "log.jsonl", "{\"puzzle\": 1}\n");
  write_in (folder, "puzzle-001.json",
            "{\"id\": \"a1\", \"width\": 3, \"height\": 1, \"puzzle\":"
            " [[true, true, true]]}");
  write_in (folder, "answer-001.json",
            "{\"id\": \"a1\", \"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 1},"
            " {\"X\": 1, \"Y\": 0, \"Size\": 1}, {\"X\": 2, \"Y\": 0, \"Size\": 1}]}");
  write_in (folder, "reply-001.json", "{\"numberOfSquares\": 3}");
  ui_open (window, folder);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 1");
  g_assert_cmpuint (tw_result_tiling (ui_result (window))->count, ==, 3);
}

/* Searches the next unit of a run folder and stores its result. */
static void
work_on (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read (folder, &error);
  TwLimits limits = { 0 };
  TwUnitLimits unit_limits = { .threads = 1 };
  g_autoptr (TwRun) run = tw_run_new (&limits);
  const TwUnit *unit = g_ptr_array_index (ledger->missing, 0);
  g_autoptr (TwUnitResult) result = tw_unit_run (ledger->plan, unit, &unit_limits, run, &error);

  g_assert_no_error (error);
  g_assert_cmpint (
    tw_unit_result_store (folder, TW_RESULTS_FOLDER, ledger->plan, unit, result, &error), ==,
    TW_RESULT_STORED);
}

/* The window of a run folder follows it until the search is complete, and never waits for it. */
TEST (run_folder, "/ui/files/run-folder")
{
  static const char text[] =
    "{\"board\": [\"aaaaa\", \"aaaaa\", \"aaaaa\", \"aaaaa\"], "
    "\"pieces\": [{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 10, \"rotate\": true}]}";
  TwWindow *window = ui_window_with_text ("kept.txt", ui_board_text);
  g_autoptr (GFile) folder = ui_scratch_file ("run");
  g_autofree char *path = g_file_get_path (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), "run.json", &error);
  TwLimits limits = { 0 };
  TwRun *run = tw_run_new (&limits);
  g_autofree char *claim = g_build_filename (path, TW_CLAIMS_FOLDER, "job", NULL);
  g_autofree char *units = NULL;
  TwOptions options;

  main_thread = g_thread_self ();
  n_monitors = n_tests = n_blocking = 0;
  tw_options_init (&options);
  g_autoptr (TwPlan) plan = tw_plan_make (path, TW_PLAN_COUNT, puzzles, &options, 4, run, &error);
  tw_run_free (run);
  g_assert_no_error (error);
  guint n = plan->units->len;
  g_assert_cmpuint (n, >, 1);

  /* The changed puzzle stays, so nothing is asked. */
  ui_edit_cell (window, 3, 2);
  run_path = path;
  ui_open (window, folder);
  run_path = NULL;
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  g_assert_true (ui_is_modified (window));
  ui_activate (window, "edit.undo");
  g_assert_cmpstr (ui_message (window), ==, NULL);
  TwRunWindow *shown = ui_dialog_of (TW_TYPE_RUN_WINDOW);
  units = g_strdup_printf ("%u", n);
  ui_spin_until (g_str_equal (ui_find_label (shown, "run-missing"), units));
  g_assert_cmpstr (ui_find_label (shown, "run-left"), ==, "–");

  /* A process marks its unit. */
  g_assert_cmpint (g_mkdir_with_parents (claim, 0777), ==, 0);
  g_autofree char *mark = g_build_filename (
    claim, ((const TwUnit *) g_ptr_array_index (plan->units, n - 1))->name, NULL);
  g_assert_true (g_file_set_contents (mark, "", 0, NULL));
  work_on (path);
  ui_spin_until (g_str_equal (ui_find_label (shown, "run-done"), "1"));
  ui_spin_until (g_str_equal (ui_find_label (shown, "run-running"), "1"));
  g_assert_cmpstr (ui_find_label (shown, "run-rate"), !=, "–");
  for (guint i = 1; i < n; i++)
    work_on (path);
  ui_spin_until (g_str_equal (ui_find_label (shown, "run-missing"), "0"));
  g_assert_cmpfloat (
    gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (ui_find (GTK_WIDGET (shown), "run-share"))),
    ==, 1.0);
  g_assert_nonnull (strstr (ui_find_label (shown, "run-result"), "95 with symmetric ones"));

  /* A damaged result is named. */
  g_autofree char *bad = g_build_filename (path, TW_RESULTS_FOLDER, "nonsense", NULL);
  g_assert_true (g_file_set_contents (bad, "x", 1, NULL));
  ui_spin_until (strstr (ui_find_label (shown, "run-result"), "nonsense") != NULL);

  /* A window that closes while it reads does not live on. */
  gpointer closed = tw_run_window_new (GTK_WINDOW (window), folder);
  g_object_add_weak_pointer (closed, &closed);
  gtk_window_destroy (closed);
  g_assert_null (closed);
  g_assert_cmpint (g_atomic_int_get (&n_tests), >=, 2);
  g_assert_cmpint (g_atomic_int_get (&n_monitors), >=, 3);
  g_assert_cmpint (g_atomic_int_get (&n_blocking), ==, 0);
  ui_close (window);
  g_assert_null (ui_find_dialog (TW_TYPE_RUN_WINDOW));
}

TEST (empty_folder, "/ui/files/empty-folder")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GFile) folder = ui_scratch_file ("empty");

  g_assert_true (g_file_make_directory (folder, NULL, NULL));
  ui_open (window, folder);
  g_assert_nonnull (strstr (ui_message (window), "contains no puzzles"));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
}

/* A wrong solution is reported; its puzzle opens without it. */
TEST (wrong_solution, "/ui/files/wrong-solution")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) folder = make_folder ("wrong");

  write_in (folder, "one-answer.json", "{\"squares\": [{\"X\": 1, \"Y\": 0, \"Size\": 2}]}");
  ui_open (window, folder);
  g_assert_nonnull (strstr (ui_message (window), "one-answer.json"));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");
  g_assert_null (ui_result (window));
}

/* Saving does not silently drop what another window or program has written to the file since. */
TEST (changed_meanwhile, "/ui/files/changed-meanwhile")
{
  g_auto (UiWindow) window = ui_window_with_text ("shared.txt", ui_board_text);
  g_auto (UiWindow) other = ui_window ();
  g_autoptr (GFile) file = ui_scratch_file ("shared.txt");
  g_autofree char *path = g_file_get_path (file), *first = NULL, *text = NULL;

  ui_open (other, file);
  ui_edit_cell (window, 3, 2);
  ui_edit_cell (other, 1, 1);
  ui_run (window, "file.save");
  g_assert_null (ui_message (window));
  g_assert_true (g_file_get_contents (path, &first, NULL, NULL));
  ui_run (other, "file.save");
  g_assert_nonnull (strstr (ui_message (other), "shared.txt: the file has changed"));
  g_assert_true (ui_is_modified (other));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, first);

  ui_write_file (file, "{");
  ui_run (other, "file.save");
  g_assert_nonnull (strstr (ui_message (other), "shared.txt: the file has changed"));

  ui_run_uri (other, "file.save-to", file); /* it is replaced after all */
  g_assert_null (ui_message (other));
  g_assert_true (ui_press (ui_canvas (other), GDK_KEY_space, 0));
  ui_activate (other, "file.save");
  ui_run (other, "file.save"); /* before the first one has ended */
  g_assert_null (ui_message (other));
  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_true (ui_press (ui_canvas (other), GDK_KEY_space, 0));
  ui_run (other, "file.save");
  g_assert_null (ui_message (other));
  g_assert_true (g_file_query_exists (file, NULL));
}

TEST_MAIN (ui_test_init, ui_test_run)
