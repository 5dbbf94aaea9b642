/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested-table.c - the tables of nested bands; see nested-bands-private.h. */
#include "core/squares/bands/nested-bands-private.h"

#include "core/squares/bands/band.h"
#include "core/squares/sweep/cell-states.h"

void
tw_nested_forget (TwNestedBands *n, TwNestedBand *known)
{
  tw_run_mfree (n->run, known->table);
  tw_run_mfree (n->run, known->least);
  tw_run_mfree (n->run, known->profiles);
  known->table = NULL;
  known->least = NULL;
  known->profiles = NULL;
  known->size = known->n_profiles = 0;
  known->limit = -1;
}

uint64_t
tw_nested_hash (const TwNestedBand *band, int y, const uint8_t *profile)
{
  uint64_t hash = 0;

  for (int i = 0; i < band->breadth; i++)
    hash ^= tw_band_key (band->from + i, y + profile[i]);
  return hash;
}

void
tw_nested_enter (const TwNestedBands *n, TwNestedBand *known, TwNestedEntry entry, uint64_t hash)
{
  size_t at = tw_probe (hash & n->hash_mask, known->size);

  while (known->table[at].cost >= 0)
    at = tw_probe_next (at, known->size);
  entry.check = tw_nested_check (hash & n->hash_mask);
  known->table[at] = entry;
}

int32_t
tw_nested_guess_ahead (const TwNestedBands *n, int index, int y, const uint8_t *profile,
                       uint64_t hash)
{
  const TwNestedBand *known = &n->bands[index];
  int64_t cost = tw_nested_look_up (n, index, y, profile, hash);
  int row, column;

  if (cost >= 0)
    return (int32_t) cost;
  /* Estimate: the minimum for this row, plus the excess over the minimum in each half, plus one
   * square because no kept state had this profile. */
  row = y + tw_profile_least_reach (profile, known->breadth, &column);
  cost = (int64_t) known->least[row] + n->unit;
  if (index < 1 << n->levels) {
    const TwNestedBand *halves = &n->bands[2 * index];
    uint64_t first = tw_nested_hash (&halves[0], y, profile);

    cost += tw_nested_guess_ahead (n, 2 * index, y, profile, first) - halves[0].least[row];
    cost += tw_nested_guess_ahead (n, 2 * index + 1, y, profile + halves[0].breadth, hash ^ first)
            - halves[1].least[row];
  }
  return cost < TW_NESTED_INFINITE ? (int32_t) cost : TW_NESTED_INFINITE;
}

int64_t
tw_nested_bound_ahead (const TwNestedBands *n, int index, int y, const uint8_t *profile,
                       uint64_t hash, int64_t *total)
{
  const TwNestedBand *halves = &n->bands[2 * index];
  uint64_t hashes[2];
  int64_t cost = 0, both = 0;

  *total = tw_nested_cost_beyond (&n->bands[index]);
  if (index >= 1 << n->levels)
    return 0;
  hashes[0] = tw_nested_hash (&halves[0], y, profile);
  hashes[1] = hash ^ hashes[0];
  for (int i = 0; i < 2; i++)
    tw_nested_fetch (n, 2 * index + i, hashes[i]);
  for (int i = 0; i < 2; i++) {
    const uint8_t *part = profile + (i > 0 ? halves[0].breadth : 0);
    int64_t half = halves[i].proved,
            known = tw_nested_look_up (n, 2 * index + i, y, part, hashes[i]);

    cost += known >= 0 ? known
                       : tw_nested_bound_ahead (n, 2 * index + i, y, part, hashes[i], &half);
    both += half;
  }
  *total = both > *total ? both : *total;
  return cost;
}
