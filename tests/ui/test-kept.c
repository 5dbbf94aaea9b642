/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that nothing is lost between two runs of the program: unsaved changes, solutions, bounds, plots
 * and what was laid by hand return after Quit, after SIGTERM and after SIGKILL. */
#include "pieces-fixture.h"

#include <signal.h>
#include <stdio.h>

#include "app/dialogs/ask-dialog.h"
#include "app/pane/plot.h"
#include "app/window/window-private.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/pieces/solutions.h"

static const char *program; /* this one */

/* --- helpers ---------------------------------------------------------------------------- */

/* The paths of the files of documents, of all windows. */
static GPtrArray *
kept_files (void)
{
  g_autofree char *top = g_build_filename (g_get_user_state_dir (), "tilewright", "windows", NULL);
  g_autoptr (GDir) windows = g_dir_open (top, 0, NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  const char *id, *name;

  while (windows != NULL && (id = g_dir_read_name (windows)) != NULL) {
    g_autofree char *path = g_build_filename (top, id, NULL);
    g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);

    while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
      if (g_ascii_isdigit (*name) && g_str_has_suffix (name, TW_STORE_ENDING))
        g_ptr_array_add (files, g_build_filename (path, name, NULL));
  }
  return files;
}

static guint
n_kept (void)
{
  g_autoptr (GPtrArray) files = kept_files ();

  return files->len;
}

/* Changes the only file; NULL: makes it useless. */
static void
spoil (void (*change) (TwKeptValue *now))
{
  g_autoptr (GPtrArray) files = kept_files ();
  const char *path = files->pdata[0];
  g_autofree char *data = NULL;
  gsize length;

  g_assert_cmpuint (files->len, ==, 1);
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));

  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  g_autoptr (TwKept) kept = tw_kept_load (bytes, NULL);
  if (change != NULL)
    change (tw_kept_get_now (kept));
  g_autoptr (GBytes) spoiled = change != NULL ? tw_kept_save (kept)
                                              : g_bytes_new_static ("useless", 7);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (spoiled, NULL),
                                      (gssize) g_bytes_get_size (spoiled), NULL));
}

static void
change_sizes (TwKeptValue *now)
{
  for (guint i = 0; i < now->results->len; i++) {
    TwKeptResult *kept = now->results->pdata[i];

    ((TwTiling *) kept->result->payload)->squares[0].size++;
  }
}

static void
raise_bound (TwKeptValue *now)
{
  now->bound = 1000;
}

/* Quits without a question and starts again. */
static TwWindow *
restart (void)
{
  GtkApplication *application = GTK_APPLICATION (ui_application ());

  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  ui_spin_until (gtk_application_get_windows (application) == NULL);
  return ui_restore ();
}

static guint
n_rows (TwWindow *window)
{
  return g_list_model_get_n_items (
    tw_findings_get_list (tw_document_get_findings (ui_document (window))));
}

static TwEntry *
row_of (TwWindow *window, guint row)
{
  GListModel *all = tw_findings_get_list (tw_document_get_findings (ui_document (window)));
  g_autoptr (TwEntry) entry = g_list_model_get_item (all, row);

  return entry; /* the list holds the reference */
}

static const char *
detail_of (TwWindow *window)
{
  return ui_find_label (window, "detail");
}

/* --- after Quit ------------------------------------------------------------------------- */

/* A file follows the changes, and goes with its document. */
TEST (changes, "/ui/kept/changes")
{
  TwWindow *window = ui_window_with_text ("changed.txt", ui_board_text);

  tw_keeper_set_delay (window->keeper, 10);
  ui_edit_cell (window, 3, 2);
  ui_spin_until (n_kept () == 1);
  window = restart ();
  ui_assert_board (window, "#...\n....\n...#\n");
  g_assert_true (ui_is_modified (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• changed.txt");
  ui_activate (window, "edit.undo");
  ui_assert_board (window, ui_board_text);
  g_assert_false (ui_is_modified (window));
  ui_activate (window, "edit.redo");
  ui_run (window, "file.save");
  window = restart ();
  ui_assert_board (window, "#...\n....\n...#\n");
  g_assert_false (ui_is_modified (window));

  /* Another program changes the file. */
  g_autoptr (GFile) file = ui_scratch_file ("changed.txt");
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "quit", NULL);
  ui_write_file (file, "##..\n");
  window = ui_restore ();
  ui_assert_board (window, "##..\n");
  g_assert_false (ui_is_modified (window));
  ui_close (window);
  g_assert_cmpuint (n_kept (), ==, 0);
  g_assert_false (tw_application_restore (ui_application (), TRUE));
}

/* A change that cannot be kept any more is asked about, however soon after it the window closes. */
TEST (unwritable, "/ui/kept/unwritable")
{
  TwWindow *window = ui_window_with_text ("unwritable.txt", ui_board_text);

  tw_keeper_flush (window->keeper);
  g_autoptr (GPtrArray) files = kept_files ();
  g_autofree char *folder = g_path_get_dirname (files->pdata[0]);
  test_remove_tree (folder);
  ui_edit_cell (window, 3, 2);
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "quit", NULL);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (gtk_application_get_windows (GTK_APPLICATION (ui_application ())) == NULL);
}

