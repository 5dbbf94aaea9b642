/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the edit mode of the window: drawing by drag and keys, Undo and Redo, resizing, generating,
 * transforms, colours and pieces. */
#include "ui-test.h"

#include "app/dialogs/new-dialog.h"
#include "app/pieces/piece-editor.h"
#include "app/dialogs/resize-dialog.h"
#include "app/window/edit-bar.h"
#include "app/pane/progress-bars.h"
#include "app/pieces/pieces.h"
#include "app/pane/plot.h"
#include "puzzle/kind-read.h"

/* Discards what the test has edited. */
static void
close_window (TwWindow *window)
{
  while (tw_history_n_undo (tw_document_get_history (ui_document (window))) > 0)
    ui_activate (window, "edit.undo");
  ui_close (window);
}

/* The controllers of the edit mode come before those of the canvas. */
static gpointer
controller (TwCanvas *canvas, GType type)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (GTK_WIDGET (canvas));
  gpointer found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (one, type)
        && gtk_event_controller_get_propagation_phase (one) == GTK_PHASE_CAPTURE)
      found = found == NULL || type == GTK_TYPE_GESTURE_DRAG ? one : found;
  }
  g_assert_nonnull (found);
  return found;
}

static void
middle_of (TwCanvas *canvas, int x, int y, double *at_x, double *at_y)
{
  cairo_rectangle_t area = tw_view_cell_area (tw_canvas_get_view (canvas), x, y, 1, 1);

  *at_x = area.x + area.width / 2;
  *at_y = area.y + area.height / 2;
}

static void
drag (TwCanvas *canvas, int from_x, int from_y, int to_x, int to_y)
{
  gpointer gesture = controller (canvas, GTK_TYPE_GESTURE_DRAG);
  double x, y, end_x, end_y;

  middle_of (canvas, from_x, from_y, &x, &y);
  middle_of (canvas, to_x, to_y, &end_x, &end_y);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", end_x - x, end_y - y);
  g_signal_emit_by_name (gesture, "drag-end", end_x - x, end_y - y);
}

/* The label of the menu item that activates the action. */
static char *
menu_label (TwWindow *window, const char *action)
{
  GMenuModel *menu = ui_menu_with (window, "edit.undo");

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autofree char *its_action = NULL;
    char *label = NULL;

    g_assert_true (
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &its_action));
    if (g_str_equal (its_action, action)
        && g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
      return label;
  }
  g_assert_not_reached ();
}

static void
assert_menu (TwWindow *window, const char *undo, const char *redo)
{
  g_autofree char *its_undo = menu_label (window, "edit.undo");
  g_autofree char *its_redo = menu_label (window, "edit.redo");

  g_assert_cmpstr (its_undo, ==, undo);
  g_assert_cmpstr (its_redo, ==, redo);
}

/* --- drawing -------------------------------------------------------------------- */

TEST (drag, "/ui/editor/drag")
{
  TwWindow *window = ui_window_with_text ("drag.txt", ui_board_text);
  GtkWidget *root = GTK_WIDGET (window);

  ui_activate (window, "edit.mode");
  g_assert_true (ui_is_on (window, "edit.mode"));
  ui_spin_until (gtk_widget_get_mapped (ui_find (root, "edit-draw")));
  gtk_test_widget_wait_for_draw (root);
  drag (ui_canvas (window), 0, 1, 2, 1);
  ui_assert_board (window, "#...\n###.\n....\n");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-undo")), ==,
                   "Undo: Draw 3 obstacles");
  /* The cells do not change, so there is no step. */
  drag (ui_canvas (window), 0, 0, 0, 1);
  g_assert_cmpuint (tw_history_n_undo (tw_document_get_history (ui_document (window))), ==, 1);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (ui_find (root, "edit-erase")), TRUE);
  drag (ui_canvas (window), 0, 0, 2, 2); /* a diagonal */
  ui_assert_board (window, "....\n#.#.\n....\n");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-undo")), ==,
                   "Undo: Erase 2 obstacles");

  ui_activate (window, "edit.undo");
  ui_assert_board (window, "#...\n###.\n....\n");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-redo")), ==,
                   "Redo: Erase 2 obstacles");
  assert_menu (window, "_Undo: Draw 3 obstacles", "_Redo: Erase 2 obstacles");
  g_assert_cmpstr (
    gtk_widget_get_tooltip_text (ui_find (ui_child (window, TW_TYPE_PIECES), "undo")), ==,
    "Undo: Draw 3 obstacles");
  ui_activate (window, "edit.undo");
  assert_menu (window, "_Undo", "_Redo: Draw 3 obstacles");
  ui_assert_board (window, ui_board_text);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-undo")), ==, "Undo");
  ui_activate (window, "edit.redo");
  ui_activate (window, "edit.redo");
  ui_assert_board (window, "....\n#.#.\n....\n");

  /* A cancelled stroke changes nothing. */
  gpointer gesture = controller (ui_canvas (window), GTK_TYPE_GESTURE_DRAG);
  double x, y;
  middle_of (ui_canvas (window), 0, 1, &x, &y);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "cancel", NULL);
  g_signal_emit_by_name (gesture, "drag-end", 0.0, 0.0);
  ui_assert_board (window, "....\n#.#.\n....\n");

  ui_activate (window, "edit.mode");
  g_assert_false (ui_is_on (window, "edit.mode"));
  close_window (window);
}

