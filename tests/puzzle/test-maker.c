/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that made puzzles are what was wished, by plain backtracking, and that neither threads nor
 * transforms change anything. */
#include "test-puzzles.h"
#include "test-tools.h"
#include "puzzle/maker/maker.h"

#include "../bench/plain-pieces.h"
#include "../tools/test-size.h"
#include "core/base/transform.h"
#include "puzzle/edit.h"
#include "puzzle/kind-write.h"
#include "puzzle/maker/twins.h"
#include "puzzle/pieces/next-step.h"
#include "puzzle/polyominoes.h"

static TwPuzzle *
set_new (int cells, int width, int height)
{
  const TwPolyominoSet set = { .cells = cells, .copies = 1 };

  return tw_polyominoes_new_puzzle (&set, width, height, NULL);
}

static gboolean
keep_cb (TwPuzzle *puzzle, guint index, gpointer puzzles)
{
  g_assert_cmpuint (index, ==, ((GPtrArray *) puzzles)->len);
  g_ptr_array_add (puzzles, puzzle);
  return TRUE;
}

static GPtrArray *
make (const TwMakerPlan *plan, guint count, int threads)
{
  GPtrArray *puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwMaker) maker = tw_maker_new (plan, &error);
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });

  g_assert_no_error (error);
  g_assert_true (tw_maker_run (maker, count, threads, run, keep_cb, puzzles, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (puzzles->len, ==, count);
  return puzzles;
}

static guint64
count_solutions (const TwPieceProblem *problem)
{
  bool stopped;

  return plain_pieces_count (problem, 0, NULL, NULL, &stopped);
}

/* The number of cells under pieces. */
static gsize
covered_by (const TwPieceProblem *problem)
{
  gsize n = 0;

  for (gsize i = 0; i < problem->n_placed; i++)
    n += (gsize) problem->pieces[problem->placed[i].piece].shape.count;
  return n;
}

static const TwPieceProblem *
problem_of (const GPtrArray *puzzles, guint i)
{
  return tw_piece_puzzle_get_problem (puzzles->pdata[i]);
}

static char *
text_of (const GPtrArray *puzzles)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < puzzles->len; i++) {
    g_autofree char *one = tw_puzzle_write (puzzles->pdata[i]);

    g_string_append (text, one);
  }
  return g_string_free (text, FALSE);
}

/* One solution, and more without any of the pieces placed beforehand. */
static void
assert_unique (TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_autofree TwPiecePlacement *placed = g_new (TwPiecePlacement, problem->n_placed + 1);

  g_assert_cmpuint (count_solutions (problem), ==, 1);
  for (gsize i = 0; i < problem->n_placed; i++) {
    TwPlaceFault fault;
    gsize n = 0;

    for (gsize k = 0; k < problem->n_placed; k++)
      if (k != i)
        placed[n++] = problem->placed[k];
    g_autoptr (TwPuzzle) more = tw_piece_puzzle_with_placed (puzzle, placed, n, &fault);
    g_assert_cmpuint (count_solutions (tw_piece_puzzle_get_problem (more)), >, 1);
  }
}

TEST (unique, "/maker/unique")
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (TwPuzzle) set = set_new (5, 6, 5);
  TwMakerPlan plan = { .set = set, .outline = 30, .solutions = TW_MAKER_ONE, .seed = 3 };
  g_autoptr (GPtrArray) puzzles = make (&plan, (guint) test_size (2000), 2);
  gsize n_placed = 0;

  for (guint i = 0; i < puzzles->len; i++) {
    g_assert_true (g_hash_table_add (keys, tw_piece_problem_key (problem_of (puzzles, i))));
    g_assert_cmpint (tw_piece_puzzle_get_grade (puzzles->pdata[i]).level, >, TW_STEP_NONE);
    assert_unique (puzzles->pdata[i]);
    n_placed += problem_of (puzzles, i)->n_placed;
  }
  g_assert_cmpuint (n_placed, >, 0);
}

TEST (up_to_symmetry, "/maker/up-to-symmetry")
{
  g_autoptr (TwPuzzle) set = set_new (5, 5, 4);
  TwMakerPlan plan = { .set = set,
                       .board = tw_puzzle_get_board (set),
                       .solutions = TW_MAKER_DISTINCT };
  g_autoptr (GPtrArray) puzzles = make (&plan, 10, 1);
  gboolean several = FALSE;

  for (guint i = 0; i < puzzles->len; i++) {
    guint64 n = count_solutions (problem_of (puzzles, i));

    g_assert_true (n == 1 || n == 2 || n == 4);
    several = several || n > 1;
  }
  g_assert_true (several);
}

TEST (threads, "/maker/threads")
{
  g_autoptr (TwPuzzle) set = set_new (5, 6, 6);
  TwMakerPlan plan = { .set = set,
                       .board = tw_puzzle_get_board (set),
                       .solutions = TW_MAKER_ONE,
                       .level = TW_STEP_TRIAL,
                       .seed = 7 };
  g_autoptr (GPtrArray) first = make (&plan, 5, 1);
  g_autofree char *expected = text_of (first);

  for (int n = 2; n <= 4; n++) {
    g_autoptr (GPtrArray) others = make (&plan, 5, n);
    g_autofree char *text = text_of (others);

    g_assert_cmpstr (text, ==, expected);
  }
  for (guint i = 0; i < first->len; i++)
    g_assert_cmpint (tw_piece_puzzle_get_grade (first->pdata[i]).level, ==, TW_STEP_TRIAL);
}

