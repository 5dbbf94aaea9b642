/* SPDX-License-Identifier: GPL-3.0-or-later */
/* play.c - see play.h. */
#include "puzzle/play.h"

#include "puzzle/kind.h"
#include "puzzle/pieces/placements.h"
#include "puzzle/tetrominoes.h"

TwPuzzle *
tw_play_get_pieces (const TwPuzzle *puzzle)
{
  if (tw_puzzle_has_pieces (puzzle))
    return (TwPuzzle *) (guintptr) puzzle;
  return (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_TETROMINOES) != 0
           ? tw_tetrominoes_get_figures (puzzle)
           : NULL;
}

TwPuzzle *
tw_play_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n, TwPlaceFault *fault)
{
  TwPuzzle *figures;

  if (tw_puzzle_has_pieces (puzzle))
    return tw_piece_puzzle_with_placed (puzzle, placed, n, fault);
  figures = tw_piece_puzzle_with_placed (tw_tetrominoes_get_figures (puzzle), placed, n, fault);
  return figures != NULL ? tw_tetrominoes_with_figures (puzzle, figures) : NULL;
}

TwResult *
tw_play_dup_placed (TwPuzzle *puzzle, const TwPuzzle *from)
{
  g_autoptr (TwResult)
    placed = tw_piece_puzzle_dup_placed (tw_play_get_pieces (puzzle), tw_play_get_pieces (from));
  TwResult *result;

  if (tw_puzzle_has_pieces (puzzle))
    return g_steal_pointer (&placed);
  result = tw_result_new (puzzle);
  tw_tetrominoes_add_figures (result, placed);
  return result;
}

int
tw_play_transform (const TwResult *result, gsize i)
{
  int orientation = tw_result_placement (result, i)->orientation;

  return tw_puzzle_has_pieces (result->puzzle) ? orientation
                                               : tw_tetrominoes_transform (orientation);
}
