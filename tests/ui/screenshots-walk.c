/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screenshots-walk.c - not a test: walks through the window as a new user does and writes a picture
 * of each step, in several looks: first start, gallery, open, solve, a worse run, quit, and a
 * restart with everything there; a board of pentominoes that is solved by hand, the program killed
 * on the way; a proof that is explained; optimal solutions that are browsed; a round online. Also
 * writes the menus and dialogs on the way. build-aux/screenshots runs it with the folder of the
 * puzzles and the output folder; with LANGUAGE=ar it walks once, from right to left. */
#include "ui-test.h"

#include <signal.h>

#include "app/compat.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/new-dialog.h"
#include "app/gallery/gallery.h"
#include "app/online/online.h"
#include "app/pane/solutions.h"
#include "app/window/split.h"
#include "app/window/window-private.h"
#include "puzzle/i18n.h"
#include "puzzle/play.h"
#include "test-puzzles.h"

static const char *folder;
static const char *look; /* the first part of each file name */

static void
save (gpointer widget, const char *step)
{
  g_autofree char *name = g_strconcat ("walk-", look, "-", step, ".png", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  ui_iterate_times (50);
  ui_write_picture (widget, path);
}

static void
settle (TwWindow *window)
{
  ui_iterate_times (50);
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
  ui_iterate_times (20);
}

static void
save_board_menu (TwWindow *window)
{
  GtkWidget *popover = ui_find (GTK_WIDGET (window), "board-menu");

  gtk_popover_popup (GTK_POPOVER (popover));
  ui_spin_until (gtk_widget_get_mapped (popover));
  save (popover, "board-menu");
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_iterate_times (20);
}

/* Writes a dialog that an action of the window opens, and closes it. */
static void
save_dialogs (TwWindow *window)
{
  ui_activate (window, "file.export-picture");
  TwExportDialog *dialog = ui_dialog_of (TW_TYPE_EXPORT_DIALOG);
  ui_spin_until (tw_export_dialog_is_settled (dialog));
  save (dialog, "export");
  gtk_window_destroy (GTK_WINDOW (dialog));

  ui_activate (window, "file.new");
  GtkWidget *created = ui_dialog_of (TW_TYPE_NEW_DIALOG);
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

/* Shows the side pane of a narrow window, which lies over the board, or hides it. */
static void
show_pane (TwWindow *window, gboolean shown)
{
  if (tw_split_get_collapsed (ui_child (window, TW_TYPE_SPLIT))
      && ui_is_on (window, "view.show-pane") != shown)
    ui_activate (window, "view.show-pane");
}

static TwWindow *
open_puzzle (const char *puzzles, const char *name)
{
  g_autoptr (GFile) file = g_file_new_build_filename (puzzles, name, NULL);
  TwWindow *window = ui_window_of (file);

  settle (window);
  return window;
}

/* --- by hand --------------------------------------------------------------------- */

#define BY_HAND "pentominoes-5x5.txt"
enum { LAID_BEFORE = 2 }; /* the program is killed */

/* Lays pieces of a solution with the keys: takes, turns and flips each, and puts it down. */
static void
lay (TwWindow *window, gsize from, gsize to)
{
  TwCanvas *canvas = ui_canvas (window);
  TwOptions options = test_options ();

  options.time = 60;
  g_autoptr (TwResult) solution = test_solve (ui_puzzle (window), &options);
  int columns = tw_puzzle_get_board (solution->puzzle)->width;
  for (gsize i = from; i < MIN (to, tw_result_n_placements (solution)); i++) {
    const TwPlacement *placement = tw_result_placement (solution, i);
    const guint32 *cells = tw_result_placement_cells (solution, i);
    int right = placement->x, bottom = placement->y;

    for (gsize k = 0; k < placement->n_cells; k++) {
      right = MAX (right, (int) cells[k] % columns);
      bottom = MAX (bottom, (int) cells[k] / columns);
    }
    g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", placement->piece);
    for (int turn = 0; tw_hand_get_transform (ui_hand (window)) != tw_play_transform (solution, i);
         turn++)
      g_assert_true (ui_press (canvas, turn == 3 ? GDK_KEY_f : GDK_KEY_r, 0));
    tw_canvas_point_at_cell (canvas, (placement->x + right) / 2, (placement->y + bottom) / 2);
    if (i + 1 == LAID_BEFORE) {
      show_pane (window, FALSE);
      save (window, "8-by-hand");
    }
    g_assert_true (ui_press (canvas, GDK_KEY_Return, 0));
  }
}

/* The part of the walk that ends with SIGKILL, in a program of its own. */
static void
play_and_die (const char *puzzles)
{
  TwWindow *window = open_puzzle (puzzles, BY_HAND);

  lay (window, 0, LAID_BEFORE);
  tw_keeper_flush (window->keeper);
  raise (SIGKILL);
}

/* A child solves a board of pentominoes; the program is killed on the way. */
static void
walk_by_hand (const char *program, const char *puzzles)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "TW_WALK_LOOK", look, TRUE);
  g_subprocess_launcher_setenv (launcher, "TW_WALK_STATE", g_get_user_state_dir (), TRUE);
  g_autoptr (GSubprocess)
    process = g_subprocess_launcher_spawn (launcher, &error, program, puzzles, folder, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_cmpint (g_subprocess_get_term_sig (process), ==, SIGKILL);

  g_auto (UiWindow) window = ui_restore ();
  settle (window);
  save (window, "9-after-kill");
  lay (window, LAID_BEFORE, G_MAXSIZE);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  ui_spin_until (!tw_canvas_is_waving (ui_canvas (window)));
  show_pane (window, TRUE);
  save (window, "10-solved-by-hand");
}

/* --- proofs and rounds --------------------------------------------------------------- */

/* Why a bound holds, and what other optimal solutions look like. */
static void
walk_proof (const char *puzzles)
{
  g_auto (UiWindow) window = open_puzzle (puzzles, "board-8x8.json");

  solve (window, "auto", 10);
  ui_activate (window, "view.why");
  ui_spin_until (tw_canvas_get_scene (ui_canvas (window))->layer == TW_LAYER_MARKS);
  show_pane (window, FALSE);
  save (window, "11-why");
  ui_click (window, "why-prices");
  ui_spin_until (tw_canvas_get_scene (ui_canvas (window))->layer == TW_LAYER_PRICES);
  save (window, "12-prices");
  ui_activate (window, "view.why");
  settle (window);
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) > 1);
  ui_activate (window, "view.next-solution");
  show_pane (window, TRUE);
  save (window, "13-optimal-solutions");
}

