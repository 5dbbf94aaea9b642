/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transform.h - the eight symmetries of a board.
 *
 * Transform k, 0..7: bit 2 transposes, bit 1 inverts x, bit 0 inverts y; the inversions are applied
 * after the transposition (the numbering of the 2015 contest system). */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"

enum {
  TW_TRANSFORM_INVERT_Y = 1,
  TW_TRANSFORM_INVERT_X = 2,
  TW_TRANSFORM_TRANSPOSE = 4,
  TW_N_TRANSFORMS = 8,
  TW_NO_TRANSFORM = -1, /* for what was not found on a transformed board */
};

/* Returns the board after transform k; the caller frees it. NULL when memory is short. */
TwBoard *tw_transform_board (int k, const TwBoard *board);

/* Returns the position of square `s` of a width x height board after transform k. */
TwSquare tw_transform_square (int k, int width, int height, TwSquare s);

/* The inverse: `s` is on the transformed board, width and height are those of the original
 * board. */
TwSquare tw_transform_square_back (int k, int width, int height, TwSquare s);

/* Applies the inverse to every square of a tiling. */
void tw_transform_tiling_back (int k, int width, int height, TwTiling *tiling);

/* Returns the inverse of transform k. */
int tw_transform_inverse (int k);
