/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.h - a minimal test harness for core, which does not use GLib: TAP on standard output, one
 * line per case. */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tools/test-cases.h"
#include "../tools/test-size.h"

#include "core/run/stop-points.h"

static int check_cases;
static int check_failures;
static int check_case_failures;

#define CHECK(condition)                                        \
  do {                                                          \
    if (!(condition)) {                                         \
      printf ("# %s:%d: %s\n", __FILE__, __LINE__, #condition); \
      check_case_failures++;                                    \
    }                                                           \
  } while (0)

#define CHECK_INT(actual, expected)                                                              \
  do {                                                                                           \
    long long check_a = (long long) (actual), check_e = (long long) (expected);                  \
    if (check_a != check_e) {                                                                    \
      printf ("# %s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #actual, check_a, check_e); \
      check_case_failures++;                                                                     \
    }                                                                                            \
  } while (0)

#define CHECK_STR(actual, expected)                                                        \
  do {                                                                                     \
    const char *check_a = (actual), *check_e = (expected);                                 \
    if (strcmp (check_a, check_e) != 0) {                                                  \
      printf ("# %s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #actual, check_a, \
              check_e);                                                                    \
      check_case_failures++;                                                               \
    }                                                                                      \
  } while (0)

static inline void
check_run (const char *name, void (*test) (void))
{
  check_case_failures = 0;
  test ();
  check_cases++;
  if (check_case_failures > 0)
    check_failures++;
  printf ("%sok %d - %s\n", check_case_failures > 0 ? "not " : "", check_cases, name);
  fflush (stdout);
}

static inline int
check_done (void)
{
  printf ("1..%d\n", check_cases);
  return check_failures > 0;
}

/* Runs what TEST defines. */
static inline void
check_all (void)
{
  for (const TestCase *test = test_cases; test != NULL; test = test->next)
    check_run (test->path, test->run);
}

#define CHECK_MAIN        \
  int main (void)         \
  {                       \
    check_all ();         \
    return check_done (); \
  }

/* xorshift64*: the same boards on every system. */
static inline uint32_t
check_random (uint64_t *state)
{
  uint64_t x = *state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *state = x;
  return (uint32_t) ((x * 0x2545F4914F6CDD1DULL) >> 32);
}
