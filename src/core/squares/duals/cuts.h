/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cuts.h - zero-half cuts of the set-partitioning model, used by the dual solver.
 *
 * Take any set of corner points of the grid. For each square, count how many of its four corners
 * are in the set. Summing the second differences of the cover equations at these points shows: when
 * the free area has an odd number of corners in the set, every tiling contains a square with an odd
 * number of corners in the set. The squares with an odd number are the members of the cut. The cut
 * may have a dual price, which is added to the bound and charged to each member. (Chvatal-Gomory
 * cuts with multipliers 0 and 1/2, Caprara and Fischetti 1996. A square has four entries in the
 * differences, so the cuts are sparse there.)
 *
 * Points are numbered in row-major order, width + 1 of them a row. */
#pragma once

#include "core/base/board.h"
#include "core/run/run.h"
#include "core/squares/duals/prices.h"

/* A plane holds all squares of one size. A span locates the squares of one row of a plane in the
 * dual solver's arrays over all squares. */
typedef struct {
  int from, to; /* first column with a square that fits, and the end (excluded) */
  size_t first; /* index of the plane's square at column 0 */
} TwSpan;

typedef struct {
  size_t first_member, first_point; /* start of the cut's entries; they end where the next cut's
                                     * begin */
  size_t first_near;                /* the same for `near` */
  float price, anchor, answer, step;
} TwCut;

typedef struct {
  TwRun *run;
  const TwBoard *board;
  const uint16_t *largest;
  const TwSpan *spans; /* indexed by size s and row y: (s - 1) * height + y */
  int most;            /* side of the largest square */
  TwCut *cuts;         /* n cuts and a sentinel */
  size_t n, capacity;
  uint32_t *members; /* indices of squares */
  size_t n_members, member_capacity;
  uint32_t *points;
  size_t n_cut_points, point_capacity;
  uint8_t *in_set; /* for each point */
  /* Steps use the members that may get a share: `squares` lists them, `near` holds for each cut
   * indices into `squares`. */
  uint32_t *squares, *near;
  size_t n_squares, n_near;
  float *values; /* of these squares */
} TwCuts;

/* Returns whether an odd number of the four cells at the corner point (x, y) is free. Two free cells
 * that touch only at the point count as two corners, which cancel. */
bool tw_cuts_is_odd (const TwBoard *board, int x, int y);

/* The cuts keep pointers to all arguments; the dual solver owns them, except `run`. Returns NULL
 * when memory is short. */
TwCuts *tw_cuts_new (const TwBoard *board, const uint16_t *largest, const TwSpan *spans, int most,
                     TwRun *run);
void tw_cuts_free (TwCuts *cuts);

typedef enum {
  TW_CUT_ADDED,
  TW_CUT_EVEN, /* refused: the free area has an even number of corners in the set */
  TW_CUT_NO_MEMORY,
} TwCutResult;

/* The points must be distinct. */
TwCutResult tw_cuts_add (TwCuts *cuts, const uint32_t *points, size_t n_points);
/* Drops the cuts whose price is not above `least`. */
void tw_cuts_drop (TwCuts *cuts, float least);

/* Adds, to the count of each square, the number of cuts that it is a member of. */
void tw_cuts_count (const TwCuts *cuts, float *counts);
/* Subtracts the price of each cut from the cost of its members. */
void tw_cuts_charge_all (const TwCuts *cuts, float *cost);

/* Restricts steps to the members for which `near` is not 0, until cuts are added or dropped;
 * without a call steps use no members. Returns false when memory is short; steps then use no
 * members. */
bool tw_cuts_focus (TwCuts *cuts, const uint8_t *near, size_t n_squares);
/* Sets `charged` of the near members to their cost less the prices of their cuts. */
void tw_cuts_charge (TwCuts *cuts, const float *cost, float *charged);
/* One reflected dual step, averaged with the anchor (Halpern iteration), from the reflected shares
 * of the squares. The caller has already averaged the shares with their anchors in the same way. */
void tw_cuts_step (TwCuts *cuts, const float *shares, const float *anchors, float weight);
/* Makes the current prices the anchors: a restart of the dual solver. */
void tw_cuts_set_anchor (TwCuts *cuts);

/* Rounds the prices to integers, `unit` for one square, and adds them to the charges of the
 * members. Returns their sum. */
int64_t tw_cuts_round (const TwCuts *cuts, int32_t unit, int64_t *charges);
/* Lists the cuts with a price (prices.h); NULL when memory is short. */
TwCutList *tw_cuts_list (const TwCuts *cuts, int32_t unit);
