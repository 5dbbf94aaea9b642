/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-json.c - contest boards and solutions: round trips, bad input, hostile input. */
#include "test-tools.h"
#include "core/base/board.h"
#include "puzzle/error.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/squares.h"
#include "test-puzzles.h"

#define SMALL \
  "{\"id\":\"é1\",\"width\":3,\"height\":2,\"puzzle\":[[true,false,true],[true,true,true]]}"

static TwPuzzle *
small (void)
{
  return test_puzzle (SMALL, "dir/b.json");
}

static void
refuses (const char *text, TwPuzzleError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strconcat ("dir/b.json: ", message, NULL);

  g_assert_null (test_parse (text, "dir/b.json", &error));
  g_assert_cmpstr (error->message, ==, expected);
  g_assert_error (error, TW_PUZZLE_ERROR, (int) code);
}

#define refuses_format(text, message) refuses (text, TW_PUZZLE_ERROR_FORMAT, message)

TEST (read, "/contest/read")
{
  g_autoptr (TwPuzzle) puzzle = small ();
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_squares);
  g_assert_cmpstr (tw_puzzle_get_id (puzzle), ==, "é1");
  g_assert_cmpstr (tw_puzzle_get_file (puzzle), ==, "dir/b.json");
  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "b.json");
  g_assert_cmpint (board->width, ==, 3);
  g_assert_cmpint (board->height, ==, 2);
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 3; x++)
      g_assert_cmpint (tw_board_is_free (board, x, y), ==, !(x == 1 && y == 0));
}

TEST (variants, "/contest/variants")
{
  static const char *const texts[] = {
    "{\"puzzle\":[[true]],\"more\":{\"x\":[1]},\"height\":1,\"width\":1}",
    "\xEF\xBB\xBF {\"id\":null,\"puzzle\":[[true]],\r\n\"height\":1,\t\"width\":1} \n",
    "{\"id\":\"\",\"puzzle\":[[false]],\"height\":1,\"width\":1}",
    "{\"puzzle\":[[true]],\"height\":1.0,\"width\":0.1e1}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (TwPuzzle) puzzle = test_puzzle (texts[i], "dir/b.json");

    g_assert_cmpstr (tw_puzzle_get_id (puzzle), ==, i == 2 ? "" : NULL);
  }
}

TEST (several, "/contest/several")
{
  static const char text[] = "[" SMALL "," SMALL "]";
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), "b.json", NULL);

  g_assert_cmpuint (puzzles->len, ==, 2);
  g_assert_cmpstr (tw_puzzle_get_name (g_ptr_array_index (puzzles, 1)), ==, "b.json (2)");
}

/* Boards and ids of all sorts are equal after writing and reading. */
TEST (round_trip, "/contest/round-trip")
{
  static const char *const ids[] = { NULL, "", "71ec6d9997be4821b2e38e7b5506f96d", "a\"\\\n😀" };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int i = 0; i < 40; i++) {
    int width = g_rand_int_range (random, 1, 30), height = g_rand_int_range (random, 1, 30);
    TwBoard *board = tw_board_new (width, height);

    for (int c = 0; c < width * height; c++)
      board->cells[c] = g_rand_boolean (random) ? TW_CELL_FREE : TW_CELL_BLOCKED;

    g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (ids[i % 4], board);
    g_autofree char *text = tw_puzzle_write (puzzle);
    g_autoptr (TwPuzzle) again = test_puzzle (text, "dir/b.json");

    g_assert_cmpstr (tw_puzzle_get_id (again), ==, ids[i % 4]);
    g_assert_true (tw_board_equal (tw_puzzle_get_board (again), board));
  }
}

