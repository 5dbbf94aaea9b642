/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.h - the exact cover search on several threads: a stack of subtrees that
 * are still to be searched, shared by the workers.
 *
 * A worker that runs long, or sees another without work, hands back what is
 * left of its subtree as smaller ones. So the load is even, progress is the sum
 * of the weights of what is done (each node shares its weight evenly among its
 * branches), and a stopped search is nothing but the stack: its checkpoint.
 *
 * Private to core/pieces; called by search.c.
 */
#ifndef TW_CORE_PIECES_POOL_H
#define TW_CORE_PIECES_POOL_H

#include "core/pieces/cover.h"
#include "core/pieces/search.h"

typedef struct {
  bool no_memory;
  bool limit_reached;
  bool overflow;           /* more solutions than can be counted */
  TwCheckpointFault fault; /* of the checkpoint that the query names */
  uint64_t raw;
  uint64_t distinct;
  char *checkpoint; /* malloc'd; NULL when the search is complete */
} TwPoolResult;

/* False when the checkpoint of the query is not one of this problem. */
bool tw_pool_run (const TwInstance *instance, const TwSymmetry *symmetry, const TwParts *parts,
                  const TwPiecesQuery *query, TwPieceSink *sink, TwPoolResult *result);

#endif
