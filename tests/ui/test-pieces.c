/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests piece puzzles in the window: opening them, the pane, browsing solutions during and after
 * the search, and holding, placing and fixing pieces. */
#include "ui-test.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "app/preferences/settings.h"
#include "app/pieces/thumbs.h"
#include "app/pane/progress-bars.h"
#include "app/pane/solutions.h"
#include "app/window/split.h"

enum { PIECE_I = 1, PIECE_X = 9, N_PENTOMINOES = 12 };

/* F I L N P T U V W X Y Z */
static const char *const pentominoes[N_PENTOMINOES] = {
  " oo\noo\n o\n", "ooooo\n",     "oooo\no\n",    "oo\n ooo\n",    "oo\noo\no\n", "ooo\n o\n o\n",
  "o o\nooo\n",    "o\no\nooo\n", "o\noo\n oo\n", " o\nooo\n o\n", "oooo\n o\n",  "oo\n o\n oo\n",
};

/* Writes a drawing of a board, `sets` copies of the twelve pentominoes, and another piece. */
static GFile *
drawing_with (const char *name, int width, int height, int sets, const char *another)
{
  GFile *file = ui_scratch_file (name);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *row = g_strnfill ((gsize) width, 'o');
  g_autoptr (GString) text = g_string_new (NULL);

  for (int y = 0; y < height; y++)
    g_string_append_printf (text, "%s\n", row);
  for (int i = 0; i < sets * N_PENTOMINOES; i++)
    g_string_append_printf (text, "\n%s", pentominoes[i % N_PENTOMINOES]);
  g_string_append_printf (text, "\n%s", another);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return file;
}

static GFile *
drawing (const char *name, int width, int height, int sets)
{
  return drawing_with (name, width, height, sets, "");
}

static void
use_limit (int limit)
{

  g_settings_reset (tw_settings (), "engine");
  g_settings_reset (tw_settings (), "raw");
  g_settings_reset (tw_settings (), "count-only");
  g_settings_set_double (tw_settings (), "time", 1000);
  g_settings_set_int (tw_settings (), "limit", limit);
}

static TwWindow *
window_with (GFile *file)
{
  TwWindow *window = ui_window_of (file);

  g_assert_cmpstr (ui_message (window), ==, NULL);
  return window;
}

static TwWindow *
window_with_strip (int limit)
{
  g_autoptr (GFile) file = drawing ("strip.txt", 20, 3, 1);

  use_limit (limit);
  return window_with (file);
}

static void
solve (TwWindow *window)
{
  ui_run (window, "search.start");
}

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

static gboolean
press (GtkWidget *widget, guint key)
{
  gboolean taken = FALSE;
  gpointer keys = NULL;
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
      keys = controller;
  }
  g_assert_nonnull (keys);
  g_signal_emit_by_name (keys, "key-pressed", key, 0, 0, &taken);
  return taken;
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

static const TwPieceProblem *
problem_of (TwWindow *window)
{
  return tw_piece_puzzle_get_problem (ui_puzzle (window));
}

/* --- opening ------------------------------------------------------------------ */

TEST (open, "/ui/pieces/open")
{
  TwWindow *window = window_with_strip (1);
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
  solve (window);
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
  g_autoptr (GFile) file = ui_scratch_file ("boards.txt");
  g_autofree char *path = g_file_get_path (file);
  TwWindow *window;

  /* Piece B, of four cells and one, is already placed on the second board. */
  g_assert_true (g_file_set_contents (path,
                                      "................\n......*.........\n.......*........\n"
                                      "........*.......\n\n"
                                      "BBBB............\nB.....*.........\n.......*........\n"
                                      "........*.......\n",
                                      -1, NULL));
  use_limit (1);
  window = window_with (file);
  g_assert_cmpstr (tw_puzzle_get_kind (ui_puzzle (window))->name, ==, "quadrillion");
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 0);
  ui_activate (window, "view.next-puzzle");
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 1);

  /* Pieces placed by the file cannot be moved. */
  tw_canvas_point_at_cell (ui_canvas (window), 1, 0);
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (window), "remove-piece")));
  g_assert_true (press (GTK_WIDGET (ui_canvas (window)), GDK_KEY_Delete));
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  ui_close (window);
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
  g_auto (UiWindow) window = window_with_strip (1);
  TwPuzzle *before = ui_puzzle (window);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GFile) file = ui_scratch_file ("bad.txt");
    g_autofree char *path = g_file_get_path (file);

    g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
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

  use_limit (1);
  for (gsize i = 0; i < G_N_ELEMENTS (puzzles); i++) {
    g_autoptr (GFile) file = ui_scratch_file ("impossible.json");
    g_autofree char *path = g_file_get_path (file);
    TwWindow *window;

    g_assert_true (g_file_set_contents (path, puzzles[i].text, -1, NULL));
    window = window_with (file);
    solve (window);
    g_assert_cmpstr (ui_find_label (window, "headline"), ==, "No solution exists");
    g_assert_cmpstr (ui_find_label (window, "detail"), ==, puzzles[i].says);
    ui_close (window);
  }
}

