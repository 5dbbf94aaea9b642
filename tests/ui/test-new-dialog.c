/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the dialog for puzzles with a few parameters: each kind appears in the window and can be
 * solved; errors are reported. */
#include "config.h"

#include "ui-test.h"

#include "app/dialogs/grids-editor.h"
#include "app/dialogs/new-dialog.h"
#include "core/capped/problem.h"
#include "puzzle/pieces/puzzle.h"

static GtkWidget *
open_dialog (TwWindow *window, const char *page)
{
  GtkWidget *dialog = NULL;
  GListModel *all = gtk_window_get_toplevels ();

  ui_activate (window, "file.new");
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
press (GtkWidget *dialog, const char *name)
{
  gtk_widget_activate (ui_find (dialog, name));
}

static const char *
kind_of (TwWindow *window)
{
  return tw_puzzle_get_kind (ui_puzzle (window))->name;
}

static TwResult *
solve (TwWindow *window)
{

  ui_use_engine ("auto", 30);
  ui_run (window, "search.start");
  return ui_result (window);
}

TEST (board, "/ui/new-dialog/board")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "board");
  const TwBoard *board;

  ui_set_number (dialog, "board-width", 9);
  ui_set_number (dialog, "board-height", 7);
  ui_set_number (dialog, "density", 10);
  press (dialog, "create");
  ui_spin_until (ui_puzzle (window) != NULL);
  board = tw_puzzle_get_board (ui_puzzle (window));
  g_assert_cmpstr (kind_of (window), ==, "squares");
  g_assert_cmpint (board->width, ==, 9);
  g_assert_cmpuint (tw_board_count_free (board), ==, 57);
  g_assert_cmpint (solve (window)->status, ==, TW_STATUS_OPTIMAL);
}

/* Each dialog proposes another seed. */
TEST (seed, "/ui/new-dialog/seed")
{
  g_auto (UiWindow) window = ui_window ();
  double seeds[3];

  for (int i = 0; i < 3; i++) {
    GtkWidget *dialog = open_dialog (window, "board");

    seeds[i] = gtk_spin_button_get_value (GTK_SPIN_BUTTON (ui_find (dialog, "seed")));
    gtk_window_destroy (GTK_WINDOW (dialog));
    ui_iterate_times (10);
  }
  g_assert_true (seeds[0] != seeds[1] || seeds[1] != seeds[2]);
}

/* The proposed boards of the small sets can be filled. */
TEST (piece_sets, "/ui/new-dialog/piece-sets")
{
  static const struct {
    guint index;
    gsize pieces;
    int width;
    int height;
  } sets[] = { { 1, 5, 8, 5 }, { 2, 7, 8, 7 }, { 3, 12, 10, 6 }, { 4, 18, 10, 9 } };

  for (size_t i = 0; i < G_N_ELEMENTS (sets); i++) {
    g_auto (UiWindow) window = ui_window ();
    GtkWidget *dialog = open_dialog (window, "pieces");

    g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "piece-copies")));
    gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, "piece-set")), sets[i].index);
    press (dialog, "create");
    ui_spin_until (ui_puzzle (window) != NULL);
    const TwPieceProblem *problem = tw_piece_puzzle_get_problem (ui_puzzle (window));
    g_assert_cmpuint (problem->n_pieces, ==, sets[i].pieces);
    g_assert_false (ui_is_on (window, "edit.mode")); /* there is nothing to draw */
    g_assert_cmpint (problem->board->width, ==, sets[i].width);
    g_assert_cmpint (problem->board->height, ==, sets[i].height);
    g_assert_true (tw_result_has_solution (solve (window)));
  }
}

/* At once, without the time that a key press shows the button pressed. */
static void
click (GtkWidget *dialog, const char *name)
{
  g_signal_emit_by_name (ui_find (dialog, name), "clicked");
}

static void
choose (GtkWidget *dialog, const char *name, guint index)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, name)), index);
}

