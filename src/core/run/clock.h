/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h - when a search must stop: deadline, cancellation and polling.
 *
 * Threads: any thread may call these functions; each thread has its own TwPoll.
 *
 * Units: seconds are wall time of the monotonic clock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/run/status.h"
#include "core/run/stop-point.h"

typedef struct TwRun TwRun;

/* Stops the run with TW_STOP_CANCEL. Safe from any thread. */
void tw_run_cancel (TwRun *run);
/* Stops the run for the reason `why` unless it has already stopped. */
void tw_run_stop (TwRun *run, TwStop why);
/* Reads the clock: only for stop points that are reached less than a thousand times a second. */
#define tw_run_should_stop(run) tw_run_should_stop_at (run, TW_STOP_POINT (false))
bool tw_run_should_stop_at (TwRun *run, const TwStopPoint *point);
/* Returns why the run or one of its ancestors has stopped; TW_STOP_NONE while they are running.
 * Does not read the clock. */
TwStop tw_run_stop_reason (const TwRun *run);
/* Returns the seconds since the run was created. */
double tw_run_elapsed (const TwRun *run);
/* Returns the seconds to the deadline, at least 0. The deadline is the nearest one of the run and
 * its ancestors; HUGE_VAL when there is none. */
double tw_run_remaining (const TwRun *run);
/* Returns the whole time budget in seconds; HUGE_VAL when there is none. */
double tw_run_budget (const TwRun *run);
/* Returns the processor time of the calling thread in seconds, from an arbitrary origin. Engines
 * plan work by it, since other processes may use the processor; deadlines are in wall time. */
double tw_run_work (const TwRun *run);
/* Polls the run in inner loops. Each thread has its own on its stack. It is cheap: flags and clock
 * are read only once in `interval` calls. */
typedef struct {
  TwRun *run;
  uint32_t left;
  uint32_t interval;
  bool stopped;
} TwPoll;

/* `interval` 0 counts as 1. Under test every call reads the run. */
void tw_poll_init (TwPoll *poll, TwRun *run, uint32_t interval);
bool tw_poll_now (TwPoll *poll, const TwStopPoint *point);

#define tw_poll(poll) tw_poll_at (poll, TW_STOP_POINT (false))
static inline bool
tw_poll_at (TwPoll *poll, const TwStopPoint *point)
{
  if (--poll->left != 0)
    return poll->stopped;
  return tw_poll_now (poll, point);
}

/* The same for work of uneven size: counts as `work` calls, at least one. */
#define tw_poll_by(poll, work) tw_poll_by_at (poll, work, TW_STOP_POINT (false))
static inline bool
tw_poll_by_at (TwPoll *poll, uint32_t work, const TwStopPoint *point)
{
  if (work < poll->left && work > 0) {
    poll->left -= work;
    return poll->stopped;
  }
  return tw_poll_now (poll, point);
}
