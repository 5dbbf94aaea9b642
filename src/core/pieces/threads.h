/* threads.h - runs the workers of a search, each on a stack that is deep enough for
 * its recursion: a thousand nodes fit any thread, ten thousand do not.
 *
 * Private to core/pieces; called by pool.c and restart.c.
 */
#ifndef TW_CORE_PIECES_THREADS_H
#define TW_CORE_PIECES_THREADS_H

#include <stdbool.h>
#include <stddef.h>

/* Calls `work` with each of the `count` workers (`size` bytes apart) and returns when
 * all have. Fewer threads than workers are no error as long as one runs: workers
 * share their work. `depth` is how deep the recursion may go. */
bool tw_threads_run (void *(*work) (void *worker), void *workers, size_t size, int count,
                     int depth);

#endif
