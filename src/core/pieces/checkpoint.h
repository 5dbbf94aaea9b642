/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.h - a search that was stopped, or a part of one, as text: the subtrees that are
 * still to be searched, what they are of the whole, and the counts so far.
 *
 *     tilewright-pieces 3
 *     problem HASH
 *     counts RAW DISTINCT HANDED
 *     shares WHOLE DONE
 *     subtrees N
 *     PART WEIGHT DONE COUNT N PLACE ...      N lines, see TwSubtree
 *     check SUM
 *
 * All numbers are hexadecimal. What is searched and what is not make the whole exactly:
 * WHOLE = DONE + the sum over the subtrees of (WEIGHT - DONE). WHOLE is 2^255 (see share.h) when
 * the text is about an entire search, less when it is about one work unit of it. The sum over
 * all bytes before the last line finds each change of a single byte. A text is read as a whole
 * or refused.
 *
 * Called by pool.c, and by the plans of distributed counts (puzzle/plan.c).
 */
#ifndef TW_CORE_PIECES_CHECKPOINT_H
#define TW_CORE_PIECES_CHECKPOINT_H

#include <stddef.h>

#include "core/pieces/search.h"
#include "core/pieces/share.h"

/* What is left of a subtree: the node below all these places, and on the way to it
 * from the node below the first `count` of them the branches after the one taken. */
typedef struct {
  TwShare weight; /* of the subtree below `count` places */
  TwShare done;   /* of it is searched; less than `weight` */
  int32_t part;
  int32_t count;
  int32_t n_places;
  const int32_t *places;
} TwSubtree;

typedef struct {
  uint64_t problem; /* hash of the puzzle as it is searched */
  uint64_t raw;
  uint64_t distinct;
  uint64_t handed;
  TwShare whole;
  TwShare done;
  TwSubtree *subtrees;
  size_t n_subtrees;
  int32_t *places; /* of all subtrees, when it was read */
} TwCheckpoint;

/* What is not searched of a subtree. */
TwShare tw_subtree_open (const TwSubtree *subtree);
/* A number that differs where the subtrees of one search do, for names of files. */
uint64_t tw_subtree_hash (const TwSubtree *subtree);

/* The text; NULL when memory is short. free () it. */
char *tw_checkpoint_write (const TwCheckpoint *checkpoint);
/* The numbers are in range and add up; whether they fit a puzzle, the search sees. Clear it in
 * any case. */
TwCheckpointFault tw_checkpoint_read (TwCheckpoint *checkpoint, const char *text);
void tw_checkpoint_clear (TwCheckpoint *checkpoint);

#endif
