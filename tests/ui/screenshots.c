/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshots.c - not a test: writes the pictures of the README and the metainfo.
 * build-aux/screenshots runs it with the source folder of the puzzles and the output folder. */
#include "ui-test.h"

#include "app/compat.h"
#include "app/gallery/gallery.h"
#include "app/dialogs/new-dialog.h"
#include "app/pieces/piece-editor.h"
#include "app/dialogs/resize-dialog.h"
#include "app/online/online.h"
#include "app/resolve/resolve-window.h"
#include "puzzle/kind-read.h"
#include "puzzle/load.h"

/* Layout, fonts and the last results settle within a few frames. */
static void
save_widget (GtkWidget *widget, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  ui_iterate_times (50);
  /* Without a window manager no window has the focus. */
  gtk_widget_unset_state_flags (widget, GTK_STATE_FLAG_BACKDROP);
  ui_iterate_times (10);
  ui_write_picture (widget, path);
}

/* Waits for the end of the animation. Checks that the picture shows the complete solution, if
 * there is one, and that nothing moved in the meantime. */
static void
save (TwWindow *window, const char *folder, const char *name)
{
  TwCanvas *canvas = ui_canvas (window);
  TwResult *result = ui_result (window);

  ui_iterate_times (50);
  ui_spin_until (tw_canvas_get_view (canvas)->reveal >= 1.0);
  save_widget (GTK_WIDGET (window), folder, name);
  g_assert_false (tw_canvas_get_view (canvas)->reveal < 1.0);
  g_assert_false (ui_is_busy (window));
  if (result != NULL && tw_result_has_solution (result)) {
    g_assert_cmpint (tw_canvas_get_scene (canvas)->n_uncovered, ==, 0);
    g_assert_cmpint (tw_canvas_get_scene (canvas)->n_regions, ==, tw_result_count (result));
  }
}

static void
use_size (int width, int height)
{

  g_settings_set_double (tw_settings (), "time", 10);
  g_settings_set_int (tw_settings (), "window-width", width);
  g_settings_set_int (tw_settings (), "window-height", height);
}

static void
shoot (const char *puzzle, const char *folder, const char *name, int width, int height, bool dark)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (puzzle);

  tw_compat_set_color_scheme (dark ? "dark" : "light");
  use_size (width, height);
  g_auto (UiWindow) window = ui_window_of (file);
  ui_run (window, "search.start");
  save (window, folder, name);
}

static void
shoot_gallery (const char *puzzles, const char *folder, const char *name)
{
  g_setenv ("TW_PUZZLES_DIR", puzzles, TRUE);
  tw_compat_set_color_scheme ("light");
  use_size (1000, 700);
  g_auto (UiWindow) window = ui_window ();
  gtk_window_present (GTK_WINDOW (window));
  ui_spin_until (tw_gallery_is_settled (TW_GALLERY (ui_find (GTK_WIDGET (window), "gallery"))));
  save_widget (GTK_WIDGET (window), folder, name);
}

/* Creates a puzzle from words, as on the command line, and solves it. */
static void
shoot_spec (const TwKind *kind, const char *const *words, const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) puzzle = kind->read->spec (words, &error);
  g_auto (UiWindow) window = ui_window ();

  g_assert_no_error (error);
  tw_session_look_at (tw_window_get_session (window), puzzle, NULL);
  ui_run (window, "search.start");
  save (window, folder, name);
}

static void
shoot_dialog (const char *page, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_auto (UiWindow) window = ui_window ();
  TwNewDialog *dialog = tw_new_dialog_new (GTK_WINDOW (window));

  gtk_window_present (GTK_WINDOW (dialog));
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (GTK_WIDGET (dialog), "pages")), page);
  ui_iterate_times (50);
  g_autoptr (cairo_surface_t) picture = ui_picture (GTK_WIDGET (dialog));
  cairo_surface_write_to_png (picture, path);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Re-solves all boards of the folder, with solutions of the simplest engine as the old ones. */
static void
shoot_resolve (const char *puzzles, const char *folder, const char *name, int width, bool dark)
{
  g_auto (UiWindow) window = ui_window ();
  TwResolveWindow *resolve = tw_resolve_window_new (GTK_WINDOW (window),
                                                    tw_window_get_session (window));
  GListModel *batch = tw_resolve_get_entries (tw_resolve_window_get_batch (resolve));
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (puzzles);

  tw_compat_set_color_scheme (dark ? "dark" : "light");
  gtk_window_set_default_size (GTK_WINDOW (resolve), width, 560);
  gtk_window_present (GTK_WINDOW (resolve));
  tw_resolve_window_add (resolve, &file, 1);
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  ui_set_option ("engine", "greedy");
  gtk_widget_activate_action (GTK_WIDGET (resolve), "resolve.start", NULL);
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  for (guint i = 0; i < g_list_model_get_n_items (batch); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (batch, i);

    tw_entry_set_old (entry, tw_entry_get_result (entry));
  }
  ui_set_option ("engine", "auto");
  gtk_widget_activate_action (GTK_WIDGET (resolve), "resolve.again", NULL);
  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  save_widget (GTK_WIDGET (resolve), folder, name);
}