/* The longest sides; both at once would take minutes under sanitizers. */
TEST (largest, "/contest/largest")
{
  for (int i = 0; i < 2; i++) {
    TwBoard *board = i == 0 ? tw_board_new_empty (TW_BOARD_MAX_SIDE, 9)
                            : tw_board_new_empty (9, TW_BOARD_MAX_SIDE);
    g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, board);
    g_autofree char *text = tw_puzzle_write (puzzle);
    g_autoptr (TwPuzzle) again = test_puzzle (text, "dir/b.json");

    g_assert_true (tw_board_equal (tw_puzzle_get_board (again), board));
  }
}

TEST (bad, "/contest/bad")
{
  refuses_format ("{\"width\":2,\"height\":1,\"puzzle\":[[true]]}",
                  "puzzle[0]: the row has 1 cells, the width is 2");
  refuses_format ("{\"width\":1,\"height\":2,\"puzzle\":[[true],[true,true]]}",
                  "puzzle[1]: the row has 2 cells, the width is 1");
  refuses_format ("{\"width\":1,\"height\":2,\"puzzle\":[[true]]}",
                  "puzzle: there are 1 rows, the height is 2");
  refuses_format ("{\"width\":2,\"height\":1,\"puzzle\":[[true,1]]}",
                  "puzzle[0][1]: true or false is expected, not a whole number");
  refuses_format ("{\"width\":1,\"height\":1,\"puzzle\":[[null]]}",
                  "puzzle[0][0]: true or false is expected, not null");
  refuses_format ("{\"width\":1,\"height\":1,\"puzzle\":[true]}",
                  "puzzle[0]: an array is expected, not true or false");
  refuses_format ("{\"width\":1,\"height\":1,\"puzzle\":\"#\"}",
                  "puzzle: an array is expected, not a string");
  refuses_format ("{\"width\":1,\"height\":1}", "puzzle: is missing");
  refuses_format ("{\"height\":1,\"puzzle\":[[true]]}", "width: is missing");
  refuses_format ("{\"width\":\"1\",\"height\":1,\"puzzle\":[[true]]}",
                  "width: a whole number is expected, not a string");
  refuses_format ("{\"width\":1.5,\"height\":1,\"puzzle\":[[true]]}",
                  "width: a whole number is expected, not a fraction");
  refuses_format ("{\"width\":1e30,\"height\":1,\"puzzle\":[[true]]}",
                  "width: a whole number is expected, not a fraction");
  refuses_format ("{\"width\":1.001e3,\"height\":1,\"puzzle\":[[]]}",
                  "width: 1001 is not between 1 and 1000");
  refuses_format ("{\"width\":0,\"height\":1,\"puzzle\":[[]]}",
                  "width: 0 is not between 1 and 1000");
  refuses_format ("{\"width\":1,\"height\":0,\"puzzle\":[]}",
                  "height: 0 is not between 1 and 1000");
  refuses_format ("{\"width\":1001,\"height\":1,\"puzzle\":[[]]}",
                  "width: 1001 is not between 1 and 1000");
  refuses_format ("{\"width\":-4294967295,\"height\":1,\"puzzle\":[[true]]}",
                  "width: -4294967295 is not between 1 and 1000");
  refuses_format ("{\"id\":5,\"width\":1,\"height\":1,\"puzzle\":[[true]]}",
                  "id: a string is expected, not a whole number");
  refuses_format ("[{\"width\":1,\"height\":1,\"puzzle\":[[true]]},7]",
                  "[1]: expected a puzzle, which is an object, not a whole number");
  refuses_format ("[]", "the list of puzzles is empty");
  refuses_format ("true", "expected a puzzle, which is an object, not true or false");
  refuses ("{\"a\":1}", TW_PUZZLE_ERROR_UNKNOWN, "not a puzzle that Tilewright can open");
  refuses ("{\"width\":1,\"width\":1,\"height\":1,\"puzzle\":[[true]]}", TW_PUZZLE_ERROR_SYNTAX,
           "line 1, column 12: “width” is given twice");
  refuses ("{\"width\":1,", TW_PUZZLE_ERROR_SYNTAX, "line 1, column 12: the text ends too early");
  refuses ("hello", TW_PUZZLE_ERROR_SYNTAX, "line 1, column 1: a value is expected");
  refuses ("", TW_PUZZLE_ERROR_UNKNOWN, "the file is empty");
}

