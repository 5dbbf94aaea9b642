/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ui-test.h - shared by the tests of real widgets: bounded spinning of the main loop, finding
 * widgets by name, an application without a desktop.
 */
#pragma once

#include "app/actions.h"
#include "app/application.h"
#include "app/canvas/canvas.h"
#include "app/pane/solution-browser.h"
#include "app/preferences/settings.h"
#include "app/window/hand.h"
#include "app/window/window.h"
#include "puzzle/core-values.h"
#include "test-cairo.h"
#include "test-tools.h"

/* Initializes GLib tests and GTK; a scratch folder replaces the user's folders. */
void ui_test_init (int *argc, char ***argv);
/* Runs the tests and then ends the application. */
int ui_test_run (void);

/* The TwApplication, registered but not run. */
TwApplication *ui_application (void);
/* Returns a window that has been drawn. Close it with ui_close (). */
TwWindow *ui_window (void);
/* The same, with a file opened in it. */
TwWindow *ui_window_of (GFile *file);
/* The same, with tests/ui/data/NAME, which is a puzzle. */
TwWindow *ui_window_with (const char *name);
/* A square puzzle, and a puzzle of two pieces in two colours, one of them placed. */
extern const char ui_board_text[];
extern const char ui_pieces_text[];
/* The same, with a new file of that name and contents. */
TwWindow *ui_window_with_text (const char *name, const char *text);
/* Restores what was left, as the next start does; returns the window. */
TwWindow *ui_restore (void);
/* Closes the window and drops what it has. */
void ui_close (TwWindow *window);
/* g_auto (UiWindow) window = ui_window (); is closed at the end of its block. */
typedef TwWindow *UiWindow;
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (UiWindow, ui_close, NULL)

/* Closes the shown puzzle, which has unsaved solutions, and drops them. */
void ui_drop_puzzle (TwWindow *window);

/* What the window shows; each may be NULL. */
TwDocument *ui_document (TwWindow *window);
TwPuzzle *ui_puzzle (TwWindow *window);
TwResult *ui_result (TwWindow *window);
TwJob *ui_job (TwWindow *window);
/* Whether the window is reading, writing or searching. */
gboolean ui_is_busy (TwWindow *window);
TwCanvas *ui_canvas (TwWindow *window);
TwHand *ui_hand (TwWindow *window);
TwSolutionBrowser *ui_browser (TwWindow *window);

GFile *ui_data_file (const char *name);
/* A file in the scratch folder. */
GFile *ui_scratch_file (const char *name);
/* Writes the text to the file. */
static inline void
ui_write_file (GFile *file, const char *text)
{
  g_assert_true (g_file_set_contents (g_file_peek_path (file), text, -1, NULL));
}
/* A file with this text in the scratch folder. */
static inline GFile *
ui_text_file (const char *name, const char *text)
{
  GFile *file = ui_scratch_file (name);

  ui_write_file (file, text);
  return file;
}
/* A square board with scattered obstacles, written to the scratch folder. */
GFile *ui_board_file (int side);

/* Finds the widget with that name below `root`; fails the test when there is none. */
GtkWidget *ui_find (GtkWidget *root, const char *name);
#define ui_find_label(root, name) gtk_label_get_text (GTK_LABEL (ui_find (GTK_WIDGET (root), name)))
/* Finds the first widget of that type below `root`; fails the test when there is none. */
gpointer ui_child (gpointer root, GType type);
/* The text of the first banner below `root`, or of the message above the board; NULL: none is shown. */
const char *ui_message (gpointer root);
const char *ui_toast (TwWindow *window);
/* Whether a puzzle of the window has unsaved changes. */
gboolean ui_is_modified (TwWindow *window);
/* What is shown below `root`: the number of progress bars, and the fraction of one of them; the
 * number of samples of a plot, and of pictures of pieces or solutions; the rows of a list of
 * results. */
guint ui_count_bars (gpointer root);
double ui_bar_fraction (gpointer root, int bar);
gsize ui_count_samples (gpointer plot);
guint ui_count_thumbs (gpointer thumbs);
/* Counts the pictures below a widget that are drawn. */
guint ui_count_drawn (gpointer root);
GListModel *ui_results (gpointer root);
/* The part of a menu of the window that directly holds an item of this action; NULL: none. */
GMenuModel *ui_menu_with (TwWindow *window, const char *action);
/* The state of a boolean action of the window, and whether an action is enabled. */
gboolean ui_is_on (TwWindow *window, const char *action);
gboolean ui_is_enabled (TwWindow *window, const char *action);
/* Calls `see` for a widget and all its descendants, except menu popovers: their mnemonics apply
 * only while they are open. */
