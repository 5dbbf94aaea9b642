/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool-private.h - what pool.c shares with checkpoint.c. */
#ifndef TW_CORE_PIECES_POOL_PRIVATE_H
#define TW_CORE_PIECES_POOL_PRIVATE_H

#include <pthread.h>

#include "core/pieces/pool.h"

/* What is left of a subtree: the node below all these places, and on the way to it
 * from the node below the first `count` of them the branches after the one taken. */
typedef struct {
  double weight; /* share of the whole search, of the subtree below `count` places */
  double done;   /* of it is searched */
  int32_t part;
  int32_t count;
  int32_t n_places;
  int32_t places[];
} TwTask;

typedef struct {
  const TwInstance *in;
  const TwSymmetry *symmetry;
  const TwParts *parts;
  const TwPiecesQuery *query;
  TwPieceSink *sink;
  TwCoverRoot **roots; /* one for each part */
  uint64_t limit;

  _Atomic int wanted; /* workers without work */

  pthread_mutex_t lock; /* guards what follows */
  pthread_cond_t changed;
  TwTask **tasks; /* the last is the next */
  int n_tasks;
  int room;
  int busy; /* workers with work */
  bool stopping;
  bool no_memory;
  bool limit_reached;
  bool lost; /* a subtree could not be kept: there is no checkpoint */
  double done;
  uint64_t raw;
  uint64_t distinct;
  uint64_t handed;
} TwPool;

/* Takes the task over; false (and it is lost) when memory is short. */
bool tw_pool_push (TwPool *pool, TwTask *task);
TwTask *tw_pool_task_new (TwPool *pool, int part, const int32_t *places, int count, int n_places,
                          double weight);

/* The stack and the counts as text; NULL when memory is short. */
char *tw_pool_checkpoint (const TwPool *pool);
/* Fills an empty pool from it; false when it does not belong to the problem. */
bool tw_pool_resume (TwPool *pool, const char *text);

#endif
