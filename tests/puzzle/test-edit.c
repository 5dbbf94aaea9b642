/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of puzzles and their history: cells, sizes, transforms, pieces, grids as text; random
 * steps with undo and redo; bounded memory. */
#include "test-puzzles.h"
#include "test-tools.h"
#include "core/base/generator.h"
#include "core/base/transform.h"
#include "puzzle/edit.h"
#include "puzzle/error.h"
#include "puzzle/grid-text.h"
#include "puzzle/history.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/quadrillion/quadrillion.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/squares.h"
#include "puzzle/kinds/tetrominoes/tetrominoes.h"

static TwPuzzle *
squares (const char *text)
{
  TwPuzzle *puzzle = test_puzzle (text, NULL);

  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_squares);
  return puzzle;
}

#define assert_same(a, b)                                                 \
  G_STMT_START                                                            \
  {                                                                       \
    g_autofree char *text_a = tw_puzzle_write (a);                        \
    g_autofree char *text_b = tw_puzzle_write (b);                        \
    g_assert_cmpstr (text_a, ==, text_b);                                 \
    g_assert_cmpstr (tw_puzzle_get_name (a), ==, tw_puzzle_get_name (b)); \
  }                                                                       \
  G_STMT_END

/* There is no value, but the error of a wrong use, which is cleared. */
#define assert_refused(value)                                       \
  G_STMT_START                                                      \
  {                                                                 \
    g_assert_null (value);                                          \
    g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE); \
    g_clear_error (&error);                                         \
  }                                                                 \
  G_STMT_END

static void
assert_grid (const TwPuzzle *puzzle, const char *expected)
{
  g_autofree char *text = tw_grid_text_write (tw_puzzle_get_board (puzzle));

  g_assert_cmpstr (text, ==, expected);
}

static const char coloured[] = "{\"board\": [\"aab\", \"abb\"], \"pieces\": ["
                               "{\"name\": \"L\", \"cells\": [\"aa\", \"a\"]},"
                               "{\"name\": \"J\", \"cells\": [\" b\", \"bb\"], \"rotate\": false}],"
                               "\"placed\": [{\"piece\": \"L\", \"x\": 0, \"y\": 0}]}";

/* --- grids as text ---------------------------------------------------------------- */

TEST (grid_text, "/edit/grid-text")
{
  g_autoptr (TwPuzzle) puzzle = squares ("\n.#.\r\n...  \n\n");
  const char *const bad[] = { "", "\n\n", ".#\n.", ".#\n\n.#", ".#\n.x" };

  assert_grid (puzzle, ".#.\n...\n");
  for (guint i = 0; i < 40; i++) {
    g_autoptr (TwBoard) board = tw_generate_board (1 + (int) i, 41 - (int) i, 0.3, i);
    g_autofree char *text = tw_grid_text_write (board);
    g_autoptr (TwBoard) again = tw_grid_text_read (text, strlen (text), NULL);

    g_assert_true (tw_board_equal (board, again));
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (tw_grid_text_read (bad[i], strlen (bad[i]), &error));
    g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT);
    g_assert_false (tw_grid_text_sniff (bad[i], strlen (bad[i])));
  }
  /* The numbers of rows and columns are checked before memory is allocated. */
  {
    g_autofree char *row = g_strnfill (TW_BOARD_MAX_SIDE + 1, '.');
    g_autoptr (GString) column = g_string_new (NULL);

    for (int i = 0; i <= TW_BOARD_MAX_SIDE; i++)
      g_string_append (column, "#\n");
    g_assert_null (tw_grid_text_read (row, strlen (row), NULL));
    g_assert_null (tw_grid_text_read (column->str, column->len, NULL));
  }
  /* A rectangle of points is an empty board under each name; pieces beside a board are a drawing. */
  g_autoptr (TwPuzzle) empty = test_puzzle ("....\n....\n", "board.txt");
  g_autoptr (TwPuzzle) drawing = test_puzzle ("##.\n##.\n\n##\n##\n\n.\n.\n", NULL);
  g_assert_true (tw_puzzle_get_kind (empty) == &tw_kind_squares);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (drawing)->n_pieces, ==, 2);
}

/* --- single changes ------------------------------------------------------------------ */

