/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact.c - the exact column sweep; profiles have four bits a row in one word.
 *
 * A dynamic programme over columns: the cost of a shape after a column is the minimum, over all
 * predecessor states and all ways to fill the gaps of their profiles, of the predecessor's cost
 * plus the number of new squares. The rank of the new shape is the sum of one step for each of its
 * runs (shapes.h), so it is added up along with the fills. */
#include "core/squares/sweep/exact.h"

#include <assert.h>
#include <string.h>

#include "core/run/arena.h"
#include "core/squares/sweep/shapes.h"

enum {
  ROWS = TW_EXACT_MAX_HEIGHT,
  /* A cost and the index of the predecessor share a word, with the cost in the high bits: the
   * cheaper of two tilings is the smaller word. */
  FROM_BITS = 17, /* enough for the 67,635 shapes of 15 rows */
  FROM_MASK = (1 << FROM_BITS) - 1,
  MAX_COST = 1 << (31 - FROM_BITS), /* more than 15 * TW_BOARD_MAX_SIDE cells */
  /* The number of ways to fill all gaps of a column: at most 2^(rows - 1) for each gap. */
  MAX_FILLS = 1 << (ROWS + 1),
};

/* A 1 in every group of four bits. */
#define ONES UINT64_C (0x1111111111111111)

static_assert (ROWS *TW_BOARD_MAX_SIDE < MAX_COST, "costs fit their bits");

/* The states of one column. The position in these arrays is the index of a state. */
typedef struct {
  uint64_t *profiles;
  uint32_t *states; /* cost << FROM_BITS | index in the column before */
  size_t count;
} Column;

/* A *gap* is a maximal run of uncovered rows in a column. A *fill* of a gap is a list of new
 * squares that cover it. The fills of a gap are computed once for each column and shared by all
 * states with this gap. They are sorted by the size of their first square. */
typedef struct {
  bool made;
  uint32_t begin[ROWS + 2]; /* the fills whose first square has size s: begin[s] .. begin[s +
                             * 1] */
} Gap;

/* One gap of the state being expanded. */
typedef struct {
  const Gap *gap;
  const uint32_t *before; /* by size of the first square: rank step of its run */
  const uint32_t *after;  /* by size of the last square: rank step of the run below the gap */
  uint32_t below;         /* rank steps of all runs further down, to the next gap */
} Hole;

struct TwExact {
  TwRun *run;
  TwArena arena; /* holds the columns of the current board */
  Column *columns;
  uint64_t derived;
  size_t limit;
  int bar; /* progress bar; -1: none */
  int transform;

  int height;
  /* step_down[y][p][v] = step_up[y][v][p]: the contribution of a run of value v that begins in row
   * y to the rank of a shape whose row y - 1 has value p. */
  uint32_t step_down[ROWS + 1][ROWS + 1][ROWS + 1];
  uint32_t step_up[ROWS + 1][ROWS + 1][ROWS + 1];
  uint32_t zeros[ROWS + 1];

  /* The states of the next column, by rank of the shape. */
  size_t table_size;
  size_t n_shapes;
  uint32_t *best;     /* as Column.states; UINT32_MAX: not reached */
  uint64_t *profiles; /* profile of every shape */

  /* The column being covered. */
  uint8_t largest[ROWS];
  Gap gaps[ROWS][ROWS + 1]; /* by first row and length */
  uint32_t n_fills;
  uint32_t *fill_number; /* for each fill: rank steps of all its runs but the first */
  uint8_t *fill_last;    /* for each fill: size of its last square */
  uint8_t *fill_cost;

  /* The state being expanded. */
  int n_holes;
  Hole holes[ROWS];
};

TwExact *
tw_exact_new (TwRun *run)
{
  TwExact *exact = tw_run_calloc (run, 1, sizeof (TwExact));

  if (exact == NULL)
    return NULL;
  exact->run = run;
  exact->bar = -1;
  tw_arena_init (&exact->arena, run);
  exact->fill_number = tw_run_malloc (run, MAX_FILLS * sizeof (uint32_t));
  exact->fill_last = tw_run_malloc (run, MAX_FILLS * sizeof (uint8_t));
  exact->fill_cost = tw_run_malloc (run, MAX_FILLS * sizeof (uint8_t));
  if (exact->fill_number == NULL || exact->fill_last == NULL || exact->fill_cost == NULL) {
    tw_exact_free (exact);
    return NULL;
  }
  return exact;
}

void
tw_exact_show (TwExact *exact, int bar, int transform)
{
  exact->bar = bar;
  exact->transform = transform;
}