/* --- solutions ---------------------------------------------------------------- */

/* The twelve pentominoes fill 3 x 20 in 2 ways, or 8 counting rotations and reflections. */
TEST (browse, "/ui/pieces/browse")
{
  g_auto (UiWindow) window = window_with_strip (0);
  g_autoptr (GFile) file = ui_scratch_file ("all.json");
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (JsonParser) parser = json_parser_new ();

  solve (window);
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
  solve (window);
  g_assert_cmpstr (ui_find_label (window, "solution-position"), ==, "1 of 8");
}

/* The search has far more solutions than it can find; they can be browsed while it runs. */
TEST (while_running, "/ui/pieces/while-running")
{
  g_autoptr (GFile) file = drawing ("large.txt", 12, 10, 2);
  TwWindow *window;

  use_limit (0);
  window = window_with (file);
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
  g_auto (UiWindow) window = window_with_strip (1);

  toggle (window, "find-count", TRUE);
  solve (window);
  g_assert_cmpuint (raw_count (window), ==, 8);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "2 solutions");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "8 with symmetric ones\nAll are counted");
  g_assert_false (gtk_widget_get_visible (ui_child (window, TW_TYPE_SOLUTIONS)));
  g_assert_cmpfloat (ui_bar_fraction (ui_child (window, TW_TYPE_PROGRESS_BARS), 0), ==, 1.0);
  g_assert_cmpuint (ui_count_bars (ui_child (window, TW_TYPE_PROGRESS_BARS)), ==, 1);
  g_assert_false (gtk_widget_get_visible (ui_find (GTK_WIDGET (window), "bars-best")));

  toggle (window, "find-first", TRUE);
  solve (window);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "Solved");
}

/* When symmetric solutions are listed, the texts do not mention them. */
TEST (raw_words, "/ui/pieces/raw-words")
{
  TwWindow *window;

  window = window_with_strip (0);
  toggle (window, "every-solution", TRUE);
  solve (window);
  g_assert_cmpuint (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)), ==, 8);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "8 solutions");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==, "12 pieces");
  ui_close (window);
}

/* A paused search continues where it was, and ends with the same count. With the square the search
 * takes twenty times as long as that of 6 x 10, so that it cannot end before the first pause. */
TEST (pause, "/ui/pieces/pause")
{
  g_autoptr (GFile) file = drawing_with ("eight.txt", 8, 8, 1, "oo\noo\n");
  TwWindow *window;
  GtkButton *pause;
  double seconds = 0;
  int pauses = 0;

  use_limit (0);
  window = window_with (file);
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
  ui_close (window);
}

/* --- changes of the puzzle --------------------------------------------------------- */

/* A single piece can be restricted to fewer orientations. */
TEST (piece_turns, "/ui/pieces/piece-turns")
{
  g_auto (UiWindow) window = window_with_strip (0);
  GtkWidget *flip = ui_find (GTK_WIDGET (window), "piece-may-flip");
  GtkWidget *rotate = ui_find (GTK_WIDGET (window), "piece-may-rotate");

  g_assert_false (gtk_widget_get_sensitive (flip));
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  g_assert_true (gtk_widget_get_sensitive (flip));
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (rotate)));
  toggle (window, "piece-may-rotate", FALSE);
  g_assert_cmpint (problem_of (window)->pieces[PIECE_I].transforms, ==, TW_SHAPE_FLIP_ONLY);
  toggle (window, "piece-may-flip", FALSE);
  g_assert_cmpint (problem_of (window)->pieces[PIECE_I].transforms, ==, TW_SHAPE_FIXED);
  g_assert_cmpint (problem_of (window)->pieces[PIECE_X].transforms, ==, TW_SHAPE_ALL);
  g_assert_true (tw_pieces_may_rotate (ui_puzzle (window)));
  /* Without rotation the straight piece still fits; another piece has its own switches. */
  solve (window);
  g_assert_cmpuint (raw_count (window), ==, 8);
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_X);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (rotate)));
  ui_activate (window, "edit.undo");
  ui_activate (window, "edit.undo");
  g_assert_cmpint (problem_of (window)->pieces[PIECE_I].transforms, ==, TW_SHAPE_ALL);
}

