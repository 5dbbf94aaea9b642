/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover-private.h - counts the solutions of exact cover problems by independent components.
 *
 * When the remaining options fall into components that share no item, the numbers of their solutions
 * are multiplied. The same component often remains after different choices, so the numbers are kept
 * in a table, under the list of the options. A secondary item matters only when two remaining options
 * do not go together because of it; then it joins them to one component. Otherwise all give it the
 * same colour, whether or not a chosen option has done so.
 *
 * Components are looked for at every node, which takes time proportional to the size of what
 * remains. Where problems do not fall apart the search of cover.h is several times as fast.
 *
 * Source: components and their table as in model counters, R. J. Bayardo and J. D. Pehoushek,
 * Counting models using connected components (2000); for exact covers M. Nishino, N. Yasuda,
 * S. Minato and M. Nagata, Dancing with Decision Diagrams (2017).
 *
 * Called by exact-cover.c. One thread; all memory is charged to the run. */
#pragma once

#include "core/pieces/exact-cover.h"

typedef struct {
  uint64_t count;
  double done;      /* share of the search that is done */
  int32_t *options; /* receives a solution if there is one; room for n_primary; NULL: not wanted */
  int n_options;    /* -1: none */
} TwComponentsCount;

/* Counts all solutions. Returns TW_END_LIMIT after `nodes` nodes, when memory runs out, or when there
 * are more solutions than a signed number of 64 bits can tell; TW_END_STOPPED when the run stopped. */
TwEnd tw_components_count (const TwExactCover *problem, uint64_t nodes, TwRun *run,
                           TwComponentsCount *count);
