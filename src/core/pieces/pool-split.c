/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool-split.c - splits the subtrees of a stopped search, so that several machines can search them.
 * Called by pool.c. */
#include <string.h>

#include "core/pieces/pool-private.h"

typedef struct {
  TwPool *pool;
  TwCoverWorker *cover;
  int32_t *path; /* room for all cells and one more */
} Splitter;

static int
index_of (const int32_t *branches, int n, int32_t place)
{
  for (int i = 0; i < n; i++) {
    if (branches[i] == place)
      return i;
  }
  return -1;
}

/* Pushes the branches from `first` on of the node below the first `count` placements. */
static bool
push_branches (Splitter *splitter, int part, int count, TwShare weight, const int32_t *branches,
               int first, int n)
{
  int32_t kept = splitter->path[count];
  bool good = true;

  for (int i = first; good && i < n; i++) {
    splitter->path[count] = branches[i];
    good = tw_pool_push (splitter->pool,
                         (TwSubtree){ .weight = tw_share_part (weight, (uint32_t) i, (uint32_t) n),
                                      .part = part,
                                      .count = count + 1,
                                      .n_places = count + 1,
                                      .places = splitter->path });
  }
  splitter->path[count] = kept;
  return good;
}

/* Pushes the subtrees below the first node of the task's path that has untried branches: the
 * branch that the path takes, with the rest of the path, and the branches after it. Sets *split to
 * false, and pushes nothing, when there is no such node. The caller removes a task that was
 * split. Returns false when memory runs out. */
static bool
split_task (Splitter *splitter, const TwSubtree *task, bool *split)
{
  TwPool *pool = splitter->pool;
  TwShare weight = task->weight, done = task->done;

  *split = false;
  if (task->n_places > 0)
    memcpy (splitter->path, task->places, (size_t) task->n_places * sizeof (int32_t));
  for (int count = task->count;; count++) {
    bool at_end = count == task->n_places, is_cover = false, overflow = false;
    const int32_t *branches;
    int n = tw_cover_branches (splitter->cover, pool->roots[task->part], splitter->path, count,
                               &branches, &is_cover);
    int taken;

    if (n < 0)
      return false;
    if (n == 0 && at_end && !is_cover) { /* a dead end */
      pool->done = tw_share_add (pool->done, tw_subtree_open (task), &overflow);
      *split = true;
      return true;
    }
    if (n == 0 || !tw_share_splits (weight, (uint32_t) n))
      return true;
    if (at_end) {
      *split = true;
      return push_branches (splitter, task->part, count, weight, branches, 0, n);
    }
    taken = index_of (branches, n, task->places[count]);
    if (taken < 0)
      return true;
    done = tw_share_sub (done, tw_share_before (weight, (uint32_t) taken, (uint32_t) n), &overflow);
    if (overflow)
      return true;
    if (taken + 1 < n) {
      *split = true;
      return push_branches (splitter, task->part, count, weight, branches, taken + 1, n)
             && tw_pool_push (
               pool, (TwSubtree){ .weight = tw_share_part (weight, (uint32_t) taken, (uint32_t) n),
                                  .done = done,
                                  .part = task->part,
                                  .count = count + 1,
                                  .n_places = task->n_places,
                                  .places = task->places });
    }
    weight = tw_share_part (weight, (uint32_t) taken, (uint32_t) n);
  }
}

/* The task with the largest unsearched share that may be split; -1: none. */
static int
largest (const TwPool *pool)
{
  TwShare most = TW_SHARE_ZERO;
  int best = -1;

  for (int i = 0; i < pool->n_tasks; i++) {
    TwShare share = tw_subtree_open (&pool->tasks[i]->subtree);

    if (!pool->tasks[i]->leaf && tw_share_compare (share, most) > 0) {
      most = share;
      best = i;
    }
  }
  return best;
}

/* Replaces a task by the last one. */
static void
remove_task (TwPool *pool, int i)
{
  tw_run_mfree (pool->in->run, pool->tasks[i]);
  pool->tasks[i] = pool->tasks[--pool->n_tasks];
}

static bool
split_to (Splitter *splitter, int n)
{
  TwPool *pool = splitter->pool;
  int i;

  while (pool->n_tasks < n && (i = largest (pool)) >= 0) {
    TwTask *task = pool->tasks[i];
    bool split, good = split_task (splitter, &task->subtree, &split);

    if (split)
      remove_task (pool, i);
    else
      task->leaf = true;
    if (!good)
      return false;
  }
  return true;
}

static bool
flatten (Splitter *splitter, int n)
{
  TwPool *pool = splitter->pool;

  (void) n;
  for (int i = 0; i < pool->n_tasks;) {
    TwSubtree *task = &pool->tasks[i]->subtree;
    bool split, good;

    if (task->count == task->n_places) {
      i++;
      continue;
    }
    good = split_task (splitter, task, &split);
    if (!split && good) {
      /* All branches of the path are the last ones, and it ends at a cover. */
      task->weight = tw_subtree_open (task);
      task->done = TW_SHARE_ZERO;
      task->count = task->n_places;
      continue;
    }
    if (split)
      remove_task (pool, i);
    if (!good)
      return false;
  }
  return true;
}

/* Calls `change` with `n`; returns false when memory runs out. */
static bool
run_splitter (TwPool *pool, int n, bool (*change) (Splitter *splitter, int n))
{
  Splitter splitter = {
    .pool = pool,
    .cover = tw_cover_worker_new (pool->in),
    .path = tw_run_calloc (pool->in->run, (size_t) pool->in->n_cells + 1, sizeof (int32_t)),
  };
  bool good = splitter.cover != NULL && splitter.path != NULL && change (&splitter, n);

  tw_cover_worker_free (splitter.cover);
  tw_run_mfree (pool->in->run, splitter.path);
  return good;
}

bool
tw_pool_split (TwPool *pool, int n)
{
  return run_splitter (pool, n, split_to);
}

bool
tw_pool_flatten (TwPool *pool)
{
  return run_splitter (pool, 0, flatten);
}
