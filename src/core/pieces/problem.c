/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.c - builds the model of a piece puzzle; called by the readers, the window's editor and
 * the tests. */
#include "core/pieces/problem.h"

#include <stdlib.h>
#include <string.h>

TwPieceProblem *
tw_piece_problem_new (TwBoard *board)
{
  TwPieceProblem *problem;

  if (board == NULL)
    return NULL;
  problem = calloc (1, sizeof *problem);
  if (problem == NULL) {
    tw_board_free (board);
    return NULL;
  }
  problem->board = board;
  return problem;
}

void
tw_piece_problem_free (TwPieceProblem *problem)
{
  if (problem == NULL)
    return;
  tw_board_free (problem->board);
  for (size_t i = 0; i < problem->n_pieces; i++)
    tw_shape_clear (&problem->pieces[i].shape);
  free (problem->rules);
  free (problem->pieces);
  free (problem->placed);
  free (problem->occupied);
  free (problem);
}

/* Makes room for one more element; the array doubles. */
static bool
grow (void **array, size_t count, size_t size)
{
  size_t capacity;
  void *larger;

  if (count != 0 && (count & (count - 1)) != 0)
    return true;
  capacity = count == 0 ? 1 : 2 * count;
  larger = realloc (*array, capacity * size);
  if (larger == NULL)
    return false;
  *array = larger;
  return true;
}

bool
tw_piece_problem_add_rules (TwPieceProblem *problem)
{
  problem->rules = calloc (1, sizeof *problem->rules);
  for (int c = 1; problem->rules != NULL && c < 256; c++)
    problem->rules->takes[c][c / 64] = UINT64_C (1) << (c % 64);
  return problem->rules != NULL;
}

TwPieceProblem *
tw_piece_problem_new_like (TwBoard *board, const TwPieceProblem *from)
{
  TwPieceProblem *problem = tw_piece_problem_new (board);

  if (problem == NULL)
    return NULL;
  problem->n_free = from->n_free;
  problem->fewer_free = from->fewer_free;
  if (from->rules == NULL)
    return problem;
  if (!tw_piece_problem_add_rules (problem)) {
    tw_piece_problem_free (problem);
    return NULL;
  }
  *problem->rules = *from->rules;
  return problem;
}

static void
copy_name (char *to, const char *from)
{
  size_t length = strlen (from);

  if (length >= TW_PIECES_NAME_SIZE) {
    length = TW_PIECES_NAME_SIZE - 1;
    while (length > 0 && ((unsigned char) from[length] & 0xc0) == 0x80)
      length--;
  }
  memcpy (to, from, length);
  to[length] = '\0';
}

bool
tw_piece_problem_add (TwPieceProblem *problem, const char *name, TwShape *shape, int least,
                      int most, uint8_t transforms)
{
  void *pieces = problem->pieces;
  TwPiece *piece;

  if (shape->count < 1 || least < 0 || most < least || most > TW_PIECES_MAX_COUNT || transforms == 0
      || problem->n_pieces >= TW_PIECES_MAX_PIECES
      || !grow (&pieces, problem->n_pieces, sizeof (TwPiece))) {
    tw_shape_clear (shape);
    return false;
  }
  problem->pieces = pieces;
  piece = &problem->pieces[problem->n_pieces++];
  *piece = (TwPiece){ .shape = *shape, .least = least, .most = most, .transforms = transforms };
  copy_name (piece->name, name);
  *shape = (TwShape){ 0 };
  return true;
}

TwPieceProblem *
tw_piece_problem_copy (const TwPieceProblem *problem)
{
  TwPieceProblem *copy = tw_piece_problem_new_like (tw_board_copy (problem->board), problem);

  if (copy == NULL)
    return NULL;
  for (size_t i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    TwShape shape;

    if (!tw_shape_copy (&shape, &piece->shape)
        || !tw_piece_problem_add (copy, piece->name, &shape, piece->least, piece->most,
                                  piece->transforms)) {
      tw_piece_problem_free (copy);
      return NULL;
    }
  }
  for (size_t i = 0; i < problem->n_placed; i++) {
    if (tw_piece_problem_place (copy, problem->placed[i], NULL, NULL) != TW_PLACE_OK) {
      tw_piece_problem_free (copy);
      return NULL;
    }
  }
  return copy;
}

