/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangles.h - a table of the fewest squares of all rectangles up to a size.
 *
 * The table grows by layers: layer s holds every rectangle of at most s squares. rectangles.c finds
 * the rectangles that a cut divides; compose.c adds the others.
 *
 * A tiling whose squares have sides without a common divisor is *coprime*; each other one is a smaller
 * coprime tiling, enlarged. A coprime table knows the fewest squares of the coprime tilings of each
 * rectangle too, and layer s holds those of at most s squares.
 *
 * Internal to core/networks; called by compose.c. A table belongs to one thread. */
#pragma once

#include "core/base/tiling.h"
#include "core/run/run.h"

enum {
  TW_RECTANGLES_MOST_SQUARES = 20,
  TW_RECTANGLES_UNKNOWN = 100, /* more squares than the layers have */
  TW_RECTANGLES_MOST_PARTS = TW_RECTANGLES_MOST_SQUARES,
};

/* A rectangle within a rectangle. */
typedef struct {
  int16_t x, y, width, height;
} TwSubrectangle;

/* A proportion, width : height, without a common divisor. */
typedef struct {
  int16_t width, height;
  int squares;          /* the fewest of all rectangles of this proportion in the table, or
                         * TW_RECTANGLES_UNKNOWN */
  uint64_t conductance; /* width / height, see modular.h */
} TwProportion;

typedef struct TwRectangles TwRectangles;

/* Makes layer 1 of the table of rectangles that fit into longer x shorter cells, lying or standing.
 * Returns NULL when memory is short. `run` must outlive the table. */
TwRectangles *tw_rectangles_new (int longer, int shorter, bool coprime, TwRun *run);
void tw_rectangles_free (TwRectangles *table);

int tw_rectangles_layer (const TwRectangles *table);
/* The fewest squares, or TW_RECTANGLES_UNKNOWN. */
int tw_rectangles_squares (const TwRectangles *table, int width, int height);
/* The same of the coprime tilings, if the table is coprime. */
int tw_rectangles_own (const TwRectangles *table, int width, int height);
/* Returns the fewest squares of a coprime tiling with these parts, as far as the table knows. Sets
 * factors[i] to the factor by which the coprime tiling of part i is enlarged; NULL: not wanted. */
int tw_rectangles_join (const TwRectangles *table, const TwSubrectangle *parts, int count,
                        int *factors);

/* Adds a rectangle that is unknown, width >= height, and its multiples if a cut divides it into two
 * with `squares` together, of which none has fewer. Returns whether it did. */
bool tw_rectangles_add_cut (TwRectangles *table, int width, int height, int squares);
/* Adds to the next layer the rectangles that a cut divides, and their multiples. Returns false when
 * the run has stopped. */
bool tw_rectangles_add_cuts (TwRectangles *table);
/* Adds a rectangle that is unknown and has `squares`, and its multiples. Its parts must be known.
 * Returns false when memory is short. */
bool tw_rectangles_add (TwRectangles *table, int width, int height, int squares,
                        const TwSubrectangle *parts, int count);
/* Ends the next layer. */
void tw_rectangles_end_layer (TwRectangles *table);

/* Returns the proportion with this conductance; NULL when none in the table has it with at most `most`
 * squares. TW_RECTANGLES_UNKNOWN allows any. */
const TwProportion *tw_rectangles_find (const TwRectangles *table, uint64_t conductance, int most);
/* Returns the proportions whose fewest squares are `squares`, at most the layer. */
const TwProportion *const *tw_rectangles_with (const TwRectangles *table, int squares,
                                               size_t *count);

/* Appends the squares of a known part to `tiling`, a coprime tiling if the table is coprime. Returns false when memory is short. */
bool tw_rectangles_lay_out (const TwRectangles *table, const TwSubrectangle *part,
                            TwTiling *tiling);
