/* The edit mode of the window: drawing by drag and keys, Undo and Redo, resizing,
 * generating, turning, colours and pieces. */
#include "ui-test.h"

#include <signal.h>
#include <string.h>

#include "app/ask-dialog.h"
#include "app/drafts-offer.h"
#include "app/new-dialog.h"
#include "app/piece-editor.h"
#include "app/resize-dialog.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/window-private.h"
#include "puzzle/grid-text.h"
#include "puzzle/load.h"

static TwWindow *
window_with (const char *name, const char *text)
{
  TwWindow *window = ui_window ();
  g_autoptr (GFile) file = ui_scratch_file (name);
  g_autofree char *path = g_file_get_path (file);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  tw_window_open_files (window, &file, 1);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (tw_window_get_message (window), ==, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

static const char board_text[] = "#...\n....\n....\n";
static const char pieces_text[] = "{\"board\": [\"aab\", \"abb\"], \"pieces\": ["
                                  "{\"name\": \"L\", \"cells\": [\"aa\", \"a\"]},"
                                  "{\"name\": \"J\", \"cells\": [\" b\", \"bb\"]}],"
                                  "\"placed\": [{\"piece\": \"L\", \"x\": 0, \"y\": 0}]}";

/* What the editor changes is thrown away. */
static void
close_window (TwWindow *window)
{
  while (tw_history_n_undo (tw_window_get_history (window)) > 0)
    ui_activate (window, "win.undo");
  ui_close (window);
}

static void
assert_board (TwWindow *window, const char *expected)
{
  g_autofree char *text = tw_grid_text_write (tw_puzzle_get_board (tw_window_get_puzzle (window)));

  g_assert_cmpstr (text, ==, expected);
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

/* To all that listen before the canvas, until one takes the key. */
static gboolean
press (TwCanvas *canvas, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (GTK_WIDGET (canvas));
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (all) && !taken; i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);
    if (GTK_IS_EVENT_CONTROLLER_KEY (one))
      g_signal_emit_by_name (one, "key-pressed", key, 0, state, &taken);
  }
  return taken;
}

/* What the item of the menu says that activates this. */
static char *
menu_label (TwWindow *window, const char *action)
{
  GMenuModel *menu = G_MENU_MODEL (window->edit_menu);

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
  g_autofree char *its_undo = menu_label (window, "win.undo");
  g_autofree char *its_redo = menu_label (window, "win.redo");

  g_assert_cmpstr (its_undo, ==, undo);
  g_assert_cmpstr (its_redo, ==, redo);
}

/* --- drawing -------------------------------------------------------------------- */

static void
test_drag (void)
{
  TwWindow *window = window_with ("drag.txt", board_text);
  GtkWidget *root = GTK_WIDGET (window);

  ui_activate (window, "win.edit-mode");
  g_assert_true (window->editing);
  ui_spin_until (gtk_widget_get_mapped (ui_find (root, "edit-draw")));
  gtk_test_widget_wait_for_draw (root);
  drag (window->canvas, 0, 1, 2, 1);
  assert_board (window, "#...\n###.\n....\n");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-undo")), ==,
                   "Undo: Draw 3 obstacles");
  /* Nothing is different: no step. */
  drag (window->canvas, 0, 0, 0, 1);
  g_assert_cmpuint (tw_history_n_undo (tw_window_get_history (window)), ==, 1);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (ui_find (root, "edit-erase")), TRUE);
  drag (window->canvas, 0, 0, 2, 2); /* a diagonal */
  assert_board (window, "....\n#.#.\n....\n");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-undo")), ==,
                   "Undo: Erase 2 obstacles");

  ui_activate (window, "win.undo");
  assert_board (window, "#...\n###.\n....\n");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-redo")), ==,
                   "Redo: Erase 2 obstacles");
  assert_menu (window, "_Undo: Draw 3 obstacles", "_Redo: Erase 2 obstacles");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (GTK_WIDGET (window->pieces), "undo")), ==,
                   "Undo: Draw 3 obstacles");
  ui_activate (window, "win.undo");
  assert_menu (window, "_Undo", "_Redo: Draw 3 obstacles");
  assert_board (window, board_text);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (ui_find (root, "edit-undo")), ==, "Undo");
  ui_activate (window, "win.redo");
  ui_activate (window, "win.redo");
  assert_board (window, "....\n#.#.\n....\n");

  /* A stroke that is broken off changes nothing. */
  gpointer gesture = controller (window->canvas, GTK_TYPE_GESTURE_DRAG);
  double x, y;
  middle_of (window->canvas, 0, 1, &x, &y);
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "cancel", NULL);
  g_signal_emit_by_name (gesture, "drag-end", 0.0, 0.0);
  assert_board (window, "....\n#.#.\n....\n");

  ui_activate (window, "win.edit-mode");
  g_assert_false (window->editing);
  close_window (window);
}

