/* SPDX-License-Identifier: GPL-3.0-or-later */
/* incumbent.h - the best solution of a search and its bound. Any thread may call these functions,
 * unless they say otherwise. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/run/solution.h"

typedef struct TwRun TwRun;

/* Has a solution judged by the checker of its family. Wrong ones are counted, see
 * tw_run_refused (). */
TwJudgement tw_run_judge (TwRun *run, const TwSolution *solution);
/* Has a solution judged, and keeps a copy when it costs less than the best. Returns false when the
 * checker refuses it, which is a fault of the engine, or when memory is short for the checker or the
 * copy, which is not counted. */
bool tw_run_offer (TwRun *run, const TwSolution *solution, const TwSolutionKeeper *keeper);
/* Returns the cost of the best solution, -1 when there is none. */
int64_t tw_run_best (const TwRun *run);
/* Increases with every better solution, so the UI copies it only when it has changed. */
uint64_t tw_run_serial (const TwRun *run);
/* Calls `read` with the copy of the best solution, which another thread may replace afterwards, and
 * returns what it returns; false when there is no solution. */
bool tw_run_read_best (TwRun *run, bool (*read) (const void *copy, void *data), void *data);
/* Returns the number of solutions that the checkers refused. */
unsigned tw_run_refused (const TwRun *run);

/* Raises the proved bound; a smaller value is ignored. */
void tw_run_raise_bound (TwRun *run, int64_t bound);
/* Returns 0 when nothing is proved. */
int64_t tw_run_bound (const TwRun *run);
/* Returns whether the bound proves the best solution optimal. */
bool tw_run_is_proved (const TwRun *run);

/* Sets a callback for every better solution and every higher bound. It runs on the thread that found
 * them, possibly on several threads at once. It must be set before the search starts. The search by
 * components uses it to update the whole board. */
void tw_run_watch (TwRun *run, void (*changed) (TwRun *run, void *data), void *data);

/* The transforms, as bits 0 to 7, that other solvers are working on, whose solutions this run will
 * receive. Engines that run one transform after the other leave these for last. A child returns
 * those of its ancestors, too. */
void tw_run_set_elsewhere (TwRun *run, unsigned transforms);
unsigned tw_run_elsewhere (const TwRun *run);
