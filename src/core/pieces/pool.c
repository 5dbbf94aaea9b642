/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.c - workers on a shared stack of subtrees; called by search.c. */
#include "core/pieces/pool.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/compare.h"
#include "core/base/random.h"
#include "core/pieces/mirror.h"
#include "core/pieces/pool-private.h"
#include "core/base/threads.h"

/* A worker puts its subtree back on the stack after this many nodes even when no worker is idle:
 * about every fifth of a second, so that the progress moves. */
#define SHARE ((uint64_t) 1 << 19)
/* Boards with fewer cells are searched sooner than the tables of a tuned root are made. */
#define TUNED_CELLS 30

typedef struct {
  TwPool *pool;
  TwCoverWorker *cover;
  const TwSearchPart *part; /* of the current task */
  bool reads;               /* the placements of a solution are needed, sorted */
  int32_t *sorted;
  int32_t *image;
  int *use;
} Worker;

/* --- tasks -------------------------------------------------------------------- */

bool
tw_pool_push (TwPool *pool, TwSubtree subtree)
{
  size_t size = (size_t) subtree.n_places * sizeof (int32_t);
  TwTask *task = tw_run_malloc (pool->in->run, sizeof (TwTask) + size);

  if (task == NULL
      || ((size_t) pool->n_tasks == pool->room
          && !tw_run_grow (pool->in->run, &pool->tasks, &pool->room, 64))) {
    tw_run_mfree (pool->in->run, task);
    pool->lost = true;
    return false;
  }
  *task = (TwTask){ .subtree = subtree };
  task->subtree.places = task->places;
  if (size > 0)
    memcpy (task->places, subtree.places, size);
  pool->tasks[pool->n_tasks++] = task;
  return true;
}

/* The searched share of a subtree whose path is that of the worker. */
static TwShare
share_done (const Worker *worker, const TwSubtree *subtree)
{
  TwShare done = TW_SHARE_ZERO, weight = subtree->weight;
  bool overflow = false;

  for (int d = subtree->count; d < subtree->n_places; d++) {
    int taken, n = tw_cover_worker_fork (worker->cover, d, &taken);

    done = tw_share_add (done, tw_share_before (weight, (uint32_t) taken, (uint32_t) n), &overflow);
    weight = tw_share_part (weight, (uint32_t) taken, (uint32_t) n);
  }
  return done;
}

/* Replaces the searched share of a task, `before`, by `after`. */
static void
move_done (TwPool *pool, TwShare before, TwShare after)
{
  bool overflow = false;

  pool->done = tw_share_add (tw_share_sub (pool->done, before, &overflow), after, &overflow);
}

/* Splits the subtree at the first node of the path with untried branches: these become tasks, and
 * `rest`, whose path is `path`, is narrowed to the branch taken. Called with the lock held; returns
 * false when memory runs out. */
static bool
give_away (Worker *worker, TwSubtree *rest, int32_t *path)
{
  TwPool *pool = worker->pool;
  int32_t taken;
  const int32_t *branches;
  bool is_cover;
  int n, which = 0;

  for (; rest->count < rest->n_places; rest->count++) {
    n = tw_cover_worker_fork (worker->cover, rest->count, &which);
    if (which + 1 < n)
      break;
    rest->weight = tw_share_part (rest->weight, (uint32_t) which, (uint32_t) n);
  }
  if (rest->count >= rest->n_places)
    return true;
  taken = path[rest->count];
  n = tw_cover_branches (worker->cover, pool->roots[rest->part], path, rest->count, &branches,
                         &is_cover);
  if (n <= 0)
    return false;
  /* The share is too small to give each branch at least one unit: do not split it. */
  if (!tw_share_splits (rest->weight, (uint32_t) n))
    return true;
  for (int i = n - 1; i >= 0 && branches[i] > taken; i--) {
    path[rest->count] = branches[i];
    if (!tw_pool_push (
          pool, (TwSubtree){ .weight = tw_share_part (rest->weight, (uint32_t) i, (uint32_t) n),
                             .part = rest->part,
                             .count = rest->count + 1,
                             .n_places = rest->count + 1,
                             .places = path }))
      return false;
  }
  path[rest->count++] = taken;
  rest->weight = tw_share_part (rest->weight, (uint32_t) which, (uint32_t) n);
  return true;
}

