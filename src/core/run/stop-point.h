/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stop-point.h - the type of a place where a search may end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A stop point: a place in the code where a search may end, because it polls the run or allocates
 * memory. Each use of tw_run_should_stop, tw_poll, tw_poll_by, tw_run_malloc, tw_run_calloc,
 * tw_run_realloc and tw_run_grow defines one. The linker collects all stop points in one table, so
 * tests can show that a search ends well at each of them. */
typedef struct {
  _Alignas(32) const char *file; /* this alignment equals the size, so entries lie without
                                  * gaps */
  int line;
  bool is_memory;
} TwStopPoint;

/* A program that is built without TW_STOP_POINTS needs nothing but C11, and has no hooks for tests. */
#ifdef TW_STOP_POINTS
#define TW_STOP_POINT(is_memory)                                                              \
  (__extension__({                                                                            \
    static const TwStopPoint tw_stop_point                                                    \
      __attribute__ ((section ("tw_stop_points"), used)) = { __FILE__, __LINE__, is_memory }; \
    &tw_stop_point;                                                                           \
  }))
#else
#define TW_STOP_POINT(is_memory) ((const TwStopPoint *) NULL)
#endif
