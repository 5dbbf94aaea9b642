/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-tetrominoes.h - fill a square with tetrominoes in given numbers. */
#ifndef TW_PUZZLE_KIND_TETROMINOES_H
#define TW_PUZZLE_KIND_TETROMINOES_H

#include "core/pieces/tetromino.h"
#include "puzzle/kind.h"

G_BEGIN_DECLS

extern const TwKind tw_kind_tetrominoes;

/* `id` is decimal digits or NULL. NULL and `error` when the task is no task at
 * all; one that has no solution is a puzzle all the same. */
TwPuzzle *tw_tetrominoes_puzzle_new (const char *id, const TwTetrominoTask *task, GError **error);
/* Owned by the puzzle. */
const TwTetrominoTask *tw_tetrominoes_get_task (const TwPuzzle *puzzle);

/* Why the task has no solution, translated, NULL when nothing speaks against
 * it. g_free () it. */
char *tw_tetrominoes_explain (const TwTetrominoTask *task);

/* For readers of solutions: appends a figure, wherever it lies; cells out of
 * the board are left out. */
void tw_tetrominoes_add_placement (TwResult *result, int side, int figure, int angle, int x, int y);

G_END_DECLS

#endif