static void
free_table (TwExact *exact)
{
  tw_run_mfree (exact->run, exact->best);
  tw_run_mfree (exact->run, exact->profiles);
  exact->best = NULL;
  exact->profiles = NULL;
  exact->table_size = 0;
}

static void
free_fills (TwExact *exact)
{
  tw_run_mfree (exact->run, exact->fill_number);
  tw_run_mfree (exact->run, exact->fill_last);
  tw_run_mfree (exact->run, exact->fill_cost);
}

void
tw_exact_free (TwExact *exact)
{
  if (exact == NULL)
    return;
  tw_arena_clear (&exact->arena);
  free_table (exact);
  free_fills (exact);
  tw_run_mfree (exact->run, exact);
}

size_t
tw_exact_states (const TwExact *exact, int column)
{
  return exact->columns[column + 1].count;
}

uint64_t
tw_exact_derived (const TwExact *exact)
{
  return exact->derived;
}

/* Returns v rows of value v. */
static inline uint64_t
run_of (int v)
{
  return (ONES >> (64 - 4 * v)) * (uint64_t) v;
}

/* Appends, in the order of their ranks, the profiles of all shapes that agree with `profile` above
 * row y; row y - 1 has value p. */
static uint64_t *
list_profiles (int height, int y, int p, uint64_t profile, uint64_t *end)
{
  if (y == height) {
    *end++ = profile;
    return end;
  }
  if (p > 0)
    end = list_profiles (height, y + 1, p, profile | (uint64_t) p << (4 * y), end);
  for (int v = 1; v <= height - y; v++) {
    if (v != p)
      end = list_profiles (height, y + v, v, profile | run_of (v) << (4 * y), end);
  }
  return end;
}

static bool
set_height (TwExact *exact, int height)
{
  TwShapes shapes;

  if (exact->height == height)
    return true;
  tw_shapes_init (&shapes, height);
  for (int y = 0; y < height; y++) {
    for (int p = 0; p <= height; p++) {
      for (int v = 1; v <= height - y; v++) {
        exact->step_down[y][p][v] = (uint32_t) tw_shapes_step (&shapes, y, p, v);
        exact->step_up[y][v][p] = exact->step_down[y][p][v];
      }
    }
  }

  exact->n_shapes = (size_t) shapes.count;
  if (exact->n_shapes > exact->table_size) {
    free_table (exact);
    exact->table_size = exact->n_shapes;
    exact->best = tw_run_malloc (exact->run, exact->n_shapes * sizeof (uint32_t));
    exact->profiles = tw_run_malloc (exact->run, exact->n_shapes * sizeof (uint64_t));
    if (exact->best == NULL || exact->profiles == NULL) {
      free_table (exact);
      exact->height = 0;
      return false;
    }
  }
  list_profiles (height, 0, 0, 0, exact->profiles);
  exact->height = height;
  return true;
}

static inline int
row_value (uint64_t profile, int y)
{
  return (int) (profile >> (4 * y) & 15);
}

static inline void
keep (TwExact *exact, uint32_t number, uint32_t state)
{
  if (state < exact->best[number])
    exact->best[number] = state;
}

/* Appends the fills of rows y .. end - 1. `last`, `number` and `cost` describe the squares above;
 * `last` is 0 when there is none. */
static void
make_fills (TwExact *exact, Gap *gap, int y, int end, int last, uint32_t number, unsigned cost)
{
  int most = exact->largest[y] < end - y ? exact->largest[y] : end - y;

  for (int s = 1; s <= most; s++) {
    uint32_t n = last == 0 ? 0 : number + exact->step_down[y][last][s];

    if (last == 0)
      gap->begin[s] = exact->n_fills;
    if (y + s < end) {
      make_fills (exact, gap, y + s, end, s, n, cost + 1);
      continue;
    }
    exact->fill_number[exact->n_fills] = n;
    exact->fill_last[exact->n_fills] = (uint8_t) s;
    exact->fill_cost[exact->n_fills] = (uint8_t) (cost + 1);
    exact->n_fills++;
  }
  if (last == 0) {
    for (int s = most + 1; s <= ROWS + 1; s++)
      gap->begin[s] = exact->n_fills;
  }
}

static const Gap *
get_gap (TwExact *exact, int y, int length)
{
  Gap *gap = &exact->gaps[y][length];

  if (!gap->made) {
    gap->made = true;
    make_fills (exact, gap, y, y + length, 0, 0, 0);
  }
  return gap;
}

/* Enumerates the fills of the holes from `index` on. `number` and `state` are those of the runs
 * above. This is the innermost loop of the engine. */