/* The form of online puzzles, or a session of `count` puzzles with the practice server. */
static void
shoot_online (guint count, const char *folder, const char *name)
{
  GtkWidget *online;
  g_auto (UiWindow) window = ui_window ();

  ui_activate (window, "app.online");
  online = tw_window_get_panel (window);
  if (count > 0) {
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (online, "online-count")), count);
    g_signal_emit_by_name (ui_find (online, "online-begin"), "clicked");
    ui_spin_until (!tw_online_is_busy (TW_ONLINE (online)));
  }
  save_widget (GTK_WIDGET (window), folder, name);
}

static TwWindow *
window_with_text (const char *text)
{
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), NULL, NULL);
  TwWindow *window = ui_window ();

  g_assert_nonnull (puzzles);
  tw_session_look_at (tw_window_get_session (window), puzzles->pdata[0], NULL);
  ui_activate (window, "edit.mode");
  return window;
}

/* The edit mode with a board, with a coloured piece puzzle, and with the piece editor. */
static void
shoot_editor (const char *puzzles, const char *folder)
{
  static const char coloured[] = "{\"board\": [\"aaabbb\", \"aabbbc\", \"a bbcc\", \"aacccc\"], "
                                 "\"pieces\": [{\"name\": \"A\", \"cells\": [\"aa\", \"a\"]}, "
                                 "{\"name\": \"B\", \"cells\": [\" b\", \"bbc\"]}]}";
  g_autofree char *sample = g_build_filename (puzzles, "sample.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (sample);
  TwWindow *window;

  for (int narrow = 0; narrow < 2; narrow++) {
    TwEditCell wall[8];

    for (int i = 0; i < 8; i++)
      wall[i] = (TwEditCell){ 3 + i, 4, TW_CELL_BLOCKED };
    use_size (narrow ? 360 : 1160, narrow ? 640 : 780);
    window = ui_window_of (file);
    ui_activate (window, "edit.mode");
    tw_document_change (ui_document (window),
                        tw_edit_paint (ui_puzzle (window), wall, 8, NULL, NULL), "Draw 8 obstacles",
                        TW_STEP_EDIT);
    tw_canvas_point_at_cell (ui_canvas (window), 10, 4);
    save (window, folder, narrow ? "editor-narrow.png" : "editor.png");
    ui_close (window);
  }

  use_size (760, 600);
  window = window_with_text (coloured);
  save (window, folder, "editor-colours.png");
  TwPieceEditor *editor = tw_piece_editor_new (GTK_WINDOW (window), ui_puzzle (window));
  gtk_window_present (GTK_WINDOW (editor));
  gtk_list_box_select_row (
    GTK_LIST_BOX (ui_find (GTK_WIDGET (editor), "piece-list")),
    gtk_list_box_get_row_at_index (GTK_LIST_BOX (ui_find (GTK_WIDGET (editor), "piece-list")), 1));
  save_widget (GTK_WIDGET (editor), folder, "editor-pieces.png");
  gtk_window_destroy (GTK_WINDOW (editor));
  TwResizeDialog *dialog = tw_resize_dialog_new (GTK_WINDOW (window), ui_puzzle (window));
  gtk_window_present (GTK_WINDOW (dialog));
  save_widget (GTK_WIDGET (dialog), folder, "editor-resize.png");
  gtk_window_destroy (GTK_WINDOW (dialog));
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
  g_object_set (gtk_settings_get_default (), "gtk-decoration-layout", ":close", NULL);
  shoot_gallery (argv[1], argv[2], "gallery.png");
  sample = g_build_filename (argv[1], "sample.json", NULL);
  shoot (sample, argv[2], "window.png", 1000, 700, false);
  shoot (sample, argv[2], "window-dark.png", 1000, 700, true);
  shoot (sample, argv[2], "window-narrow.png", 400, 700, false);
  use_size (1000, 700);
  {
    const char *tetrominoes[] = { "20", "I13,J16,L16,O11,S11,T22,Z11", NULL };
    const char *capped[] = { "33x32", "1", "any", NULL };

    tw_compat_set_color_scheme ("dark");
    shoot_spec (tw_kind_find ("tetrominoes"), tetrominoes, argv[2], "tetrominoes-dark.png");
    tw_compat_set_color_scheme ("light");
    shoot_spec (tw_kind_find ("capped"), capped, argv[2], "capped.png");
  }
  shoot_resolve (argv[1], argv[2], "resolve.png", 560, false);
  shoot_online (0, argv[2], "online-setup.png");
  shoot_online (6, argv[2], "online.png");
  shoot_editor (argv[1], argv[2]);
  use_size (1160, 780);
  shoot_dialog ("tetrominoes", argv[2], "new-puzzle.png");
  return 0;
}
