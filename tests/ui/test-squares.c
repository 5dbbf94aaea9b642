/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests laying squares by hand in the window: by keys and by dragging, refused cells, Undo, and the
 * comparison with what a search finds. */
#include "ui-test.h"

/* One cell, and a square of four. */
static const char small[] = "#..\n...\n";

static TwWindow *
playing (void)
{
  TwWindow *window = ui_window_with_text ("small.txt", small);

  g_assert_false (ui_is_on (window, "piece.squares"));
  ui_activate (window, "piece.squares");
  g_assert_true (ui_is_on (window, "piece.squares"));
  return window;
}

/* With keys: from one corner to the other. */
static void
stretch (TwWindow *window, int x0, int y0, int x1, int y1)
{
  tw_canvas_point_at_cell (ui_canvas (window), x0, y0);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_space, 0));
  tw_canvas_point_at_cell (ui_canvas (window), x1, y1);
}

static void
lay (TwWindow *window, int x0, int y0, int x1, int y1)
{
  stretch (window, x0, y0, x1, y1);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
}

static gsize
n_squares (TwWindow *window)
{
  return tw_document_get_squares (ui_document (window))->count;
}

TEST (keys, "/ui/squares/keys")
{
  g_auto (UiWindow) window = playing ();

  g_assert_false (ui_is_enabled (window, "piece.start-over"));
  lay (window, 2, 1, 1, 0); /* towards the upper left */
  g_assert_cmpuint (n_squares (window), ==, 1);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "4 of 5 covered");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "1 square so far");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 1);

  /* What is covered or blocked already is marked, and refuses the square. */
  stretch (window, 0, 1, 1, 0);
  g_assert_cmpint (tw_canvas_get_n_marks (ui_canvas (window)), ==, 3);
  ui_keep_picture (window, "square-refused.png");
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
  g_assert_cmpuint (n_squares (window), ==, 1);
  g_assert_cmpint (tw_canvas_get_n_marks (ui_canvas (window)), ==, 0);
  stretch (window, 0, 1, 0, 1);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Escape, 0));
  g_assert_cmpuint (n_squares (window), ==, 1);

  lay (window, 0, 1, 0, 1);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, 2);
  g_assert_true (g_str_has_prefix (ui_find_label (window, "headline"), "Solved by you, 0:0"));
  g_assert_true (g_str_has_prefix (ui_find_label (window, "detail"), "You: 2\n"));

  /* Undo shows the squares again, without the last one. */
  ui_activate (window, "edit.undo");
  g_assert_null (ui_result (window));
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 1);
  ui_activate (window, "edit.redo");
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_false (ui_is_modified (window));
}

/* Worse by hand than by the search. */
TEST (best_known, "/ui/squares/best-known")
{
  g_auto (UiWindow) window = playing ();

  ui_use_engine ("auto", 10);
  ui_run (window, "search.start");
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, 2);
  for (int i = 1; i < 6; i++)
    lay (window, i % 3, i / 3, i % 3, i / 3);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_nonnull (strstr (ui_find_label (window, "detail"), "You: 5, best known: 2"));
  ui_keep_picture (window, "squares-by-hand.png");

  /* A search that starts from it does not replace it. */
  ui_run (window, "search.pause");
  GListModel *all = tw_findings_get_list (tw_document_get_findings (ui_document (window)));
  guint by_hand = 0;
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (all, i);
    by_hand += tw_result_is_by_hand (tw_entry_get_result (entry)) ? 1 : 0;
  }
  g_assert_cmpuint (by_hand, ==, 1);

  ui_activate (window, "piece.start-over");
  g_assert_cmpuint (n_squares (window), ==, 0);
  g_assert_null (ui_result (window));
  g_assert_cmpuint (g_list_model_get_n_items (all), >=, 2);
}

