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

#include "core/run/stop-point.h"

typedef struct TwRun TwRun;

/* malloc, realloc and free with a memory budget. They return NULL when the budget is used up, but
 * do not stop the run: the engine does that with TW_STOP_MEMORY. The sizes passed to realloc and
 * free must be those of the allocation. */
#define tw_run_malloc(run, size)        tw_run_realloc_at (run, NULL, 0, size, TW_STOP_POINT (true))
#define tw_run_calloc(run, count, size) tw_run_calloc_at (run, count, size, TW_STOP_POINT (true))
#define tw_run_realloc(run, memory, old_size, size) \
  tw_run_realloc_at (run, memory, old_size, size, TW_STOP_POINT (true))
void *tw_run_calloc_at (TwRun *run, size_t count, size_t size, const TwStopPoint *point);
void *tw_run_realloc_at (TwRun *run, void *memory, size_t old_size, size_t size,
                         const TwStopPoint *point);
void tw_run_mfree (TwRun *run, void *memory, size_t size);
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
