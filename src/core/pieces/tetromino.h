/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetromino.h - the seven one-sided tetrominoes, the task "fill an N x N square
 * with exactly these", what must hold for it to have a solution, and the
 * checker of solutions. Used by bigboard.h, by the puzzle kind and the server.
 *
 * Shapes: x grows to the right, y downwards; a figure lies where the upper-left
 * cell of its bounding box is. Figures may be turned, not reflected. Angle k is
 * the base figure (angle 0) turned k times 90 degrees clockwise, counted without
 * shapes that repeat: one angle for O, two for I, S and Z, four for J, L and T.
 *
 * All functions are pure; any thread.
 */
#ifndef TW_CORE_PIECES_TETROMINO_H
#define TW_CORE_PIECES_TETROMINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/board.h"

/* In the order of the alphabet, as signatures name them. */
typedef enum {
  TW_FIGURE_I,
  TW_FIGURE_J,
  TW_FIGURE_L,
  TW_FIGURE_O,
  TW_FIGURE_S,
  TW_FIGURE_T,
  TW_FIGURE_Z,
} TwFigure;

enum {
  TW_N_FIGURES = 7,
  TW_N_TETROMINO_SHAPES = 19,
  TW_TETROMINO_MIN_SIDE = 4,
  TW_TETROMINO_MAX_SIDE = TW_BOARD_MAX_SIDE,
};

/* Any numbers may stand here: tw_tetromino_judge () says what is wrong. */
typedef struct {
  int64_t size;
  int64_t counts[TW_N_FIGURES];
} TwTetrominoTask;

typedef struct {
  uint8_t figure; /* TwFigure */
  uint8_t angle;
  uint16_t x;
  uint16_t y;
} TwTetromino;

/* One figure at one angle. The cells are in column-major order of the bounding
 * box, so the first is the upper one of the left column. */
typedef struct {
  uint8_t figure;
  uint8_t angle;
  uint8_t width;
  uint8_t height;
  uint8_t cells[4][2]; /* x, y */
} TwTetrominoShape;

/* 'I', 'J', ... */
char tw_tetromino_letter (TwFigure figure);
/* -1: no figure has that letter. */
int tw_tetromino_from_letter (char letter);
int tw_tetromino_angles (TwFigure figure);
/* All 19 shapes: figure by figure, angle by angle. */
const TwTetrominoShape *tw_tetromino_shapes (void);
/* NULL when there is no such figure or angle. */
const TwTetrominoShape *tw_tetromino_shape (int figure, int angle);

/* --- what must hold -------------------------------------------------------- */

/* Why a task is no task (the first two) or has no solution (the others; each
 * is proved at tw_tetromino_judge ()). */
typedef enum {
  TW_TETROMINO_POSSIBLE, /* nothing speaks against it */
  TW_TETROMINO_BAD_SIZE, /* not in TW_TETROMINO_MIN_SIDE..TW_TETROMINO_MAX_SIDE */
  TW_TETROMINO_NEGATIVE, /* a negative count */
  TW_TETROMINO_AREA,     /* 4 does not divide the area: the side is odd */
  TW_TETROMINO_SUM,      /* the counts do not add up to a quarter of the area */
  TW_TETROMINO_ODD_T,    /* the number of T is odd */
  TW_TETROMINO_ODD_LJ,   /* no T, and the number of L and J together is odd */
  TW_TETROMINO_ODD_I,    /* no T, L or J, and the number of I is odd */
  TW_TETROMINO_SKEW,     /* too many S and Z for so few I, J, L and T */
} TwTetrominoVerdict;

TwTetrominoVerdict tw_tetromino_judge (const TwTetrominoTask *task);
/* The task is not one at all, whatever is placed. */
static inline bool
tw_tetromino_is_bad_input (TwTetrominoVerdict verdict)
{
  return verdict == TW_TETROMINO_BAD_SIZE || verdict == TW_TETROMINO_NEGATIVE;
}
/* One sentence, untranslated; "" for TW_TETROMINO_POSSIBLE. */
const char *tw_tetromino_verdict_text (TwTetrominoVerdict verdict);

/* Whether figures with these counts can have the excess `rows` of cells in even
 * rows over odd rows, `columns` likewise, and `chequer` of white over black
 * cells. Necessary, not sufficient; the search asks it of what is still free. */
bool tw_tetromino_balance (int64_t n_i, int64_t n_lj, int64_t n_t, int64_t rows, int64_t columns,
                           int64_t chequer);

/* --- the checker ----------------------------------------------------------- */

typedef enum {
  TW_TETROMINO_FAULT_NONE,
  TW_TETROMINO_FAULT_TASK,      /* the side is out of range */
  TW_TETROMINO_FAULT_FIGURE,    /* no such figure or angle */
  TW_TETROMINO_FAULT_OUTSIDE,   /* reaches out of the square */
  TW_TETROMINO_FAULT_OVERLAP,   /* a cell is covered already */
  TW_TETROMINO_FAULT_UNCOVERED, /* a cell is in no figure */
  TW_TETROMINO_FAULT_COUNT,     /* more or fewer of a figure than the task says */
  TW_TETROMINO_FAULT_NO_MEMORY,
} TwTetrominoFaultKind;

typedef struct {
  TwTetrominoFaultKind kind;
  ptrdiff_t index; /* of the placement; -1: none */
  int x;           /* the cell */
  int y;
  int figure; /* of FAULT_COUNT */
  int64_t placed;
  int64_t wanted;
} TwTetrominoFault;

/* True when the placements cover the square exactly and have the counts of the
 * task. Else up to `most` faults are written to `faults` (NULL when most is 0),
 * *n_faults (may be NULL) is how many: at most one a placement, then the
 * uncovered cells in row-major order, then the counts. Has figures of its own
 * and shares no code with the search. */
bool tw_tetromino_check (const TwTetrominoTask *task, const TwTetromino *placements, size_t count,
                         TwTetrominoFault *faults, size_t most, size_t *n_faults);

#endif
