/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placements.c - see placements.h. */
#include "puzzle/pieces/placements.h"

#include <stdlib.h>

#include "puzzle/core-values.h"

/* An invalid transform, for cells that are not those of the piece. */
#define NO_TRANSFORM 255

/* --- to results ---------------------------------------------------------------- */

typedef struct {
  guint32 first; /* cell */
  guint32 index; /* of the placement */
} Entry;

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return (p > q) - (p < q);
}

/* Lists the cells of a placement in their order on the board. */
static gsize
list_cells (const TwPieceProblem *problem, TwPiecePlacement placement, guint32 *cells)
{
  const TwShape *shape = &problem->pieces[placement.piece].shape;

  for (int i = 0; i < shape->count; i++) {
    TwShapeCell cell = tw_shape_cell (shape, placement.transform, i);

    cells[i] = (guint32) ((placement.y + cell.y) * problem->board->width + placement.x + cell.x);
  }
  qsort (cells, (gsize) shape->count, sizeof *cells, compare_cells);
  return (gsize) shape->count;
}

/* A list of solutions may be large, so this needs 8 bytes for each placement only. */
gboolean
tw_piece_solution_visit (const TwPieceProblem *problem, const TwPieceSolution *solution,
                         TwPlacementVisit visit, gpointer data)
{
  gsize cells_of_board = (gsize) problem->board->width * (gsize) problem->board->height;
  g_autofree Entry *entries = g_try_new (Entry, solution->count + 1);
  g_autofree guint32 *cells = g_try_new (guint32, cells_of_board);
  gboolean fine = entries != NULL && cells != NULL;

  for (gsize i = 0; fine && i < solution->count; i++) {
    list_cells (problem, solution->placements[i], cells);
    entries[i] = (Entry){ cells[0], (guint32) i };
  }
  if (fine)
    qsort (entries, solution->count, sizeof *entries, compare_cells);
  for (gsize i = 0; fine && i < solution->count; i++) {
    TwPiecePlacement placement = solution->placements[entries[i].index];

    fine = visit (data, entries[i].index, placement, cells, list_cells (problem, placement, cells));
  }
  return fine;
}

static gboolean
add_placement (gpointer data, gsize index, TwPiecePlacement p, const guint32 *cells, gsize n)
{
  TwResult *result = data;
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);

  return tw_result_add_placement (result, problem->pieces[p.piece].name,
                                  tw_piece_puzzle_alike (result->puzzle, (guint) p.piece),
                                  p.transform, p.x, p.y, index < problem->n_placed, cells, n);
}

gboolean
tw_result_add_piece_solution (TwResult *result, const TwPieceSolution *solution)
{
  return tw_piece_solution_visit (tw_piece_puzzle_get_problem (result->puzzle), solution,
                                  add_placement, result);
}

TwResult *
tw_piece_puzzle_dup_placed (TwPuzzle *puzzle, const TwPuzzle *from)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (from);
  TwPieceSolution placed = { .placements = problem->placed, .count = problem->n_placed };
  TwResult *result = tw_result_new (puzzle);

  tw_result_add_piece_solution (result, &placed);
  return result;
}

/* Does the turned piece have the cells of a shape, whose colours are those of the board? */
static gboolean
lies_on (const TwPieceProblem *problem, const TwShape *turned, const TwShape *shape)
{
  gboolean same = turned->count == shape->count;

  for (int i = 0; i < shape->count && same; i++) {
    const TwShapeCell *a = &turned->cells[i], *b = &shape->cells[i];

    same = a->x == b->x && a->y == b->y && tw_piece_problem_takes (problem, b->colour, a->colour);
  }
  return same;
}