static void
test_keys (void)
{
  TwWindow *window = window_with ("keys.txt", board_text);

  ui_activate (window, "win.edit-mode");
  tw_canvas_point_at_cell (window->canvas, 1, 0);
  g_assert_true (press (window->canvas, GDK_KEY_space, 0));
  assert_board (window, "##..\n....\n....\n");
  g_assert_true (press (window->canvas, GDK_KEY_space, 0));
  assert_board (window, board_text);
  g_assert_true (press (window->canvas, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_true (press (window->canvas, GDK_KEY_Down, GDK_SHIFT_MASK));
  assert_board (window, "#.#.\n..#.\n....\n");
  g_assert_true (press (window->canvas, GDK_KEY_Delete, 0));
  assert_board (window, "#.#.\n....\n....\n");
  g_assert_false (press (window->canvas, GDK_KEY_Right, 0)); /* the canvas moves its cursor */
  close_window (window);
}

/* What cannot be changed now, or ever, is refused in words. */
static void
test_refused (void)
{
  g_autoptr (GSettings) settings = tw_settings_new ();
  g_autoptr (GFile) file = ui_board_file (60);
  const char *words[] = { "4", "I4", NULL };
  TwWindow *window = ui_window ();

  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (window), "edit-undo")));
  g_settings_set_double (settings, "time", 1000);
  tw_window_open_files (window, &file, 1);
  ui_spin_until (!tw_window_is_busy (window));
  ui_activate (window, "win.edit-mode");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_activate (window, "win.solve");
  g_assert_nonnull (tw_window_get_job (window));
  TwPuzzle *before = tw_window_get_puzzle (window);
  drag (window->canvas, 5, 5, 9, 5);
  g_assert_true (tw_window_get_puzzle (window) == before);
  g_assert_nonnull (strstr (tw_window_get_message (window), "Stop the search"));
  ui_activate (window, "win.stop");
  ui_spin_until (tw_window_get_job (window) == NULL);

  /* The answer is that of the edited board. */
  drag (window->canvas, 5, 5, 9, 5);
  g_assert_true (tw_window_get_puzzle (window) != before);
  g_assert_null (tw_window_get_result (window));
  ui_activate (window, "win.solve");
  g_assert_true (tw_job_get_puzzle (tw_window_get_job (window)) == tw_window_get_puzzle (window));
  ui_activate (window, "win.stop");
  ui_spin_until (tw_window_get_job (window) == NULL);
  ui_activate (window, "win.undo");
  g_assert_true (tw_window_get_puzzle (window) == before);

  GPtrArray *puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_ptr_array_add (puzzles, tw_kind_find ("tetrominoes")->read_spec (words, NULL));
  tw_window_set_puzzles (window, puzzles);
  g_assert_false (window->editing); /* it was switched off */
  ui_activate (window, "win.edit-mode");
  g_assert_false (window->editing);
  g_assert_nonnull (tw_window_get_message (window));
  g_settings_reset (settings, "time");
  ui_close (window);
}