/* A puzzle with one solution, of the level that was chosen. */
TEST (made, "/ui/new-dialog/made")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "pieces");
  GtkWidget *create = ui_find (dialog, "create"), *make = ui_find (dialog, "make");

  g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "level"))); /* nothing is drawn */
  choose (dialog, "piece-set", 3);
  ui_set_number (dialog, "pieces-width", 5);
  ui_set_number (dialog, "pieces-height", 5);
  g_assert_false (gtk_widget_get_mapped (make));
  choose (dialog, "level", 3);
  g_assert_false (gtk_widget_get_sensitive (create));
  click (dialog, "make");
  g_assert_false (gtk_widget_get_sensitive (make));
  ui_spin_until (gtk_widget_get_sensitive (make));
  g_assert_true (gtk_widget_get_sensitive (create));
  g_assert_nonnull (
    strstr (gtk_label_get_text (GTK_LABEL (ui_find (dialog, "made-text"))), "Level 2 of 5"));
  /* Other settings drop it, also while another one is being made. */
  ui_set_number (dialog, "pieces-width", 6);
  g_assert_false (gtk_widget_get_sensitive (create));
  click (dialog, "make");
  ui_set_number (dialog, "pieces-width", 5);
  g_assert_true (gtk_widget_get_sensitive (make));
  g_assert_false (gtk_widget_get_sensitive (create));
  click (dialog, "make");
  ui_spin_until (gtk_widget_get_sensitive (create));
  press (dialog, "create");
  ui_spin_until (ui_puzzle (window) != NULL);
  g_assert_cmpint (tw_puzzle_get_board (ui_puzzle (window))->width, ==, 5);
  g_assert_cmpint (tw_piece_puzzle_get_grade (ui_puzzle (window)).level, ==, 2);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (ui_puzzle (window))->n_placed, >, 0);
}

/* Each page makes puzzles with one solution; those without pieces have no levels. */
TEST (made_of_each_kind, "/ui/new-dialog/made-of-each-kind")
{
  static const struct {
    const char *page, *field, *kind;
    int value;
    guint choices;
  } cases[] = {
    { "board", "board-width", "squares", 7, 2 },
    { "tetrominoes", "tetromino-side", "tetrominoes", 4, 2 },
    { "quadrillion", NULL, "quadrillion", 0, 7 },
    { "capped", "capped-width", "capped", 10, 2 },
    { "perfect", "order", "capped", 9, 2 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (UiWindow) window = ui_window ();
    GtkWidget *dialog = open_dialog (window, cases[i].page);
    GtkDropDown *level = GTK_DROP_DOWN (ui_find (dialog, "level"));

    if (cases[i].field != NULL) {
      ui_set_number (dialog, cases[i].field, cases[i].value);
    } else {
      click (dialog, "arrange");
      ui_spin_until (gtk_widget_get_sensitive (ui_find (dialog, "arrange")));
    }
    ui_set_number (dialog, "board-height", 6);
    ui_set_number (dialog, "capped-height", 8);
    g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (level)), ==,
                      cases[i].choices);
    choose (dialog, "level", 1);
    g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "create")));
    click (dialog, "make");
    g_assert_true (
      g_str_has_prefix (ui_find_label (dialog, "made-text"), "Searching, at most 60 s more"));
    ui_spin_until (gtk_widget_get_sensitive (ui_find (dialog, "create")));
    press (dialog, "create");
    ui_spin_until (ui_puzzle (window) != NULL);
    g_assert_cmpstr (kind_of (window), ==, cases[i].kind);
    g_assert_true (tw_result_has_solution (solve (window)));
  }
}

/* What cannot be made has a reason; a dialog that is closed stops its search. */
TEST (not_made, "/ui/new-dialog/not-made")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "pieces");

  choose (dialog, "piece-set", 3);
  choose (dialog, "level", 1);
  ui_set_number (dialog, "pieces-width", 30);
  ui_set_number (dialog, "pieces-height", 30);
  click (dialog, "make");
  ui_spin_until (gtk_widget_get_sensitive (ui_find (dialog, "make")));
  g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "create")));
  g_assert_nonnull (
    strstr (gtk_label_get_text (GTK_LABEL (ui_find (dialog, "made-text"))), "more than 400 cells"));
  ui_set_number (dialog, "pieces-width", 10);
  ui_set_number (dialog, "pieces-height", 6);
  choose (dialog, "level", 6);
  click (dialog, "make");
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_assert_null (ui_puzzle (window));
}

