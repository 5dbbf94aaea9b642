/* SPDX-License-Identifier: GPL-3.0-or-later */
/* networks.h - enumerates perfect squared rectangles by electrical networks.
 *
 * R. L. Brooks, C. A. B. Smith, A. H. Stone and W. T. Tutte, "The dissection of rectangles into
 * squares" (1940): let the horizontal lines of a squared rectangle be terminals and each square a
 * wire of unit resistance from the line above to the line below it. Then the sides of the squares
 * are the currents between the upper and the lower side of the rectangle, the potentials are the
 * heights of the lines, and with a wire for the battery a rectangle of n squares gives a planar map
 * of n + 1 edges. The map is a net (nets.h) if the rectangle is simple, that is, if no smaller
 * rectangle within it consists of several squares, but fewer than all.
 *
 * Used by solve.c and the puzzle layer; on one thread. */
#pragma once

#include "core/base/tiling.h"
#include "core/run/run.h"

enum {
  TW_NETWORKS_LEAST_ORDER = 9, /* no perfect rectangle has fewer squares */
  TW_NETWORKS_MOST_ORDER = 26,
};

/* A perfect squared rectangle: no two squares are equal. */
typedef struct {
  int width; /* at least the height; the sizes have no common divisor */
  int height;
  bool simple;
  TwTiling tiling; /* of all symmetric images the one whose sizes, in row-major order, come last in
                    * lexicographic order; sorted */
} TwSquaring;

typedef struct {
  int first, last; /* orders, the numbers of squares: 1 to TW_NETWORKS_MOST_ORDER */
  int width;       /* only rectangles of this shape, lying or standing; 0: any shape */
  int height;
  bool tells_progress;
} TwNetworksQuery;

/* Is called for each rectangle, up to symmetry; returns whether to continue. */
typedef bool (*TwNetworksFound) (const TwSquaring *squaring, void *data);

/* Calls `found` for all simple perfect rectangles of these orders and this shape, and for those
 * rectangles that are not simple but come from a net nevertheless, by a point where four squares
 * meet. Stops the run with TW_STOP_MEMORY when memory is short. Returns the last order that was
 * searched completely; 0: none. */
int tw_networks_search (const TwNetworksQuery *query, TwRun *run, TwNetworksFound found,
                        void *data);
