/* SPDX-License-Identifier: GPL-3.0-or-later */
/* divisor.h - the greatest common divisor. */
#pragma once

#include <stdint.h>

/* Returns the greatest common divisor of two numbers that are not negative; that of 0 and b is b.
 * (Euclid's algorithm.) */
static inline int64_t
tw_common_divisor (int64_t a, int64_t b)
{
  while (b != 0) {
    int64_t rest = a % b;

    a = b;
    b = rest;
  }
  return a;
}
