/* SPDX-License-Identifier: GPL-3.0-or-later */
/* from-solution.c - see from-solution.h. */
#include "puzzle/pieces/from-solution.h"

#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-write.h"
#include "puzzle/play.h"

/* Adds the squares of one size as one piece. */
static gboolean
add_squares (TwPieceProblem *problem, int side, int count)
{
  g_autofree TwShapeCell *cells = g_new (TwShapeCell, (gsize) side * (gsize) side);
  g_autofree char *name = g_strdup_printf ("%d", side);
  TwShape shape;
  int n = 0;

  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      cells[n++] = (TwShapeCell){ .x = (int16_t) x, .y = (int16_t) y, .colour = TW_CELL_FREE };
  return tw_shape_init (&shape, cells, n)
         && tw_piece_problem_add (problem, name, &shape, count, count, TW_SHAPE_FIXED);
}

static TwPuzzle *
squares_to_pieces (const TwPuzzle *puzzle, const TwTiling *tiling, GError **error)
{
  g_autoptr (TwPieceProblem)
    problem = tw_piece_problem_new (tw_board_copy (tw_puzzle_get_board (puzzle)));
  g_autofree int *counts = g_new0 (int, TW_BOARD_MAX_SIDE + 1);
  TwPieceColours colours = { .count = 0 };
  gboolean fine = problem != NULL;

  tw_piece_colours_add (&colours, 'O');
  for (gsize i = 0; i < tiling->count; i++)
    counts[tiling->squares[i].size]++;
  for (int side = TW_BOARD_MAX_SIDE; side > 0 && fine; side--)
    fine = counts[side] == 0 || add_squares (problem, side, counts[side]);
  if (!fine)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for the puzzle"));
  return tw_piece_puzzle_new (tw_kind_find ("pieces"), tw_puzzle_get_id (puzzle),
                              g_steal_pointer (&problem), &colours, NULL);
}

gboolean
tw_puzzle_becomes_pieces (const TwPuzzle *puzzle, const TwResult *result)
{
  return tw_play_get_pieces (puzzle) != NULL || (result != NULL && tw_result_has_squares (result));
}

TwPuzzle *
tw_puzzle_to_pieces (TwPuzzle *puzzle, const TwResult *result, GError **error)
{
  /* The squares of a wrong solution may have any size. */
  if (!tw_puzzle_becomes_pieces (puzzle, result)
      || (result != NULL && tw_result_has_squares (result) && tw_kind_check (result, NULL) > 0))
    return tw_fail_usage_null (error, _ ("the pieces are those of a solution, and there is none"));
  if (tw_play_get_pieces (puzzle) != NULL)
    return tw_puzzle_ref (tw_play_get_pieces (puzzle));
  return squares_to_pieces (puzzle, tw_result_tiling (result), error);
}

char *
tw_puzzle_write_pieces (const TwPuzzle *puzzle, const TwResult *result, GError **error)
{
  g_autoptr (TwPuzzle) pieces = tw_puzzle_to_pieces ((TwPuzzle *) (guintptr) puzzle, result, error);

  return pieces != NULL ? tw_puzzle_write (pieces) : NULL;
}
