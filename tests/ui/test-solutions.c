/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that nothing a search has found is lost: the solutions of a puzzle, the best one on the
 * board, the bound proved by any search, and the plot and bars of the selected run.
 */
#include "ui-test.h"

#include "app/dialogs/ask-dialog.h"
#include "app/pane/progress-bars.h"
#include "app/dialogs/new-dialog.h"
#include "app/pane/plot.h"
#include "puzzle/kind.h"
#include "puzzle/pieces/puzzle.h"

static guint
n_rows (TwWindow *window)
{
  GListModel *all = tw_findings_get_list (tw_document_get_findings (ui_document (window)));

  return gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "findings"))
           ? g_list_model_get_n_items (all)
           : 0;
}

/* Selects a row like a click; row 0 is the newest. */
static void
pick (TwWindow *window, guint row)
{
  g_signal_emit_by_name (ui_find (GTK_WIDGET (window), "results-list"), "activate", row);
}

static guint
marked_row (TwWindow *window)
{
  GtkListView *list = GTK_LIST_VIEW (ui_find (GTK_WIDGET (window), "results-list"));

  return gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (list)));
}

/* The shown result is that of the selected row, and its tiling is drawn. */
static void
assert_together (TwWindow *window, guint row)
{
  TwDocument *document = ui_document (window);
  g_autoptr (TwEntry)
    entry = g_list_model_get_item (tw_findings_get_list (tw_document_get_findings (document)), row);

  g_assert_cmpuint (marked_row (window), ==, row);
  g_assert_true (tw_findings_get_selected (tw_document_get_findings (document)) == entry);
  g_assert_true (ui_result (window) == tw_entry_get_result (entry));
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==,
                    tw_result_tiling (ui_result (window))->count);
}

/* The second search finds nothing: the result of the first one is shown again. */
TEST (stopped, "/ui/solutions/stopped")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwPlot *plot = ui_child (window, TW_TYPE_PLOT);
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);

  ui_solve (window, "priced");
  g_assert_cmpuint (n_rows (window), ==, 1); /* visible from the first solution on */
  assert_together (window, 0);
  g_autoptr (TwResult) first = tw_result_ref (ui_result (window));
  g_autofree char *headline = g_strdup (ui_find_label (window, "headline"));
  guint samples = ui_count_samples (plot), shown = ui_count_bars (bars);

  g_assert_cmpuint (samples, >, 0);
  ui_use_engine ("classic", 1000);
  ui_activate (window, "search.start");
  /* During the second search, nothing of the first one is on the board. */
  g_assert_true (ui_result (window) != first);
  g_assert_cmpuint (marked_row (window), ==, GTK_INVALID_LIST_POSITION);
  ui_run (window, "search.stop");

  TwDocument *document = ui_document (window);
  guint rows = n_rows (window);
  g_assert_cmpint (tw_result_count (ui_result (window)), <=, tw_result_count (first));
  g_assert_true (tw_findings_get_selected (tw_document_get_findings (document))
                 == tw_findings_get_best (tw_document_get_findings (document)));
  if (rows == 1) { /* the search was stopped before its first solution */
    g_assert_true (ui_result (window) == first);
    g_assert_cmpstr (ui_find_label (window, "headline"), ==, headline);
    g_assert_cmpuint (ui_count_samples (plot), ==, samples);
    g_assert_cmpuint (ui_count_bars (bars), ==, shown);
    g_assert_nonnull (ui_toast (window));
  }
  assert_together (window, marked_row (window));
  ui_keep_picture (window, "stopped.png");
}

/* A worse solution is only added to the list; the selected row stays on the board, with its plot
 * and bars. */
TEST (worse, "/ui/solutions/worse")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwPlot *plot = ui_child (window, TW_TYPE_PLOT);
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);

  ui_solve (window, "priced");
  gint64 best = tw_result_count (ui_result (window));
  guint samples = ui_count_samples (plot), shown = ui_count_bars (bars);
  gint64 least, most, other_least, other_most;

  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  ui_solve (window, "greedy");
  g_assert_cmpuint (n_rows (window), ==, 2);
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
  assert_together (window, 1);
  g_assert_cmpuint (ui_count_samples (plot), ==, samples);
  g_assert_cmpuint (ui_count_bars (bars), ==, shown);
  ui_keep_picture (window, "worse.png");

  /* The toast leads to it. */
  g_assert_nonnull (strstr (ui_toast (window), "squares found and kept"));
  g_signal_emit_by_name (ui_find (GTK_WIDGET (window), "toast-button"), "clicked");
  assert_together (window, 0);
  g_assert_cmpint (tw_result_count (ui_result (window)), >, best);
  g_assert_true (tw_plot_get_scale (plot, &other_least, &other_most));
  g_assert_true (other_least != least || other_most != most);
  ui_solve (window, "greedy"); /* the third search: the best of all is shown */
  g_assert_cmpuint (n_rows (window), ==, 3);
  assert_together (window, 2);
  pick (window, 2);
  g_assert_cmpuint (ui_count_samples (plot), ==, samples);
  g_assert_cmpuint (ui_count_bars (bars), ==, shown);
}

