/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - the independent checker of solutions of piece puzzles. It shares no code with the
 * searches: it uses only the cells of the model. */
#pragma once

#include "core/pieces/problem.h"

typedef enum {
  TW_PIECE_FAULT_NONE,
  TW_PIECE_FAULT_NO_SUCH_PIECE,
  TW_PIECE_FAULT_TURNED,    /* the piece may not be rotated or reflected this way */
  TW_PIECE_FAULT_OUTSIDE,   /* outside the board, or on a hole */
  TW_PIECE_FAULT_COLOUR,    /* on a cell of another colour */
  TW_PIECE_FAULT_OVERLAP,   /* two pieces share a cell */
  TW_PIECE_FAULT_UNCOVERED, /* no piece covers a cell of the board */
  TW_PIECE_FAULT_FREE,      /* too many or too few cells are free: `free` */
  TW_PIECE_FAULT_COUNT,     /* a piece is used too often or not often enough */
  TW_PIECE_FAULT_MOVED,     /* a piece placed beforehand has another position */
  TW_PIECE_FAULT_NO_MEMORY,
} TwPieceFaultKind;

/* x, y: the cell at fault; piece: the index of the piece at fault; -1: not applicable. */
typedef struct {
  TwPieceFaultKind kind;
  int x;
  int y;
  int piece;
  int free;
} TwPieceFault;

/* Returns true when `solution` solves `problem`; otherwise stores the first fault in *fault (may
 * be NULL). */
bool tw_piece_solution_check (const TwPieceProblem *problem, const TwPieceSolution *solution,
                              TwPieceFault *fault);
