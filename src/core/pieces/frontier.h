/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier.h - counts the solutions of a piece puzzle without visiting them: a transfer
 * matrix over the cells in scan order.
 *
 * A state is what of the next cells is covered already (the profile) and how many of
 * each class are used, as far as that matters; of all partial covers with the same
 * state only their number is kept. Many equal pieces and narrow boards have few states
 * and astronomic numbers of solutions; twelve different pieces have too many states, and
 * the exact cover search is the faster one.
 *
 * Distinct solutions are counted by Burnside's lemma: those that a symmetry maps to
 * themselves are covers of the orbits of cells by orbits of places, which is the same
 * problem on a smaller board.
 *
 * Source: transfer matrices, R. P. Stanley, Enumerative Combinatorics 1, section 4.7;
 * the profile of covered cells as for dominoes in D. A. Klarner and J. Pollack, Domino
 * tilings of rectangles with fixed width (1980).
 *
 * Private to core/pieces; called by search.c. All memory is charged to the run.
 */
#ifndef TW_CORE_PIECES_FRONTIER_H
#define TW_CORE_PIECES_FRONTIER_H

#include "core/pieces/symmetry.h"

typedef enum {
  TW_FRONTIER_DONE,
  TW_FRONTIER_TOO_LARGE, /* not a puzzle for this, or more than the given states */
  TW_FRONTIER_STOPPED,
} TwFrontierEnd;

typedef struct {
  uint64_t raw;
  uint64_t distinct;
  bool overflow; /* more than 2^64 - 1: the numbers mean nothing */
} TwFrontierCount;

/* Needs the places. `states`: how many may be kept for one cell. */
TwFrontierEnd tw_frontier_count (const TwInstance *instance, const TwSymmetry *symmetry,
                                 size_t states, TwFrontierCount *count);

#endif
