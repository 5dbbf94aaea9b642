/* SPDX-License-Identifier: GPL-3.0-or-later */
/* natural.c - schoolbook arithmetic on large natural numbers; see natural.h. */
#include "core/base/natural.h"

#include <string.h>

#include "core/base/random.h"

/* The largest power of ten in 32 bits. */
#define CHUNK        UINT32_C (1000000000)
#define CHUNK_DIGITS 9

bool
tw_natural_is_less (const uint64_t *a, const uint64_t *b, size_t n)
{
  while (n > 1 && a[n - 1] == b[n - 1])
    n--;
  return a[n - 1] < b[n - 1];
}

void
tw_natural_subtract_words (uint64_t *number, const uint64_t *subtrahend, size_t n)
{
  uint64_t borrow = 0;

  for (size_t i = 0; i < n; i++) {
    uint64_t without = number[i] - subtrahend[i], rest = without - borrow;

    borrow = (number[i] < subtrahend[i]) | (without < borrow);
    number[i] = rest;
  }
}

/* Numbers of as many bits as the limit are drawn until one is below. */
void
tw_natural_draw_words (const uint64_t *limit, size_t n, uint64_t *random, uint64_t *number)
{
  size_t top = n - 1;

  while (top > 0 && limit[top] == 0)
    top--;
  memset (number, 0, n * sizeof number[0]);
  do {
    for (size_t i = 0; i <= top; i++)
      number[i] = tw_random_next (random);
    if (limit[top] > 0)
      number[top] &= UINT64_MAX >> __builtin_clzll (limit[top]);
  } while (!tw_natural_is_less (number, limit, n));
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

/* Returns the number of half-words up to the highest one that is not 0. */
static size_t
count_halves (const TwNatural *number)
{
  size_t n = 2 * TW_NATURAL_WORDS;

  while (n > 0 && half (number, n - 1) == 0)
    n--;
  return n;
}

bool
tw_natural_multiply (TwNatural *product, const TwNatural *a, const TwNatural *b)
{
  enum { HALVES = 2 * TW_NATURAL_WORDS };
  uint32_t halves[HALVES] = { 0 };
  TwNatural result = { { 0 } };
  size_t n_a = count_halves (a), n_b = count_halves (b);

  if (n_a > 0 && n_b > 0 && n_a + n_b - 1 > HALVES)
    return false;
  for (size_t i = 0; i < n_a; i++) {
    uint64_t carry = 0, factor = half (a, i);

    for (size_t j = 0; j < n_b; j++) {
      uint64_t term = factor * half (b, j) + carry + halves[i + j];

      halves[i + j] = (uint32_t) term;
      carry = term >> 32;
    }
    if (carry != 0 && i + n_b >= HALVES)
      return false;
    if (carry != 0)
      halves[i + n_b] = (uint32_t) carry;
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

bool
tw_natural_add (TwNatural *sum, const TwNatural *addend)
{
  return tw_natural_add_words (sum->words, addend->words, TW_NATURAL_WORDS);
}

uint32_t
tw_natural_divide (TwNatural *number, uint32_t divisor)
{
  uint64_t remainder = 0;

  for (size_t i = (count_halves (number) + 1) / 2; i-- > 0;) {
    uint64_t high = remainder << 32 | number->words[i] >> 32;
    uint64_t low = (high % divisor) << 32 | (number->words[i] & UINT32_MAX);

    number->words[i] = high / divisor << 32 | low / divisor;
    remainder = low % divisor;
  }
  return (uint32_t) remainder;
}

void
tw_natural_print (const TwNatural *number, char *text)
{
  char digits[TW_NATURAL_DIGITS + CHUNK_DIGITS];
  TwNatural rest = *number;
  size_t n = 0, length = 0;

  while (n + CHUNK_DIGITS < sizeof digits && !tw_natural_is_zero (&rest)) {
    uint32_t chunk = tw_natural_divide (&rest, CHUNK);

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
