/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested-bands-private.h - the tables of nested bands (nested-bands.h): what is known of the cost
 * to complete a profile.
 *
 * What a missing entry means. A table whose limit is L holds exactly the profiles that a covering
 * of cost at most L leads to. A covering that leads to another profile costs this half more than L,
 * and so do all states that follow. A sweep for bounds keeps a lower bound on each half's total
 * cost with each state, raises it to L + 1 when the entry is missing, and drops the state when both
 * bounds add up to more than the limit. Otherwise the halves of the half tell what it costs at
 * least to complete. A beam search needs an order, not a proof, and estimates instead
 * (tw_nested_guess_ahead ()).
 *
 * Entries are found by a hash and told apart by their profiles. A table of a small limit needs
 * that: the cost of another profile, which may be too large, would replace the bound for a missing
 * one. */
#pragma once

#include "core/run/hash-index.h"
#include "core/squares/bands/nested-bands.h"

/* Frees the table of a band. */
void tw_nested_forget (TwNestedBands *n, TwNestedBand *known);
/* Returns the hash of a profile, or of a half's part of it. */
uint64_t tw_nested_hash (const TwNestedBand *band, int y, const uint8_t *profile);
/* Adds an entry. The profiles of kept states differ. */
void tw_nested_enter (const TwNestedBands *n, TwNestedBand *known, TwNestedEntry entry,
                      uint64_t hash);
/* Returns the cost to complete a band. `profile` holds the reaches of its columns below row y. A
 * profile that is missing in the table gets an estimate. */
int32_t tw_nested_guess_ahead (const TwNestedBands *n, int index, int y, const uint8_t *profile,
                               uint64_t hash);
/* Returns a lower bound on the cost to complete a band from a profile that is missing in its table;
 * `total` receives one on the cost of all coverings that lead to it. */
int64_t tw_nested_bound_ahead (const TwNestedBands *n, int index, int y, const uint8_t *profile,
                               uint64_t hash, int64_t *total);

static inline uint16_t
tw_nested_check (uint64_t hash)
{
  return (uint16_t) (hash >> 48);
}

static inline bool
tw_nested_has_profile (const TwNestedBand *known, const TwNestedEntry *entry, int y,
                       const uint8_t *profile)
{
  size_t breadth = (size_t) known->breadth;
  const uint8_t *own = &known->profiles[(known->n_profiles - entry->profile) * breadth];
  int below = entry->row - y, differs = 0;

  for (size_t i = 0; i < breadth; i++)
    differs |= (own[i] + below) ^ profile[i];
  return differs == 0;
}

/* Prefetches the entry of a profile in a table. */
static inline void
tw_nested_fetch (const TwNestedBands *n, int index, uint64_t hash)
{
  const TwNestedBand *known = &n->bands[index];

  if (known->size > 0)
    __builtin_prefetch (&known->table[tw_probe (hash & n->hash_mask, known->size)]);
}

/* Returns the first entry of a table that may belong to a profile of this hash; NULL: there is
 * none. */
static inline const TwNestedEntry *
tw_nested_find (const TwNestedBands *n, int index, uint64_t hash)
{
  const TwNestedBand *known = &n->bands[index];

  if (known->size == 0)
    return NULL;
  for (size_t at = tw_probe (hash & n->hash_mask, known->size); known->table[at].cost >= 0;
       at = tw_probe_next (at, known->size)) {
    if (known->table[at].check == tw_nested_check (hash & n->hash_mask))
      return &known->table[at];
  }
  return NULL;
}

/* Prefetches the profile of an entry, which may lie in two cache lines. */
static inline void
tw_nested_fetch_profile (const TwNestedBand *known, const TwNestedEntry *entry)
{
  size_t breadth = (size_t) known->breadth;
  const uint8_t *own = &known->profiles[(known->n_profiles - entry->profile) * breadth];

  __builtin_prefetch (own);
  __builtin_prefetch (own + breadth - 1);
}

/* Returns the cost to complete a band from its table; -1 when the table has no such entry. `entry`
 * is what tw_nested_find () returned; `profile` holds the reaches of its columns below row y. */
static inline int32_t
tw_nested_cost_from (const TwNestedBand *known, const TwNestedEntry *entry, int y,
                     const uint8_t *profile)
{
  if (entry == NULL)
    return -1;
  for (size_t at = (size_t) (entry - known->table); known->table[at].cost >= 0;
       at = tw_probe_next (at, known->size)) {
    if (known->table[at].check == entry->check
        && tw_nested_has_profile (known, &known->table[at], y, profile))
      return known->table[at].cost;
  }
  return -1;
}

/* Does both at once. */
static inline int32_t
tw_nested_look_up (const TwNestedBands *n, int index, int y, const uint8_t *profile, uint64_t hash)
{
  return tw_nested_cost_from (&n->bands[index], tw_nested_find (n, index, hash), y, profile);
}

/* Returns a lower bound on the cost of the coverings of a band that lead to a profile which is
 * missing in its table. */
static inline int32_t
tw_nested_cost_beyond (const TwNestedBand *known)
{
  return known->limit < known->proved ? known->proved : known->limit + 1;
}
