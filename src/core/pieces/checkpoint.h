/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.h - a stopped search, or a part of one, as text: the subtrees that are not searched
 * yet, their shares of the whole search, and the counts so far.
 *
 *     tilewright-pieces 3
 *     problem HASH
 *     counts RAW DISTINCT HANDED
 *     shares WHOLE DONE
 *     subtrees N
 *     PART WEIGHT DONE COUNT N PLACE ...      N lines, see TwSubtree
 *     check SUM
 *
 * All numbers are hexadecimal. Searched and unsearched shares add up exactly: WHOLE = DONE + the
 * sum over the subtrees of (WEIGHT - DONE). WHOLE is 2^255 (see share.h) when the text describes
 * an entire search, and less when it describes one work unit. SUM is a checksum over all bytes
 * before the last line; it detects every change of a single byte. The reader accepts a text as a
 * whole or rejects it.
 *
 * Called by pool.c.
 */
#pragma once

#include <stddef.h>

#include "core/pieces/query.h"
#include "core/pieces/share.h"

/* An unsearched part of the search tree, given by a path of placements. It consists of the node at
 * the end of the path, and of the later branches at each earlier node of the path, starting with
 * the node below the first `count` placements. */
typedef struct {
  TwShare weight; /* share of the subtree below the first `count` placements */
  TwShare done;   /* share of it that is searched; less than `weight` */
  int32_t part;
  int32_t count;
  int32_t n_places;
  const int32_t *places;
} TwSubtree;

typedef struct {
  uint64_t problem; /* hash of the puzzle that is searched */
  uint64_t raw;
  uint64_t distinct;
  uint64_t handed;
  TwShare whole;
  TwShare done;
  TwSubtree *subtrees;
  size_t n_subtrees;
  int32_t *places; /* storage for the paths of all subtrees, after reading */
} TwCheckpoint;

/* The share of the subtree that is not searched. */
TwShare tw_subtree_open (const TwSubtree *subtree);

/* Returns the text, which the caller frees with free (); NULL when memory runs out. */
char *tw_checkpoint_write (const TwCheckpoint *checkpoint);
/* Checks that the numbers are in range and add up; the search itself checks whether they fit the
 * puzzle. The caller clears `checkpoint` in any case. */
TwCheckpointFault tw_checkpoint_read (TwCheckpoint *checkpoint, const char *text);
void tw_checkpoint_clear (TwCheckpoint *checkpoint);
