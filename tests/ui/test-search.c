/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests a search in the window, from the Solve action to the exported picture; Stop, closing and
 * opening during a search. */
#include "ui-test.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "app/pane/compare.h"
#include "app/pane/progress-bars.h"
#include "app/pane/solutions.h"
#include "app/preferences/settings.h"
#include "core/base/transform.h"

static TwWindow *
window_with_search (void)
{
  /* The heuristic sweeps do not finish this board within the time of a test. */
  g_autoptr (GFile) file = ui_board_file (100);
  TwWindow *window = ui_window ();

  ui_use_engine ("heuristic", 1000);
  ui_open (window, file);
  ui_activate (window, "search.start");
  g_assert_nonnull (ui_job (window));
  return window;
}

static gboolean
box (TwWindow *window, const char *name)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (ui_find (GTK_WIDGET (window), name)));
}

static void
assert_cover (TwResult *result)
{
  TwFault fault;
  if (!tw_tiling_check (tw_puzzle_get_board (result->puzzle), tw_result_tiling (result), &fault))
    g_error ("fault %d at %d, %d", fault.kind, fault.x, fault.y);
}

/* The main workflow: open, solve, look at the solution, save it, export it. */
TEST (solve, "/ui/search/solve")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  ui_use_engine ("heuristic", 60); /* enough for all bars to end, however slow the computer is */
  ui_activate (window, "search.start");
  g_assert_cmpstr (
    gtk_actionable_get_action_name (GTK_ACTIONABLE (ui_find (GTK_WIDGET (window), "solve"))), ==,
    "search.stop");
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (
    gtk_actionable_get_action_name (GTK_ACTIONABLE (ui_find (GTK_WIDGET (window), "solve"))), ==,
    "search.start");

  TwResult *result = ui_result (window);
  g_assert_nonnull (result);
  g_assert_true (tw_result_has_solution (result));
  assert_cover (result);

  /* Check the texts. */
  g_autofree char *headline = g_strdup_printf ("%d squares",
                                               (int) tw_result_tiling (result)->count);
  g_autofree char *subtitle = g_strdup_printf ("16 × 12 · %s", headline);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, headline);
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, subtitle);
  g_assert_cmpstr (ui_find_label (window, "elapsed"), !=, "–");

  /* Check the read-only boxes of the winning transform. */
  g_assert_cmpint (result->transform, >=, 0);
  g_assert_cmpint (box (window, "winner-transpose"), ==,
                   (result->transform & TW_TRANSFORM_TRANSPOSE) != 0);
  g_assert_cmpint (box (window, "winner-invert-x"), ==,
                   (result->transform & TW_TRANSFORM_INVERT_X) != 0);
  g_assert_cmpint (box (window, "winner-invert-y"), ==,
                   (result->transform & TW_TRANSFORM_INVERT_Y) != 0);
  gboolean before = box (window, "winner-invert-x");
  gtk_widget_activate (ui_find (GTK_WIDGET (window), "winner-invert-x"));
  g_assert_cmpint (box (window, "winner-invert-x"), ==, before);

  /* Check the canvas. */
  TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
  g_assert_cmpuint (scene->n_regions, ==, tw_result_tiling (result)->count);
  g_assert_cmpuint (scene->n_uncovered, ==, 0);
  g_assert_null (tw_canvas_get_view (ui_canvas (window))->front);

  /* Check that all nine bars are done. */
  g_assert_cmpuint (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)), ==, 9);
  g_assert_true (gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "bars-best")));
  for (int bar = 0; bar < 9; bar++)
    g_assert_cmpfloat (ui_bar_fraction (ui_child (window, TW_TYPE_PROGRESS_BARS), bar), ==, 1.0);
}

static gboolean
detail_has (TwWindow *window, const char *text)
{
  return strstr (ui_find_label (window, "detail"), text) != NULL;
}

/* The column of the square of 2 x 2. */
static int
x_of_largest (TwWindow *window)
{
  const TwScene *scene = tw_canvas_get_scene (ui_canvas (window));

  for (size_t i = 0; i < scene->n_regions; i++)
    if (scene->regions[i].square == 2)
      return scene->regions[i].x;
  return -1;
}

/* The number of optimal solutions follows the proof: 2 x 2 and two cells can be placed in two ways. Both
 * can be looked at; the first one is that of the search. */