/* Finds the transform that maps the piece to these cells; an allowed one if possible. */
static int
find_transform (const TwPieceProblem *problem, const TwPiece *piece, const TwShape *shape)
{
  int found = NO_TRANSFORM;

  for (int k = 7; k >= 0; k--) {
    g_auto (TwShape) turned = { 0 };

    if (tw_shape_transform (&turned, k, &piece->shape) && lies_on (problem, &turned, shape)
        && (found == NO_TRANSFORM || (piece->transforms >> k & 1)))
      found = k;
  }
  return found;
}

/* A solution contains no colours: each cell lies on the colour of the board cell under it. */
void
tw_result_add_piece_cells (TwResult *result, guint piece, TwShapeCell *cells, guint n)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  const TwBoard *board = problem->board;
  g_autofree guint32 *inside = g_new (guint32, n);
  int transform = NO_TRANSFORM, left = G_MAXINT16, top = G_MAXINT16;
  gsize n_inside = 0;
  g_auto (TwShape) shape = { 0 };

  for (guint i = 0; i < n; i++) {
    int x = cells[i].x, y = cells[i].y;

    left = MIN (left, x);
    top = MIN (top, y);
    if (x >= 0 && y >= 0 && x < board->width && y < board->height) {
      cells[i].colour = tw_board_get (board, x, y);
      inside[n_inside++] = (guint32) (y * board->width + x);
    }
  }
  if (n_inside == n && tw_shape_init (&shape, cells, (int) n))
    transform = find_transform (problem, &problem->pieces[piece], &shape);
  tw_result_add_placement (result, problem->pieces[piece].name, piece, transform, left, top, FALSE,
                           inside, n_inside);
}

/* --- from results ------------------------------------------------------------------ */

/* Compares piece and position; ignores the transform. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const TwPiecePlacement *p = a, *q = b;

  if (p->piece != q->piece)
    return p->piece < q->piece ? -1 : 1;
  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

/* A solution written by hand may give a symmetric piece another transform than the puzzle's own
 * placement; placements with the same cells are equal. `placed` is sorted; at most eight of its
 * elements compare as equal without overlapping. */
static void
settle_placed (const TwPieceProblem *problem, const TwPiecePlacement *placed,
               TwPiecePlacement *placement)
{
  const TwPiecePlacement *end = placed + problem->n_placed;
  gsize below = 0, above = problem->n_placed;

  if (placement->transform > 7 || placement->piece < 0)
    return;
  while (below < above) {
    gsize middle = below + (above - below) / 2;

    if (compare_places (&placed[middle], placement) < 0)
      below = middle + 1;
    else
      above = middle;
  }
  for (placed += below; placed < end && compare_places (placed, placement) == 0; placed++) {
    const TwPiece *piece = &problem->pieces[placed->piece];
    g_auto (TwShape) a = { 0 }, b = { 0 };

    if (tw_shape_transform (&a, placed->transform, &piece->shape)
        && tw_shape_transform (&b, placement->transform, &piece->shape)
        && tw_shape_compare (&a, &b) == 0)
      placement->transform = placed->transform;
  }
}

TwPieceSolution
tw_result_dup_piece_solution (const TwResult *result)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  gsize n = tw_result_n_placements (result);
  TwPiecePlacement *placements = g_new0 (TwPiecePlacement, n + 1);
  g_autofree TwPiecePlacement *placed = g_new (TwPiecePlacement, problem->n_placed + 1);

  for (gsize i = 0; i < problem->n_placed; i++)
    placed[i] = problem->placed[i];
  qsort (placed, problem->n_placed, sizeof *placed, compare_places);
  for (gsize i = 0; i < n; i++) {
    const TwPlacement *p = tw_result_placement (result, i);

    placements[i] = (TwPiecePlacement){
      .piece = p->name != NULL ? tw_piece_puzzle_find (result->puzzle, p->name) : -1,
      .transform = (uint8_t) p->orientation,
      .x = (int16_t) p->x,
      .y = (int16_t) p->y,
    };
    settle_placed (problem, placed, &placements[i]);
  }
  return (TwPieceSolution){ .placements = placements, .count = n };
}
