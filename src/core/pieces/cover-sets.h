/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-sets.h - lists which sets of pieces can cover the free cells that remain.
 *
 * When every piece is used exactly once, the scan rule (cover-scan.h) reaches few different sets of
 * free cells, but each of them with many sets of pieces: 5 x 18 cells and 18 pentominoes have some
 * 1,200 sets of k free cells for each k, and up to 48,620 sets of pieces. Nearly all of these pairs
 * are dead ends. For free cells F, let L (F) be the family of the sets of pieces that cover F. Then
 *
 *     L (F) = union over the placements p of the first cell of F, p within F, of
 *             { S + piece of p : S in L (F - p), the piece of p is not in S }
 *
 * A family is a bitmap over the sets of pieces: the set is the number of its bit. Adding a piece to
 * all of its sets shifts the bitmap, so one instruction moves 64 sets of pieces. A search that looks
 * up its free cells visits no dead end.
 *
 * The families are computed when they are first looked up. A family that is not in the table
 * excludes nothing.
 *
 * Threads: any number read the table without a lock. One at a time adds to it; the others search on
 * without the family meanwhile.
 *
 * Source: dynamic programming over sets is due to M. Held and R. M. Karp, A Dynamic Programming
 * Approach to Sequencing Problems (1962).
 *
 * Private to cover.c.
 */
#pragma once

#include <stdatomic.h>

#include "core/base/random.h"
#include "core/pieces/cover-scan.h"

typedef struct TwCoverRoot TwCoverRoot;

enum {
  TW_SETS_CLASSES = 20,  /* most pieces */
  TW_SETS_KEY_BITS = 57, /* of a key, for the covered cells; the others number the first cell */
};

/* The address of a family, or 0. With the lowest bit set it is the address of the bitmap. Otherwise
 * there are the number of its words that are not 0, these words, and then the place of each of them
 * in the bitmap, ascending, in 16 bits each. */
typedef uintptr_t TwFamily;

typedef struct {
  _Atomic uint64_t key; /* 0: no entry */
  _Atomic TwFamily family;
} TwSetsEntry;

typedef struct TwSetsTable TwSetsTable;
struct TwSetsTable {
  TwSetsTable *smaller; /* the tables before this one, which other threads may be reading */
  uint64_t mask;        /* number of entries - 1 */
  TwSetsEntry entries[];
};

typedef struct {
  const TwCoverRoot *root; /* not owned */
  TwArena arena;
  size_t room;                  /* bytes that the families may still take */
  uint64_t all;                 /* the set of all pieces */
  uint64_t open[TW_SCAN_WORDS]; /* shapes of these pieces */
  size_t words;                 /* of a bitmap */
  uint64_t *scratch;            /* a bitmap for each placement of a cover */
  uint64_t n_entries;           /* in the current table */
  uint32_t until_poll;
  _Atomic (TwSetsTable *) table;
  atomic_flag adding;
  atomic_bool full; /* nothing can be added any more */
} TwCoverSets;

/* Can families be listed for this root, whose tables of the scan rule are not made yet? */
bool tw_cover_sets_apply (const TwCoverRoot *root);
/* Takes at most `room` bytes. Returns NULL when memory runs out or a placement is too long. */
TwCoverSets *tw_cover_sets_new (const TwCoverRoot *root, size_t room);
void tw_cover_sets_free (TwCoverSets *sets);
/* Computes the family of these free cells; 0: it is not known. `last` is the last cell that is not
 * free. */
TwFamily tw_cover_sets_add (TwCoverSets *sets, TwRun *run, TwBits128 picture, int first, int last);

/* `covered`: the cells that are not free, from the first free one on. */
static inline uint64_t
tw_cover_sets_key (uint64_t covered, int first)
{
  return covered | (uint64_t) first << TW_SETS_KEY_BITS;
}

/* Loads the entry of a key into the cache of the processor. */
static inline void
tw_cover_sets_prefetch (const TwSetsTable *table, uint64_t key)
{
  __builtin_prefetch (&table->entries[tw_mix (key) & table->mask]);
}

/* Returns 0 when the key has no entry. */
static inline TwFamily
tw_cover_sets_find (const TwSetsTable *table, uint64_t key)
{
  for (uint64_t i = tw_mix (key);; i++) {
    const TwSetsEntry *entry = &table->entries[i & table->mask];
    uint64_t found = atomic_load_explicit (&entry->key, memory_order_acquire);

    if (found == key)
      return atomic_load_explicit (&entry->family, memory_order_relaxed);
    if (found == 0)
      return 0;
  }
}

/* The words of a family. */
static inline const uint64_t *
tw_family_words (TwFamily family)
{
  return (const uint64_t *) (family - family % 2) + (family % 2 == 0);
}

/* Loads the word that tw_family_has () will need first. */
static inline void
tw_family_prefetch (TwFamily family, uint64_t set)
{
  __builtin_prefetch (tw_family_words (family) + (family % 2 == 0 ? 0 : set >> 6));
}

/* Is the set of pieces in the family? */
static inline bool
tw_family_has (TwFamily family, uint64_t set)
{
  const uint64_t *words = tw_family_words (family);
  const uint16_t *places;
  size_t low = 0, high;

  if (family % 2 != 0)
    return words[set >> 6] >> (set & 63) & 1;
  high = words[-1];
  places = (const uint16_t *) (const void *) (words + high);
  while (low < high) {
    size_t middle = (low + high) / 2;

    if (places[middle] < set >> 6)
      low = middle + 1;
    else
      high = middle;
  }
  return low < words[-1] && places[low] == set >> 6 && (words[low] >> (set & 63) & 1);
}
