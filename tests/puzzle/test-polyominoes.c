/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the complete sets of polyominoes against the known numbers, and that the pieces of the
 * well-known sets have their letters. */
#include "test-tools.h"
#include "puzzle/polyominoes.h"

#include "puzzle/load.h"
#include "puzzle/pieces/puzzle.h"

/* OEIS A000105 and A000988. */
TEST (numbers, "/polyominoes/numbers")
{
  static const guint numbers[2][TW_POLYOMINOES_MAX_CELLS] = { { 1, 1, 2, 5, 12, 35 },
                                                              { 1, 1, 2, 7, 18, 60 } };

  for (int one_sided = 0; one_sided < 2; one_sided++)
    for (int n = 1; n <= TW_POLYOMINOES_MAX_CELLS; n++) {
      const TwPolyominoSet set = { .cells = n, .one_sided = one_sided, .copies = 3 };
      g_autoptr (TwPuzzle) puzzle = tw_polyominoes_new_puzzle (&set, 6, 5, NULL);
      const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);

      g_assert_cmpuint (problem->n_pieces, ==, numbers[one_sided][n - 1]);
      for (gsize i = 0; i < problem->n_pieces; i++) {
        const TwPiece *piece = &problem->pieces[i];

        g_assert_cmpint (piece->shape.count, ==, n);
        g_assert_true (tw_shape_is_connected (&piece->shape));
        g_assert_cmpint (piece->least, ==, 0);
        g_assert_cmpint (piece->most, ==, 3);
        g_assert_cmpint (piece->transforms, ==, one_sided ? TW_SHAPE_ROTATIONS : TW_SHAPE_ALL);
        for (gsize k = 0; k < i; k++)
          g_assert_cmpstr (piece->name, !=, problem->pieces[k].name);
      }
    }
}

static void
assert_names (int n, gboolean one_sided, const char *expected)
{
  const TwPolyominoSet set = { .cells = n, .one_sided = one_sided, .copies = 1 };
  g_autoptr (TwPuzzle) puzzle = tw_polyominoes_new_puzzle (&set, 4, 4, NULL);
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_auto (GStrv) names = g_strsplit (expected, " ", -1);

  g_assert_cmpuint (g_strv_length (names), ==, problem->n_pieces);
  for (gsize i = 0; i < problem->n_pieces; i++)
    g_assert_true (g_strv_contains ((const char *const *) names, problem->pieces[i].name));
}

TEST (names, "/polyominoes/names")
{
  assert_names (4, FALSE, "I O T S L");
  assert_names (4, TRUE, "I O T S Z L J");
  assert_names (5, FALSE, "F I L N P T U V W X Y Z");
  assert_names (5, TRUE, "F F2 I L L2 N N2 P P2 T U V W X Y Y2 Z Z2");
}

/* Pieces of files get the same names, whatever their colours and turns; own names stay. */
TEST (files, "/polyominoes/files")
{
  static const char text[] =
    "{\"board\": [\"aab\"], \"pieces\": [{\"cells\": [\" a\", \"aa\", \"a \"], \"flip\": false},"
    " {\"cells\": [\"aaa\", \"  b\"]}, {\"cells\": [\"bbb\", \"b  \"]}, {\"cells\": [\"a\"]},"
    " {\"cells\": [\"aaaaa\"], \"name\": \"L2\"}, {\"cells\": [\"aaaaa\"]}]}";
  static const char *const names[] = { "Z", "L", "L3", "A", "L2", "I" };
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), "x.json", NULL);
  TwPuzzle *puzzle = puzzles->pdata[0];
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);

  g_assert_cmpuint (problem->n_pieces, ==, G_N_ELEMENTS (names));
  for (gsize i = 0; i < problem->n_pieces; i++)
    g_assert_cmpstr (problem->pieces[i].name, ==, names[i]);
}

TEST (board, "/polyominoes/board")
{
  const TwPolyominoSet set = { .cells = 4, .copies = 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (tw_polyominoes_new_puzzle (&set, 0, 5, &error));
  g_assert_nonnull (strstr (error->message, "1 to"));
}

TEST_MAIN (test_init, g_test_run)
