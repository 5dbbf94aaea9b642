/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - the skyline search of the capped family: a depth-first walk that can be paused.
 *
 * The board is filled from y = 0 upwards. The state is the skyline: segments of equal height. A
 * valley is a segment lower than both neighbours. The square in its left corner lies entirely
 * inside the valley, so trying every size there reaches every tiling exactly once. The search
 * always chooses the narrowest valley, which allows the fewest sizes.
 *
 * Several workers share one tree by tickets: every worker walks the top of the tree (the first
 * `split` squares) and enters only the subtrees whose numbers it has drawn.
 *
 * Internal to core/capped. A search belongs to one thread; only TwCappedShare is shared. */
#pragma once

#include "core/capped/problem.h"
#include "core/run/run.h"

/* The state that the workers of one tree share. */
typedef struct {
  _Atomic uint64_t tickets; /* number of the next ticket */
  uint64_t end;             /* no ticket from this one on is drawn; 0: no limit */
  _Atomic uint64_t done;    /* finished fraction of the tree, in units of 1 / TW_CAPPED_WHOLE */
} TwCappedShare;

#define TW_CAPPED_WHOLE 1e15

typedef struct {
  int width; /* extent of the board; rows are numbered upwards */
  int height;
  int max_size;
  int limit; /* maximum number of squares of one size */
  int most;  /* maximum number of squares of a tiling; 0: no limit */
  int split;
  int most_segments; /* maximum number of segments of a skyline; 0: no limit */
  bool partials;     /* pause at every partial tiling; the upper corners are not ordered */
  bool leader;       /* this worker reports progress and tilings of the top of the tree */
  bool random;       /* random order of sizes; the tree is walked by one worker, without
                      * tickets */
  uint64_t seed;
} TwCappedWalk;

typedef struct TwCappedSearch TwCappedSearch;

/* Returns NULL when memory is short. `share` is NULL for a single worker. `run` and `share` must
 * outlive the search. */
TwCappedSearch *tw_capped_search_new (const TwCappedWalk *walk, TwCappedShare *share, TwRun *run);
void tw_capped_search_free (TwCappedSearch *search);
/* Returns to the empty board, with another seed. */
void tw_capped_search_restart (TwCappedSearch *search, uint64_t seed);
/* Sets the maximum number of squares, which must not grow. */
void tw_capped_search_set_most (TwCappedSearch *search, int most);
/* Continues the walk for about `nodes` placements, or to the next partial tiling: then it returns
 * TW_END_LIMIT. After TW_END_FOUND the next call continues behind the tiling; after TW_END_NONE this
 * worker has no further one. */
TwEnd tw_capped_search_walk (TwCappedSearch *search, uint64_t nodes);
/* A segment of equal height of a skyline. */
typedef struct {
  int16_t width;
  int16_t height;
} TwCappedSegment;

/* Returns the number of subtrees below the top of the tree that the walk has passed or entered. */
uint64_t tw_capped_search_seen (const TwCappedSearch *search);

/* Stores at most `most` segments of the skyline, from the left. Returns the number of segments. */
int tw_capped_search_skyline (const TwCappedSearch *search, TwCappedSegment *segments, int most);
/* The sizes that occur on the board, and those that occur more than once: bit s modulo 128 for size
 * s. */
typedef struct {
  uint64_t once[2];
  uint64_t twice[2];
} TwCappedUse;

void tw_capped_search_used (const TwCappedSearch *search, TwCappedUse *use);
/* Stores the found tiling or partial tiling, in the coordinates of the walk. Returns false when
 * memory is short. */
bool tw_capped_search_tiling (const TwCappedSearch *search, TwTiling *tiling);