/* A proof stays proved, and its plot and bars stay, however often the program starts. */
TEST (proof, "/ui/kept/proof")
{
  TwWindow *window = ui_window_with ("sample.json");

  ui_solve (window, "priced");
  gint64 best = tw_result_count (ui_result (window));
  /* "\n3 optimal solutions" stays, too. */
  ui_spin_until (strstr (detail_of (window), "optimal solution") != NULL);
  g_autofree char *optima = g_strdup (strstr (detail_of (window), "\n"));
  guint samples = ui_count_samples (ui_child (window, TW_TYPE_PLOT)), bars = ui_count_bars (window);
  ui_solve (window, "greedy");
  g_assert_cmpuint (n_rows (window), ==, 2);
  g_autofree char *newest = g_strdup (tw_entry_get_name (row_of (window, 0)));
  g_autofree char *oldest = g_strdup (tw_entry_get_name (row_of (window, 1)));
  g_assert_cmpstr (newest, !=, oldest);
  for (int i = 0; i < 2; i++) {
    window = restart ();
    g_assert_cmpuint (n_rows (window), ==, 2);
    g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
    g_assert_cmpstr (tw_entry_get_name (row_of (window, 0)), ==, newest);
    g_assert_cmpstr (tw_entry_get_name (row_of (window, 1)), ==, oldest);
    g_assert_cmpuint (ui_count_samples (ui_child (window, TW_TYPE_PLOT)), ==, samples);
    g_assert_cmpuint (ui_count_bars (window), ==, bars);
    g_assert_true (g_str_has_prefix (detail_of (window), "Optimal, proved"));
    g_assert_cmpstr (tw_entry_describe_state (row_of (window, 0)), !=, "Optimal");
    g_assert_cmpstr (tw_entry_describe_state (row_of (window, 1)), ==, "Optimal");
    /* It is proved again in the background. */
    ui_spin_until (strstr (detail_of (window), "earlier session") == NULL);
    g_assert_cmpstr (strstr (detail_of (window), "\n"), ==, optima);
    g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (ui_document (window))), ==,
                     best);
    ui_keep_picture (window, "kept-proof.png");
  }
  /* The checker refuses what was changed. */
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "quit", NULL);
  spoil (change_sizes);
  window = ui_restore ();
  g_assert_cmpuint (n_rows (window), ==, 0);
  ui_close (window);
}

/* What cannot be proved again in time says so, however often the program starts. */
TEST (earlier, "/ui/kept/earlier")
{
  g_autoptr (GFile) file = ui_board_file (100);
  TwWindow *window = ui_window_of (file);
  g_autofree char *bound = NULL;

  ui_solve (window, "greedy");
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_FEASIBLE);
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "quit", NULL);
  spoil (raise_bound);
  window = ui_restore ();
  for (int i = 0; i < 2; i++) {
    window = restart ();
    g_assert_cmpstr (ui_find_label (window, "bound"), ==, "1000");
    g_assert_nonnull (strstr (detail_of (window), "Proved in an earlier session"));
  }
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

TEST (impossible, "/ui/kept/impossible")
{
  TwWindow *window = ui_window_with_text ("impossible.json", "{\"board\": [\"aaaa\"], \"pieces\": "
                                                             "[{\"cells\": [\"aaa\"]}]}");

  ui_solve (window, "auto");
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_INFEASIBLE);
  g_autofree char *detail = g_strdup (detail_of (window));
  window = restart ();
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_INFEASIBLE);
  ui_spin_until (g_str_equal (detail_of (window), detail));
  ui_close (window);
}

static TwSolutionCount
count_of (TwWindow *window)
{
  return tw_piece_solutions_count (tw_result_get_piece_solutions (ui_result (window)));
}

