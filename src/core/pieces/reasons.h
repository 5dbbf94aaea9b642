/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.h - reasons why a piece puzzle has no solution, found without a search. */
#pragma once

#include <stdint.h>

typedef enum {
  TW_REASON_NONE,
  TW_REASON_NO_PIECES,    /* there is no piece */
  TW_REASON_FREE,         /* more cells are to stay free than the `have` that no piece is on */
  TW_REASON_AREA_SMALL,   /* all pieces together cover `have` of `want` cells */
  TW_REASON_AREA_LARGE,   /* pieces that must be used cover `have`, the board has `want` */
  TW_REASON_AREA_SUM,     /* no choice of pieces covers exactly `want` cells */
  TW_REASON_COLOUR_NONE,  /* no piece has the colour of cell (x, y) */
  TW_REASON_COLOUR_SMALL, /* the pieces have `have` cells of the colour of (x, y); need `want` */
  TW_REASON_COLOUR_LARGE, /* pieces that must be used have `have` of those cells */
  TW_REASON_COLOUR_SUM,   /* no choice of pieces has exactly `want` of those cells */
  TW_REASON_PIECE,        /* `piece` must be used and fits nowhere */
  TW_REASON_CELL,         /* no piece can reach (x, y) */
  TW_REASON_REGION,       /* no choice of pieces fills the `want` cells around (x, y) */
  TW_REASON_CHEQUER,      /* chessboard colouring: no choice of pieces has the `want` cells of the
                           * board that are coloured like its first; `have` is the nearest number,
                           * -1: there is none */
  TW_REASON_COLUMNS,      /* the same for a colouring of alternating columns */
  TW_REASON_ROWS,         /* the same for a colouring of alternating rows */
  TW_REASON_SEARCHED,     /* the complete search found no solution */
} TwPieceReasonKind;

/* x, y: a cell of the board, -1: none; piece: index of a piece of the problem, -1: none. */
typedef struct {
  TwPieceReasonKind kind;
  int x;
  int y;
  int piece;
  int64_t have;
  int64_t want;
} TwPieceReason;
