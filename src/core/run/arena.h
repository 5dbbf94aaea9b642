/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h - a memory arena: many allocations, freed all at once.
 *
 * An arena belongs to one thread. Its blocks are charged to the memory budget of a run, so an
 * allocation returns NULL when the search exceeds its budget. */
#pragma once

#include <stddef.h>

typedef struct TwRun TwRun;
typedef struct TwArenaBlock TwArenaBlock;

typedef struct {
  TwRun *run; /* not owned */
  TwArenaBlock *blocks;
  char *next;
  char *end;
} TwArena;

/* `run` must outlive the arena. */
void tw_arena_init (TwArena *arena, TwRun *run);
/* The memory is aligned for any type and not cleared. Returns NULL when the budget is used up or
 * memory is short. */
void *tw_arena_alloc (TwArena *arena, size_t size);
/* Frees all allocations; the arena may be used again. */
void tw_arena_clear (TwArena *arena);
