/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.h - the exact cover search on several threads, which share a stack of unsearched subtrees.
 *
 * A worker splits the unsearched rest of its subtree and puts it back on the stack when it has run
 * for long or when another worker is idle. This balances the load. Each node shares its weight
 * evenly among its branches; the progress is the sum of the weights of the searched subtrees. A
 * stopped search is described by the stack alone, which is its checkpoint.
 *
 * Private to core/pieces; called by search.c.
 */
#pragma once

#include "core/pieces/cover.h"
#include "core/pieces/query.h"
#include "core/pieces/sink.h"

typedef struct {
  bool no_memory;
  bool limit_reached;
  bool stopped;            /* something is unsearched */
  bool overflow;           /* there are more solutions than the counter can hold */
  TwCheckpointFault fault; /* of the checkpoint to resume from */
  uint64_t raw;
  uint64_t distinct;
  char *checkpoint; /* allocated by malloc (); NULL when the search is complete or mirrored */
} TwPoolResult;

/* Prepares the parts of a search for several runs, each of which continues where the last one
 * stopped. The instance and the parts must outlive the roots. Returns NULL when memory runs out. */
TwCoverRoot **tw_pool_roots_new (const TwInstance *instance, const TwSearchParts *parts,
                                 const TwPiecesQuery *query);
void tw_pool_roots_free (const TwInstance *instance, const TwSearchParts *parts,
                         TwCoverRoot **roots);

/* Returns false when the checkpoint of the query does not belong to this problem. */
bool tw_pool_run (const TwInstance *instance, const TwSymmetry *symmetry,
                  const TwSearchParts *parts, const TwPiecesQuery *query, TwPieceSink *sink,
                  TwPoolResult *result);
