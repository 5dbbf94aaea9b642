/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.h - what the engines of minimum-square cover have in common: their threads, their memory,
 * where they show their progress, and their status. */
#pragma once

#include <stddef.h>

#include "core/options.h"
#include "core/run/run.h"

enum {
  /* Progress bars 0 to 7 show the sweeps of the transforms. */
  TW_STRATEGY_PROOF_BAR = 9,
  TW_STRATEGY_MOST_THREADS = 64,
};

/* Returns the number of threads to use: more than there are processors would only compete. */
int tw_squares_threads (const TwOptions *options);
/* Returns the number of bytes that a proof may use; the rest is for other threads. */
size_t tw_squares_memory (const TwOptions *options);
/* Returns OPTIMAL when the bound meets the best tiling, otherwise the status of the run. */
TwStatus tw_squares_status (const TwRun *run);
