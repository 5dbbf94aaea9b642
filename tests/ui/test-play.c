/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests playing with pieces in the window: holding, turning and placing them, hints, dead ends, and
 * boards that are completed by hand. */
#include "pieces-fixture.h"

#include "app/window/split.h"
#include "puzzle/kind-write.h"

/* Finds the piece in the shown solution. */
static void
find_piece (TwWindow *window, const char *name, int *x, int *y)
{
  g_autoptr (TwResult) result = tw_solution_browser_dup_shown (ui_browser (window));

  for (gsize i = 0; i < tw_result_n_placements (result); i++)
    if (g_str_equal (tw_result_placement (result, i)->name, name)) {
      *x = tw_result_placement (result, i)->x;
      *y = tw_result_placement (result, i)->y;
      return;
    }
  g_error ("there is no piece %s", name);
}

TEST (place, "/ui/play/place")
{
  g_auto (UiWindow) window = pieces_open_strip (1);
  int x, y;

  ui_run (window, "search.start");
  find_piece (window, "X", &x, &y); /* it is symmetric */

  /* Chooses the piece in the grid and places it with Enter. */
  GtkGridView *grid = GTK_GRID_VIEW (ui_find (GTK_WIDGET (window), "pieces-grid"));
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_grid_view_get_model (grid)),
                                     PIECE_X);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, PIECE_X);
  tw_canvas_point_at_cell (ui_canvas (window), x + 1, y + 1);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_cmpint (pieces_problem (window)->placed[0].x, ==, x);
  g_assert_cmpint (pieces_problem (window)->placed[0].y, ==, y);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, -1); /* there was only one */
  g_assert_null (ui_result (window));
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 1);

  /* The search fills the rest around it. */
  ui_run (window, "search.start");
  TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
  g_assert_cmpuint (scene->n_uncovered, ==, 0);
  g_assert_cmpuint (scene->n_fixed, ==, 1);
  int32_t region = tw_scene_region_at (scene, x + 1, y + 1);
  g_assert_true (scene->regions[region].flags & TW_REGION_FIXED);
  g_assert_cmpint (scene->regions[region].x, ==, x);

  /* A cell that is covered accepts no piece. */
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
  g_assert_cmpstr (tw_canvas_get_hint (ui_canvas (window)), ==, "Another piece lies there");
  g_assert_null (ui_message (window));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Escape, 0));
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, -1);

  ui_activate (window, "edit.undo");
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 0);
  ui_activate (window, "edit.redo");
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  tw_canvas_point_at_cell (ui_canvas (window), x + 1, y + 1);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Delete, 0));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 0);
}

/* R and F: four rotations, or two reflections, are the identity. */
TEST (turn, "/ui/play/turn")
{
  g_auto (UiWindow) window = pieces_open_strip (1);

  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  tw_canvas_point_at_cell (ui_canvas (window), 10, 1);
  for (int flip = 0; flip < 2; flip++) {
    for (int k = 0; k < 4; k++) {
      int before = tw_hand_get_transform (ui_hand (window));
      g_assert_true (ui_press (ui_canvas (window), GDK_KEY_r, 0));
      g_assert_cmpint (tw_hand_get_transform (ui_hand (window)) ^ before, >=, 4); /* transposed */
    }
    g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, flip == 0 ? 0 : 2);
    g_assert_true (ui_press (ui_canvas (window), GDK_KEY_f, 0));
  }
  g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, 0);

  gtk_switch_set_active (GTK_SWITCH (ui_find (GTK_WIDGET (window), "may-rotate")), FALSE);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_r, 0));
  g_assert_cmpstr (ui_message (window), ==, "This piece may not be rotated");
  g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, 0);
}

