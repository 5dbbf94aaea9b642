/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiling.h - squares placed on a board, and the independent checker.
 *
 * The checker shares no code with any engine. tw_squares_offer () checks every tiling before it is
 * published. */
#pragma once

#include "core/base/board.h"

/* x, y: the upper-left cell; size: the side, in cells. */
typedef struct {
  int32_t x;
  int32_t y;
  int32_t size;
} TwSquare;

/* A growing array of squares. Zero-initialised it is empty; the owner calls tw_tiling_clear (). */
typedef struct {
  TwSquare *squares;
  size_t count;
  size_t capacity;
} TwTiling;

/* Both return false when memory is short; the tiling is then unchanged. */
bool tw_tiling_add (TwTiling *tiling, TwSquare square);
bool tw_tiling_reserve (TwTiling *tiling, size_t capacity);
/* Copies `from` to `to`. Returns false when memory is short; `to` is then unchanged. */
bool tw_tiling_assign (TwTiling *to, const TwTiling *from);
void tw_tiling_clear (TwTiling *tiling);
/* Sorts by upper-left cell in row-major order, so that equal covers are printed identically. */
void tw_tiling_sort (TwTiling *tiling);

typedef enum {
  TW_FAULT_NONE,
  TW_FAULT_BAD_SIZE,  /* size < 1 */
  TW_FAULT_OUTSIDE,   /* the square exceeds the board */
  TW_FAULT_BLOCKED,   /* the square covers a blocked cell */
  TW_FAULT_OVERLAP,   /* two squares share a cell */
  TW_FAULT_UNCOVERED, /* a free cell is not covered */
  TW_FAULT_NO_MEMORY, /* not enough memory to check */
} TwFaultKind;

/* x, y: the cell of the fault; square: index of the square, -1 for an uncovered cell. */
typedef struct {
  TwFaultKind kind;
  int x;
  int y;
  ptrdiff_t square;
} TwFault;

/* Returns true when the squares cover every free cell exactly once and no blocked cell. Otherwise
 * stores the first fault in *fault (may be NULL). Squares are checked in their order, then
 * uncovered cells in row-major order. */
bool tw_tiling_check (const TwBoard *board, const TwTiling *tiling, TwFault *fault);

/* Calls `report` for every fault (at most one for each square and one for each uncovered cell) and
 * returns their number. `report` may be NULL. */
size_t tw_tiling_check_all (const TwBoard *board, const TwTiling *tiling,
                            void (*report) (const TwFault *fault, void *data), void *data);
