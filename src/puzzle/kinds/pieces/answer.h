/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.h - converts solutions of piece puzzles between core and results, and describes
 * them. For puzzle.c. */
#ifndef TW_PUZZLE_KINDS_PIECES_ANSWER_H
#define TW_PUZZLE_KINDS_PIECES_ANSWER_H

#include "puzzle/kinds/pieces/puzzle.h"

G_BEGIN_DECLS

/* Adds the placements of the solution to the result, in the order of their first cells. */
void tw_piece_answer_add (TwResult *result, const TwPieceSolution *solution);

/* Returns the translated reason why there is no solution; the caller frees it with g_free (). */
char *tw_piece_reason_text (const TwPieceProblem *problem, const TwPieceColours *colours,
                            const TwPieceReason *reason);

G_END_DECLS

#endif
