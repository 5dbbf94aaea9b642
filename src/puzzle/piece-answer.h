/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-answer.h - solutions of piece puzzles in results: from core and back,
 * and what there is to say about them. For piece-puzzle.c. */
#ifndef TW_PUZZLE_PIECE_ANSWER_H
#define TW_PUZZLE_PIECE_ANSWER_H

#include "puzzle/piece-puzzle.h"

G_BEGIN_DECLS

/* Adds its placements, in the order of their first cells, to the result. */
void tw_piece_answer_add (TwResult *result, const TwPieceSolution *solution);

/* Why there is no solution, translated. g_free () it. */
char *tw_piece_reason_text (const TwPieceProblem *problem, const TwPieceColours *colours,
                            const TwPieceReason *reason);

G_END_DECLS

#endif
