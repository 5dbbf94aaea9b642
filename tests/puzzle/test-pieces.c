/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-pieces.c - drawings, JSON and Quadrillion boards: their meaning, round trips, bad and
 * hostile input, solving and checking through the kinds. */
#include "test-puzzles.h"
#include "test-tools.h"
#include "puzzle/error.h"
#include "puzzle/job.h"
#include "puzzle/kinds/pieces/pieces.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/kinds/quadrillion/quadrillion.h"
#include "core/pieces/checkpoint.h"
#include "puzzle/kinds/pieces/json.h"
#include "puzzle/checkpoint.h"
#include "puzzle/edit.h"
#include "puzzle/kind-edit.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/kinds/pieces/exact-cover.h"

static GPtrArray *
parse (const char *text, const char *name, GError **error)
{
  return tw_puzzles_parse (text, strlen (text), name, error);
}

static void
expect_error (const char *text, const char *name, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = parse (text, name, &error);

  g_assert_null (puzzles);
  g_assert_true (error != NULL && error->domain == TW_PUZZLE_ERROR);
  if (strstr (error->message, wanted) == NULL || !g_str_has_prefix (error->message, name))
    g_error ("“%s” is not in “%s”", wanted, error->message);
}

#define refuses_json(text, wanted) expect_error (text, "x.json", wanted)

static TwResult *
solve (TwPuzzle *puzzle, int limit)
{
  TwOptions options = test_options ();

  options.limit = limit;
  options.threads = 1;
  return test_solve (puzzle, &options);
}

/* --- drawings ------------------------------------------------------------------------ */

/* The board has the largest bounding box although not the most cells; ragged lines, tabs and CR LF
 * are white space. */
TEST (drawing, "/pieces/drawing")
{
  g_autoptr (TwPuzzle)
    puzzle = test_puzzle ("\xEF\xBB\xBF"
                          "aa b\r\na\tb\r\n\r\nabbbbbb\r\na     b\r\nabbbbbb\r\n",
                          "x.txt");
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);

  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_pieces);
  g_assert_cmpint (problem->board->width, ==, 7);
  g_assert_cmpint (problem->board->height, ==, 3);
  g_assert_cmpuint (tw_board_count_free (problem->board), ==, 16);
  g_assert_cmpuint (problem->n_pieces, ==, 3);
  g_assert_cmpstr (problem->pieces[0].name, ==, "A");
  g_assert_cmpint (problem->pieces[0].shape.count, ==, 3);
  g_assert_cmpint (problem->pieces[1].shape.count, ==, 1);
  g_assert_cmpint (problem->pieces[2].shape.count, ==, 1);
  g_assert_cmpint (problem->pieces[0].least, ==, 0);
  g_assert_cmpint (problem->pieces[0].most, ==, 1);
  g_assert_true (tw_puzzle_get_outside (puzzle)[8]);
}

TEST (bad_drawings, "/pieces/bad-drawings")
{
  g_autoptr (GString) wide = g_string_new (NULL);
  g_autoptr (GString) colours = g_string_new (NULL);
  g_autoptr (GString) many = g_string_new (NULL);

  for (int i = 0; i < 1001; i++)
    g_string_append_c (wide, 'O');
  g_string_append (wide, "\n\nO\n");
  for (gunichar c = 0x4e00; c < 0x4e00 + 300; c++)
    g_string_append_unichar (colours, c);
  g_string_append (colours, "\n\nO\n");
  for (int i = 0; i < 10002; i++)
    g_string_append (many, i % 100 == 99 ? "O\n\n" : "O ");

  expect_error ("", "x.txt", "empty");
  expect_error ("  \n\t\n", "x.txt", "white space");
  expect_error ("aaa\n", "x.txt", "line 1, column 1");
  expect_error ("\n  aa\n  a\n", "x.txt", "line 2, column 3");
  expect_error (wide->str, "x.txt", "1001 × 1");
  expect_error (colours->str, "x.txt", "line 1, column 255: more than 254 colours");
  expect_error (many->str, "x.txt", "more than 10000 pieces");
  expect_error ("a\xff\n", "x.txt", "UTF-8");
}