/* The wheel turns the piece in hand, both ways, and zooms only without one. */
TEST (wheel, "/ui/play/wheel")
{
  g_auto (UiWindow) window = pieces_open_strip (1);
  gpointer wheel = ui_capturing (GTK_WIDGET (ui_canvas (window)), GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  gboolean taken = FALSE;

  g_signal_emit_by_name (wheel, "scroll", 0.0, 1.0, &taken);
  g_assert_false (taken);
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  for (int k = 0; k < 8; k++) {
    int before = tw_hand_get_transform (ui_hand (window));
    g_signal_emit_by_name (wheel, "scroll", 0.0, 1.0, &taken);
    g_assert_true (taken);
    g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), !=, before);
    g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &taken);
    g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, before);
    g_assert_true (ui_press (ui_canvas (window), k == 3 ? GDK_KEY_f : GDK_KEY_r, 0));
  }
}

/* In a narrow window the pane lies over the board, and closes when a piece is chosen. */
TEST (narrow, "/ui/play/narrow")
{
  TwWindow *window;

  g_settings_set_int (tw_settings (), "window-width", 360);
  window = pieces_open_strip (1);
  TwSplit *split = ui_child (window, TW_TYPE_SPLIT);
  for (int i = 0; i < 50; i++) /* until the window has its size */
    ui_iterate ();
  g_assert_true (tw_split_get_collapsed (split));
  tw_split_set_show_pane (split, TRUE);
  ui_spin_until (gtk_widget_get_mapped (ui_child (window, TW_TYPE_PIECES)));
  gtk_window_set_focus_visible (GTK_WINDOW (window), FALSE); /* as after a click */
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  ui_spin_until (!ui_is_on (window, "view.show-pane"));
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, PIECE_I);

  tw_split_set_show_pane (split, TRUE);
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "ready", PIECE_X);
  ui_spin_until (!ui_is_on (window, "view.show-pane"));
  ui_close (window);
  g_settings_reset (tw_settings (), "window-width");
  g_settings_reset (tw_settings (), "show-pane");
}

/* Uses the mouse: a click places a piece, another click picks it up. */
TEST (mouse, "/ui/play/mouse")
{
  g_auto (UiWindow) window = pieces_open_strip (1);
  gpointer click = ui_controller (GTK_WIDGET (ui_canvas (window)), GTK_TYPE_GESTURE_CLICK);

  ui_spin_until (tw_canvas_get_scene (ui_canvas (window)) != NULL);
  cairo_rectangle_t cell = tw_view_cell_area (tw_canvas_get_view (ui_canvas (window)), 5, 1, 1, 1);
  double x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;

  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x + 100, y); /* the drag panned the board */
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 0);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x, y);
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_cmpint (pieces_problem (window)->placed[0].x, ==, 3);
  g_assert_cmpint (pieces_problem (window)->placed[0].y, ==, 1);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x, y);
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 0);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, PIECE_I);
}

/* The middle of a cell, in the coordinates of the window. */
static graphene_point_t
middle (TwWindow *window, int x, int y)
{
  cairo_rectangle_t cell = tw_view_cell_area (tw_canvas_get_view (ui_canvas (window)), x, y, 1, 1);
  graphene_point_t point = GRAPHENE_POINT_INIT ((float) (cell.x + cell.width / 2),
                                                (float) (cell.y + cell.height / 2));

  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (ui_canvas (window)), GTK_WIDGET (window),
                                           &point, &point));
  return point;
}

/* A piece is dragged from the palette to the board; keys and the wheel turn it on the way. Another drag
 * moves it. */
