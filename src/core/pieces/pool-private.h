/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool-private.h - declarations shared by pool.c, pool-checkpoint.c and pool-split.c. */
#pragma once

#include <pthread.h>

#include "core/pieces/checkpoint.h"
#include "core/pieces/pool.h"

/* A subtree that owns its path, to which subtree.places points. */
typedef struct {
  TwSubtree subtree;
  bool leaf; /* for pool-split.c: the subtree cannot be split */
  int32_t places[];
} TwTask;

typedef struct {
  const TwInstance *in;
  const TwInstance *searched; /* `in`, or its mirror image; placements of tasks are of this one */
  const TwSymmetry *symmetry;
  const TwSearchParts *parts;
  const TwPiecesQuery *query;
  TwPieceSink *sink;
  TwCoverRoot **roots; /* one for each part of the search */
  uint64_t limit;

  /* The number of idle workers, plus TW_COVER_HALT when all workers have to pause. Points to
   * `own_wanted` or into the saver. */
  _Atomic int *wanted;
  _Atomic int own_wanted;

  pthread_mutex_t lock; /* guards the members below */
  pthread_cond_t changed;
  TwTask **tasks; /* a stack: the last task is taken next */
  int n_tasks;
  size_t room;
  int busy; /* workers that have a task */
  bool stopping;
  bool no_memory;
  bool limit_reached;
  bool lost;     /* a subtree could not be stored: there is no checkpoint */
  bool overflow; /* the counts have overflowed */
  TwShare whole; /* of this pool: `done` plus the unsearched shares of all tasks */
  TwShare done;
  uint64_t raw;
  uint64_t distinct;
  uint64_t handed;
} TwPool;

/* Copies the subtree. Returns false when memory runs out; the subtree is then lost. */
bool tw_pool_push (TwPool *pool, TwSubtree subtree);
/* Splits the largest subtrees of the stack until it has at least `n`, or none can be split: a
 * breadth-first search, ordered by share. It counts no solution; a dead end becomes searched share.
 * Returns false when memory runs out. */
bool tw_pool_split (TwPool *pool, int n);
/* Splits all subtrees until each is that of the node at the end of its path. Returns false when
 * memory runs out, or when a subtree cannot be split. */
bool tw_pool_flatten (TwPool *pool);

/* Returns the stack and the counts as text; NULL when memory runs out. */
char *tw_pool_checkpoint (const TwPool *pool);
/* Fills an empty pool from a checkpoint. */
TwCheckpointFault tw_pool_resume (TwPool *pool, const char *text);
