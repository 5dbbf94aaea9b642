/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.c - starts and joins worker threads; see threads.h. */
#define _GNU_SOURCE /* sched_getaffinity () */

#include "core/base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes of stack for a node of the recursion, a generous estimate, and for everything else. A
 * thousand nodes fit the stack of every thread, ten thousand do not. The C library puts the
 * thread-local variables into the stack too, and those of the thread sanitizer take 0.8 MB. Only
 * the pages that a thread touches take memory. */
#define NODE_STACK  1024
#define BASE_STACK  ((size_t) 1 << 21)
#define STACK_GRAIN ((size_t) 1 << 16)
/* The maximum depth of recursion on the caller's thread. */
#define SHALLOW 512

static bool
set_depth (pthread_attr_t *attributes, int depth)
{
  size_t stack = BASE_STACK + (size_t) depth * NODE_STACK;

  return depth == 0
         || pthread_attr_setstacksize (attributes, (stack / STACK_GRAIN + 1) * STACK_GRAIN) == 0;
}

int
tw_threads_processors (void)
{
  long count = sysconf (_SC_NPROCESSORS_ONLN);
#ifdef __linux__
  cpu_set_t allowed;

  if (sched_getaffinity (0, sizeof allowed, &allowed) == 0 && CPU_COUNT (&allowed) > 0)
    count = CPU_COUNT (&allowed);
#endif
  return count < 1 ? 1 : count > TW_THREADS_MOST ? TW_THREADS_MOST : (int) count;
}

bool
tw_threads_run (void *(*work) (void *worker), void *workers, size_t size, int count, int depth)
{
  pthread_t *ids = calloc ((size_t) count, sizeof *ids);
  bool here = depth <= SHALLOW;
  pthread_attr_t attributes;
  int started = 0;

  if (ids != NULL && pthread_attr_init (&attributes) == 0) {
    bool goes_on = set_depth (&attributes, depth);

    for (int i = here ? 1 : 0; goes_on && i < count; i++) {
      void *worker = (char *) workers + (size_t) i * size;

      goes_on = pthread_create (&ids[started], &attributes, work, worker) == 0;
      started += goes_on;
    }
    pthread_attr_destroy (&attributes);
  }
  if (here)
    work (workers);
  for (int i = 0; i < started; i++)
    pthread_join (ids[i], NULL);
  free (ids);
  return here || started > 0;
}
