/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the comparison of two solutions, for puzzles of all kinds: the sentence, the pale tiles, the
 * two sides, the ways in (action, button, context menu of the list) and the ways out.
 */
#include "ui-test.h"

#include "app/pane/compare.h"
#include "app/pane/results.h"
#include "puzzle/load.h"

static void
solve (TwWindow *window, const char *engine, int limit)
{

  ui_use_engine (engine, 10);
  ui_set_limit (limit);
  ui_run (window, "search.start");
  g_assert_true (tw_result_has_solution (ui_result (window)));
}

/* As if a file with this solution were opened. */
static void
add_solution (TwWindow *window, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult)
    result = tw_result_parse (ui_puzzle (window), text, strlen (text), "solution", &error);

  g_assert_no_error (error);
  tw_document_take_solution (ui_document (window), result);
}

static gboolean
is_enabled (TwWindow *window)
{
  return ui_is_enabled (window, "view.compare");
}

static const TwScene *
scene_of (TwWindow *window)
{
  return tw_canvas_get_scene (ui_canvas (window));
}

static guint
n_pale (TwWindow *window)
{
  const TwScene *scene = scene_of (window);
  guint n = 0;

  for (size_t i = 0; i < scene->n_regions; i++)
    n += (scene->regions[i].flags & TW_REGION_SHARED) != 0;
  return n;
}

static gboolean
is_shown (TwWindow *window)
{
  gboolean shown = gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "compare-bar"));

  g_assert_cmpint (shown, ==, ui_is_on (window, "view.compare"));
  return shown;
}

/* The sentence counts the tiles of the shown side that are not pale. */
static void
assert_sentence (TwWindow *window, const char *noun)
{
  guint all = (guint) scene_of (window)->n_regions, n = all - n_pale (window);
  g_autofree char *sentence = n == 0 ? g_strdup ("Both solutions are the same")
                                     : g_strdup_printf ("%u of %u %s %s", n, all, noun,
                                                        n == 1 ? "differs" : "differ");

  g_assert_cmpstr (ui_find_label (window, "compare-sentence"), ==, sentence);
}

/* Two runs of a puzzle of squares: in, both sides, another second one, out. */
TEST (squares, "/ui/compare/squares")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  g_assert_false (is_enabled (window));
  solve (window, "priced", 1);
  g_assert_false (is_enabled (window)); /* there is nothing to compare with */
  solve (window, "greedy", 1);
  g_assert_true (is_enabled (window));
  size_t best = scene_of (window)->n_regions;
  g_assert_cmpuint (n_pale (window), ==, 0);

  ui_activate (window, "view.compare"); /* with the other one of the list */
  g_assert_true (is_shown (window));
  g_assert_cmpuint (scene_of (window)->n_regions, >, best);
  g_assert_cmpuint (n_pale (window), <, scene_of (window)->n_regions);
  assert_sentence (window, "squares");
  guint pale = n_pale (window);
  ui_keep_picture (window, "compare-squares.png");

  ui_activate (window, "view.compare-other"); /* the first one: as many squares are pale */
  g_assert_cmpuint (scene_of (window)->n_regions, ==, best);
  g_assert_cmpuint (n_pale (window), ==, pale);
  assert_sentence (window, "squares");
  g_autoptr (TwResult) shown = tw_solution_browser_dup_shown (ui_browser (window));
  g_assert_cmpint (tw_result_count (shown), ==, (gint64) best); /* Save and Export see it */
  g_autofree char *caption = tw_solution_browser_dup_caption (ui_browser (window)),
                  *words = tw_result_describe (shown);
  g_assert_cmpstr (caption, ==, words);
  ui_keep_picture (window, "compare-squares-first.png");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (ui_find (GTK_WIDGET (window), "compare-second")),
                                TRUE);
  g_assert_cmpuint (scene_of (window)->n_regions, >, best);

  /* The row that is picked is the second one; here it is the first one itself. */
  GListModel *all = tw_findings_get_list (tw_document_get_findings (ui_document (window)));
  g_assert_cmpuint (g_list_model_get_n_items (all), ==, 2);
  g_signal_emit_by_name (ui_find (GTK_WIDGET (window), "results-list"), "activate", 1);
  assert_sentence (window, "squares");
  g_assert_cmpuint (n_pale (window), ==, best);
  ui_click (window, "compare-end");
  g_assert_false (is_shown (window));
  g_assert_cmpuint (scene_of (window)->n_regions, ==, best);
  g_assert_cmpuint (n_pale (window), ==, 0);

  /* A search ends the comparison. */
  ui_activate (window, "view.compare");
  g_assert_true (is_shown (window));
  solve (window, "greedy", 1);
  g_assert_false (is_shown (window));
  g_assert_cmpuint (n_pale (window), ==, 0);

  /* So does editing. */
  ui_activate (window, "view.compare");
  g_assert_true (is_shown (window));
  ui_activate (window, "edit.mode");
  g_assert_false (is_shown (window));
}

