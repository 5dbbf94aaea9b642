/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.h - a set of different codes of one size, in the order in which they were added.
 *
 * Internal to core/networks. A set belongs to one thread. */
#pragma once

#include "core/run/hash-index.h"
#include "core/run/run.h"

/* The owner sets `run` and `size`, the bytes of a code, leaves the other members zero, and calls
 * tw_codes_clear (). */
typedef struct {
  TwRun *run;
  size_t size;
  uint8_t *codes;
  size_t count;
  size_t capacity;
  TwHashIndex index;
} TwCodes;

/* Adds a copy of the code unless it is in the set, and sets *fresh to whether it was added. Returns
 * false when memory is short; the set is then unchanged. */
bool tw_codes_add (TwCodes *set, const void *code, bool *fresh);
/* Empties the set, whose members `run` and `size` stay. */
void tw_codes_clear (TwCodes *set);
