/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiles.h - ranks the profiles of empty rectangles, so that counts are stored without keys.
 *
 * A profile says for each row how far the squares that cross a vertical line reach beyond it. A
 * square that reaches r cells beyond the line has at least r + 1 rows, so every run of equal values
 * r in a profile has a length of at least r + 1. There are about 0.4 * 2.22^rows such words.
 *
 * Words of each length are ordered by their first run, by its value and then by its length, and
 * then by what follows it. So the words that begin with value v are a block, and the words whose
 * first run is v^length are a section of it. The rest of these words does not begin with v: it
 * ranges over all words of the rest's length but one block, in the same order. That is why a
 * transfer matrix (transfer.h) only copies and adds contiguous ranges.
 *
 * Private to core/squares/count. */
#pragma once

#include "core/run/run.h"

enum {
  TW_PROFILE_ROWS = 32, /* more rows have more profiles than fit any memory */
};

typedef struct {
  int rows;
  int most; /* largest value */
  size_t *table;
  size_t n_table;
} TwProfiles;

/* Returns false when memory is short; the caller clears the profiles in any case. */
bool tw_profiles_init (TwProfiles *profiles, TwRun *run, int rows, int most);
void tw_profiles_clear (TwProfiles *profiles, TwRun *run);

/* Returns the index of the first word of `length` that begins with a run of `value`s of `run` or
 * more rows. With value + 1 rows that is the begin of the block of `value`, with length + 1 rows
 * its end. Value most + 1 gives the number of all words. */
static inline size_t
tw_profiles_section (const TwProfiles *profiles, int length, int value, int run)
{
  size_t stride = (size_t) profiles->rows + 2;

  return profiles->table[((size_t) length * ((size_t) profiles->most + 2) + (size_t) value) * stride
                         + (size_t) run];
}

static inline size_t
tw_profiles_count (const TwProfiles *profiles, int length)
{
  return tw_profiles_section (profiles, length, profiles->most + 1, 0);
}

/* Returns the index of a word of profiles->rows values, or SIZE_MAX when it is no profile. */
size_t tw_profiles_rank (const TwProfiles *profiles, const int *word);
