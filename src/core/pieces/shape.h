/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.h - polyominoes of coloured cells and their orientations.
 *
 * A shape is normalised: its bounding box starts at (0, 0), its cells are in
 * row-major order and none appears twice. Orientations are numbered like the
 * transforms of a board (core/transform.h): bit 2 transposes, bit 1 inverts x,
 * bit 0 inverts y, the inversions after the transposition. So the four turns are
 * 0, 5, 3, 6 and the four flips 1, 2, 4, 7.
 *
 * Ownership: a shape owns its cells; zero-initialised is empty.
 */
#ifndef TW_CORE_PIECES_SHAPE_H
#define TW_CORE_PIECES_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /* Masks of transforms a piece may be placed with. */
  TW_SHAPE_FIXED = 0x01,     /* as drawn */
  TW_SHAPE_FLIP_ONLY = 0x05, /* as drawn, or mirrored left to right */
  TW_SHAPE_ROTATIONS = 0x69, /* the four turns */
  TW_SHAPE_ALL = 0xff,
};

typedef struct {
  int16_t x;
  int16_t y;
  uint8_t colour; /* 1..255, as the cells of a board */
} TwShapeCell;

typedef struct {
  TwShapeCell *cells;
  int count;
  int width;
  int height;
} TwShape;

/* The mask of transforms for a pair of switches. */
uint8_t tw_shape_transforms (bool rotate, bool flip);

/* Takes `count` cells in any order and at any place (coordinates may be
 * negative). False when there is none, one lies on another, a side is over
 * TW_BOARD_MAX_SIDE or memory is short; *shape is then empty. */
bool tw_shape_init (TwShape *shape, const TwShapeCell *cells, int count);
void tw_shape_clear (TwShape *shape);
bool tw_shape_copy (TwShape *to, const TwShape *from);

/* The shape after transform k; false when memory is short. */
bool tw_shape_transform (TwShape *to, int k, const TwShape *from);
/* Where cell `i` of the shape goes in its bounding box. */
TwShapeCell tw_shape_cell (const TwShape *shape, int k, int i);
/* < 0, 0, > 0: a total order; 0 means the same cells and colours. */
int tw_shape_compare (const TwShape *a, const TwShape *b);
bool tw_shape_is_connected (const TwShape *shape);

/* The different shapes among the transforms of `mask`, in the order of their
 * first transform, which goes to transforms[]. Returns how many there are (at
 * most 8), -1 when memory is short. The caller clears each. */
int tw_shape_orientations (const TwShape *shape, uint8_t mask, TwShape orientations[8],
                           uint8_t transforms[8]);

#endif
