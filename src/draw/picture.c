/* picture.c - from puzzles and answers to scenes; see picture.h. */
#include "draw/picture.h"

TwScene *
tw_picture_scene (const TwPuzzle *puzzle, const TwResult *result)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  const guint8 *outside = tw_puzzle_get_outside (puzzle);
  gsize n = result != NULL ? tw_result_n_placements (result) : 0;

  if (result == NULL || (n == 0 && result->tiling.count == 0))
    return tw_scene_new_board (board, outside);
  if (n == 0)
    return tw_scene_new_squares (board, outside, &result->tiling);

  g_autofree TwScenePiece *pieces = g_new0 (TwScenePiece, n);
  for (gsize i = 0; i < n; i++) {
    const TwPlacement *placement = tw_result_placement (result, i);
    pieces[i] = (TwScenePiece){
      .name = placement->name,
      .colour = placement->piece,
      .flags = placement->fixed ? TW_REGION_FIXED : 0,
      .cells = tw_result_placement_cells (result, i),
      .n_cells = placement->n_cells,
    };
  }
  return tw_scene_new_pieces (board, outside, pieces, n);
}