/* Puts the unsearched rest of a task on the stack, split if `share` is set and it can be split.
 * Called with the lock held; returns false when memory runs out. */
static bool
push_rest (Worker *worker, const TwSubtree *task, bool share)
{
  TwPool *pool = worker->pool;
  TwSubtree rest = *task;
  const int32_t *path = tw_cover_worker_path (worker->cover, &rest.n_places);
  size_t length = (size_t) rest.n_places * sizeof (int32_t), size = length + sizeof (int32_t);
  int32_t *copy = tw_run_malloc (pool->in->run, size);
  bool good = copy != NULL;

  if (good) {
    memcpy (copy, path, length);
    rest.places = copy;
    /* When the path has not changed, the worker may not have reached its end, and the forks are
     * not valid. */
    if (rest.n_places != task->n_places || memcmp (copy, task->places, length) != 0) {
      rest.done = share_done (worker, &rest);
      move_done (pool, task->done, rest.done);
      if (share) {
        good = give_away (worker, &rest, copy);
        rest.done = share_done (worker, &rest);
      }
    }
    good = good && tw_pool_push (pool, rest);
    tw_run_mfree (pool->in->run, copy);
  }
  pool->lost = pool->lost || !good;
  return good;
}

/* --- solutions ------------------------------------------------------------------ */

static void
enter_lottery (TwPieceLottery *lottery, const int32_t *places, int count)
{
  uint64_t hash = 0;

  for (int i = 0; i < count && !lottery->first; i++)
    hash = tw_mix (hash + lottery->key + (uint64_t) places[i] + 1);
  if (lottery->count >= 0 && hash >= lottery->hash)
    return;
  lottery->hash = hash;
  lottery->count = count;
  memcpy (lottery->places, places, (size_t) count * sizeof (int32_t));
}

/* Are solutions of the worker's part counted and nothing else? Called with the lock held. */
static bool
only_counts (const Worker *worker)
{
  const TwPool *pool = worker->pool;
  const TwPieceLottery *lottery = pool->query->lottery;

  return worker->part->elements == 1 && (pool->sink == NULL || !tw_piece_sink_wants (pool->sink))
         && (lottery == NULL || (lottery->first && lottery->count >= 0));
}

/* Does take_solution () look at the placements? Called with the lock held. */
static bool
reads_places (const Worker *worker)
{
  return !only_counts (worker)
         || (worker->pool->query->raw && worker->pool->symmetry->elements != 1);
}

/* Called with the lock held. */
static void
hand_over (Worker *worker, const int32_t *places, int count)
{
  TwPieceSolution solution;

  if (worker->pool->query->lottery != NULL)
    enter_lottery (worker->pool->query->lottery, places, count);
  if (worker->pool->sink == NULL || !tw_piece_sink_wants (worker->pool->sink))
    return;
  if (tw_instance_solution (worker->pool->in, places, count, &solution)) {
    tw_piece_sink_put (worker->pool->sink, &solution);
    tw_piece_solution_clear (&solution);
  }
}

/* Is no earlier transform's image equal to image k? Equal images are handed over once. */
static bool
image_is_new (Worker *worker, int k, int count)
{
  const TwSymmetry *symmetry = worker->pool->symmetry;
  int32_t *other = worker->image + count;

  for (int j = 0; j < k; j++) {
    if ((symmetry->elements >> j & 1)
        && tw_symmetry_map (symmetry, worker->pool->in, j, worker->sorted, count, other,
                            worker->use)
        && memcmp (other, worker->image, (size_t) count * sizeof (int32_t)) == 0)
      return false;
  }
  return true;
}

