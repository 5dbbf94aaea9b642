/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the re-solve window: adding files and folders, comparing old and new solutions, Stop,
 * picking, export. */
#include "ui-test.h"

#include <string.h>

#include "app/resolve/resolve-window.h"
#include "app/preferences/settings.h"

#define BOARD(id) \
  "{\"id\":\"" id "\",\"width\":2,\"height\":2,\"puzzle\":[[true,true],[true,true]]}"
#define OLD(id)                                                                    \
  "{\"id\":\"" id "\",\"squares\":[{\"X\":0,\"Y\":0,\"Size\":1},{\"X\":1,\"Y\":0," \
  "\"Size\":1},{\"X\":0,\"Y\":1,\"Size\":1},{\"X\":1,\"Y\":1,\"Size\":1}]}"

static GFile *
write_file (const char *name, const char *text)
{
  GFile *file = ui_scratch_file (name);
  g_autofree char *path = g_file_get_path (file);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return file;
}

static TwResolveWindow *
open_window (TwWindow *window)
{
  TwResolveWindow *found = NULL;
  GListModel *all = gtk_window_get_toplevels ();

  ui_activate (window, "app.resolve");
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWidget) top = g_list_model_get_item (all, i);

    if (TW_IS_RESOLVE_WINDOW (top)) {
      g_assert_null (found); /* a second request presents the same window */
      found = TW_RESOLVE_WINDOW (top);
    }
  }
  g_assert_nonnull (found);
  ui_spin_until (gtk_widget_get_mapped (GTK_WIDGET (found)));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (found), "app.resolve", NULL));
  return found;
}

static void
add (TwResolveWindow *resolve, GFile *first, GFile *second)
{
  GFile *files[] = { first, second };

  tw_resolve_window_add (resolve, files, second != NULL ? 2 : 1);
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
}

static void
activate (TwResolveWindow *resolve, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (resolve), action, NULL));
}

static TwEntry *
entry_at (TwResolveWindow *resolve, guint i)
{
  g_autoptr (TwEntry) entry = g_list_model_get_item (
    tw_resolve_get_entries (tw_resolve_window_get_batch (resolve)), i);

  g_assert_nonnull (entry);
  return entry; /* the batch holds the reference */
}

/* Clicks on the name in that row. */
static void
pick (TwResolveWindow *resolve, guint position)
{
  GtkWidget *rows = gtk_widget_get_last_child (ui_find (GTK_WIDGET (resolve), "results-list"));

  ui_spin_until (gtk_widget_get_first_child (rows) != NULL);
  GtkWidget *cell = gtk_widget_get_first_child (rows);
  for (guint i = 0; i < position; i++)
    cell = gtk_widget_get_next_sibling (cell);
  while (!GTK_IS_LABEL (cell))
    cell = gtk_widget_get_first_child (cell);
  g_signal_emit_by_name (ui_controller (cell, GTK_TYPE_GESTURE_CLICK), "released", 1, 1.0, 1.0);
}

static char *
export_to (TwResolveWindow *resolve, const char *name)
{
  g_autoptr (GFile) file = ui_scratch_file (name);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *path = g_file_get_path (file);
  char *text = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (resolve), "resolve.export-to", "s", uri));
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Sorts by a column; then that entry of the batch is in the first row. */
static void
assert_first (TwResolveWindow *resolve, const char *title, GtkSortType order, guint i)
{
  GtkColumnView *table = GTK_COLUMN_VIEW (ui_find (GTK_WIDGET (resolve), "results-list"));
  GListModel *columns = gtk_column_view_get_columns (table);

  for (guint c = 0; c < g_list_model_get_n_items (columns); c++) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, c);

    if (g_str_equal (gtk_column_view_column_get_title (column), title))
      gtk_column_view_sort_by_column (table, column, order);
  }
  g_autoptr (TwEntry)
    first = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (table)), 0);
  g_assert_true (first == entry_at (resolve, i));
}