/* Boards in JSON, with colours, holes, counts and a fixed piece. */
TEST (json, "/ui/pieces/json")
{
  g_autoptr (GFile) file = ui_scratch_file ("coloured.json");
  g_autofree char *path = g_file_get_path (file);
  TwWindow *window;

  g_assert_true (g_file_set_contents (
    path,
    "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [\"abab\", \"b  a\", \"abab\"],"
    " \"pieces\": [{\"name\": \"Domino\", \"cells\": [\"ab\"], \"least\": 1, \"most\": 9},"
    " {\"name\": \"Fixed\", \"cells\": [\"ab\"], \"rotate\": false, \"flip\": false}],"
    " \"placed\": [{\"piece\": \"Fixed\", \"x\": 0, \"y\": 0}]}",
    -1, NULL));
  use_limit (0);
  window = window_with (file);
  g_assert_cmpint (problem_of (window)->pieces[1].transforms, ==, TW_SHAPE_FIXED);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 1);
  solve (window);
  /* A ring with one fixed domino has one solution, without symmetries. */
  g_assert_cmpuint (raw_count (window), ==, 1);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "The only solution");
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
  ui_close (window);
}

TEST (switches, "/ui/pieces/switches")
{
  g_auto (UiWindow) window = window_with_strip (0);
  GtkSwitch *flip = GTK_SWITCH (ui_find (GTK_WIDGET (window), "may-flip"));
  GtkSwitch *rotate = GTK_SWITCH (ui_find (GTK_WIDGET (window), "may-rotate"));

  solve (window);
  guint64 all = raw_count (window);
  gtk_switch_set_active (flip, FALSE);
  g_assert_null (ui_result (window)); /* a changed puzzle has no result */
  g_assert_false (tw_pieces_may_flip (ui_puzzle (window)));
  solve (window);
  g_assert_cmpuint (raw_count (window), <, all);
  gtk_switch_set_active (rotate, FALSE);
  g_assert_false (tw_pieces_may_rotate (ui_puzzle (window)));

  ui_activate (window, "edit.undo");
  g_assert_true (gtk_switch_get_active (rotate));
  g_assert_false (gtk_switch_get_active (flip));
  ui_activate (window, "edit.undo");
  g_assert_true (gtk_switch_get_active (flip));
  solve (window);
  g_assert_cmpuint (raw_count (window), ==, all);
}

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

TEST (place, "/ui/pieces/place")
{
  g_auto (UiWindow) window = window_with_strip (1);
  GtkWidget *canvas = GTK_WIDGET (ui_canvas (window));
  int x, y;

  solve (window);
  find_piece (window, "J", &x, &y); /* X is symmetric */

  /* Chooses the piece in the grid and places it with Enter. */
  GtkGridView *grid = GTK_GRID_VIEW (ui_find (GTK_WIDGET (window), "pieces-grid"));
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_grid_view_get_model (grid)),
                                     PIECE_X);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, PIECE_X);
  tw_canvas_point_at_cell (ui_canvas (window), x + 1, y + 1);
  g_assert_true (press (canvas, GDK_KEY_Return));
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  g_assert_cmpint (problem_of (window)->placed[0].x, ==, x);
  g_assert_cmpint (problem_of (window)->placed[0].y, ==, y);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, -1); /* there was only one */
  g_assert_null (ui_result (window));
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_fixed, ==, 1);

  /* The search fills the rest around it. */
  solve (window);
  TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
  g_assert_cmpuint (scene->n_uncovered, ==, 0);
  g_assert_cmpuint (scene->n_fixed, ==, 1);
  int32_t region = tw_scene_region_at (scene, x + 1, y + 1);
  g_assert_true (scene->regions[region].flags & TW_REGION_FIXED);
  g_assert_cmpint (scene->regions[region].x, ==, x);

  /* A cell that is covered accepts no piece. */
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  g_assert_true (press (canvas, GDK_KEY_Return));
  g_assert_cmpstr (ui_message (window), ==, "Another piece lies there");
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  g_assert_true (press (canvas, GDK_KEY_Escape));
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, -1);

  ui_activate (window, "edit.undo");
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 0);
  ui_activate (window, "edit.redo");
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  tw_canvas_point_at_cell (ui_canvas (window), x + 1, y + 1);
  g_assert_true (press (canvas, GDK_KEY_Delete));
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 0);
}

