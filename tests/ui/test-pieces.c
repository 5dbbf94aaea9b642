/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests piece puzzles in the window: opening them, the pane, and browsing solutions during and after
 * the search. */
#include "pieces-fixture.h"

#include <json-glib/json-glib.h>

#include "app/pieces/thumbs.h"
#include "app/pane/progress-bars.h"
#include "app/pane/solutions.h"
#include "app/window/split.h"

static guint64
raw_count (TwWindow *window)
{
  TwResult *result = ui_result (window);

  g_assert_nonnull (result);
  g_assert_nonnull (tw_result_get_piece_solutions (result));
  g_assert_true (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).complete);
  return tw_piece_solutions_count (tw_result_get_piece_solutions (result)).raw;
}

static gboolean
visible (TwWindow *window, gpointer widget)
{
  return gtk_widget_get_mapped (GTK_WIDGET (widget));
}

/* The scene's map as a string; two strings are equal only for equal pictures. */
static char *
cells_of (TwWindow *window)
{
  TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
  GString *text = g_string_new (NULL);

  for (int i = 0; i < scene->width * scene->height; i++)
    g_string_append_printf (text, "%d ", scene->map[i]);
  return g_string_free (text, FALSE);
}

/* --- opening ------------------------------------------------------------------ */

TEST (open, "/ui/pieces/open")
{
  TwWindow *window = pieces_open_strip (1);
  GtkWidget *root = GTK_WIDGET (window);

  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "20 × 3");
  ui_spin_until (visible (window, ui_child (window, TW_TYPE_PIECES)));
  g_assert_false (gtk_widget_get_visible (ui_child (window, TW_TYPE_SOLUTIONS)));
  TwThumbs *thumbs = TW_THUMBS (ui_find (ui_child (window, TW_TYPE_PIECES), "pieces"));
  g_assert_cmpuint (ui_count_thumbs (thumbs), ==, N_PENTOMINOES);
  ui_spin_until (ui_count_drawn (thumbs) >= 4);
  g_assert_cmpstr (ui_find_label (window, "piece-facts"), ==, "12 pieces, 60 cells; all optional");
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (ui_find (root, "may-rotate"))));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (ui_find (root, "may-flip"))));

  /* Searches for the first solution only; the hint names the piece under the cursor. */
  ui_run (window, "search.start");
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "Solved");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==, N_PENTOMINOES);
  tw_canvas_point_at_cell (ui_canvas (window), 0, 0);
  g_assert_nonnull (strstr (ui_find_label (window, "hint"), "iece"));
  ui_close (window);

  /* A square puzzle has no pieces. */
  window = ui_window_with ("sample.json");
  g_assert_false (gtk_widget_get_visible (ui_child (window, TW_TYPE_PIECES)));
  g_assert_false (gtk_widget_get_visible (ui_child (window, TW_TYPE_SOLUTIONS)));
  ui_close (window);
}

TEST (quadrillion, "/ui/pieces/quadrillion")
{
  /* Piece B, of four cells and one, is already placed on the second board. */
  g_autoptr (GFile)
    file = ui_text_file ("boards.txt", "................\n......*.........\n.......*........\n"
                                       "........*.......\n\n"
                                       "BBBB............\nB.....*.........\n.......*........\n"
                                       "........*.......\n");

  pieces_use_limit (1);
  g_auto (UiWindow) window = pieces_open (file);
  g_assert_cmpstr (tw_puzzle_get_kind (ui_puzzle (window))->name, ==, "quadrillion");
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 0);
  ui_activate (window, "view.next-puzzle");
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 1);

  /* Pieces placed by the file cannot be moved. */
  tw_canvas_point_at_cell (ui_canvas (window), 1, 0);
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (window), "remove-piece")));
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Delete, 0));
  g_assert_cmpuint (pieces_problem (window)->n_placed, ==, 1);
}

TEST (bad_files, "/ui/pieces/bad-files")
{
  static const char *const texts[] = { "", "oooo\n", "aab\n\nab\n\n\xff\n",
                                       "{\"board\": [\"aa\"], "
                                       "\"pieces\": 3}",
                                       "{\"board\": [\"aaa\"], \"pieces\": [{\"name\": \"P\", "
                                       "\"cells\": [\"aa\"], \"most\": 2}], \"placed\": "
                                       "[{\"piece\": \"P\", \"x\": 0, \"y\": 0}, "
                                       "{\"piece\": \"P\", \"x\": 1, \"y\": 0}]}" };
  g_auto (UiWindow) window = pieces_open_strip (1);
  TwPuzzle *before = ui_puzzle (window);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GFile) file = ui_text_file ("bad.txt", texts[i]);

    ui_open (window, file);
    g_assert_nonnull (ui_message (window));
    g_assert_nonnull (strstr (ui_message (window), "bad.txt"));
    g_assert_true (ui_puzzle (window) == before);
  }
}

