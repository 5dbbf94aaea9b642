/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the dialog for puzzles with a few parameters: each kind appears in the window and can be
 * solved; errors are reported. */
#include "config.h"

#include "ui-test.h"

#include "app/dialogs/new-dialog.h"
#include "app/preferences/settings.h"
#include "puzzle/kind.h"

static GtkWidget *
open_dialog (TwWindow *window, const char *page)
{
  GtkWidget *dialog = NULL;
  GListModel *all = gtk_window_get_toplevels ();

  ui_activate (window, "win.new-puzzle");
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWidget) top = g_list_model_get_item (all, i);

    if (TW_IS_NEW_DIALOG (top))
      dialog = top;
  }
  g_assert_nonnull (dialog);
  ui_spin_until (gtk_widget_get_mapped (dialog));
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (dialog, "pages")), page);
  return dialog;
}

static void
set_number (GtkWidget *dialog, const char *name, double value)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, name)), value);
}

static void
press (GtkWidget *dialog, const char *name)
{
  gtk_widget_activate (ui_find (dialog, name));
}

static const char *
kind_of (TwWindow *window)
{
  return tw_puzzle_get_kind (tw_window_get_puzzle (window))->name;
}

static TwResult *
solve (TwWindow *window)
{
  g_autoptr (GSettings) settings = tw_settings_new ();

  g_settings_set_string (settings, "engine", "auto");
  g_settings_set_double (settings, "time", 30);
  ui_activate (window, "win.solve");
  ui_spin_until (!tw_window_is_busy (window));
  return tw_window_get_result (window);
}

static void
test_board (void)
{
  TwWindow *window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "board");
  const TwBoard *board;

  set_number (dialog, "board-width", 9);
  set_number (dialog, "board-height", 7);
  set_number (dialog, "density", 10);
  press (dialog, "create");
  ui_spin_until (tw_window_get_puzzle (window) != NULL);
  board = tw_puzzle_get_board (tw_window_get_puzzle (window));
  g_assert_cmpstr (kind_of (window), ==, "squares");
  g_assert_cmpint (board->width, ==, 9);
  g_assert_cmpuint (tw_board_count_free (board), ==, 57);
  g_assert_cmpint (solve (window)->status, ==, TW_STATUS_OPTIMAL);
  tw_window_set_approved (window, TRUE); /* no file holds a new puzzle */
  ui_close (window);
}

static void
test_tetrominoes (void)
{
  TwWindow *window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "tetrominoes");
  GtkWidget *signature = ui_find (dialog, "signature");

  /* Invalid input is reported and kept. */
  gtk_editable_set_text (GTK_EDITABLE (signature), "Q4");
  press (dialog, "create");
  ui_spin_until (gtk_widget_get_visible (ui_find (dialog, "message")));
  g_assert_cmpstr (ui_find_label (dialog, "message"), !=, "");
  g_assert_null (tw_window_get_puzzle (window));

  set_number (dialog, "tetromino-side", 12);
  press (dialog, "random-signature");
  ui_spin_until (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (signature)), "Q4"));
  press (dialog, "create");
  ui_spin_until (tw_window_get_puzzle (window) != NULL);
  g_assert_cmpstr (kind_of (window), ==, "tetrominoes");
  g_assert_true (tw_result_has_answer (solve (window)));
  g_assert_cmpuint (tw_result_n_placements (tw_window_get_result (window)), ==, 36);
  tw_window_set_approved (window, TRUE); /* no file holds a new puzzle */
  ui_close (window);
}

static void
test_capped (void)
{
  TwWindow *window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "capped");

  set_number (dialog, "capped-width", 7);
  set_number (dialog, "capped-height", 7);
  press (dialog, "create");
  ui_spin_until (tw_window_get_puzzle (window) != NULL);
  g_assert_cmpstr (kind_of (window), ==, "capped");
  /* OEIS A036444: the least cap of 7 x 7 is 3. */
  g_assert_cmpint (solve (window)->status, ==, TW_STATUS_OPTIMAL);
  g_assert_cmpint (tw_window_get_result (window)->cap, ==, 3);
  /* The proof is about the cap, not about the number of squares. */
  g_assert_true (g_str_has_suffix (ui_find_label (window, "detail"),
                                   ", no size more than 3 times, the least cap, proved"));
  tw_window_set_approved (window, TRUE); /* no file holds a new puzzle */
  ui_close (window);
}

/* Closing the dialog cancels the drawing of random figures. */
static void
test_close (void)
{
  TwWindow *window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "tetrominoes");

  set_number (dialog, "tetromino-side", 1000);
  press (dialog, "random-signature");
  ui_spin_until (!gtk_widget_get_sensitive (ui_find (dialog, "random-signature")));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_spin_until (dialog == NULL);
  g_assert_null (tw_window_get_puzzle (window));
  tw_window_set_approved (window, TRUE); /* no file holds a new puzzle */
  ui_close (window);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/ui/new-dialog/board", test_board);
  g_test_add_func ("/ui/new-dialog/tetrominoes", test_tetrominoes);
  g_test_add_func ("/ui/new-dialog/capped", test_capped);
  g_test_add_func ("/ui/new-dialog/close", test_close);
  return ui_test_run ();
}
