/* SPDX-License-Identifier: GPL-3.0-or-later */
/* residues.h - a count from its residues modulo pairwise coprime numbers.
 *
 * Private to core/squares/count. */
#pragma once

#include "core/base/natural.h"

#define TW_RESIDUES_ERROR 0x1p-20 /* of an estimate, relative */

/* Sets the first `n` moduli: the largest odd numbers below 2^63 without a common divisor. */
void tw_residues_moduli (uint64_t *moduli, int n);
/* Returns how many residues determine a number of that many bits. */
int tw_residues_needed (double bits);
/* Returns a number of `n` words modulo the modulus. */
uint64_t tw_residues_reduce (const uint64_t *words, size_t n, uint64_t modulus);
/* Sets `number` to the smallest number with the residues; there is at least one. Returns false when
 * it differs from the estimate. */
bool tw_residues_join (const uint64_t *residues, int n, double estimate, TwNatural *number);
