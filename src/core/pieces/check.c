/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - checks solutions of piece puzzles before they are shown; see check.h. */
#include "core/pieces/check.h"

#include <stdlib.h>
#include <string.h>

static bool
fail (TwPieceFault *fault, TwPieceFaultKind kind, int x, int y, int piece)
{
  if (fault != NULL)
    *fault = (TwPieceFault){ .kind = kind, .x = x, .y = y, .piece = piece };
  return false;
}

/* Maps a cell by transform k. Written from the definition of the transforms, independently of the
 * searches. */
static void
turn (const TwShape *shape, int k, TwShapeCell cell, int *x, int *y)
{
  bool transposed = (k & 4) != 0;
  int right = (transposed ? shape->height : shape->width) - 1;
  int bottom = (transposed ? shape->width : shape->height) - 1;
  int u = transposed ? cell.y : cell.x;
  int v = transposed ? cell.x : cell.y;

  *x = k & 2 ? right - u : u;
  *y = k & 1 ? bottom - v : v;
}

/* Writes `number`, the 1-based number of the placement, into `owner` at each of its cells. */
static bool
check_placement (const TwPieceProblem *problem, TwPiecePlacement placement, uint32_t number,
                 uint32_t *owner, int *used, TwPieceFault *fault)
{
  const TwBoard *board = problem->board;
  const TwPiece *piece;

  if (placement.piece < 0 || (size_t) placement.piece >= problem->n_pieces)
    return fail (fault, TW_PIECE_FAULT_NO_SUCH_PIECE, placement.x, placement.y, placement.piece);
  piece = &problem->pieces[placement.piece];
  if (placement.transform > 7 || !(piece->transforms & (1u << placement.transform)))
    return fail (fault, TW_PIECE_FAULT_TURNED, placement.x, placement.y, placement.piece);

  used[placement.piece]++;
  for (int i = 0; i < piece->shape.count; i++) {
    TwShapeCell cell = piece->shape.cells[i];
    size_t at;
    int x, y;

    turn (&piece->shape, placement.transform, cell, &x, &y);
    x += placement.x;
    y += placement.y;
    if (x < 0 || x >= board->width || y < 0 || y >= board->height)
      return fail (fault, TW_PIECE_FAULT_OUTSIDE, x, y, placement.piece);
    at = (size_t) y * (size_t) board->width + (size_t) x;
    if (board->cells[at] == TW_CELL_BLOCKED)
      return fail (fault, TW_PIECE_FAULT_OUTSIDE, x, y, placement.piece);
    if (!tw_piece_problem_takes (problem, board->cells[at], cell.colour))
      return fail (fault, TW_PIECE_FAULT_COLOUR, x, y, placement.piece);
    if (owner[at] != 0)
      return fail (fault, TW_PIECE_FAULT_OVERLAP, x, y, placement.piece);
    owner[at] = number;
  }
  return true;
}

/* No two placements share a cell, so only the placement that owns the first cell of the piece
 * placed beforehand can be that piece. */
static bool
is_kept (const TwPieceProblem *problem, const TwPieceSolution *solution, const uint32_t *owner,
         TwPiecePlacement placed)
{
  const TwShape *shape = &problem->pieces[placed.piece].shape;
  TwPiecePlacement other;
  int x, y;

  turn (shape, placed.transform, shape->cells[0], &x, &y);
  other = solution->placements[owner[(size_t) (placed.y + y) * (size_t) problem->board->width
                                     + (size_t) (placed.x + x)]
                               - 1];
  return other.piece == placed.piece && other.transform == placed.transform && other.x == placed.x
         && other.y == placed.y;
}

static bool
check_all (const TwPieceProblem *problem, const TwPieceSolution *solution, uint32_t *owner,
           int *used, TwPieceFault *fault)
{
  const TwBoard *board = problem->board;
  int free_cells = 0;

  for (size_t i = 0; i < solution->count; i++) {
    if (!check_placement (problem, solution->placements[i], (uint32_t) i + 1, owner, used, fault))
      return false;
  }
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      size_t at = (size_t) y * (size_t) board->width + (size_t) x;

      if (board->cells[at] == TW_CELL_BLOCKED || owner[at] != 0)
        continue;
      if (problem->n_free == 0 || !tw_piece_problem_takes (problem, board->cells[at], 0))
        return fail (fault, TW_PIECE_FAULT_UNCOVERED, x, y, -1);
      free_cells++;
    }
  }
  if (free_cells > problem->n_free || (free_cells < problem->n_free && !problem->fewer_free)) {
    fail (fault, TW_PIECE_FAULT_FREE, -1, -1, -1);
    if (fault != NULL)
      fault->free = free_cells;
    return false;
  }
  for (size_t i = 0; i < problem->n_pieces; i++) {
    if (used[i] < problem->pieces[i].least || used[i] > problem->pieces[i].most)
      return fail (fault, TW_PIECE_FAULT_COUNT, -1, -1, (int) i);
  }
  for (size_t i = 0; i < problem->n_placed; i++) {
    TwPiecePlacement placed = problem->placed[i];

    if (!is_kept (problem, solution, owner, placed))
      return fail (fault, TW_PIECE_FAULT_MOVED, placed.x, placed.y, placed.piece);
  }
  return true;
}

bool
tw_piece_solution_check (const TwPieceProblem *problem, const TwPieceSolution *solution,
                         TwPieceFault *fault)
{
  size_t cells = (size_t) problem->board->width * (size_t) problem->board->height;
  uint32_t *owner = calloc (cells, sizeof *owner);
  int *used = calloc (problem->n_pieces + 1, sizeof (int));
  bool good;

  if (owner == NULL || used == NULL)
    good = fail (fault, TW_PIECE_FAULT_NO_MEMORY, -1, -1, -1);
  else
    good = check_all (problem, solution, owner, used, fault);
  free (owner);
  free (used);
  return good;
}