static void
assert_same_turned (const GPtrArray *puzzles, guint i)
{
  TwGrade grade = tw_piece_puzzle_get_grade (puzzles->pdata[i]);
  g_autofree char *key = tw_piece_problem_key (problem_of (puzzles, i));
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    g_autoptr (TwPuzzle) turned = tw_edit_transform (puzzles->pdata[i], k, NULL, NULL);
    const TwPieceProblem *problem = tw_piece_puzzle_get_problem (turned);
    g_autofree char *other = tw_piece_problem_key (problem);
    TwGrade again;

    g_assert_cmpstr (other, ==, key);
    g_assert_cmpint (tw_grade_find (problem, TW_STEP_NESTED, run, NULL, NULL, &again), ==,
                     TW_END_FOUND);
    g_assert_cmpint (again.level, ==, grade.level);
    g_assert_cmpint (again.trials, ==, grade.trials);
    again = tw_piece_puzzle_get_grade (turned);
    g_assert_cmpint (again.level, ==, grade.level);
  }
}

/* Levels and keys stay under all transforms; one-sided pieces become others when reflected. */
TEST (transforms, "/maker/transforms")
{
  for (int one_sided = 0; one_sided < 2; one_sided++) {
    const TwPolyominoSet pieces = { .cells = 5, .one_sided = one_sided, .copies = 1 };
    g_autoptr (TwPuzzle) set = tw_polyominoes_new_puzzle (&pieces, 1, 1, NULL);
    TwMakerPlan plan = { .set = set, .outline = 25, .solutions = TW_MAKER_ONE, .seed = 11 };
    g_autoptr (GPtrArray) puzzles = make (&plan, (guint) test_size (400), 2);
    guint levels[TW_GRADE_MAX_LEVEL + 1] = { 0 };

    for (guint i = 0; i < puzzles->len; i++) {
      levels[tw_piece_puzzle_get_grade (puzzles->pdata[i]).level]++;
      assert_same_turned (puzzles, i);
    }
    g_assert_cmpuint (levels[TW_STEP_TRIAL], >, 0);
    g_assert_cmpuint (levels[TW_STEP_TRIAL], <, puzzles->len);
  }
}

static double
average_trials (TwPuzzle *set, TwStep level, guint count)
{
  TwMakerPlan plan = { .set = set,
                       .board = tw_puzzle_get_board (set),
                       .solutions = TW_MAKER_ONE,
                       .level = level,
                       .seed = 1 };
  g_autoptr (GPtrArray) puzzles = make (&plan, count, 2);
  double sum = 0;

  for (guint i = 0; i < puzzles->len; i++) {
    g_assert_cmpint (tw_piece_puzzle_get_grade (puzzles->pdata[i]).level, ==, level);
    sum += tw_piece_puzzle_get_grade (puzzles->pdata[i]).trials;
  }
  return sum / count;
}

TEST (trials, "/maker/trials")
{
  g_autoptr (TwPuzzle) set = set_new (5, 9, 5);
  double single = average_trials (set, TW_STEP_TRIAL, 20);

  g_assert_cmpfloat (average_trials (set, TW_STEP_PIECE, 1), ==, 0);
  g_assert_cmpfloat (single, >, 0);
  g_assert_cmpfloat (average_trials (set, TW_STEP_NESTED, 1), >, single);
}

/* Puzzles that are too hard with few pieces get more: those without which they would be harder. */
TEST (eased, "/maker/eased")
{
  g_autoptr (TwPuzzle) set = set_new (5, 1, 1);
  TwMakerPlan plan = {
    .set = set, .outline = 45, .solutions = TW_MAKER_ONE, .level = TW_STEP_CELL, .seed = 7
  };
  g_autoptr (GPtrArray) puzzles = make (&plan, (guint) test_size (40), 2);
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });

  for (guint i = 0; i < puzzles->len; i++) {
    const TwPieceProblem *problem = problem_of (puzzles, i);
    g_autofree TwPiecePlacement *placed = g_memdup2 (problem->placed,
                                                     problem->n_placed * sizeof *placed);
    gsize last = problem->n_placed - 1;

    g_assert_cmpint (tw_piece_puzzle_get_grade (puzzles->pdata[i]).level, ==, TW_STEP_CELL);
    g_assert_cmpuint (count_solutions (problem), ==, 1);
    for (gsize k = 0; k <= last; k++) {
      TwPiecePlacement without = placed[k];
      TwPlaceFault fault;
      TwGrade grade;

      placed[k] = placed[last];
      g_autoptr (TwPuzzle)
        more = tw_piece_puzzle_with_placed (puzzles->pdata[i], placed, last, &fault);
      g_assert_cmpint (
        tw_grade_find (tw_piece_puzzle_get_problem (more), TW_STEP_CELL, run, NULL, NULL, &grade),
        !=, TW_END_FOUND);
      placed[k] = without;
    }
  }
}