/* --- the whole board --------------------------------------------------------------- */

static gpointer
find_dialog (GType type)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GObject) window = g_list_model_get_item (all, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
      return window;
  }
  return NULL;
}

static gpointer
dialog_of (GType type)
{
  gpointer dialog = find_dialog (type);

  if (dialog == NULL)
    g_error ("there is no %s", g_type_name (type));
  return dialog;
}

static void
click (gpointer root, const char *name)
{
  g_signal_emit_by_name (ui_find (root, name), "clicked");
}

static void
test_whole_board (void)
{
  TwWindow *window = window_with ("whole.txt", board_text);
  GtkWidget *dialog;

  ui_activate (window, "win.resize-board"); /* not without the mode */
  g_assert_null (find_dialog (TW_TYPE_RESIZE_DIALOG));
  ui_activate (window, "win.edit-mode");
  ui_activate (window, "win.edit-pieces"); /* there are none */
  g_assert_null (find_dialog (TW_TYPE_PIECE_EDITOR));
  ui_activate (window, "win.resize-board");
  dialog = dialog_of (TW_TYPE_RESIZE_DIALOG);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (ui_find (dialog, "resize-width"))),
                     ==, 4);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "resize-width")), 6);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "resize-height")), 5);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, "resize-anchor")), 4);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, "resize-fill")), 1);
  click (dialog, "resize");
  assert_board (window, "######\n##...#\n#....#\n#....#\n######\n");
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "6 × 5");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.transform-board", "i", 6));
  assert_board (window, "#####\n#..##\n#...#\n#...#\n#...#\n#####\n");
  g_assert_cmpstr (tw_history_undo_name (tw_window_get_history (window)), ==, "Turn right");

  ui_activate (window, "win.generate-board");
  dialog = dialog_of (TW_TYPE_NEW_DIALOG);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (ui_find (dialog, "board-width"))),
                     ==, 5);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "density")), 0);
  click (dialog, "create");
  assert_board (window, ".....\n.....\n.....\n.....\n.....\n.....\n");
  g_assert_cmpuint (tw_history_n_undo (tw_window_get_history (window)), ==, 3);
  ui_activate (window, "win.undo");
  ui_activate (window, "win.undo");
  ui_activate (window, "win.undo");
  assert_board (window, board_text);
  close_window (window);
}

/* --- colours and pieces --------------------------------------------------------------- */

static void
test_colours (void)
{
  TwWindow *window = window_with ("colours.json", pieces_text);
  GtkWidget *root = GTK_WIDGET (window);
  GtkDropDown *colour;

  ui_activate (window, "win.edit-mode");
  gtk_test_widget_wait_for_draw (root);
  colour = GTK_DROP_DOWN (ui_find (root, "edit-colour"));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (colour)));
  int least;
  tw_edit_bar_set_narrow (window->edit_bar, TRUE);
  gtk_widget_measure (ui_find (root, "edit-bar"), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                      NULL, NULL);
  g_assert_cmpint (least, <=, 360);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (colour)), ==, 2);

  /* Under the piece that lies there: it is taken off, which is said, and comes back. */
  gtk_drop_down_set_selected (colour, 1);
  drag (window->canvas, 0, 0, 0, 0);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (tw_window_get_puzzle (window))->n_placed, ==, 0);
  g_assert_nonnull (strstr (tw_window_get_message (window), "taken off"));
  ui_activate (window, "win.undo");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (tw_window_get_puzzle (window))->n_placed, ==, 1);

  ui_activate (window, "win.add-colour");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (colour)), ==, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (colour), ==, 2);
  tw_canvas_point_at_cell (window->canvas, 2, 1);
  g_assert_true (press (window->canvas, GDK_KEY_space, 0));
  g_assert_cmpint (tw_board_get (tw_puzzle_get_board (tw_window_get_puzzle (window)), 2, 1), ==, 3);
  g_assert_true (press (window->canvas, GDK_KEY_space, 0)); /* a hole */
  g_assert_cmpint (tw_board_get (tw_puzzle_get_board (tw_window_get_puzzle (window)), 2, 1), ==, 0);
  close_window (window);
}

