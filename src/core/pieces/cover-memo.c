/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-memo.c - the tables of the memo of remainders; called by cover.c. */
#define _DEFAULT_SOURCE /* madvise () */
#include "core/pieces/cover-memo.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Static_assert(sizeof (TwMemoHeader) % sizeof (TwMemoBucket) == 0, "tables begin at a bucket");

/* The first table fits a cache of the processor; each further one is GROWTH times as large. */
#define FIRST_BUCKETS ((uint64_t) 1 << 10)
#define GROWTH        4

/* madvise () needs the address of a page; PAGE is a multiple of the page size of every processor.
 * Large pages have at least LARGE_PAGE bytes. */
#define PAGE       ((size_t) 1 << 16)
#define LARGE_PAGE ((size_t) 1 << 21)
/* Clearing a table of 16 MiB takes as long as searching some 100,000 nodes, so a table with large
 * pages grows only after it has forgotten this many more remainders. */
#define PATIENCE ((uint64_t) 1 << 18)

/* Asks for large pages: a search accesses every page of its table, and with small pages nearly
 * every access misses the TLB. */
static void
use_large_pages (void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  uintptr_t first = ((uintptr_t) memory + PAGE - 1) / PAGE * PAGE;
  uintptr_t end = ((uintptr_t) memory + bytes) / PAGE * PAGE;

  if (bytes >= LARGE_PAGE)
    (void) madvise ((void *) first, end - first, MADV_HUGEPAGE);
#else
  (void) memory;
  (void) bytes;
#endif
}

static TwMemoTable *
new_table (TwCoverMemo *memo, uint64_t n, TwMemoTable *smaller)
{
  size_t bytes = sizeof (TwMemoTable) + (n + 1) * sizeof (TwMemoBucket);
  TwMemoTable *table;
  uintptr_t first;

  /* Do not take memory that the search will need. */
  if (bytes > memo->most || memo->bytes > memo->most - bytes
      || bytes > tw_run_memory_left (memo->run) / 2)
    return NULL;
  table = tw_run_calloc (memo->run, 1, bytes);
  if (table == NULL)
    return NULL;
  use_large_pages (table, bytes);
  memo->bytes += bytes;
  first = (uintptr_t) (table + 1);
  first = (first + sizeof (TwMemoBucket) - 1) / sizeof (TwMemoBucket) * sizeof (TwMemoBucket);
  table->buckets = (TwMemoBucket *) first;
  table->bytes = bytes;
  table->mask = n - 1;
  table->forgotten = &table->own_forgotten;
  table->smaller = smaller;
  return table;
}

/* The table of the region with `n` buckets, or a larger one that another process has added. */
static TwMemoTable *
shared_table (TwCoverMemo *memo, uint64_t n, TwMemoTable *smaller)
{
  TwMemoRegion *region = memo->region;
  TwMemoHeader *header = region->base;
  uint64_t levels = atomic_load_explicit (&header->levels, memory_order_acquire);
  uint64_t level = 0, size = FIRST_BUCKETS, first = sizeof *header / sizeof (TwMemoBucket);
  TwMemoTable *table;

  for (; level < TW_MEMO_LEVELS && (size < n || level + 1 < levels); level++) {
    first += size;
    size *= GROWTH;
  }
  /* A region that another process left behind may claim tables that it does not have. */
  if (level >= TW_MEMO_LEVELS || (first + size) * sizeof (TwMemoBucket) > region->size
      || !region->extend (region->data, (first + size) * sizeof (TwMemoBucket)))
    return NULL;
  /* `levels` never falls, so when the exchange fails another process has added this table. */
  if (level >= levels)
    atomic_compare_exchange_strong (&header->levels, &levels, level + 1);
  table = tw_run_calloc (memo->run, 1, sizeof *table);
  if (table == NULL)
    return NULL;
  table->buckets = (TwMemoBucket *) region->base + first;
  table->bytes = sizeof *table;
  table->mask = size - 1;
  table->forgotten = &header->forgotten[level];
  table->smaller = smaller;
  return table;
}

