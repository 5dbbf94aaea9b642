/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instance.h - a piece problem compiled for the searches: cells in scan order, classes of equal
 * pieces, orientations, and all placements.
 *
 * Cells that a solution leaves free are covered by unit pieces of colour 0: one more class, the last,
 * has as many of them as there may be free cells. So covers and solutions correspond one to one.
 *
 * Private to core/pieces. One arena, charged to the run, holds everything. Nothing changes after
 * the compilation, so threads share an instance.
 *
 * The scan order runs along the short side of the area to cover: this keeps the front of a partial
 * cover short and reveals dead ends early.
 */
#pragma once

#include "core/run/arena.h"
#include "core/pieces/problem.h"
#include "core/pieces/query.h"
#include "core/run/run.h"

/* The cells of an orientation relative to its bounding box, in scan order. */
typedef struct {
  int cls;
  int count;
  int width;
  int height;
  const TwShapeCell *cells;
} TwOrientation;

/* A piece of the problem as a member of its class. */
typedef struct {
  int piece;
  int least; /* how many are left to place: pieces placed beforehand are subtracted */
  int most;
  uint8_t transforms[8]; /* for each orientation of the class, the transform that makes it */
} TwMember;

/* Pieces with the same orientations; exchanging them does not make a new solution. */
typedef struct {
  int size;
  int least;
  int most;
  int first_orientation;
  int n_orientations;
  int first_member;
  int n_members;
  bool is_free; /* the unit pieces on free cells; they have no members */
  bool shares;  /* another class has one of its orientations, so its pieces keep their identity */
} TwClass;

typedef struct {
  int32_t orientation;
  int16_t x;
  int16_t y;
} TwPlace;

typedef struct {
  const TwPieceProblem *problem;
  TwRun *run;
  TwArena arena;

  int width; /* of the board */
  int height;
  TwBoardBox box;   /* of its free cells; symmetries are those of this box */
  bool by_columns;  /* scan order: down the columns, otherwise along the rows */
  int n_cells;      /* number of cells to cover */
  int32_t *cell_at; /* board index -> cell, -1: none */
  int16_t *cell_x;
  int16_t *cell_y;

  int n_classes;
  TwClass *classes;
  int n_orientations;
  TwOrientation *orientations;
  int n_members;
  TwMember *members;
  bool connected; /* every class is connected, so each cut-off region can be judged alone */

  /* Set by tw_instance_place () only. Sorted by orientation, y, x. */
  int n_places;
  TwPlace *places;
  int32_t *place_class;
  int32_t *first_place; /* for each orientation; n_orientations + 1 entries */
  int32_t *cells_start; /* n_places + 1 entries */
  int32_t *cells;       /* of placement p from cells[cells_start[p]] on, ascending */

  /* Set by exact-cover.c only: items that need not be covered. Two placements with a common extra
   * item exclude each other unless both give it the same colour. */
  int n_extras;
  int n_pairs;          /* pairs of an extra item and a colour */
  int32_t *pair_item;   /* the extra item of each pair */
  int32_t *extra_start; /* n_places + 1 entries; NULL: there are no extra items */
  int32_t *extra;       /* of placement p from extra_start[p] on: a pair, or ~item if no colour */
} TwInstance;

/* Compiles cells, classes and orientations. Initialises *instance in every case. */
TwEnd tw_instance_compile (TwInstance *instance, const TwPieceProblem *problem, TwRun *run);
/* Lists all placements. Returns TW_END_LIMIT when there are more than `limit`. */
TwEnd tw_instance_place (TwInstance *instance, int limit);
void tw_instance_clear (TwInstance *instance);
/* An upper bound on the number of pieces of a cover. */
int tw_instance_depth (const TwInstance *instance);

/* Publishes the progress, in thousandths, of the search and of its progress bar. */
void tw_instance_show_progress (TwRun *run, TwPhase phase, int permille);

/* The index of the placement with this orientation and corner; -1 when there is none. */
int tw_instance_find (const TwInstance *instance, int orientation, int x, int y);

/* The index of the first placement of the class; the placements of a class are contiguous. */
int tw_instance_first_place (const TwInstance *instance, int cls);

/* Converts the chosen placements to a solution of the problem: pieces placed beforehand come
 * first, and the pieces of a class are assigned so that each reaches its least count. The caller
 * clears the solution. Returns false when memory runs out. */
bool tw_instance_solution (const TwInstance *instance, const int32_t *places, int count,
                           TwPieceSolution *solution);

/* The same for orientations and corners, for searches that do not list the placements. */
bool tw_instance_solution_of (const TwInstance *instance, const TwPlace *places, int count,
                              TwPieceSolution *solution);