TEST (paint, "/edit/paint")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("#..\n...\n", "made.txt");
  const TwEditCell stroke[] = {
    { 0, 0, TW_CELL_BLOCKED }, { 1, 0, TW_CELL_BLOCKED }, { 2, 0, TW_CELL_BLOCKED },
    { 2, 0, TW_CELL_FREE },    { 2, 1, TW_CELL_BLOCKED }, { -1, 7, TW_CELL_BLOCKED },
  };
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle)
    painted = tw_edit_paint (puzzle, stroke, G_N_ELEMENTS (stroke), &name, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "Draw 2 obstacles");
  assert_grid (painted, "##.\n..#\n");
  assert_grid (puzzle, "#..\n...\n"); /* the original value is unchanged */
  g_assert_cmpstr (tw_puzzle_get_name (painted), ==, "made.txt");

  g_autofree char *none = NULL;
  g_autoptr (TwPuzzle) same = tw_edit_paint (painted, stroke, 1, &none, &error);
  g_assert_true (same == painted);
  g_assert_null (none);

  const TwEditCell bad = { 0, 0, 2 };
  assert_refused (tw_edit_paint (puzzle, &bad, 1, NULL, &error));
}

TEST (paint_colours, "/edit/paint-colours")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (coloured, "c.json");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  const TwEditCell away = { 2, 0, TW_CELL_BLOCKED };
  const TwEditCell under = { 0, 0, 2 };

  g_assert_cmpuint (tw_edit_n_colours (puzzle), ==, 2);
  g_autoptr (TwPuzzle) hole = tw_edit_paint (puzzle, &away, 1, &name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "Erase 1 cell");
  g_assert_false (tw_board_is_free (tw_puzzle_get_board (hole), 2, 0));
  g_assert_cmpuint (tw_piece_puzzle_get_problem (hole)->n_placed, ==, 1);

  /* The fixed piece no longer fits. */
  g_autoptr (TwPuzzle) moved = tw_edit_paint (puzzle, &under, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (moved)->n_placed, ==, 0);

  /* Adds a third colour. */
  guint8 value;
  g_autofree char *added = NULL;
  g_autoptr (TwPuzzle) more = tw_edit_add_colour (puzzle, 'c', &value, &added, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (value, ==, 3);
  g_assert_cmpstr (added, ==, "Add colour c");
  const TwEditCell third = { 2, 0, 3 };
  g_autoptr (TwPuzzle) three = tw_edit_paint (more, &third, 1, NULL, &error);
  g_autofree char *text = tw_puzzle_write (three);
  g_assert_nonnull (strstr (text, "\"aac\""));
  assert_refused (tw_edit_add_colour (puzzle, ' ', &value, NULL, &error));

  /* The whole board cannot be removed. */
  TwEditCell all[6];
  for (int i = 0; i < 6; i++)
    all[i] = (TwEditCell){ i % 3, i / 3, TW_CELL_BLOCKED };
  assert_refused (tw_edit_paint (puzzle, all, 6, NULL, &error));
}

TEST (resize, "/edit/resize")
{
  g_autoptr (TwPuzzle) puzzle = squares ("#..\n.#.\n");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autoptr (TwPuzzle) larger = tw_edit_resize (puzzle, 4, 4, 1, 1, TW_CELL_FREE, &name, &error);
  g_autoptr (TwPuzzle) cropped = tw_edit_resize (puzzle, 2, 1, -1, -1, TW_CELL_FREE, NULL, &error);
  g_autoptr (TwPuzzle) walled = tw_edit_resize (puzzle, 4, 2, 0, 0, TW_CELL_BLOCKED, NULL, &error);
  const int sides[] = { 0, -1, TW_BOARD_MAX_SIDE + 1 };

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "Resize to 4 × 4");
  assert_grid (larger, "....\n.#..\n..#.\n....\n");
  assert_grid (cropped, "#.\n");
  assert_grid (walled, "#..#\n.#.#\n");
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    assert_refused (tw_edit_resize (puzzle, sides[i], 3, 0, 0, 1, NULL, &error));
  }

  /* Fixed pieces move with the board, or are removed. */
  g_autoptr (TwPuzzle) pieces = test_puzzle (coloured, NULL);
  g_autoptr (TwPuzzle) along = tw_edit_resize (pieces, 5, 4, 2, 1, 1, NULL, &error);
  g_autoptr (TwPuzzle) without = tw_edit_resize (pieces, 2, 2, -1, 0, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (along)->n_placed, ==, 1);
  g_assert_cmpint (tw_piece_puzzle_get_problem (along)->placed[0].x, ==, 2);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (without)->n_placed, ==, 0);
}

