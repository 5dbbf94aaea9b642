/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - the independent judge of solutions of piece puzzles. It shares no
 * code with the searches: it works from the cells of the model alone. */
#ifndef TW_CORE_PIECES_CHECK_H
#define TW_CORE_PIECES_CHECK_H

#include "core/pieces/problem.h"

typedef enum {
  TW_PIECE_FAULT_NONE,
  TW_PIECE_FAULT_NO_SUCH_PIECE,
  TW_PIECE_FAULT_TURNED,    /* a turn or flip the piece may not make */
  TW_PIECE_FAULT_OUTSIDE,   /* out of the board, or on a hole */
  TW_PIECE_FAULT_COLOUR,    /* on a cell of another colour */
  TW_PIECE_FAULT_OVERLAP,   /* two pieces share a cell */
  TW_PIECE_FAULT_UNCOVERED, /* a cell of the board is in no piece */
  TW_PIECE_FAULT_COUNT,     /* a piece is used too often or not often enough */
  TW_PIECE_FAULT_MOVED,     /* a piece placed beforehand is not where it was */
  TW_PIECE_FAULT_NO_MEMORY,
} TwPieceFaultKind;

/* x, y: the cell at fault; piece: the entry at fault; -1 where it means nothing. */
typedef struct {
  TwPieceFaultKind kind;
  int x;
  int y;
  int piece;
} TwPieceFault;

/* True when `solution` solves `problem`; else the first fault goes to *fault
 * (may be NULL). */
bool tw_piece_solution_check (const TwPieceProblem *problem, const TwPieceSolution *solution,
                              TwPieceFault *fault);

#endif