static void
fill_holes (TwExact *exact, int index, uint32_t number, uint32_t state)
{
  const Hole *hole = &exact->holes[index];
  const uint32_t *begin = hole->gap->begin;
  const uint32_t *after = hole->after;
  const uint32_t *fill_number = exact->fill_number;
  const uint8_t *fill_last = exact->fill_last;
  const uint8_t *fill_cost = exact->fill_cost;

  number += hole->below;
  if (index + 1 < exact->n_holes) {
    for (int s = 1; begin[s] < begin[ROWS + 1]; s++) {
      uint32_t n = number + hole->before[s];

      for (uint32_t f = begin[s]; f < begin[s + 1]; f++)
        fill_holes (exact, index + 1, n + fill_number[f] + after[fill_last[f]],
                    state + ((uint32_t) fill_cost[f] << FROM_BITS));
    }
    return;
  }

  exact->derived += begin[ROWS + 1] - begin[1];
  for (int s = 1; begin[s] < begin[ROWS + 1]; s++) {
    uint32_t n = number + hole->before[s];

    for (uint32_t f = begin[s]; f < begin[s + 1]; f++)
      keep (exact, n + fill_number[f] + after[fill_last[f]],
            state + ((uint32_t) fill_cost[f] << FROM_BITS));
  }
}

/* Derives all successors of one state. In `profile` all reaches have been reduced by one column and
 * obstacles count as covered; the uncovered rows are 0 and form gaps. */
static void
derive (TwExact *exact, uint64_t profile, uint32_t state)
{
  int height = exact->height;
  uint32_t number = 0;
  uint32_t *sum = &number; /* where the rank steps of covered runs are added */
  const Hole *above = NULL;
  int p = 0;
  uint64_t edges = profile ^ profile << 4;

  /* Set a bit for each row that begins a run, for row 0 and for the end. */
  edges = (edges | edges >> 1 | edges >> 2 | edges >> 3) & ONES;
  edges &= ~(UINT64_MAX << (4 * height));
  edges |= 1 | UINT64_C (1) << (4 * height);

  exact->n_holes = 0;
  for (int y = 0; y < height;) {
    int v = row_value (profile, y);
    int next;

    edges &= edges - 1;
    next = __builtin_ctzll (edges) / 4;
    if (v == 0 && next == y + 1) {
      /* A gap of one row has a single fill: treat it as covered. */
      v = 1;
      state += 1u << FROM_BITS;
    }
    if (v == 0) {
      Hole *hole = &exact->holes[exact->n_holes++];

      hole->gap = get_gap (exact, y, next - y);
      hole->before = exact->step_down[y][p];
      hole->after = exact->zeros;
      hole->below = 0;
      sum = &hole->below;
      above = hole;
    } else if (above != NULL) {
      exact->holes[exact->n_holes - 1].after = exact->step_up[y][v];
      above = NULL;
    } else {
      *sum += exact->step_down[y][p][v];
    }
    p = v;
    y = next;
  }

  if (exact->n_holes > 0) {
    fill_holes (exact, 0, number, state);
  } else {
    exact->derived++;
    keep (exact, number, state);
  }
}

static bool
alloc_column (TwExact *exact, Column *column, size_t count)
{
  column->count = count;
  column->profiles = tw_arena_alloc (&exact->arena, count * sizeof (uint64_t));
  column->states = tw_arena_alloc (&exact->arena, count * sizeof (uint32_t));
  return column->profiles != NULL && column->states != NULL;
}

/* Packs the table into `column`, without the states that cannot stay below the limit. */
static bool
collect (TwExact *exact, Column *column)
{
  size_t count = 0;
  uint32_t limit = (uint32_t) (exact->limit < MAX_COST ? exact->limit : MAX_COST - 1) << FROM_BITS;

  for (size_t i = 0; i < exact->n_shapes; i++)
    count += exact->best[i] < limit;
  if (!alloc_column (exact, column, count))
    return false;

  count = 0;
  for (size_t i = 0; i < exact->n_shapes; i++) {
    if (exact->best[i] >= limit)
      continue;
    column->profiles[count] = exact->profiles[i];
    column->states[count] = exact->best[i];
    count++;
  }
  return true;
}

static size_t
cheapest (const Column *column)
{
  size_t best = 0;

  for (size_t i = 1; i < column->count; i++) {
    if (column->states[i] < column->states[best])
      best = i;
  }
  return best;
}