bool
tw_cover_memo_init (TwCoverMemo *memo, TwRun *run, size_t most, TwMemoRegion *region, int tag)
{
  TwMemoTable *table;

  memo->run = run;
  memo->region = region;
  memo->tag = (uint64_t) tag << TW_MEMO_TAG_SHIFT;
  memo->most = most;
  memo->bytes = 0;
  atomic_init (&memo->full, false);
  atomic_flag_clear (&memo->growing);
  table = memo->region != NULL ? shared_table (memo, FIRST_BUCKETS, NULL)
                               : new_table (memo, FIRST_BUCKETS, NULL);
  atomic_init (&memo->table, table);
  return table != NULL;
}

void
tw_cover_memo_clear (TwCoverMemo *memo)
{
  TwMemoTable *table = atomic_load (&memo->table);

  while (table != NULL) {
    TwMemoTable *smaller = table->smaller;

    tw_run_mfree (memo->run, table);
    table = smaller;
  }
  atomic_store (&memo->table, NULL);
}

/* The larger table starts empty: what it lacks is soon found again. */
static void
grow (TwCoverMemo *memo, TwMemoTable *table)
{
  if (atomic_flag_test_and_set (&memo->growing))
    return;
  if (atomic_load (&memo->table) == table) {
    uint64_t n = GROWTH * (table->mask + 1);
    TwMemoTable *larger = memo->region != NULL ? shared_table (memo, n, table)
                                               : new_table (memo, n, table);

    if (larger != NULL)
      atomic_store_explicit (&memo->table, larger, memory_order_release);
    else
      atomic_store_explicit (&memo->full, true, memory_order_relaxed);
  }
  atomic_flag_clear (&memo->growing);
}

static void
store (TwMemoBucket *bucket, int i, TwMemoKey key, uint64_t word)
{
  atomic_store_explicit (&bucket->entries[i][0], key.words[0], memory_order_release);
  atomic_store_explicit (&bucket->entries[i][1], key.words[1], memory_order_release);
  atomic_store_explicit (&bucket->entries[i][2], word, memory_order_release);
}

void
tw_cover_memo_put (TwCoverMemo *memo, TwMemoKey key, uint64_t count, uint64_t cost)
{
  TwMemoTable *table = atomic_load_explicit (&memo->table, memory_order_acquire);
  TwMemoBucket *bucket = tw_cover_memo_bucket (table, key);
  uint64_t sequence = atomic_load_explicit (&bucket->sequence, memory_order_relaxed), kept[3];
  uint64_t word = memo->tag + count + 1, most;
  bool forgets;

  if ((count + 1) >> TW_MEMO_TAG_SHIFT != 0 || sequence % 2 == 1
      || !atomic_compare_exchange_strong_explicit (&bucket->sequence, &sequence, sequence + 1,
                                                   memory_order_acq_rel, memory_order_relaxed))
    return;
  for (int w = 0; w < 3; w++)
    kept[w] = atomic_load_explicit (&bucket->entries[0][w], memory_order_relaxed);
  forgets = atomic_load_explicit (&bucket->entries[1][2], memory_order_relaxed) != 0;
  if (kept[2] == 0 || atomic_load_explicit (&bucket->cost, memory_order_relaxed) <= cost) {
    if (kept[2] != 0)
      store (bucket, 1, (TwMemoKey){ { kept[0], kept[1] } }, kept[2]);
    store (bucket, 0, key, word);
    atomic_store_explicit (&bucket->cost, cost, memory_order_release);
  } else {
    store (bucket, 1, key, word);
  }
  atomic_store_explicit (&bucket->sequence, sequence + 2, memory_order_release);
  most = table->mask + (table->bytes >= LARGE_PAGE ? PATIENCE : 0);
  if (forgets && atomic_fetch_add_explicit (table->forgotten, 1, memory_order_relaxed) > most
      && !atomic_load_explicit (&memo->full, memory_order_relaxed))
    grow (memo, table);
}
