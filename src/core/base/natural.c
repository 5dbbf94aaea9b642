/* SPDX-License-Identifier: GPL-3.0-or-later */
/* natural.c - schoolbook arithmetic on large natural numbers; see natural.h. */
#include "core/base/natural.h"

#include <string.h>

/* The largest power of ten in 32 bits. */
#define CHUNK        UINT64_C (1000000000)
#define CHUNK_DIGITS 9

bool
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

TwNatural
tw_natural_from (const uint64_t *words, size_t n)
{
  TwNatural number = { { 0 } };

  memcpy (number.words, words, n * sizeof words[0]);
  return number;
}

/* Returns half-word i: the product of two half-words fits into a word. */
static uint64_t
half (const TwNatural *number, size_t i)
{
  return number->words[i / 2] >> (i % 2 * 32) & UINT32_MAX;
}

bool
tw_natural_multiply (TwNatural *product, const TwNatural *a, const TwNatural *b)
{
  enum { HALVES = 2 * TW_NATURAL_WORDS };
  uint32_t halves[HALVES] = { 0 };
  TwNatural result = { { 0 } };

  for (size_t i = 0; i < HALVES; i++) {
    uint64_t carry = 0, factor = half (a, i);

    for (size_t j = 0; factor != 0 && j < HALVES; j++) {
      uint64_t term = factor * half (b, j) + carry;

      if (i + j >= HALVES) {
        if (term != 0)
          return false;
        continue;
      }
      term += halves[i + j];
      halves[i + j] = (uint32_t) term;
      carry = term >> 32;
    }
    if (carry != 0)
      return false;
  }
  for (size_t i = 0; i < HALVES; i++)
    result.words[i / 2] |= (uint64_t) halves[i] << (i % 2 * 32);
  *product = result;
  return true;
}

bool
tw_natural_is_zero (const TwNatural *number)
{
  for (size_t i = 0; i < TW_NATURAL_WORDS; i++) {
    if (number->words[i] != 0)
      return false;
  }
  return true;
}

/* Divides by CHUNK and returns the remainder. */
static uint64_t
divide (TwNatural *number)
{
  uint64_t remainder = 0;

  for (size_t i = TW_NATURAL_WORDS; i-- > 0;) {
    uint64_t high = remainder << 32 | number->words[i] >> 32;
    uint64_t low = (high % CHUNK) << 32 | (number->words[i] & UINT32_MAX);

    number->words[i] = high / CHUNK << 32 | low / CHUNK;
    remainder = low % CHUNK;
  }
  return remainder;
}

void
tw_natural_print (const TwNatural *number, char *text)
{
  char digits[TW_NATURAL_DIGITS + CHUNK_DIGITS];
  TwNatural rest = *number;
  size_t n = 0, length = 0;

  while (n + CHUNK_DIGITS < sizeof digits && !tw_natural_is_zero (&rest)) {
    uint64_t chunk = divide (&rest);

    for (int i = 0; i < CHUNK_DIGITS; i++, chunk /= 10)
      digits[n++] = (char) ('0' + chunk % 10);
  }
  while (n > 1 && digits[n - 1] == '0')
    n--;
  if (n == 0)
    digits[n++] = '0';
  while (n > 0)
    text[length++] = digits[--n];
  text[length] = '\0';
}
