/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.c - see codes.h. */
#include "core/capped/codes.h"

#include <string.h>

enum {
  FIRST_SLOTS = 64, /* a power of two */
};

#define HIGH_HALF (~(uint64_t) UINT32_MAX)

static uint64_t
hash_of (const uint8_t *code, size_t size)
{
  uint64_t hash = 0;

  for (size_t i = 0; i < size; i += sizeof hash) {
    uint64_t part = 0;

    memcpy (&part, code + i, size - i < sizeof part ? size - i : sizeof part);
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

static bool
grow_table (TwCodes *set)
{
  size_t n = set->n_slots > 0 ? 2 * set->n_slots : FIRST_SLOTS;
  uint64_t *slots = tw_run_calloc (set->run, n, sizeof *slots);

  if (slots == NULL)
    return false;
  for (size_t i = 0; i < set->count; i++) {
    uint64_t hash = hash_of (set->codes + i * set->size, set->size);
    size_t at = hash & (n - 1);

    while (slots[at] != 0)
      at = (at + 1) & (n - 1);
    slots[at] = (hash & HIGH_HALF) | (i + 1);
  }
  tw_run_mfree (set->run, set->slots, set->n_slots * sizeof *slots);
  set->slots = slots;
  set->n_slots = n;
  return true;
}

static bool
grow_codes (TwCodes *set)
{
  size_t capacity = set->capacity > 0 ? set->capacity + set->capacity / 2 : FIRST_SLOTS;
  uint8_t *codes = tw_run_realloc (set->run, set->codes, set->capacity * set->size,
                                   capacity * set->size);

  if (codes == NULL)
    return false;
  set->codes = codes;
  set->capacity = capacity;
  return true;
}

bool
tw_codes_add (TwCodes *set, const void *code, bool *fresh)
{
  uint64_t hash = hash_of (code, set->size);
  size_t at;

  *fresh = false;
  if (2 * set->count >= set->n_slots && !grow_table (set))
    return false;
  for (at = hash & (set->n_slots - 1); set->slots[at] != 0; at = (at + 1) & (set->n_slots - 1)) {
    uint64_t slot = set->slots[at];

    if (((slot ^ hash) & HIGH_HALF) == 0
        && memcmp (set->codes + ((slot & UINT32_MAX) - 1) * set->size, code, set->size) == 0)
      return true;
  }
  if (set->count == UINT32_MAX - 1 || (set->count == set->capacity && !grow_codes (set)))
    return false;
  memcpy (set->codes + set->count * set->size, code, set->size);
  set->slots[at] = (hash & HIGH_HALF) | ++set->count;
  *fresh = true;
  return true;
}

void
tw_codes_clear (TwCodes *set)
{
  tw_run_mfree (set->run, set->codes, set->capacity * set->size);
  tw_run_mfree (set->run, set->slots, set->n_slots * sizeof *set->slots);
  *set = (TwCodes){ .run = set->run, .size = set->size };
}