/* Counts a solution, with the lock held; returns false when no more are wanted. */
static bool
take_solution (Worker *worker, int count, TwOrbit orbit)
{
  TwPool *pool = worker->pool;
  const TwSymmetry *symmetry = pool->symmetry;
  uint64_t raw = 1;

  if (pool->limit_reached)
    return false;
  if (symmetry->closed)
    raw = (uint64_t) (__builtin_popcount (symmetry->elements) / orbit.fixed_by);
  if (pool->raw > INT64_MAX - raw) {
    pool->overflow = true;
    return false;
  }
  pool->raw += raw;
  pool->distinct += orbit.first;
  if (pool->sink != NULL)
    tw_piece_sink_count (pool->sink, raw, orbit.first);

  if (!pool->query->raw) {
    if (orbit.first) {
      hand_over (worker, worker->sorted, count);
      pool->handed++;
    }
  } else if (!symmetry->closed || symmetry->elements == 1) {
    hand_over (worker, worker->sorted, count);
    pool->handed++;
  } else {
    for (int k = 0; k < 8; k++) {
      if (!(symmetry->elements >> k & 1)
          || !tw_symmetry_map (symmetry, pool->in, k, worker->sorted, count, worker->image,
                               worker->use)
          || !image_is_new (worker, k, count))
        continue;
      if (pool->limit == 0 || pool->handed < pool->limit)
        hand_over (worker, worker->image, count);
      pool->handed++;
    }
  }
  if (pool->limit > 0 && pool->handed >= pool->limit)
    pool->limit_reached = true;
  return !pool->limit_reached;
}

static bool
found (void *data, const int32_t *places, int count)
{
  Worker *worker = data;
  TwPool *pool = worker->pool;
  TwOrbit orbit = { .first = true, .fixed_by = 1 };
  bool more;

  for (int i = 0; i < count && worker->reads; i++)
    worker->sorted[i] = pool->searched == pool->in ? places[i]
                                                   : tw_mirror_place (pool->in, places[i]);
  if (worker->reads)
    qsort (worker->sorted, (size_t) count, sizeof (int32_t), tw_compare_int32);
  if (worker->part->elements != 1)
    orbit = tw_symmetry_judge (pool->symmetry, pool->in, worker->part->elements, worker->sorted,
                               count, worker->image, worker->use);
  /* The search also finds the first image of this solution, which counts for the whole orbit. */
  if (!orbit.first && pool->symmetry->closed)
    return true;

  pthread_mutex_lock (&pool->lock);
  more = take_solution (worker, count, orbit);
  worker->reads = reads_places (worker);
  pthread_mutex_unlock (&pool->lock);
  return more;
}

/* Counts covers that the search did not visit; each stands for one orbit with all its images. */
static bool
counted (void *data, uint64_t covers)
{
  TwPool *pool = ((Worker *) data)->pool;
  const TwSymmetry *symmetry = pool->symmetry;
  uint64_t images = symmetry->closed ? (uint64_t) __builtin_popcount (symmetry->elements) : 1;
  bool good;

  pthread_mutex_lock (&pool->lock);
  good = covers <= (INT64_MAX - pool->raw) / images;
  if (good) {
    pool->raw += covers * images;
    pool->distinct += covers;
    pool->handed += pool->query->raw ? covers * images : covers;
    if (pool->sink != NULL)
      tw_piece_sink_count (pool->sink, covers * images, covers);
  } else {
    pool->overflow = true;
  }
  pthread_mutex_unlock (&pool->lock);
  return good;
}

/* --- workers ---------------------------------------------------------------------- */

static void
show_progress (TwPool *pool)
{
  int permille = (int) (tw_share_to_double (pool->done) / tw_share_to_double (pool->whole)
                        * 1000.0);

  tw_instance_show_progress (pool->in->run, TW_PHASE_SEARCH,
                             permille < 0     ? 0
                             : permille > 999 ? 999
                                              : permille);
}

/* Is a checkpoint requested that this search can write? */
static bool
is_asked (const TwPool *pool)
{
  const TwPieceSaver *saver = pool->query->saver;

  return saver != NULL && atomic_load (&saver->asked) && !pool->stopping && !pool->lost
         && !pool->limit_reached;
}