/* Large drawings within the limits are read, and then solved or stopped in time. */
TEST (large_drawings, "/pieces/large-drawings")
{
  g_autoptr (GString) text = g_string_new ("O\n\n");
  g_autoptr (GString) many = g_string_new (NULL);
  g_autofree char *row = g_strnfill (100, 'O');

  for (int y = 0; y < 100; y++)
    g_string_append_printf (text, "%s\n", row);
  g_autoptr (TwPuzzle) puzzle = test_puzzle (text->str, "x.txt");
  g_autoptr (TwResult) result = solve (puzzle, 1);
  g_assert_cmpint (result->status, ==, TW_STATUS_INFEASIBLE);
  g_assert_nonnull (strstr (result->reason, "10000"));
  g_clear_pointer (&result, tw_result_unref);
  tw_puzzle_unref (puzzle);

  for (int i = 0; i < 10000; i++)
    g_string_append (many, i % 100 == 99 ? "O\n\n" : "O ");
  g_string_append (many, "OOOOOOO\nOOOOOOO\n");
  puzzle = test_puzzle (many->str, "x.txt");
  g_assert_cmpuint (tw_piece_puzzle_get_problem (puzzle)->n_pieces, ==, 10000);
  result = solve (puzzle, 1);
  g_assert_true (tw_result_has_solution (result));
  g_assert_cmpuint (tw_result_n_placements (result), ==, 14);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
}

/* --- round trips --------------------------------------------------------------------- */

static void
assert_same_problem (const TwPuzzle *a, const TwPuzzle *b)
{
  const TwPieceProblem *p = tw_piece_puzzle_get_problem (a), *q = tw_piece_puzzle_get_problem (b);

  g_assert_true (tw_board_equal (p->board, q->board));
  g_assert_cmpuint (p->n_pieces, ==, q->n_pieces);
  for (gsize i = 0; i < p->n_pieces; i++) {
    g_assert_cmpstr (p->pieces[i].name, ==, q->pieces[i].name);
    g_assert_cmpint (p->pieces[i].least, ==, q->pieces[i].least);
    g_assert_cmpint (p->pieces[i].most, ==, q->pieces[i].most);
    g_assert_cmpint (p->pieces[i].transforms, ==, q->pieces[i].transforms);
    g_assert_cmpint (tw_shape_compare (&p->pieces[i].shape, &q->pieces[i].shape), ==, 0);
  }
  g_assert_cmpint (p->n_free, ==, q->n_free);
  g_assert_cmpuint (p->n_placed, ==, q->n_placed);
  for (gsize i = 0; i < p->n_placed; i++) {
    g_assert_cmpint (p->placed[i].piece, ==, q->placed[i].piece);
    g_assert_cmpint (p->placed[i].transform, ==, q->placed[i].transform);
    g_assert_cmpint (p->placed[i].x, ==, q->placed[i].x);
    g_assert_cmpint (p->placed[i].y, ==, q->placed[i].y);
  }
}

static void
assert_same_rules (const TwPuzzle *a, const TwPuzzle *b)
{
  const TwPieceProblem *p = tw_piece_puzzle_get_problem (a), *q = tw_piece_puzzle_get_problem (b);

  g_assert_true (p->rules != NULL && q->rules != NULL);
  g_assert_cmpmem (p->rules, sizeof *p->rules, q->rules, sizeof *q->rules);
  g_assert_cmpint (p->n_free, ==, q->n_free);
}

static const char sample[] =
  "{\"format\": \"tilewright-pieces\", \"version\": 1, \"id\": \"s\",\n"
  " \"board\": [\"aab\", \"a b\", \"abb\"], \"rotate\": true, \"flip\": false,\n"
  " \"pieces\": [{\"name\": \"corner\", \"cells\": [\"aa\", \"a\", \"a\"], \"least\": 1},\n"
  "  {\"name\": \"d\\u00f6mino\", \"cells\": [\"bb\"], \"most\": 3, \"flip\": true}],\n"
  " \"placed\": [{\"piece\": \"corner\", \"x\": 0, \"y\": 0}]}";

TEST (json, "/pieces/json")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (sample, "s.json");
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_autofree char *text = tw_piece_json_write (puzzle);
  g_autoptr (TwPuzzle) again = test_puzzle (text, "t.json");

  g_assert_cmpstr (tw_puzzle_get_id (puzzle), ==, "s");
  g_assert_cmpint (problem->pieces[0].transforms, ==, TW_SHAPE_ROTATIONS);
  g_assert_cmpint (problem->pieces[1].transforms, ==, TW_SHAPE_ALL);
  g_assert_cmpuint (problem->n_placed, ==, 1);
  assert_same_problem (puzzle, again);
}

