/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-edit.h - how the editor can change the puzzles of a kind. */
#pragma once

#include "puzzle/kind.h"

/* The values that the editor can give to the cells of a board. */
typedef enum {
  TW_EDIT_NOTHING,   /* the board is determined by a few numbers */
  TW_EDIT_OBSTACLES, /* cells are free (TW_CELL_FREE) or obstacles (TW_CELL_BLOCKED) */
  TW_EDIT_COLOURS,   /* cells have a colour (1, 2, ...) or are holes (TW_CELL_BLOCKED) */
} TwEditCells;

struct TwKindEdit {
  TwEditCells cells;
  int max_side; /* of an edited board; 0: TW_BOARD_MAX_SIDE */
  /* Makes a copy of a puzzle of this kind with the pieces of this text. Fails with
   * TW_PUZZLE_ERROR_SYNTAX when the text is malformed, with TW_PUZZLE_ERROR_FORMAT when a piece placed
   * beforehand is not one of them. May be NULL. */
  TwPuzzle *(*with_pieces) (TwPuzzle *puzzle, const char *text, gsize length, GError **error);
};
