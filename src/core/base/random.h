/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h - the SplitMix64 generator (Steele, Lea, Flood 2014): pseudo-random numbers that are the
 * same on every machine. For generated boards and hash keys, not for secrets. */
#pragma once

#include <stdint.h>

/* The mixing function of the generator: a bijection in which each bit of the result depends on all
 * bits of x. Also for hashes. */
static inline uint64_t
tw_mix (uint64_t x)
{
  x = (x ^ x >> 30) * UINT64_C (0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C (0x94D049BB133111EB);
  return x ^ x >> 31;
}

/* Extends the hash of a sequence by `value`. This is faster than tw_mix () and mixes less. */
static inline uint64_t
tw_hash_add (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) * UINT64_C (0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}

static inline uint64_t
tw_random_next (uint64_t *state)
{
  return tw_mix (*state += UINT64_C (0x9E3779B97F4A7C15));
}

/* Returns the high half of the next number. */
static inline uint32_t
tw_random_half (uint64_t *state)
{
  return (uint32_t) (tw_random_next (state) >> 32);
}

/* Returns number n = 0, 1, ... of the sequence that begins with state 0. */
static inline uint64_t
tw_random_number (uint64_t n)
{
  uint64_t state = n * UINT64_C (0x9E3779B97F4A7C15);

  return tw_random_next (&state);
}

/* Returns a number in 0 .. n - 1; the bias of the remainder is n / 2^64. */
static inline uint64_t
tw_random_below (uint64_t *state, uint64_t n)
{
  return tw_random_next (state) % n;
}