/* Puzzles without a solution can be opened; the window says why there is none. */
TEST (impossible, "/ui/pieces/impossible")
{
  static const struct {
    const char *text;
    const char *says;
  } puzzles[] = {
    { "{\"board\": [\"aa\"], \"pieces\": [{\"cells\": [\"aaa\"], \"least\": 1}]}",
      "The pieces that must be used cover 3 cells, the board has 2" },
    { "\xef\xbb\xbf{\"board\": [\"ab\"],\r\n \"pieces\": [{\"cells\": [\"a\"], \"most\": 2}]}\r\n",
      "No piece has the colour “b” of the cell at column 2, row 1" },
  };

  pieces_use_limit (1);
  for (gsize i = 0; i < G_N_ELEMENTS (puzzles); i++) {
    g_autoptr (GFile) file = ui_text_file ("impossible.json", puzzles[i].text);
    g_auto (UiWindow) window = pieces_open (file);
    ui_run (window, "search.start");
    g_assert_cmpstr (ui_find_label (window, "headline"), ==, "No solution exists");
    g_assert_cmpstr (ui_find_label (window, "detail"), ==, puzzles[i].says);
  }
}

/* --- solutions ---------------------------------------------------------------- */

/* The twelve pentominoes fill 3 x 20 in 2 ways, or 8 counting rotations and reflections. */
TEST (browse, "/ui/pieces/browse")
{
  g_auto (UiWindow) window = pieces_open_strip (0);
  g_autoptr (GFile) file = ui_scratch_file ("all.json");
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (JsonParser) parser = json_parser_new ();

  ui_run (window, "search.start");
  g_assert_cmpuint (raw_count (window), ==, 8);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "2 solutions");
  ui_spin_until (visible (window, ui_child (window, TW_TYPE_SOLUTIONS)));
  g_assert_cmpstr (ui_find_label (window, "solution-position"), ==, "1 of 2");
  g_autofree char *first = cells_of (window);

  ui_activate (window, "view.next-solution");
  g_assert_cmpstr (ui_find_label (window, "solution-position"), ==, "2 of 2");
  g_autofree char *second = cells_of (window);
  g_assert_cmpstr (first, !=, second);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
  ui_activate (window, "view.next-solution"); /* the last solution has no next one */
  g_assert_cmpstr (ui_find_label (window, "solution-position"), ==, "2 of 2");
  ui_activate (window, "view.previous-solution");
  g_autofree char *again = cells_of (window);
  g_assert_cmpstr (first, ==, again);

  /* Browses with the grid. */
  TwThumbs *thumbs = TW_THUMBS (ui_find (GTK_WIDGET (window), "solutions"));
  ui_spin_until (ui_count_drawn (thumbs) >= 2);
  GtkGridView *grid = GTK_GRID_VIEW (ui_find (GTK_WIDGET (thumbs), "solutions-grid"));
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_grid_view_get_model (grid));
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 0);
  gtk_single_selection_set_selected (selection, 1);
  g_autofree char *picked = cells_of (window);
  g_assert_cmpstr (second, ==, picked);

  /* Saves one solution, or all. */
  ui_run_uri (window, "file.save-all-solutions-to", file);
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  JsonObject *object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "solutions")), ==,
                    2);
  ui_run_uri (window, "file.save-solution-to", file);
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_false (json_object_has_member (object, "solutions"));
  g_autoptr (TwResult)
    saved = tw_result_from_json (ui_puzzle (window), json_parser_get_root (parser), NULL);
  g_assert_nonnull (saved);
  g_assert_cmpuint (tw_kind_check (saved, NULL), ==, 0);

  /* Searches for all of them. */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (ui_find (GTK_WIDGET (window), "every-solution")),
                               TRUE);
  ui_run (window, "search.start");
  g_assert_cmpstr (ui_find_label (window, "solution-position"), ==, "1 of 8");
}

/* The search has far more solutions than it can find; they can be browsed while it runs. */
TEST (while_running, "/ui/pieces/while-running")
{
  g_autoptr (GFile) file = pieces_draw ("large.txt", 12, 10, 2);

  pieces_use_limit (0);
  TwWindow *window = pieces_open (file);
  ui_activate (window, "search.start");
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) >= 3);
  g_assert_nonnull (ui_job (window));
  g_assert_nonnull (strstr (ui_find_label (window, "solution-position"), "so far"));
  g_assert_nonnull (strstr (ui_find_label (window, "headline"), "so far"));
  ui_activate (window, "view.next-solution");
  g_assert_cmpuint (tw_solutions_get_index (ui_child (window, TW_TYPE_SOLUTIONS)), ==, 1);
  g_autofree char *second = cells_of (window);
  guint before = tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS));
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) > before);
  g_assert_cmpuint (tw_solutions_get_index (ui_child (window, TW_TYPE_SOLUTIONS)), ==, 1);

  ui_run (window, "search.stop");
  g_autofree char *after = cells_of (window);
  g_assert_cmpstr (second, ==, after);
  g_assert_null (strstr (ui_find_label (window, "solution-position"), "so far"));
  g_assert_true (
    g_str_has_suffix (ui_find_label (window, "detail"), "Paused before all were found"));
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

