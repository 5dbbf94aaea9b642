/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution.h - converts solutions of piece puzzles between core and results, and describes
 * them. For puzzle.c and the readers and writers of formats. */
#pragma once

#include "puzzle/kinds/pieces/puzzle.h"

/* Adds the placements of the solution to the result, in the order of their first cells. Returns FALSE
 * when memory is short. */
gboolean tw_result_add_piece_solution (TwResult *result, const TwPieceSolution *solution);

/* Adds a piece that covers these cells of the board, in any order, to the result. The transform is
 * found; when none gives these cells, or some are outside, the checker finds the fault. Sets the
 * colours of the cells. */
void tw_result_add_piece_cells (TwResult *result, guint piece, TwShapeCell *cells, guint n);

/* The solution of a result; the caller frees the placements with g_free (). */
TwPieceSolution tw_result_dup_piece_solution (const TwResult *result);

/* Returns the translated reason why there is no solution; the caller frees it with g_free (). */
char *tw_piece_reason_text (const TwPieceProblem *problem, const TwPieceColours *colours,
                            const TwPieceReason *reason);
