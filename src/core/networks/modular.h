/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modular.h - numbers modulo the prime 2^61 - 1. Internal to core/networks. */
#pragma once

#include <stdint.h>

#define TW_MODULUS ((UINT64_C (1) << 61) - 1)

static inline uint64_t
tw_mod_add (uint64_t a, uint64_t b)
{
  uint64_t sum = a + b;

  return sum >= TW_MODULUS ? sum - TW_MODULUS : sum;
}

static inline uint64_t
tw_mod_subtract (uint64_t a, uint64_t b)
{
  return a >= b ? a - b : a + TW_MODULUS - b;
}

static inline uint64_t
tw_mod_multiply (uint64_t a, uint64_t b)
{
  __extension__ unsigned __int128 product = (unsigned __int128) a * b;
  uint64_t sum = ((uint64_t) product & TW_MODULUS) + (uint64_t) (product >> 61);

  return sum >= TW_MODULUS ? sum - TW_MODULUS : sum;
}

/* Returns 0 for 0. */
static inline uint64_t
tw_mod_inverse (uint64_t x)
{
  uint64_t result = 1;

  for (uint64_t e = TW_MODULUS - 2; e > 0; e /= 2) {
    if (e % 2 != 0)
      result = tw_mod_multiply (result, x);
    x = tw_mod_multiply (x, x);
  }
  return result;
}

/* Returns the number of at most `most` in absolute value with this residue; 0 also when there is
 * none. */
static inline int64_t
tw_mod_small (uint64_t x, int64_t most)
{
  if (x <= (uint64_t) most)
    return (int64_t) x;
  return TW_MODULUS - x <= (uint64_t) most ? -(int64_t) (TW_MODULUS - x) : 0;
}