/* While all workers are idle, the stack describes the whole search. Called with the lock held. */
static void
save (TwPool *pool)
{
  TwPieceSaver *saver = pool->query->saver;
  char *text;

  atomic_store (&saver->asked, false);
  atomic_fetch_and (pool->wanted, ~TW_COVER_HALT);
  text = tw_pool_checkpoint (pool);
  if (text != NULL)
    saver->save (saver->data, text);
  free (text);
}

/* Waits for the next task; NULL when the search is over. A worker that had to wait takes the task
 * at the bottom of the stack, which is the largest. */
static TwTask *
next_task (TwPool *pool)
{
  bool waited = false;
  TwTask *task;

  for (;;) {
    bool asked = is_asked (pool);

    if (pool->stopping || (pool->n_tasks == 0 && pool->busy == 0))
      return NULL;
    if (asked && pool->busy == 0) {
      save (pool);
      asked = false;
    }
    if (!asked && pool->n_tasks > 0)
      break;
    waited = waited || !asked;
    atomic_fetch_add (pool->wanted, 1);
    pthread_cond_wait (&pool->changed, &pool->lock);
    atomic_fetch_sub (pool->wanted, 1);
  }
  /* A request that arrived while a checkpoint was being saved may have left the flag set. */
  if (pool->query->saver != NULL && !atomic_load (&pool->query->saver->asked))
    atomic_fetch_and (pool->wanted, ~TW_COVER_HALT);
  if (waited) {
    task = pool->tasks[0];
    pool->n_tasks--;
    memmove (pool->tasks, pool->tasks + 1, (size_t) pool->n_tasks * sizeof (TwTask *));
  } else {
    task = pool->tasks[--pool->n_tasks];
  }
  pool->busy++;
  return task;
}

static void
settle (Worker *worker, const TwSubtree *task, TwEnd end)
{
  TwPool *pool = worker->pool;

  switch (end) {
  case TW_END_FOUND:
  case TW_END_NONE:
  case TW_END_DONE:
    move_done (pool, task->done, task->weight);
    break;
  case TW_END_LIMIT:
    if (!pool->limit_reached
        && !push_rest (worker, task,
                       !pool->stopping && (atomic_load (pool->wanted) & (TW_COVER_HALT - 1)) > 0))
      pool->no_memory = pool->stopping = true;
    break;
  case TW_END_STOPPED:
    if (!pool->limit_reached)
      push_rest (worker, task, false);
    pool->stopping = true;
    break;
  case TW_END_NO_MEMORY:
    /* The solutions of this subtree are already counted, so it cannot be searched again. */
    pool->lost = pool->no_memory = pool->stopping = true;
    break;
  }
  if (pool->overflow)
    pool->stopping = true;
  /* The other workers pause at their next poll. */
  if (pool->stopping)
    atomic_fetch_or (pool->wanted, TW_COVER_HALT);
  show_progress (pool);
}

/* The nodes that the query allows from now on. */
static uint64_t
nodes_left (const TwPool *pool)
{
  uint64_t used = tw_run_nodes (pool->in->run), budget = pool->query->budget;

  if (budget == 0)
    return UINT64_MAX;
  return used < budget ? budget - used : 0;
}

static void *
work (void *data)
{
  Worker *worker = data;
  TwPool *pool = worker->pool;
  TwTask *task;

  pthread_mutex_lock (&pool->lock);
  while ((task = next_task (pool)) != NULL) {
    uint64_t share = nodes_left (pool);
    bool counts;
    TwEnd end;

    share = share < SHARE ? share : SHARE;
    worker->part = &pool->parts->parts[task->subtree.part];
    worker->reads = reads_places (worker);
    counts = only_counts (worker) && pool->query->goal == TW_PIECES_COUNT && pool->limit == 0;
    pthread_mutex_unlock (&pool->lock);
    tw_cover_worker_set_counted (worker->cover, counts ? counted : NULL);
    end = tw_cover_search (worker->cover, pool->roots[task->subtree.part], task->places,
                           task->subtree.count, task->subtree.n_places, share, pool->wanted, found,
                           worker);
    pthread_mutex_lock (&pool->lock);
    if (nodes_left (pool) == 0)
      pool->stopping = true;
    settle (worker, &task->subtree, end);
    tw_run_mfree (pool->in->run, task);
    pool->busy--;
    pthread_cond_broadcast (&pool->changed);
  }
  pthread_cond_broadcast (&pool->changed);
  pthread_mutex_unlock (&pool->lock);
  return NULL;
}