TEST (resolve, "/ui/resolve/resolve")
{
  g_auto (UiWindow) window = ui_window ();
  TwResolveWindow *resolve = open_window (window);
  GtkButton *start = GTK_BUTTON (ui_find (GTK_WIDGET (resolve), "resolve-start"));

  /* The title of the engine, not its name on the command line. */
  ui_use_engine ("heuristic", 7);
  g_assert_cmpstr (ui_find_label (resolve, "resolve-subtitle"), ==, "Heuristic sweep, 7 s each");
  ui_use_engine ("auto", 10);
  g_assert_cmpstr (ui_find_label (resolve, "resolve-subtitle"), ==, "Automatic, 10 s each");
  g_autoptr (GFile) one = write_file ("one.json", BOARD ("one"));
  g_autoptr (GFile) answer = write_file ("one-answer.json", OLD ("one"));
  g_autoptr (GFile) two = write_file ("two.json", BOARD ("two"));

  ui_use_engine ("auto", 5);
  g_assert_true (open_window (window) == resolve);
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (start)));
  add (resolve, one, two);
  g_assert_cmpint (tw_result_count (tw_entry_get_old (entry_at (resolve, 0))), ==, 4);
  g_assert_null (tw_entry_get_old (entry_at (resolve, 1)));

  /* Before a puzzle is solved again, its old solution is shown. */
  pick (resolve, 0);
  g_assert_true (ui_result (window) == tw_entry_get_old (entry_at (resolve, 0)));

  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (start)));
  g_signal_emit_by_name (start, "clicked");
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  g_assert_null (ui_message (resolve));
  g_assert_true (ui_puzzle (window) == tw_entry_get_puzzle (entry_at (resolve, 1)));
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, 1);
  g_assert_cmpint (tw_result_count (tw_entry_get_result (entry_at (resolve, 0))), ==, 1);
  g_assert_nonnull (
    strstr (ui_find_label (resolve, "resolve-status"), "2 of 2 done, 2 proved, 1 better"));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (start)), ==, "resolve.again");

  pick (resolve, 0);
  g_assert_true (ui_result (window) == tw_entry_get_result (entry_at (resolve, 0)));
  pick (resolve, 1);
  g_assert_true (ui_puzzle (window) == tw_entry_get_puzzle (entry_at (resolve, 1)));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");

  /* Sorted by the difference, a puzzle that had no solution is last. */
  assert_first (resolve, "Difference", GTK_SORT_ASCENDING, 0);
  assert_first (resolve, "Difference", GTK_SORT_DESCENDING, 1);
  assert_first (resolve, "Name", GTK_SORT_DESCENDING, 1);
  assert_first (resolve, "Name", GTK_SORT_ASCENDING, 0);
  ui_keep_picture (resolve, "resolve.png");
  g_autofree char *cells = ui_dup_text (ui_find (GTK_WIDGET (resolve), "results-list"));
  g_assert_nonnull (strstr (cells, "one.json\n2 × 2\n4\n1\n−3 ↓\n1\n"));
  activate (resolve, "resolve.copy");
  g_autofree char *copied = ui_dup_clipboard (GTK_WIDGET (resolve));
  g_autofree char *csv = export_to (resolve, "comparison.csv");
  g_autofree char *json = export_to (resolve, "comparison.json");

  g_assert_nonnull (strstr (csv, ",one,squares,2,2,4,"));
  g_assert_cmpstr (copied, ==, csv);
  g_assert_nonnull (strstr (json, "\"totals\":{\"puzzles\":2,"));
}

/* A file that cannot be read has a row with the reason; a failed write shows a banner. */
TEST (bad, "/ui/resolve/bad")
{
  g_auto (UiWindow) window = ui_window ();
  TwResolveWindow *resolve = open_window (window);
  g_autoptr (GFile) bad = write_file ("bad.json", "{\"width\":1,\"height\":1,\"puzzle\":[[3]]}");
  g_autoptr (GFile) nowhere = ui_scratch_file ("nowhere/c.csv");
  g_autofree char *uri = g_file_get_uri (nowhere);

  add (resolve, bad, NULL);
  g_assert_cmpint (tw_entry_get_state (entry_at (resolve, 0)), ==, TW_ENTRY_FAILED);
  g_assert_nonnull (strstr (tw_entry_get_message (entry_at (resolve, 0)), "puzzle[0][0]"));
  pick (resolve, 0);
  g_assert_null (ui_puzzle (window));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (resolve), "resolve.export-to", "s", uri));
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  g_assert_nonnull (strstr (ui_message (resolve), "nowhere"));

  activate (resolve, "resolve.clear");
  g_assert_null (ui_message (resolve));
  g_assert_cmpuint (
    g_list_model_get_n_items (tw_resolve_get_entries (tw_resolve_window_get_batch (resolve))), ==,
    0);
}

