/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placements.h - converts solutions of puzzles that place pieces between core and results. */
#pragma once

#include "puzzle/pieces/puzzle.h"
#include "puzzle/result.h"

typedef gboolean (*TwPlacementVisit) (gpointer data, gsize index, TwPiecePlacement placement,
                                      const guint32 *cells, gsize n);

/* Visits the placements in the order of their first cells, with the cells in their order on the
 * board, until `visit` returns FALSE. Returns FALSE then, or when memory is short. */
gboolean tw_piece_solution_visit (const TwPieceProblem *problem, const TwPieceSolution *solution,
                                  TwPlacementVisit visit, gpointer data);

/* Adds the placements of the solution to the result, in the order of their first cells. Returns FALSE
 * when memory is short. */
gboolean tw_result_add_piece_solution (TwResult *result, const TwPieceSolution *solution);

/* Adds a piece that covers these cells of the board, in any order, to the result. The transform is
 * found; when none gives these cells, or some are outside, the checker finds the fault. Sets the
 * colours of the cells. */
void tw_result_add_piece_cells (TwResult *result, guint piece, TwShapeCell *cells, guint n);

/* The solution of a result; the caller frees the placements with g_free (). */
TwPieceSolution tw_result_dup_piece_solution (const TwResult *result);

/* The pieces that are placed beforehand in `from`, as a result of `puzzle` without a solution, for
 * drawing and for the checker. Both have the same pieces. */
TwResult *tw_piece_puzzle_dup_placed (TwPuzzle *puzzle, const TwPuzzle *from);
