/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instance.h - a piece problem compiled for the searches: cells in scan order,
 * equal pieces merged into classes, orientations, all placements.
 *
 * Private to core/pieces. Everything lives in one arena charged to the run;
 * after tw_instance_compile () nothing changes, so threads share it.
 *
 * Scan order runs along the short side of what is left to cover: the front of
 * a partial cover stays short, and whatever is wrong shows early.
 */
#ifndef TW_CORE_PIECES_INSTANCE_H
#define TW_CORE_PIECES_INSTANCE_H

#include "core/arena.h"
#include "core/pieces/problem.h"
#include "core/pieces/search.h"
#include "core/run.h"

/* Cells of a turned shape relative to its bounding box, in scan order. */
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
  int least; /* what is left to place: those placed beforehand are taken off */
  int most;
  uint8_t transforms[8]; /* for each orientation of the class, the transform that makes it */
} TwMember;

/* Pieces with the same orientations: their exchange is no new solution. */
typedef struct {
  int size;
  int least;
  int most;
  int first_orientation;
  int n_orientations;
  int first_member;
  int n_members;
  bool shares; /* another class has one of its orientations: they are told apart */
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
  TwBoardBox box;   /* of its free cells: symmetries are those of the box */
  bool by_columns;  /* scan order: down the columns, else along the rows */
  int n_cells;      /* to cover */
  int32_t *cell_at; /* board index -> cell, -1: none */
  int16_t *cell_x;
  int16_t *cell_y;

  int n_classes;
  TwClass *classes;
  int n_orientations;
  TwOrientation *orientations;
  int n_members;
  TwMember *members;
  bool connected; /* every class is: cut-off regions can be judged alone */

  /* Filled by tw_instance_place () only. Sorted by orientation, y, x. */
  int n_places;
  TwPlace *places;
  int32_t *place_class;
  int32_t *first_place; /* of each orientation; n_orientations + 1 */
  int32_t *cells_start; /* n_places + 1 */
  int32_t *cells;       /* of place p: cells[cells_start[p]] ... ascending */

  /* Filled by exact-cover.c only: items that need not be covered. Two places with such
   * an item exclude each other unless both give it the same colour. */
  int n_extras;
  int n_pairs;          /* of an extra item and a colour */
  int32_t *pair_item;   /* the extra item of each pair */
  int32_t *extra_start; /* n_places + 1; NULL: there are no extra items */
  int32_t *extra;       /* of place p from extra_start[p]: a pair, or ~item without a colour */
} TwInstance;

typedef enum {
  TW_COMPILE_OK,
  TW_COMPILE_NO_MEMORY,
  TW_COMPILE_STOPPED,
  TW_COMPILE_TOO_LARGE, /* more placements than the search takes */
} TwCompile;

/* Cells, classes and orientations. *instance is initialised in every case. */
TwCompile tw_instance_compile (TwInstance *instance, const TwPieceProblem *problem, TwRun *run);
/* All placements, at most `limit`. */
TwCompile tw_instance_place (TwInstance *instance, int limit);
void tw_instance_clear (TwInstance *instance);
/* The most pieces that a cover can have. */
int tw_instance_depth (const TwInstance *instance);

/* How far a search is, in thousandths, for the bar of the whole and of its lane. */
void tw_instance_show_progress (TwRun *run, TwPhase phase, int permille);

/* The place with this orientation and corner, -1 when there is none. */
int tw_instance_find (const TwInstance *instance, int orientation, int x, int y);

/* Turns the chosen places into a solution of the problem: pieces placed
 * beforehand first, equal pieces handed out so that each gets its least. The
 * caller clears it. False when memory is short. */
bool tw_instance_solution (const TwInstance *instance, const int32_t *places, int count,
                           TwPieceSolution *solution);

/* The same from orientations and corners, for searches that list no places. */
bool tw_instance_solution_of (const TwInstance *instance, const TwPlace *places, int count,
                              TwPieceSolution *solution);

#endif
