/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetromino.h - the seven one-sided tetrominoes, the problem "fill an N x N square with exactly these
 * counts", the necessary conditions for a solution, and the checker of solutions. Used by
 * bigboard.h, the puzzle kind and the server.
 *
 * Shapes: x grows to the right, y downwards; the position of a figure is the upper-left cell of
 * its bounding box. Figures may be rotated, not reflected. Angle k is the base figure (angle 0)
 * rotated k times by 90 degrees clockwise; angles that repeat a shape are not counted, so O has
 * one angle, I, S and Z have two, J, L and T have four.
 *
 * All functions are pure; any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/board.h"

/* In alphabetical order, as in the signatures of problems. */
typedef enum {
  TW_TETROMINO_I,
  TW_TETROMINO_J,
  TW_TETROMINO_L,
  TW_TETROMINO_O,
  TW_TETROMINO_S,
  TW_TETROMINO_T,
  TW_TETROMINO_Z,
} TwTetrominoLetter;

enum {
  TW_N_TETROMINO_LETTERS = 7,
  TW_N_TETROMINO_SHAPES = 19,
  TW_TETROMINO_MIN_SIDE = 4,
  TW_TETROMINO_MAX_SIDE = TW_BOARD_MAX_SIDE,
};

/* May hold any numbers; tw_tetromino_judge () reports what is wrong. */
typedef struct {
  int64_t size;
  int64_t counts[TW_N_TETROMINO_LETTERS];
} TwTetrominoProblem;

typedef struct {
  uint8_t figure; /* TwTetrominoLetter */
  uint8_t angle;
  uint16_t x;
  uint16_t y;
} TwTetromino;

/* One figure at one angle. The cells are in column-major order of the bounding box, so the first
 * cell is the topmost one of the left column. */
typedef struct {
  uint8_t figure;
  uint8_t angle;
  uint8_t width;
  uint8_t height;
  uint8_t cells[4][2]; /* x, y */
} TwTetrominoShape;

/* 'I', 'J', ... */
char tw_tetromino_letter (TwTetrominoLetter figure);
/* -1: no figure has this letter. */
int tw_tetromino_from_letter (char letter);
int tw_tetromino_angles (TwTetrominoLetter figure);
/* All 19 shapes, sorted by figure and angle. */
const TwTetrominoShape *tw_tetromino_shapes (void);
/* NULL when the figure or the angle does not exist. */
const TwTetrominoShape *tw_tetromino_shape (int figure, int angle);

/* --- necessary conditions -------------------------------------------------- */

/* Why a problem is bad input (the first two faults) or has no solution (the others; each is proved at
 * tw_tetromino_judge ()). */
typedef enum {
  TW_TETROMINO_POSSIBLE, /* all necessary conditions hold */
  TW_TETROMINO_BAD_SIZE, /* not in TW_TETROMINO_MIN_SIDE..TW_TETROMINO_MAX_SIDE */
  TW_TETROMINO_NEGATIVE, /* a negative count */
  TW_TETROMINO_AREA,     /* 4 does not divide the area: the side is odd */
  TW_TETROMINO_SUM,      /* the counts do not add up to a quarter of the area */
  TW_TETROMINO_ODD_T,    /* the number of T is odd */
  TW_TETROMINO_ODD_LJ,   /* no T, and the number of L and J together is odd */
  TW_TETROMINO_ODD_I,    /* no T, L or J, and the number of I is odd */
  TW_TETROMINO_SKEW,     /* too many S and Z for the numbers of I, J, L and T */
} TwTetrominoVerdict;

TwTetrominoVerdict tw_tetromino_judge (const TwTetrominoProblem *problem);
/* Is the problem bad input, for which no tiling is defined? */
static inline bool
tw_tetromino_is_bad_input (TwTetrominoVerdict verdict)
{
  return verdict == TW_TETROMINO_BAD_SIZE || verdict == TW_TETROMINO_NEGATIVE;
}
/* One sentence, untranslated; "" for TW_TETROMINO_POSSIBLE. */
const char *tw_tetromino_verdict_text (TwTetrominoVerdict verdict);

/* Can figures with these counts have the excess `rows` of cells in even rows over odd rows,
 * `columns` likewise, and `chequer` of white over black cells? Necessary, not sufficient. The
 * search asks this about the free cells. */
bool tw_tetromino_balance (int64_t n_i, int64_t n_lj, int64_t n_t, int64_t rows, int64_t columns,
                           int64_t chequer);

/* --- the checker ----------------------------------------------------------- */

typedef enum {
  TW_TETROMINO_FAULT_NONE,
  TW_TETROMINO_FAULT_TASK,      /* the side is out of range */
  TW_TETROMINO_FAULT_FIGURE,    /* no such figure or angle */
  TW_TETROMINO_FAULT_OUTSIDE,   /* outside the square */
  TW_TETROMINO_FAULT_OVERLAP,   /* the cell is already covered */
  TW_TETROMINO_FAULT_UNCOVERED, /* no figure covers the cell */
  TW_TETROMINO_FAULT_COUNT,     /* the number of a figure differs from the problem */
  TW_TETROMINO_FAULT_NO_MEMORY,
} TwTetrominoFaultKind;

typedef struct {
  TwTetrominoFaultKind kind;
  ptrdiff_t index; /* of the placement; -1: none */
  int x;           /* the cell */
  int y;
  int figure; /* set with TW_TETROMINO_FAULT_COUNT */
  int64_t placed;
  int64_t wanted;
} TwTetrominoFault;

/* Returns true when the placements cover the square exactly and match the counts of the problem.
 * Otherwise writes up to `most` faults to `faults` (NULL when most is 0) and their number to
 * *n_faults (may be NULL): at most one for each placement, then the uncovered cells in row-major
 * order, then the counts. Has its own drawings of the figures and shares no code with the
 * search. */
bool tw_tetromino_check (const TwTetrominoProblem *problem, const TwTetromino *placements,
                         size_t count, TwTetrominoFault *faults, size_t most, size_t *n_faults);