void ui_walk (GtkWidget *widget, void (*see) (GtkWidget *widget, gpointer data), gpointer data);
/* The text of all labels of a widget and its descendants, one per line. */
char *ui_dup_text (GtkWidget *widget);
/* The text in the clipboard. */
char *ui_dup_clipboard (GtkWidget *widget);
/* Finds the first controller of a type. */
gpointer ui_controller (GtkWidget *widget, GType type);
/* The same in the capture phase; NULL: there is none. */
gpointer ui_capturing (GtkWidget *widget, GType type);
/* Finds the first window of a type; NULL: none. */
gpointer ui_find_dialog (GType type);
/* The same; the test fails when there is none. */
gpointer ui_dialog_of (GType type);
/* Shows a page of the side pane: "pieces", "result" or "options", with its advanced part. */
void ui_show_page (TwWindow *window, const char *page);
/* Waits until a file dialog is shown and can take this response. */
GtkFileChooser *ui_wait_for_file_dialog (int response);
/* The same; then types a name (NULL: keeps the proposed one), responds, and waits until the dialog is
 * closed. */
void ui_answer_file_dialog (int response, const char *name);
void ui_click (gpointer root, const char *name);
/* Offers a key to the controllers before the canvas until one handles it. */
gboolean ui_press (TwCanvas *canvas, guint key, GdkModifierType state);
/* Turns to editing, and changes this cell by the keyboard. */
void ui_edit_cell (TwWindow *window, int x, int y);
/* Checks the cells of the current puzzle. */
void ui_assert_board (TwWindow *window, const char *expected);
/* The options of the puzzle of the active window. */
GSettings *ui_options (void);
/* Sets an option of the puzzles that are shown and of new ones; NULL: to its default. */
void ui_set_option (const char *name, const char *value);
void ui_set_limit (int limit);
/* The settings of the next searches; the time in seconds. */
void ui_use_engine (const char *engine, double time);
void ui_activate (TwWindow *window, const char *action);
void ui_activate_uri (TwWindow *window, const char *action, GFile *file);
/* Sets a spin button. */
#define ui_set_number(root, name, value) \
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (GTK_WIDGET (root), name)), value)
/* These wait until the window is no longer busy. */
void ui_run (TwWindow *window, const char *action);
/* Searches with this engine for at most 10 s. */
#define ui_solve(window, engine) (ui_use_engine (engine, 10), ui_run (window, "search.start"))
void ui_run_uri (TwWindow *window, const char *action, GFile *file);
void ui_open (TwWindow *window, GFile *file);

/* GTK leaks in file dialogs that close while they read. */
#define UI_SANITIZED        TEST_SANITIZED
#define UI_PATIENCE_SECONDS (TEST_SANITIZED ? 600 : 60)

/* Runs the main loop until `condition` holds. Fails the test after a timeout that only a program
 * that hangs reaches. */
#define ui_spin_until(condition)                                                     \
  G_STMT_START                                                                       \
  {                                                                                  \
    gint64 ui_end_ = g_get_monotonic_time () + UI_PATIENCE_SECONDS * G_USEC_PER_SEC; \
    while (!(condition)) {                                                           \
      if (g_get_monotonic_time () > ui_end_)                                         \
        g_error ("%s:%d: never came true: %s", __FILE__, __LINE__, #condition);      \
      ui_iterate ();                                                                 \
    }                                                                                \
  }                                                                                  \
  G_STMT_END
void ui_iterate (void);
/* For example until layout, fonts and the last results settle. */
static inline void
ui_iterate_times (int n)
{
  for (int i = 0; i < n; i++)
    ui_iterate ();
}

/* Simulates a desktop with high contrast, and resets it. */
void ui_use_contrast (gboolean high);

/* Renders the widget as cairo ARGB32. */
cairo_surface_t *ui_picture (GtkWidget *widget);
/* Writes it as PNG. */
void ui_write_picture (gpointer widget, const char *path);
/* Draws the widget, when it has come to rest, to a file of that name in the folder
 * TW_TEST_PICTURES; does nothing when that variable is not set. */
void ui_keep_picture (gpointer widget, const char *name);
