/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-capped.c - the kind of capped tilings: input and output of tasks, codes and solutions, bad
 * and hostile input, and MiniZinc's solver as a second opinion. */
#include <stdio.h>

#include "test-puzzles.h"
#include "test-tools.h"
#include "puzzle/error.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/kinds/capped/capped.h"

#define CODE "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)"

static int
cap_of (const TwResult *result)
{
  return tw_capped_multiplicity (tw_result_tiling (result));
}

TEST (read, "/capped/read")
{
  static const struct {
    const char *text;
    TwCappedProblem task;
  } good[] = {
    { "{\"kind\": \"capped\", \"size\": 9}", { 9, 9, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP } },
    { "{\"size\": [33, 32], \"cap\": 1}", { 33, 32, 1, TW_CAPPED_ANY } },
    { "{\"goal\": \"fewest\", \"size\": [4, 1000]}",
      { 4, 1000, TW_CAPPED_NO_CAP, TW_CAPPED_FEWEST } },
    { "{\"id\": \"a\\\"b\", \"size\": 5, \"cap\": 4, \"goal\": \"all\"}",
      { 5, 5, 4, TW_CAPPED_ALL } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autoptr (TwPuzzle) puzzle = test_puzzle (good[i].text, "t.json");

    g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_capped);
    g_assert_cmpmem (tw_capped_get_problem (puzzle), sizeof (TwCappedProblem), &good[i].task,
                     sizeof (TwCappedProblem));

    g_autofree char *text = tw_puzzle_write (puzzle);
    g_autoptr (TwPuzzle) again = test_puzzle (text, "t.json");

    g_assert_cmpstr (tw_puzzle_get_id (again), ==, tw_puzzle_get_id (puzzle));
    g_assert_cmpmem (tw_capped_get_problem (again), sizeof (TwCappedProblem), &good[i].task,
                     sizeof (TwCappedProblem));
  }
}

TEST (bad, "/capped/bad")
{
  static const struct {
    const char *name;
    const char *text;
    const char *says;
  } bad[] = {
    { "t.json", "{\"kind\": \"capped\"}", "size: " },
    { "t.json", "{\"kind\": \"capped\", \"size\": 0}", "size: " },
    { "t.json", "{\"kind\": \"capped\", \"size\": 1}", "size 1 x 1 has no smaller squares" },
    { "t.json", "{\"kind\": \"capped\", \"size\": 1000000}", "size: " },
    { "t.json", "{\"kind\": \"capped\", \"size\": [3]}", "size: two numbers are expected, not 1" },
    { "t.json", "{\"kind\": \"capped\", \"size\": [3, \"4\"]}", "size[1]: " },
    { "t.json", "{\"kind\": \"capped\", \"size\": 3, \"cap\": 0}", "cap: " },
    { "t.json", "{\"kind\": \"capped\", \"size\": 3, \"cap\": 1.5}", "cap: " },
    { "t.json", "{\"kind\": \"capped\", \"size\": 3, \"goal\": \"best\"}",
      "goal: “best” is unknown" },
    { "t.json", "{\"kind\": \"capped\", \"size\": 3, \"goal\": 4}", "goal: " },
    { "c.txt", "9 33 32 (18,15)(7,8)(14,4)(10,1)(8)\n",
      "c.txt: line 1: character 10: the squares have 1039 cells" },
    { "c.txt", CODE "\n\n9 33 32 (15,18)(7,8)(14,4)(10,1)(9)\n",
      "c.txt: line 3: character 28: size 10 does not fit" },
    { "c.txt", "1 1 1 (1)\n", "size 1 x 1" },
    { "c.txt", "(3,3\n", "line 1: character 1: the bracket is not closed" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray)
      puzzles = tw_puzzles_parse (bad[i].text, strlen (bad[i].text), bad[i].name, &error);

    g_assert_null (puzzles);
    g_assert_nonnull (error);
    if (strstr (error->message, bad[i].says) == NULL)
      g_error ("“%s” instead of “%s”", error->message, bad[i].says);
  }
}

TEST (spec, "/capped/spec")
{
  static const struct {
    const char *words[3];
    TwCappedProblem task; /* width 0: must be refused */
  } specs[] = {
    { { "9", NULL, NULL }, { 9, 9, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP } },
    { { "9x7", "3", NULL }, { 9, 7, 3, TW_CAPPED_ANY } },
    { { "9", "3", "fewest" }, { 9, 9, 3, TW_CAPPED_FEWEST } },
    { { "0", NULL, NULL }, { 0 } },
    { { "1", NULL, NULL }, { 0 } },
    { { "1000000", NULL, NULL }, { 0 } },
    { { "9", "0", NULL }, { 0 } },
    { { "9", "-1", NULL }, { 0 } },
    { { "9", "x", NULL }, { 0 } },
    { { "9", NULL, "best" }, { 0 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (specs); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwPuzzle) puzzle = tw_kind_capped.read->spec (specs[i].words, &error);

    if (specs[i].task.width == 0) {
      g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE);
      g_assert_null (puzzle);
    } else {
      g_assert_no_error (error);
      g_assert_cmpmem (tw_capped_get_problem (puzzle), sizeof (TwCappedProblem), &specs[i].task,
                       sizeof (TwCappedProblem));
    }
  }
}

