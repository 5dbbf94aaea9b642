/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.c - allocations that are charged to a run and its ancestors. */
#include "core/run/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/run/run-private.h"

/* What stands before each allocation. It is as long as the alignment of malloc. */
typedef struct {
  alignas (max_align_t) size_t size; /* including the header */
} Header;

static void
give (TwRun *run, size_t size)
{
  for (; run != NULL; run = run->parent)
    atomic_fetch_sub_explicit (&run->memory.used, size, memory_order_relaxed);
}

/* A refused size must never be added, not even temporarily: that would fail allocations of other
 * threads that fit. */
static bool
take_here (TwRun *run, size_t size)
{
  size_t used = atomic_load_explicit (&run->memory.used, memory_order_relaxed);
  size_t peak;

  do {
    if (used > run->memory.limit || size > run->memory.limit - used) {
      atomic_store_explicit (&run->memory.was_short, true, memory_order_relaxed);
      return false;
    }
  } while (!atomic_compare_exchange_weak_explicit (&run->memory.used, &used, used + size,
                                                   memory_order_relaxed, memory_order_relaxed));
  used += size;
  peak = atomic_load_explicit (&run->memory.peak, memory_order_relaxed);
  while (used > peak
         && !atomic_compare_exchange_weak_explicit (&run->memory.peak, &peak, used,
                                                    memory_order_relaxed, memory_order_relaxed))
    ;
  return true;
}

/* Charges `size` to the ancestors and then to the run; either to all of them or to none. */
static bool
take (TwRun *run, size_t size)
{
  if (run == NULL)
    return true;
  if (!take (run->parent, size))
    return false;
  if (take_here (run, size))
    return true;
  give (run->parent, size);
  return false;
}

static bool
may_allocate (TwRun *run, const TwStopPoint *point)
{
  const TwRunHooks *hooks = tw_run_hooks (run);

  return hooks == NULL || hooks->may_allocate (run, point);
}

bool
tw_run_charge (TwRun *run, size_t size)
{
  return take (run, size);
}

void
tw_run_discharge (TwRun *run, size_t size)
{
  give (run, size);
}

void *
tw_run_calloc_at (TwRun *run, size_t count, size_t size, const TwStopPoint *point)
{
  size_t total = sizeof (Header);
  Header *header;

  if (size != 0 && count > (SIZE_MAX - total) / size)
    return NULL;
  total += count * size;
  if (!may_allocate (run, point) || !take (run, total))
    return NULL;
  /* calloc is faster than memset here: the system provides large tables as zero pages. */
  header = calloc (1, total);
  if (header == NULL) {
    give (run, total);
    return NULL;
  }
  header->size = total;
  return header + 1;
}

void *
tw_run_realloc_at (TwRun *run, void *memory, size_t size, const TwStopPoint *point)
{
  Header *header = memory != NULL ? (Header *) memory - 1 : NULL;
  size_t old_size = header != NULL ? header->size : 0;

  if (size > SIZE_MAX - sizeof *header || !may_allocate (run, point))
    return NULL;
  size += sizeof *header;
  if (size > old_size && !take (run, size - old_size))
    return NULL;
  header = realloc (header, size);
  if (header == NULL) {
    if (size > old_size)
      give (run, size - old_size);
    return NULL;
  }
  if (size < old_size)
    give (run, old_size - size);
  header->size = size;
  return header + 1;
}

bool
tw_run_grow_at (TwRun *run, void *array, size_t *capacity, size_t first, size_t size,
                const TwStopPoint *point)
{
  size_t wanted = *capacity > 0 ? 2 * *capacity : first;
  void *memory;

  memcpy (&memory, array, sizeof memory);
  memory = tw_run_realloc_at (run, memory, wanted * size, point);
  if (memory == NULL)
    return false;
  memcpy (array, &memory, sizeof memory);
  *capacity = wanted;
  return true;
}

void
tw_run_mfree (TwRun *run, void *memory)
{
  Header *header = memory != NULL ? (Header *) memory - 1 : NULL;

  if (header == NULL)
    return;
  give (run, header->size);
  free (header);
}

size_t
tw_run_msize (const void *memory)
{
  const Header *header = memory != NULL ? (const Header *) memory - 1 : NULL;

  return header != NULL ? header->size - sizeof *header : 0;
}

size_t
tw_run_memory_used (const TwRun *run)
{
  return atomic_load_explicit (&run->memory.used, memory_order_relaxed);
}

size_t
tw_run_memory_peak (const TwRun *run)
{
  return atomic_load_explicit (&run->memory.peak, memory_order_relaxed);
}

size_t
tw_run_memory_left (const TwRun *run)
{
  size_t left = SIZE_MAX;

  for (; run != NULL; run = run->parent) {
    size_t used = tw_run_memory_used (run);
    size_t here = used < run->memory.limit ? run->memory.limit - used : 0;

    left = here < left ? here : left;
  }
  return left;
}

bool
tw_run_memory_was_short (const TwRun *run)
{
  return atomic_load_explicit (&run->memory.was_short, memory_order_relaxed);
}

uint64_t
tw_run_hash_mask (const TwRun *run)
{
  const TwRunHooks *hooks = tw_run_hooks (run);

  return hooks != NULL ? hooks->hash_mask (run) : UINT64_MAX;
}