TEST (quadrillion, "/edit/quadrillion")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("  ....\n  .*..\n......\n", "board.txt");
  g_autoptr (GError) error = NULL;
  const TwEditCell stroke[] = { { 1, 1, TW_CELL_BLOCKED }, { 0, 0, TW_CELL_FREE } };
  g_autoptr (TwPuzzle) painted = tw_edit_paint (puzzle, stroke, 2, NULL, &error);
  g_autoptr (TwPuzzle) turned = tw_edit_transform (painted, TW_TRANSFORM_TRANSPOSE, NULL, &error);
  g_autoptr (TwPuzzle) larger = tw_edit_resize (painted, 7, 3, 1, 0, TW_CELL_BLOCKED, NULL, &error);

  g_assert_no_error (error);
  g_autofree char *text = tw_puzzle_write (painted);
  g_assert_true (tw_puzzle_get_kind (larger) == &tw_kind_quadrillion);
  g_autofree char *turned_text = tw_puzzle_write (turned);
  g_autofree char *larger_text = tw_puzzle_write (larger);
  g_assert_cmpstr (text, ==, ". ....\n *.*..\n......\n");
  g_assert_cmpstr (turned_text, ==, ". .\n *.\n...\n.*.\n...\n...\n");
  g_assert_cmpstr (larger_text, ==, "*. ....\n* *.*..\n*......\n");
  assert_refused (tw_edit_resize (puzzle, 17, 3, 0, 0, 1, NULL, &error));
  assert_refused (tw_edit_set_pieces (puzzle, NULL, 0, NULL, &error));
}

/* Every transform and its inverse; fixed pieces are transformed with the board. */
TEST (transform, "/edit/transform")
{
  g_autoptr (TwPuzzle) grid = squares ("#..\n.#.\n");
  g_autoptr (TwPuzzle) pieces = test_puzzle (coloured, NULL);

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    g_autoptr (GError) error = NULL;
    int back = tw_transform_inverse (k);
    g_autoptr (TwPuzzle) grid_there = tw_edit_transform (grid, k, NULL, &error);
    g_autoptr (TwPuzzle) grid_back = tw_edit_transform (grid_there, back, NULL, &error);
    assert_same (grid, grid_back);

    if ((k & TW_TRANSFORM_TRANSPOSE) != 0) { /* J may be reflected but not rotated */
      assert_refused (tw_edit_transform (pieces, k, NULL, &error));
      continue;
    }
    g_autoptr (TwPuzzle) there = tw_edit_transform (pieces, k, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (tw_piece_puzzle_get_problem (there)->n_placed, ==, 1);
    g_autoptr (TwPuzzle) again = tw_edit_transform (there, back, NULL, &error);
    g_assert_no_error (error);
    assert_same (pieces, again);
  }
  g_autofree char *name = NULL;
  g_autoptr (TwPuzzle)
    right = tw_edit_transform (grid, TW_TRANSFORM_TRANSPOSE | TW_TRANSFORM_INVERT_X, &name, NULL);
  g_assert_cmpstr (name, ==, "Turn right");
  assert_grid (right, ".#\n#.\n..\n");
}