static void
test_pieces (void)
{
  TwWindow *window = window_with ("pieces.json", pieces_text);
  GtkWidget *editor;
  TwCanvas *canvas;

  ui_activate (window, "win.edit-mode");
  ui_activate (window, "win.edit-pieces");
  editor = GTK_WIDGET (dialog_of (TW_TYPE_PIECE_EDITOR));
  gtk_test_widget_wait_for_draw (editor);
  canvas = TW_CANVAS (ui_find (editor, "piece-canvas"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (ui_find (editor, "piece-name"))), ==, "L");
  g_assert_cmpuint (tw_canvas_get_scene (canvas)->n_regions, ==, 1);

  /* A new piece, drawn by a stroke, used up to three times. */
  click (editor, "piece-add");
  gtk_test_widget_wait_for_draw (editor);
  g_assert_cmpuint (tw_canvas_get_scene (canvas)->n_regions, ==, 0);
  drag (canvas, 1, 2, 3, 2);
  g_assert_cmpint (tw_canvas_get_scene (canvas)->regions[0].n_cells, ==, 3);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (editor, "piece-colour")), 1);
  drag (canvas, 3, 2, 3, 2);
  g_assert_cmpuint (tw_canvas_get_scene (canvas)->n_regions, ==, 2);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (editor, "piece-most")), 3);
  gtk_switch_set_active (GTK_SWITCH (ui_find (editor, "piece-flip")), FALSE);

  /* A name that is taken is refused; the editor stays. */
  gtk_editable_set_text (GTK_EDITABLE (ui_find (editor, "piece-name")), "J");
  click (editor, "apply");
  g_assert_true (gtk_widget_get_visible (ui_find (editor, "message")));
  gtk_editable_set_text (GTK_EDITABLE (ui_find (editor, "piece-name")), "New_1");
  click (editor, "apply");

  TwPuzzle *puzzle = tw_window_get_puzzle (window);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_assert_cmpuint (problem->n_pieces, ==, 3);
  g_assert_cmpstr (problem->pieces[2].name, ==, "New_1");
  g_assert_cmpint (problem->pieces[2].shape.count, ==, 3);
  g_assert_cmpint (problem->pieces[2].shape.cells[2].colour, ==, 2);
  g_assert_cmpint (problem->pieces[2].most, ==, 3);
  g_assert_cmpint (problem->pieces[2].transforms, ==, TW_SHAPE_ROTATIONS);
  g_assert_cmpuint (problem->n_placed, ==, 1);
  g_assert_cmpstr (tw_history_undo_name (tw_window_get_history (window)), ==, "Add piece New_1");
  assert_menu (window, "_Undo: Add piece New__1", "_Redo"); /* no key is marked by the name */

  /* Removing one, and changing nothing. */
  ui_activate (window, "win.edit-pieces");
  editor = GTK_WIDGET (dialog_of (TW_TYPE_PIECE_EDITOR));
  click (editor, "piece-remove");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (ui_find (editor, "piece-name"))), ==, "J");
  click (editor, "apply");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (tw_window_get_puzzle (window))->n_pieces, ==, 2);
  guint steps = tw_history_n_undo (tw_window_get_history (window));
  ui_activate (window, "win.edit-pieces");
  click (dialog_of (TW_TYPE_PIECE_EDITOR), "apply");
  g_assert_cmpuint (tw_history_n_undo (tw_window_get_history (window)), ==, steps);
  close_window (window);
}