/* A bound proved by one search applies to the solutions of all. */
TEST (bound, "/ui/solutions/bound")
{
  g_auto (UiWindow) window = ui_window_with_text ("bound.txt", "#....\n");

  ui_solve (window, "auto");
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_OPTIMAL);
  g_assert_null (strstr (ui_find_label (window, "detail"), "another search"));
  ui_solve (window, "greedy");
  TwDocument *document = ui_document (window);
  g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (document)), ==, 4);
  g_assert_cmpuint (n_rows (window), ==, 2);
  assert_together (window, 0); /* equally good, and proved optimal */
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_FEASIBLE);
  g_assert_cmpstr (ui_find_label (window, "bound"), ==, "4");
  g_assert_nonnull (strstr (ui_find_label (window, "detail"), "Optimal"));
  g_assert_nonnull (strstr (ui_find_label (window, "detail"), "another search"));
  g_autoptr (TwResult) judged = tw_findings_dup_judged (tw_document_get_findings (document));
  g_assert_cmpint (judged->status, ==, TW_STATUS_OPTIMAL);
  g_assert_cmpint (judged->bound, ==, 4);
  ui_keep_picture (window, "bound.png");

  /* A change makes another puzzle; Undo restores this one with all its results. */
  ui_edit_cell (window, 1, 0);
  g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (document)), ==, -1);
  g_assert_cmpuint (n_rows (window), ==, 0);
  g_assert_null (ui_result (window));
  ui_activate (window, "edit.undo");
  g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (document)), ==, 4);
  g_assert_cmpuint (n_rows (window), ==, 2);
  assert_together (window, 0);
}

/* The window opens a saved solution: it is shown on the board. */
TEST (open_solution, "/ui/solutions/open-solution")
{
  TwWindow *window = ui_window_with ("sample.json");
  g_autoptr (GFile) file = ui_scratch_file ("saved-solution.json");
  g_autofree char *path = g_file_get_path (file), *text = NULL;

  ui_solve (window, "priced");
  gint64 best = tw_result_count (ui_result (window));
  ui_run_uri (window, "file.save-solution-to", file);
  ui_close (window);

  window = ui_window_of (file);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
  assert_together (window, 0);
  g_assert_false (ui_is_modified (window));
  /* A claimed bound is not a proof. */
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_FEASIBLE);
  TwDocument *document = ui_document (window);
  g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (document)), ==, -1);
  g_assert_cmpint (tw_findings_get_claim (tw_document_get_findings (document)), ==, best);
  g_assert_nonnull (strstr (ui_find_label (window, "detail"), "not checked"));
  /* Save must not overwrite the solution file with the puzzle. */
  g_assert_cmpstr (tw_document_get_file (document), ==, NULL);
  ui_keep_picture (window, "opened.png");
  ui_solve (window, "priced");
  g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (document)), ==, best);
  g_assert_cmpint (tw_findings_get_claim (tw_document_get_findings (document)), ==,
                   -1); /* the claim has been proved */
  ui_close (window);

  /* The checker rejects a damaged solution. */
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  char *size = strstr (text, "\"Size\"");
  g_assert_nonnull (size);
  size = strpbrk (size, "123456789");
  *size = *size == '9' ? '1' : (char) (*size + 1);
  ui_write_file (file, text);
  window = ui_window_of (file);
  g_assert_null (ui_puzzle (window));
  g_assert_nonnull (strstr (ui_message (window), "does not fit"));
  ui_close (window);
}

/* Pieces, and a solution that refers to its puzzle in a file beside it. */
TEST (open_named, "/ui/solutions/open-named")
{
  TwWindow *window = ui_window_with_text ("pieces.json", ui_pieces_text);
  g_autoptr (GFile) file = ui_scratch_file ("pieces-solution.json");
  g_autoptr (GFile) named = ui_scratch_file ("named.json");
  static const char answer[] = "{\"file\": \"/elsewhere/named-board.txt\", \"status\": "
                               "\"optimal\", \"squares\": [{\"X\": 1, \"Y\": 0, \"Size\": 2}, "
                               "{\"X\": 0, \"Y\": 1, \"Size\": 1}]}";

  ui_solve (window, "auto");
  g_assert_true (tw_result_has_solution (ui_result (window)));
  ui_run_uri (window, "file.save-solution-to", file);
  ui_close (window);
  window = ui_window_of (file);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_assert_cmpuint (tw_result_n_placements (ui_result (window)), ==, 2);
  ui_close (window);

  ui_write_file (named, answer);
  window = ui_window_of (named);
  g_assert_null (ui_puzzle (window));
  g_assert_nonnull (strstr (ui_message (window), "named-board.txt"));
  ui_close (window);
  window = ui_window_with_text ("named-board.txt", "#..\n...\n");
  ui_open (window, named);
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, 2);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "named-board.txt");
  ui_close (window);
}

