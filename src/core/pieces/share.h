/* SPDX-License-Identifier: GPL-3.0-or-later */
/* share.h - exact shares of a search tree, which measure progress and prove that no part of a
 * search was lost or counted twice.
 *
 * A share is an integer number of units of 2^-255 of the search. A node divides its share among
 * its branches without a remainder: of W units branch i of n gets floor (W (i + 1) / n) - floor (W
 * i / n). Therefore the shares of searched and unsearched subtrees always add up exactly to the
 * whole, and a node of at least n units gives each of its n branches at least one unit.
 *
 * Private to core; plain values without allocation. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
  TW_SHARE_WORDS = 4,
  TW_SHARE_DIGITS = 16 * TW_SHARE_WORDS, /* hexadecimal digits in a text */
};

/* The lowest word first. */
typedef struct {
  uint64_t words[TW_SHARE_WORDS];
} TwShare;

#define TW_SHARE_ZERO ((TwShare){ { 0 } })
#define TW_SHARE_ALL  ((TwShare){ { 0, 0, 0, UINT64_C (1) << 63 } })

/* Sum and difference wrap around. On a wrap *overflow is set; it is never cleared, so the caller
 * checks it once after a series of operations. */
static inline TwShare
tw_share_add (TwShare a, TwShare b, bool *overflow)
{
  unsigned carry = 0;

  for (int i = 0; i < TW_SHARE_WORDS; i++) {
    uint64_t sum = a.words[i] + b.words[i];
    unsigned next = sum < b.words[i];

    a.words[i] = sum + carry;
    carry = next | (a.words[i] < sum);
  }
  *overflow = *overflow || carry != 0;
  return a;
}

static inline TwShare
tw_share_sub (TwShare a, TwShare b, bool *overflow)
{
  unsigned borrow = 0;

  for (int i = 0; i < TW_SHARE_WORDS; i++) {
    uint64_t difference = a.words[i] - b.words[i];
    unsigned next = a.words[i] < b.words[i];

    a.words[i] = difference - borrow;
    borrow = next | (difference < borrow);
  }
  *overflow = *overflow || borrow != 0;
  return a;
}

static inline int
tw_share_compare (TwShare a, TwShare b)
{
  for (int i = TW_SHARE_WORDS - 1; i >= 0; i--) {
    if (a.words[i] != b.words[i])
      return a.words[i] < b.words[i] ? -1 : 1;
  }
  return 0;
}

/* floor (share * i / n), 0 <= i <= n, 0 < n: the share of the branches before branch i. */
static inline TwShare
tw_share_before (TwShare share, uint32_t i, uint32_t n)
{
  TwShare quotient = TW_SHARE_ZERO;
  uint64_t rest = 0, carry;

  /* share = quotient * n + rest, so no intermediate value is longer than a share. The division
   * works on half words because the rest is below 2^32. */
  for (int w = TW_SHARE_WORDS - 1; w >= 0; w--) {
    uint64_t high = rest << 32 | share.words[w] >> 32;
    uint64_t low = (high % n) << 32 | (share.words[w] & UINT32_MAX);

    quotient.words[w] = (high / n) << 32 | low / n;
    rest = low % n;
  }
  carry = rest * i / n;
  for (int w = 0; w < TW_SHARE_WORDS; w++) {
    uint64_t low = (quotient.words[w] & UINT32_MAX) * i + (carry & UINT32_MAX);
    uint64_t high = (quotient.words[w] >> 32) * i + (carry >> 32) + (low >> 32);

    quotient.words[w] = high << 32 | (low & UINT32_MAX);
    carry = high >> 32;
  }
  return quotient;
}

/* The share of branch i of n, 0 <= i < n. */
static inline TwShare
tw_share_part (TwShare share, uint32_t i, uint32_t n)
{
  bool overflow = false;

  return tw_share_sub (tw_share_before (share, i + 1, n), tw_share_before (share, i, n), &overflow);
}

/* Does each of n branches get at least one unit? */
static inline bool
tw_share_splits (TwShare share, uint32_t n)
{
  return tw_share_compare (share, (TwShare){ { n } }) >= 0;
}

/* The share as a fraction of the whole search, 0 to 1. */
static inline double
tw_share_to_double (TwShare share)
{
  double value = 0;

  for (int i = 0; i < TW_SHARE_WORDS; i++)
    value = value / 0x1p64 + (double) share.words[i];
  return value / 0x1p63;
}