static void
see_cut (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    g_error ("“%s” is cut", gtk_label_get_text (GTK_LABEL (widget)));
}

/* In a narrow window the names of the table are whole. */
TEST (narrow, "/ui/resolve/narrow")
{
  g_auto (UiWindow) window = ui_window ();
  TwResolveWindow *resolve = open_window (window);
  g_autoptr (GFile) file = write_file ("board-with-a-rather-long-name.json", BOARD ("one"));
  GtkWidget *table = ui_find (GTK_WIDGET (resolve), "results-list");

  gtk_window_set_default_size (GTK_WINDOW (resolve), 560, 480);
  add (resolve, file, NULL);
  activate (resolve, "resolve.start");
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  ui_iterate_times (50);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (resolve)), <=, 600);
  g_autofree char *text = ui_dup_text (table);
  g_assert_nonnull (strstr (text, "board-with-a-rather-long-name.json"));
  ui_walk (table, see_cut, NULL);
  ui_keep_picture (resolve, "resolve-narrow.png");
}

static TwResolveWindow *
window_with_searches (TwWindow *window)
{
  TwResolveWindow *resolve = open_window (window);
  g_autoptr (GFile) large = ui_board_file (40);
  g_autoptr (GFile) small = write_file ("small.json", BOARD ("small"));

  ui_use_engine ("heuristic", 1000);
  add (resolve, large, small);
  activate (resolve, "resolve.start");
  ui_spin_until (strstr (ui_find_label (resolve, "resolve-status"), "Puzzle 1 of 2") != NULL);
  return resolve;
}

/* Stop takes effect immediately, and the rest can be solved later. */
TEST (stop, "/ui/resolve/stop")
{
  g_auto (UiWindow) window = ui_window ();
  TwResolveWindow *resolve = window_with_searches (window);

  activate (resolve, "resolve.stop");
  g_assert_false (tw_resolve_window_is_busy (resolve));
  g_assert_cmpint (tw_entry_get_state (entry_at (resolve, 0)), ==, TW_ENTRY_STOPPED);
  g_assert_cmpint (tw_entry_get_state (entry_at (resolve, 1)), ==, TW_ENTRY_WAITING);

  ui_use_engine ("greedy", 1);
  activate (resolve, "resolve.start");
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  g_assert_cmpint (tw_entry_get_state (entry_at (resolve, 0)), ==, TW_ENTRY_DONE);
  g_assert_cmpint (tw_entry_get_state (entry_at (resolve, 1)), ==, TW_ENTRY_DONE);
}

/* Closing this window, or the main window, cancels the search. */
TEST (close, "/ui/resolve/close")
{
  TwWindow *window = ui_window ();
  TwResolveWindow *resolve = window_with_searches (window);

  g_object_add_weak_pointer (G_OBJECT (resolve), (gpointer *) &resolve);
  gtk_window_close (GTK_WINDOW (resolve));
  ui_spin_until (resolve == NULL);

  resolve = window_with_searches (window);
  g_object_add_weak_pointer (G_OBJECT (resolve), (gpointer *) &resolve);
  ui_close (window);
  ui_spin_until (resolve == NULL);
  g_assert_true (tw_jobs_wait (60));
}

/* Nothing keeps this window when the main window closes: its reading and writing do not, either. */
TEST (close_busy, "/ui/resolve/close-busy")
{
  g_autoptr (GFile) file = write_file ("late.json", BOARD ("late"));
  g_autoptr (GFile) table = ui_scratch_file ("late.csv");
  g_autofree char *uri = g_file_get_uri (table);

  for (int writing = 0; writing < 2; writing++) {
    TwWindow *window = ui_window ();
    TwResolveWindow *resolve = open_window (window);

    g_object_add_weak_pointer (G_OBJECT (resolve), (gpointer *) &resolve);
    tw_resolve_window_add (resolve, &file, 1);
    if (writing) {
      ui_spin_until (!tw_resolve_window_is_busy (resolve));
      gtk_widget_activate_action (GTK_WIDGET (resolve), "resolve.export-to", "s", uri);
    }
    g_assert_true (tw_resolve_window_is_busy (resolve));
    ui_close (window);
    g_assert_null (resolve);
  }
  ui_spin_until (g_file_query_exists (table, NULL));
}

TEST_MAIN (ui_test_init, ui_test_run)
