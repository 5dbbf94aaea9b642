/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.c - shows the colouring by which a tetromino square has no solution, and figures on it. Each
 * sum is derived at tw_tetromino_balance (). */
#include "puzzle/kinds/tetrominoes/tetrominoes.h"

#include "puzzle/i18n.h"
#include "puzzle/tetrominoes.h"

/* Lays as many figures as fit side by side, `n` at most, to show what each of them covers. */
static void
lay (TwWhy *why, const TwPuzzle *puzzle, TwTetrominoLetter figure, int angle, const char *label,
     gint64 n)
{
  const TwTetrominoShape *shape = tw_tetromino_shape (figure, angle);
  int side = tw_puzzle_get_board (puzzle)->width;

  for (int y = 0; y + shape->height <= side; y += shape->height)
    for (int x = 0; x + shape->width <= side && n > 0; x += shape->width, n--) {
      guint32 cells[4];

      for (int i = 0; i < 4; i++)
        cells[i] = (guint32) ((y + shape->cells[i][1]) * side + x + shape->cells[i][0]);
      tw_result_add_placement (why->example, label, figure, angle, x, y, FALSE, cells, 4);
    }
}

TwWhy *
tw_tetrominoes_why (const TwResult *result, gboolean prices, TwRun *run)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (result->puzzle);
  const gint64 *counts = problem->counts;
  TwTetrominoVerdict verdict = tw_tetromino_judge (problem);
  int half = (int) (problem->size * problem->size / 2);
  TwWhy *why;

  if (result->reason == NULL)
    return NULL;
  why = tw_why_new (result->puzzle, TW_LAYER_COLOURS);
  why->example = tw_result_new (result->puzzle);
  for (gint64 i = 0; i < problem->size * problem->size; i++)
    why->weights[i] = (gint32) ((i / problem->size
                                 + (verdict == TW_TETROMINO_ODD_T ? i % problem->size : 0))
                                % 2);
  switch (verdict) {
  case TW_TETROMINO_ODD_T:
    lay (why, result->puzzle, TW_TETROMINO_T, 0, "3+1", counts[TW_TETROMINO_T]);
    why->sentence = g_strdup_printf (
      _ ("Each T covers 3 cells of one colour and 1 of the other, every other figure 2 of both. "
         "With %d T, the figures cover %d and %d cells at best, but there are %d of each colour."),
      (int) counts[TW_TETROMINO_T], half + 1, half - 1, half);
    break;
  case TW_TETROMINO_ODD_LJ:
    lay (why, result->puzzle, counts[TW_TETROMINO_L] > 0 ? TW_TETROMINO_L : TW_TETROMINO_J, 0,
         "3+1", counts[TW_TETROMINO_L] > 0 ? counts[TW_TETROMINO_L] : counts[TW_TETROMINO_J]);
    why->sentence = g_strdup_printf (
      _ ("Each L and J covers 3 cells of one colour and 1 of the other, every other figure 2 of "
         "both or 4 of one. With %d L and J, the figures cover %d and %d cells at best, but there "
         "are %d of each colour."),
      (int) (counts[TW_TETROMINO_L] + counts[TW_TETROMINO_J]), half + 1, half - 1, half);
    break;
  case TW_TETROMINO_ODD_I:
    lay (why, result->puzzle, TW_TETROMINO_I, 1, "4+0", counts[TW_TETROMINO_I]);
    why->sentence = g_strdup_printf (
      _ ("A lying I covers 4 cells of one colour, and every other figure covers 2 of both. So an "
         "even number of I lies, and with coloured columns an even number stands; but there are "
         "%d."),
      (int) counts[TW_TETROMINO_I]);
    break;
  default:
    why->layer = TW_LAYER_NONE;
    why->sentence = tw_why_sentence (result->reason);
  }
  return why;
}