TEST (generate_and_replace, "/edit/generate-and-replace")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("#..\n...\n", "mine.txt");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autoptr (TwPuzzle) made = tw_edit_generate (puzzle, 20, 10, 0.05, 7, &name, &error);
  TwBoard *expected = tw_generate_board (20, 10, 0.05, 7);

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "Generate 20 × 10");
  g_assert_true (tw_board_equal (tw_puzzle_get_board (made), expected));
  tw_board_free (expected);
  assert_refused (tw_edit_generate (puzzle, 20, 10, 1.5, 7, NULL, &error));

  g_autofree char *pasted_name = NULL;
  g_autoptr (TwPuzzle) pasted = tw_edit_replace (made, puzzle, &pasted_name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pasted_name, ==, "Paste 3 × 2");
  assert_grid (pasted, "#..\n...\n");
  g_assert_cmpstr (tw_puzzle_get_name (pasted), ==, "mine.txt");

  g_autoptr (TwPuzzle) pieces = test_puzzle (coloured, NULL);
  g_autoptr (TwPuzzle) empty = tw_edit_new_pieces (4, 4, &error);
  g_autoptr (TwPuzzle) filled = tw_edit_replace (empty, pieces, NULL, &error);
  g_autofree char *text_a = tw_puzzle_write (pieces), *text_b = tw_puzzle_write (filled);
  g_assert_cmpstr (text_a, ==, text_b);
  assert_refused (tw_edit_replace (puzzle, pieces, NULL, &error));
}

TEST (not_editable, "/edit/not-editable")
{
  const char *words[] = { "4", "I4", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) puzzle = tw_kind_tetrominoes.read->spec (words, &error);
  const TwEditCell cell = { 0, 0, TW_CELL_BLOCKED };

  g_assert_no_error (error);
  g_assert_cmpint (tw_edit_cells (puzzle), ==, TW_EDIT_NOTHING);
  assert_refused (tw_edit_paint (puzzle, &cell, 1, NULL, &error));
}

TEST (pieces, "/edit/pieces")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (coloured, "c.json");
  g_autoptr (GPtrArray) drafts = tw_edit_get_pieces (puzzle);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  /* Without a change the same value is returned. */
  g_autoptr (TwPuzzle) same = tw_edit_set_pieces (puzzle, drafts, 0, NULL, &error);
  g_assert_true (same == puzzle);

  g_autoptr (TwPuzzle) partial = tw_edit_set_pieces (puzzle, drafts, 2, NULL, &error);
  g_assert_cmpint (tw_piece_puzzle_get_problem (partial)->n_free, ==, 2);
  assert_refused (tw_edit_set_pieces (puzzle, drafts, 10000, NULL, &error));

  g_autofree char *new_name = tw_edit_free_name (drafts);
  g_assert_cmpstr (new_name, ==, "A");
  TwPieceDraft *draft = tw_piece_draft_new (new_name);
  tw_piece_draft_set (draft, 0, 0, 1);
  tw_piece_draft_set (draft, -1, 0, 2); /* the puzzle normalizes the coordinates */
  draft->most = 5;
  draft->least = 2;
  draft->flip = FALSE;
  g_ptr_array_insert (drafts, 0, draft);
  g_autoptr (TwPuzzle) added = tw_edit_set_pieces (puzzle, drafts, 0, &name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "Add piece A");
  g_autofree char *text = tw_puzzle_write (added);
  g_assert_nonnull (strstr (text,
                            "{\"name\": \"A\", \"cells\": [\"ba\"], \"least\": 2, \"most\": 5, "
                            "\"rotate\": true, \"flip\": false}"));
  /* L is the second piece now, and is still placed. */
  g_assert_cmpuint (tw_piece_puzzle_get_problem (added)->n_placed, ==, 1);
  g_assert_cmpint (tw_piece_puzzle_get_problem (added)->placed[0].piece, ==, 1);

  g_autoptr (GPtrArray) again = tw_edit_get_pieces (added);
  g_autofree char *removed_name = NULL, *changed_name = NULL;
  draft = g_ptr_array_index (again, 2);
  tw_piece_draft_set (draft, 0, 0, 2);
  g_assert_cmpint (tw_piece_draft_get (draft, 0, 0), ==, 2);
  tw_piece_draft_set (draft, 1, 1, TW_CELL_BLOCKED);
  g_autoptr (TwPuzzle) changed = tw_edit_set_pieces (added, again, 0, &changed_name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (changed_name, ==, "Change piece J");
  g_ptr_array_set_size (again, 0);
  g_ptr_array_unref (again);
  again = tw_edit_get_pieces (changed);
  g_ptr_array_remove_index (again, 1);
  g_autoptr (TwPuzzle) removed = tw_edit_set_pieces (changed, again, 0, &removed_name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (removed_name, ==, "Remove piece L");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (removed)->n_placed, ==, 0);
  g_assert_cmpuint (tw_piece_puzzle_get_problem (removed)->n_pieces, ==, 2);
}

