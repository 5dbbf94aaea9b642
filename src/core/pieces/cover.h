/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover.h - exact cover with bit sets: the search behind most piece puzzles.
 *
 * Each placement is a bit. A node holds the set of placements that are still possible. It branches
 * on the cell, or the piece that must be used, with the fewest of them. Choosing a placement
 * removes the placements that touch its cells with one AND-NOT of a precomputed row. When few
 * placements of a set remain, the sets are packed into fewer words, so most nodes work on a few
 * words. A cut-off region is feasible only when sizes of pieces can add up to its size. Pieces are
 * grouped in classes with counts; a class whose pieces are all placed loses its placements.
 *
 * On narrow boards, and when few cells are free, a node branches on the first free cell instead
 * (cover-scan.h). On narrow boards the numbers of covers of remainders are remembered
 * (cover-memo.h). When all pieces differ, tables tell which sets of them cover the free cells
 * (cover-sets.h).
 *
 * The choice at a node depends on the placements that remain and not on how they are packed, and
 * branches are taken in ascending order. Therefore a path of placements describes where a search
 * stopped, and the unsearched subtrees can be handed to other threads.
 *
 * Source: exact cover with branching on the item with the fewest options is D. E. Knuth, Dancing
 * Links (2000). Bit sets instead of links, packing and the tests of regions and counts are
 * additions of this project.
 *
 * Private to core/pieces. Any number of threads may read a root; a worker belongs to one thread.
 */
#pragma once

#include "core/pieces/symmetry.h"

/* Nodes between two polls of the node share and of *wanted. */
#define TW_COVER_LOOK 2048
/* A value of *wanted of at least this asks for a pause, even when there is no subtree to give
 * away. */
#define TW_COVER_HALT (1 << 20)

typedef struct TwCoverRoot TwCoverRoot;
typedef struct TwCoverWorker TwCoverWorker;

/* Prepares one part of a search; the part must outlive the root. Returns NULL when the memory
 * limit of the run is reached. */
TwCoverRoot *tw_cover_root_new (const TwInstance *instance, const TwSearchPart *part);
/* Lets the search branch on the first free cell (cover-scan.h), remember remainders (cover-memo.h)
 * and list sets of pieces (cover-sets.h) where that pays; `counts`: the searches will count covers
 * without visiting all. They remember in the region, if that is not NULL, where all roots of the
 * search have different numbers from 0. The search tree depends on the instance and the part, and
 * with sets of pieces on what other threads have listed: then dead ends may be missing from it.
 * Returns false when memory runs out. */
bool tw_cover_root_tune (TwCoverRoot *root, bool counts, TwMemoRegion *region, int number);
/* A number for the rule by which the nodes branch. */
int tw_cover_root_rule (const TwCoverRoot *root);
void tw_cover_root_free (TwCoverRoot *root);

/* Called for each cover with all its placements, in the order in which they were chosen. Returning
 * false ends the search. */
typedef bool (*TwCoverFound) (void *data, const int32_t *places, int count);

/* Called for covers that are counted without being visited. Returning false ends the search. */
typedef bool (*TwCoverCounted) (void *data, uint64_t covers);

/* The inner loop is built for any processor, for x86 with a population count, and for vectors: x86
 * with AVX2, which counts four words at once, or ARM with NEON. All visit the same nodes in the same
 * order. */
typedef enum {
  TW_COVER_PLAIN,
  TW_COVER_POPCNT,
  TW_COVER_VECTORS,
} TwCoverBuild;

TwCoverWorker *tw_cover_worker_new (const TwInstance *instance);
void tw_cover_worker_free (TwCoverWorker *worker);
/* A new worker uses the last build of the list that the processor can run; a test may choose
 * another. Returns false, and changes nothing, when the processor cannot run it. */
bool tw_cover_worker_set_build (TwCoverWorker *worker, TwCoverBuild build);

/* Continues the search of the subtree of `root` below the first n_prefix placements of `path`: it
 * searches the node at the end of the path, and the later branches at each node from the prefix on.
 * It pauses after `share` nodes (rounded up, see TW_COVER_LOOK), earlier when *wanted is not 0 and
 * there is a branch to give away, or when *wanted has reached TW_COVER_HALT (TW_END_LIMIT). The run
 * or `found` stop it. After TW_END_LIMIT or TW_END_STOPPED, tw_cover_worker_path () gives the path
 * to continue from. */
TwEnd tw_cover_search (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *path,
                       int n_prefix, int n_path, uint64_t share, _Atomic int *wanted,
                       TwCoverFound found, void *data);
/* Lets the next searches count remainders that were searched before; NULL: all covers are visited.
 */
void tw_cover_worker_set_counted (TwCoverWorker *worker, TwCoverCounted counted);
/* The path from the root, prefix included; valid until the next search. */
const int32_t *tw_cover_worker_path (const TwCoverWorker *worker, int *count);
/* Returns the number of branches at the node above placement `depth` of the path; *taken receives
 * the index, from 0, of the branch that the path takes. */
int tw_cover_worker_fork (const TwCoverWorker *worker, int depth, int *taken);

/* Lists the branches at the node below `prefix`, ascending, in *places, which the worker owns and
 * which is valid until its next call. Returns the number of branches, 0 for a dead end or a cover
 * (*is_cover), -1 when memory runs out. */
int tw_cover_branches (TwCoverWorker *worker, const TwCoverRoot *root, const int32_t *prefix,
                       int n_prefix, const int32_t **places, bool *is_cover);
