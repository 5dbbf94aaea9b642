/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bands.h - makes a large tetromino square small: covers it with bands four
 * cells wide until a rectangle is left that strip.h can fill. For bigboard.c.
 *
 * A band is a row of blocks four cells high, which are rectangles: II, JJ, LL,
 * OO (two cells long), a pinwheel of four T, and for S and Z a block of any even
 * length between two caps (see bands.c). Blocks are drawn at random in
 * proportion to what is to be used up, so that about equally many of each figure
 * are left for the search. Time and memory are linear in the area.
 */
#ifndef TW_CORE_PIECES_BANDS_H
#define TW_CORE_PIECES_BANDS_H

#include "core/pieces/tetromino.h"

/* What is left for the search. */
typedef enum {
  TW_BANDS_EVEN,        /* equally many of each figure, as far as there are so many */
  TW_BANDS_FEW_SKEWS,   /* of S and Z only a part, where the others are few */
  TW_BANDS_LONG_BLOCKS, /* the same without S and Z, if possible; they lie in long blocks */
  TW_BANDS_N_PLANS,
} TwBandsPlan;

typedef struct {
  int x; /* the rectangle that is free */
  int y;
  int width;
  int height;
  int64_t left[TW_N_FIGURES];
  TwTetromino *placed; /* the caller's, with room for size * size / 4 */
  size_t n_placed;
} TwBands;

/* Peels the square of `task` down to width x height, both even and smaller
 * by multiples of 4. False when the figures ran out on the way:
 * another seed or another size may do. */
bool tw_bands_peel (TwBands *bands, const TwTetrominoTask *task, int width, int height,
                    TwBandsPlan plan, uint64_t seed, TwTetromino *placed);

#endif