TEST (optima, "/ui/search/optima")
{
  TwWindow *window = ui_window_with_text ("optima.txt", "#...\n#...\n");

  ui_use_engine ("auto", 10);
  ui_activate (window, "search.start");
  ui_spin_until (!ui_is_busy (window) && detail_has (window, "\n2 optimal solutions"));
  g_assert_true (detail_has (window, "Optimal, proved"));
  ui_close (window);

  window = ui_window_with_text ("optima.txt", "#...\n#...\n");
  ui_activate (window, "search.start");
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) == 2);
  int first = x_of_largest (window);
  g_assert_false (ui_is_enabled (window, "view.previous-solution"));
  ui_activate (window, "view.next-solution");
  g_assert_cmpint (x_of_largest (window), ==, 3 - first);
  g_assert_false (ui_is_enabled (window, "view.next-solution"));
  g_assert_cmpstr (ui_find_label (window, "solution-position"), ==, "2 of 2");
  ui_activate (window, "view.compare");
  g_assert_true (tw_compare_is_active (ui_child (window, TW_TYPE_COMPARE)));
  ui_activate (window, "view.compare");
  ui_activate (window, "view.previous-solution");
  g_assert_cmpint (x_of_largest (window), ==, first);
  /* The next search ends the list, until it has ended. */
  ui_activate (window, "search.start");
  g_assert_cmpuint (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)), ==, 0);
  ui_spin_until (!ui_is_busy (window));
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) == 2);
  ui_close (window);
  window = ui_window_with_text ("one.txt", "#..\n#..\n");
  ui_activate (window, "search.start");
  ui_spin_until (!ui_is_busy (window) && detail_has (window, "The only optimal solution"));
  ui_close (window);
}

/* The number belongs to its puzzle even if another one is shown when it is known. */
TEST (optima_of_another, "/ui/search/optima-of-another")
{
  g_auto (UiWindow) window = ui_window_with_text ("first.txt", "..\n");
  g_autoptr (GFile) file = ui_board_file (3);

  ui_open (window, file);
  ui_solve (window, "auto");
  TwDocument *document = ui_document (window);
  ui_activate (window, "view.previous-puzzle");
  ui_spin_until (tw_document_get_optima (document) != NULL);
  ui_activate (window, "view.next-puzzle");
  ui_spin_until (detail_has (window, "ptimal solution"));
}

/* A solution that is found while others are being written is in no file yet. */
TEST (found_while_saving, "/ui/search/found-while-saving")
{
  g_auto (UiWindow) window = ui_window_with_text ("square.txt", "..\n..\n");
  g_autoptr (GFile) file = ui_scratch_file ("square-solution.json");
  TwSquare square = { 0, 0, 2 };

  ui_solve (window, "auto");
  ui_activate_uri (window, "file.save-solution-to", file);
  tw_document_lay_squares (ui_document (window), &(TwTiling){ .squares = &square, .count = 1 },
                           "By hand");
  ui_spin_until (!ui_is_busy (window));
  g_assert_false (tw_document_get_solutions_saved (ui_document (window)));
  ui_run_uri (window, "file.save-solution-to", file);
  g_assert_true (tw_document_get_solutions_saved (ui_document (window)));
}

/* The boxes show each transform correctly when it wins. */
TEST (winner_boxes, "/ui/search/winner-boxes")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  g_autoptr (GFile) file = ui_data_file ("sample.json");

  ui_use_engine ("greedy", 10);
  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    g_autofree char *text = g_strdup_printf ("%d", k);
    ui_set_option ("transforms", text);
    ui_open (window, file);
    ui_run (window, "search.start");
    g_assert_cmpint (ui_result (window)->transform, ==, k);
    g_assert_cmpint (box (window, "winner-transpose"), ==, (k & TW_TRANSFORM_TRANSPOSE) != 0);
    g_assert_cmpint (box (window, "winner-invert-x"), ==, (k & TW_TRANSFORM_INVERT_X) != 0);
    g_assert_cmpint (box (window, "winner-invert-y"), ==, (k & TW_TRANSFORM_INVERT_Y) != 0);
    ui_drop_puzzle (window); /* a search starts from an earlier solution of the same document */
  }
  ui_set_option ("transforms", NULL);
}

