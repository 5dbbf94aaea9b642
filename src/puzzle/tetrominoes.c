/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.c - see tetrominoes.h. */
#include "puzzle/tetrominoes.h"

#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/pieces/puzzle.h"

typedef struct {
  TwTetrominoProblem problem;
  TwPuzzle *figures; /* NULL: nobody has asked for them; guarded by g_once_init_enter () */
} Data;

/* The transforms that turn a shape clockwise by 0, 90, 180 and 270 degrees. */
static const int angles[] = { 0, 6, 3, 5 };

TW_DEFINE_FREE (data_free, Data, (figures, tw_puzzle_unref))

TwPuzzle *
tw_tetrominoes_puzzle_new (const char *id, const TwTetrominoProblem *problem, GError **error)
{
  TwTetrominoVerdict verdict = tw_tetromino_judge (problem);
  TwBoard *board;
  Data *data;

  if (tw_tetromino_is_bad_input (verdict))
    return tw_fail_format_null (error, "%s", _ (tw_tetromino_verdict_text (verdict)));
  board = tw_board_new_empty ((int) problem->size, (int) problem->size);
  if (board == NULL)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for the board"));
  data = g_new0 (Data, 1);
  data->problem = *problem;
  return tw_puzzle_new (tw_kind_find ("tetrominoes"), id, board, data, data_free);
}

const TwTetrominoProblem *
tw_tetrominoes_get_problem (const TwPuzzle *puzzle)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return &data->problem;
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

static TwPuzzle *
new_figures (const TwTetrominoProblem *problem)
{
  TwPieceProblem *pieces = tw_need (
    tw_piece_problem_new (tw_board_new_empty ((int) problem->size, (int) problem->size)));
  TwPieceColours colours = { .count = 0 };

  tw_piece_colours_add (&colours, 'O');
  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++) {
    const TwTetrominoShape *drawn = tw_tetromino_shape (figure, 0);
    const char name[2] = { tw_tetromino_letter ((TwTetrominoLetter) figure), '\0' };
    int count = (int) MIN (problem->counts[figure], TW_PIECES_MAX_COUNT);
    TwShapeCell cells[4];

    for (int i = 0; i < 4; i++)
      cells[i] = (TwShapeCell){ .x = drawn->cells[i][0],
                                .y = drawn->cells[i][1],
                                .colour = TW_CELL_FREE };
    tw_add_piece (pieces, name, tw_new_shape (cells, 4), count, count, TW_SHAPE_ROTATIONS);
  }
  return tw_piece_puzzle_new (tw_kind_find ("pieces"), NULL, pieces, &colours, NULL);
}

TwPuzzle *
tw_tetrominoes_get_figures (const TwPuzzle *puzzle)
{
  Data *data = tw_puzzle_get_payload (puzzle);

  if (g_once_init_enter (&data->figures))
    g_once_init_leave (&data->figures, new_figures (&data->problem));
  return data->figures;
}

TwPuzzle *
tw_tetrominoes_with_figures (TwPuzzle *puzzle, TwPuzzle *figures)
{
  TwPuzzle *made = tw_tetrominoes_puzzle_new (tw_puzzle_get_id (puzzle),
                                              tw_tetrominoes_get_problem (puzzle), NULL);
  Data *data = tw_puzzle_get_payload (made);

  data->figures = figures;
  tw_puzzle_set_origin (made, tw_puzzle_get_file (puzzle), tw_puzzle_get_name (puzzle));
  return made;
}

int
tw_tetrominoes_transform (int angle)
{
  return angles[angle % 4];
}

int
tw_tetrominoes_angle (TwTetrominoLetter figure, int transform)
{
  int angle = 0;

  while (angles[angle] != transform)
    angle++;
  return angle % tw_tetromino_angles (figure);
}

const TwPieceProblem *
tw_tetrominoes_get_placed (const TwPuzzle *puzzle)
{
  Data *data = tw_puzzle_get_payload (puzzle);
  TwPuzzle *figures = g_atomic_pointer_get (&data->figures);
  const TwPieceProblem *problem = figures != NULL ? tw_piece_puzzle_get_problem (figures) : NULL;

  return problem != NULL && problem->n_placed > 0 ? problem : NULL;
}

void
tw_tetrominoes_add_figures (TwResult *result, const TwResult *pieces)
{
  for (gsize i = 0; i < tw_result_n_placements (pieces); i++) {
    const TwPlacement *p = tw_result_placement (pieces, i);
    int angle = tw_tetrominoes_angle ((TwTetrominoLetter) p->piece, p->orientation);

    tw_result_add_placement (result, p->name, p->piece, angle, p->x, p->y, p->fixed,
                             tw_result_placement_cells (pieces, i), p->n_cells);
  }
}