/* A piece puzzle from nothing. */
static void
test_new_pieces (void)
{
  TwWindow *window = ui_window ();
  GtkWidget *dialog;

  ui_activate (window, "win.new-puzzle");
  dialog = GTK_WIDGET (dialog_of (TW_TYPE_NEW_DIALOG));
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (dialog, "pages")), "pieces");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "pieces-width")), 5);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, "pieces-height")), 3);
  click (dialog, "create");
  g_assert_true (window->editing);
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "5 × 3");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (tw_window_get_puzzle (window))->n_pieces, ==, 1);
  g_assert_false (tw_window_is_modified (window)); /* nothing would be lost */
  ui_close (window);
}

/* --- saving --------------------------------------------------------------------------- */

static char *
contents (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static TwWindow *
changed_window (const char *name)
{
  TwWindow *window = window_with (name, board_text);

  ui_activate (window, "win.edit-mode");
  tw_canvas_point_at_cell (window->canvas, 3, 2);
  g_assert_true (press (window->canvas, GDK_KEY_space, 0));
  assert_board (window, "#...\n....\n...#\n");
  g_assert_true (tw_window_is_modified (window));
  return window;
}

static void
test_save (void)
{
  TwWindow *window = changed_window ("save.txt");
  g_autoptr (GFile) file = ui_scratch_file ("save.txt"), other = ui_scratch_file ("other.json");
  g_autoptr (GFile) nowhere = ui_scratch_file ("no-such-folder/x.json");

  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• save.txt");
  ui_activate (window, "win.save-puzzle");
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_false (tw_window_is_modified (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "save.txt");
  g_autofree char *text = contents (file);
  g_assert_cmpstr (text, ==, "#...\n....\n...#\n");
  ui_activate (window, "win.undo"); /* what is in the file is another one now */
  g_assert_true (tw_window_is_modified (window));

  /* Where nothing can be written nothing is lost, and it is said. */
  ui_activate_uri (window, "win.save-puzzle-to", nowhere);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_true (tw_window_is_modified (window));
  g_assert_nonnull (tw_window_get_message (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• save.txt");

  /* Under another name: from then on that is its file. */
  ui_activate_uri (window, "win.save-puzzle-to", other);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "other.json");
  ui_activate (window, "win.redo");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• other.json");
  ui_activate (window, "win.save-puzzle");
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_false (tw_window_is_modified (window));
  ui_close (window);

  window = ui_window ();
  tw_window_open_files (window, &other, 1);
  ui_spin_until (!tw_window_is_busy (window));
  assert_board (window, "#...\n....\n...#\n");
  g_autofree char *untouched = contents (file);
  g_assert_cmpstr (untouched, ==, text);
  ui_close (window);
}

/* A file of several puzzles is written with all of them. */
static void
test_save_several (void)
{
  TwWindow *window = window_with ("two.json", "[{\"width\": 2, \"height\": 1, \"puzzle\": "
                                              "[[true, true]]}, {\"width\": 1, \"height\": 1, "
                                              "\"puzzle\": [[true]]}]");
  g_autoptr (GFile) file = ui_scratch_file ("two.json");

  ui_activate (window, "win.edit-mode");
  tw_canvas_point_at_cell (window->canvas, 1, 0);
  g_assert_true (press (window->canvas, GDK_KEY_space, 0));
  ui_activate (window, "win.next-puzzle");
  g_assert_cmpuint (tw_history_n_undo (tw_window_get_history (window)), ==, 0);
  ui_activate (window, "win.save-puzzle");
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_false (tw_window_is_modified (window));
  ui_activate (window, "win.previous-puzzle");
  g_assert_cmpuint (tw_history_n_undo (tw_window_get_history (window)), ==, 1);
  ui_close (window);

  window = ui_window ();
  tw_window_open_files (window, &file, 1);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpuint (window->puzzles->len, ==, 2);
  assert_board (window, ".#\n");
  ui_close (window);
}

static void
test_question (void)
{
  TwWindow *window = changed_window ("question.txt");
  g_autoptr (GFile) file = ui_scratch_file ("question.txt"), sample = ui_data_file ("sample.json");
  gpointer alive = window;

  g_object_add_weak_pointer (G_OBJECT (window), &alive);

  /* Closing asks; Cancel keeps the window. */
  gtk_window_close (GTK_WINDOW (window));
  gtk_window_close (GTK_WINDOW (window)); /* not twice */
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  g_assert_null (find_dialog (TW_TYPE_ASK_DIALOG));
  g_assert_nonnull (alive);
  g_assert_true (tw_window_is_modified (window));

  /* So does opening another file. */
  tw_window_open_files (window, &sample, 1);
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  g_assert_false (tw_window_is_busy (window));
  tw_window_open_files (window, &sample, 1);
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  g_autofree char *text = contents (file);
  g_assert_cmpstr (text, ==, board_text);
  ui_close (window);

  /* Save, then close. */
  window = alive = changed_window ("question.txt");
  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  gtk_window_close (GTK_WINDOW (window));
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_spin_until (alive == NULL);
  g_autofree char *saved = contents (file);
  g_assert_cmpstr (saved, ==, "#...\n....\n...#\n");
}

static void
test_quit (void)
{
  GActionGroup *actions = G_ACTION_GROUP (ui_application ());
  TwWindow *first = changed_window ("quit-1.txt"), *second = changed_window ("quit-2.txt");
  TwWindow *third = ui_window ();
  gpointer alive[] = { first, second, third };

  for (int i = 0; i < 3; i++)
    g_object_add_weak_pointer (alive[i], &alive[i]);
  g_action_group_activate_action (actions, "quit", NULL);
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel"); /* of the other window */
  for (int i = 0; i < 20; i++)
    ui_iterate ();
  for (int i = 0; i < 3; i++)
    g_assert_nonnull (alive[i]);
  g_assert_false (tw_window_get_approved (first) || tw_window_get_approved (second));

  g_action_group_activate_action (actions, "quit", NULL);
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (alive[0] == NULL && alive[1] == NULL && alive[2] == NULL);
}

/* --- after a crash ------------------------------------------------------------------------ */

static char *
drafts_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "tilewright", "drafts", NULL);
}

static guint
n_drafts (void)
{
  g_autofree char *path = drafts_folder ();
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    n += g_str_has_suffix (name, ".draft");
  return n;
}

/* A draft follows the changes and goes with them. */
static void
test_draft (void)
{
  TwDrafts *drafts = tw_application_get_drafts (ui_application ());
  TwWindow *window = ui_window ();
  g_autoptr (GFile) file = ui_scratch_file ("draft.txt");
  g_autofree char *path = g_file_get_path (file);

  g_assert_true (g_file_set_contents (path, board_text, -1, NULL));
  window->draft_delay = 10;
  tw_window_open_files (window, &file, 1);
  ui_spin_until (!tw_window_is_busy (window));
  ui_activate (window, "win.edit-mode");
  tw_canvas_point_at_cell (window->canvas, 3, 2);
  g_assert_cmpuint (n_drafts (), ==, 0);
  g_assert_true (press (window->canvas, GDK_KEY_space, 0));
  ui_spin_until (n_drafts () == 1);
  ui_activate (window, "win.undo"); /* nothing is changed any more */
  tw_drafts_flush (drafts);
  g_assert_cmpuint (n_drafts (), ==, 0);
  ui_activate (window, "win.redo");
  ui_spin_until (n_drafts () == 1);
  ui_activate (window, "win.save-puzzle");
  ui_spin_until (!tw_window_is_busy (window));
  tw_drafts_flush (drafts);
  g_assert_cmpuint (n_drafts (), ==, 0);
  ui_activate (window, "win.undo");
  ui_spin_until (n_drafts () == 1);
  gtk_window_close (GTK_WINDOW (window));
  click (dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  tw_drafts_flush (drafts);
  g_assert_cmpuint (n_drafts (), ==, 0);
}

/* What a run leaves that is killed, as tests/puzzle/test-drafts.c shows. */
static void
leave_draft (const char *name, const char *text)
{
  g_autofree char *folder = drafts_folder ();
  TwDrafts *drafts = tw_drafts_new (folder);
  TwDraft *draft = tw_draft_new ();
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), name, NULL);

  tw_draft_add (draft, g_ptr_array_index (puzzles, 0), name, TRUE);
  tw_drafts_keep (drafts, tw_drafts_reserve (drafts), draft);
  tw_drafts_free (drafts);
}

