/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.c - see tetrominoes.h. */
#include "puzzle/tetrominoes.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/pieces/puzzle.h"

TwPuzzle *
tw_tetrominoes_puzzle_new (const char *id, const TwTetrominoProblem *problem, GError **error)
{
  TwTetrominoVerdict verdict = tw_tetromino_judge (problem);
  TwBoard *board;

  if (tw_tetromino_is_bad_input (verdict))
    return tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, "%s",
                         _ (tw_tetromino_verdict_text (verdict)));
  board = tw_board_new_empty ((int) problem->size, (int) problem->size);
  if (board == NULL)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for the board"));
  return tw_puzzle_new (tw_kind_find ("tetrominoes"), id, board,
                        g_memdup2 (problem, sizeof *problem), g_free);
}

const TwTetrominoProblem *
tw_tetrominoes_get_problem (const TwPuzzle *puzzle)
{
  return tw_puzzle_get_payload (puzzle);
}

char *
tw_tetrominoes_explain (const TwTetrominoProblem *problem)
{
  TwTetrominoVerdict verdict = tw_tetromino_judge (problem);
  gint64 sum = 0;

  if (verdict == TW_TETROMINO_POSSIBLE)
    return NULL;
  if (verdict != TW_TETROMINO_SUM)
    return g_strdup (_ (tw_tetromino_verdict_text (verdict)));
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++)
    sum += MIN (problem->counts[i], G_MAXINT / 10);
  return g_strdup_printf (_ ("%s: there are %d, %d are needed"),
                          _ (tw_tetromino_verdict_text (verdict)), (int) sum,
                          (int) (problem->size * problem->size / 4));
}

TwPuzzle *
tw_tetrominoes_dup_figures (const TwPuzzle *puzzle)
{
  const TwTetrominoProblem *problem = tw_tetrominoes_get_problem (puzzle);
  TwPieceProblem *pieces = tw_piece_problem_new (
    tw_board_new_empty ((int) problem->size, (int) problem->size));
  TwPieceColours colours = { .count = 0 };

  tw_piece_colours_add (&colours, 'O');
  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++) {
    const TwTetrominoShape *drawn = tw_tetromino_shape (figure, 0);
    const char name[2] = { tw_tetromino_letter ((TwTetrominoLetter) figure), '\0' };
    int count = (int) MIN (problem->counts[figure], TW_PIECES_MAX_COUNT);
    TwShapeCell cells[4];
    TwShape shape;

    for (int i = 0; i < 4; i++)
      cells[i] = (TwShapeCell){ .x = drawn->cells[i][0],
                                .y = drawn->cells[i][1],
                                .colour = TW_CELL_FREE };
    if (pieces == NULL || !tw_shape_init (&shape, cells, 4)
        || !tw_piece_problem_add (pieces, name, &shape, count, count, TW_SHAPE_ROTATIONS))
      g_error ("out of memory for the figures");
  }
  return tw_piece_puzzle_new (tw_kind_find ("pieces"), NULL, pieces, &colours, NULL);
}