static void
expect_fault (TwPuzzle *puzzle, const char *placements, const char *wanted)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = g_strdup_printf ("{\"placements\": %s}", placements);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, strlen (text), NULL, &error);

  if (result == NULL) {
    g_assert_nonnull (strstr (error->message, wanted));
    return;
  }
  g_assert_cmpuint (tw_kind_check (result, faults), ==, 1);
  if (strstr (g_ptr_array_index (faults, 0), wanted) == NULL)
    g_error ("“%s” is not in “%s”", wanted, (char *) g_ptr_array_index (faults, 0));
}

/* Five cells, a piece of three: the text without the last characters needs a closing brace. */
#define FREE_PUZZLE \
  "{\"board\": [\"aaaaa\"], \"pieces\": [{\"cells\": [\"aaa\"], \"least\": 1}], \"free\": "

TEST (free, "/pieces/free")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (FREE_PUZZLE "2}", "s.json");
  g_autofree char *text = tw_piece_json_write (puzzle);
  g_autoptr (TwPuzzle) again = test_puzzle (text, "t.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = solve (puzzle, 0);

  g_assert_cmpint (tw_piece_puzzle_get_problem (puzzle)->n_free, ==, 2);
  assert_same_problem (puzzle, again);
  g_autoptr (TwPuzzle) turned = tw_piece_puzzle_with_orientations (puzzle, TW_ORIENTATIONS_FORBID,
                                                                   TW_ORIENTATIONS_KEEP, &error);
  g_assert_cmpint (tw_piece_puzzle_get_problem (turned)->n_free, ==, 2);
  g_assert_null (tw_piece_puzzle_with_free (puzzle, 6, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (tw_piece_text_write (puzzle, &error));
  g_assert_nonnull (strstr (error->message, "cells stay free"));

  g_assert_cmpuint (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).raw, ==, 3);
  g_assert_cmpuint (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).distinct, ==,
                    2);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  expect_fault (puzzle, "[]", "leaves 5 cells free; expected 2");
  refuses_json (FREE_PUZZLE "6}", "free");
  refuses_json (FREE_PUZZLE "-1}", "free");
  refuses_json (FREE_PUZZLE "\"2\"}", "free");
}

/* One of the cells + stays free; c takes two colours. */
#define RULES_PUZZLE                                              \
  "{\"board\": [\"+a+c\"], \"free\": 1, \"pieces\": [{\"name\": " \
  "\"A\", \"cells\": [\"ab\"], \"least\": 1}, {\"name\": \"M\", \"cells\": [\"a\"]}], \"takes\": "

TEST (rules, "/pieces/rules")
{
  g_autoptr (TwPuzzle)
    puzzle = test_puzzle (RULES_PUZZLE "{\"+\": \"a \", \"c\": \"ba\"}}", "s.json");
  g_autofree char *text = tw_piece_json_write (puzzle);
  g_autoptr (TwPuzzle) again = test_puzzle (text, "t.json"), turned = NULL, edited = NULL;
  g_autoptr (GPtrArray) drafts = tw_edit_get_pieces (puzzle);
  g_autofree char *many = g_strnfill (2000, 'a');
  g_autofree char *long_rules = g_strdup_printf (RULES_PUZZLE "{\"+\": \"%s\"}}", many);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = solve (puzzle, 0);

  assert_same_problem (puzzle, again);
  assert_same_rules (puzzle, again);
  turned = tw_piece_puzzle_with_orientations (puzzle, TW_ORIENTATIONS_FORBID, TW_ORIENTATIONS_KEEP,
                                              &error);
  assert_same_rules (puzzle, turned);
  g_ptr_array_set_size (drafts, 1);
  edited = tw_edit_set_pieces (puzzle, drafts, 1, NULL, &error);
  assert_same_rules (puzzle, edited);
  g_clear_pointer (&edited, tw_puzzle_unref);
  edited = tw_edit_transform (puzzle, 1, NULL, &error);
  assert_same_rules (puzzle, edited);
  g_assert_null (tw_piece_text_write (puzzle, &error));

  /* The piece of two cells lies on the last two, the other on one of the first two. */
  g_assert_cmpuint (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).raw, ==, 1);
  expect_fault (puzzle,
                "[{\"piece\": \"A\", \"cells\": [[2,0],[3,0]]},"
                " {\"piece\": \"M\", \"cells\": [[0,0]]}]",
                "Cell not covered in position: X = 1, Y = 0");
  expect_fault (puzzle, "[{\"piece\": \"A\", \"cells\": [[0,0],[1,0]]}]",
                "are not a permitted orientation");
  refuses_json (RULES_PUZZLE "[]}", "takes: an object is expected");
  refuses_json (RULES_PUZZLE "{\"+\": 1}}", "takes: for each colour a string");
  refuses_json (RULES_PUZZLE "{\"+c\": \"a\"}}", "takes: for each colour a string");
  refuses_json (RULES_PUZZLE "{\" \": \"a\"}}", "takes: for each colour a string");
  refuses_json (long_rules, "takes: for each colour a string");
  refuses_json (RULES_PUZZLE "{\"+\": \"a\\t\"}}", "takes: for each colour a string");
}

