/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.c - builds scenes from puzzles and solutions; see picture.h. */
#include "draw/picture.h"

#include "draw/painter.h"
#include "puzzle/core-values.h"
#include "puzzle/grids.h"
#include "puzzle/kind-solve.h"
#include "puzzle/play.h"

/* Fraction of the squares or pieces of a found solution that a card shows: it must not give the whole
 * solution away. */
#define SHARE_LAID 0.6

static TwScene *
without_grids (const TwPuzzle *puzzle, const TwResult *result)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  const guint8 *outside = tw_puzzle_get_outside (puzzle);
  g_autoptr (TwResult) placed = NULL;
  gsize n;

  if (result != NULL && tw_result_tiling (result)->count > 0)
    return tw_scene_new_squares (board, outside, tw_result_tiling (result));
  /* Without a solution the pieces placed beforehand are drawn. */
  if ((result == NULL || tw_result_n_placements (result) == 0)
      && tw_play_get_pieces (puzzle) != NULL)
    result = placed = tw_play_dup_placed ((TwPuzzle *) (guintptr) puzzle, puzzle);
  n = result != NULL ? tw_result_n_placements (result) : 0;
  if (n == 0)
    return tw_scene_new_board (board, outside);

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

TwScene *
tw_picture_scene (const TwPuzzle *puzzle, const TwResult *result)
{
  const guint8 *outside = tw_puzzle_get_outside (puzzle);
  TwScene *scene = without_grids (puzzle, result);
  g_autofree guint8 *grids = NULL;

  if ((tw_puzzle_get_kind (puzzle)->flags & TW_KIND_GRIDS) == 0 || outside == NULL)
    return scene;
  grids = g_new (guint8, (gsize) scene->width * (gsize) scene->height);
  if (tw_grids_number (scene->width, scene->height, outside, grids) > 0)
    tw_scene_set_grids (scene, g_steal_pointer (&grids));
  return scene;
}

TwScene *
tw_picture_why (const TwPuzzle *puzzle, const TwResult *result, const TwWhy *why)
{
  g_autoptr (TwScene)
    plain = tw_picture_scene (puzzle, why->example != NULL ? why->example : result);

  return tw_scene_new_why (plain, why);
}

TwScene *
tw_picture_piece (const TwPuzzle *puzzle, guint piece, int transform)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  g_auto (TwShape) shape = tw_new_turned (&problem->pieces[piece].shape, transform);
  g_autoptr (TwBoard) board = tw_need (tw_board_new (shape.width, shape.height));
  g_autofree guint8 *outside = g_new (guint8, (gsize) (shape.width * shape.height));
  g_autofree guint32 *cells = g_new (guint32, (gsize) shape.count);

  memset (outside, 1, (gsize) (shape.width * shape.height));
  for (int i = 0; i < shape.count; i++) {
    cells[i] = (guint32) (shape.cells[i].y * shape.width + shape.cells[i].x);
    outside[cells[i]] = 0;
    tw_board_set (board, shape.cells[i].x, shape.cells[i].y, shape.cells[i].colour);
  }

  TwScenePiece one = {
    .name = problem->pieces[piece].name,
    .colour = tw_piece_puzzle_alike (puzzle, piece),
    .cells = cells,
    .n_cells = (gsize) shape.count,
  };

  return tw_scene_new_pieces (board, outside, &one, 1);
}

/* Returns a solution for a card; NULL: no memory. */
static TwResult *
find_solution (TwPuzzle *puzzle, double seconds)
{
  TwOptions options;

  tw_options_init (&options);
  options.time = seconds;
  options.threads = 1;
  options.memory = 256;
  if (tw_kind_find_engine (tw_puzzle_get_kind (puzzle), "greedy") != NULL)
    tw_options_set (&options, "engine", "greedy");

  TwLimits limits = tw_kind_limits (&options);
  g_autoptr (TwRun) run = tw_run_new (&limits);

  return run != NULL ? tw_kind_solve (puzzle, &options, run, NULL) : NULL;
}

cairo_surface_t *
tw_picture_card (TwPuzzle *puzzle, const TwResult *stored, int size, TwTheme theme, double seconds)
{
  g_autoptr (TwResult) found = stored == NULL ? find_solution (puzzle, seconds) : NULL;
  g_autoptr (TwScene) scene = tw_picture_scene (puzzle, stored != NULL ? stored : found);
  int longest = MAX (scene->width, scene->height);
  TwView view;

  tw_view_init (&view);
  view.theme = theme;
  view.flags = TW_PAINT_GRID;
  view.reveal = stored != NULL ? 1.0 : SHARE_LAID;
  tw_view_fit (&view, scene, MAX (1.0, (double) size * scene->width / longest),
               MAX (1.0, (double) size * scene->height / longest), 1.0);
  return tw_painter_render_static (scene, &view);
}
