/* SPDX-License-Identifier: GPL-3.0-or-later */
/* natural.h - natural numbers larger than a machine word: sums, products, decimal digits.
 *
 * Words are little-endian. A number has a fixed size; a result that does not fit is reported, not
 * truncated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TW_NATURAL_WORDS = 1024,   /* 65,536 bits */
  TW_NATURAL_DIGITS = 19740, /* enough for the decimal digits and a NUL */
};

typedef struct {
  uint64_t words[TW_NATURAL_WORDS];
} TwNatural;

/* Adds `n` words to `n` words. Returns false when the sum does not fit. */
static inline bool
tw_natural_add_words (uint64_t *sum, const uint64_t *addend, size_t n)
{
  uint64_t carry = 0;

  for (size_t i = 0; i < n; i++) {
    uint64_t with_carry = sum[i] + carry;

    carry = with_carry < carry;
    sum[i] = with_carry + addend[i];
    carry += sum[i] < with_carry;
  }
  return carry == 0;
}

/* Compares numbers of `n` words. */
bool tw_natural_is_less (const uint64_t *a, const uint64_t *b, size_t n);
/* Subtracts `n` words; `number` is not less than them. */
void tw_natural_subtract_words (uint64_t *number, const uint64_t *subtrahend, size_t n);
/* Sets `number` to a random number below `limit`, which is not 0; all are equally likely. `random`
 * is the state of the generator. */
void tw_natural_draw_words (const uint64_t *limit, size_t n, uint64_t *random, uint64_t *number);

TwNatural tw_natural_from (const uint64_t *words, size_t n);
/* Returns false when the product does not fit; `product` is then unchanged. It may be `a` or
 * `b`. */
bool tw_natural_multiply (TwNatural *product, const TwNatural *a, const TwNatural *b);
/* Returns false when the sum does not fit. */
bool tw_natural_add (TwNatural *sum, const TwNatural *addend);
/* Divides `number` and returns the remainder. */
uint32_t tw_natural_divide (TwNatural *number, uint32_t divisor);
bool tw_natural_is_zero (const TwNatural *number);
/* Writes the decimal digits. `text` must hold TW_NATURAL_DIGITS bytes. */
void tw_natural_print (const TwNatural *number, char *text);
