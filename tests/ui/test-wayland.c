/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the window in a Wayland session: it opens a puzzle, solves it, takes a dropped file and
 * exports a picture. With TW_TEST_PICTURE it writes a picture of itself to that path. */
#include "ui-test.h"

TEST (session, "/ui/wayland/session")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  const char *path = g_getenv ("TW_TEST_PICTURE");
  gpointer target = ui_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET);
  g_autoptr (GFile) picture = ui_scratch_file ("wayland.svg"), board = ui_board_file (8);
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree char *text = NULL;
  gboolean taken = FALSE;

  g_assert_cmpstr (G_OBJECT_TYPE_NAME (gdk_display_get_default ()), ==, "GdkWaylandDisplay");
  ui_run (window, "search.start");
  g_assert_true (tw_result_has_solution (ui_result (window)));
  ui_run_uri (window, "file.export-picture-to", picture);
  g_assert_true (g_file_load_contents (picture, NULL, &text, NULL, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  ui_spin_until (tw_canvas_get_view (ui_canvas (window))->reveal >= 1.0);
  cairo_surface_t *surface = ui_picture (GTK_WIDGET (window));
  g_assert_cmpint (cairo_image_surface_get_width (surface), >=, 360);
  if (path != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (&board, 1));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "board-8.json");
}

TEST_MAIN (ui_test_init, ui_test_run)