/* Step by step, a puzzle with one solution is filled; no step is harder than its level. */
TEST (next_steps, "/maker/next-steps")
{
  g_autoptr (TwPuzzle) set = set_new (5, 1, 1);
  g_autoptr (TwBoard) board = tw_board_new_empty (5, 6);
  const TwMakerPlan plan = { .set = set, .board = board, .solutions = TW_MAKER_ONE, .seed = 11 };
  g_autoptr (GPtrArray) puzzles = make (&plan, test_size (20), 1);

  for (guint i = 0; i < puzzles->len; i++) {
    g_autoptr (TwPuzzle) puzzle = tw_puzzle_ref (puzzles->pdata[i]);
    TwStep level = tw_piece_puzzle_get_grade (puzzle).level;

    for (;;) {
      const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
      g_autofree TwPiecePlacement *placed = g_new (TwPiecePlacement, problem->n_placed + 1);
      TwRun *run = tw_run_new (&(TwLimits){ 0 });
      TwNextStep next;
      gboolean found = tw_next_step_find (puzzle, run, &next);
      TwPlaceFault fault;

      tw_run_free (run);
      if (!found) {
        g_assert_cmpuint (tw_board_count_free (problem->board), ==, covered_by (problem));
        break;
      }
      g_assert_cmpint (next.step, >, TW_STEP_NONE);
      g_assert_cmpint (next.step, <=, level);
      memcpy (placed, problem->placed, problem->n_placed * sizeof *placed);
      placed[problem->n_placed] = next.placement;

      TwPuzzle *more = tw_piece_puzzle_with_placed (puzzle, placed, problem->n_placed + 1, &fault);

      g_assert_nonnull (more);
      tw_puzzle_unref (puzzle);
      puzzle = more;
      g_assert_cmpuint (count_solutions (tw_piece_puzzle_get_problem (puzzle)), ==, 1);
    }
  }
}

/* The wished pieces, their number, and an outline that a half turn maps to itself. */
TEST (wishes, "/maker/wishes")
{
  g_autoptr (TwPuzzle) set = set_new (5, 1, 1);
  g_auto (GStrv) used = g_strsplit ("X,W", ",", -1);
  TwMakerPlan plan = { .set = set, .outline = 32, .symmetric = TRUE, .used = used, .n_pieces = 6 };
  g_autoptr (GPtrArray) puzzles = make (&plan, 10, 2);

  for (guint i = 0; i < puzzles->len; i++) {
    const TwPieceProblem *problem = problem_of (puzzles, i);
    g_autoptr (TwPuzzle) turned = tw_edit_transform (
      puzzles->pdata[i], TW_TRANSFORM_INVERT_X | TW_TRANSFORM_INVERT_Y, NULL, NULL);

    g_assert_true (tw_board_equal (problem->board, tw_puzzle_get_board (turned)));
    g_assert_cmpuint (tw_board_count_free (problem->board), ==, 30);
    g_assert_cmpuint (problem->n_pieces, ==, 6);
    g_assert_cmpint (tw_piece_puzzle_find (puzzles->pdata[i], "X"), >=, 0);
    g_assert_cmpint (tw_piece_puzzle_find (puzzles->pdata[i], "W"), >=, 0);
    g_assert_cmpuint (count_solutions (problem), >, 0);
  }
}

/* Grids are arranged so that the pieces fill their board; about one of four arrangements is dropped. */
TEST (arranged, "/maker/arranged")
{
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });
  guint64 random = 3;
  guint dropped = 0;

  for (guint i = 0; i < 20; i++) {
    TwGrid grids[TW_GRIDS_N], others[TW_GRIDS_N];
    guint64 start = random;
    g_autoptr (TwPuzzle) puzzle = tw_maker_arrange (grids, &random, run);
    g_autoptr (TwResult) result = test_solve (puzzle, NULL);

    g_assert_true (tw_result_has_solution (result));
    tw_grids_arrange (others, &start);
    dropped += start != random;
  }
  g_assert_cmpuint (dropped, >, 0);
  g_assert_cmpuint (dropped, <, 20);
}

TEST (outlines, "/maker/outlines")
{
  guint64 random = 5;

  for (int n = 1; n <= TW_OUTLINE_MAX_CELLS; n += 1 + n / 8)
    for (int symmetric = 0; symmetric < 2; symmetric++) {
      g_autofree gint32 *labels = g_new (gint32, (gsize) n * (gsize) n);
      g_autoptr (TwBoard) board = tw_outline_grow (n, symmetric, &random);
      g_autoptr (TwBoard) turned = tw_transform_board (3, board);

      g_assert_cmpuint (tw_board_count_free (board), ==, n);
      g_assert_cmpint (tw_board_label_components (board, labels), ==, 1);
      g_assert_true (!symmetric || tw_board_equal (board, turned));
    }
}

TEST_MAIN (test_init, g_test_run)