TEST (bad_pieces, "/edit/bad-pieces")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (coloured, NULL);

  for (int fault = 0; fault < 6; fault++) {
    g_autoptr (GPtrArray) drafts = tw_edit_get_pieces (puzzle);
    g_autoptr (GError) error = NULL;
    TwPieceDraft *draft = g_ptr_array_index (drafts, 1);

    if (fault <= 1) {
      g_free (draft->name);
      draft->name = fault == 0 ? g_strdup ("L") : g_strdup ("");
    } else if (fault == 2) {
      g_array_set_size (draft->cells, 0);
    } else if (fault == 3) {
      tw_piece_draft_set (draft, 5, 5, 3); /* the colour does not exist */
    } else if (fault == 4) {
      draft->least = draft->most + 1;
    } else {
      tw_piece_draft_set (draft, TW_BOARD_MAX_SIDE + 1, 0, 1);
    }
    assert_refused (tw_edit_set_pieces (puzzle, drafts, 0, NULL, &error));
  }
}

/* --- the history ------------------------------------------------------------------------ */

TEST (modified, "/edit/modified")
{
  g_autoptr (TwPuzzle) a = squares (".#\n");
  g_autoptr (TwPuzzle) b = squares ("#.\n");
  g_autoptr (TwHistory) history = tw_history_new (a);

  g_assert_false (tw_history_is_modified (history));
  g_assert_false (tw_history_undo (history));
  tw_history_push (history, b, "play", TW_STEP_PLAY);
  g_assert_false (tw_history_is_modified (history));
  tw_history_push (history, a, "edit", TW_STEP_EDIT);
  g_assert_true (tw_history_is_modified (history));
  g_assert_cmpstr (tw_history_undo_name (history), ==, "edit");
  g_assert_null (tw_history_redo_name (history));

  tw_history_set_saved (history);
  g_assert_false (tw_history_is_modified (history));
  g_assert_true (tw_history_undo (history));
  g_assert_true (tw_history_is_modified (history));
  g_assert_cmpstr (tw_history_redo_name (history), ==, "edit");
  g_assert_true (tw_history_redo (history));
  g_assert_false (tw_history_redo (history));
  g_assert_false (tw_history_is_modified (history));

  /* The saved value is discarded together with the redo steps. */
  g_assert_true (tw_history_undo (history));
  tw_history_push (history, b, "other", TW_STEP_EDIT);
  g_assert_true (tw_history_is_modified (history));
  g_assert_true (tw_history_undo (history));
  g_assert_true (tw_history_is_modified (history));
  tw_history_set_unsaved (history);
  g_assert_true (tw_history_is_modified (history));
}

/* Squares by hand are steps of play that leave the puzzle as it is. */
TEST (laid, "/edit/laid")
{
  g_autoptr (TwPuzzle) puzzle = squares (".#\n");
  g_autoptr (TwPuzzle) other = squares ("..\n");
  g_autoptr (TwHistory) history = tw_history_new (puzzle);
  TwSquare square = { .size = 1 };
  TwTiling one = { .squares = &square, .count = 1 };

  g_assert_cmpuint (tw_history_get_squares (history)->count, ==, 0);
  tw_history_push_squares (history, &one, "lay");
  g_assert_true (tw_history_get (history) == puzzle);
  g_assert_cmpuint (tw_history_get_squares (history)->count, ==, 1);
  g_assert_false (tw_history_is_modified (history));
  g_assert_true (tw_history_undo (history));
  g_assert_cmpuint (tw_history_get_squares (history)->count, ==, 0);
  g_assert_true (tw_history_redo (history));
  g_assert_cmpint (tw_history_get_squares (history)->squares[0].size, ==, 1);

  /* A step of play starts where the last other step led to. */
  tw_history_push (history, other, "edit", TW_STEP_EDIT);
  g_assert_cmpuint (tw_history_get_squares (history)->count, ==, 0);
  tw_history_push (history, puzzle, "play", TW_STEP_PLAY);
  g_assert_true (tw_history_get_start (history) == other);
}

