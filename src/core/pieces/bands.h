/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bands.h - shrinks a large tetromino square: covers it with bands four cells wide until the
 * uncovered rectangle is small enough for strip.h. Called by bigboard.c.
 *
 * A band is a sequence of rectangular blocks, each four cells high: II, JJ, LL and OO (two cells
 * long), a pinwheel of four T (four cells long), and for S and Z a block of any even length
 * between two caps (see bands.c). The next block is drawn at random, weighted by the figures that
 * are to be used up, so that the search receives about equal numbers of each figure. Time and
 * memory are linear in the area.
 */
#ifndef TW_CORE_PIECES_BANDS_H
#define TW_CORE_PIECES_BANDS_H

#include "core/pieces/tetromino.h"

/* Which figures the bands leave for the search. */
typedef enum {
  TW_BANDS_EVEN,        /* equal numbers of each figure, as far as the counts allow */
  TW_BANDS_FEW_SKEWS,   /* fewer S and Z when the other figures are scarce */
  TW_BANDS_LONG_BLOCKS, /* no S and Z if possible; the bands use them up in long blocks */
  TW_BANDS_N_PLANS,
} TwBandsPlan;

typedef struct {
  int x; /* the uncovered rectangle */
  int y;
  int width;
  int height;
  int64_t left[TW_N_FIGURES];
  TwTetromino *placed; /* owned by the caller; has room for size * size / 4 figures */
  size_t n_placed;
} TwBands;

/* Covers the square of `task` with bands until a width x height rectangle is uncovered. Both sides
 * are even and differ from the side of the square by multiples of 4. Returns false when the
 * figures run out; another seed or rectangle may succeed. */
bool tw_bands_peel (TwBands *bands, const TwTetrominoTask *task, int width, int height,
                    TwBandsPlan plan, uint64_t seed, TwTetromino *placed);

#endif
