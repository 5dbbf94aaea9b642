/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer.h - multiplies vectors over profiles by the transfer matrix of a column of squares.
 *
 * A vector holds a number for each profile: in how many ways the columns to the right of a line can
 * be tiled when the squares that cross the line already cover what the profile says. The matrix is
 * applied row by row. The rows above the current one already have their values of the new profile,
 * the rows below still those of the old one, so there is an intermediate vector over the lower parts
 * of old profiles for each upper part of a new profile. Upper parts are visited depth first in the
 * order of their rank; only the vectors of the beginnings of the current upper part are kept.
 * Vectors of few rows stay in the processor's cache, and the results appear in order.
 *
 * Private to core/squares/count. */
#ifndef TW_CORE_SQUARES_COUNT_TRANSFER_H
#define TW_CORE_SQUARES_COUNT_TRANSFER_H

#include "core/squares/count/profiles.h"

/* Numbers of a fixed size, one for each profile. */
typedef struct {
  TwProfiles profiles;
  uint64_t *numbers; /* `words` words for each, little-endian */
  size_t n;
  size_t words;
} TwCountVector;

typedef enum {
  TW_TRANSFER_DONE,
  TW_TRANSFER_OVERFLOW, /* a number is longer than its words */
  TW_TRANSFER_MEMORY,
  TW_TRANSFER_STOPPED,
} TwTransferEnd;

/* The numbers are 0. Returns false when memory is short; the caller clears the vector in any
 * case. */
bool tw_count_vector_init (TwCountVector *vector, TwRun *run, int rows, int most, size_t words);
void tw_count_vector_clear (TwCountVector *vector, TwRun *run);

/* Sets `to` to the vector of a board with one column more than that of `from`. */
TwTransferEnd tw_transfer_column (const TwCountVector *from, TwCountVector *to, int threads,
                                  TwRun *run);

/* Sets `sum` (2 * words + 1 words) to the number of tilings of a board that consists of the columns
 * of `half`, of `middle` columns (0 or 1), and of the columns of `half` mirrored. */
TwTransferEnd tw_transfer_join (const TwCountVector *half, int middle, uint64_t *sum, int threads,
                                TwRun *run);

#endif
