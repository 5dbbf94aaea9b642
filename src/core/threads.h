/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h - runs the workers of a search, each on a stack that is deep enough for
 * its recursion.
 *
 * Private to core.
 */
#ifndef TW_CORE_THREADS_H
#define TW_CORE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

enum {
  TW_THREADS_MOST = 256,
};

/* The processors that this process may use, at least 1 and at most TW_THREADS_MOST. */
int tw_threads_processors (void);

/* Calls `work` with each of the `count` workers (`size` bytes apart; 0: all are the same one) and
 * returns when all have. The first runs on the caller's thread unless its recursion is too deep for
 * that. Fewer threads than workers are no error as long as one runs: workers share their work.
 * `depth` is how deep the recursion may go, in nodes of a search for pieces; 0: as any thread's. */
bool tw_threads_run (void *(*work) (void *worker), void *workers, size_t size, int count,
                     int depth);

#endif
