/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier.h - counts the solutions of a piece puzzle without visiting them, with a transfer
 * matrix over the cells in scan order.
 *
 * A state consists of the profile, which says which of the next cells are covered, and of the
 * number of used pieces of each class, unless its caps can never be exceeded. States are hashed;
 * when most profiles occur, they are the indices of an array instead. Numbers are as long as they
 * need to be: when one does not fit, the step from a cell to the next is repeated with longer ones.
 * For all partial covers with the same state only their number is kept. Narrow boards with many
 * equal pieces have few states and astronomic numbers of solutions. A set of twelve different pieces
 * has too many states; exact cover is faster there.
 *
 * Distinct solutions are counted by Burnside's lemma. The solutions that a symmetry maps to
 * themselves are the covers of the orbits of cells by orbits of placements, which is the same
 * problem on a smaller board; conjugate symmetries fix equally many.
 *
 * Source: transfer matrices, R. P. Stanley, Enumerative Combinatorics 1, section 4.7; the profile
 * of covered cells as for dominoes in D. A. Klarner and J. Pollack, Domino tilings of rectangles
 * with fixed width (1980).
 *
 * Private to core/pieces; called by search.c. All memory is charged to the run. Large layers of states
 * are computed on several threads, with the same result as on one.
 */
#pragma once

#include "core/base/natural.h"
#include "core/pieces/symmetry.h"

typedef struct {
  TwNatural raw;
  TwNatural distinct;
} TwFrontierCount;

/* A solution drawn at random, each with the same probability. */
typedef struct {
  uint64_t random; /* state of the generator; the same one gives the same solution */
  int32_t *places; /* has room for tw_instance_depth () placements */
  int count;       /* -1: there is no solution */
} TwFrontierDraw;

/* Needs the list of placements. `states` is the largest number of states of one cell. Returns
 * TW_END_LIMIT when it needs more or the instance does not suit this method. With `draw` (may be
 * NULL) only `raw` is counted; the states of all cells are kept for the draw. */
TwEnd tw_frontier_count (const TwInstance *instance, const TwSymmetry *symmetry, size_t states,
                         int threads, TwFrontierDraw *draw, TwFrontierCount *count);
