/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mix.h - a mixing function and a random number generator for the searches of tetromino squares
 * (splitmix64, with Sebastiano Vigna's public-domain constants). */
#ifndef TW_CORE_PIECES_MIX_H
#define TW_CORE_PIECES_MIX_H

#include <stdint.h>

static inline uint64_t
tw_mix (uint64_t x)
{
  x = (x ^ x >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C (0x94d049bb133111eb);
  return x ^ x >> 31;
}

static inline uint32_t
tw_random (uint64_t *state)
{
  *state += UINT64_C (0x9e3779b97f4a7c15);
  return (uint32_t) (tw_mix (*state) >> 32);
}

#endif