TEST (drawing_round_trip, "/pieces/drawing-round-trip")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("ab\n b\n\nb a a\n\nababa\nb   b\naabba\n", "s.txt");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = tw_piece_text_write (puzzle, &error);
  g_autoptr (TwPuzzle) again = test_puzzle (text, "t.txt");
  g_autofree char *json = tw_piece_json_write (puzzle);
  g_autoptr (TwPuzzle) third = test_puzzle (json, "t.json");

  g_assert_no_error (error);
  assert_same_problem (puzzle, again);
  assert_same_problem (puzzle, third);
}

TEST (undrawable, "/pieces/undrawable")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (sample, "s.json");
  g_autoptr (GError) error = NULL;

  g_assert_null (tw_piece_text_write (puzzle, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT);
}

TEST (cover_text, "/pieces/cover-text")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (sample, "s.json");
  g_autoptr (TwPuzzle) trivial = test_puzzle ("a a\n\nbb\n\nabb\n  a\n", "s.txt");
  g_autofree char *text = tw_piece_text_write_cover (puzzle, NULL);
  g_autofree char *other = tw_piece_text_write_cover (trivial, NULL);

  g_assert_cmpstr (text, ==,
                   "0:3|p1 x2y0 x2y1 x1y2 x2y2\n"
                   "p1 x1y2 x2y2\np1 x2y0 x2y1\np1 x2y1 x2y2\n");
  /* Equal pieces become one item with a multiplicity. */
  g_assert_cmpstr (other, ==, "0:2|A x0y0 x1y0 x2y0 x2y1 | C\nA x0y0\nA x2y1\nC x1y0 x2y0\n");
}

/* --- bad JSON -------------------------------------------------------------------------- */

TEST (bad_json, "/pieces/bad-json")
{
#define PUZZLE(board, pieces) "{\"board\": " board ", \"pieces\": " pieces "}"
#define PIECE(more)           PUZZLE ("[\"a\"]", "[{\"cells\": [\"a\"]" more "}]")
  refuses_json (PUZZLE ("3", "[]"), "board");
  refuses_json (PUZZLE ("[]", "[]"), "board: there is no cell");
  refuses_json (PUZZLE ("[3]", "[]"), "board[0]");
  refuses_json (PUZZLE ("[\"a\\ta\"]", "[]"), "board[0]: character 2");
  refuses_json (PUZZLE ("[\"a\"]", "{}"), "pieces");
  refuses_json (PUZZLE ("[\"a\"]", "[7]"), "pieces[0].");
  refuses_json (PUZZLE ("[\"a\"]", "[{\"cells\": []}]"), "pieces[0].cells");
#define NAMED "{\"cells\": [\"a\"], \"name\": \"A\"}"
  refuses_json (PUZZLE ("[\"a\"]", "[" NAMED ", " NAMED "]"), "pieces[1].name");
  refuses_json (PIECE (", \"name\": \"\""), "pieces[0].name");
  refuses_json (PIECE (", \"least\": 2, \"most\": 1"), "pieces[0].most");
  refuses_json (PIECE (", \"least\": -1"), "pieces[0].least");
  refuses_json (PIECE (", \"flip\": 1"), "pieces[0].flip");
  refuses_json (PUZZLE ("[\"a\"]", "[]} x"), "line 1");
  refuses_json ("{\"board\": [\"a\"], \"pieces\": [], \"version\": 2}", "version");
  refuses_json ("{\"board\": [\"a\"], \"pieces\": [], \"format\": \"x\"}", "format");
#define PLACED(list) \
  "{\"board\": [\"aab\"], \"pieces\": [{\"cells\": [\"aa\"], \"most\": 2}], \"placed\": [" list "]}"
#define A_AT "{\"piece\": \"A\", \"x\": "
  refuses_json (PLACED ("{\"piece\": \"Q\", \"x\": 0, \"y\": 0}"), "placed[0].piece");
  refuses_json (PLACED (A_AT "0}"), "placed[0].y");
  refuses_json (PLACED (A_AT "2, \"y\": 0}"), "placed[0].at");
  refuses_json (PLACED (A_AT "1, \"y\": 0}"), "another colour");
  refuses_json (PLACED (A_AT "0, \"y\": 0}, " A_AT "0, \"y\": 0}"),
                "placed[1].at X = 0, Y = 0: the piece lies on another piece");
  refuses_json (PLACED (A_AT "0, \"y\": 0, \"transform\": 8}"), "placed[0].transform");
}