TEST (codes, "/networks/codes")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("\n" CODE "\r\n", "codes.txt");

  g_assert_true (tw_puzzle_get_kind (puzzle) == &tw_kind_capped);
  g_assert_cmpint (tw_capped_get_problem (puzzle)->cap, ==, 1);
  g_assert_cmpuint (tw_capped_get_known (puzzle)->count, ==, 9);
  g_autoptr (TwResult) result = test_solve (puzzle, NULL);
  g_assert_cmpint (result->status, ==, TW_STATUS_FEASIBLE);
  g_assert_cmpuint (tw_result_tiling (result)->count, ==, 9);
  g_assert_cmpint (cap_of (result), ==, 1);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);

  g_autofree char *text = tw_puzzle_write (puzzle);

  g_assert_cmpstr (text, ==, CODE "\n");
}

/* Solves, writes, reads back and checks. */
TEST (answers, "/capped/answers")
{
  static const struct {
    const char *words[3];
    TwStatus status;
    int cap;
    gsize squares; /* 0: any number */
  } cases[] = {
    { { "10", NULL, NULL }, TW_STATUS_OPTIMAL, 4, 0 },
    { { "13", NULL, "fewest" }, TW_STATUS_OPTIMAL, 0, 11 },
    { { "33x32", "1", "all" }, TW_STATUS_OPTIMAL, 1, 9 },
    { { "11", "3", "any" }, TW_STATUS_FEASIBLE, 3, 0 },
    { { "11", "2", "any" }, TW_STATUS_INFEASIBLE, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwPuzzle) puzzle = tw_kind_capped.read->spec (cases[i].words, &error);
    g_autoptr (TwResult) result = test_solve (puzzle, NULL);
    g_autoptr (JsonNode) node = tw_result_to_json (result);
    g_autoptr (TwResult) again = tw_result_from_json (puzzle, node, &error);
    g_autofree char *sentence = tw_result_describe (result);

    g_assert_no_error (error);
    g_autofree char *text = tw_result_print (result), *text_again = tw_result_print (again);
    g_assert_cmpstr (text_again, ==, text);
    g_assert_cmpint (result->status, ==, cases[i].status);
    g_assert_cmpint (again->status, ==, cases[i].status);
    g_assert_cmpstr (json_object_get_string_member (json_node_get_object (node), "kind"), ==,
                     "capped");
    g_assert_cmpuint (strlen (sentence), >, 10);
    if (cases[i].status == TW_STATUS_INFEASIBLE) {
      g_assert_nonnull (result->reason);
      continue;
    }
    if (cases[i].cap > 0)
      g_assert_cmpint (cap_of (result), ==, cases[i].cap);
    if (cases[i].squares > 0)
      g_assert_cmpuint (tw_result_tiling (result)->count, ==, cases[i].squares);
    g_assert_cmpint (cap_of (again), ==, cap_of (result));
    g_assert_cmpuint (tw_result_tiling (again)->count, ==, tw_result_tiling (result)->count);
    g_assert_cmpuint (tw_kind_check (again, NULL), ==, 0);
  }
}

TEST (wrong_answers, "/capped/wrong-answers")
{
  static const struct {
    const char *answer;
    const char *says;
  } wrong[] = {
    { "{\"bouwkamp\": \"4 4 4 (2,2)(2,2)\"}", "size 2 is used 4 times, more than the cap of 3" },
    { "{\"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 4}]}",
      "the square of size 4 is not smaller than the board" },
    { "{\"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": 2}]}", "Cell not covered" },
  };
  static const char *const unreadable[] = {
    "{\"bouwkamp\": \"4 3 3 (1,1)\"}",
    "{\"bouwkamp\": \"(1)\"}",
    "{\"bouwkamp\": 3}",
    "{\"squares\": 3}",
    "{\"status\": \"optimal\"}",
    "{\"capBound\": -1, \"bouwkamp\": \"4 4 4 (2,2)(2,2)\"}",
  };
  g_autoptr (TwPuzzle)
    puzzle = test_parse ("{\"kind\": \"capped\", \"size\": 4, \"cap\": 3}", "t.json", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (TwResult) result = tw_result_parse (puzzle, wrong[i].answer,
                                                   strlen (wrong[i].answer), "a.json", &error);

    g_assert_no_error (error);
    g_assert_cmpuint (tw_kind_check (result, faults), >, 0);
    g_assert_nonnull (strstr (g_ptr_array_index (faults, 0), wrong[i].says));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (unreadable); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwResult)
      result = tw_result_parse (puzzle, unreadable[i], strlen (unreadable[i]), "a.json", &error);

    g_assert_null (result);
    g_assert_nonnull (error);
  }
}

/* --- MiniZinc ---------------------------------------------------------------- */

/* Returns the text of a model, for the variables of which it also returns the squares; those of side 0
 * are no squares. */
