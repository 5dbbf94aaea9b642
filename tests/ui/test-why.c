/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests why a bound holds, or why there is no solution: the layer on the board, the sentence, the two
 * layers of squares, the ways in and out, and the picture that is exported. */
#include "ui-test.h"

#include "draw/scene.h"

/* Switches the explanation on and waits for its layer. */
static const TwScene *
explain (TwWindow *window, TwLayerKind layer)
{
  if (!ui_is_on (window, "view.why"))
    ui_activate (window, "view.why");
  g_assert_true (ui_is_on (window, "view.why"));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "why-bar")));
  ui_spin_until (tw_canvas_get_scene (ui_canvas (window))->layer == layer);
  return tw_canvas_get_scene (ui_canvas (window));
}

static TwLayerKind
layer_of (TwWindow *window)
{
  return tw_canvas_get_scene (ui_canvas (window))->layer;
}

static gint64
sum_of (const TwScene *scene)
{
  gint64 sum = 0;

  for (int i = 0; i < scene->width * scene->height; i++)
    sum += scene->weights[i];
  return sum;
}

static gboolean
is_over (TwWindow *window)
{
  return !ui_is_on (window, "view.why") && layer_of (window) == TW_LAYER_NONE
         && !gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "why-bar"));
}

TEST (squares, "/ui/why/squares")
{
  g_auto (UiWindow) window = ui_window_of (ui_board_file (8));

  g_assert_false (ui_is_enabled (window, "view.why"));
  ui_use_engine ("auto", 20);
  ui_run (window, "search.start");
  g_assert_true (ui_is_enabled (window, "view.why"));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "why")));

  /* At most as many cells as squares; the sentence names their number. */
  ui_click (window, "why");
  const TwScene *scene = explain (window, TW_LAYER_MARKS);
  g_assert_cmpint (sum_of (scene), >, 0);
  g_assert_cmpint (sum_of (scene), <=, tw_result_count (ui_result (window)));
  g_assert_nonnull (strstr (ui_find_label (window, "why-sentence"), "square"));
  g_assert_cmpstr (ui_find_label (window, "why-sentence"), ==, scene->sentence);
  gtk_test_accessible_assert_property (ui_find (GTK_WIDGET (window), "why-sentence"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, scene->sentence);
  g_assert_false (gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "why-legend")));
  ui_keep_picture (window, "why-cells.png");

  /* Prices have a legend, and are at most worth the squares. */
  ui_click (window, "why-prices");
  scene = explain (window, TW_LAYER_PRICES);
  g_assert_cmpint (sum_of (scene), <=, tw_result_count (ui_result (window)) * scene->unit);
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "why-legend")));
  ui_keep_picture (window, "why-prices.png");

  /* A picture has the same scene and thus sentence. */
  GFile *file = ui_scratch_file ("why.svg");
  ui_run_uri (window, "file.export-picture-to", file);
  g_assert_true (g_file_query_exists (file, NULL));

  ui_click (window, "why-end");
  g_assert_true (is_over (window));
  ui_activate (window, "view.why");
  explain (window, TW_LAYER_MARKS);
  ui_run (window, "search.start");
  g_assert_true (is_over (window));
}

/* The explanation ends when the board is edited, and with another puzzle. */
TEST (ends, "/ui/why/ends")
{
  g_auto (UiWindow) window = ui_window_of (ui_board_file (6));

  ui_use_engine ("auto", 20);
  ui_run (window, "search.start");
  explain (window, TW_LAYER_MARKS);
  ui_activate (window, "edit.mode");
  g_assert_true (is_over (window));
  ui_activate (window, "edit.mode");
  explain (window, TW_LAYER_MARKS);
  ui_open (window, ui_board_file (5));
  g_assert_true (is_over (window));
  g_assert_false (ui_is_enabled (window, "view.why"));
}

TEST (parity, "/ui/why/parity")
{
  g_auto (UiWindow) window = ui_window_with_text (
    "parity.json", "{\"id\": 1, \"size\": 8, \"signature\": \"T5,L5,O2,I4\"}");

  ui_run (window, "search.start");
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_INFEASIBLE);
  const TwScene *scene = explain (window, TW_LAYER_COLOURS);
  g_assert_cmpuint (scene->n_regions, ==, 5);
  g_assert_false (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "why-cells")));
  ui_keep_picture (window, "why-parity.png");
  ui_activate (window, "view.why");
  g_assert_true (is_over (window));
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==, 0);
}

TEST (colouring, "/ui/why/colouring")
{
  g_auto (UiWindow) window = ui_window_with_text (
    "corners.json",
    "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\" aaa\", \"aaaa\", \"aaaa\", "
    "\"aaa \"], \"pieces\": [{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 9}]}");

  ui_run (window, "search.start");
  explain (window, TW_LAYER_COLOURS);
  g_assert_nonnull (strstr (ui_find_label (window, "why-sentence"), "6 are light and 8 are dark"));
  ui_keep_picture (window, "why-colouring.png");
}

/* In a narrow window the pane lies over the board, and closes when that explains something. */
TEST (narrow, "/ui/why/narrow")
{
  TwWindow *window;

  g_settings_set_int (tw_settings (), "window-width", 360);
  window = ui_window_of (ui_board_file (8));
  for (int i = 0; i < 50; i++) /* until the window has its size */
    ui_iterate ();
  ui_use_engine ("auto", 20);
  ui_run (window, "search.start");
  if (!ui_is_on (window, "view.show-pane"))
    ui_activate (window, "view.show-pane");
  ui_spin_until (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "why")));
  ui_click (window, "why");
  explain (window, TW_LAYER_MARKS);
  ui_spin_until (!ui_is_on (window, "view.show-pane"));
  ui_click (window, "why-prices");
  explain (window, TW_LAYER_PRICES);
  ui_keep_picture (window, "why-narrow.png");

  /* The end of the explanation leaves it open. */
  ui_activate (window, "view.show-pane");
  ui_activate (window, "view.why");
  g_assert_true (is_over (window));
  ui_iterate_times (20);
  g_assert_true (ui_is_on (window, "view.show-pane"));
  ui_close (window);
  g_settings_reset (tw_settings (), "window-width");
  g_settings_reset (tw_settings (), "show-pane");
}

TEST_MAIN (ui_test_init, ui_test_run)
