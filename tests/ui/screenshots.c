/* screenshots.c - not a test: draws the pictures of the README and the metainfo.
 * Called by build-aux/screenshots with the source folder of the puzzles and the
 * folder to write to. */
#include "ui-test.h"

#include "app/settings.h"

static void
save (TwWindow *window, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  cairo_surface_t *picture;

  /* Layout, fonts and the last results settle within a few frames. */
  for (int i = 0; i < 50; i++)
    ui_iterate ();
  picture = ui_picture (GTK_WIDGET (window));
  if (cairo_surface_write_to_png (picture, path) != CAIRO_STATUS_SUCCESS)
    g_error ("cannot write %s", path);
  cairo_surface_destroy (picture);
}

static void
shoot (const char *puzzle, const char *folder, const char *name, int width, int height, bool dark)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (puzzle);
  g_autoptr (GSettings) settings = tw_settings_new ();
  TwWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", dark, NULL);
  g_settings_set_double (settings, "time", 10);
  g_settings_set_int (settings, "window-width", width);
  g_settings_set_int (settings, "window-height", height);
  window = ui_window ();
  tw_window_open_files (window, &file, 1);
  ui_spin_until (!tw_window_is_busy (window));
  ui_activate (window, "win.solve");
  ui_spin_until (!tw_window_is_busy (window));
  save (window, folder, name);
  ui_close (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *sample = NULL;

  ui_test_init (&argc, &argv);
  if (argc != 3)
    g_error ("usage: screenshots PUZZLE-FOLDER OUTPUT-FOLDER");
  ui_application ();
  sample = g_build_filename (argv[1], "sample.json", NULL);
  shoot (sample, argv[2], "window.png", 1160, 780, false);
  shoot (sample, argv[2], "window-dark.png", 1160, 780, true);
  shoot (sample, argv[2], "window-narrow.png", 400, 720, false);
  return 0;
}
