/* SPDX-License-Identifier: GPL-3.0-or-later */
/* residues.c - see residues.h. */
#include "core/squares/count/residues.h"

#include <math.h>

#include "core/base/divisor.h"
#include "core/squares/count/state.h"

void
tw_residues_moduli (uint64_t *moduli, int n)
{
  uint64_t number = (UINT64_C (1) << 63) - 1;

  for (int i = 0; i < n; number -= 2) {
    bool fine = true;

    for (int j = 0; fine && j < i; j++)
      fine = tw_common_divisor ((int64_t) number, (int64_t) moduli[j]) == 1;
    if (fine)
      moduli[i++] = number;
  }
}

int
tw_residues_needed (double bits)
{
  return (int) (bits / 62) + 1;
}

uint64_t
tw_residues_reduce (const uint64_t *words, size_t n, uint64_t modulus)
{
  uint64_t rest = 0;

  while (n-- > 0) {
    __extension__ unsigned __int128 value = (unsigned __int128) rest << 64 | words[n];

    rest = (uint64_t) (value % modulus);
  }
  return rest;
}

static uint64_t
multiply (uint64_t a, uint64_t b, uint64_t modulus)
{
  __extension__ unsigned __int128 product = (unsigned __int128) a * b;

  return (uint64_t) (product % modulus);
}

/* Euclid's algorithm: `before` and `now` are the multiples of `number` that leave `a` and `b`. */
static uint64_t
invert (uint64_t number, uint64_t modulus)
{
  uint64_t a = modulus, b = number;
  int64_t before = 0, now = 1;

  while (b != 0) {
    uint64_t rest = a % b;
    int64_t next = before - (int64_t) (a / b) * now;

    a = b;
    b = rest;
    before = now;
    now = next;
  }
  return before < 0 ? (uint64_t) before + modulus : (uint64_t) before;
}

static double
approximate (const TwNatural *number)
{
  double value = 0;

  for (size_t i = TW_NATURAL_WORDS; i-- > 0;)
    value = value * 0x1p64 + (double) number->words[i];
  return value;
}

/* Garner's algorithm: the number grows by multiples of the product of the former moduli. */
bool
tw_residues_join (const uint64_t *residues, int n, double estimate, TwNatural *number)
{
  TwNatural product = tw_natural_from (&(uint64_t){ 1 }, 1), step;
  uint64_t moduli[TW_SQUARE_COUNT_RESIDUES];
  double difference;

  tw_residues_moduli (moduli, n);
  *number = tw_natural_from (&(uint64_t){ 0 }, 1);
  for (int i = 0; i < n; i++) {
    uint64_t modulus = moduli[i];
    uint64_t now = tw_residues_reduce (number->words, TW_NATURAL_WORDS, modulus);
    uint64_t unit = tw_residues_reduce (product.words, TW_NATURAL_WORDS, modulus);
    uint64_t missing = (residues[i] + (modulus - now)) % modulus;

    step = tw_natural_from (&(uint64_t){ multiply (missing, invert (unit, modulus), modulus) }, 1);
    if (!tw_natural_multiply (&step, &step, &product) || !tw_natural_add (number, &step))
      return false;
    step = tw_natural_from (&modulus, 1);
    if (!tw_natural_multiply (&product, &product, &step))
      return false;
  }
  difference = approximate (number) - estimate;
  return fabs (difference) <= estimate * TW_RESIDUES_ERROR;
}
