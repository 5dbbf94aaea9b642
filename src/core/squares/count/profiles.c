/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiles.c - see profiles.h. */
#include "core/squares/count/profiles.h"

static size_t *
entry (const TwProfiles *profiles, int length, int value, int run)
{
  size_t stride = (size_t) profiles->rows + 2;

  return &profiles
            ->table[((size_t) length * ((size_t) profiles->most + 2) + (size_t) value) * stride
                    + (size_t) run];
}

/* Returns the number of words of `length` that do not begin with `value`. */
static size_t
count_others (const TwProfiles *profiles, int length, int value)
{
  return tw_profiles_count (profiles, length)
         - (tw_profiles_section (profiles, length, value, length + 1)
            - tw_profiles_section (profiles, length, value, 0));
}

bool
tw_profiles_init (TwProfiles *profiles, TwRun *run, int rows, int most)
{
  size_t stride = (size_t) rows + 2;

  *profiles = (TwProfiles){ .rows = rows, .most = most };
  profiles->n_table = ((size_t) rows + 1) * ((size_t) most + 2) * stride;
  profiles->table = tw_run_calloc (run, profiles->n_table, sizeof profiles->table[0]);
  if (profiles->table == NULL)
    return false;
  for (int length = 0; length <= rows; length++) {
    size_t n = 0;

    for (int value = 0; value <= most; value++) {
      for (int l = 0; l <= length; l++) {
        *entry (profiles, length, value, l) = n;
        if (l > value)
          n += count_others (profiles, length - l, value);
      }
      for (int l = length + 1; l <= rows + 1; l++)
        *entry (profiles, length, value, l) = n;
    }
    for (int l = 0; l <= rows + 1; l++)
      *entry (profiles, length, most + 1, l) = length > 0 ? n : 1;
  }
  return true;
}

void
tw_profiles_clear (TwProfiles *profiles, TwRun *run)
{
  tw_run_mfree (run, profiles->table);
  *profiles = (TwProfiles){ 0 };
}

size_t
tw_profiles_rank (const TwProfiles *profiles, const int *word)
{
  size_t rank = 0;
  int before = -1; /* value of the run before; its block is left out */

  for (int at = 0, end; at < profiles->rows; at = end) {
    int value = word[at], length = profiles->rows - at;

    for (end = at + 1; end < profiles->rows && word[end] == value;)
      end++;
    if (value > profiles->most || end - at <= value)
      return SIZE_MAX;
    rank += tw_profiles_section (profiles, length, value, end - at);
    if (before >= 0 && before < value)
      rank -= tw_profiles_section (profiles, length, before, length + 1)
              - tw_profiles_section (profiles, length, before, 0);
    before = value;
  }
  return rank;
}
