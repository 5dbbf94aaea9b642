/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h - memory that is taken piece by piece and freed at once.
 *
 * An arena belongs to one thread. Its blocks are charged to the memory budget
 * of a run, so a search that grows too large learns of it by NULL.
 */
#ifndef TW_CORE_ARENA_H
#define TW_CORE_ARENA_H

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
/* Aligned for any type, not cleared; NULL when the budget or memory is used up. */
void *tw_arena_alloc (TwArena *arena, size_t size);
/* Frees all of it; the arena may be used again. */
void tw_arena_clear (TwArena *arena);

#endif
