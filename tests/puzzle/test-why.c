/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-why.c - why bounds hold, and why puzzles have no solution: the layers and their sentences. */
#include "test-puzzles.h"
#include "test-tools.h"
#include "core/run/run.h"
#include "puzzle/why.h"

static TwWhy *
explain (const TwResult *result, gboolean prices)
{
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ .seconds = 60 });

  return tw_result_explain (result, prices, run);
}

static gint64
sum_of (const TwWhy *why, const TwResult *result)
{
  const TwBoard *board = tw_puzzle_get_board (result->puzzle);
  gint64 sum = 0;

  for (int i = 0; i < board->width * board->height; i++)
    sum += why->weights[i];
  return sum;
}

/* 3 x 2 cells need three squares, since each of the squares of side 2 leaves two cells. */
TEST (squares, "/why/squares")
{
  g_autoptr (TwPuzzle) puzzle = test_parse ("...\n...\n", "t.txt", NULL);
  g_autoptr (TwResult) result = test_solve (puzzle, NULL);
  g_autoptr (TwWhy) cells = explain (result, FALSE);
  g_autoptr (TwWhy) prices = explain (result, TRUE);

  g_assert_cmpint (result->bound, ==, 3);
  g_assert_cmpint (cells->layer, ==, TW_LAYER_MARKS);
  g_assert_cmpint (sum_of (cells, result), ==, 2);
  g_assert_cmpstr (
    cells->sentence, ==,
    "Each of the marked cells needs a square of its own, because no square covers two "
    "of them. So at least 2 squares are needed. Prices and a search prove the other 1 "
    "of the 3.");
  g_assert_cmpint (prices->layer, ==, TW_LAYER_PRICES);
  g_assert_cmpint (sum_of (prices, result), <=, 3 * (gint64) prices->unit);
  g_assert_true (g_str_has_prefix (prices->sentence, "Each cell has a price"));
  g_assert_null (cells->example);
}

TEST (one_square, "/why/one-square")
{
  g_autoptr (TwPuzzle) puzzle = test_parse ("..\n..\n", "t.txt", NULL);
  g_autoptr (TwResult) result = test_solve (puzzle, NULL);
  g_autoptr (TwWhy) cells = explain (result, FALSE);

  g_assert_cmpstr (cells->sentence, ==,
                   "The marked cell needs a square, so at least 1 square is needed.");
}

/* A bound that is not there is not explained, nor is that of another family. */
TEST (nothing, "/why/nothing")
{
  g_autoptr (TwPuzzle) puzzle = test_parse ("..\n", "t.txt", NULL);
  g_autoptr (TwResult) none = tw_result_new (puzzle);

  g_assert_false (tw_result_has_why (NULL));
  g_assert_false (tw_result_has_why (none));
  g_assert_null (tw_result_explain (none, FALSE, NULL));
}

