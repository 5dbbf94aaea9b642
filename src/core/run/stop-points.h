/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop-points.h - puts runs under test: ends searches at given stop points, and replaces the clock, the
 * memory and the hashes. These functions must be called before the search, and before children are
 * made, unless they only read. A program without stop points does not have them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/run/status.h"
#include "core/run/stop-point.h"

typedef struct TwRun TwRun;

/* Stops the run with `why` at the n-th check (1, 2, ...; a poll counts each time it reads the run),
 * and makes polls read it every time. n = 0 only counts. */
void tw_run_test_stop_at (TwRun *run, uint64_t n, TwStop why);
uint64_t tw_run_test_points (const TwRun *run);
/* Advances the clock of the run and its children, and the processor time of its threads, by this
 * many seconds from one check to the next, so that a search is the same on every machine. */
void tw_run_test_set_tick (TwRun *run, double seconds);
/* Makes the n-th allocation and all later ones fail. n = 0: none. */
void tw_run_test_fail_memory (TwRun *run, uint64_t n);
uint64_t tw_run_test_requests (const TwRun *run);
/* Sets the bits of hashes that the tables of nested bands use, in the run and in its children. */
void tw_run_test_set_hash_mask (TwRun *run, uint64_t mask);

/* Returns all stop points of the program, in no particular order. */
const TwStopPoint *tw_stop_points (size_t *count);
/* Counts visits to each stop point. The n-th visit (1, 2, ...) to `point` stops the run with `why`,
 * or makes that and all later allocations fail if it allocates memory. NULL: only counts. Returns
 * false when memory is short. */
bool tw_run_test_end_at (TwRun *run, const TwStopPoint *point, uint64_t n, TwStop why);
uint64_t tw_run_test_visits (const TwRun *run, const TwStopPoint *point);
