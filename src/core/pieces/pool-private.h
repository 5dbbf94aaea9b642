/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool-private.h - what pool.c shares with pool-checkpoint.c. */
#ifndef TW_CORE_PIECES_POOL_PRIVATE_H
#define TW_CORE_PIECES_POOL_PRIVATE_H

#include <pthread.h>

#include "core/pieces/checkpoint.h"
#include "core/pieces/pool.h"

/* A TwSubtree that owns its places. */
typedef struct {
  TwShare weight;
  TwShare done;
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

  /* Workers without work, and TW_COVER_HALT: all are to pause. It is `own_wanted`, or the saver's. */
  _Atomic int *wanted;
  _Atomic int own_wanted;

  pthread_mutex_t lock; /* guards what follows */
  pthread_cond_t changed;
  TwTask **tasks; /* the last is the next */
  int n_tasks;
  int room;
  int busy; /* workers with work */
  bool stopping;
  bool no_memory;
  bool limit_reached;
  bool lost;     /* a subtree could not be kept: there is no checkpoint */
  bool overflow; /* of the counts */
  TwShare whole; /* of this pool: done, and what is open of the tasks, those at work included */
  TwShare done;
  uint64_t raw;
  uint64_t distinct;
  uint64_t handed;
} TwPool;

/* Takes the task over; false (and it is lost) when memory is short. */
bool tw_pool_push (TwPool *pool, TwTask *task);
TwTask *tw_pool_task_new (TwPool *pool, int part, const int32_t *places, int count, int n_places,
                          TwShare weight);

/* The stack and the counts as text; NULL when memory is short. */
char *tw_pool_checkpoint (const TwPool *pool);
/* Fills an empty pool from it. */
TwCheckpointFault tw_pool_resume (TwPool *pool, const char *text);

#endif
