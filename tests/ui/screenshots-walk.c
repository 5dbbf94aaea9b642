/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshots-walk.c - not a test: walks through the window as a new user does and writes a picture
 * of each step, in several looks: first start, gallery, open, solve, a worse run, quit, and a
 * restart with everything there. Also writes the menus and dialogs on the way. build-aux/screenshots
 * runs it with the folder of the puzzles and the output folder; with LANGUAGE=ar it walks once,
 * from right to left. */
#include "ui-test.h"

#include "app/compat.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/new-dialog.h"
#include "app/gallery/gallery.h"
#include "app/preferences/settings.h"
#include "puzzle/i18n.h"

static const char *folder;
static const char *look; /* the first part of each file name */

static void
save (gpointer widget, const char *step)
{
  g_autofree char *name = g_strconcat ("walk-", look, "-", step, ".png", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  cairo_surface_t *picture;

  for (int i = 0; i < 50; i++)
    ui_iterate ();
  picture = ui_picture (widget);
  if (cairo_surface_write_to_png (picture, path) != CAIRO_STATUS_SUCCESS)
    g_error ("cannot write %s", path);
  cairo_surface_destroy (picture);
}

static void
settle (TwWindow *window)
{
  for (int i = 0; i < 50; i++)
    ui_iterate ();
  ui_spin_until (!ui_is_busy (window) && tw_canvas_get_view (ui_canvas (window))->reveal >= 1.0);
}

static void
solve (TwWindow *window, const char *engine, double seconds)
{

  ui_use_engine (engine, seconds);
  ui_activate (window, "search.start");
  settle (window);
}

static void
save_menu (TwWindow *window, const char *name)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (ui_find (GTK_WIDGET (window), name));
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));

  gtk_menu_button_popup (button);
  ui_spin_until (gtk_widget_get_mapped (popover));
  save (popover, name);
  gtk_menu_button_popdown (button);
  for (int i = 0; i < 20; i++)
    ui_iterate ();
}

static void
save_board_menu (TwWindow *window)
{
  GtkWidget *popover = ui_find (GTK_WIDGET (window), "board-menu");

  gtk_popover_popup (GTK_POPOVER (popover));
  ui_spin_until (gtk_widget_get_mapped (popover));
  save (popover, "board-menu");
  gtk_popover_popdown (GTK_POPOVER (popover));
  for (int i = 0; i < 20; i++)
    ui_iterate ();
}

/* Writes a dialog that an action of the window opens, and closes it. */
static void
save_dialogs (TwWindow *window)
{
  TwExportDialog *dialog;
  GtkWidget *created;

  ui_activate (window, "file.export-picture");
  dialog = ui_dialog_of (TW_TYPE_EXPORT_DIALOG);
  ui_spin_until (tw_export_dialog_is_settled (dialog));
  save (dialog, "export");
  gtk_window_destroy (GTK_WINDOW (dialog));

  ui_activate (window, "file.new");
  created = ui_dialog_of (TW_TYPE_NEW_DIALOG);
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (created, "pages")), "pieces");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (created, "piece-set")), 3);
  save (created, "new-pieces");
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (created, "pages")), "tetrominoes");
  gtk_editable_set_text (GTK_EDITABLE (ui_find (created, "signature")), "O99,T1");
  save (created, "new-refused");
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (created, "pages")), "quadrillion");
  save (created, "new-quadrillion");
  gtk_window_destroy (GTK_WINDOW (created));
}

static void export(TwWindow *window)
{
  g_autoptr (GFile) picture = ui_scratch_file ("sample.png");

  ui_activate_uri (window, "file.export-picture-to", picture);
  settle (window);
  save (window, "6-exported");
}

static void
walk (const char *puzzles, const char *name, int width, int height)
{
  g_autoptr (GFile) file = g_file_new_build_filename (puzzles, "board-25x20.json", NULL);
  GtkApplication *application = GTK_APPLICATION (ui_application ());
  TwWindow *window;
  gint64 best;
  guint runs;

  look = name;
  g_settings_set_int (tw_settings (), "window-width", width);
  g_settings_set_int (tw_settings (), "window-height", height);
  window = ui_window ();
  ui_spin_until (tw_gallery_is_settled (ui_child (window, TW_TYPE_GALLERY)));
  save (window, "1-start");

  ui_activate_uri (window, "file.open-uri", file);
  settle (window);
  g_assert_nonnull (ui_puzzle (window));
  save (window, "2-open");
  solve (window, "auto", 5);
  best = tw_result_count (ui_result (window));
  save (window, "3-solved");
  solve (window, "greedy", 1);
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
  runs = g_list_model_get_n_items (G_LIST_MODEL (tw_document_get_findings (ui_document (window))));
  g_assert_cmpuint (runs, ==, 2);
  save (window, "4-worse");
  ui_activate (window, "view.start-page");
  save (window, "5-start-page");
  ui_activate (window, "view.start-page");
  export(window);
  save_menu (window, "menu");
  save_menu (window, "save-menu");
  save_menu (window, "open-menu");
  save_board_menu (window);
  save_dialogs (window);

  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  ui_spin_until (gtk_application_get_windows (application) == NULL);
  window = ui_restore ();
  settle (window);
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
  g_assert_cmpuint (
    g_list_model_get_n_items (G_LIST_MODEL (tw_document_get_findings (ui_document (window)))), ==,
    runs);
  save (window, "7-restart");
  ui_close (window);
}

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  ui_test_init (&argc, &argv);
  if (argc != 3)
    g_error ("usage: screenshots-walk PUZZLE-FOLDER OUTPUT-FOLDER");
  g_setenv ("TW_PUZZLES_DIR", argv[1], TRUE);
  folder = argv[2];
  ui_application ();
  tw_compat_set_color_scheme ("light");
  if (g_strcmp0 (g_getenv ("LANGUAGE"), "ar") == 0) {
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
    walk (argv[1], "arabic", 1000, 700);
    return 0;
  }
  walk (argv[1], "light", 1000, 700);
  walk (argv[1], "narrow", 360, 640);
  tw_compat_set_color_scheme ("dark");
  walk (argv[1], "dark", 1000, 700);
  tw_compat_set_color_scheme ("light");
  ui_use_contrast (TRUE);
  walk (argv[1], "contrast", 1000, 700);
  return 0;
}