TEST (drag, "/ui/squares/drag")
{
  g_auto (UiWindow) window = ui_window_with_text ("small.txt", small);
  GtkWidget *canvas = GTK_WIDGET (ui_canvas (window));
  gpointer drag;

  g_assert_null (ui_capturing (canvas, GTK_TYPE_GESTURE_DRAG)); /* the drag pans */
  ui_activate (window, "piece.squares");
  drag = ui_capturing (canvas, GTK_TYPE_GESTURE_DRAG);
  ui_spin_until (tw_canvas_get_scene (ui_canvas (window)) != NULL);
  cairo_rectangle_t cell = tw_view_cell_area (tw_canvas_get_view (ui_canvas (window)), 1, 0, 1, 1);
  double x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;

  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", cell.width, cell.height);
  ui_keep_picture (window, "square-stretched.png");
  g_signal_emit_by_name (drag, "drag-end", cell.width, cell.height);
  g_assert_cmpuint (n_squares (window), ==, 1);
  g_assert_cmpint (tw_document_get_squares (ui_document (window))->squares[0].size, ==, 2);

  /* A press on a square takes it off. */
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  g_assert_cmpuint (n_squares (window), ==, 0);

  /* Editing the board ends laying squares, and the other way round. */
  ui_activate (window, "edit.mode");
  g_assert_false (ui_is_on (window, "piece.squares"));
  ui_activate (window, "piece.squares");
  g_assert_false (ui_is_on (window, "edit.mode"));
}

/* A 4 x 2 rectangle, on which each size may be used twice. */
TEST (capped, "/ui/squares/capped")
{
  g_auto (UiWindow) window = ui_window_with_text (
    "capped.json", "{\"kind\": \"capped\", \"size\": [4, 2], \"cap\": 2, \"goal\": \"any\"}");
  TwCanvas *canvas = ui_canvas (window);

  ui_activate (window, "piece.squares");
  lay (window, 0, 0, 0, 0);
  lay (window, 0, 1, 0, 1);
  g_assert_cmpstr (ui_find_label (window, "detail"), ==,
                   "2 squares so far\nLeft: 0 of size 1, 2 of each other size");
  ui_keep_picture (window, "capped-by-hand.png");

  /* A third one is refused, with the reason below the board. */
  stretch (window, 1, 0, 1, 0);
  g_assert_cmpstr (tw_canvas_get_hint (canvas), ==, "No square of this size is left");
  g_assert_cmpint (tw_canvas_get_n_marks (canvas), ==, 1);
  g_assert_true (ui_press (canvas, GDK_KEY_Return, 0));
  g_assert_cmpuint (n_squares (window), ==, 2);
  g_assert_null (ui_message (window));

  ui_activate (window, "piece.start-over");
  lay (window, 0, 0, 1, 1);
  lay (window, 2, 0, 3, 1);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_cmpuint (tw_kind_check (ui_result (window), NULL), ==, 0);
  g_assert_true (g_str_has_prefix (ui_find_label (window, "headline"), "Solved by you, 0:0"));
}

/* The legend lists the sizes on the board, with their numbers, in exports too. */
TEST (legend, "/ui/squares/legend")
{
  g_auto (UiWindow) window = playing ();
  TwExportOptions options;
  double width, plain, listed;

  lay (window, 1, 0, 2, 1);
  g_assert_false (gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "legend")));
  tw_settings_get_export_options (&options);
  g_assert_true (tw_export_measure (tw_canvas_get_scene (ui_canvas (window)), TW_EXPORT_SVG,
                                    &options, &width, &plain, NULL));
  ui_activate (window, "view.legend");
  g_assert_cmpstr (ui_find_label (window, "legend"), ==, "■\u00a02");
  lay (window, 0, 1, 0, 1);
  g_assert_cmpstr (ui_find_label (window, "legend"), ==, "■\u00a02   ■\u00a01");
  ui_keep_picture (window, "legend.png");
  tw_settings_get_export_options (&options);
  g_assert_true (tw_export_measure (tw_canvas_get_scene (ui_canvas (window)), TW_EXPORT_SVG,
                                    &options, &width, &listed, NULL));
  g_assert_cmpfloat (listed, >, plain);
  ui_activate (window, "view.legend");
  g_assert_false (gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "legend")));
}

/* A search drops the square that is stretched: laying it would end the search. */
TEST (search, "/ui/squares/search")
{
  g_auto (UiWindow) window = playing ();

  ui_use_engine ("auto", 10);
  stretch (window, 1, 0, 2, 1);
  ui_activate (window, "search.start");
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
  g_assert_cmpstr (ui_message (window), ==, "Stop the search before you lay squares");
  g_assert_cmpuint (n_squares (window), ==, 0);
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, 2);
}

/* Only puzzles whose solutions are squares have squares to lay. */
TEST (others, "/ui/squares/others")
{
  g_auto (UiWindow) window = ui_window_with_text ("pieces.json", ui_pieces_text);

  g_assert_false (ui_is_enabled (window, "piece.squares"));
  g_assert_false (
    gtk_widget_get_visible (gtk_widget_get_parent (ui_find (GTK_WIDGET (window), "lay-squares"))));
}

TEST_MAIN (ui_test_init, ui_test_run)
