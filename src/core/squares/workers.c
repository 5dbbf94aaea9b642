/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.c - see workers.h. */
#include "core/squares/workers.h"

#include "core/base/threads.h"

static int
imin (int a, int b)
{
  return a < b ? a : b;
}

int
tw_squares_threads (const TwOptions *options)
{
  return imin (imin (tw_options_threads (options), tw_threads_processors ()),
               TW_STRATEGY_MOST_THREADS);
}

size_t
tw_squares_memory (const TwOptions *options)
{
  return (size_t) options->memory * 1024 * 1024 / 10 * 7;
}

TwStatus
tw_squares_status (const TwRun *run)
{
  return tw_run_is_proved (run) ? TW_STATUS_OPTIMAL : tw_run_status (run);
}