static TwAskDialog *
offer (TwWindow *window)
{
  tw_drafts_offer (ui_application ());
  ui_spin_until (find_dialog (TW_TYPE_ASK_DIALOG) != NULL);
  return dialog_of (TW_TYPE_ASK_DIALOG);
}

static void
test_recovery (void)
{
  TwDrafts *drafts = tw_application_get_drafts (ui_application ());
  g_autoptr (GFile) file = ui_scratch_file ("lost.txt");
  g_autofree char *path = g_file_get_path (file);
  TwWindow *window = ui_window ();

  leave_draft (path, ".##\n");
  click (offer (window), "answer-cancel"); /* Later */
  g_assert_null (tw_window_get_puzzle (window));
  g_assert_cmpuint (n_drafts (), ==, 1);
  g_autoptr (GPtrArray) mine = tw_drafts_collect (drafts);
  g_assert_cmpuint (mine->len, ==, 0); /* not asked twice in a run */

  leave_draft (path, ".#.\n");
  click (offer (window), "answer-accept");
  assert_board (window, ".#.\n");
  g_assert_true (tw_window_is_modified (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• lost.txt");
  ui_activate (window, "win.save-puzzle");
  ui_spin_until (!tw_window_is_busy (window));
  g_autofree char *text = contents (file);
  g_assert_cmpstr (text, ==, ".#.\n");
  tw_drafts_flush (drafts);
  g_assert_cmpuint (n_drafts (), ==, 1); /* the one for later */

  leave_draft (path, "##.\n");
  click (offer (window), "answer-reject");
  tw_drafts_flush (drafts);
  g_assert_cmpuint (n_drafts (), ==, 1);
  assert_board (window, ".#.\n");
  ui_close (window);
}

/* At the end of the desktop's session nobody can be asked. */
static void
test_terminate (void)
{
  TwWindow *window = changed_window ("terminated.txt");
  guint before = n_drafts ();
  gpointer alive = window;

  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  raise (SIGTERM);
  ui_spin_until (alive == NULL);
  tw_drafts_flush (tw_application_get_drafts (ui_application ()));
  g_assert_cmpuint (n_drafts (), ==, before + 1);
}

static void
test_session (void)
{
  g_autoptr (GSettings) settings = tw_settings_new ();
  GtkApplication *application = GTK_APPLICATION (ui_application ());
  TwWindow *window = window_with ("session.txt", board_text), *empty = ui_window ();
  gpointer alive[] = { window, empty };

  for (int i = 0; i < 2; i++)
    g_object_add_weak_pointer (alive[i], &alive[i]);
  g_settings_set_boolean (settings, "restore-session", TRUE);
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  ui_spin_until (alive[0] == NULL && alive[1] == NULL);

  g_assert_true (tw_session_restore (application, settings));
  window = TW_WINDOW (gtk_application_get_active_window (application));
  ui_spin_until (!tw_window_is_busy (window));
  assert_board (window, board_text);
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (application)), ==, 1);
  g_settings_set_boolean (settings, "restore-session", FALSE);
  g_assert_false (tw_session_restore (application, settings));
  ui_close (window); /* the last one: it is remembered, too */
  g_settings_set_boolean (settings, "restore-session", TRUE);
  g_assert_true (tw_session_restore (application, settings));
  window = TW_WINDOW (gtk_application_get_active_window (application));
  ui_spin_until (!tw_window_is_busy (window));
  ui_close (window);
  g_settings_reset (settings, "restore-session");
  g_settings_reset (settings, "session");
}

