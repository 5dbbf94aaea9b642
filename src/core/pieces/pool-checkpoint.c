/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool-checkpoint.c - converts the stack of a pool to a checkpoint and back. A checkpoint contains
 * a hash of the problem, so a checkpoint of another problem is rejected. Called by pool.c. */
#include <stdlib.h>
#include <string.h>

#include "core/pieces/pool-private.h"

static uint64_t
mix (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ hash >> 31;
}

static uint64_t
hash_problem (const TwPool *pool)
{
  const TwInstance *in = pool->in;
  uint64_t hash = mix ((uint64_t) in->width << 32 | (uint64_t) in->height, pool->query->raw);

  for (int c = 0; c < in->n_cells; c++)
    hash = mix (hash, (uint64_t) in->cell_x[c] << 16 | (uint64_t) in->cell_y[c]);
  for (int p = 0; p < in->n_places; p++) {
    hash = mix (hash, (uint64_t) in->place_class[p]);
    for (int i = in->cells_start[p]; i < in->cells_start[p + 1]; i++)
      hash = mix (hash, (uint64_t) in->cells[i]);
  }
  for (int i = 0; i < pool->parts->count; i++) {
    const TwSearchPart *part = &pool->parts->parts[i];
    int rule = tw_cover_root_rule (pool->roots[i]);

    for (int w = 0; w < (in->n_places + 63) / 64; w++)
      hash = mix (hash, part->allowed[w]);
    for (int c = 0; c < in->n_classes; c++)
      hash = mix (hash, (uint64_t) part->least[c] << 32 | (uint64_t) part->most[c]);
    /* A path means nothing to a search that branches by another rule. */
    if (rule != 0)
      hash = mix (hash, (uint64_t) rule);
  }
  return hash;
}

char *
tw_pool_checkpoint (const TwPool *pool)
{
  TwCheckpoint checkpoint = { .problem = hash_problem (pool),
                              .raw = pool->raw,
                              .distinct = pool->distinct,
                              .handed = pool->handed,
                              .whole = pool->whole,
                              .done = pool->done,
                              .n_subtrees = (size_t) pool->n_tasks };
  char *text = NULL;

  checkpoint.subtrees = calloc (checkpoint.n_subtrees + 1, sizeof (TwSubtree));
  if (checkpoint.subtrees == NULL)
    return NULL;
  for (size_t i = 0; i < checkpoint.n_subtrees; i++)
    checkpoint.subtrees[i] = pool->tasks[i]->subtree;
  text = tw_checkpoint_write (&checkpoint);
  tw_checkpoint_clear (&checkpoint);
  return text;
}

/* Can these placements be chosen together in this part of the search? */
static bool
is_path (const TwPool *pool, const TwSearchPart *part, const int32_t *places, int count,
         uint8_t *covered, int *use)
{
  const TwInstance *in = pool->in;

  memset (covered, 0, (size_t) in->n_cells + 1);
  memset (use, 0, (size_t) in->n_classes * sizeof (int));
  for (int i = 0; i < count; i++) {
    int32_t p = places[i];

    if (!(part->allowed[p / 64] >> (p % 64) & 1)
        || ++use[in->place_class[p]] > part->most[in->place_class[p]])
      return false;
    for (int c = in->cells_start[p]; c < in->cells_start[p + 1]; c++) {
      if (covered[in->cells[c]]++)
        return false;
    }
  }
  return true;
}

/* Returns false when a subtree does not belong to this problem, or when memory runs out
 * (pool->lost is then set). */
static bool
push_subtrees (TwPool *pool, const TwCheckpoint *checkpoint, uint8_t *covered, int *use)
{
  const TwInstance *in = pool->in;

  for (size_t i = 0; i < checkpoint->n_subtrees; i++) {
    const TwSubtree *subtree = &checkpoint->subtrees[i];

    if (subtree->part >= pool->parts->count || subtree->n_places > in->n_cells)
      return false;
    for (int j = 0; j < subtree->n_places; j++) {
      if (subtree->places[j] >= in->n_places)
        return false;
    }
    if (!is_path (pool, &pool->parts->parts[subtree->part], subtree->places, subtree->n_places,
                  covered, use)
        || !tw_pool_push (pool, *subtree))
      return false;
  }
  return true;
}

TwCheckpointFault
tw_pool_resume (TwPool *pool, const char *text)
{
  const TwInstance *in = pool->in;
  TwCheckpoint checkpoint;
  TwCheckpointFault fault = tw_checkpoint_read (&checkpoint, text);
  uint8_t *covered = malloc ((size_t) in->n_cells + 1);
  int *use = malloc (((size_t) in->n_classes + 1) * sizeof *use);

  if (fault == TW_CHECKPOINT_OK) {
    if (covered == NULL || use == NULL)
      fault = TW_CHECKPOINT_NO_MEMORY;
    else if (checkpoint.problem != hash_problem (pool)
             || (!pool->query->unit && tw_share_compare (checkpoint.whole, TW_SHARE_ALL) != 0))
      fault = TW_CHECKPOINT_FOREIGN;
    else if (!push_subtrees (pool, &checkpoint, covered, use))
      fault = pool->lost ? TW_CHECKPOINT_NO_MEMORY : TW_CHECKPOINT_FOREIGN;
  }
  if (fault == TW_CHECKPOINT_OK) {
    pool->raw = checkpoint.raw;
    pool->distinct = checkpoint.distinct;
    pool->handed = checkpoint.handed;
    pool->whole = checkpoint.whole;
    pool->done = checkpoint.done;
  }
  tw_checkpoint_clear (&checkpoint);
  free (covered);
  free (use);
  return fault;
}