void
tw_piece_placement_cells (const TwPieceProblem *problem, TwPiecePlacement placement, int *x, int *y)
{
  const TwShape *shape = &problem->pieces[placement.piece].shape;

  for (int i = 0; i < shape->count; i++) {
    TwShapeCell cell = tw_shape_cell (shape, placement.transform, i);

    x[i] = placement.x + cell.x;
    y[i] = placement.y + cell.y;
  }
}

static TwPlaceFault
judge_cell (const TwPieceProblem *problem, int x, int y, uint8_t colour)
{
  const TwBoard *board = problem->board;

  if (x < 0 || y < 0 || x >= board->width || y >= board->height || !tw_board_is_free (board, x, y))
    return TW_PLACE_OUTSIDE;
  if (!tw_piece_problem_takes (problem, tw_board_get (board, x, y), colour))
    return TW_PLACE_COLOUR;
  if (problem->occupied != NULL && problem->occupied[tw_board_index (board, x, y)])
    return TW_PLACE_OVERLAP;
  return TW_PLACE_OK;
}

TwPlaceFault
tw_piece_problem_judge (const TwPieceProblem *problem, TwPiecePlacement placement, int *x, int *y)
{
  const TwPiece *piece;

  if (placement.piece < 0 || (size_t) placement.piece >= problem->n_pieces)
    return TW_PLACE_NO_SUCH_PIECE;
  piece = &problem->pieces[placement.piece];
  if (x != NULL)
    *x = placement.x;
  if (y != NULL)
    *y = placement.y;
  if (placement.transform > 7 || !(piece->transforms >> placement.transform & 1))
    return TW_PLACE_TURNED;
  for (int i = 0; i < piece->shape.count; i++) {
    TwShapeCell cell = tw_shape_cell (&piece->shape, placement.transform, i);
    TwPlaceFault fault = judge_cell (problem, placement.x + cell.x, placement.y + cell.y,
                                     cell.colour);

    if (fault != TW_PLACE_OK) {
      if (x != NULL)
        *x = placement.x + cell.x;
      if (y != NULL)
        *y = placement.y + cell.y;
      return fault;
    }
  }
  return piece->placed >= piece->most ? TW_PLACE_USED_UP : TW_PLACE_OK;
}

TwPlaceFault
tw_piece_problem_place (TwPieceProblem *problem, TwPiecePlacement placement, int *x, int *y)
{
  size_t cells = (size_t) problem->board->width * (size_t) problem->board->height;
  TwPlaceFault fault = tw_piece_problem_judge (problem, placement, x, y);
  void *placed = problem->placed;
  TwPiece *piece;

  if (fault != TW_PLACE_OK)
    return fault;
  piece = &problem->pieces[placement.piece];
  if (problem->occupied == NULL)
    problem->occupied = calloc (cells, 1);
  if (problem->occupied == NULL || !grow (&placed, problem->n_placed, sizeof (TwPiecePlacement)))
    return TW_PLACE_NO_MEMORY;
  problem->placed = placed;
  problem->placed[problem->n_placed++] = placement;
  piece->placed++;
  for (int i = 0; i < piece->shape.count; i++) {
    TwShapeCell cell = tw_shape_cell (&piece->shape, placement.transform, i);

    problem
      ->occupied[tw_board_index (problem->board, placement.x + cell.x, placement.y + cell.y)] = 1;
  }
  return TW_PLACE_OK;
}

bool
tw_piece_solution_copy (TwPieceSolution *to, const TwPieceSolution *from)
{
  TwPiecePlacement *placements = malloc ((from->count + 1) * sizeof *placements);

  if (placements == NULL)
    return false;
  if (from->count > 0)
    memcpy (placements, from->placements, from->count * sizeof *placements);
  to->placements = placements;
  to->count = from->count;
  return true;
}

void
tw_piece_solution_clear (TwPieceSolution *solution)
{
  free (solution->placements);
  *solution = (TwPieceSolution){ 0 };
}