/* The context menu of a row of the list compares with the row. */
TEST (menu, "/ui/compare/menu")
{
  g_auto (UiWindow) window = ui_window_with_text ("compare.txt", "....#\n....#\n");
  TwResults *list = ui_child (window, TW_TYPE_RESULTS);
  GtkWidget *menu = ui_find (GTK_WIDGET (window), "results-menu"), *row;

  solve (window, "auto", 1);
  add_solution (window, "{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":2},{\"X\":2,\"Y\":0,\"Size\":1},"
                        "{\"X\":3,\"Y\":0,\"Size\":1},{\"X\":2,\"Y\":1,\"Size\":1},"
                        "{\"X\":3,\"Y\":1,\"Size\":1}]}");
  row = gtk_widget_get_first_child (ui_find (GTK_WIDGET (window), "results-list"));
  ui_spin_until (gtk_widget_get_mapped (row));
  gtk_widget_grab_focus (row);
  GtkShortcutController *keys = ui_controller (gtk_widget_get_parent (row),
                                               GTK_TYPE_SHORTCUT_CONTROLLER);
  g_autoptr (GtkShortcut) key = g_list_model_get_item (G_LIST_MODEL (keys), 0);
  g_assert_true (gtk_shortcut_action_activate (gtk_shortcut_get_action (key), 0,
                                               gtk_widget_get_parent (row), NULL));
  ui_spin_until (gtk_widget_get_mapped (menu));
  gtk_popover_popdown (GTK_POPOVER (menu));
  gtk_widget_activate_action (GTK_WIDGET (list), "results.compare", "u", 0);
  g_assert_true (is_shown (window));
  g_assert_cmpstr (ui_find_label (window, "compare-sentence"), ==, "4 of 5 squares differ");
  g_assert_cmpuint (n_pale (window), ==, 1);
  ui_activate (window, "view.compare-other");
  g_assert_cmpstr (ui_find_label (window, "compare-sentence"), ==, "1 of 2 squares differs");
  g_autofree char *text = tw_scene_describe_cell (scene_of (window), 0, 0);
  g_assert_true (g_str_has_suffix (text, "in both solutions"));

  /* Another puzzle ends the comparison. */
  g_autoptr (GFile) file = ui_data_file ("sample.json");
  ui_open (window, file);
  g_assert_false (is_shown (window));
}

/* The solutions of one search, stepped through with the keys. */
static void
compare_browsed (TwWindow *window, const char *picture)
{
  solve (window, "auto", 20);
  g_assert_true (is_enabled (window));
  ui_activate (window, "view.compare");
  g_assert_true (is_shown (window));
  assert_sentence (window, "pieces");
  g_assert_cmpuint (n_pale (window), <, scene_of (window)->n_regions);
  ui_activate (window, "view.next-solution");
  assert_sentence (window, "pieces");
  ui_keep_picture (window, picture);
  ui_activate (window, "view.previous-solution");
  ui_activate (window, "view.previous-solution"); /* the first one again */
  g_assert_cmpstr (ui_find_label (window, "compare-sentence"), ==, "Both solutions are the same");
  ui_activate (window, "view.compare");
  g_assert_false (is_shown (window));
  g_assert_cmpuint (n_pale (window), ==, 0);
  ui_close (window);
}

static TwWindow *
window_with_puzzle (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "puzzles", name,
                                                 NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TwWindow *window = ui_window_of (file);

  return window;
}

TEST (pieces, "/ui/compare/pieces")
{
  compare_browsed (window_with_puzzle ("pentominoes-6x10.txt"), "compare-pieces.png");
}

TEST (quadrillion, "/ui/compare/quadrillion")
{
  compare_browsed (window_with_puzzle ("quadrillion.txt"), "compare-quadrillion.png");
}

TEST (tetrominoes, "/ui/compare/tetrominoes")
{
  g_auto (UiWindow)
    window = ui_window_with_text ("bars.json", "{\"id\": 5, \"size\": 4, \"signature\": \"I4\"}");

  solve (window, "auto", 1);
  add_solution (window, "{\"solution\":[[\"I\",0,0,0],[\"I\",0,1,0],[\"I\",0,2,0],[\"I\",0,3,0]]}");
  add_solution (window, "{\"solution\":[[\"I\",1,0,0],[\"I\",1,0,1],[\"I\",1,0,2],[\"I\",1,0,3]]}");
  ui_activate (window, "view.compare");
  g_assert_true (is_shown (window));
  assert_sentence (window, "pieces");
  g_signal_emit_by_name (ui_find (GTK_WIDGET (window), "results-list"), "activate", 1);
  g_assert_cmpuint (scene_of (window)->n_regions, ==, 4);
  assert_sentence (window, "pieces");
  ui_keep_picture (window, "compare-tetrominoes.png");
}

TEST (capped, "/ui/compare/capped")
{
  g_auto (UiWindow) window = window_with_puzzle ("capped-9.json");

  solve (window, "auto", 1);
  solve (window, "auto", 1);
  ui_activate (window, "view.compare");
  g_assert_true (is_shown (window));
  assert_sentence (window, "squares");
  ui_keep_picture (window, "compare-capped.png");
}

TEST_MAIN (ui_test_init, ui_test_run)