static bool
init_worker (Worker *worker, TwPool *pool, TwArena *arena)
{
  size_t cells = (size_t) pool->in->n_cells + 1;

  *worker = (Worker){ .pool = pool };
  worker->sorted = tw_arena_alloc (arena, cells * sizeof (int32_t));
  worker->image = tw_arena_alloc (arena, 2 * cells * sizeof (int32_t));
  worker->use = tw_arena_alloc (arena, ((size_t) pool->in->n_classes + 1) * sizeof (int));
  if (worker->sorted != NULL && worker->image != NULL && worker->use != NULL)
    worker->cover = tw_cover_worker_new (pool->searched);
  return worker->cover != NULL;
}

static void
run_workers (TwPool *pool, int threads)
{
  Worker *workers = calloc ((size_t) threads, sizeof *workers);
  TwArena arena;
  int ready = 0;

  tw_arena_init (&arena, pool->in->run);
  while (workers != NULL && ready < threads && init_worker (&workers[ready], pool, &arena))
    ready++;
  if (ready == 0
      || !tw_threads_run (work, workers, sizeof *workers, ready, tw_instance_depth (pool->in)))
    pool->no_memory = true;
  for (int i = 0; i < ready; i++)
    tw_cover_worker_free (workers[i].cover);
  tw_arena_clear (&arena);
  free (workers);
}

static TwCoverRoot *
new_root (const TwPiecesQuery *query, const TwInstance *in, const TwSearchPart *part, int number)
{
  TwCoverRoot *root = tw_cover_root_new (in, part);
  bool counts = query->goal == TW_PIECES_COUNT;
  /* The mirrored search has other placements, and it must not trust what it verifies. */
  TwMemoRegion *region = counts && !query->mirrored ? query->region : NULL;

  if (root != NULL && in->n_cells >= TUNED_CELLS
      && !tw_cover_root_tune (root, counts, region, number)) {
    tw_cover_root_free (root);
    return NULL;
  }
  return root;
}

TwCoverRoot **
tw_pool_roots_new (const TwInstance *in, const TwSearchParts *parts, const TwPiecesQuery *query)
{
  TwCoverRoot **roots = tw_run_calloc (in->run, (size_t) parts->count, sizeof (TwCoverRoot *));

  for (int i = 0; roots != NULL && i < parts->count; i++) {
    roots[i] = new_root (query, in, &parts->parts[i], i);
    if (roots[i] == NULL) {
      tw_pool_roots_free (in, parts, roots);
      return NULL;
    }
  }
  return roots;
}

void
tw_pool_roots_free (const TwInstance *in, const TwSearchParts *parts, TwCoverRoot **roots)
{
  for (int i = 0; roots != NULL && i < parts->count; i++)
    tw_cover_root_free (roots[i]);
  tw_run_mfree (in->run, roots);
}

/* Lets the workers search the mirrored instance. The stack then no longer describes the original
 * search. Returns false when memory runs out, or when a subtree cannot be mirrored. */
static bool
mirror (TwPool *pool, TwMirror *mirror)
{
  if (!tw_pool_flatten (pool) || !tw_mirror_make (mirror, pool->in, pool->parts))
    return false;
  for (int i = 0; i < pool->parts->count; i++) {
    tw_cover_root_free (pool->roots[i]);
    pool->roots[i] = new_root (pool->query, &mirror->instance, &mirror->parts[i], i);
    if (pool->roots[i] == NULL)
      return false;
  }
  for (int i = 0; i < pool->n_tasks; i++)
    for (int j = 0; j < pool->tasks[i]->subtree.n_places; j++)
      pool->tasks[i]->places[j] = tw_mirror_place (pool->in, pool->tasks[i]->places[j]);
  pool->searched = &mirror->instance;
  return true;
}