/* --- the clipboard ------------------------------------------------------------------------- */

static void
keep_text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  char **text = data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static char *
copied_text (TwWindow *window)
{
  char *text = NULL;

  ui_activate (window, "win.copy-text");
  ui_spin_until (!tw_window_is_busy (window));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, keep_text_cb,
                                 &text);
  ui_spin_until (text != NULL);
  return text;
}

static void
paste (TwWindow *window, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  ui_activate (window, "win.paste");
  ui_spin_until (!tw_window_is_busy (window));
}

static TwWindow *
other_window (TwWindow *window)
{
  GList *all = gtk_application_get_windows (GTK_APPLICATION (ui_application ()));

  for (GList *l = all; l != NULL; l = l->next)
    if (TW_IS_WINDOW (l->data) && l->data != (gpointer) window)
      return l->data;
  return NULL;
}

static void
discard (TwWindow *window)
{
  tw_window_set_approved (window, TRUE);
  ui_close (window);
}

static void
test_clipboard (void)
{
  TwWindow *window = ui_window ();

  /* Into a window that shows nothing; it is not saved anywhere. */
  paste (window, "..#\n...\n");
  assert_board (window, "..#\n...\n");
  g_assert_true (tw_window_is_modified (window));
  g_autofree char *text = copied_text (window);
  g_assert_cmpstr (text, ==, "..#\n...\n");

  /* Into the board while it is edited, as a step; points alone, too. */
  ui_activate (window, "win.edit-mode");
  paste (window, "....\n");
  assert_board (window, "....\n");
  g_assert_cmpstr (tw_history_undo_name (tw_window_get_history (window)), ==, "Paste 4 × 1");
  ui_activate (window, "win.undo");
  assert_board (window, "..#\n...\n");
  g_assert_null (other_window (window));

  /* Another kind, or without the edit mode: nothing is replaced. */
  paste (window, pieces_text);
  assert_board (window, "..#\n...\n");
  TwWindow *pieces = other_window (window);
  g_assert_nonnull (pieces);
  g_assert_true (tw_puzzle_has_pieces (tw_window_get_puzzle (pieces)));
  g_autofree char *drawing = copied_text (pieces);
  g_assert_nonnull (strstr (drawing, "\"pieces\"")); /* counts and placements: no drawing */
  discard (pieces);

  paste (window, "{\"width\": ");
  g_assert_nonnull (strstr (tw_window_get_message (window), "no puzzle"));
  assert_board (window, "..#\n...\n");
  discard (window);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/ui/editor/drag", test_drag);
  g_test_add_func ("/ui/editor/keys", test_keys);
  g_test_add_func ("/ui/editor/refused", test_refused);
  g_test_add_func ("/ui/editor/whole-board", test_whole_board);
  g_test_add_func ("/ui/editor/colours", test_colours);
  g_test_add_func ("/ui/editor/pieces", test_pieces);
  g_test_add_func ("/ui/editor/new-pieces", test_new_pieces);
  g_test_add_func ("/ui/editor/save", test_save);
  g_test_add_func ("/ui/editor/save-several", test_save_several);
  g_test_add_func ("/ui/editor/question", test_question);
  g_test_add_func ("/ui/editor/quit", test_quit);
  g_test_add_func ("/ui/editor/draft", test_draft);
  g_test_add_func ("/ui/editor/recovery", test_recovery);
  g_test_add_func ("/ui/editor/terminate", test_terminate);
  g_test_add_func ("/ui/editor/session", test_session);
  g_test_add_func ("/ui/editor/clipboard", test_clipboard);
  return ui_test_run ();
}