/* Any modified file is read or refused. */
TEST (hostile, "/pieces/hostile")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  static const char *const texts[] = {
    sample,
    "ab\n b\n\nb a a\n\nababa\nb   b\naabba\n",
    "    ....\n    ...*\n.*.*...*....\n..AAA.......\n..A....**...\n..A.........\n\n....\n",
  };

  for (int i = 0; i < test_size (3000); i++) {
    g_autoptr (GString) text = g_string_new (texts[i % 3]);
    g_autoptr (GError) error = NULL;

    for (int n = g_rand_int_range (random, 1, 6); n > 0; n--) {
      gint32 at = g_rand_int_range (random, 0, (gint32) text->len);

      if (g_rand_boolean (random))
        text->str[at] = (char) g_rand_int_range (random, 0, 256);
      else
        g_string_truncate (text, (gsize) at + 1);
    }
    g_autoptr (GPtrArray)
      puzzles = tw_puzzles_parse (text->str, text->len, i % 3 == 2 ? "boards.txt" : "x", &error);
    g_assert_true ((puzzles == NULL) == (error != NULL));
    if (error != NULL)
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
  }
}

/* --- Quadrillion -------------------------------------------------------------------------- */

static const char arranged[] = "    ....\n    ...*\n.*.*...*....\n............\n"
                               ".......**...\n............\n    *...\n    ....\n";

TEST (boards, "/quadrillion/boards")
{
  g_autoptr (GError) error = NULL;
  g_autofree char *two = g_strconcat (arranged, "\r\n  \n", arranged, NULL);
  g_autoptr (GPtrArray) puzzles = parse (two, "b.txt", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (puzzles->len, ==, 2);
  TwPuzzle *puzzle = g_ptr_array_index (puzzles, 1);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_quadrillion);
  g_assert_cmpint (problem->board->width, ==, 12);
  g_assert_cmpuint (tw_board_count_free (problem->board), ==, 57);
  g_assert_cmpuint (problem->n_pieces, ==, 12);
  g_assert_true (tw_puzzle_get_outside (puzzle)[0]);
  g_assert_false (tw_puzzle_get_outside (puzzle)[12 + 7]); /* the star is an obstacle */
  g_autofree char *text = tw_puzzle_write (puzzle);
  g_assert_cmpstr (text, ==, arranged);
}

TEST (placed_letters, "/quadrillion/placed")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (".AAA\n.A..\n.A..\n.LL.\nLL..\nL...\n", "board.txt");
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_autofree char *text = tw_puzzle_write (puzzle);

  g_assert_cmpuint (problem->n_placed, ==, 2);
  g_assert_cmpstr (text, ==, ".AAA\n.A..\n.A..\n.LL.\nLL..\nL...\n");
}

