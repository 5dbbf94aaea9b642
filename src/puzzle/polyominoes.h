/* SPDX-License-Identifier: GPL-3.0-or-later */
/* polyominoes.h - piece puzzles with a complete set of polyominoes on an empty rectangle, for the
 * dialog of new puzzles; and the names of polyominoes. Any thread.
 */
#pragma once

#include "core/pieces/problem.h"
#include "puzzle/puzzle.h"

enum {
  TW_POLYOMINOES_MAX_CELLS = 6,
};

typedef struct {
  int cells;          /* of each piece, 1..TW_POLYOMINOES_MAX_CELLS */
  gboolean one_sided; /* mirror images are different pieces, and pieces must not be flipped */
  int copies;         /* how often each piece may be used */
} TwPolyominoSet;

/* Makes the puzzle; no piece has to be used. Returns NULL and sets `error` when a side of the
 * board is out of range. */
TwPuzzle *tw_polyominoes_new_puzzle (const TwPolyominoSet *set, int width, int height,
                                     GError **error);

/* Names the pieces whose name is empty: tetrominoes and pentominoes by their letters, with a number
 * from the second piece of a letter on ("F", "F2"), others A, B, ... The new names are none of `names`,
 * a tree of strings, which gets them. NULL: no piece has a name. */
void tw_polyominoes_name (TwPieceProblem *problem, GTree *names);
