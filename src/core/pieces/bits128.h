/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bits128.h - words of 128 bits, for the windows of strip.c and the board bitmaps of cover.c. */
#pragma once

#include <stdint.h>

__extension__ typedef unsigned __int128 TwBits128;

/* The indices of the lowest and of the highest bit that is set; `bits` is not 0. */
static inline int
tw_bits128_first (TwBits128 bits)
{
  uint64_t low = (uint64_t) bits;

  return low != 0 ? __builtin_ctzll (low) : 64 + __builtin_ctzll ((uint64_t) (bits >> 64));
}

static inline int
tw_bits128_last (TwBits128 bits)
{
  uint64_t high = (uint64_t) (bits >> 64);

  return high != 0 ? 127 - __builtin_clzll (high) : 63 - __builtin_clzll ((uint64_t) bits);
}

static inline int
tw_bits128_count (TwBits128 bits)
{
  return __builtin_popcountll ((uint64_t) bits) + __builtin_popcountll ((uint64_t) (bits >> 64));
}
