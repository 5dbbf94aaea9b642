/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover.h - exact cover by bit sets: the search behind most piece puzzles.
 *
 * Places are bits. A node holds the set of places that are still possible, and
 * branches on the cell (or the piece that must be used) with the fewest of
 * them; choosing a place removes all that touch its cells by one AND of a
 * prepared row. When a node has lost most of the places, the sets are packed again
 * into fewer words, so that most nodes work on a few words.
 * Regions cut off are judged by whether the sizes of the pieces can add up to
 * theirs. Pieces come in classes with counts: a class that is used up leaves.
 *
 * The choice of a node depends on the places that are left and not on how they
 * are packed, and branches are taken in ascending order: so a path of places says
 * where a search stopped, and what is left of it can be handed to others.
 *
 * Source: exact cover with the least-branching item is D. E. Knuth, Dancing
 * Links (2000); sets of bits in place of links, packing and the rest are ours.
 *
 * Private to core/pieces. A root is read by any number of threads, a worker
 * belongs to one.
 */
#ifndef TW_CORE_PIECES_COVER_H
#define TW_CORE_PIECES_COVER_H

#include "core/pieces/symmetry.h"

/* Nodes between two looks at the share and at whether somebody wants work. */
#define TW_COVER_LOOK 2048
/* *wanted at least this: end, whatever is left. */
#define TW_COVER_HALT (1 << 20)

typedef struct TwCoverRoot TwCoverRoot;
typedef struct TwCoverWorker TwCoverWorker;

/* Prepares one part of a search; the part must outlive it. NULL when the
 * memory of the run is used up. */
TwCoverRoot *tw_cover_root_new (const TwInstance *instance, const TwPart *part);
void tw_cover_root_free (TwCoverRoot *root);

/* Called for every cover: all its places, in the order they were chosen. False
 * ends the search. */
typedef bool (*TwCoverFound) (void *data, const int32_t *places, int count);

TwCoverWorker *tw_cover_worker_new (const TwInstance *instance);
void tw_cover_worker_free (TwCoverWorker *worker);

typedef enum {
  TW_COVER_DONE,    /* the subtree is searched through */
  TW_COVER_PAUSED,  /* its share of nodes is used up, or somebody wants work */
  TW_COVER_STOPPED, /* by the run, or by `found` */
  TW_COVER_NO_MEMORY,
} TwCoverEnd;

/* Searches what is left of the subtree of `root` below the first n_prefix places of
 * `path`: the node of the whole path, and at each node on the way to it the branches
 * after the one taken. It pauses after `share` nodes (rounded up, see
 * TW_COVER_LOOK), earlier when *wanted is not 0 and there is something to give away,
 * or *wanted has TW_COVER_HALT. After TW_COVER_PAUSED or TW_COVER_STOPPED, what is
 * left now is told by tw_cover_worker_path () in the same way. */
TwCoverEnd tw_cover_search (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *path,
                            int n_prefix, int n_path, uint64_t share, _Atomic int *wanted,
                            TwCoverFound found, void *data);
/* The path from the root, prefix included; valid until the next search. */
const int32_t *tw_cover_worker_path (const TwCoverWorker *worker, int *count);
/* The branches of the node before path place `depth`, and which of them, from 0, the path
 * takes. */
int tw_cover_worker_fork (const TwCoverWorker *worker, int depth, int *taken);

/* The branches at the node below `prefix`, ascending: the places of its choice
 * go to *places (the worker's, valid until its next call). Returns how many there
 * are, 0 for a dead end or a cover (*is_cover), -1 when memory is short. */
int tw_cover_branches (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *prefix,
                       int n_prefix, const int32_t **places, bool *is_cover);

#endif
