/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cell-states.h - the states of the priced sweep (priced-sweep.c) and of nested bands
 * (nested-bands.c), grouped by their first uncovered cell, with the trails that recover their
 * tilings. */
#pragma once

#include <string.h>

#include "core/base/board.h"
#include "core/run/hash-index.h"
#include "core/run/run.h"
#include "core/base/tiling.h"

enum {
  TW_MOST_REACH = 255, /* the reach of a row beyond a column fits into a byte */
};

/* Several rows of a profile as one vector. */
typedef uint8_t TwReaches __attribute__ ((vector_size (16)));

enum {
  TW_WHOLE_SQUARES = UINT16_MAX + 1, /* no square protrudes: see tw_cell_states_trace () */
};

/* Marks the absence of a state or a trail. */
#define TW_NO_STATE UINT32_MAX

/* What the states of all sweeps have in common: the first member of a sweep's own state. */
typedef struct {
  uint64_t hash;
  uint32_t trail; /* trail of the predecessor */
  uint32_t cost;
  int32_t bound; /* lower bound in units, by the prices at the time the state was made */
  uint16_t size; /* side of the square placed last, and more: tw_cell_states_trace (); 0: none */
} TwCellState;

/* The states with the same first uncovered cell. */
typedef struct TwStateCell TwStateCell;
struct TwStateCell {
  void *states;      /* an array of the sweep's own type */
  uint8_t *profiles; /* reach of each row beyond the cell's column, `stride` bytes for each
                      * state */
  TwHashIndex index; /* of the states */
  uint32_t count, capacity, profile_capacity;
  TwStateCell *next; /* next in the list of spare cells */
};

/* A list of states of a cell, by index. */
typedef struct {
  uint32_t *states;
  size_t count, capacity;
} TwChosenStates;

typedef struct TwStateTrail TwStateTrail;

typedef struct {
  TwRun *run;
  const TwBoard *board;
  size_t memory; /* the run's charged memory must stay below this */
  int width, height;
  size_t stride; /* bytes of one profile */
  size_t size;   /* bytes of one state */
  /* Indexed by column and row. The extra last column holds the states of the fully covered board in
   * its row 0. NULL: no states. */
  TwStateCell **cells;
  uint32_t *counts;     /* states made in each column, including those dropped since */
  TwStateCell *spare;   /* emptied cells for reuse; their memory is likely to be cached */
  TwStateTrail **trail; /* placed squares, to recover the tiling of the last state */
  size_t n_trail, n_parts;
  bool no_memory;
} TwCellStates;

/* Returns the first uncovered row at or after `row`; the height when there is none. */
static inline int
tw_profile_next_open (const uint8_t *profile, int row, int height)
{
  const uint8_t *found = memchr (profile + row, 0, (size_t) (height - row));

  return found != NULL ? (int) (found - profile) : height;
}

/* Returns the smallest reach of a profile and sets `row` to the first row that has it. */
static inline int
tw_profile_least_reach (const uint8_t *profile, int height, int *row)
{
  TwReaches least = { 0 }, reaches;
  int most = TW_MOST_REACH, y = 0;

  /* The minimum is computed as the maximum of the complements: the compiler has a vector
   * instruction for that. */
  for (; y + (int) sizeof reaches <= height; y += (int) sizeof reaches) {
    memcpy (&reaches, profile + y, sizeof reaches);
    reaches = ~reaches;
    least = (reaches & (reaches > least)) | (least & (reaches <= least));
  }
  for (size_t i = 0; i < sizeof least; i++)
    most = TW_MOST_REACH - least[i] < most ? TW_MOST_REACH - least[i] : most;
  for (; y < height; y++)
    most = profile[y] < most ? profile[y] : most;
  for (*row = 0; profile[*row] != most; ++*row)
    ;
  return most;
}

/* A state takes `size` bytes. Returns false when memory is short; the caller must clear the states
 * in that case, too. */
bool tw_cell_states_init (TwCellStates *states, const TwBoard *board, size_t size, size_t memory,
                          TwRun *run);
void tw_cell_states_clear (TwCellStates *states);
/* Drops the states of a cell. */
void tw_cell_states_drop (TwCellStates *states, int x, int row);

static inline TwStateCell **
tw_cell_states_place (const TwCellStates *states, int x, int row)
{
  return &states->cells[(size_t) x * (size_t) states->height + (size_t) row];
}

/* Returns NULL when the cell has no states. The pointer stays valid while states of other cells are
 * added or dropped. */
static inline const TwStateCell *
tw_cell_states_at (const TwCellStates *states, int x, int row)
{
  return *tw_cell_states_place (states, x, row);
}

/* Like tw_run_realloc (), but fails beyond the memory limit of the states. */
void *tw_cell_states_grow (TwCellStates *states, void *memory, size_t size);

/* Returns the state of a cell with this profile and hash, or adds one whose other fields the caller
 * sets. `profile` holds reaches beyond column `from`, all of them at least x - from. The pointer is
 * valid until the next call. Returns NULL when memory is short. */
void *tw_cell_states_merge (TwCellStates *states, int x, int row, int from, const uint8_t *profile,
                            uint64_t hash, bool *is_new);

/* Lists the states of a cell in `chosen`, which grows as needed; the `keep` states of the lowest
 * bounds come first (0: in no order). Returns false when memory is short. */
bool tw_cell_states_list (TwCellStates *states, const TwStateCell *cell, size_t keep,
                          TwChosenStates *chosen);

/* Appends a trail entry: the trail `before`, then a square of this size. Returns its number;
 * TW_NO_STATE when memory is short. */
uint32_t tw_cell_states_pass (TwCellStates *states, uint32_t before, uint16_t size);

/* Shows column x and the profile of a state there on `bar` of `shown` (NULL: nowhere). */
void tw_cell_states_show (const TwCellStates *states, int x, TwRun *shown, int bar, int transform);

/* Rebuilds the tiling of the last state by placing the squares of its trail in order. A size in the
 * trail is the side plus `parts` times the number of the square's rows in the swept region, when
 * squares protrude over it (0, or TW_WHOLE_SQUARES: all). A square that begins above it has y < 0.
 * Returns false when memory is short. */
bool tw_cell_states_trace (TwCellStates *states, const TwCellState *last, int parts,
                           TwTiling *tiling);