TEST (drag, "/ui/play/drag")
{
  g_auto (UiWindow) window = pieces_open_strip (1);
  GtkWidget *thumb = ui_find (GTK_WIDGET (window), "thumb"); /* of the first piece, F */
  GtkWidget *pieces = ui_child (window, TW_TYPE_PIECES);
  gpointer wheel = ui_capturing (pieces, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  gpointer drag = ui_controller (thumb, GTK_TYPE_GESTURE_DRAG);
  GtkWidget *canvas = GTK_WIDGET (ui_canvas (window));
  graphene_point_t from, to;
  gboolean taken = TRUE;

  ui_spin_until (gtk_widget_get_width (canvas) > 0);
  ui_spin_until (
    gtk_widget_compute_point (thumb, GTK_WIDGET (window), &GRAPHENE_POINT_INIT (5, 5), &from)
    && from.x > (float) gtk_widget_get_width (canvas));
  to = middle (window, 5, 1);
  g_signal_emit_by_name (drag, "drag-begin", 5.0, 5.0);
  g_signal_emit_by_name (drag, "drag-update", 2.0, 2.0); /* still a click */
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, -1);
  g_signal_emit_by_name (drag, "drag-update", 30.0, 30.0);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, 0);
  /* Beside the board the pointer carries the picture. */
  g_assert_nonnull (gdk_cursor_get_texture (gtk_widget_get_cursor (GTK_WIDGET (window))));
  g_signal_emit_by_name (wheel, "scroll", 0.0, 1.0, &taken);
  g_assert_true (taken);
  g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, 6);
  g_signal_emit_by_name (drag, "drag-update", to.x - from.x, to.y - from.y);
  g_assert_null (gtk_widget_get_cursor (GTK_WIDGET (window)));
  g_assert_cmpint (tw_canvas_get_view (ui_canvas (window))->cursor_x, ==, 5);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_r, 0));
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_f, 0));
  ui_keep_picture (window, "dragged-piece.png");
  g_signal_emit_by_name (drag, "drag-end", to.x - from.x, to.y - from.y);
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_cmpint (pieces_problem (window)->placed[0].transform, ==, 1);
  g_assert_cmpint (pieces_problem (window)->placed[0].x, ==, 4);

  /* Without a drag, the wheel above the pane scrolls it. */
  g_signal_emit_by_name (pieces, "taken", PIECE_I);
  g_signal_emit_by_name (wheel, "scroll", 0.0, 1.0, &taken);
  g_assert_false (taken);
  tw_hand_drop (ui_hand (window));

  drag = ui_capturing (canvas, GTK_TYPE_GESTURE_DRAG);
  gpointer click = ui_controller (canvas, GTK_TYPE_GESTURE_CLICK);
  cairo_rectangle_t cell = tw_view_cell_area (tw_canvas_get_view (ui_canvas (window)), 5, 1, 1, 1);
  double x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;

  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", 10 * cell.width, 0.0);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, 0);
  g_signal_emit_by_name (drag, "drag-end", 10 * cell.width, 0.0);
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_cmpint (pieces_problem (window)->placed[0].x, ==, 14);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, -1);
}

/* While play pauses the board is hidden, and the time stands still; the next step ends it. */
TEST (pause, "/ui/play/pause")
{
  g_auto (UiWindow) window = pieces_open_strip (1);
  GtkWidget *page = ui_find (GTK_WIDGET (window), "paused");

  g_assert_false (ui_is_enabled (window, "view.pause-play"));
  ui_run (window, "piece.hint");
  g_assert_false (gtk_widget_get_mapped (page));
  ui_activate (window, "view.pause-play");
  ui_spin_until (gtk_widget_get_mapped (page));
  ui_keep_picture (window, "paused.png");
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (ui_canvas (window))));
  double played = tw_document_get_played (ui_document (window));
  ui_iterate_times (10);
  g_assert_cmpfloat (tw_document_get_played (ui_document (window)), ==, played);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == ui_find (page, "continue-play"));

  ui_click (window, "continue-play");
  ui_spin_until (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (ui_canvas (window)));
  g_assert_false (gtk_widget_get_visible (page));
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (ui_canvas (window))));
  ui_activate (window, "view.pause-play");
  ui_activate (window, "edit.undo");
  g_assert_false (gtk_widget_get_visible (page));
  g_assert_false (ui_is_enabled (window, "view.pause-play"));
}

