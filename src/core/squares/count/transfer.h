/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer.h - multiplies vectors over profiles by the transfer matrix of a column of squares.
 *
 * A vector holds a number for each profile: in how many ways the columns to the right of a line can
 * be tiled when the squares that cross the line already cover what the profile says. The matrix is
 * applied row by row. The rows above the current one already have their values of the new profile,
 * the rows below still those of the old one, so there is an intermediate vector over the lower parts
 * of old profiles for each upper part of a new profile. Upper parts are visited depth first in the
 * order of their rank; only the vectors of the beginnings of the current upper part are kept.
 * Vectors of few rows stay in the processor's cache, and the results appear in order. The last few
 * rows are completed at once, by the rows of a sparse matrix over their words.
 *
 * Private to core/squares/count. */
#pragma once

#include <string.h>

#include "core/run/status.h"
#include "core/squares/count/profiles.h"

/* How a vector stores its numbers. */
typedef enum {
  TW_NUMBERS_EXACT,       /* in words, little-endian */
  TW_NUMBERS_RESIDUES,    /* modulo a modulus */
  TW_NUMBERS_APPROXIMATE, /* as doubles; sums and products of them are never negative */
} TwNumberKind;

typedef struct {
  TwNumberKind kind;
  size_t words;     /* of each number; 1 unless they are exact */
  uint64_t modulus; /* of residues; below 2^63 */
} TwNumberFormat;

/* A number for each profile. */
typedef struct {
  TwProfiles profiles;
  TwNumberFormat format;
  uint64_t *numbers;
  size_t n;
} TwCountVector;

/* The numbers are 0. Returns false when memory is short; the caller clears the vector in any
 * case. */
bool tw_count_vector_init (TwCountVector *vector, TwRun *run, int rows, int most,
                           TwNumberFormat format);
/* Keeps the memory for profiles of values up to `most`, which is not larger than that of
 * tw_count_vector_init (). The numbers become undefined. Returns false when memory is short. */
bool tw_count_vector_reuse (TwCountVector *vector, TwRun *run, int most);
void tw_count_vector_clear (TwCountVector *vector, TwRun *run);

static inline double
tw_number_to_double (uint64_t number)
{
  double value;

  memcpy (&value, &number, sizeof value);
  return value;
}

static inline uint64_t
tw_number_from_double (double value)
{
  uint64_t number;

  memcpy (&number, &value, sizeof number);
  return number;
}

/* Sets the vector of a board without columns, whose largest value is 0: there is one tiling, and
 * nothing reaches into it. */
void tw_count_vector_start (TwCountVector *vector);

enum {
  TW_TRANSFER_TAIL = 7, /* rows; found by trial */
};

/* The rows of a transfer matrix for words of few rows: which old profiles are added up for each new
 * profile. Row i has the terms from begins[i] to begins[i + 1]. */
typedef struct {
  uint32_t *begins;
  uint16_t *terms;
  size_t n; /* words */
} TwTransferTail;

/* The threads of a count, with the memory that they keep between two columns. */
typedef struct {
  TwRun *run;
  TwNumberFormat format;
  struct TwTransferWorker *workers;
  int n_workers;
  TwTransferTail tails[TW_TRANSFER_TAIL + 1]; /* for each number of rows */
  int tail;                                   /* the most rows */
  int step, steps; /* of the progress: each transfer is a step; 0 steps: none is shown */
} TwTransferTeam;

/* Returns how many bytes a count with one thread needs. */
size_t tw_transfer_bytes (const TwProfiles *profiles, TwNumberFormat format);

/* For vectors of up to `rows` rows and values of up to `most`. Returns false when memory is short;
 * the caller clears the team in any case. */
bool tw_transfer_team_init (TwTransferTeam *team, TwRun *run, int rows, int most,
                            TwNumberFormat format, int threads);
void tw_transfer_team_clear (TwTransferTeam *team);

/* Sets `to` to the vector of a board with one column more than that of `from`. Both functions
 * return TW_END_LIMIT when a number is longer than its words. */
TwEnd tw_transfer_column (TwTransferTeam *team, const TwCountVector *from, TwCountVector *to);

/* Sets `sum` (2 * words + 1 words) to the number of tilings of a board that consists of the columns
 * of `half`, of `middle` columns (0 or 1), and of the columns of `half` mirrored. The sum of
 * residues is not reduced; the sum of doubles is a double in the first word. */
TwEnd tw_transfer_join (TwTransferTeam *team, const TwCountVector *half, int middle, uint64_t *sum);