TEST (keys, "/ui/editor/keys")
{
  TwWindow *window = ui_window_with_text ("keys.txt", ui_board_text);

  ui_edit_cell (window, 1, 0);
  ui_assert_board (window, "##..\n....\n....\n");
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_space, 0));
  ui_assert_board (window, ui_board_text);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Down, GDK_SHIFT_MASK));
  ui_assert_board (window, "#.#.\n..#.\n....\n");
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Delete, 0));
  ui_assert_board (window, "#.#.\n....\n....\n");
  g_assert_false (
    ui_press (ui_canvas (window), GDK_KEY_Right, 0)); /* the canvas moves its cursor */
  close_window (window);
}

/* An edit that is impossible now, or always, is refused with a message. */
TEST (refused, "/ui/editor/refused")
{
  g_autoptr (GFile) file = ui_board_file (60);
  const char *words[] = { "4", "I4", NULL };
  g_auto (UiWindow) window = ui_window ();

  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (window), "edit-undo")));
  g_settings_set_double (tw_settings (), "time", 1000);
  ui_open (window, file);
  ui_activate (window, "edit.mode");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_activate (window, "search.start");
  g_assert_nonnull (ui_job (window));
  TwPuzzle *before = ui_puzzle (window);
  drag (ui_canvas (window), 5, 5, 9, 5);
  g_assert_true (ui_puzzle (window) == before);
  g_assert_nonnull (strstr (ui_message (window), "Stop the search"));
  ui_activate (window, "search.stop");
  ui_spin_until (ui_job (window) == NULL);

  /* The solution belongs to the edited board. */
  drag (ui_canvas (window), 5, 5, 9, 5);
  g_assert_true (ui_puzzle (window) != before);
  g_assert_null (ui_result (window));
  ui_activate (window, "search.start");
  g_assert_true (tw_job_get_puzzle (ui_job (window)) == ui_puzzle (window));
  ui_activate (window, "search.stop");
  ui_spin_until (ui_job (window) == NULL);
  ui_activate (window, "edit.undo");
  g_assert_true (ui_puzzle (window) == before);

  g_autoptr (TwPuzzle) other = tw_kind_find ("tetrominoes")->read->spec (words, NULL);
  tw_session_look_at (tw_window_get_session (window), other, NULL);
  g_assert_false (ui_is_on (window, "edit.mode")); /* editing was switched off */
  ui_activate (window, "edit.mode");
  g_assert_false (ui_is_on (window, "edit.mode"));
  g_assert_nonnull (ui_message (window));
  g_settings_reset (tw_settings (), "time");
}

static gint64
count_shown (TwWindow *window)
{
  TwResult *result = ui_result (window);

  return result != NULL ? tw_result_count (result) : -1;
}

/* A changed board has neither a solution nor the plot of the previous search; Undo and Redo bring
 * the solutions back. */
