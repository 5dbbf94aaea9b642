/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.h - puzzles that ask to fill a square with given numbers of tetrominoes. Kinds with
 * TW_KIND_TETROMINOES have such puzzles. Any thread.
 */
#pragma once

#include "core/pieces/tetromino.h"
#include "core/pieces/problem.h"
#include "puzzle/result.h"

/* `id` consists of decimal digits or is NULL. Returns NULL and sets `error` when the problem is bad
 * input; a problem without a solution is a valid puzzle. */
TwPuzzle *tw_tetrominoes_puzzle_new (const char *id, const TwTetrominoProblem *problem,
                                     GError **error);
/* Formats counts as a signature without tetrominoes that count 0; the caller frees it with
 * g_free (). */
char *tw_tetromino_format_signature (const gint64 counts[TW_N_TETROMINO_LETTERS]);
/* Owned by the puzzle. */
const TwTetrominoProblem *tw_tetrominoes_get_problem (const TwPuzzle *puzzle);

/* Returns the translated reason why the problem has no solution, to be freed with g_free (); NULL
 * when all necessary conditions hold. */
char *tw_tetrominoes_explain (const TwTetrominoProblem *problem);

/* The tetrominoes as the pieces of a piece puzzle, in the order of TwTetrominoLetter, with those that
 * are placed beforehand. Owned by the puzzle. */
TwPuzzle *tw_tetrominoes_get_figures (const TwPuzzle *puzzle);
/* Makes a copy of the puzzle with other figures, which it takes: the same pieces, others of which are
 * placed beforehand. */
TwPuzzle *tw_tetrominoes_with_figures (TwPuzzle *puzzle, TwPuzzle *figures);
/* Adds the pieces of a result of the figures to a result of the tetromino square. */
void tw_tetrominoes_add_figures (TwResult *result, const TwResult *pieces);
/* The pieces with those that are placed beforehand; NULL: none is. */
const TwPieceProblem *tw_tetrominoes_get_placed (const TwPuzzle *puzzle);
/* The transform of the pieces that is an angle of tetromino.h, and the other way round. */
int tw_tetrominoes_transform (int angle);
int tw_tetrominoes_angle (TwTetrominoLetter figure, int transform);
