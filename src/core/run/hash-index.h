/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash-index.h - hash tables with open addressing and linear probing: the walk over the slots, and
 * an index that finds the entries of an array by their hash.
 *
 * The owner of an index keeps the entries, compares them and decides when the index grows; it walks
 *
 *   for (at = tw_probe (hash, n); slot `at` holds another entry; at = tw_probe_next (at, n))
 *
 * An index belongs to one thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TwRun TwRun;

/* Returns the first of n_slots slots for a hash; n_slots is a power of two. */
static inline size_t
tw_probe (uint64_t hash, size_t n_slots)
{
  return (size_t) hash & (n_slots - 1);
}

static inline size_t
tw_probe_next (size_t at, size_t n_slots)
{
  return (at + 1) & (n_slots - 1);
}

typedef struct {
  uint32_t *slots; /* number of an entry + 1; 0: empty */
  size_t n_slots;  /* a power of two, at least twice the number of entries; 0: no slots yet */
} TwHashIndex;

/* Makes an index without entries. Returns false when memory is short. */
bool tw_hash_index_init (TwHashIndex *index, TwRun *run, size_t n_slots);
void tw_hash_index_clear (TwHashIndex *index, TwRun *run);
/* Forgets the entries. */
void tw_hash_index_empty (TwHashIndex *index);

/* Adds an entry that the index does not have. */
static inline void
tw_hash_index_add (TwHashIndex *index, uint64_t hash, size_t entry)
{
  size_t at = tw_probe (hash, index->n_slots);

  while (index->slots[at] != 0)
    at = tw_probe_next (at, index->n_slots);
  index->slots[at] = (uint32_t) entry + 1;
}
