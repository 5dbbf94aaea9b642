/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nets.h - enumerates nets: 3-connected planar maps, the graphs of convex polyhedra.
 *
 * By Tutte's theorem (W. T. Tutte, "A theory of 3-connected graphs", 1961) each net that is not a
 * wheel has an edge whose removal leaves a net, or its dual has one. So the nets of n + 1 edges are
 * a wheel, if n + 1 is even, and the nets that result from joining two corners of a face that are
 * not neighbours, in the nets of n edges and in their duals. The results need no test, because two
 * such corners of a net have no edge in common. One net of each dual pair is kept, the one with
 * fewer vertices. Isomorphic nets, mirrored ones among them, have the same code.
 *
 * Known numbers: OEIS A002840. Called by capped/networks.c and compose.c. A list belongs to one
 * thread. */
#pragma once

#include "core/run/run.h"

enum {
  TW_NET_LEAST_EDGES = 6, /* the tetrahedron */
  TW_NET_MOST_EDGES = 28,
  TW_NET_MOST_DARTS = 2 * TW_NET_MOST_EDGES,
};

/* A planar map. Dart d leads from its tail to the tail of the opposite dart, d ^ 1; edge e consists
 * of the darts 2e and 2e + 1. */
typedef struct {
  int edges;
  int vertices;
  int faces;
  uint8_t next[TW_NET_MOST_DARTS]; /* the next dart anticlockwise around the tail */
  uint8_t prev[TW_NET_MOST_DARTS]; /* the inverse of `next` */
  uint8_t tail[TW_NET_MOST_DARTS]; /* a vertex */
  uint8_t left[TW_NET_MOST_DARTS]; /* the face on the left */
} TwNet;

/* The next dart along the face on the left of dart d. */
static inline int
tw_net_along (const TwNet *net, int d)
{
  return net->prev[d ^ 1];
}

/* Returns dart b's successor among the darts with which dart a can be joined, -1 after the last
 * one; with b = a the first one. Each pair of corners comes up once, for the smaller dart. */
static inline int
tw_net_next_corner (const TwNet *net, int a, int b)
{
  do {
    b = tw_net_along (net, b == a ? tw_net_along (net, a) : b);
    if (b == a || tw_net_along (net, b) == a)
      return -1;
  } while (b < a);
  return b;
}

/* Edge e of the dual crosses edge e. */
void tw_net_dual (const TwNet *net, TwNet *dual);
/* Joins the tails of two darts with the same face on the left, which the new edge, the last one,
 * divides. `net` must have fewer than TW_NET_MOST_EDGES edges. */
void tw_net_join (TwNet *net, int a, int b);

/* Sets the positions of the vertices, or of the faces, of a network: along dart d the position
 * grows by current[d], from tail to head or from right to left, except for the battery's wire. The
 * least position is 0. */
void tw_net_place (const TwNet *net, bool faces, const int64_t *current, int battery,
                   int64_t *position);

/* The nets with one number of edges. */
typedef struct TwNets TwNets;

/* Returns the net of 6 edges; NULL when memory is short. `run` must outlive the list. */
TwNets *tw_nets_new (TwRun *run);
void tw_nets_free (TwNets *nets);
/* Replaces the nets by those with one edge more, at most TW_NET_MOST_EDGES. Returns false when the
 * run stopped, as it does when memory is short; the caller can then only free the list. */
bool tw_nets_grow (TwNets *nets);

int tw_nets_edges (const TwNets *nets);
/* The number of nets in the list: one of each dual pair. */
size_t tw_nets_listed (const TwNets *nets);
/* The number of nets when both nets of a dual pair count. */
uint64_t tw_nets_total (const TwNets *nets);
void tw_nets_get (const TwNets *nets, size_t index, TwNet *net);