/* Twelve hints fill the board; without a solution the hint says so. */
TEST (hint, "/ui/play/hint")
{
  TwWindow *window = pieces_open_strip (1);

  for (gsize i = 1; i <= N_PENTOMINOES; i++) {
    ui_run (window, "piece.hint");
    g_assert_cmpuint (pieces_problem (window)->n_placed, ==, i);
  }
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
  ui_run (window, "piece.hint");
  g_assert_nonnull (ui_message (window));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, N_PENTOMINOES);
  ui_close (window);

  window = pieces_open_strip (1);
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken",
                         PIECE_X); /* a corner placement that isolates one cell */
  tw_canvas_point_at_cell (ui_canvas (window), 0, 0);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  ui_run (window, "piece.hint");
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_nonnull (strstr (ui_message (window), "no solution"));
  ui_close (window);
}

/* Two pieces, each with one place. */
static const char steps[] =
  "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\"aaaa\", \"aaa \"],"
  " \"pieces\": [{\"name\": \"I\", \"cells\": [\"aaaa\"]}, {\"name\": \"J\", \"cells\": "
  "[\"aaa\"]}]}";

/* A hint says why; explaining goes on to the end. */
TEST (explain, "/ui/play/explain")
{
  g_auto (UiWindow) window = ui_window_with_text ("steps.json", steps);

  ui_run (window, "piece.hint");
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_nonnull (strstr (ui_toast (window), "nothing else fits one of its cells"));
  ui_activate (window, "piece.explain");
  g_assert_true (ui_is_on (window, "piece.explain"));
  ui_spin_until (!ui_is_on (window, "piece.explain"));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 2);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  /* With a solution on the board, nothing is left to explain. */
  ui_activate (window, "piece.explain");
  ui_spin_until (!ui_is_on (window, "piece.explain"));
}

/* --- whole boards ---------------------------------------------------------------- */

/* Three dominoes on 3 x 2 cells, of which the first is placed by the file. */
static const char dominoes[] =
  "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\"aaa\", \"aaa\"],"
  " \"pieces\": [{\"name\": \"D\", \"cells\": [\"aa\"], \"least\": 3, \"most\": 3}],"
  " \"placed\": [{\"piece\": \"D\", \"x\": 0, \"y\": 0}]}";

static void
lay (TwWindow *window, guint piece, gboolean upright, int x, int y)
{
  if (tw_hand_get_piece (ui_hand (window)) < 0)
    g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", piece);
  if (((tw_hand_get_transform (ui_hand (window)) & 4) != 0) != upright)
    g_assert_true (ui_press (ui_canvas (window), GDK_KEY_r, 0));
  tw_canvas_point_at_cell (ui_canvas (window), x, y);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
}

static GListModel *
findings_of (TwWindow *window)
{
  return tw_findings_get_list (tw_document_get_findings (ui_document (window)));
}

static gboolean
starts (const char *text, const char *start)
{
  g_test_message ("%s", text);
  return g_str_has_prefix (text, start);
}

/* The last piece completes the board: a solution like any other, which stays in the list when the
 * board is played again. */
