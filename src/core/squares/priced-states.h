/* SPDX-License-Identifier: GPL-3.0-or-later */
/* priced-states.h - the states of the priced sweep (priced.c) and of nested bands (nest.c), kept by their
 * first uncovered cell, and how each came about. */
#ifndef TW_CORE_SQUARES_PRICED_STATES_H
#define TW_CORE_SQUARES_PRICED_STATES_H

#include <string.h>

#include "core/board.h"
#include "core/run.h"
#include "core/squares/prices.h"
#include "core/tiling.h"

enum {
  TW_PRICED_MOST_REACH = 255, /* cells of a row covered beyond a column fit into a byte */
  TW_PRICED_CUT_WORDS = TW_PRICE_CUTS / 64,
};

/* Several rows of a profile at once. */
typedef uint8_t TwPricedReaches __attribute__ ((vector_size (16)));

/* No state, no trail. */
#define TW_PRICED_NOTHING UINT32_MAX

typedef struct {
  uint64_t hash;
  uint32_t trail; /* of the state it came from */
  uint32_t cost;
  int32_t bound; /* in units; by the prices at the time it was made */
  uint16_t size; /* of the square placed last; 0: none */
  union {
    struct {
      int32_t cut_rest; /* weights of the cuts that hold for what is left; as to which: */
      uint64_t cuts[TW_PRICED_CUT_WORDS];
    };
    struct {               /* of nested bands (nest.c) */
      int32_t ahead[2];    /* what the halves still cost, as far as is known */
      uint64_t first_hash; /* of the first half's part of the profile */
    };
  };
} TwPricedState;

/* The states of one first uncovered cell. */
typedef struct TwPricedCell TwPricedCell;
struct TwPricedCell {
  TwPricedState *states;
  uint8_t *profiles; /* reach of each row beyond the cell's column, `stride` bytes a state */
  uint32_t *table;   /* open addressing, TW_PRICED_NOTHING: free */
  uint32_t count, capacity, profile_capacity, table_size;
  TwPricedCell *next; /* of those that are spare */
};

/* Indices of states of a cell. */
typedef struct {
  uint32_t *states;
  size_t count, capacity;
} TwPricedChosen;

typedef struct TwPricedTrail TwPricedTrail;

typedef struct {
  TwRun *run;
  const TwBoard *board;
  size_t memory; /* bytes that the run may have charged */
  int width, height;
  size_t stride; /* bytes of a profile */
  /* By column, the last for the covered board in its row 0; NULL: no states. */
  TwPricedCell **cells;
  uint32_t *counts;      /* of each column's states, also those that have been dropped */
  TwPricedCell *spare;   /* memory that is likely to be at hand */
  TwPricedTrail **trail; /* what was placed, for the way back from the last state */
  size_t n_trail, n_parts;
  bool no_memory;
} TwPricedStates;

/* The first row from `row` on that is not covered; the height when there is none. */
static inline int
tw_priced_next_open (const uint8_t *profile, int row, int height)
{
  const uint8_t *found = memchr (profile + row, 0, (size_t) (height - row));

  return found != NULL ? (int) (found - profile) : height;
}

/* How far all rows of a profile are covered; `row` becomes the first that is no further. */
static inline int
tw_priced_least_reach (const uint8_t *profile, int height, int *row)
{
  TwPricedReaches least = { 0 }, reaches;
  int most = TW_PRICED_MOST_REACH, y = 0;

  /* The complements' greatest: the compiler has an instruction for that. */
  for (; y + (int) sizeof reaches <= height; y += (int) sizeof reaches) {
    memcpy (&reaches, profile + y, sizeof reaches);
    reaches = ~reaches;
    least = (reaches & (reaches > least)) | (least & (reaches <= least));
  }
  for (size_t i = 0; i < sizeof least; i++)
    most = TW_PRICED_MOST_REACH - least[i] < most ? TW_PRICED_MOST_REACH - least[i] : most;
  for (; y < height; y++)
    most = profile[y] < most ? profile[y] : most;
  for (*row = 0; profile[*row] != most; ++*row)
    ;
  return most;
}

/* False when memory is short; clear it then, too. */
bool tw_priced_states_init (TwPricedStates *states, const TwBoard *board, size_t memory,
                            TwRun *run);
void tw_priced_states_clear (TwPricedStates *states);
/* Forgets those of a cell. */
void tw_priced_states_drop (TwPricedStates *states, int x, int row);

static inline TwPricedCell **
tw_priced_states_place (const TwPricedStates *states, int x, int row)
{
  return &states->cells[(size_t) x * (size_t) states->height + (size_t) row];
}

/* NULL when there are none. Stays as it is while states of other cells come and go. */
static inline const TwPricedCell *
tw_priced_states_at (const TwPricedStates *states, int x, int row)
{
  return *tw_priced_states_place (states, x, row);
}

/* As tw_run_realloc (), within the bytes of the states. */
void *tw_priced_states_grow (TwPricedStates *states, void *memory, size_t from, size_t to);

/* Adds a state to a cell unless an equal one is as cheap. `profile` has reaches beyond column
 * `from`, all at least x - from. False when memory is short. */
bool tw_priced_states_add (TwPricedStates *states, int x, int row, int from, const uint8_t *profile,
                           const TwPricedState *state);
/* The same in two steps: finds the state of this profile and hash, or adds one of which the caller sets
 * the rest. Valid to the next call; NULL when memory is short. */
TwPricedState *tw_priced_states_merge (TwPricedStates *states, int x, int row, int from,
                                       const uint8_t *profile, uint64_t hash, bool *is_new);

/* Lists the states of a cell, the `keep` of the lowest bounds first (0: in no order), in `chosen`, which
 * grows when it is too small. False when memory is short. */
bool tw_priced_states_list (TwPricedStates *states, const TwPricedCell *cell, size_t keep,
                            TwPricedChosen *chosen);

/* The number of a new trail: `before`, and then a square of this size; TW_PRICED_NOTHING when memory
 * is short. */
uint32_t tw_priced_states_pass (TwPricedStates *states, uint32_t before, uint16_t size);

/* Shows column x and the profile of a state there: `lane` of `shown` (NULL: nowhere). */
void tw_priced_states_show (const TwPricedStates *states, int x, TwRun *shown, int lane,
                            int transform);

/* Places the squares of the last state's trail again, in their order. False when memory is short. */
bool tw_priced_states_trace (TwPricedStates *states, const TwPricedState *last, TwTiling *tiling);

#endif
