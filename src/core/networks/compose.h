/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose.h - the fewest squares of an empty rectangle, proved by composing electrical networks.
 *
 * The squares of a tiling are the wires of a planar network (networks.h). With a wire for the
 * battery the network has no vertex whose removal disconnects it. By Tutte's decomposition such a
 * network is a single wire; or two networks in series or in parallel, that is, the rectangle is cut
 * in two; or a net (nets.h) of which each wire but the battery may be replaced by a network, that
 * is, by a rectangle within the tiling.
 *
 * So the fewest squares of all rectangles up to a size are found layer by layer: 1, 2, 3, ...
 * squares. Only the proportion of a rectangle matters for the currents, so there are few kinds of
 * wires, and the last wire follows from the proportion of the whole.
 *
 * Used by solve.c and squares/engines/rectangle.c; on one thread. */
#pragma once

#include "core/base/tiling.h"
#include "core/run/run.h"

enum {
  TW_COMPOSE_MOST_SQUARES = 20, /* more need too many nets */
  TW_COMPOSE_MOST_SIDE = 1000,  /* the cuts take time cubic in the side */
};

typedef struct {
  int width; /* from 1 to TW_COMPOSE_MOST_SIDE */
  int height;
  bool smaller; /* the rectangle is a square and divided into smaller squares */
  int known;    /* squares of a known tiling; only fewer are looked for */
  int full;     /* squares beside the rectangle, which the bound of the run includes */
} TwComposeQuery;

/* Returns whether the search suits a board of this size: it is neither too large nor so long and
 * thin that many squares are needed. */
bool tw_compose_suits (int width, int height);

/* Looks for a tiling of n, n + 1, n + 2, ... squares, where n is the longer side divided by the
 * shorter one. Raises the bound of the run to each number for which all smaller ones are excluded.
 * Returns the last bound, at most query->known. Stores the squares of a tiling with that number in
 * `tiling` if there is one and it is less than query->known; otherwise no squares. Stops the run
 * with TW_STOP_MEMORY when memory is short. */
int tw_compose_search (const TwComposeQuery *query, TwRun *run, TwTiling *tiling);

/* Called with a rectangle that is at least as wide as high, and one of its tilings with the fewest
 * squares. Returns false to end the list. */
typedef bool (*TwComposeFound) (int width, int height, const TwTiling *tiling, void *data);

/* Proves the fewest squares of every rectangle with sides up to `side` (1 to TW_COMPOSE_MOST_SIDE)
 * and calls `found` with each, by increasing width and height. Returns false when it was ended, or
 * when the run has stopped. */
bool tw_compose_list (int side, TwRun *run, TwComposeFound found, void *data);

/* Proves the fewest smaller squares of every square with a side of 2 up to `side`, and calls `found`
 * with each, by increasing numbers of squares, as soon as it is proved. With `coprime` the sides of
 * the smaller squares must not have a common divisor. Raises the bound of the run to the number that
 * all other sides need at least. Returns as tw_compose_list (). OEIS A018835, A005670 (`coprime`). */
bool tw_compose_list_squares (int side, bool coprime, TwRun *run, TwComposeFound found, void *data);
