/* SPDX-License-Identifier: GPL-3.0-or-later */
/* codes.c - see codes.h. */
#include "core/networks/codes.h"

#include <string.h>

#include "core/base/random.h"

enum {
  FIRST_SLOTS = 64, /* a power of two */
};

static uint64_t
hash_of (const uint8_t *code, size_t size)
{
  uint64_t hash = 0;

  for (size_t i = 0; i < size; i += sizeof hash) {
    uint64_t part = 0;

    memcpy (&part, code + i, size - i < sizeof part ? size - i : sizeof part);
    hash = tw_hash_add (hash, part);
  }
  return hash;
}

static bool
grow_table (TwCodes *set)
{
  size_t n = set->index.n_slots > 0 ? 2 * set->index.n_slots : FIRST_SLOTS;
  TwHashIndex larger;

  if (!tw_hash_index_init (&larger, set->run, n))
    return false;
  for (size_t i = 0; i < set->count; i++)
    tw_hash_index_add (&larger, hash_of (set->codes + i * set->size, set->size), i);
  tw_hash_index_clear (&set->index, set->run);
  set->index = larger;
  return true;
}

static bool
grow_codes (TwCodes *set)
{
  size_t capacity = set->capacity > 0 ? set->capacity + set->capacity / 2 : FIRST_SLOTS;
  uint8_t *codes = tw_run_realloc (set->run, set->codes, capacity * set->size);

  if (codes == NULL)
    return false;
  set->codes = codes;
  set->capacity = capacity;
  return true;
}

bool
tw_codes_add (TwCodes *set, const void *code, bool *fresh)
{
  const TwHashIndex *index = &set->index;
  size_t at;

  *fresh = false;
  if (2 * set->count >= index->n_slots && !grow_table (set))
    return false;
  at = tw_probe (hash_of (code, set->size), index->n_slots);
  for (; index->slots[at] != 0; at = tw_probe_next (at, index->n_slots)) {
    if (memcmp (set->codes + (index->slots[at] - 1) * set->size, code, set->size) == 0)
      return true;
  }
  if (set->count == UINT32_MAX - 1 || (set->count == set->capacity && !grow_codes (set)))
    return false;
  memcpy (set->codes + set->count * set->size, code, set->size);
  index->slots[at] = (uint32_t) ++set->count;
  *fresh = true;
  return true;
}

void
tw_codes_clear (TwCodes *set)
{
  tw_run_mfree (set->run, set->codes);
  tw_hash_index_clear (&set->index, set->run);
  *set = (TwCodes){ .run = set->run, .size = set->size };
}