/* Different squares need a search even when any solution will do. What is made does not say it. */
TEST (perfect, "/ui/new-dialog/perfect")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "perfect");
  GtkWidget *create = ui_find (dialog, "create");

  g_assert_false (gtk_widget_get_sensitive (create));
  ui_set_number (dialog, "order", 10);
  click (dialog, "make");
  ui_spin_until (gtk_widget_get_sensitive (create));
  g_assert_null (strchr (ui_find_label (dialog, "made-text"), '('));
  press (dialog, "create");
  ui_spin_until (ui_puzzle (window) != NULL);
  g_assert_true (tw_result_has_solution (solve (window)));
  g_assert_cmpint (tw_result_count (ui_result (window)), ==, 10);
  g_assert_cmpint (tw_capped_multiplicity (tw_result_tiling (ui_result (window))), ==, 1);
}

TEST (tetrominoes, "/ui/new-dialog/tetrominoes")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "tetrominoes");
  GtkWidget *signature = ui_find (dialog, "signature");
  static const char *const refused[][2] = {
    { "O3", "3, 4 are needed" },
    { "O3,T1", "T" },
    { "L1,O3", "L and J" },
  };

  /* Invalid input is reported and kept. */
  gtk_editable_set_text (GTK_EDITABLE (signature), "Q4");
  press (dialog, "create");
  ui_spin_until (gtk_widget_get_visible (ui_find (dialog, "message")));
  g_assert_cmpstr (ui_find_label (dialog, "message"), ==,
                   "Enter tetrominoes such as I2,J11, or press Random Figures");
  g_assert_null (ui_puzzle (window));

  /* Figures that cannot fill the square are refused while they are typed, with the reason. */
  ui_set_number (dialog, "tetromino-side", 4);
  for (size_t i = 0; i < G_N_ELEMENTS (refused); i++) {
    gtk_editable_set_text (GTK_EDITABLE (signature), refused[i][0]);
    g_assert_nonnull (strstr (ui_find_label (dialog, "message"), refused[i][1]));
    g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "create")));
  }
  gtk_editable_set_text (GTK_EDITABLE (signature), "O4");
  g_assert_false (gtk_widget_get_visible (ui_find (dialog, "message")));
  g_assert_true (gtk_widget_get_sensitive (ui_find (dialog, "create")));
  ui_set_number (dialog, "tetromino-side", 6); /* the side counts, too */
  g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "create")));
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (dialog, "pages")), "board");
  g_assert_true (gtk_widget_get_sensitive (ui_find (dialog, "create")));
  g_assert_false (gtk_widget_get_visible (ui_find (dialog, "message")));
  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (dialog, "pages")), "tetrominoes");
  gtk_editable_set_text (GTK_EDITABLE (signature), "Q4");

  ui_set_number (dialog, "tetromino-side", 12);
  press (dialog, "random-signature");
  ui_spin_until (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (signature)), "Q4"));
  press (dialog, "create");
  ui_spin_until (ui_puzzle (window) != NULL);
  g_assert_cmpstr (kind_of (window), ==, "tetrominoes");
  /* The pane shows the figures asked for. */
  ui_spin_until (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "pieces-grid")));
  g_assert_cmpstr (ui_find_label (window, "piece-facts"), ==, "36 pieces, 144 cells");
  g_assert_false (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "may-flip")));
  g_assert_true (tw_result_has_solution (solve (window)));
  g_assert_cmpuint (tw_result_n_placements (ui_result (window)), ==, 36);
}

static gboolean
press_key (GtkWidget *widget, guint key)
{
  gboolean taken = FALSE;

  g_signal_emit_by_name (ui_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", key,
                         0, 0, &taken);
  return taken;
}

#define CELL 13.0 /* of the grids, in pixels */

