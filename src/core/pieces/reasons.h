/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.h - why a piece puzzle has no solution, found without a search. */
#ifndef TW_CORE_PIECES_REASONS_H
#define TW_CORE_PIECES_REASONS_H

#include <stdint.h>

typedef enum {
  TW_REASON_NONE,
  TW_REASON_NO_PIECES,   /* nothing to cover the board with */
  TW_REASON_AREA_SMALL,  /* all pieces together cover `have` of `want` cells */
  TW_REASON_AREA_LARGE,  /* pieces that must be used cover `have`, the board has `want` */
  TW_REASON_AREA_SUM,    /* no choice of pieces covers exactly `want` cells */
  TW_REASON_COLOUR_NONE, /* no piece has the colour of cell (x, y) */
  TW_REASON_COLOUR_SMALL, /* the pieces have `have` cells of the colour of (x, y), the board `want` */
  TW_REASON_COLOUR_LARGE, /* pieces that must be used have `have` of them */
  TW_REASON_COLOUR_SUM,   /* no choice of pieces has exactly `want` of them */
  TW_REASON_PIECE,        /* `piece` must be used and fits nowhere */
  TW_REASON_CELL,         /* no piece can reach (x, y) */
  TW_REASON_REGION,       /* no choice of pieces fills the `want` cells around (x, y) */
  TW_REASON_CHEQUER,      /* coloured like a chessboard: the difference cannot come out */
  TW_REASON_COLUMNS,      /* the same with every other column */
  TW_REASON_ROWS,         /* the same with every other row */
  TW_REASON_SEARCHED,     /* every possibility was tried */
} TwPieceReasonKind;

/* x, y: a cell of the board, -1: none; piece: an entry of the problem, -1: none. */
typedef struct {
  TwPieceReasonKind kind;
  int x;
  int y;
  int piece;
  int64_t have;
  int64_t want;
} TwPieceReason;

#endif
