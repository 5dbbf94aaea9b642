/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-size.h - how many random tasks a test solves. TW_TEST_SIZE=full, which build-aux/test --full
 * sets, asks for all of them; otherwise, and above all in sanitized programs, a tenth is enough. */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline int
test_size (int full)
{
  const char *size = getenv ("TW_TEST_SIZE");

  return size != NULL && strcmp (size, "full") == 0 ? full : (full + 9) / 10;
}

/* From the n-th point of interruption to the next one to be tried: by a share of n, or twice n. */
static inline uint64_t
test_step (uint64_t n, uint64_t share)
{
  return 1 + (test_size (10) == 10 ? n / share : n);
}

/* What a test demands of all tasks, or of a tenth of them, where chance has more weight. */
static inline int
test_demand (int full, int small)
{
  return test_size (10) == 10 ? full : small;
}