/* Loads column x: sets the largest squares and returns the obstacles as ones. */
static uint64_t
begin_column (TwExact *exact, const TwBoard *board, const uint16_t *table, int x)
{
  uint64_t blocked = 0;
  bool changed = x == 0;

  for (int y = 0; y < board->height; y++) {
    uint16_t size = table[tw_board_index (board, x, y)];
    uint8_t most = (uint8_t) (size < ROWS ? size : ROWS);

    changed |= exact->largest[y] != most;
    exact->largest[y] = most;
    if (size == 0)
      blocked |= UINT64_C (1) << (4 * y);
  }
  /* Equal columns share their fills. */
  if (changed) {
    memset (exact->gaps, 0, sizeof exact->gaps);
    exact->n_fills = 0;
  }
  return blocked;
}

/* Walks back from the cheapest last state. A row that was uncovered before a column and has a value
 * after it is the first row of a new square of that size. */
static bool
rebuild (const TwExact *exact, const TwBoard *board, TwTiling *tiling)
{
  size_t state = cheapest (&exact->columns[board->width]);

  for (int x = board->width - 1; x >= 0; x--) {
    uint64_t right = exact->columns[x + 1].profiles[state];
    uint64_t left;

    state = exact->columns[x + 1].states[state] & FROM_MASK;
    left = exact->columns[x].profiles[state];
    for (int y = 0; y < board->height;) {
      int size = row_value (right, y);

      if (row_value (left, y) > 1 || !tw_board_is_free (board, x, y)) {
        y++;
        continue;
      }
      if (!tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = size }))
        return false;
      y += size;
    }
  }
  return true;
}

static TwEnd
fail_for_memory (TwExact *exact)
{
  tw_run_stop (exact->run, TW_STOP_MEMORY);
  return TW_END_STOPPED;
}

static void
show_progress (TwExact *exact, const Column *column, int x)
{
  TwProgressBar *shown;
  uint16_t profile[ROWS];
  uint64_t front;

  if (exact->bar < 0)
    return;
  shown = tw_run_progress_bar (exact->run, exact->bar);
  front = column->profiles[cheapest (column)];
  for (int y = 0; y < exact->height; y++)
    profile[y] = (uint16_t) row_value (front, y);
  atomic_store_explicit (&shown->step, x + 1, memory_order_relaxed);
  atomic_store_explicit (&shown->states, (int64_t) column->count, memory_order_relaxed);
  tw_run_set_front (exact->run, exact->bar, exact->transform, x, exact->height, profile);
}

TwEnd
tw_exact_cover (TwExact *exact, const TwBoard *board, size_t limit, TwTiling *tiling)
{
  uint16_t *table;
  Column *column;
  TwPoll poll;

  tw_arena_clear (&exact->arena);
  exact->columns = NULL;
  exact->derived = 0;
  exact->limit = limit;
  if (board->height < 1 || board->height > TW_EXACT_MAX_HEIGHT)
    return TW_END_STOPPED;
  if (!set_height (exact, board->height))
    return fail_for_memory (exact);

  table = tw_arena_alloc (&exact->arena,
                          (size_t) board->width * (size_t) board->height * sizeof (uint16_t));
  exact->columns = tw_arena_alloc (&exact->arena, ((size_t) board->width + 1) * sizeof (Column));
  if (table == NULL || exact->columns == NULL || !alloc_column (exact, &exact->columns[0], 1))
    return fail_for_memory (exact);
  tw_board_largest_squares (board, table);

  /* Before the first column the cover of every row ends at the left edge. */
  column = &exact->columns[0];
  column->profiles[0] = ONES >> (64 - 4 * board->height);
  column->states[0] = 0;

  tw_poll_init (&poll, exact->run, 256);
  for (int x = 0; x < board->width; x++) {
    uint64_t blocked = begin_column (exact, board, table, x);

    memset (exact->best, 0xFF, exact->n_shapes * sizeof (uint32_t));
    for (size_t i = 0; i < column->count; i++) {
      uint64_t profile = column->profiles[i] - (ONES >> (64 - 4 * board->height));
      uint64_t covered = (profile | profile >> 1 | profile >> 2 | profile >> 3) & ONES;

      if (tw_poll (&poll))
        return TW_END_STOPPED;
      derive (exact, profile | (blocked & ~covered),
              (column->states[i] & ~(uint32_t) FROM_MASK) | (uint32_t) i);
    }
    column = &exact->columns[x + 1];
    if (!collect (exact, column))
      return fail_for_memory (exact);
    if (column->count == 0)
      return TW_END_NONE;
    show_progress (exact, column, x);
  }

  return rebuild (exact, board, tiling) ? TW_END_FOUND : fail_for_memory (exact);
}
