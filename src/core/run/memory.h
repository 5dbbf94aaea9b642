/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h - the memory budget of a search, in bytes. Any thread may call these functions.
 *
 * Engines allocate their tables and states by these functions. Outside of the budget, with malloc,
 * are: boards, tilings, shapes, problems, single solutions and checkpoints, which the caller owns and
 * which outlive the run; the checkers and the readers of formats, which know no run; arrays of one entry
 * for each thread or subtree; and scratch memory of one number for each cell in functions without a
 * run, which is freed before they return. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/run/stop-point.h"

typedef struct TwRun TwRun;

/* malloc, calloc, realloc and free with a memory budget. They return NULL when the budget is used
 * up, but do not stop the run: the engine does that with TW_STOP_MEMORY. The size of an allocation
 * stands in the 16 bytes before it, which the budget counts, too. The memory is aligned as that of
 * malloc. */
#define tw_run_malloc(run, size)        tw_run_realloc_at (run, NULL, size, TW_STOP_POINT (true))
#define tw_run_calloc(run, count, size) tw_run_calloc_at (run, count, size, TW_STOP_POINT (true))
#define tw_run_realloc(run, memory, size) \
  tw_run_realloc_at (run, memory, size, TW_STOP_POINT (true))
void *tw_run_calloc_at (TwRun *run, size_t count, size_t size, const TwStopPoint *point);
void *tw_run_realloc_at (TwRun *run, void *memory, size_t size, const TwStopPoint *point);
void tw_run_mfree (TwRun *run, void *memory);
/* Returns the size of an allocation without what stands before it; 0 for NULL. */
size_t tw_run_msize (const void *memory);
/* Doubles the capacity of an array; an empty one has room for `first` elements then. `array` and
 * `capacity` are the addresses of a pointer and of its number of elements. Returns false, and
 * leaves the array as it was, when the budget is used up. */
#define tw_run_grow(run, array, capacity, first) \
  tw_run_grow_at (run, array, capacity, first, sizeof **(array), TW_STOP_POINT (true))
bool tw_run_grow_at (TwRun *run, void *array, size_t *capacity, size_t first, size_t size,
                     const TwStopPoint *point);
/* Returns the bits of hashes that the tables of nested bands use: all, but fewer in tests, so that
 * hashes collide. */
uint64_t tw_run_hash_mask (const TwRun *run);
/* Charge memory that is allocated by other functions. tw_run_charge () returns false and charges
 * nothing when the budget does not allow it. */
bool tw_run_charge (TwRun *run, size_t size);
void tw_run_discharge (TwRun *run, size_t size);
size_t tw_run_memory_used (const TwRun *run);
size_t tw_run_memory_peak (const TwRun *run);
/* Returns how many bytes the budgets of the run and of its ancestors still allow. */
size_t tw_run_memory_left (const TwRun *run);
/* Returns whether the budget of this run has refused an allocation, of the run or of a child. */
bool tw_run_memory_was_short (const TwRun *run);