TEST (bounded, "/edit/bounded")
{
  g_autoptr (TwPuzzle) small = squares (".#\n");
  g_autoptr (TwHistory) steps = tw_history_new (small);
  TwBoard *board = tw_board_new_empty (TW_BOARD_MAX_SIDE, TW_BOARD_MAX_SIDE);
  g_autoptr (TwPuzzle) large = tw_squares_puzzle_new (NULL, board);
  g_autoptr (TwHistory) bytes = tw_history_new (large);

  for (int i = 0; i < 2 * TW_HISTORY_MAX_STEPS; i++)
    tw_history_push (steps, small, "step", TW_STEP_EDIT);
  g_assert_cmpuint (tw_history_n_undo (steps), ==, TW_HISTORY_MAX_STEPS);
  g_assert_true (tw_history_is_modified (steps));
  while (tw_history_undo (steps))
    ;
  g_assert_true (tw_history_is_modified (steps)); /* the saved value was dropped from the history */

  for (int i = 0; i < 100; i++) {
    const TwEditCell cell = { i, i, TW_CELL_BLOCKED };
    g_autoptr (TwPuzzle) next = tw_edit_paint (tw_history_get (bytes), &cell, 1, NULL, NULL);

    tw_history_push (bytes, next, "paint", TW_STEP_EDIT);
    g_assert_cmpuint (tw_history_bytes (bytes), <=, TW_HISTORY_MAX_BYTES);
  }
  g_assert_cmpuint (tw_history_n_undo (bytes), >=, 50);
  g_assert_cmpuint (tw_history_n_undo (bytes), <, 100);
}

/* Makes a random change that the puzzle allows; NULL: this one is not possible. */
static TwPuzzle *
random_change (GRand *random, TwPuzzle *puzzle, char **name)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  guint8 colours = (guint8) tw_edit_n_colours (puzzle);
  g_autoptr (GError) error = NULL;
  TwPuzzle *made;

  switch (g_rand_int_range (random, 0, 6)) {
  case 0:
  case 1: {
    TwEditCell stroke[8];

    for (guint i = 0; i < G_N_ELEMENTS (stroke); i++)
      stroke[i] = (TwEditCell){ g_rand_int_range (random, -1, board->width + 1),
                                g_rand_int_range (random, -1, board->height + 1),
                                (guint8) g_rand_int_range (random, 0, colours + 1) };
    made = tw_edit_paint (puzzle, stroke, G_N_ELEMENTS (stroke), name, &error);
    break;
  }
  case 2:
    made = tw_edit_resize (puzzle, g_rand_int_range (random, 1, 16),
                           g_rand_int_range (random, 1, 16), g_rand_int_range (random, -3, 4),
                           g_rand_int_range (random, -3, 4),
                           (guint8) g_rand_int_range (random, 0, colours + 1), name, &error);
    break;
  case 3:
    made = tw_edit_transform (puzzle, g_rand_int_range (random, 0, 8), name, &error);
    break;
  case 4:
    made = tw_edit_generate (puzzle, g_rand_int_range (random, 1, 16),
                             g_rand_int_range (random, 1, 16), 0.2, g_rand_int (random), name,
                             &error);
    break;
  default:
    if (tw_edit_has_pieces (puzzle)) {
      g_autoptr (GPtrArray) drafts = tw_edit_get_pieces (puzzle);
      g_autofree char *free_name = tw_edit_free_name (drafts);
      TwPieceDraft *draft = tw_piece_draft_new (free_name);

      for (int i = 0; i < 5; i++)
        tw_piece_draft_set (draft, g_rand_int_range (random, 0, 4), g_rand_int_range (random, 0, 4),
                            (guint8) g_rand_int_range (random, 1, colours + 1));
      if (drafts->len > 0 && g_rand_boolean (random))
        g_ptr_array_remove_index (drafts, 0);
      g_ptr_array_add (drafts, draft);
      made = tw_edit_set_pieces (puzzle, drafts, 0, name, &error);
    } else {
      g_autoptr (TwPuzzle) other = squares ("#..\n.#.\n");
      made = tw_edit_replace (puzzle, other, name, &error);
    }
  }
  g_assert_true ((made == NULL) == (error != NULL));
  return made;
}