/* The figures on the board have the sums of the sentence. */
TEST (parity, "/why/parity")
{
  static const struct {
    const char *signature;
    const char *sums;
    const char *label;
    int shown;
  } cases[] = {
    { "T1,O3", "With 1 T, the figures cover 9 and 7 cells at best, but there are 8", "3+1", 1 },
    { "L1,O3", "With 1 L and J, the figures cover 9 and 7 cells at best", "3+1", 1 },
    { "J3,O1", "With 3 L and J, the figures cover 9 and 7 cells at best", "3+1", 2 },
    { "I1,O3", "with coloured columns an even number stands; but there are 1", "4+0", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("{\"id\": 1, \"size\": 4, \"signature\": \"%s\"}",
                                             cases[i].signature);
    g_autoptr (TwPuzzle) puzzle = test_parse (text, "t.json", NULL);
    g_autoptr (TwResult) result = test_solve (puzzle, NULL);
    g_autoptr (TwWhy) why = explain (result, FALSE);

    g_assert_cmpint (why->layer, ==, TW_LAYER_COLOURS);
    g_assert_nonnull (strstr (why->sentence, cases[i].sums));
    g_assert_cmpint (sum_of (why, result), ==, 8);
    g_assert_cmpuint (tw_result_n_placements (why->example), ==, cases[i].shown);
    for (gsize k = 0; k < tw_result_n_placements (why->example); k++) {
      const TwPlacement *placement = tw_result_placement (why->example, k);
      int dark = 0;

      g_assert_cmpstr (placement->name, ==, cases[i].label);
      for (int c = 0; c < 4; c++)
        dark += why->weights[tw_result_placement_cells (why->example, k)[c]];
      g_assert_true (MAX (dark, 4 - dark) == cases[i].label[0] - '0');
    }
  }
}

/* A volume has no colours. */
TEST (volume, "/why/volume")
{
  g_autoptr (TwPuzzle)
    puzzle = test_parse ("{\"id\": 1, \"size\": 4, \"signature\": \"O3\"}", "t.json", NULL);
  g_autoptr (TwResult) result = test_solve (puzzle, NULL);
  g_autoptr (TwWhy) why = explain (result, FALSE);

  g_assert_cmpint (why->layer, ==, TW_LAYER_NONE);
  g_assert_true (g_str_has_suffix (why->sentence, "there are 3, 4 are needed"));
}

#define PIECES(board, piece)                                               \
  "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [" board \
  "], \"pieces\": [" piece "]}"

TEST (pieces, "/why/pieces")
{
  static const struct {
    const char *text;
    TwLayerKind layer;
    int marked;
    const char *sentence;
  } cases[] = {
    { PIECES ("\" aaa\", \"aaaa\", \"aaaa\", \"aaa \"",
              "{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 9}"),
      TW_LAYER_COLOURS, 8,
      "Coloured like a chessboard, the board has more dark or more light cells than the pieces can "
      "have. Of the cells to cover, 6 are light and 8 are dark. The nearest that the pieces can "
      "cover "
      "is 7 light and 7 dark ones." },
    { PIECES ("\"aa a\", \"aa  \"", "{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 1},"
                                    "{\"name\": \"I\", \"cells\": [\"aaa\"], \"most\": 1}"),
      TW_LAYER_RING, 1, "No piece can reach the cell at column 4, row 1" },
    { PIECES ("\"aaaa aaaa\"", "{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 1},"
                               "{\"name\": \"I\", \"cells\": [\"aaa\"], \"most\": 2}"),
      TW_LAYER_RING, 4, "No choice of pieces fills the region of 4 cells around column 1, row 1" },
    { PIECES ("\"aab\"", "{\"name\": \"A\", \"cells\": [\"a\"], \"most\": 9}"), TW_LAYER_RING, 1,
      "No piece has the colour “b” of the cell at column 3, row 1" },
    { PIECES ("\"aaaa\"", "{\"name\": \"D\", \"cells\": [\"aa\"], \"most\": 1}"), TW_LAYER_NONE, 0,
      "All pieces together cover 2 cells, the board has 4" },
    { PIECES ("\"aaaa\"", "{\"name\": \"M\", \"cells\": [\"a\"], \"most\": 1}"), TW_LAYER_NONE, 0,
      "All pieces together cover 1 cell, the board has 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TwPuzzle) puzzle = test_parse (cases[i].text, "t.json", NULL);
    g_autoptr (TwResult) result = test_solve (puzzle, NULL);
    g_autoptr (TwWhy) why = explain (result, FALSE);
    int marked = 0;

    g_assert_cmpint (result->status, ==, TW_STATUS_INFEASIBLE);
    g_assert_cmpstr (why->sentence, ==, cases[i].sentence);
    g_assert_cmpint (why->layer, ==, cases[i].layer);
    for (int k = 0; k < tw_puzzle_get_board (puzzle)->width * tw_puzzle_get_board (puzzle)->height;
         k++)
      marked += why->weights[k] != 0 && tw_puzzle_get_board (puzzle)->cells[k] != TW_CELL_BLOCKED;
    g_assert_cmpint (marked, ==, cases[i].marked);
  }
}

TEST_MAIN (test_init, g_test_run)
