/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiling.h - squares placed on a board, and the checker that judges them.
 *
 * The checker shares no code with any engine. Every tiling passes it in
 * tw_run_offer () before anybody sees it.
 */
#ifndef TW_CORE_TILING_H
#define TW_CORE_TILING_H

#include "core/board.h"

/* x, y: the upper-left cell; size: the side, in cells. */
typedef struct {
  int32_t x;
  int32_t y;
  int32_t size;
} TwSquare;

/* A growing array of squares. Zero-initialised is empty; the owner calls
 * tw_tiling_clear (). */
typedef struct {
  TwSquare *squares;
  size_t count;
  size_t capacity;
} TwTiling;

bool tw_tiling_add (TwTiling *tiling, TwSquare square);
bool tw_tiling_reserve (TwTiling *tiling, size_t capacity);
/* Makes `to` hold what `from` holds; false when memory is short, `to` is then unchanged. */
bool tw_tiling_assign (TwTiling *to, const TwTiling *from);
void tw_tiling_clear (TwTiling *tiling);
/* Row-major order of the upper-left cells: the same cover always prints alike. */
void tw_tiling_sort (TwTiling *tiling);

typedef enum {
  TW_FAULT_NONE,
  TW_FAULT_BAD_SIZE,  /* size < 1 */
  TW_FAULT_OUTSIDE,   /* reaches out of the board */
  TW_FAULT_BLOCKED,   /* lies on a blocked cell */
  TW_FAULT_OVERLAP,   /* two squares share a cell */
  TW_FAULT_UNCOVERED, /* a free cell is in no square */
  TW_FAULT_NO_MEMORY, /* the checker could not work */
} TwFaultKind;

/* x, y: the cell that is wrong; square: index of the square, -1 when uncovered. */
typedef struct {
  TwFaultKind kind;
  int x;
  int y;
  ptrdiff_t square;
} TwFault;

/* True when the squares cover every free cell exactly once and nothing else;
 * else the first fault goes to *fault (may be NULL). Squares are judged in
 * their order, uncovered cells in row-major order after that. */
bool tw_tiling_check (const TwBoard *board, const TwTiling *tiling, TwFault *fault);

/* Calls `report` for every fault (at most one a square and one an uncovered
 * cell) and returns how many there were. `report` may be NULL. */
size_t tw_tiling_check_all (const TwBoard *board, const TwTiling *tiling,
                            void (*report) (const TwFault *fault, void *data), void *data);

#endif