static char *
export_model (TwPuzzle *puzzle, const char *format, GArray *squares)
{
  g_autoptr (GError) error = NULL;
  char *text = tw_kind_export (tw_kind_find_export (&tw_kind_capped, format), puzzle, NULL, &error);

  g_assert_no_error (error);
  for (const char *line = text; line != NULL; line = strchr (line, '\n')) {
    TwSquare s = { 0 };
    int variable;

    line += *line == '\n';
    if (sscanf (line, "%% x[%d] is a square of side %d at %d %d", &variable, &s.size, &s.x, &s.y)
        > 0)
      g_array_append_val (squares, s);
  }
  return text;
}

/* Returns the solver's tiling, or that there is none. */
static gboolean
ask_minizinc (const char *minizinc, TwPuzzle *puzzle, TwTiling *tiling)
{
  g_autoptr (GArray) squares = g_array_new (FALSE, FALSE, sizeof (TwSquare));
  g_autofree char *model = export_model (puzzle, "minizinc", squares);
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GSubprocess)
    process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                  | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                &error, minizinc, "--solver", "gecode", "--input-from-stdin", NULL);

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, model, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (process));
  if (strstr (output, "=====UNSATISFIABLE=====") != NULL)
    return FALSE;

  /* "x = [0, 1, ...];". Objectives that are minimized print each better solution: the last one is the
   * result. */
  const char *at = g_strrstr (output, "x = [");
  g_assert_nonnull (at);
  at += strlen ("x = [");
  for (guint i = 0; i < squares->len; i++, at += strlen ("0, ")) {
    TwSquare s = g_array_index (squares, TwSquare, i);

    if (*at == '1' && s.size > 0)
      g_assert_true (tw_tiling_add (tiling, s));
  }
  return TRUE;
}

TEST (minizinc, "/capped/minizinc")
{
  g_autofree char *minizinc = g_find_program_in_path ("minizinc");

  if (minizinc == NULL) {
    g_test_skip ("minizinc is not installed");
    return;
  }
  for (int n = 2; n <= 9; n++) {
    TwCappedProblem least = { n, n, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP };
    g_autoptr (TwPuzzle) least_puzzle = tw_capped_puzzle_new (NULL, &least, NULL, NULL);
    g_autoptr (TwResult) least_result = test_solve (least_puzzle, NULL);

    g_assert_cmpint (least_result->status, ==, TW_STATUS_OPTIMAL);
    for (int cap = cap_of (least_result) - 1; cap <= cap_of (least_result); cap++) {
      TwCappedProblem task = { n, n, cap, TW_CAPPED_ANY };
      g_autoptr (TwPuzzle) puzzle = tw_capped_puzzle_new (NULL, &task, NULL, NULL);
      g_autoptr (TwResult) result = test_solve (puzzle, NULL);
      g_auto (TwTiling) tiling = { 0 };
      gboolean found = ask_minizinc (minizinc, puzzle, &tiling);
      char reason[128];

      g_assert_cmpint (found, ==, tw_result_has_solution (result));
      g_assert_cmpint (result->status, ==, found ? TW_STATUS_FEASIBLE : TW_STATUS_INFEASIBLE);
      if (found)
        g_assert_true (tw_capped_check (&task, &tiling, reason, sizeof reason));
    }
  }
  for (TwCappedGoal goal = TW_CAPPED_LEAST_CAP; goal <= TW_CAPPED_FEWEST; goal++) {
    TwCappedProblem task = { 6, 5, TW_CAPPED_NO_CAP, goal };
    g_autoptr (TwPuzzle) puzzle = tw_capped_puzzle_new (NULL, &task, NULL, NULL);
    g_autoptr (TwResult) result = test_solve (puzzle, NULL);
    g_auto (TwTiling) tiling = { 0 };

    g_assert_true (ask_minizinc (minizinc, puzzle, &tiling));
    g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
    if (goal == TW_CAPPED_FEWEST)
      g_assert_cmpuint (tw_result_tiling (result)->count, ==, tiling.count);
    else
      g_assert_cmpint (cap_of (result), ==, tw_capped_multiplicity (&tiling));
  }
}

TEST (model_too_large, "/capped/model-too-large")
{
  g_autoptr (GError) error = NULL;
  TwCappedProblem task = { 100, 100, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP };
  g_autoptr (TwPuzzle) puzzle = tw_capped_puzzle_new (NULL, &task, NULL, NULL);
  const TwKindExport *export = tw_kind_find_export (&tw_kind_capped, "minizinc");

  g_assert_null (tw_kind_export (export, puzzle, NULL, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SIZE);
}

/* Clauses cannot ask for the least cap. */
TEST (clauses, "/capped/clauses")
{
  g_autoptr (GError) error = NULL;
  TwCappedProblem task = { 4, 4, TW_CAPPED_NO_CAP, TW_CAPPED_LEAST_CAP };
  g_autoptr (TwPuzzle) puzzle = tw_capped_puzzle_new (NULL, &task, NULL, NULL);
  const TwKindExport *export = tw_kind_find_export (&tw_kind_capped, "cnf");

  g_assert_null (tw_kind_export (export, puzzle, NULL, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE);
}

TEST_MAIN (test_init, g_test_run)
