/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.h - the model of a piece puzzle: a coloured board, pieces with counts, and pieces placed
 * beforehand; also its solutions.
 *
 * A cell of a piece may lie only on a board cell of the same colour, unless the problem has rules of
 * its own, which say for each colour of the board which colours of pieces may lie on it, and whether
 * it may stay free. A solution covers each cell of the board except `n_free` ones, or fewer where
 * `fewer_free` is set, exactly once and uses each piece between `least` and `most` times, including
 * pieces placed beforehand. Solutions are equal when their pieces are; the free cells follow
 * from these.
 *
 * Coordinates count cells; boards are row-major, y grows downwards. A placement names the
 * upper-left cell of the bounding box of the transformed shape.
 *
 * Ownership: the problem owns its board, pieces and placements. It is written only while it is
 * built, and read-only after that, so any number of threads may read it.
 */
#pragma once

#include "core/base/board.h"
#include "core/pieces/shape.h"

enum {
  TW_PIECES_MAX_PIECES = 10000,  /* entries of a problem */
  TW_PIECES_MAX_COUNT = 1000000, /* uses of one piece */
  TW_PIECES_MAX_CELLS = 4000000, /* cells of all pieces in total */
  TW_PIECES_NAME_SIZE = 48,      /* bytes of a name, including the terminating 0 */
};

typedef struct {
  char name[TW_PIECES_NAME_SIZE];
  TwShape shape;
  int least;
  int most;
  int placed;         /* how many copies are placed beforehand */
  uint8_t transforms; /* mask of the allowed transforms, never 0 */
} TwPiece;

typedef struct {
  int32_t piece; /* index of the piece in the problem */
  uint8_t transform;
  int16_t x;
  int16_t y;
} TwPiecePlacement;

/* For each colour of the board the set of the colours of pieces that may lie on it. The set has bit 0
 * when its cells may stay free. */
typedef struct {
  uint64_t takes[256][4];
} TwPieceRules;

typedef struct {
  TwBoard *board;
  TwPieceRules *rules; /* NULL: each colour takes itself, and any cell may stay free */
  TwPiece *pieces;
  size_t n_pieces;
  TwPiecePlacement *placed;
  size_t n_placed;
  int n_free;        /* number of cells that a solution leaves free */
  bool fewer_free;   /* may it leave fewer cells free? */
  uint8_t *occupied; /* 1 for each cell under a piece placed beforehand; NULL: no such piece */
} TwPieceProblem;

/* Takes ownership of the board, even when it returns NULL because memory runs out. */
TwPieceProblem *tw_piece_problem_new (TwBoard *board);
/* The same, with the rules and the number of free cells of another problem. */
TwPieceProblem *tw_piece_problem_new_like (TwBoard *board, const TwPieceProblem *from);
TwPieceProblem *tw_piece_problem_copy (const TwPieceProblem *problem);
void tw_piece_problem_free (TwPieceProblem *problem);

/* Adds rules by which each colour takes itself and no cell may stay free. Returns false when memory
 * runs out. */
bool tw_piece_problem_add_rules (TwPieceProblem *problem);

/* May a cell of a piece lie on a cell of the board, by their colours? 0 is the colour of the piece on
 * a cell that stays free. */
static inline bool
tw_piece_problem_takes (const TwPieceProblem *problem, uint8_t cell, uint8_t colour)
{
  return problem->rules == NULL ? colour == cell || colour == 0
                                : problem->rules->takes[cell][colour / 64] >> (colour % 64) & 1;
}

/* Takes ownership of the shape, even when it returns false: there are too many pieces, the counts
 * are not 0 <= least <= most <= TW_PIECES_MAX_COUNT, the mask is 0, or memory runs out. A long
 * name is cut after a whole UTF-8 character. */
bool tw_piece_problem_add (TwPieceProblem *problem, const char *name, TwShape *shape, int least,
                           int most, uint8_t transforms);

/* The fault of a placement, alone or together with earlier placements. */
typedef enum {
  TW_PLACE_OK,
  TW_PLACE_NO_SUCH_PIECE,
  TW_PLACE_TURNED,  /* the transform is not allowed for the piece */
  TW_PLACE_OUTSIDE, /* outside the board, or on a hole */
  TW_PLACE_COLOUR,  /* on a cell whose colour does not take it */
  TW_PLACE_OVERLAP, /* on a piece placed beforehand */
  TW_PLACE_USED_UP, /* all copies of the piece are placed */
  TW_PLACE_NO_MEMORY,
} TwPlaceFault;

/* Returns what prevents a piece from being placed beforehand, in addition to those already placed.
 * *x and *y (may be NULL) receive the board cell at fault. */
TwPlaceFault tw_piece_problem_judge (const TwPieceProblem *problem, TwPiecePlacement placement,
                                     int *x, int *y);
/* Adds a piece placed beforehand if tw_piece_problem_judge () finds no fault; x and y are as
 * above. */
TwPlaceFault tw_piece_problem_place (TwPieceProblem *problem, TwPiecePlacement placement, int *x,
                                     int *y);

/* Lists the cells of a placement, in the order of the shape's cells; x and y have room for all of
 * them. */
void tw_piece_placement_cells (const TwPieceProblem *problem, TwPiecePlacement placement, int *x,
                               int *y);

/* A complete or partial solution: all placements, including the pieces placed beforehand. */
typedef struct {
  TwPiecePlacement *placements;
  size_t count;
} TwPieceSolution;

bool tw_piece_solution_copy (TwPieceSolution *to, const TwPieceSolution *from);
void tw_piece_solution_clear (TwPieceSolution *solution);