TEST (answers_come_back, "/ui/editor/answers-come-back")
{
  TwWindow *window = ui_window_with_text ("answer.txt", ui_board_text);

  ui_run (window, "search.start");
  gint64 first = count_shown (window);
  g_assert_cmpint (first, >, 0);
  g_assert_cmpuint (ui_count_samples (ui_child (window, TW_TYPE_PLOT)), >, 0);
  g_assert_cmpuint (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)), >, 0);
  ui_activate (window, "edit.mode");
  drag (ui_canvas (window), 0, 1, 2, 1);
  g_assert_cmpint (count_shown (window), ==, -1);
  g_assert_cmpuint (ui_count_samples (ui_child (window, TW_TYPE_PLOT)), ==, 0);
  g_assert_cmpuint (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)), ==, 0);
  ui_run (window, "search.start");
  gint64 second = count_shown (window);
  g_assert_cmpint (second, !=, first);
  for (int i = 0; i < 3; i++) {
    ui_activate (window, "edit.undo");
    g_assert_cmpint (count_shown (window), ==, first);
    g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, >=, (guint) first);
    ui_activate (window, "edit.redo");
    g_assert_cmpint (count_shown (window), ==, second);
  }
  close_window (window);
}

/* --- the whole board --------------------------------------------------------------- */

TEST (whole_board, "/ui/editor/whole-board")
{
  TwWindow *window = ui_window_with_text ("whole.txt", ui_board_text);

  ui_activate (window, "edit.resize-board"); /* disabled outside the edit mode */
  g_assert_null (ui_find_dialog (TW_TYPE_RESIZE_DIALOG));
  ui_activate (window, "edit.mode");
  ui_activate (window, "edit.edit-pieces"); /* the board has no pieces */
  g_assert_null (ui_find_dialog (TW_TYPE_PIECE_EDITOR));
  ui_activate (window, "edit.resize-board");
  GtkWidget *dialog = ui_dialog_of (TW_TYPE_RESIZE_DIALOG);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (ui_find (dialog, "resize-width"))),
                     ==, 4);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "resize-width")), 6);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "resize-height")), 5);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, "resize-anchor")), 4);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, "resize-fill")), 1);
  ui_click (dialog, "resize");
  ui_assert_board (window, "######\n##...#\n#....#\n#....#\n######\n");
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "6 × 5");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "edit.transform-board", "i", 6));
  ui_assert_board (window, "#####\n#..##\n#...#\n#...#\n#...#\n#####\n");
  g_assert_cmpstr (tw_history_undo_name (tw_document_get_history (ui_document (window))), ==,
                   "Turn right");

  ui_activate (window, "edit.generate-board");
  dialog = ui_dialog_of (TW_TYPE_NEW_DIALOG);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (ui_find (dialog, "board-width"))),
                     ==, 5);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "density")), 0);
  ui_click (dialog, "create");
  ui_assert_board (window, ".....\n.....\n.....\n.....\n.....\n.....\n");
  g_assert_cmpuint (tw_history_n_undo (tw_document_get_history (ui_document (window))), ==, 3);
  ui_activate (window, "edit.undo");
  ui_activate (window, "edit.undo");
  ui_activate (window, "edit.undo");
  ui_assert_board (window, ui_board_text);
  close_window (window);
}

/* --- colours and pieces --------------------------------------------------------------- */

TEST (colours, "/ui/editor/colours")
{
  TwWindow *window = ui_window_with_text ("colours.json", ui_pieces_text);
  GtkWidget *root = GTK_WIDGET (window);
  GtkDropDown *colour;

  ui_activate (window, "edit.mode");
  gtk_test_widget_wait_for_draw (root);
  colour = GTK_DROP_DOWN (ui_find (root, "edit-colour"));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (colour)));
  int least;
  tw_edit_bar_set_narrow (ui_child (window, TW_TYPE_EDIT_BAR), TRUE);
  gtk_widget_measure (ui_find (root, "edit-bar"), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                      NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (colour)), ==, 2);

  /* The cell below a placed piece changes: the piece is removed with a message, and Undo restores
   * it. */
  gtk_drop_down_set_selected (colour, 1);
  drag (ui_canvas (window), 0, 0, 0, 0);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (ui_puzzle (window))->n_placed, ==, 0);
  g_assert_nonnull (strstr (ui_message (window), "taken off"));
  ui_activate (window, "edit.undo");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (ui_puzzle (window))->n_placed, ==, 1);

  ui_activate (window, "edit.add-colour");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (colour)), ==, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (colour), ==, 2);
  tw_canvas_point_at_cell (ui_canvas (window), 2, 1);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_space, 0));
  g_assert_cmpint (tw_board_get (tw_puzzle_get_board (ui_puzzle (window)), 2, 1), ==, 3);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_space, 0)); /* a hole */
  g_assert_cmpint (tw_board_get (tw_puzzle_get_board (ui_puzzle (window)), 2, 1), ==, 0);
  close_window (window);
}