TEST (export, "/ui/search/export")
{
  static const struct {
    const char *name;
    const char *begins;
  } pictures[] = {
    { "out.png", "\x89PNG" },
    { "out.svg", "<?xml" },
    { "out.pdf", "%PDF" },
  };
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  ui_use_engine ("greedy", 10);
  ui_run (window, "search.start");

  for (size_t i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autoptr (GFile) file = ui_scratch_file (pictures[i].name);
    g_autofree char *contents = NULL;
    gsize length;
    ui_run_uri (window, "file.export-picture-to", file);
    g_assert_cmpstr (ui_message (window), ==, NULL);
    g_assert_true (g_file_load_contents (file, NULL, &contents, &length, NULL, NULL));
    g_assert_cmpuint (length, >, 100);
    g_assert_cmpmem (contents, strlen (pictures[i].begins), pictures[i].begins,
                     strlen (pictures[i].begins));
  }

  g_autoptr (GFile) solution = ui_scratch_file ("solution.json");
  ui_run_uri (window, "file.save-solution-to", solution);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_autofree char *path = g_file_get_path (solution);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  JsonObject *object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (object, "id"), ==, "sample");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "squares")), ==,
                    tw_result_tiling (ui_result (window))->count);

  /* A path that is not writable is reported, and the window still works. */
  g_autoptr (GFile) nowhere = ui_scratch_file ("no such folder/out.png");
  ui_run_uri (window, "file.export-picture-to", nowhere);
  g_assert_nonnull (strstr (ui_message (window), "out.png"));
  ui_run_uri (window, "file.save-solution-to", nowhere);
  g_assert_nonnull (strstr (ui_message (window), "out.png"));
  g_autoptr (GFile) unknown = ui_scratch_file ("out.xyz");
  ui_run_uri (window, "file.export-picture-to", unknown);
  g_assert_nonnull (ui_message (window));
  g_assert_false (g_file_query_exists (unknown, NULL));

  ui_run (window, "edit.copy-image");
  GdkContentProvider *content = gdk_clipboard_get_content (
    gtk_widget_get_clipboard (GTK_WIDGET (window)));
  g_assert_nonnull (content);
  g_auto (GValue) value = G_VALUE_INIT;
  g_value_init (&value, GDK_TYPE_TEXTURE);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  g_assert_cmpint (gdk_texture_get_width (g_value_get_object (&value)), >, 16);
}

/* Incumbent and front are drawn during the search; Stop keeps the incumbent. */
TEST (watch_and_stop, "/ui/search/watch-and-stop")
{
  TwWindow *window = window_with_search ();

  ui_spin_until (tw_canvas_get_view (ui_canvas (window))->front != NULL);
  ui_spin_until (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)) > 1);
  ui_spin_until (ui_result (window) != NULL);
  g_assert_nonnull (ui_job (window)); /* still running */
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
  assert_cover (ui_result (window));

  ui_run (window, "search.stop");
  TwResult *result = ui_result (window);
  g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
  assert_cover (result);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==,
                    tw_result_tiling (result)->count);
  g_assert_null (tw_canvas_get_view (ui_canvas (window))->front);

  /* The puzzle can be solved again. */
  ui_use_engine ("greedy", 10);
  ui_run (window, "search.start");
  g_assert_true (tw_result_has_solution (ui_result (window)));
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

/* Opening another puzzle drops later results of the running search. */
TEST (open_while_searching, "/ui/search/open-while-searching")
{
  g_auto (UiWindow) window = window_with_search ();
  g_autoptr (GFile) sample = ui_data_file ("sample.json");

  ui_spin_until (ui_result (window) != NULL);
  tw_window_open_files (window, &sample, 1);
  ui_spin_until (ui_job (window) == NULL);
  g_assert_true (tw_jobs_wait (60));
  ui_iterate_times (20);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  g_assert_null (ui_result (window));
  g_assert_cmpint (tw_canvas_get_scene (ui_canvas (window))->width, ==, 16);
  g_assert_null (tw_canvas_get_view (ui_canvas (window))->front);
}

/* A file that cannot be read does not disturb a running search. */
TEST (bad_file_while_searching, "/ui/search/bad-file-while-searching")
{
  TwWindow *window = window_with_search ();
  g_autoptr (GFile) missing = ui_scratch_file ("missing.json");

  tw_window_open_files (window, &missing, 1);
  ui_spin_until (ui_message (window) != NULL);
  g_assert_nonnull (ui_job (window));
  g_assert_true (tw_job_is_running (ui_job (window)));
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

TEST (close_while_searching, "/ui/search/close-while-searching")
{
  TwWindow *window = window_with_search ();

  ui_spin_until (tw_canvas_get_view (ui_canvas (window))->front != NULL);
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

/* The bars of a search that another puzzle has ended stay where they were, and are marked. */
TEST (bars_of_dropped, "/ui/search/bars-of-dropped")
{
  g_auto (UiWindow) window = window_with_search ();
  g_autoptr (GFile) other = ui_data_file ("sample.json");
  guint n = 0;

  g_assert_cmpstr (ui_find_label (window, "headline"), !=, ui_find_label (window, "detail"));
  ui_spin_until (ui_result (window) != NULL);
  ui_spin_until (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)) > 0);
  ui_open (window, other);
  ui_activate (window, "view.previous-puzzle");
  g_assert_nonnull (ui_result (window));
  for (int i = 0; i < 9; i++) {
    g_autofree char *name = g_strdup_printf ("bar-%d", i);
    GtkWidget *bar = ui_find (GTK_WIDGET (window), name);

    if (!gtk_widget_get_visible (bar))
      continue;
    n++;
    g_assert_true (gtk_widget_has_css_class (bar, "stopped")
                   || gtk_widget_has_css_class (bar, "done"));
  }
  g_assert_cmpuint (n, >, 0);
}

TEST_MAIN (ui_test_init, ui_test_run)