TEST (solved_by_hand, "/ui/play/solved-by-hand")
{
  g_auto (UiWindow) window = ui_window_with_text ("dominoes.json", dominoes);

  g_assert_false (ui_is_enabled (window, "piece.start-over"));
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "2 of 6 covered");
  GtkWidget *palette = ui_find (GTK_WIDGET (window), "pieces");
  g_autofree char *two = ui_dup_text (palette);
  g_assert_nonnull (strstr (two, "D × 2"));
  lay (window, 0, FALSE, 0, 1);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "4 of 6 covered");
  ui_keep_picture (window, "playing.png");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "2 cells to cover");
  g_assert_null (ui_result (window));
  lay (window, 0, TRUE, 2, 0);

  g_autofree char *none = ui_dup_text (palette);
  g_assert_nonnull (strstr (none, "D ✓"));
  g_assert_cmpfloat (gtk_widget_get_opacity (ui_find (palette, "thumb")), <, 1);

  TwResult *result = ui_result (window);
  g_assert_true (tw_result_is_by_hand (result));
  g_assert_true (result->puzzle == ui_puzzle (window));
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  g_assert_true (starts (ui_find_label (window, "headline"), "Solved by you, 0:0"));
  g_assert_true (tw_canvas_is_waving (ui_canvas (window)));
  ui_spin_until (!tw_canvas_is_waving (ui_canvas (window)));

  /* Its card has a badge. */
  GtkWidget *findings = ui_find (GTK_WIDGET (window), "findings");
  ui_spin_until (gtk_widget_get_mapped (findings));
  g_autofree char *cards = ui_dup_text (findings);
  g_assert_nonnull (strstr (cards, "By hand"));
  g_assert_nonnull (strstr (cards, "Yours"));
  ui_keep_picture (window, "solved-by-hand.png");

  ui_activate (window, "piece.start-over");
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
  g_assert_true (ui_puzzle (window)
                 == tw_history_get_saved (tw_document_get_history (ui_document (window))));
  g_assert_null (ui_result (window));
  g_assert_cmpuint (g_list_model_get_n_items (findings_of (window)), ==, 1);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 4);

  /* The same solution is added once. */
  lay (window, 0, TRUE, 2, 0);
  lay (window, 0, FALSE, 0, 1);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  ui_activate (window, "piece.start-over");
  g_assert_cmpuint (g_list_model_get_n_items (findings_of (window)), ==, 1);
  lay (window, 0, TRUE, 0, 1); /* the cursor is above the middle of the piece: it stays free */
}

/* The cells that the board shows as impossible to cover. */
static int
n_marked (TwCanvas *canvas)
{
  TwScene *scene = tw_canvas_get_scene (canvas);
  int n = 0;

  for (int i = 0; scene->layer == TW_LAYER_RING && i < scene->width * scene->height; i++)
    n += scene->weights[i] != 0;
  return n;
}

/* A domino that leaves two single cells is marked at once, when that is wanted. */
TEST (dead_ends, "/ui/play/dead-ends")
{
  g_auto (UiWindow) window = ui_window_with_text (
    "corridor.json", "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\"aaaa\"],"
                     " \"pieces\": [{\"name\": \"D\", \"cells\": [\"aa\"], \"least\": 2,"
                     " \"most\": 2}]}");
  TwCanvas *canvas = ui_canvas (window);

  /* By default nobody looks. */
  g_assert_false (ui_is_on (window, "piece.dead-ends"));
  lay (window, 0, FALSE, 1, 0);
  g_assert_null (ui_result (window));
  g_assert_cmpint (n_marked (canvas), ==, 0);

  ui_activate (window, "piece.dead-ends");
  ui_spin_until (n_marked (canvas) > 0);
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_INFEASIBLE);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "No solution from here");

  /* Undo leads out; a better place has no mark; the way back into the dead end has. */
  ui_activate (window, "edit.undo");
  g_assert_cmpint (n_marked (canvas), ==, 0);
  g_assert_null (ui_result (window));
  ui_activate (window, "edit.redo");
  g_assert_cmpint (n_marked (canvas), >, 0);
  ui_activate (window, "edit.undo");
  lay (window, 0, FALSE, 0, 0);
  g_assert_true (tw_jobs_wait (60));
  g_assert_cmpint (n_marked (canvas), ==, 0);

  /* Switched off, it is forgotten; the setting is remembered. */
  ui_activate (window, "edit.undo");
  lay (window, 0, FALSE, 1, 0);
  ui_spin_until (n_marked (canvas) > 0);
  g_assert_true (g_settings_get_boolean (tw_settings (), "dead-ends"));
  ui_activate (window, "piece.dead-ends");
  g_assert_cmpint (n_marked (canvas), ==, 0);
  g_assert_null (ui_result (window));
  g_assert_false (g_settings_get_boolean (tw_settings (), "dead-ends"));
}

