/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - how far a count of the tilings of an empty rectangle is; see rectangle.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The most residues. */
enum {
  TW_SQUARE_COUNT_RESIDUES = 17, /* enough for the largest double */
};

/* How far the count of an empty rectangle is; all 0 before it starts. */
typedef struct TwSquareCountState TwSquareCountState;
struct TwSquareCountState {
  double estimate; /* 0: unknown */
  uint64_t residues[TW_SQUARE_COUNT_RESIDUES];
  int n_residues; /* that are known */
  bool is_wrong;  /* set when the residues contradict the estimate */
  void (*changed_cb) (const TwSquareCountState *state); /* may be NULL; on the count's thread */
  void *data;
};