static bool
push_parts (TwPool *pool)
{
  for (int i = pool->parts->count - 1; i >= 0; i--) {
    TwShare weight = tw_share_part (TW_SHARE_ALL, (uint32_t) i, (uint32_t) pool->parts->count);

    if (!tw_pool_push (pool, (TwSubtree){ .weight = weight, .part = i }))
      return false;
  }
  return true;
}

static void
clear_pool (TwPool *pool)
{
  TwRun *run = pool->in->run;

  for (int i = 0; i < pool->n_tasks; i++)
    tw_run_mfree (run, pool->tasks[i]);
  tw_run_mfree (run, pool->tasks);
  if (pool->roots != pool->query->roots)
    tw_pool_roots_free (pool->in, pool->parts, pool->roots);
  pthread_cond_destroy (&pool->changed);
  pthread_mutex_destroy (&pool->lock);
}

bool
tw_pool_run (const TwInstance *in, const TwSymmetry *symmetry, const TwSearchParts *parts,
             const TwPiecesQuery *query, TwPieceSink *sink, TwPoolResult *result)
{
  TwMirror mirrored = { .parts = NULL };
  TwPool pool = {
    .in = in, .searched = in, .symmetry = symmetry, .parts = parts, .query = query, .sink = sink
  };

  *result = (TwPoolResult){ 0 };
  pool.whole = TW_SHARE_ALL;
  pool.wanted = query->saver != NULL ? &query->saver->wanted : &pool.own_wanted;
  atomic_store (pool.wanted,
                query->saver != NULL && atomic_load (&query->saver->asked) ? TW_COVER_HALT : 0);
  pool.limit = query->goal == TW_PIECES_FIRST    ? 1
               : query->goal == TW_PIECES_UNIQUE ? 2
                                                 : query->limit;
  pthread_mutex_init (&pool.lock, NULL);
  pthread_cond_init (&pool.changed, NULL);
  pool.roots = query->roots != NULL ? query->roots : tw_pool_roots_new (in, parts, query);
  if (pool.roots == NULL) {
    pool.no_memory = true;
  } else if (query->resume != NULL) {
    result->fault = tw_pool_resume (&pool, query->resume);
    /* Add the solutions that the sink has not received: all of them, or none when the sink is the
     * one of the paused search. */
    if (result->fault == TW_CHECKPOINT_OK && sink != NULL && tw_piece_sink_raw (sink) < pool.raw)
      tw_piece_sink_count (sink, pool.raw - tw_piece_sink_raw (sink),
                           pool.distinct - tw_piece_sink_distinct (sink));
  } else if (!push_parts (&pool)) {
    pool.no_memory = true;
  }
  if (result->fault == TW_CHECKPOINT_NO_MEMORY)
    pool.no_memory = true;
  if (query->mirrored && result->fault == TW_CHECKPOINT_OK && !pool.no_memory
      && !mirror (&pool, &mirrored))
    pool.no_memory = true;
  if (result->fault == TW_CHECKPOINT_OK && !pool.no_memory) {
    show_progress (&pool);
    if (!query->plan)
      run_workers (&pool, query->threads > 0 ? query->threads : 1);
    /* When splitting finds that all tasks are dead ends, the checkpoint has no subtrees. */
    result->stopped = pool.n_tasks > 0 && !pool.lost && !pool.limit_reached && !pool.overflow;
    if (query->split > 0 && !query->mirrored && !pool.lost && !tw_pool_split (&pool, query->split))
      pool.no_memory = pool.lost = true;
    if (result->stopped && !query->mirrored && !pool.lost)
      result->checkpoint = tw_pool_checkpoint (&pool);
  }
  result->no_memory = pool.no_memory || (pool.lost && !pool.limit_reached);
  result->limit_reached = pool.limit_reached;
  result->raw = pool.raw;
  result->distinct = pool.distinct;
  result->overflow = pool.overflow;
  clear_pool (&pool);
  tw_mirror_clear (&mirrored);
  return result->fault == TW_CHECKPOINT_OK || result->fault == TW_CHECKPOINT_NO_MEMORY;
}