/* All solutions of a search for pieces. */
TEST (list, "/ui/kept/list")
{
  TwWindow *window = ui_window_with_text ("kept-list.txt", "AAAAAA\n\nA AA AAA\n");

  ui_set_limit (0);
  ui_solve (window, "auto");
  gsize n = count_of (window).kept;
  g_assert_cmpuint (n, >, 1);
  window = restart ();
  g_assert_cmpuint (count_of (window).kept, ==, n);
  g_assert_cmpuint (n_rows (window), ==, 1);
  ui_set_option ("limit", NULL);
  ui_close (window);
}

/* The number of solutions stays although none of them was stored. */
TEST (counted, "/ui/kept/counted")
{
  TwWindow *window = ui_window_with_text (
    "bars.json", "{\"board\": [\"aaaaaa\"], \"pieces\": [{\"cells\": [\"a\"]},"
                 "{\"cells\": [\"aa\"]}, {\"cells\": [\"aaa\"]}]}");

  ui_run (window, "search.count");
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "3 solutions");
  g_assert_cmpstr (detail_of (window), ==, "6 with symmetric ones\nAll are counted");
  window = restart ();
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "3 solutions");
  g_assert_cmpstr (detail_of (window), ==, "6 with symmetric ones\nAll are counted");
  g_assert_cmpuint (n_rows (window), ==, 1);
  ui_close (window);
}

/* A search for pieces that was paused can be continued. */
TEST (pause, "/ui/kept/pause")
{
  g_autoptr (GFile) file = pieces_draw_with ("kept-eight.txt", 8, 8, 1, "oo\noo\n");
  guint64 raw;

  pieces_use_limit (4000); /* very long lists are not kept */
  TwWindow *window = pieces_open (file);
  ui_activate (window, "search.start");
  ui_spin_until (tw_piece_solutions_count (tw_job_get_live (ui_job (window))).raw > 0);
  ui_run (window, "search.pause");
  raw = count_of (window).raw;
  g_assert_true (count_of (window).can_continue);
  window = restart ();
  g_assert_true (count_of (window).can_continue);
  g_assert_cmpuint (count_of (window).raw, ==, raw);
  g_assert_true (ui_is_enabled (window, "search.pause"));
  ui_run (window, "search.pause");
  g_assert_cmpuint (count_of (window).raw, >, raw);
  g_assert_cmpuint (count_of (window).kept, ==, 4000);
  pieces_use_limit (1);
  g_settings_reset (tw_settings (), "time");
  ui_close (window);
}

TEST (hand, "/ui/kept/hand")
{
  TwWindow *window = ui_window_with_text ("kept-pieces.json", ui_pieces_text);
  g_auto (TwTiling) squares = { 0 };

  tw_document_set_played (ui_document (window), 252);
  ui_run (window, "piece.hint"); /* completes the board */
  window = restart ();
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (ui_puzzle (window));
  g_assert_cmpuint (problem->n_placed, ==, 2);
  g_assert_false (ui_is_modified (window));
  g_assert_cmpuint (n_rows (window), ==, 1);
  g_assert_cmpstr (tw_entry_get_name (row_of (window, 0)), ==, "By hand");
  g_assert_true (g_str_has_prefix (ui_find_label (window, "headline"), "Solved by you, 4:1"));
  g_assert_cmpfloat (tw_document_get_played (ui_document (window)), >=, 252);
  ui_activate (window, "edit.undo");
  problem = tw_piece_puzzle_get_problem (ui_puzzle (window));
  g_assert_cmpuint (problem->n_placed, ==, 1);
  ui_close (window);

  /* Squares, while there is a solution, too. */
  window = ui_window_with_text ("kept-squares.txt", "....\n....\n");
  ui_solve (window, "auto");
  g_assert_true (tw_tiling_add (&squares, (TwSquare){ 1, 0, 2 }));
  tw_document_lay_squares (ui_document (window), &squares, "Lay");
  window = restart ();
  g_assert_cmpuint (tw_document_get_squares (ui_document (window))->count, ==, 1);
  g_assert_null (ui_result (window));
  g_assert_cmpuint (n_rows (window), ==, 1);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==, 1);
  ui_activate (window, "edit.undo");
  g_assert_cmpuint (tw_document_get_squares (ui_document (window))->count, ==, 0);
  ui_close (window);
}

