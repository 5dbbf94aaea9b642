/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.c - blocks of memory charged to a run and freed at once. */
#include "core/run/arena.h"

#include <stdalign.h>
#include <stdint.h>

#include "core/run/run.h"

enum {
  FIRST_BLOCK = 1 << 16,
  LARGEST_BLOCK = 1 << 22,
};

struct TwArenaBlock {
  TwArenaBlock *below;
  size_t size; /* including this header */
  alignas (max_align_t) char bytes[];
};

void
tw_arena_init (TwArena *arena, TwRun *run)
{
  *arena = (TwArena){ .run = run };
}

static void *
alloc_from_new_block (TwArena *arena, size_t size)
{
  /* Doubling limits the waste of small searches and the number of malloc calls of large ones. */
  size_t room = arena->blocks == NULL ? FIRST_BLOCK : arena->blocks->size * 2;
  TwArenaBlock *block;

  if (room > LARGEST_BLOCK)
    room = LARGEST_BLOCK;
  if (size > SIZE_MAX - sizeof (TwArenaBlock))
    return NULL;
  if (room < size + sizeof (TwArenaBlock))
    room = size + sizeof (TwArenaBlock);

  block = tw_run_malloc (arena->run, room);
  if (block == NULL)
    return NULL;

  block->below = arena->blocks;
  block->size = room;
  arena->blocks = block;
  arena->next = block->bytes + size;
  arena->end = (char *) block + room;
  return block->bytes;
}

void *
tw_arena_alloc (TwArena *arena, size_t size)
{
  const size_t mask = alignof (max_align_t) - 1;
  char *memory;

  if (size > SIZE_MAX - mask)
    return NULL;
  size = (size + mask) & ~mask;

  if (size > (size_t) (arena->end - arena->next))
    return alloc_from_new_block (arena, size);

  memory = arena->next;
  arena->next += size;
  return memory;
}

void
tw_arena_clear (TwArena *arena)
{
  while (arena->blocks != NULL) {
    TwArenaBlock *block = arena->blocks;

    arena->blocks = block->below;
    tw_run_mfree (arena->run, block);
  }
  arena->next = NULL;
  arena->end = NULL;
}
