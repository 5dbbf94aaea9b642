/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-judge.c - verdicts on contest solutions and their JSON. */
#include "net/judge.h"
#include "puzzle/core-values.h"
#include "puzzle/error.h"
#include "puzzle/json.h"

#include "test-tools.h"

TEST (penalty, "/judge/penalty")
{
  g_assert_cmpint (tw_judge_penalty (0), ==, 0);
  g_assert_cmpint (tw_judge_penalty (9.99), ==, 0);
  g_assert_cmpint (tw_judge_penalty (10), ==, 0);
  g_assert_cmpint (tw_judge_penalty (10.1), ==, 20);
  g_assert_cmpint (tw_judge_penalty (11.2), ==, 25);
  g_assert_cmpint (tw_judge_penalty (12.9), ==, 30);
  g_assert_cmpint (tw_judge_penalty (1e300), >, 0);
}

TEST (verdicts, "/judge/verdicts")
{
  g_autoptr (TwBoard) board = tw_board_new_empty (3, 2);
  g_auto (TwTiling) tiling = { 0 };

  tw_board_set (board, 2, 1, TW_CELL_BLOCKED);
  tw_tiling_add (&tiling, (TwSquare){ 0, 0, 2 });
  tw_tiling_add (&tiling, (TwSquare){ 2, 0, 1 });
  {
    g_autoptr (TwVerdict) verdict = tw_judge (board, &tiling, 1);

    g_assert_cmpint (verdict->score, ==, 2);
    g_assert_cmpint (verdict->penalty, ==, 0);
    g_assert_cmpuint (verdict->errors->len, ==, 0);
  }
  {
    g_autoptr (TwVerdict) late = tw_judge (board, &tiling, 10.5);

    g_assert_cmpint (late->score, ==, 22);
    g_assert_cmpint (late->penalty, ==, 20);
  }
  tw_tiling_add (&tiling, (TwSquare){ 1, 1, 1 });
  tw_tiling_add (&tiling, (TwSquare){ 2, 1, 5 });
  {
    g_autoptr (TwVerdict) wrong = tw_judge (board, &tiling, 1);

    g_assert_cmpint (wrong->score, ==, 0);
    g_assert_cmpint (wrong->squares, ==, 4);
    g_assert_cmpuint (wrong->errors->len, ==, 2);
    g_assert_cmpstr (g_ptr_array_index (wrong->errors, 0), ==,
                     "Squares overlapped in position: X = 1, Y = 1");
    g_assert_cmpstr (g_ptr_array_index (wrong->errors, 1), ==,
                     "Square outside of boundary: X = 2, Y = 1");

    g_autofree char *text = tw_verdict_to_json (wrong);
    g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), NULL);
    g_autoptr (TwVerdict) again = tw_verdict_from_json (node, NULL);

    g_assert_cmpint (again->squares, ==, 4);
    g_assert_cmpuint (again->errors->len, ==, 2);
  }
}

TEST (foreign_replies, "/judge/foreign-replies")
{
  static const char *const good[] = {
    "{\"numberOfSquares\": 2, \"score\": 0, \"timePenalty\": 0, \"errors\": [\"a\"]}",
    "{\"numberOfSquares\": 2, \"score\": 2, \"timePenalty\": 0}",
    "{\"numberOfSquares\": 2, \"score\": 2, \"timePenalty\": 0, \"errors\": null, \"more\": {}}",
  };
  static const char *const bad[] = {
    "[]",
    "{}",
    "{\"numberOfSquares\": -1, \"score\": 0, \"timePenalty\": 0}",
    "{\"numberOfSquares\": \"2\", \"score\": 0, \"timePenalty\": 0}",
    "{\"numberOfSquares\": 2, \"score\": 0, \"timePenalty\": 0, \"errors\": \"a\"}",
    "{\"numberOfSquares\": 2, \"score\": 0, \"timePenalty\": 0, \"errors\": [1]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (JsonNode) node = json_from_string (good[i], NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (TwVerdict) verdict = tw_verdict_from_json (node, &error);

    g_assert_no_error (error);
    g_assert_cmpint (verdict->squares, ==, 2);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (JsonNode) node = json_from_string (bad[i], NULL);
    g_autoptr (GError) error = NULL;

    g_assert_null (tw_verdict_from_json (node, &error));
    g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT);
  }
}

TEST_MAIN (test_init, test_run_and_await)