static void
toggle (TwWindow *window, const char *name, gboolean active)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (ui_find (GTK_WIDGET (window), name)), active);
}

/* Counts without listing; the count is shown during and after the search. */
TEST (count_only, "/ui/pieces/count-only")
{
  g_auto (UiWindow) window = pieces_open_strip (1);

  ui_click (GTK_WIDGET (window), "count-all");
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpuint (raw_count (window), ==, 8);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "2 solutions");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "8 with symmetric ones\nAll are counted");
  g_assert_false (gtk_widget_get_visible (ui_child (window, TW_TYPE_SOLUTIONS)));
  g_assert_cmpfloat (ui_bar_fraction (ui_child (window, TW_TYPE_PROGRESS_BARS), 0), ==, 1.0);
  g_assert_cmpuint (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)), ==, 1);
  g_assert_false (gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "bars-best")));

  ui_run (window, "search.start");
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "Solved");
}

/* A count that exceeds 64 bits is shown in full: domino tilings of 16 x 16 up to symmetry. */
TEST (count_large, "/ui/pieces/count-large")
{
  g_autoptr (GFile) file = ui_scratch_file ("large.json");
  g_autoptr (GString) text = g_string_new ("{\"pieces\": [{\"cells\": [\"aa\"], \"most\": 128}], "
                                           "\"board\": [\"aaaaaaaaaaaaaaaa\"");

  for (int y = 1; y < 16; y++)
    g_string_append (text, ", \"aaaaaaaaaaaaaaaa\"");
  g_string_append (text, "]}");
  ui_write_file (file, text->str);
  g_auto (UiWindow) window = pieces_open (file);
  ui_click (GTK_WIDGET (window), "count-all");
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (ui_find_label (window, "headline"), ==,
                   "305611096281378760240051639364 solutions");
}

/* When symmetric solutions are listed, the texts do not mention them. */
TEST (raw_words, "/ui/pieces/raw-words")
{
  g_auto (UiWindow) window = pieces_open_strip (0);

  toggle (window, "every-solution", TRUE);
  ui_run (window, "search.start");
  g_assert_cmpuint (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)), ==, 8);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "8 solutions");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "12 pieces");
}

/* A paused search continues where it was, and ends with the same count. With the square the search
 * takes twenty times as long as that of 6 x 10, so that it cannot end before the first pause. */
TEST (pause, "/ui/pieces/pause")
{
  g_autoptr (GFile) file = pieces_draw_with ("eight.txt", 8, 8, 1, "oo\noo\n");
  GtkButton *pause;
  double seconds = 0;
  int pauses = 0;

  pieces_use_limit (0);
  g_auto (UiWindow) window = pieces_open (file);
  pause = GTK_BUTTON (ui_find (GTK_WIDGET (window), "pause-search"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (pause)));
  ui_activate (window, "search.start");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (pause)));
  for (guint before = 0;; before = tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS))) {
    /* A search that is stopped before it has found anything may have no state to continue from. */
    ui_spin_until (ui_job (window) == NULL
                   || tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS))
                        > before + (pauses > 0 ? 1000 : 0));
    if (ui_job (window) == NULL)
      break;
    g_assert_cmpstr (gtk_button_get_label (pause), ==, "_Pause");
    ui_run (window, "search.pause");
    if (!tw_piece_solutions_count (tw_result_get_piece_solutions (ui_result (window))).can_continue)
      break; /* the search ended meanwhile */
    g_assert_cmpuint (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)), >=, before);
    g_assert_cmpfloat (ui_result (window)->seconds, >, seconds);
    seconds = ui_result (window)->seconds;
    g_assert_nonnull (strstr (ui_find_label (window, "detail"), "Paused before "));
    g_assert_cmpfloat (ui_bar_fraction (ui_child (window, TW_TYPE_PROGRESS_BARS), 0), <, 1.0);
    g_assert_cmpstr (gtk_button_get_label (pause), ==, "Cont_inue");
    g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (pause)));
    ui_activate (window, "search.pause");
    pauses++;
  }
  g_test_message ("%d pauses", pauses);
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpint (pauses, >, 0);
  g_assert_cmpfloat (ui_result (window)->seconds, >, seconds);
  g_assert_cmpuint (raw_count (window), ==, 129168);
  g_assert_cmpuint (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)), ==, 16146);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "16146 solutions");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "129168 with symmetric ones");
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (pause)));
}

