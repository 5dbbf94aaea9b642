/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layers.h - shrinks a large tetromino square: covers it with layers four cells wide until the
 * uncovered rectangle is small enough for strip.h. Called by bigboard.c.
 *
 * A layer is a sequence of rectangular blocks, each four cells high: II, JJ, LL and OO (two cells
 * long), a pinwheel of four T (four cells long), and for S and Z a block of any even length
 * between two caps (see layers.c). The next block is drawn at random, weighted by the figures that
 * are to be used up, so that the search receives about equal numbers of each figure. Time and
 * memory are linear in the area.
 */
#pragma once

#include "core/pieces/tetromino.h"

/* Which figures the layers leave for the search. */
typedef enum {
  TW_LAYERS_EVEN,        /* equal numbers of each figure, as far as the counts allow */
  TW_LAYERS_FEW_SKEWS,   /* fewer S and Z when the other figures are scarce */
  TW_LAYERS_LONG_BLOCKS, /* no S and Z if possible; the layers use them up in long blocks */
  TW_LAYERS_N_PLANS,
} TwLayersPlan;

typedef struct {
  int x; /* the uncovered rectangle */
  int y;
  int width;
  int height;
  int64_t left[TW_N_TETROMINO_LETTERS];
  TwTetromino *placed; /* owned by the caller; has room for size * size / 4 figures */
  size_t n_placed;
} TwLayers;

/* Covers the square of `problem` with layers until a width x height rectangle is uncovered. Both sides
 * are even and differ from the side of the square by multiples of 4. Returns false when the
 * figures run out; another seed or rectangle may succeed. */
bool tw_layers_peel (TwLayers *layers, const TwTetrominoProblem *problem, int width, int height,
                     TwLayersPlan plan, uint64_t seed, TwTetromino *placed);
