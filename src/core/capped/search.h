/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.h - the skyline search of the capped family: one depth-first walk that
 * can be paused.
 *
 * The board is filled from y = 0 upwards. The state is the skyline: segments of
 * equal height. A valley is a segment lower than both neighbours; the square
 * in its left corner lies wholly inside it, so trying every size there reaches
 * every tiling exactly once. The narrowest valley is taken: it has the fewest
 * sizes.
 *
 * Several workers share one tree by tickets: every worker walks its top (the
 * first `split` squares) and enters the subtrees whose number it drew.
 *
 * Internal to core/capped. A search belongs to one thread; only the share is
 * common.
 */
#ifndef TW_CORE_CAPPED_SEARCH_H
#define TW_CORE_CAPPED_SEARCH_H

#include "core/capped/task.h"
#include "core/run.h"

/* What the workers of one tree have in common. */
typedef struct {
  _Atomic uint64_t tickets; /* drawn so far */
  _Atomic uint64_t done;    /* share of the tree that is finished, of TW_CAPPED_WHOLE */
} TwCappedShare;

#define TW_CAPPED_WHOLE 1e15

typedef struct {
  int width; /* of the skyline; rows go upwards */
  int height;
  int max_size;
  int limit; /* squares of one size */
  int most;  /* squares of a tiling; 0: any number */
  int split;
  int most_segments; /* of a skyline; 0: any number */
  bool partials;     /* stop at every part of a tiling; the upper corners are in no order */
  bool leader;       /* the worker that answers for the top of the tree */
  bool random;       /* sizes in random order; the tree is walked alone, tickets are ignored */
  uint64_t seed;
} TwCappedWalk;

typedef enum {
  TW_CAPPED_PAUSED,    /* the budget of nodes is used up */
  TW_CAPPED_FOUND,     /* a tiling; the next call goes on behind it */
  TW_CAPPED_PARTIAL,   /* squares from the bottom up to a skyline */
  TW_CAPPED_EXHAUSTED, /* no further tiling in this worker's part */
  TW_CAPPED_STOPPED,   /* by the run */
} TwCappedStep;

typedef struct TwCappedSearch TwCappedSearch;

/* NULL when memory is short. `share` is NULL for a walk alone; run and share
 * must outlive the search. */
TwCappedSearch *tw_capped_search_new (const TwCappedWalk *walk, TwCappedShare *share, TwRun *run);
void tw_capped_search_free (TwCappedSearch *search);
/* Back to the empty board, with another seed. */
void tw_capped_search_restart (TwCappedSearch *search, uint64_t seed);
/* From here on at most so many squares, and no more than before. */
void tw_capped_search_set_most (TwCappedSearch *search, int most);
/* Walks on for about `nodes` placements. */
TwCappedStep tw_capped_search_walk (TwCappedSearch *search, uint64_t nodes);
/* A stretch of equal height of a skyline. */
typedef struct {
  int16_t width;
  int16_t height;
} TwCappedSegment;

/* The skyline from the left, at most `most` segments; how many there are. */
int tw_capped_search_skyline (const TwCappedSearch *search, TwCappedSegment *segments, int most);
/* The sizes that lie on the board, and those that do so more than once: bit
 * s modulo 128 for size s. */
typedef struct {
  uint64_t once[2];
  uint64_t twice[2];
} TwCappedUse;

void tw_capped_search_used (const TwCappedSearch *search, TwCappedUse *use);
/* The tiling (or part of one) that was found, in the coordinates of the walk; false when memory is short. */
bool tw_capped_search_tiling (const TwCappedSearch *search, TwTiling *tiling);

#endif