TEST (bad_boards, "/quadrillion/bad")
{
  expect_error ("....\n..Z.\n", "boards.txt", "line 2, column 3: expected ., * or A to L, not “Z”");
  expect_error ("....\n\t..\n", "boards.txt",
                "line 2, column 1: expected ., * or A to L, not “tab”");
  expect_error ("....\n..é.\n", "boards.txt", "line 2, column 3: expected ., * or A to L, not “é”");
  expect_error ("....\n.AA.\n", "boards.txt", "line 2, column 2: the cells of A");
  expect_error ("....\n\n***\n", "boards.txt", "line 3: the board has no free cell");
  expect_error ("*................\n", "boards.txt", "line 1");
  expect_error ("*\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n", "boards.txt", "line 17");

  /* A valid square board is not read as another kind, whatever the name of its file. */
  g_autoptr (TwPuzzle) squares = test_puzzle ("....\n..#.\n....\n", "board.txt");
  g_assert_cmpstr (tw_puzzle_get_kind (squares)->name, ==, "squares");
}

/* Four grids of 4 x 4 cells, or the name of the file, make a text a Quadrillion board. */
TEST (recognised, "/quadrillion/recognised")
{
#define ROW     "................\n"
#define STARRED "...*............\n"
  static const struct {
    const char *text, *name, *kind; /* NULL: an error */
  } cases[] = {
    { ROW ROW ROW STARRED, "x.txt", "quadrillion" },
    { ROW ROW ROW STARRED, NULL, "quadrillion" },
    { ROW ROW ROW "...A............\n", "x.txt", NULL }, /* a faulty piece A */
    { ROW ROW ROW ROW, "board.txt", "squares" },         /* four grids, and a rectangle */
    { ROW ROW ROW STARRED "\n" ROW ROW ROW ROW, NULL, "quadrillion" },
    { ROW ROW ROW STARRED "\n" ROW ROW ROW, NULL, "pieces" },
    { ROW ROW STARRED, "x.txt", NULL }, /* no kind reads it */
    { ROW ROW STARRED, "Board-7.txt", "quadrillion" },
    { ROW ROW STARRED ROW "....\n", "x.txt", NULL }, /* more than four grids */
    { ROW ROW ROW "..x.............\n", "x.txt", NULL },
    { "....\n....\n....\n....\n"
      "  ....  ....\n  ....  ....\n  ....  ....\n  ....  ....\n"
      "....\n....\n....\n....\n",
      NULL, "quadrillion" }, /* not a rectangle */
    { ".*\n*.\n\n.\n*\n\n.*\n", NULL, "pieces" },
    { "....\n....\n....\n", NULL, "squares" },
    { ".", "quadrillion.txt", "squares" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) puzzles = parse (cases[i].text, cases[i].name, &error);
    TwPuzzle *puzzle = puzzles != NULL ? g_ptr_array_index (puzzles, 0) : NULL;

    if (g_strcmp0 (puzzle != NULL ? tw_puzzle_get_kind (puzzle)->name : NULL, cases[i].kind) != 0)
      g_error ("text %zu is of kind %s", i,
               puzzle != NULL ? tw_puzzle_get_kind (puzzle)->name : error->message);
  }
#undef ROW
#undef STARRED
}

TEST (solve_boards, "/quadrillion/solve")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("....*...........\n...*............\n"
                                             "....*.........*.\n.........**.*...\n",
                                             "b.txt");
  g_autoptr (TwResult) result = solve (puzzle, 0);
  TwPieceSolutions *answers = tw_result_get_piece_solutions (result);

  g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
  g_assert_cmpuint (tw_piece_solutions_count (answers).raw, ==, 392);
  g_assert_cmpuint (tw_piece_solutions_count (answers).kept, ==, 392);
  g_assert_true (tw_piece_solutions_count (answers).complete);
  for (gsize i = 0; i < 392; i += 17) {
    g_autoptr (TwResult) one = tw_piece_solutions_get (answers, i);

    g_assert_cmpuint (tw_result_n_placements (one), ==, 12);
    g_assert_cmpuint (tw_kind_check (one, NULL), ==, 0);
  }
}

/* Truncates the checkpoint of a stopped search at every position and flips every bit, including its
 * line with the seconds. */
