/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.h - polyominoes of coloured cells and their orientations.
 *
 * A shape is normalised: its bounding box starts at (0, 0), its cells are in row-major order and
 * none appears twice. Orientations are numbered like the transforms of a board (core/base/transform.h):
 * bit 2 transposes, bit 1 inverts x, bit 0 inverts y; the inversions follow the transposition. So
 * the four rotations are 0, 5, 3, 6 and the four reflections are 1, 2, 4, 7.
 *
 * Ownership: a shape owns its cells; a zero-initialised shape is empty.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /* Masks of the transforms that a piece may be placed with. */
  TW_SHAPE_FIXED = 0x01,     /* as drawn */
  TW_SHAPE_FLIP_ONLY = 0x05, /* as drawn, or reflected left to right */
  TW_SHAPE_ROTATIONS = 0x69, /* the four rotations */
  TW_SHAPE_ALL = 0xff,
};

typedef struct {
  int16_t x;
  int16_t y;
  uint8_t colour; /* 1..255, like the colours of board cells */
} TwShapeCell;

typedef struct {
  TwShapeCell *cells;
  int count;
  int width;
  int height;
} TwShape;

/* The mask of transforms for two switches. */
uint8_t tw_shape_transforms (bool rotate, bool flip);

/* Takes `count` cells in any order and at any position (coordinates may be negative). Returns
 * false and makes *shape empty when there are no cells, two cells coincide, a side exceeds
 * TW_BOARD_MAX_SIDE or memory runs out. */
bool tw_shape_init (TwShape *shape, const TwShapeCell *cells, int count);
void tw_shape_clear (TwShape *shape);
bool tw_shape_copy (TwShape *to, const TwShape *from);

/* Stores in *to the shape after transform k; returns false when memory runs out. */
bool tw_shape_transform (TwShape *to, int k, const TwShape *from);
/* The position of cell `i` in the bounding box after transform k. */
TwShapeCell tw_shape_cell (const TwShape *shape, int k, int i);
/* A total order of shapes: < 0, 0 or > 0; 0 means equal cells and colours. */
int tw_shape_compare (const TwShape *a, const TwShape *b);
/* 1 or 0; -1 when memory runs out. */
int tw_shape_is_connected (const TwShape *shape);

/* Stores the different shapes among the transforms of `mask`, ordered by the first transform that
 * gives them, which goes to transforms[]. Returns their number (at most 8), -1 when memory runs
 * out. The caller clears each. */
int tw_shape_orientations (const TwShape *shape, uint8_t mask, TwShape orientations[8],
                           uint8_t transforms[8]);