static void
random_walk (const char *text, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (TwPuzzle) first = test_puzzle (text, NULL);
  g_autoptr (TwHistory) history = tw_history_new (first);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (texts, tw_puzzle_write (first));
  for (int i = 0; i < test_size (200); i++) {
    g_autofree char *name = NULL;
    TwPuzzle *now = tw_history_get (history);
    g_autoptr (TwPuzzle) next = random_change (random, now, &name);

    if (next == NULL || next == now) {
      g_assert_null (name);
      continue;
    }
    g_assert_nonnull (name);
    tw_history_push (history, next, name, TW_STEP_EDIT);
    g_ptr_array_add (texts, tw_puzzle_write (next));
  }
  g_assert_cmpuint (texts->len, >, test_size (50));
  g_assert_cmpuint (tw_history_n_undo (history), ==, texts->len - 1);
  for (guint i = texts->len; i-- > 0;) {
    g_autofree char *now = tw_puzzle_write (tw_history_get (history));

    g_assert_cmpstr (now, ==, g_ptr_array_index (texts, i));
    g_assert_true (tw_history_undo (history) == (i > 0));
  }
  g_assert_true (tw_history_get (history) == first);
  g_assert_false (tw_history_is_modified (history));
  while (tw_history_redo (history))
    ;
  g_autofree char *last = tw_puzzle_write (tw_history_get (history));
  g_assert_cmpstr (last, ==, g_ptr_array_index (texts, texts->len - 1));

  /* The puzzle is equal after writing and reading. */
  g_autoptr (TwPuzzle) again = test_puzzle (last, NULL);
  g_autofree char *printed = tw_puzzle_write (again);
  g_assert_cmpstr (printed, ==, last);
}

TEST (random, "/edit/random")
{
  for (guint32 seed = 0; seed < 10; seed++) {
    random_walk ("#..\n...\n", seed);
    random_walk (coloured, seed);
    random_walk ("{\"board\": [\"OOOO\"], \"pieces\": [{\"cells\": [\"OO\"]}]}", seed);
  }
}

/* --- files --------------------------------------------------------------------------------- */

TEST (print, "/edit/print")
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (puzzles, squares (".#\n"));
  g_autofree char *grid = tw_puzzles_print (puzzles, "x.TXT", &error);
  g_assert_cmpstr (grid, ==, ".#\n");
  g_ptr_array_add (puzzles, test_puzzle (coloured, NULL));
  g_autofree char *both = tw_puzzles_print (puzzles, "x.json", &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) again = tw_puzzles_parse (both, strlen (both), "x.json", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->len, ==, 2);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *before = tw_puzzle_write (g_ptr_array_index (puzzles, i));
    g_autofree char *after = tw_puzzle_write (g_ptr_array_index (again, i));
    g_assert_cmpstr (before, ==, after);
  }
  assert_refused (tw_puzzles_print (puzzles, "x.txt", &error));

  g_ptr_array_set_size (puzzles, 0);
  g_ptr_array_add (puzzles, test_puzzle ("..*.\n", "board.txt"));
  g_ptr_array_add (puzzles, test_puzzle ("...*\n", "board.txt"));
  g_autofree char *boards = tw_puzzles_print (puzzles, "my-boards.txt", &error);
  g_assert_cmpstr (boards, ==, "..*.\n\n...*\n");
  /* The text must be read as the same puzzles again. */
  static const char *const names[] = { "x.json", "x.txt", "boards.json", "x.dlx" };
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_assert_null (tw_puzzles_print (puzzles, names[i], &error));
    g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE);
    g_assert_nonnull (strstr (error->message, "board.txt"));
    g_clear_error (&error);
  }
  g_ptr_array_set_size (puzzles, 0);
  g_ptr_array_add (puzzles, test_puzzle ("a b\na b\n", "x.dlx"));
  g_assert_null (tw_puzzles_print (puzzles, "x.txt", &error));
  g_assert_nonnull (strstr (error->message, "x.dlx"));
  g_clear_error (&error);
  g_autofree char *options = tw_puzzles_print (puzzles, "X.DLX", &error);
  g_assert_cmpstr (options, ==, "a b\na b\n");
}

TEST_MAIN (test_init, g_test_run)