/* --- changes of the puzzle --------------------------------------------------------- */

/* A single piece can be restricted to fewer orientations. */
TEST (piece_turns, "/ui/pieces/piece-turns")
{
  g_auto (UiWindow) window = pieces_open_strip (0);
  GtkWidget *flip = ui_find (GTK_WIDGET (window), "piece-may-flip");
  GtkWidget *rotate = ui_find (GTK_WIDGET (window), "piece-may-rotate");

  g_assert_false (gtk_widget_get_sensitive (flip));
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  g_assert_true (gtk_widget_get_sensitive (flip));
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (rotate)));
  toggle (window, "piece-may-rotate", FALSE);
  g_assert_cmpint (pieces_problem (window)->pieces[PIECE_I].transforms, ==, TW_SHAPE_FLIP_ONLY);
  toggle (window, "piece-may-flip", FALSE);
  g_assert_cmpint (pieces_problem (window)->pieces[PIECE_I].transforms, ==, TW_SHAPE_FIXED);
  g_assert_cmpint (pieces_problem (window)->pieces[PIECE_X].transforms, ==, TW_SHAPE_ALL);
  g_assert_true (tw_pieces_may_rotate (ui_puzzle (window)));
  /* Without rotation the straight piece still fits; another piece has its own switches. */
  ui_run (window, "search.start");
  g_assert_cmpuint (raw_count (window), ==, 8);
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_X);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (rotate)));
  ui_activate (window, "edit.undo");
  ui_activate (window, "edit.undo");
  g_assert_cmpint (pieces_problem (window)->pieces[PIECE_I].transforms, ==, TW_SHAPE_ALL);
}

/* Boards in JSON, with colours, holes, counts and a fixed piece. */
TEST (json, "/ui/pieces/json")
{
  g_autoptr (GFile) file = ui_text_file (
    "coloured.json",
    "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\"abab\", \"b  a\", \"abab\"],"
    " \"pieces\": [{\"name\": \"Domino\", \"cells\": [\"ab\"], \"least\": 1, \"most\": 9},"
    " {\"name\": \"Fixed\", \"cells\": [\"ab\"], \"rotate\": false, \"flip\": false}],"
    " \"placed\": [{\"piece\": \"Fixed\", \"x\": 0, \"y\": 0}]}");

  pieces_use_limit (0);
  g_auto (UiWindow) window = pieces_open (file);
  g_assert_cmpint (pieces_problem (window)->pieces[1].transforms, ==, TW_SHAPE_FIXED);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 1);
  ui_run (window, "search.start");
  /* A ring with one fixed domino has one solution, without symmetries. */
  g_assert_cmpuint (raw_count (window), ==, 1);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "The only solution");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
}

TEST (switches, "/ui/pieces/switches")
{
  g_auto (UiWindow) window = pieces_open_strip (0);
  GtkSwitch *flip = GTK_SWITCH (ui_find (GTK_WIDGET (window), "may-flip"));
  GtkSwitch *rotate = GTK_SWITCH (ui_find (GTK_WIDGET (window), "may-rotate"));

  ui_run (window, "search.start");
  guint64 all = raw_count (window);
  gtk_switch_set_active (flip, FALSE);
  g_assert_null (ui_result (window)); /* a changed puzzle has no result */
  g_assert_false (tw_pieces_may_flip (ui_puzzle (window)));
  ui_run (window, "search.start");
  g_assert_cmpuint (raw_count (window), <, all);
  gtk_switch_set_active (rotate, FALSE);
  g_assert_false (tw_pieces_may_rotate (ui_puzzle (window)));

  ui_activate (window, "edit.undo");
  g_assert_true (gtk_switch_get_active (rotate));
  g_assert_false (gtk_switch_get_active (flip));
  ui_activate (window, "edit.undo");
  g_assert_true (gtk_switch_get_active (flip));
  ui_run (window, "search.start");
  g_assert_cmpuint (raw_count (window), ==, all);
}

/* Closing while pictures, a hint and a search are in progress drops them. */
TEST (close, "/ui/pieces/close")
{
  g_autoptr (GFile) file = pieces_draw ("large.txt", 12, 10, 2);

  pieces_use_limit (0);
  TwWindow *window = pieces_open (file);
  ui_activate (window, "search.start");
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) > 0);
  ui_activate (window, "piece.hint");
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

TEST_MAIN (ui_test_init, ui_test_run)
