/* SPDX-License-Identifier: GPL-3.0-or-later */
/* restart.h - one solution of a piece puzzle by searches that are begun anew.
 *
 * The exact cover search, taken in random order with awkward pieces first, is
 * cut short after some thousand nodes and begun in another order: where there
 * are many solutions the time of one run has a heavy tail, and most runs find
 * one almost at once. It proves nothing when it finds none.
 *
 * Source: C. P. Gomes, B. Selman, N. Crato, H. Kautz, Heavy-Tailed Phenomena in
 * Satisfiability and Constraint Satisfaction Problems (2000).
 *
 * Private to core/pieces; called by search.c and fill.c.
 */
#ifndef TW_CORE_PIECES_RESTART_H
#define TW_CORE_PIECES_RESTART_H

#include "core/pieces/cover.h"

typedef enum {
  TW_RESTART_FOUND,
  TW_RESTART_NONE,    /* a search went through: there is none */
  TW_RESTART_STOPPED, /* by the run, or after `tries` */
  TW_RESTART_NO_MEMORY,
} TwRestartEnd;

/* How hard it is to find a place for a piece of each class, on a scale that
 * means nothing but its order; larger is harder. `difficulty` has n_classes. */
void tw_restart_difficulties (const TwInstance *instance, double *difficulty);

/* Needs the places. `tries` is how many searches each of the `threads` workers
 * begins (0: until the run stops), `share` the nodes of the first of them. With
 * TW_RESTART_FOUND *solution is the caller's. */
TwRestartEnd tw_restart_search (const TwInstance *instance, uint32_t seed, int threads, int tries,
                                uint64_t share, TwPieceSolution *solution);

#endif
