/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h - runs the workers of a search, each on a stack that is deep enough for its recursion.
 *
 * Private to core. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
  TW_THREADS_MOST = 256,
};

/* Returns the number of processors that this process may use, from 1 to TW_THREADS_MOST. */
int tw_threads_processors (void);

/* Calls `work` for each of the `count` workers (`size` bytes apart; 0: all are the same one) and
 * returns when all have returned. The first worker runs on the caller's thread unless its recursion
 * is too deep for that. Returns true if at least one worker ran: workers share their work, so fewer
 * threads than workers are no error. `depth` is the maximum depth of the recursion, in nodes of a
 * search for pieces; 0: the default stack suffices. */
bool tw_threads_run (void *(*work) (void *worker), void *workers, size_t size, int count,
                     int depth);
