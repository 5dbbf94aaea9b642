/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash-index.c - see hash-index.h. */
#include "core/run/hash-index.h"

#include <string.h>

#include "core/run/memory.h"

bool
tw_hash_index_init (TwHashIndex *index, TwRun *run, size_t n_slots)
{
  index->slots = tw_run_calloc (run, n_slots, sizeof *index->slots);
  index->n_slots = index->slots != NULL ? n_slots : 0;
  return index->slots != NULL;
}

void
tw_hash_index_clear (TwHashIndex *index, TwRun *run)
{
  tw_run_mfree (run, index->slots);
  *index = (TwHashIndex){ 0 };
}

void
tw_hash_index_empty (TwHashIndex *index)
{
  if (index->slots != NULL)
    memset (index->slots, 0, index->n_slots * sizeof *index->slots);
}
