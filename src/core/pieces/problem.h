/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.h - the model of a piece puzzle: a coloured board, pieces with
 * counts, pieces placed beforehand; and solutions of it.
 *
 * A cell of a piece may lie only on a board cell of the same colour. A solution
 * covers every cell of the board exactly once and uses each piece between
 * `least` and `most` times, pieces placed beforehand included.
 *
 * Units and shapes: cells; boards are row-major, y grows downwards. A placement
 * names the upper-left cell of the bounding box of the turned shape.
 *
 * Ownership: the problem owns its board, pieces and placements; it is written
 * while it is built and read-only after that, so any number of threads may
 * read it.
 */
#ifndef TW_CORE_PIECES_PROBLEM_H
#define TW_CORE_PIECES_PROBLEM_H

#include "core/board.h"
#include "core/pieces/shape.h"

enum {
  TW_PIECES_MAX_PIECES = 10000,  /* entries of a problem */
  TW_PIECES_MAX_COUNT = 1000000, /* uses of one piece */
  TW_PIECES_MAX_CELLS = 4000000, /* cells of all pieces together */
  TW_PIECES_NAME_SIZE = 48,      /* bytes of a name, with its 0 */
};

typedef struct {
  char name[TW_PIECES_NAME_SIZE];
  TwShape shape;
  int least;
  int most;
  int placed;         /* how many are placed beforehand */
  uint8_t transforms; /* mask of the transforms it may be placed with, never 0 */
} TwPiece;

typedef struct {
  int32_t piece; /* index of the entry in the problem */
  uint8_t transform;
  int16_t x;
  int16_t y;
} TwPiecePlacement;

typedef struct {
  TwBoard *board;
  TwPiece *pieces;
  size_t n_pieces;
  TwPiecePlacement *placed;
  size_t n_placed;
  uint8_t *occupied; /* 1 for each cell under a piece placed beforehand; NULL: none is */
} TwPieceProblem;

/* Takes the board over, also when it fails (memory is short: NULL). */
TwPieceProblem *tw_piece_problem_new (TwBoard *board);
TwPieceProblem *tw_piece_problem_copy (const TwPieceProblem *problem);
void tw_piece_problem_free (TwPieceProblem *problem);

/* Takes the shape over, also when it fails: there are too many pieces, the
 * counts are not 0 <= least <= most <= TW_PIECES_MAX_COUNT, the mask is 0 or
 * memory is short. A long name is cut, at a whole UTF-8 character. */
bool tw_piece_problem_add (TwPieceProblem *problem, const char *name, TwShape *shape, int least,
                           int most, uint8_t transforms);

/* What is wrong with a placement, by itself or with those before it. */
typedef enum {
  TW_PLACE_OK,
  TW_PLACE_NO_SUCH_PIECE,
  TW_PLACE_TURNED,  /* the transform is not allowed for the piece */
  TW_PLACE_OUTSIDE, /* reaches out of the board, or lies on a hole */
  TW_PLACE_COLOUR,  /* lies on another colour */
  TW_PLACE_OVERLAP, /* on a piece placed beforehand */
  TW_PLACE_USED_UP, /* the piece is not left */
  TW_PLACE_NO_MEMORY,
} TwPlaceFault;

/* What speaks against placing a piece beforehand, on top of those placed already.
 * *x, *y (may be NULL) get the board cell at fault. */
TwPlaceFault tw_piece_problem_judge (const TwPieceProblem *problem, TwPiecePlacement placement,
                                     int *x, int *y);
/* Adds a piece placed beforehand when nothing is wrong with it; x, y likewise. */
TwPlaceFault tw_piece_problem_place (TwPieceProblem *problem, TwPiecePlacement placement, int *x,
                                     int *y);

/* The cells a placement covers, in the order of the shape's cells; x and y have
 * room for all of them. */
void tw_piece_placement_cells (const TwPieceProblem *problem, TwPiecePlacement placement, int *x,
                               int *y);

/* A solution, or part of one: placements, those made beforehand included. */
typedef struct {
  TwPiecePlacement *placements;
  size_t count;
} TwPieceSolution;

bool tw_piece_solution_copy (TwPieceSolution *to, const TwPieceSolution *from);
void tw_piece_solution_clear (TwPieceSolution *solution);

#endif