/* A new search starts from the best solution: it never ends with a worse one. */
TEST (again, "/ui/solutions/again")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) file = ui_board_file (30);
  TwPlot *plot = ui_child (window, TW_TYPE_PLOT);

  ui_open (window, file);
  ui_solve (window, "greedy");
  g_autoptr (TwResult) first = tw_result_ref (ui_result (window));
  guint samples = ui_count_samples (plot);
  g_assert_cmpint (first->status, ==, TW_STATUS_FEASIBLE);
  ui_solve (window, "greedy");
  g_assert_cmpuint (n_rows (window), ==, 1);
  g_assert_true (ui_result (window) == first);
  g_assert_nonnull (strstr (ui_toast (window), "nothing new"));

  /* Improve keeps the earlier entry, and the plot starts with its plot. */
  ui_use_engine ("priced", 10);
  ui_run (window, "search.pause");
  g_assert_cmpint (tw_result_count (ui_result (window)), <, tw_result_count (first));
  g_assert_cmpfloat (ui_result (window)->seconds, >, first->seconds);
  g_assert_cmpuint (n_rows (window), ==, 2);
  g_assert_cmpuint (ui_count_samples (plot), >, samples);
  pick (window, 1);
  g_assert_true (ui_result (window) == first);
  g_assert_cmpuint (ui_count_samples (plot), ==, samples);

  gint64 best = tw_result_count (
    tw_entry_get_result (tw_findings_get_best (tw_document_get_findings (ui_document (window)))));
  ui_solve (window, "greedy");
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
}

/* --- the end of a window --------------------------------------------------------------- */

/* Closes the window like a user and expects no question. */
static void
close_quietly (TwWindow *window)
{
  gpointer alive = window;

  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  ui_spin_until (alive == NULL);
}

/* When another window stays open, its documents are all that returns: closing asks. */
TEST (ask, "/ui/solutions/ask")
{
  g_autoptr (GFile) file = ui_scratch_file ("asked.json");
  TwWindow *other = ui_window (), *window = ui_window_with ("sample.json");
  gpointer alive = window;

  close_quietly (window); /* nothing was lost */
  window = alive = ui_window_with ("sample.json");
  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  ui_solve (window, "greedy");
  gtk_window_close (GTK_WINDOW (window));
  ui_keep_picture (ui_dialog_of (TW_TYPE_ASK_DIALOG), "ask.png");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  g_assert_nonnull (alive);
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (alive == NULL);

  /* Saved solutions are not asked about. */
  window = ui_window_with ("sample.json");
  ui_solve (window, "greedy");
  ui_run_uri (window, "file.save-solution-to", file);
  close_quietly (window);
  ui_close (other);
}

/* Save at the closing question asks for a file, and the window closes when it is written. */
TEST_IF (!UI_SANITIZED, ask_save, "/ui/solutions/ask-save")
{
  g_autoptr (GFile) file = ui_scratch_file ("sample-solution.json");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = g_file_get_uri (folder);
  TwWindow *other = ui_window (), *window = ui_window_with ("sample.json");
  gpointer alive = window;

  g_settings_set_string (tw_settings (), "export-folder", uri);
  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  ui_solve (window, "greedy");
  g_autoptr (TwResult) result = tw_result_ref (ui_result (window));
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_answer_file_dialog (GTK_RESPONSE_CANCEL, NULL);
  g_assert_nonnull (alive); /* nothing was saved */
  /* Until the cancelled dialog has been reported, the window still waits for it. */
  ui_spin_until (
    (gtk_window_close (GTK_WINDOW (window)), ui_find_dialog (TW_TYPE_ASK_DIALOG) != NULL));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, NULL);
  ui_spin_until (alive == NULL);

  window = ui_window_of (file);
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, tw_result_count (result));
  ui_close (window);
  ui_close (other);
  g_settings_reset (tw_settings (), "export-folder");
}

/* New Puzzle and Open do not replace documents with results. */
TEST (new, "/ui/solutions/new")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GFile) file = ui_board_file (5);

  ui_solve (window, "greedy");
  g_autoptr (TwResult) result = tw_result_ref (ui_result (window));
  ui_activate (window, "file.new");
  ui_click (ui_dialog_of (TW_TYPE_NEW_DIALOG), "create");
  g_assert_null (ui_result (window));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  g_assert_true (ui_is_modified (window)); /* no file holds it */
  ui_activate (window, "view.previous-puzzle");
  g_assert_true (ui_result (window) == result);

  ui_open (window, file);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "3 of 3");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "board-5.json");
}

TEST_MAIN (ui_test_init, ui_test_run)