/* Any modification of a valid file gives a puzzle of valid size, or an error that names the
 * file. */
static void
survives (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, length, "dir/b.json", &error);

  if (puzzles == NULL) {
    g_assert_true (g_str_has_prefix (error->message, "dir/b.json: "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return;
  }
  g_assert_no_error (error);
  for (guint i = 0; i < puzzles->len; i++) {
    const TwBoard *board = tw_puzzle_get_board (g_ptr_array_index (puzzles, i));

    g_assert_cmpint (board->width, ==, 3);
    g_assert_cmpint (board->height, ==, 2);
  }
}

TEST (damaged, "/contest/damaged")
{
  static const char odd[] = "\0\n\"{}[],:-09e.tfn\\u\x7f\x80\xc3\xff";
  gsize length = strlen (SMALL);

  for (gsize i = 0; i < length; i++) {
    /* A copy of exactly this length lets the address sanitizer detect every read beyond it. */
    g_autofree char *cut = g_memdup2 (SMALL, MAX (i, 1));

    survives (cut, i);
    for (gsize j = 0; j < sizeof odd - 1 + 8; j++) {
      g_autofree char *damaged = g_memdup2 (SMALL, length);

      if (j < 8)
        damaged[i] = (char) (damaged[i] ^ (1 << j));
      else
        damaged[i] = odd[j - 8];
      survives (damaged, length);
    }
  }
}

/* --- solutions ----------------------------------------------------------- */

/* `expected`: the texts of all faults, one per line. */
static void
judge (const char *text, const char *expected)
{
  g_autoptr (TwPuzzle) puzzle = small ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, strlen (text), "a.json", &error);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) lines = g_string_new (NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (tw_kind_check (result, faults), ==, faults->len);
  for (guint i = 0; i < faults->len; i++)
    g_string_append_printf (lines, "%s\n", (const char *) g_ptr_array_index (faults, i));
  g_assert_cmpstr (lines->str, ==, expected);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, faults->len);
}

#define FIVE                                                   \
  "{\"X\":0,\"Y\":0,\"Size\":1},{\"X\":2,\"Y\":0,\"Size\":1}," \
  "{\"X\":0,\"Y\":1,\"Size\":1},{\"X\":1,\"Y\":1,\"Size\":1}"

TEST (judge, "/contest/judge")
{
  judge ("{\"squares\":[" FIVE ",{\"X\":2,\"Y\":1,\"Size\":1}],\"id\":\"é1\"}", "");
  judge ("[{\"id\":\"other\"},{\"id\":\"é1\",\"squares\":[" FIVE "]}]",
         "Cell not covered in position: X = 2, Y = 1\n");
  judge ("{\"squares\":[" FIVE ",{\"X\":1,\"Y\":1,\"Size\":1}]}",
         "Squares overlapped in position: X = 1, Y = 1\n"
         "Cell not covered in position: X = 2, Y = 1\n");
  judge ("{\"squares\":[" FIVE ",{\"X\":2,\"Y\":1,\"Size\":2}]}",
         "Square outside of boundary in position: X = 2, Y = 1\n"
         "Cell not covered in position: X = 2, Y = 1\n");
  judge ("[{\"file\":\"dir/b.json\",\"id\":\"x\"},{\"file\":\"dir/b.json\",\"squares\":[" FIVE
         "]}]",
         "Cell not covered in position: X = 2, Y = 1\n");
  judge ("{\"status\":\"timeout\",\"bound\":3}", "");
}

static void
refuses_answer (const char *text, const char *message)
{
  g_autoptr (TwPuzzle) puzzle = small ();
  g_autoptr (GError) error = NULL;

  g_assert_null (tw_result_parse (puzzle, text, strlen (text), "a.json", &error));
  g_assert_cmpstr (error->message, ==, message);
}

