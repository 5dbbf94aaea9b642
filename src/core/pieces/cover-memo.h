/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-memo.h - remembers how many covers a remainder has: the free cells and the pieces that are
 * left. Different sets of placements often leave the same remainder.
 *
 * The memo is a cache: it may forget a remainder, but a number that it returns is exact, because
 * it compares whole keys. It grows while it has to forget, up to a share of the memory budget.
 * When memory runs out it stays as large as it is.
 *
 * A bucket of one cache line holds two remainders: the first was the more expensive to search, the
 * second is the latest.
 *
 * Threads: any number share a memo without a lock. A writer makes the sequence number of the
 * bucket odd while it writes; a writer that finds it odd drops its entry. A reader that finds the
 * number odd or changed reports a miss.
 *
 * Source: sharing equal subproblems of an exact cover is M. Nishino, N. Yasuda, S. Minato and M.
 * Nagata, Dancing with Decision Diagrams (2017); here the result is a number and not a diagram.
 *
 * Private to cover.c.
 */
#ifndef TW_CORE_PIECES_COVER_MEMO_H
#define TW_CORE_PIECES_COVER_MEMO_H

#include <stdatomic.h>

#include "core/base/random.h"
#include "core/run/run.h"

typedef struct {
  uint64_t words[2];
} TwMemoKey;

/* An entry is a key and a count plus 1; 0 in the place of the count: no entry. */
typedef struct {
  _Atomic uint64_t sequence;
  _Atomic uint64_t entries[2][3];
  _Atomic uint64_t cost; /* of the first entry, in nodes */
} TwMemoBucket;

typedef struct TwMemoTable TwMemoTable;
struct TwMemoTable {
  TwMemoTable *smaller; /* the tables before this one, which other threads may be reading */
  size_t bytes;
  uint64_t mask; /* number of buckets - 1 */
  _Atomic uint64_t forgotten;
  TwMemoBucket *buckets;
};

typedef struct {
  TwRun *run;
  size_t most; /* bytes of all tables */
  size_t bytes;
  _Atomic bool full; /* the memo cannot grow any more */
  _Atomic (TwMemoTable *) table;
  atomic_flag growing;
} TwCoverMemo;

/* `most` bounds the bytes that the memo uses. Returns false when there is not enough memory for
 * the smallest memo. */
bool tw_cover_memo_init (TwCoverMemo *memo, TwRun *run, size_t most);
void tw_cover_memo_clear (TwCoverMemo *memo);
/* Stores a remainder that took `cost` nodes to search. */
void tw_cover_memo_put (TwCoverMemo *memo, TwMemoKey key, uint64_t count, uint64_t cost);

static inline TwMemoBucket *
tw_cover_memo_bucket (const TwMemoTable *table, TwMemoKey key)
{
  return &table->buckets[tw_mix (key.words[0] ^ tw_mix (key.words[1])) & table->mask];
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
      *count = atomic_load_explicit (&bucket->entries[i][2], memory_order_acquire) - 1;
      return *count != UINT64_MAX && sequence % 2 == 0
             && atomic_load_explicit (&bucket->sequence, memory_order_relaxed) == sequence;
    }
  }
  return false;
}

#endif