/* R and F: four rotations, or two reflections, are the identity. */
TEST (turn, "/ui/pieces/turn")
{
  g_auto (UiWindow) window = window_with_strip (1);
  GtkWidget *canvas = GTK_WIDGET (ui_canvas (window));

  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  tw_canvas_point_at_cell (ui_canvas (window), 10, 1);
  for (int flip = 0; flip < 2; flip++) {
    for (int k = 0; k < 4; k++) {
      int before = tw_hand_get_transform (ui_hand (window));
      g_assert_true (press (canvas, GDK_KEY_r));
      g_assert_cmpint (tw_hand_get_transform (ui_hand (window)) ^ before, >=, 4); /* transposed */
    }
    g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, flip == 0 ? 0 : 2);
    g_assert_true (press (canvas, GDK_KEY_f));
  }
  g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, 0);

  gtk_switch_set_active (GTK_SWITCH (ui_find (GTK_WIDGET (window), "may-rotate")), FALSE);
  g_assert_true (press (canvas, GDK_KEY_r));
  g_assert_cmpstr (ui_message (window), ==, "This piece may not be rotated");
  g_assert_cmpint (tw_hand_get_transform (ui_hand (window)), ==, 0);
}

/* The wheel turns the piece in hand, both ways, and zooms only without one. */
TEST (wheel, "/ui/pieces/wheel")
{
  g_auto (UiWindow) window = window_with_strip (1);
  g_autoptr (GListModel)
    controllers = gtk_widget_observe_controllers (GTK_WIDGET (ui_canvas (window)));
  gpointer wheel = NULL;
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL (one)
        && gtk_event_controller_get_propagation_phase (one) == GTK_PHASE_CAPTURE)
      wheel = one; /* the canvas holds it */
  }
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
    g_assert_true (press (GTK_WIDGET (ui_canvas (window)), k == 3 ? GDK_KEY_f : GDK_KEY_r));
  }
}

/* In a narrow window the pane lies over the board, and closes when a piece is chosen. */
TEST (narrow, "/ui/pieces/narrow")
{
  TwWindow *window;
  TwSplit *split;

  g_settings_set_int (tw_settings (), "window-width", 360);
  window = window_with_strip (1);
  split = ui_child (window, TW_TYPE_SPLIT);
  for (int i = 0; i < 50; i++) /* until the window has its size */
    ui_iterate ();
  g_assert_true (tw_split_get_collapsed (split));
  tw_split_set_show_pane (split, TRUE);
  ui_spin_until (visible (window, ui_child (window, TW_TYPE_PIECES)));
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

/* Uses the mouse: a click places a piece, another click picks it up, a drop places another
 * piece. */
TEST (mouse, "/ui/pieces/mouse")
{
  g_auto (UiWindow) window = window_with_strip (1);
  gpointer click = ui_controller (GTK_WIDGET (ui_canvas (window)), GTK_TYPE_GESTURE_CLICK);
  gpointer target = ui_controller (GTK_WIDGET (ui_canvas (window)), GTK_TYPE_DROP_TARGET);
  cairo_rectangle_t cell;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  ui_spin_until (tw_canvas_get_scene (ui_canvas (window)) != NULL);
  cell = tw_view_cell_area (tw_canvas_get_view (ui_canvas (window)), 5, 1, 1, 1);
  double x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;

  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken", PIECE_I);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x + 100, y); /* the drag panned the board */
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 0);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x, y);
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  g_assert_cmpint (problem_of (window)->placed[0].x, ==, 3);
  g_assert_cmpint (problem_of (window)->placed[0].y, ==, 1);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  g_signal_emit_by_name (click, "released", 1, x, y);
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 0);
  g_assert_cmpint (tw_hand_get_piece (ui_hand (window)), ==, PIECE_I);

  g_value_init (&value, G_TYPE_UINT);
  g_value_set_uint (&value, PIECE_X);
  g_signal_emit_by_name (target, "drop", &value, x, y, &taken);
  g_assert_true (taken);
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  g_assert_cmpint (problem_of (window)->placed[0].piece, ==, PIECE_X);
}

/* Twelve hints fill the board; without a solution the hint says so. */
TEST (hint, "/ui/pieces/hint")
{
  TwWindow *window = window_with_strip (1);

  for (gsize i = 1; i <= N_PENTOMINOES; i++) {
    ui_run (window, "piece.hint");
    g_assert_cmpuint (problem_of (window)->n_placed, ==, i);
  }
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
  ui_run (window, "piece.hint");
  g_assert_nonnull (ui_message (window));
  g_assert_cmpuint (problem_of (window)->n_placed, ==, N_PENTOMINOES);
  ui_close (window);

  window = window_with_strip (1);
  g_signal_emit_by_name (ui_child (window, TW_TYPE_PIECES), "taken",
                         PIECE_X); /* a corner placement that isolates one cell */
  tw_canvas_point_at_cell (ui_canvas (window), 0, 0);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_Return, 0));
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  ui_run (window, "piece.hint");
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  g_assert_nonnull (strstr (ui_message (window), "no solution"));
  ui_close (window);
}

