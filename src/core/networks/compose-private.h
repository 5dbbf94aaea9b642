/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compose-private.h - a search for tilings by composed networks (compose.h): the walk over the
 * networks of nets (compose-walk.c) and the plan of layers, cuts and walks (compose.c). */
#pragma once

#include "core/networks/compose.h"
#include "core/networks/nets.h"
#include "core/networks/rectangles.h"

enum {
  TW_COMPOSE_MOST_EDGES = TW_COMPOSE_MOST_SQUARES + 1,
  TW_COMPOSE_CHUNK = 64, /* proportions that are tried together */
  TW_COMPOSE_MOST_PENDING = TW_COMPOSE_CHUNK * TW_COMPOSE_MOST_EDGES * 2,
};

typedef struct {
  uint64_t r[TW_COMPOSE_MOST_EDGES][TW_COMPOSE_MOST_EDGES];
} TwComposeMatrix;

/* A network with an unknown last wire, whose conductance has to be found. */
typedef struct {
  uint64_t numerator, denominator, product;
  uint64_t drop;   /* at the last wire with conductance 1: R (b, e) */
  uint64_t factor; /* of the wire that was changed last */
  const TwProportion *last;
  int wire, wanted; /* the last wire, and the number of the proportion that it leads to */
} TwComposePending;

typedef struct TwCompose TwCompose;
struct TwCompose {
  TwRun *run;
  TwPoll poll;
  TwRectangles *table;
  int width, height; /* of the rectangle that is looked for */
  int longer, shorter;
  TwSubrectangle parts[TW_COMPOSE_MOST_EDGES];
  int n_parts; /* 0: not found */
  bool doubtful;
  bool found; /* nothing more is looked for */
  /* A list of squares, of all sides up to `longer`, is made with a coprime table; NULL: there is none. */
  TwComposeFound report;
  void *data;
  bool coprime; /* its tilings must be */
  bool *sides;  /* that were reported */
  int n_sides;  /* that were not */

  TwNet *nets;
  size_t n_nets, capacity;
  size_t end[TW_COMPOSE_MOST_EDGES + 1]; /* of the nets with this number of edges */
  TwNets *newest;

  /* The current net. */
  const TwNet *net;
  int battery;
  int total;    /* squares that all wires may have together */
  bool look_up; /* the last wire follows from the rectangle; otherwise all rectangles are wanted */
  uint64_t wanted[2];
  int n_wanted;
  const TwProportion *wires[TW_COMPOSE_MOST_EDGES]; /* NULL: conductance 1 */
  TwComposeMatrix levels[TW_COMPOSE_MOST_EDGES];
  TwComposePending pending[TW_COMPOSE_MOST_PENDING];
  int n_pending;
};

/* Walks over all networks of the nets whose wires have at most `total` squares together. With
 * `look_up` it stores the parts of the rectangle that is looked for, or adds the rectangles of the
 * wanted proportions to the table in a list of squares; otherwise it adds all rectangles to the next
 * layer of the table. */
void tw_compose_walk (TwCompose *search, int total, bool look_up);
/* Reports the coprime tiling that the table has of the square of this side, and its multiples unless
 * these must be coprime, too. */
void tw_compose_take (TwCompose *search, int side);
