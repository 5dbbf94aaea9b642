/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-memo.h - remembers how many covers a remainder has: the free cells and the pieces that are
 * left. Different sets of placements often leave the same remainder.
 *
 * The memo is a cache: it may forget a remainder, but a number that it returns is exact, because it
 * compares whole keys. It grows while it has to forget, up to a share of the memory budget. When
 * memory runs out it stops growing.
 *
 * A bucket of one cache line holds two remainders: the first was the more expensive to search, the
 * second is the latest.
 *
 * Threads: any number share a memo without a lock. A writer makes the sequence number of the
 * bucket odd while it writes; a writer that finds it odd drops its entry. A reader that finds the
 * number odd or changed reports a miss.
 *
 * Processes: the tables can lie in a region that several processes map (TwMemoRegion). Nothing
 * waits for another process, so one may be killed at any time: at worst a bucket stays locked, and
 * is then never read or written again. All roots of a search use the same region, each with a
 * separate tag, because they allow different placements.
 *
 * Source: sharing equal subproblems of an exact cover is M. Nishino, N. Yasuda, S. Minato and M.
 * Nagata, Dancing with Decision Diagrams (2017); here the result is a number and not a diagram.
 *
 * Private to cover.c.
 */
#pragma once

#include <stdatomic.h>

#include "core/base/random.h"
#include "core/pieces/query.h"
#include "core/run/run.h"

typedef struct {
  uint64_t words[2];
} TwMemoKey;

/* The highest bits of a word with a count are the tag. */
#define TW_MEMO_TAG_SHIFT 56

/* An entry is a key and a count plus 1 plus the tag; 0 in the place of the count: no entry. */
typedef struct {
  _Atomic uint64_t sequence;
  _Atomic uint64_t entries[2][3];
  _Atomic uint64_t cost; /* of the first entry, in nodes */
} TwMemoBucket;

typedef struct TwMemoTable TwMemoTable;
struct TwMemoTable {
  TwMemoTable *smaller; /* the tables before this one, which other threads may be reading */
  size_t bytes;
  uint64_t mask;               /* number of buckets - 1 */
  _Atomic uint64_t *forgotten; /* own_forgotten, or in the region */
  TwMemoBucket *buckets;
  /* Every lookup reads the members above, so what the writers count lies in another cache line. */
  char apart[sizeof (TwMemoBucket)];
  _Atomic uint64_t own_forgotten;
};

enum { TW_MEMO_LEVELS = 15 };

/* The start of a region; its tables follow one after the other. */
typedef struct {
  _Atomic uint64_t levels; /* number of tables that can be used */
  _Atomic uint64_t forgotten[TW_MEMO_LEVELS];
} TwMemoHeader;

typedef struct {
  TwRun *run;
  TwMemoRegion *region; /* NULL: the tables are memory of the run */
  uint64_t tag;         /* shifted; 0 without a region */
  size_t most;          /* bytes of all tables */
  size_t bytes;
  _Atomic bool full; /* the memo cannot grow any more */
  _Atomic (TwMemoTable *) table;
  atomic_flag growing;
} TwCoverMemo;

/* The tables lie in the region, 0 < tag < 256, or, if it is NULL and tag 0, in at most `most` bytes
 * of the run. Returns false when there is not enough memory for the smallest memo. */
bool tw_cover_memo_init (TwCoverMemo *memo, TwRun *run, size_t most, TwMemoRegion *region, int tag);
void tw_cover_memo_clear (TwCoverMemo *memo);
/* Stores a remainder that took `cost` nodes to search. */
void tw_cover_memo_put (TwCoverMemo *memo, TwMemoKey key, uint64_t count, uint64_t cost);

static inline TwMemoBucket *
tw_cover_memo_bucket (const TwMemoTable *table, TwMemoKey key)
{
  return &table->buckets[tw_mix (key.words[0] ^ tw_mix (key.words[1])) & table->mask];
}

/* Loads the bucket of a key into the cache of the processor. */
static inline void
tw_cover_memo_prefetch (const TwCoverMemo *memo, TwMemoKey key)
{
  __builtin_prefetch (
    tw_cover_memo_bucket (atomic_load_explicit (&memo->table, memory_order_acquire), key));
}

static inline bool
tw_cover_memo_get (const TwCoverMemo *memo, TwMemoKey key, uint64_t *count)
{
  TwMemoTable *table = atomic_load_explicit (&memo->table, memory_order_acquire);
  TwMemoBucket *bucket = tw_cover_memo_bucket (table, key);
  uint64_t sequence = atomic_load_explicit (&bucket->sequence, memory_order_acquire);

  /* The loads acquire, so that the second load of the sequence number comes after them. */
  for (int i = 0; i < 2; i++) {
    if (atomic_load_explicit (&bucket->entries[i][0], memory_order_acquire) == key.words[0]
        && atomic_load_explicit (&bucket->entries[i][1], memory_order_acquire) == key.words[1]) {
      /* Without an entry, or with another tag, the difference has bits above those of a count. */
      *count = atomic_load_explicit (&bucket->entries[i][2], memory_order_acquire) - memo->tag - 1;
      if (*count >> TW_MEMO_TAG_SHIFT == 0)
        return sequence % 2 == 0
               && atomic_load_explicit (&bucket->sequence, memory_order_relaxed) == sequence;
    }
  }
  return false;
}
