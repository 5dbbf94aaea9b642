/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuts.h - zero-half cuts of the set-partitioning model, as a part of the pricer.
 *
 * Take any set of corner points of the grid, and look at how many of its four corners each square
 * has in the set. Adding up the second differences of the cover equations at these points shows:
 * when the free area has an odd number of corners there, each tiling has a square with an odd number of
 * corners in the set. So these squares, the members of the cut, may carry a price of their own, which
 * the bound gains. (Chvatal-Gomory cuts with multipliers 0 and 1/2, Caprara and Fischetti 1996; a square
 * has four entries in the differences, so that the cuts are sparse there.)
 *
 * Points are numbered row-major, width + 1 a row.
 */
#ifndef TW_CORE_SQUARES_CUTS_H
#define TW_CORE_SQUARES_CUTS_H

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"

/* The planes of the pricer: where its square (x, y, size) is in arrays over all squares. */
typedef struct {
  int from, to; /* columns with a square that fits, to excluded */
  size_t first; /* index of the plane's square at column 0 */
} TwSpan;

typedef struct {
  size_t first_member, first_point; /* up to those of the next cut */
  size_t first_near;                /* alike */
  float price, anchor, answer, step;
} TwCut;

typedef struct {
  TwRun *run;
  const TwBoard *board;
  const uint16_t *largest;
  const TwSpan *spans; /* of size s in row y: (s - 1) * height + y */
  int most;            /* the largest size */
  TwCut *cuts;         /* n, and an end */
  size_t n, capacity;
  uint32_t *members; /* indices of squares */
  size_t n_members, member_capacity;
  uint32_t *points;
  size_t n_cut_points, point_capacity;
  uint8_t *in_set; /* for each point */
  size_t n_points;
  /* What steps go by: the members that may get a share, all in all and for each cut as numbers of these. */
  uint32_t *squares, *near;
  size_t n_squares, n_near;
  float *values; /* of the squares */
} TwCuts;

/* All but `run` belongs to the pricer. NULL when memory is short. */
TwCuts *tw_cuts_new (const TwBoard *board, const uint16_t *largest, const TwSpan *spans, int most,
                     TwRun *run);
void tw_cuts_free (TwCuts *cuts);

typedef enum {
  TW_CUT_ADDED,
  TW_CUT_EVEN, /* refused: the area has an even number of corners in the set */
  TW_CUT_NO_MEMORY,
} TwCutResult;

/* The points are all different. */
TwCutResult tw_cuts_add (TwCuts *cuts, const uint32_t *points, size_t n_points);
/* Drops the cuts whose price is not above `least`. */
void tw_cuts_drop (TwCuts *cuts, float least);

/* Adds 1 to the count of each member, for each cut. */
void tw_cuts_count (const TwCuts *cuts, float *counts);
/* Takes the prices of the cuts off what their members cost. */
void tw_cuts_charge_all (const TwCuts *cuts, float *cost);

/* Till cuts come or go, steps look at those members only for which `near` is not 0; else at none. False when memory
 * is short: then at none. */
bool tw_cuts_focus (TwCuts *cuts, const uint8_t *near, size_t n_squares);
/* Sets what the near members cost less the prices of their cuts. */
void tw_cuts_charge (TwCuts *cuts, const float *cost, float *charged);
/* A reflected dual step, drawn to the anchor, by the reflected shares of the squares. These have been drawn
 * to their anchors alike. */
void tw_cuts_step (TwCuts *cuts, const float *shares, const float *anchors, float weight);
void tw_cuts_set_anchor (TwCuts *cuts);

/* The prices as whole numbers, `unit` for a square, added to the charges of the members; returns their
 * sum. */
int64_t tw_cuts_round (const TwCuts *cuts, int32_t unit, int64_t *charges);
/* The heaviest ones, with the weights that they have after rounding; NULL when memory is short. */
TwPriceCuts *tw_cuts_weigh (const TwCuts *cuts, int32_t unit);

#endif
