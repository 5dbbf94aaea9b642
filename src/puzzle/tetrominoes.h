/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetrominoes.h - puzzles that ask to fill a square with given numbers of tetrominoes. Kinds with
 * TW_KIND_TETROMINOES have such puzzles. Any thread.
 */
#pragma once

#include "core/pieces/tetromino.h"
#include "puzzle/puzzle.h"

/* `id` consists of decimal digits or is NULL. Returns NULL and sets `error` when the problem is bad
 * input; a problem without a solution is a valid puzzle. */
TwPuzzle *tw_tetrominoes_puzzle_new (const char *id, const TwTetrominoProblem *problem,
                                     GError **error);
/* Owned by the puzzle. */
const TwTetrominoProblem *tw_tetrominoes_get_problem (const TwPuzzle *puzzle);

/* Returns the translated reason why the problem has no solution, to be freed with g_free (); NULL
 * when all necessary conditions hold. */
char *tw_tetrominoes_explain (const TwTetrominoProblem *problem);

/* The tetrominoes as the pieces of a piece puzzle, in the order of TwTetrominoLetter, to show them. The
 * caller drops the reference. */
TwPuzzle *tw_tetrominoes_dup_figures (const TwPuzzle *puzzle);