TEST (checkpoint_text, "/quadrillion/checkpoint-text")
{
  TwCheckpoint checkpoint = {
    .raw = 7, .distinct = 3, .whole = TW_SHARE_ALL, .done = TW_SHARE_ALL
  };
  char *core = tw_checkpoint_write (&checkpoint);
  g_autofree char *text = tw_piece_checkpoint_text (core, 12.3456);
  g_autofree char *changed = g_strdup (text);
  g_autoptr (GError) error = NULL;
  gsize length = strlen (text);
  double seconds = 0;
  char *again = tw_piece_checkpoint_parse (text, &seconds, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (again, ==, core);
  g_assert_cmpfloat (seconds, ==, 12.346);
  for (gsize i = 0; i < length; i++) {
    changed[i] = '\0';
    g_assert_null (tw_piece_checkpoint_parse (changed, &seconds, NULL));
    for (int bit = 0; bit < 8; bit++) {
      changed[i] = (char) (text[i] ^ 1 << bit);
      g_assert_null (tw_piece_checkpoint_parse (changed, &seconds, NULL));
    }
    changed[i] = text[i];
  }
  free (core);
  free (again);
}

TEST (sets, "/quadrillion/sets")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("AAA\nA..\nA..\n", "board.txt");

  for (int i = 0; i < 12; i++)
    g_string_append (text, "1 1 1 1\n0 0 0 0\r\n0 0 0 0\n0 0 0 0\n\n");
  g_assert_null (tw_kind_quadrillion.edit->with_pieces (puzzle, text->str, text->len, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT);
  g_clear_error (&error);
  g_assert_null (tw_quadrillion_set_read (text->str, text->len - 10, &error));
  g_assert_nonnull (strstr (error->message, "piece L"));
  g_clear_error (&error);
  g_string_append (text, "1");
  g_assert_null (tw_quadrillion_set_read (text->str, text->len, &error));
  g_assert_nonnull (strstr (error->message, "more than 12"));
  g_clear_error (&error);
  g_assert_null (tw_quadrillion_set_read ("1 2", 3, &error));
  g_assert_nonnull (strstr (error->message, "line 1"));
}

/* --- solutions ------------------------------------------------------------------------------- */

TEST (answers, "/pieces/answers")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (sample, "s.json");
  g_autoptr (TwResult) result = solve (puzzle, 0);
  g_autoptr (JsonNode) node = tw_result_to_json (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) again = tw_result_from_json (puzzle, node, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (tw_result_n_placements (result), ==, 3);
  g_assert_true (tw_result_placement (result, 0)->fixed);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  g_assert_cmpuint (tw_result_n_placements (again), ==, 3);
  g_assert_cmpuint (tw_kind_check (again, NULL), ==, 0);
}

TEST (faults, "/pieces/faults")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("ab a\n\nabab\n", "s.txt");

  expect_fault (puzzle, "[]", "X = 0, Y = 0");
  expect_fault (puzzle, "[{\"piece\": \"A\", \"cells\": [[0,0],[1,0]]}]", "X = 2, Y = 0");
  expect_fault (puzzle, "[{\"piece\": \"A\", \"cells\": [[0,0],[2,0]]}]",
                "are not a permitted orientation");
  expect_fault (puzzle, "[{\"piece\": \"A\", \"cells\": [[-1,0],[0,0]]}]",
                "are not a permitted orientation");
  expect_fault (puzzle, "[{\"piece\": \"Q\", \"cells\": [[0,0]]}]", "no piece");
  expect_fault (puzzle, "[{\"piece\": \"A\", \"cells\": [[0,0,0]]}]", "[x, y]");
  expect_fault (puzzle, "[{\"piece\": \"A\", \"cells\": []}]", "0 cells");
  expect_fault (puzzle, "[7]", "placements[0]");
  expect_fault (puzzle,
                "[{\"piece\": \"A\", \"cells\": [[0,0],[1,0]]},"
                " {\"piece\": \"A\", \"cells\": [[3,0],[2,0]]}]",
                "too often or too rarely");
}

/* The data for a picture: cells and names of every piece. */
TEST (turns, "/pieces/turns")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("ab\n\naa\nbb\n", "s.txt");
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) fixed = tw_piece_puzzle_with_orientations (puzzle, TW_ORIENTATIONS_FORBID,
                                                                  TW_ORIENTATIONS_KEEP, &error);

  g_assert_no_error (error);
  g_assert_cmpint (tw_piece_puzzle_get_problem (fixed)->pieces[0].transforms, ==,
                   TW_SHAPE_FLIP_ONLY);
  g_assert_cmpstr (tw_puzzle_get_name (fixed), ==, "s.txt");
  g_autoptr (TwResult) result = solve (fixed, 1);
  g_assert_cmpint (result->status, ==, TW_STATUS_INFEASIBLE);
}

TEST_MAIN (test_init, g_test_run)