/* --- play ---------------------------------------------------------------------- */

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
  return G_LIST_MODEL (tw_document_get_findings (ui_document (window)));
}

static gboolean
starts (const char *text, const char *start)
{
  g_test_message ("%s", text);
  return g_str_has_prefix (text, start);
}

/* The last piece completes the board: a solution like any other, which stays in the list when the
 * board is played again. */
TEST (solved_by_hand, "/ui/pieces/solved-by-hand")
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
  g_assert_cmpuint (problem_of (window)->n_placed, ==, 1);
  g_assert_true (ui_puzzle (window) == tw_document_get_original (ui_document (window)));
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

/* A domino that leaves two single cells is marked at once, when that is wanted. */
TEST (dead_ends, "/ui/pieces/dead-ends")
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
  g_assert_cmpint (tw_canvas_get_n_marks (canvas), ==, 0);

  ui_activate (window, "piece.dead-ends");
  ui_spin_until (tw_canvas_get_n_marks (canvas) > 0);
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_INFEASIBLE);
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "No solution from here");

  /* Undo leads out; a better place has no mark; the way back into the dead end has. */
  ui_activate (window, "edit.undo");
  g_assert_cmpint (tw_canvas_get_n_marks (canvas), ==, 0);
  g_assert_null (ui_result (window));
  ui_activate (window, "edit.redo");
  g_assert_cmpint (tw_canvas_get_n_marks (canvas), >, 0);
  ui_activate (window, "edit.undo");
  lay (window, 0, FALSE, 0, 0);
  g_assert_true (tw_jobs_wait (60));
  g_assert_cmpint (tw_canvas_get_n_marks (canvas), ==, 0);

  /* Switched off, it is forgotten; the setting is remembered. */
  ui_activate (window, "edit.undo");
  lay (window, 0, FALSE, 1, 0);
  ui_spin_until (tw_canvas_get_n_marks (canvas) > 0);
  g_assert_true (g_settings_get_boolean (tw_settings (), "dead-ends"));
  ui_activate (window, "piece.dead-ends");
  g_assert_cmpint (tw_canvas_get_n_marks (canvas), ==, 0);
  g_assert_null (ui_result (window));
  g_assert_false (g_settings_get_boolean (tw_settings (), "dead-ends"));
}

/* The X in the corner leaves one cell that nothing reaches. */
TEST (dead_cell, "/ui/pieces/dead-cell")
{
  g_auto (UiWindow) window = window_with_strip (1);

  ui_activate (window, "piece.dead-ends");
  lay (window, PIECE_X, FALSE, 1, 1);
  ui_spin_until (tw_canvas_get_n_marks (ui_canvas (window)) > 0);
  g_assert_cmpint (tw_canvas_get_n_marks (ui_canvas (window)), ==, 1);
  ui_keep_picture (window, "dead-cell.png");
  ui_activate (window, "piece.dead-ends");
}

/* Without motion there is no wave. A Quadrillion is solved by hand, too. */
TEST (solved_quadrillion, "/ui/pieces/solved-quadrillion")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "puzzles",
                                                 "quadrillion.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_auto (UiWindow) window = window_with (file);
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));

  use_limit (1);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  for (gsize i = 1; ui_result (window) == NULL; i++) {
    ui_run (window, "piece.hint");
    g_assert_cmpuint (problem_of (window)->n_placed, ==, i);
  }
  g_assert_cmpuint (problem_of (window)->n_placed, ==, N_PENTOMINOES);
  g_assert_true (tw_result_is_by_hand (ui_result (window)));
  g_assert_false (tw_canvas_is_waving (ui_canvas (window)));
  gtk_settings_reset_property (settings, "gtk-enable-animations");
}

/* Closing while pictures, a hint and a search are in progress drops them. */
TEST (close, "/ui/pieces/close")
{
  g_autoptr (GFile) file = drawing ("large.txt", 12, 10, 2);
  TwWindow *window;

  use_limit (0);
  window = window_with (file);
  ui_activate (window, "search.start");
  ui_spin_until (tw_solutions_get_kept (ui_child (window, TW_TYPE_SOLUTIONS)) > 0);
  ui_activate (window, "piece.hint");
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

TEST_MAIN (ui_test_init, ui_test_run)