/* A file that cannot be read is set aside, and a message names it; the window opens nevertheless. */
TEST (damaged, "/ui/kept/damaged")
{
  TwWindow *window = ui_window_with_text ("damaged.txt", ui_board_text);

  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "quit", NULL);
  spoil (NULL);
  window = ui_restore ();
  g_assert_null (ui_puzzle (window));
  g_assert_nonnull (strstr (ui_message (window), "cannot be restored"));
  g_assert_cmpuint (n_kept (), ==, 0);
  ui_close (window);
  g_assert_false (tw_application_restore (ui_application (), TRUE));
}

/* --- other windows ------------------------------------------------------------------------ */

/* The window that is closed before the last one asks, and leaves nothing. */
TEST (windows, "/ui/kept/windows")
{
  GtkApplication *application = GTK_APPLICATION (ui_application ());
  TwWindow *first = ui_window_with_text ("first.txt", ui_board_text), *empty = ui_window ();
  TwWindow *second = ui_window_with_text ("second.txt", "....\n....\n");
  gpointer alive[] = { first, empty };

  ui_solve (first, "greedy");
  for (int i = 0; i < 2; i++) {
    g_object_add_weak_pointer (alive[i], &alive[i]);
    gtk_window_close (alive[i]);
  }
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (alive[0] == NULL && alive[1] == NULL);
  second = restart ();
  ui_assert_board (second, "....\n....\n");
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (application)), ==, 1);
  g_assert_cmpuint (n_kept (), ==, 1);
  ui_close (second);
}

/* The layout is that of the window's width, not of the width that it had elsewhere. */
TEST (width, "/ui/kept/width")
{
  g_settings_set_int (tw_settings (), "window-width", 1100);
  TwWindow *window = ui_window_with_text ("width.txt", ui_board_text);
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "quit", NULL);
  g_settings_set_int (tw_settings (), "window-width", 400);
  window = ui_restore ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_spin_until (!gtk_widget_has_css_class (GTK_WIDGET (window), "narrow"));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), >, 1000);
  ui_close (window);
  g_settings_reset (tw_settings (), "window-width");
}

/* --- after signals -------------------------------------------------------------------------- */

static TwWindow *
restore_killed (void)
{
  g_assert_true (tw_application_restore (ui_application (), FALSE));

  TwWindow *window = tw_window_get_active (GTK_APPLICATION (ui_application ()));
  ui_spin_until (!ui_is_busy (window));
  return window;
}

/* At the end of the desktop session no question is possible. */
TEST (terminate, "/ui/kept/terminate")
{
  TwWindow *window = ui_window_with_text ("terminated.txt", ui_board_text);
  gpointer alive = window;

  g_settings_set_boolean (tw_settings (), "restore-session", FALSE);
  tw_document_set_unsaved (ui_document (window));
  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  raise (SIGTERM);
  ui_spin_until (alive == NULL);
  window = restore_killed ();
  g_assert_true (ui_is_modified (window));
  ui_close (window);
  g_settings_reset (tw_settings (), "restore-session");
}

/* A program that is to be killed, with the same state folder. */
static GSubprocess *
start (const char *path, const char *task, const char *file)
{
  g_autoptr (GSubprocessLauncher)
    launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;

  if (task != NULL)
    g_subprocess_launcher_setenv (launcher, "TW_TEST_TASK", task, TRUE);
  g_subprocess_launcher_setenv (launcher, "TW_TEST_STATE", g_get_user_state_dir (), TRUE);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", g_get_user_state_dir (), TRUE);
  GSubprocess *process = g_subprocess_launcher_spawn (launcher, &error, path, file, NULL);
  g_assert_no_error (error);
  return process;
}

static void
kill_it (GSubprocess *process)
{
  g_subprocess_send_signal (process, SIGKILL);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_cmpint (g_subprocess_get_term_sig (process), ==, SIGKILL);
}

/* Reads numbers from the process, a random number of them, and kills it. Returns the last one. */
static gint64
kill_after_lines (GSubprocess *process, int most)
{
  g_autoptr (GDataInputStream)
    lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  gint64 last = -1;

  for (int n = g_test_rand_int_range (1, most); n > 0; n--) {
    g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);

    g_assert_nonnull (line);
    if (g_ascii_isdigit (*line)) /* not a line of TAP */
      last = g_ascii_strtoll (line, NULL, 10);
    else
      n++;
  }
  kill_it (process);
  return last;
}

enum {
  SIDE = 12,
  KILLS = 3,
};

/* Square `i` of those that are laid. */
static TwSquare
square (guint i)
{
  return (TwSquare){ (int) i % SIDE, (int) i / SIDE, 1 };
}