/* The grids of Quadrillion are moved and turned by keys and by the pointer. */
TEST (quadrillion, "/ui/new-dialog/quadrillion")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "quadrillion");
  GtkWidget *grids = ui_find (dialog, "grids");
  gpointer drag = ui_controller (grids, GTK_TYPE_GESTURE_DRAG);
  const TwGrid *places = tw_grids_editor_get (TW_GRIDS_EDITOR (grids));
  g_autofree char *first = tw_grids_dup_text (places);

  g_assert_true (g_str_has_prefix (first, "....*...\n.*......\n........\n......*.\n"
                                          "*.......\n....*...\n..*.....\n......*.\n"));
  g_assert_true (gtk_widget_get_sensitive (ui_find (dialog, "create")));

  /* Over another grid, and back. */
  g_assert_true (press_key (grids, GDK_KEY_1));
  g_assert_true (press_key (grids, GDK_KEY_Right));
  g_assert_null (tw_grids_dup_text (places));
  g_assert_cmpstr (ui_find_label (dialog, "message"), ==, "two grids overlap");
  g_assert_false (gtk_widget_get_sensitive (ui_find (dialog, "create")));
  g_assert_true (press_key (grids, GDK_KEY_Left));
  g_assert_false (press_key (grids, GDK_KEY_Tab)); /* moves the focus */

  /* Four turns, and two flips, change nothing; a turn and a flip do. */
  for (int turn = 0; turn < 4; turn++)
    g_assert_true (press_key (grids, GDK_KEY_r));
  g_assert_true (press_key (grids, GDK_KEY_f));
  g_assert_true (press_key (grids, GDK_KEY_f));
  g_autofree char *same = tw_grids_dup_text (places);
  g_assert_cmpstr (same, ==, first);
  press_key (grids, GDK_KEY_r);
  g_autofree char *turned = tw_grids_dup_text (places);
  g_assert_true (g_str_has_prefix (turned, "....*...\n..*....."));
  press_key (grids, GDK_KEY_f);
  g_autofree char *flipped = tw_grids_dup_text (places);
  g_assert_cmpstr (flipped, ==, first);

  /* The lower right grid is dragged to the right by one cell, then clicked. */
  g_signal_emit_by_name (drag, "drag-begin", 8.5 * CELL, 8.5 * CELL);
  g_signal_emit_by_name (drag, "drag-update", CELL, 0.0);
  g_signal_emit_by_name (drag, "drag-end", CELL, 0.0);
  g_autofree char *dragged = tw_grids_dup_text (places);
  g_assert_nonnull (strstr (dragged, "\n*... ....\n.... *...\n"));
  g_signal_emit_by_name (drag, "drag-begin", 9.5 * CELL, 8.5 * CELL);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  g_autofree char *clicked = tw_grids_dup_text (places);
  g_assert_nonnull (strstr (clicked, "\n*... ..*.\n"));

  press (dialog, "create");
  ui_spin_until (ui_puzzle (window) != NULL);
  g_assert_cmpstr (kind_of (window), ==, "quadrillion");
  g_assert_cmpuint (tw_board_count_free (tw_puzzle_get_board (ui_puzzle (window))), ==, 57);
}

TEST (capped, "/ui/new-dialog/capped")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "capped");

  ui_set_number (dialog, "capped-width", 7);
  ui_set_number (dialog, "capped-height", 7);
  press (dialog, "create");
  ui_spin_until (ui_puzzle (window) != NULL);
  g_assert_cmpstr (kind_of (window), ==, "capped");
  /* OEIS A036444: the least cap of 7 x 7 is 3. */
  g_assert_cmpint (solve (window)->status, ==, TW_STATUS_OPTIMAL);
  g_assert_cmpint (tw_capped_multiplicity (tw_result_tiling (ui_result (window))), ==, 3);
  /* The proof is about the cap, not about the number of squares. */
  g_assert_true (g_str_has_suffix (ui_find_label (window, "detail"),
                                   ", no size more than 3 times, the least cap, proved"));
}

/* Closing the dialog cancels the drawing of random figures. */
TEST (close, "/ui/new-dialog/close")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *dialog = open_dialog (window, "tetrominoes");

  ui_set_number (dialog, "tetromino-side", 1000);
  press (dialog, "random-signature");
  ui_spin_until (!gtk_widget_get_sensitive (ui_find (dialog, "random-signature")));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_spin_until (dialog == NULL);
  g_assert_null (ui_puzzle (window));
}

TEST_MAIN (ui_test_init, ui_test_run)