static void
walk_online (void)
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *online;

  settle (window);
  ui_activate (window, "app.online");
  online = tw_window_get_panel (window);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (online, "online-count")), 3);
  save (window, "14-online");
  g_signal_emit_by_name (ui_find (online, "online-begin"), "clicked");
  ui_spin_until (!tw_online_is_busy (TW_ONLINE (online)));
  save (window, "15-online-round");
}

/* --- the walk --------------------------------------------------------------------- */

static void
walk (char **argv, const char *name, int width, int height)
{
  const char *puzzles = argv[1];
  g_autoptr (GFile) file = g_file_new_build_filename (puzzles, "board-25x20.json", NULL);
  GtkApplication *application = GTK_APPLICATION (ui_application ());
  TwWindow *window;

  look = name;
  g_settings_set_int (tw_settings (), "window-width", width);
  g_settings_set_int (tw_settings (), "window-height", height);
  window = ui_window ();
  ui_spin_until (tw_gallery_is_settled (ui_child (window, TW_TYPE_GALLERY)));
  save (window, "1-start");
  tw_gallery_search (TW_GALLERY (ui_child (window, TW_TYPE_GALLERY)), "records");
  save (window, "1-records");
  tw_gallery_search (TW_GALLERY (ui_child (window, TW_TYPE_GALLERY)), "");

  ui_activate_uri (window, "file.open-uri", file);
  settle (window);
  g_assert_nonnull (ui_puzzle (window));
  save (window, "2-open");
  solve (window, "auto", 5);
  gint64 best = tw_result_count (ui_result (window));
  save (window, "3-solved");
  solve (window, "greedy", 1);
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, best);
  guint runs = g_list_model_get_n_items (
    tw_findings_get_list (tw_document_get_findings (ui_document (window))));
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
  g_assert_cmpuint (g_list_model_get_n_items (
                      tw_findings_get_list (tw_document_get_findings (ui_document (window)))),
                    ==, runs);
  save (window, "7-restart");
  ui_close (window);
  walk_by_hand (argv[0], puzzles);
  walk_proof (puzzles);
  walk_online ();
}

/* A session bus may have nobody who shows notifications: GLib warns when a search ends. */
static gboolean
is_fatal (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  return strstr (message, "org.freedesktop.Notifications") == NULL;
}

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  ui_test_init (&argc, &argv);
  g_test_log_set_fatal_handler (is_fatal, NULL);
  if (argc != 3)
    g_error ("usage: screenshots-walk PUZZLE-FOLDER OUTPUT-FOLDER");
  g_setenv ("TW_PUZZLES_DIR", argv[1], TRUE);
  folder = argv[2];
  look = g_getenv ("TW_WALK_LOOK");
  if (look != NULL)
    g_setenv ("XDG_STATE_HOME", g_getenv ("TW_WALK_STATE"), TRUE);
  ui_application ();
  tw_compat_set_color_scheme (g_strcmp0 (look, "dark") == 0 ? "dark" : "light");
  if (g_strcmp0 (look, "contrast") == 0)
    ui_use_contrast (TRUE);
  if (g_strcmp0 (g_getenv ("LANGUAGE"), "ar") == 0)
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  if (look != NULL) {
    g_settings_set_int (tw_settings (), "window-width", g_str_equal (look, "narrow") ? 360 : 1000);
    g_settings_set_int (tw_settings (), "window-height", g_str_equal (look, "narrow") ? 640 : 700);
    play_and_die (argv[1]);
  }
  if (g_strcmp0 (g_getenv ("LANGUAGE"), "ar") == 0) {
    walk (argv, "arabic", 1000, 700);
    return 0;
  }
  walk (argv, "light", 1000, 700);
  walk (argv, "narrow", 360, 640);
  tw_compat_set_color_scheme ("dark");
  walk (argv, "dark", 1000, 700);
  tw_compat_set_color_scheme ("light");
  ui_use_contrast (TRUE);
  walk (argv, "contrast", 1000, 700);
  return 0;
}
