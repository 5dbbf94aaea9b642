/* SPDX-License-Identifier: GPL-3.0-or-later */
/* protocol.h - what tilewright-cbc and the process that started it (puzzle/kinds/squares/
 * branch-cut.c) send each other over the socket that is the standard input of tilewright-cbc.
 *
 * Both programs are of one build, so numbers are sent as they lie in memory. */
#pragma once

#include <stdint.h>

enum {
  TW_CBC_MAX_COLUMNS = 2000000,
};

/* Followed by the cells of the board (one byte each, not 0: a row of the model), the squares
 * (TwSquare) that are the columns, and the numbers (int32_t) of the columns of a first tiling. */
typedef struct {
  int32_t width;
  int32_t height;
  int32_t n_columns;
  int32_t n_start; /* 0: no first tiling */
  int64_t best;    /* only tilings with fewer squares are wanted; <= 0: any */
  uint64_t memory; /* bytes; 0: no limit */
  double seconds;  /* HUGE_VAL: no limit */
} TwCbcTask;

/* The answers: any number of bounds, and at the end the number of columns of a tiling, followed by
 * the columns (int32_t). */
typedef struct {
  int32_t n_columns;  /* -1: this is a bound; 0: no tiling, or none better than the best */
  int32_t is_optimal; /* the end: CBC has searched everything */
  double bound;
} TwCbcReport;