/* Not by g_print (), whose lines newer GLib makes comments in TAP. */
static void
print_number (gint64 number)
{
  printf ("%" G_GINT64_FORMAT "\n", number);
  fflush (stdout);
}

/* Lays one square after the other, and prints how many are on disk. */
static void
play (TwWindow *window)
{
  for (guint n = 1; n < SIDE * SIDE; n++) {
    TwTiling squares = { 0 };

    for (guint i = 0; i < n; i++)
      g_assert_true (tw_tiling_add (&squares, square (i)));
    tw_document_lay_squares (ui_document (window), &squares, "Lay");
    tw_tiling_clear (&squares);
    tw_keeper_flush (window->keeper);
    print_number (n);
    while (g_main_context_iteration (NULL, FALSE))
      ;
  }
}

/* Searches, and prints the cost of what is on disk. */
static void
search (TwWindow *window)
{
  ui_use_engine ("auto", 1000);
  ui_activate (window, "search.start");
  for (;;) {
    ui_iterate ();
    tw_keeper_flush (window->keeper);
    if (ui_result (window) != NULL && tw_result_has_solution (ui_result (window)))
      print_number (tw_result_count (ui_result (window)));
  }
}

TEST (killed_playing, "/ui/kept/killed-playing")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GFile) file = ui_scratch_file ("killed.txt");
  g_autofree char *path = g_file_get_path (file);

  for (int y = 0; y < SIDE; y++)
    g_string_append (text, "............\n");
  ui_write_file (file, text->str);
  for (int i = 0; i < KILLS; i++) {
    g_autoptr (GSubprocess) process = start (program, "play", path);
    gint64 kept = kill_after_lines (process, SIDE * SIDE / 2);
    g_auto (UiWindow) window = restore_killed ();
    const TwTiling *squares = tw_document_get_squares (ui_document (window));

    g_test_message ("%d on disk, %zu are back", (int) kept, squares->count);
    g_assert_cmpuint (squares->count, >=, (gsize) kept);
    for (gsize k = 0; k < squares->count; k++)
      g_assert_true (squares->squares[k].x == square ((guint) k).x
                     && squares->squares[k].y == square ((guint) k).y);
    g_assert_false (ui_is_modified (window));
  }
}

/* The incumbent, the bound and the plot of a search that runs. */
TEST (killed_searching, "/ui/kept/killed-searching")
{
  g_autoptr (GFile) file = ui_board_file (60);
  g_autofree char *path = g_file_get_path (file);

  for (int i = 0; i < KILLS; i++) {
    g_autoptr (GSubprocess) process = start (program, "search", path);
    gint64 kept = kill_after_lines (process, 20);
    g_auto (UiWindow) window = restore_killed ();

    g_assert_cmpuint (n_rows (window), ==, 1);
    g_assert_cmpstr (tw_entry_get_name (row_of (window, 0)), ==, "Automatic");
    g_assert_cmpint (tw_result_count (ui_result (window)), <=, kept);
    g_assert_cmpuint (ui_count_samples (ui_child (window, TW_TYPE_PLOT)), >, 0);
    g_assert_true (ui_is_enabled (window, "search.pause")); /* Improve */
    if (i == 0)
      ui_keep_picture (window, "kept-killed.png");
  }
  g_assert_true (tw_jobs_wait (60));
}

/* The installed program, as people start it. */
TEST (killed_program, "/ui/kept/killed-program")
{
  g_autoptr (GFile) file = ui_data_file ("sample.json");
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GSubprocess) process = start (g_getenv ("TW_TEST_PROGRAM"), NULL, path);

  ui_spin_until (n_kept () == 1);
  g_assert_false (tw_application_restore (ui_application (), TRUE)); /* it runs */
  kill_it (process);
  g_auto (UiWindow) window = restore_killed ();
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  g_assert_false (ui_is_modified (window));
}

int
main (int argc, char **argv)
{
  const char *task = g_getenv ("TW_TEST_TASK");

  program = argv[0];
  if (task == NULL) {
    ui_test_init (&argc, &argv);
    test_add_cases ();
    return ui_test_run ();
  }
  g_autoptr (GFile) file = g_file_new_for_path (argv[1]);
  ui_test_init (&argc, &argv);
  g_setenv ("XDG_STATE_HOME", g_getenv ("TW_TEST_STATE"), TRUE);
  TwWindow *window = ui_window_of (file);
  (g_str_equal (task, "play") ? play : search) (window);
  return 0;
}