TEST (pieces, "/ui/editor/pieces")
{
  TwWindow *window = ui_window_with_text ("pieces.json", ui_pieces_text);
  TwCanvas *canvas;

  ui_activate (window, "edit.mode");
  ui_activate (window, "edit.edit-pieces");
  GtkWidget *editor = GTK_WIDGET (ui_dialog_of (TW_TYPE_PIECE_EDITOR));
  gtk_test_widget_wait_for_draw (editor);
  canvas = TW_CANVAS (ui_find (editor, "piece-canvas"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (ui_find (editor, "piece-name"))), ==, "L");
  g_assert_cmpuint (tw_canvas_get_scene (canvas)->n_regions, ==, 1);

  /* Adds a piece, drawn by a stroke, used up to three times. */
  ui_click (editor, "piece-add");
  gtk_test_widget_wait_for_draw (editor);
  g_assert_cmpuint (tw_canvas_get_scene (canvas)->n_regions, ==, 0);
  drag (canvas, 1, 2, 3, 2);
  g_assert_cmpint (tw_canvas_get_scene (canvas)->regions[0].n_cells, ==, 3);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (editor, "piece-colour")), 1);
  drag (canvas, 3, 2, 3, 2);
  g_assert_cmpuint (tw_canvas_get_scene (canvas)->n_regions, ==, 2);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (editor, "piece-most")), 3);
  gtk_switch_set_active (GTK_SWITCH (ui_find (editor, "piece-flip")), FALSE);

  /* A duplicate name is refused; the editor stays open. */
  gtk_editable_set_text (GTK_EDITABLE (ui_find (editor, "piece-name")), "J");
  ui_click (editor, "apply");
  g_assert_true (gtk_widget_get_visible (ui_find (editor, "message")));
  gtk_editable_set_text (GTK_EDITABLE (ui_find (editor, "piece-name")), "New_1");
  ui_click (editor, "apply");

  TwPuzzle *puzzle = ui_puzzle (window);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_assert_cmpuint (problem->n_pieces, ==, 3);
  g_assert_cmpstr (problem->pieces[2].name, ==, "New_1");
  g_assert_cmpint (problem->pieces[2].shape.count, ==, 3);
  g_assert_cmpint (problem->pieces[2].shape.cells[2].colour, ==, 2);
  g_assert_cmpint (problem->pieces[2].most, ==, 3);
  g_assert_cmpint (problem->pieces[2].transforms, ==, TW_SHAPE_ROTATIONS);
  g_assert_cmpuint (problem->n_placed, ==, 1);
  g_assert_cmpstr (tw_history_undo_name (tw_document_get_history (ui_document (window))), ==,
                   "Add piece New_1");
  assert_menu (window, "_Undo: Add piece New__1", "_Redo"); /* the name has no mnemonic */

  /* Removes a piece; then closes without changes. */
  ui_activate (window, "edit.edit-pieces");
  editor = GTK_WIDGET (ui_dialog_of (TW_TYPE_PIECE_EDITOR));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (editor, "free-cells")), 1);
  ui_click (editor, "piece-remove");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (ui_find (editor, "piece-name"))), ==, "J");
  ui_click (editor, "apply");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (ui_puzzle (window))->n_pieces, ==, 2);
  g_assert_cmpint (tw_piece_puzzle_get_problem (ui_puzzle (window))->n_free, ==, 1);
  guint steps = tw_history_n_undo (tw_document_get_history (ui_document (window)));
  ui_activate (window, "edit.edit-pieces");
  ui_click (ui_dialog_of (TW_TYPE_PIECE_EDITOR), "apply");
  g_assert_cmpuint (tw_history_n_undo (tw_document_get_history (ui_document (window))), ==, steps);
  close_window (window);
}

/* Creates a piece puzzle from scratch. */
TEST (new_pieces, "/ui/editor/new-pieces")
{
  g_auto (UiWindow) window = ui_window ();

  ui_activate (window, "file.new");
  GtkWidget *dialog = GTK_WIDGET (ui_dialog_of (TW_TYPE_NEW_DIALOG));
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (dialog, "pages")), "pieces");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "pieces-width")), 5);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "pieces-height")), 3);
  ui_click (dialog, "create");
  g_assert_true (ui_is_on (window, "edit.mode"));
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "5 × 3");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (ui_puzzle (window))->n_pieces, ==, 1);
  g_assert_true (ui_is_modified (window)); /* no file holds it */
}

TEST_MAIN (ui_test_init, ui_test_run)
