/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshots-looks.c - not a test: writes pictures of every look of the window, for visual
 * inspection: light, dark, high contrast, greys, narrow, wide, right to left, each kind of puzzle,
 * the preferences and the help. build-aux/screenshots runs it with the folder of the puzzles and
 * the output folder. */
#include "ui-test.h"

#include "app/compat.h"
#include "app/preferences/preferences.h"

static const char *folder;

static void
save (GtkWidget *widget, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  /* Layout, fonts and the last results settle within a few frames. */
  ui_iterate_times (60);
  ui_write_picture (widget, path);
}

static TwWindow *
window_of (int width, int height)
{

  g_settings_set_double (tw_settings (), "time", 5);
  g_settings_set_int (tw_settings (), "window-width", width);
  g_settings_set_int (tw_settings (), "window-height", height);
  return ui_window ();
}

static void
solve (TwWindow *window)
{
  ui_run (window, "search.start");
  ui_spin_until (tw_canvas_get_view (ui_canvas (window))->reveal >= 1.0);
}

static TwWindow *
solved_file (GFile *file, int width, int height)
{
  TwWindow *window = window_of (width, height);

  ui_open (window, file);
  solve (window);
  return window;
}

static void
shoot (GFile *file, const char *name, int width, int height)
{
  g_auto (UiWindow) window = solved_file (file, width, height);

  save (GTK_WIDGET (window), name);
}

static void
shoot_families (const char *puzzles)
{
  static const char *const files[][2] = {
    { "pentominoes-6x10.txt", "pieces.png" }, { "chequered-8x8.txt", "pieces-colours.png" },
    { "quadrillion.txt", "quadrillion.png" }, { "tetrominoes-14.json", "tetrominoes.png" },
    { "perfect-33x32.json", "capped.png" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GFile) file = g_file_new_build_filename (puzzles, files[i][0], NULL);
    shoot (file, files[i][1], 1160, 780);
  }
}

static void
shoot_preferences (const char *prefix)
{
  static const char *const pages[] = { "appearance", "general" };
  g_auto (UiWindow) window = window_of (1160, 780);
  GtkWidget *preferences = GTK_WIDGET (tw_preferences_new (GTK_WINDOW (window)));

  gtk_window_present (GTK_WINDOW (preferences));
  for (size_t i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autofree char *name = g_strconcat (prefix, pages[i], ".png", NULL);
    gtk_stack_set_visible_child_name (GTK_STACK (ui_find (preferences, "pages")), pages[i]);
    gtk_window_set_default_size (GTK_WINDOW (preferences), 420, -1);
    save (preferences, name);
  }
  gtk_window_destroy (GTK_WINDOW (preferences));
}

int
main (int argc, char **argv)
{
  g_autoptr (GFile) sample = NULL;

  ui_test_init (&argc, &argv);
  if (argc != 3)
    g_error ("usage: screenshots-looks PUZZLE-FOLDER OUTPUT-FOLDER");
  ui_application ();
  sample = g_file_new_build_filename (argv[1], "sample.json", NULL);
  folder = argv[2];

  shoot (sample, "light.png", 1160, 780);
  shoot (sample, "wide.png", 1920, 1080);
  shoot (sample, "smallest.png", 360, 640);
  tw_compat_set_color_scheme ("dark");
  shoot (sample, "dark.png", 1160, 780);
  ui_use_contrast (TRUE);
  tw_compat_set_color_scheme ("light");
  shoot (sample, "contrast.png", 1160, 780);
  tw_compat_set_color_scheme ("dark");
  shoot (sample, "contrast-dark.png", 1160, 780);
  ui_use_contrast (FALSE);
  tw_compat_set_color_scheme ("light");
  g_settings_set_string (tw_settings (), "palette", "greys");
  shoot (sample, "greys.png", 1160, 780);
  g_settings_reset (tw_settings (), "palette");
  g_settings_set_boolean (tw_settings (), "patterns", TRUE);
  shoot (sample, "patterns.png", 1160, 780);
  g_settings_reset (tw_settings (), "patterns");

  shoot_families (argv[1]);
  shoot_preferences ("preferences-");

  TwWindow *window = solved_file (sample, 1160, 780);
  ui_activate (window, "edit.mode");
  gtk_expander_set_expanded (GTK_EXPANDER (ui_find (GTK_WIDGET (window), "tiles-expander")), TRUE);
  save (GTK_WIDGET (window), "edit.png");
  ui_close (window);

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  shoot (sample, "right-to-left.png", 1160, 780);
  shoot (sample, "right-to-left-smallest.png", 360, 640);
  shoot_preferences ("right-to-left-");
  return 0;
}