/* The X in the corner leaves one cell that nothing reaches. */
TEST (dead_cell, "/ui/play/dead-cell")
{
  g_auto (UiWindow) window = pieces_open_strip (1);

  ui_activate (window, "piece.dead-ends");
  lay (window, PIECE_X, FALSE, 1, 1);
  ui_spin_until (n_marked (ui_canvas (window)) > 0);
  g_assert_cmpint (n_marked (ui_canvas (window)), ==, 1);
  ui_keep_picture (window, "dead-cell.png");
  ui_activate (window, "piece.dead-ends");
}

/* Without motion there is no wave. A Quadrillion is solved by hand, too. */
TEST (solved_quadrillion, "/ui/play/solved-quadrillion")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "puzzles",
                                                 "quadrillion.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_auto (UiWindow) window = pieces_open (file);
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));

  pieces_use_limit (1);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);

  /* The border between two of its four grids is drawn. */
  const TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
  g_assert_nonnull (scene->grids);
  g_assert_cmpint (scene->grids[0], ==, 1);
  g_assert_cmpint (scene->grids[3], ==, 1);
  g_assert_cmpint (scene->grids[4], ==, 2);
  g_assert_cmpint (scene->grids[scene->width * scene->height - 1], ==, 4);
  ui_keep_picture (window, "grids.png");
  for (gsize i = 1; ui_result (window) == NULL; i++) {
    ui_run (window, "piece.hint");
    g_assert_cmpuint (pieces_problem (window)->n_placed, ==, i);
  }
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, N_PENTOMINOES);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_false (tw_canvas_is_waving (ui_canvas (window)));
  gtk_settings_reset_property (settings, "gtk-enable-animations");
}

/* A tetromino square is played as other pieces are, with the numbers of figures that are left. */
TEST (tetrominoes, "/ui/play/tetrominoes")
{
  g_auto (UiWindow) window = ui_window_with_text (
    "four.json", "{\"id\": 4, \"size\": 4, \"signature\": \"I2,O2\"}");
  GtkWidget *palette = ui_find (GTK_WIDGET (window), "pieces");

  pieces_use_limit (1);
  lay (window, 0, FALSE, 1, 0);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "4 of 16 covered");
  g_autofree char *one = ui_dup_text (palette);
  g_assert_nonnull (strstr (one, "I × 1"));
  ui_keep_picture (window, "tetrominoes-by-hand.png");

  /* The search fills the square around it; hints do so one by one. */
  ui_run (window, "search.start");
  g_assert_cmpuint (tw_result_n_placements (ui_result (window)), ==, 4);
  g_assert_cmpint (tw_result_placement (ui_result (window), 0)->y, ==, 0);
  g_assert_cmpuint (tw_kind_check (ui_result (window), NULL), ==, 0);
  tw_document_set_result (ui_document (window), NULL);
  for (int i = 0; i < 3; i++)
    ui_run (window, "piece.hint");
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_cmpuint (tw_kind_check (ui_result (window), NULL), ==, 0);
  g_assert_true (starts (ui_find_label (window, "headline"), "Solved by you, 0:0"));

  /* The pieces on the board come back with the document. */
  ui_activate (window, "edit.undo");
  g_autoptr (TwKept) kept = tw_document_dup_kept (ui_document (window));
  g_autoptr (GBytes) bytes = tw_kept_save (kept);
  g_autoptr (TwKept) again = tw_kept_load (bytes, NULL);
  g_autofree char *text = tw_puzzle_write (tw_kept_get_now (again)->puzzle);
  g_autofree char *wanted = tw_puzzle_write (ui_puzzle (window));
  g_assert_cmpstr (text, ==, wanted);
  g_assert_nonnull (strstr (text, "\"placed\": [[\"I\", "));

  /* An O in the middle leaves no room for an I beside it. */
  ui_activate (window, "piece.start-over");
  ui_activate (window, "piece.dead-ends");
  lay (window, 3, FALSE, 1, 1);
  ui_spin_until (ui_result (window) != NULL);
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_INFEASIBLE);
  ui_activate (window, "piece.dead-ends");
}

TEST_MAIN (ui_test_init, ui_test_run)