TEST (bad_answer, "/contest/bad-answer")
{
  refuses_answer ("{\"squares\":[{\"X\":0,\"Y\":0}]}", "a.json: squares[0].Size: is missing");
  refuses_answer ("{\"squares\":[[0,0,1]]}",
                  "a.json: squares[0]: an object is expected, not an array");
  refuses_answer ("{\"squares\":[{\"X\":0,\"Y\":\"0\",\"Size\":1}]}",
                  "a.json: squares[0].Y: a whole number is expected, not a string");
  refuses_answer ("{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":4294967297}]}",
                  "a.json: squares[0].Size: 4294967297 is not between -2147483648 and 2147483647");
  refuses_answer ("{\"squares\":[" FIVE "," FIVE "]}",
                  "a.json: squares: there are 8, more than the board has cells");
  refuses_answer ("{}", "a.json: squares: is missing");
  refuses_answer ("{\"id\":\"other\",\"squares\":[]}",
                  "a.json: id: the solution is for “other”, the puzzle is “é1”");
  refuses_answer ("{\"status\":\"fine\"}", "a.json: status: “fine” is unknown");
  refuses_answer ("[{\"id\":\"x\"},{\"id\":\"y\"}]",
                  "a.json: none of the solutions is for “b.json”");
}

/* Any modification of a solution is read and checked, or refused with an error that names the
 * file. */
static void
survives_as_answer (TwPuzzle *puzzle, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, length, "a.json", &error);

  if (result == NULL)
    g_assert_true (g_str_has_prefix (error->message, "a.json: "));
  else
    tw_kind_check (result, NULL);
}

TEST (damaged_answer, "/contest/damaged-answer")
{
  static const char text[] = "{\"id\":\"é1\",\"status\":\"optimal\",\"bound\":5,\"seconds\":0.5,"
                             "\"transform\":1,\"squares\":[" FIVE "]}";
  g_autoptr (TwPuzzle) puzzle = small ();

  for (gsize i = 0; i < strlen (text); i++) {
    g_autofree char *cut = g_memdup2 (text, MAX (i, 1));

    survives_as_answer (puzzle, cut, i);
    for (int bit = 0; bit < 8; bit++) {
      g_autofree char *damaged = g_memdup2 (text, strlen (text));

      damaged[i] = (char) (damaged[i] ^ (1 << bit));
      survives_as_answer (puzzle, damaged, strlen (text));
    }
  }
}

/* A result is equal after writing and reading. */
TEST (result_round_trip, "/contest/result-round-trip")
{
  g_autoptr (TwPuzzle) puzzle = small ();
  g_autoptr (TwResult) result = tw_result_new (puzzle);

  result->status = TW_STATUS_OPTIMAL;
  result->engine = g_strdup ("greedy");
  result->transform = 6;
  result->seconds = 1.25;
  result->bound = 1;
  tw_tiling_add (result->payload, (TwSquare){ .x = 2, .y = 1, .size = 1 });

  g_autoptr (JsonNode) node = tw_result_to_json (result);
  g_autofree char *text = tw_result_print (result);

  g_assert_cmpstr (text, ==,
                   "{\"file\":\"dir/b.json\",\"id\":\"é1\",\"kind\":\"squares\","
                   "\"status\":\"optimal\",\"engine\":\"greedy\",\"transform\":6,"
                   "\"seconds\":1.25,\"numberOfSquares\":1,\"bound\":1,"
                   "\"squares\":[{\"X\":2,\"Y\":1,\"Size\":1}]}\n");

  g_autoptr (TwResult) again = tw_result_from_json (puzzle, node, NULL);
  g_autofree char *text_again = tw_result_print (again);

  g_assert_cmpstr (text_again, ==, text);
}

TEST_MAIN (test_init, g_test_run)
