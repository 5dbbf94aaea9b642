/* SPDX-License-Identifier: GPL-3.0-or-later */
/* priced-sweep.c - the priced sweep; see priced-sweep.h. Used by the strategy, the proof,
 * large-neighbourhood search and the blocks.
 *
 * A state with n squares is dropped when n * unit plus the prices of its uncovered cells exceeds
 * target * unit. */
#include "core/squares/sweep/priced-sweep.h"

#include <string.h>

#include "core/base/random.h"
#include "core/squares/sweep/cell-states.h"

typedef struct {
  const TwPricedTask *task;
  const TwBoard *board;
  TwRun *run;
  TwPoll poll;
  int width, height;
  size_t n_cells, n_corners;
  TwCellStates states;
  uint16_t *largest;
  uint16_t *skip;  /* first free column at or after each cell's column, width + 1 a row */
  uint64_t *keys;  /* random hash keys, for each row and the column up to which it is covered */
  int32_t *suffix; /* for each row, sum of the prices from a column to the end; width + 1 a row */
  int32_t *table;  /* summed-area table of the prices */
  int32_t limit;   /* target in units */
  int32_t unit;
  TwChosenStates chosen; /* the states of one cell */
  uint64_t expanded;     /* states */
  bool exact;            /* only states that cannot meet the target were dropped */
} Sweep;

/* --- tables -------------------------------------------------------------- */

/* Loads the prices into the tables. Prices whose sums might overflow are replaced by 0. */
static void
load_prices (Sweep *s, const TwPrices *prices)
{
  size_t stride = (size_t) s->width + 1;
  int64_t size = 0;
  int32_t factor;

  for (size_t i = 0; i < s->n_cells; i++)
    size += prices->cells[i] < 0 ? -(int64_t) prices->cells[i] : prices->cells[i];
  factor = size < INT32_MAX / 2;
  for (int y = 0; y < s->height; y++) {
    const int32_t *cells = &prices->cells[(size_t) y * (size_t) s->width];
    int32_t *suffix = &s->suffix[(size_t) y * stride], *row = &s->table[(size_t) (y + 1) * stride];
    int32_t sum = 0;

    suffix[s->width] = 0;
    for (int x = s->width - 1; x >= 0; x--) {
      sum += factor * cells[x];
      suffix[x] = sum;
    }
    sum = 0;
    row[0] = 0;
    for (int x = 0; x < s->width; x++) {
      sum += factor * cells[x];
      row[x + 1] = (row - stride)[x + 1] + sum;
    }
  }
}

static inline int32_t
price_of_square (const Sweep *s, int x, int y, int size)
{
  size_t stride = (size_t) s->width + 1;
  const int32_t *top = &s->table[(size_t) y * stride + (size_t) x];
  const int32_t *bottom = top + (size_t) size * stride;

  return bottom[size] - bottom[0] - top[size] + top[0];
}

static inline int32_t
price_of_rest (const Sweep *s, int column, const uint8_t *profile)
{
  const int32_t *suffix = s->suffix + column;
  int32_t sum = 0;

  for (int y = 0; y < s->height; y++)
    sum += suffix[(size_t) y * (size_t) (s->width + 1) + profile[y]];
  return sum;
}

static bool
sweep_init (Sweep *s)
{
  s->largest = tw_run_malloc (s->run, s->n_cells * sizeof (uint16_t));
  s->skip = tw_run_malloc (s->run, s->n_corners * sizeof (uint16_t));
  s->keys = tw_run_malloc (s->run, s->n_corners * sizeof (uint64_t));
  s->suffix = tw_run_malloc (s->run, s->n_corners * sizeof (int32_t));
  s->table = tw_run_calloc (s->run, s->n_corners, sizeof (int32_t));
  if (!tw_cell_states_init (&s->states, s->board, sizeof (TwCellState), s->task->memory, s->run)
      || s->largest == NULL || s->skip == NULL || s->keys == NULL || s->suffix == NULL
      || s->table == NULL)
    return false;

  tw_board_largest_squares (s->board, s->largest);
  for (size_t i = 0; i < s->n_cells; i++) {
    if (s->largest[i] > TW_MOST_REACH) {
      s->largest[i] = TW_MOST_REACH;
      s->exact = false;
    }
  }
  tw_board_next_free (s->board, s->skip);
  for (size_t i = 0; i < s->n_corners; i++)
    s->keys[i] = tw_random_number (i);
  load_prices (s, s->task->prices);
  s->unit = s->task->prices->unit;
  if (s->task->target <= INT32_MAX / 4 / s->unit) {
    s->limit = (int32_t) s->task->target * s->unit;
  } else {
    s->limit = INT32_MAX / 4;
    s->exact = false;
  }
  return true;
}

static void
sweep_clear (Sweep *s)
{
  tw_cell_states_clear (&s->states);
  tw_run_mfree (s->run, s->chosen.states);
  tw_run_mfree (s->run, s->table);
  tw_run_mfree (s->run, s->suffix);
  tw_run_mfree (s->run, s->keys);
  tw_run_mfree (s->run, s->skip);
  tw_run_mfree (s->run, s->largest);
}

/* --- the sweep ----------------------------------------------------------- */

static inline uint64_t
key (const Sweep *s, int y, int column)
{
  return s->keys[(size_t) y * (size_t) (s->width + 1) + (size_t) column];
}

static inline const TwCellState *
state_at (const TwStateCell *cell, uint32_t index)
{
  return &((const TwCellState *) cell->states)[index];
}

/* Adds a state to a cell unless an equal state is at most as expensive; `profile` holds reaches
 * beyond column `from`. Returns false when memory is short. */
static bool
add (Sweep *s, int x, int row, int from, const uint8_t *profile, const TwCellState *state)
{
  bool is_new;
  TwCellState *kept = tw_cell_states_merge (&s->states, x, row, from, profile, state->hash,
                                            &is_new);

  if (kept == NULL)
    return false;
  if (is_new || state->cost < kept->cost)
    *kept = *state;
  return true;
}

/* Places each square that fits on cell (x, row), the first uncovered cell of the state. */
static bool
expand (Sweep *s, int x, int row, uint32_t index)
{
  const TwStateCell *cell = tw_cell_states_at (&s->states, x, row);
  TwCellState state = *state_at (cell, index), next = state;
  size_t stride = (size_t) s->width + 1;
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
  int32_t rest, base;
  uint64_t hash = state.hash;
  int run = 0, most, after;

  memcpy (profile, &cell->profiles[index * s->states.stride], s->states.stride);
  rest = price_of_rest (s, x, profile);
  base = rest + (int32_t) state.cost * s->unit;
  if (base > s->limit)
    return true;

  next.trail = tw_cell_states_pass (&s->states, state.trail, state.size);
  if (next.trail == TW_NO_STATE)
    return false;
  s->expanded++;

  most = s->largest[(size_t) row * (size_t) s->width + (size_t) x];
  while (run < most && profile[row + run] == 0)
    run++;
  most = run;
  while (row + run < s->height && profile[row + run] == 0)
    run++;
  /* The next uncovered row of this column after the run of uncovered rows is filled. */
  after = tw_profile_next_open (profile, row + run, s->height);

  next.cost = state.cost + 1;
  base += s->unit;
  for (int size = 1; size <= most; size++) {
    int32_t value = base - price_of_square (s, x, row, size);
    int to = x, at = size < run ? row + size : after;

    for (int i = 0; i < size; i++) {
      int y = row + i, old = i < size - 1 ? x + profile[y] : x;
      int end = s->skip[(size_t) y * stride + (size_t) (x + size)];

      if (end > x + TW_MOST_REACH)
        end = x + TW_MOST_REACH;
      hash ^= key (s, y, old) ^ key (s, y, end);
      profile[y] = (uint8_t) (end - x);
    }
    if (value > s->limit)
      continue;
    if (at == s->height)
      to = x + tw_profile_least_reach (profile, s->height, &at);

    next.hash = hash;
    next.bound = value;
    next.size = (uint16_t) size;
    if (!add (s, to, at, x, profile, &next))
      return false;
  }
  return true;
}

/* Handles a blocked cell as the first uncovered cell. This happens at the start and after a reach
 * of TW_MOST_REACH. */
static bool
pass_blocked (Sweep *s, int x, int row, uint32_t index)
{
  const TwStateCell *cell = tw_cell_states_at (&s->states, x, row);
  TwCellState state = *state_at (cell, index);
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
  int to = x, at, end = s->skip[(size_t) row * (size_t) (s->width + 1) + (size_t) x];

  memcpy (profile, &cell->profiles[index * s->states.stride], s->states.stride);
  end = end > x + TW_MOST_REACH ? x + TW_MOST_REACH : end;
  state.hash ^= key (s, row, x) ^ key (s, row, end);
  state.trail = tw_cell_states_pass (&s->states, state.trail, state.size);
  state.size = 0;
  if (state.trail == TW_NO_STATE)
    return false;
  profile[row] = (uint8_t) (end - x);
  at = tw_profile_next_open (profile, row + 1, s->height);
  if (at == s->height)
    to = x + tw_profile_least_reach (profile, s->height, &at);

  return add (s, to, at, x, profile, &state);
}

static bool
sweep_cell (Sweep *s, int x, int row)
{
  size_t count;
  bool blocked = !tw_board_is_free (s->board, x, row);

  if (!tw_cell_states_list (&s->states, tw_cell_states_at (&s->states, x, row), s->task->width,
                            &s->chosen))
    return false;
  count = s->chosen.count;
  if (s->task->width > 0 && count > s->task->width) {
    count = s->task->width;
    s->exact = false;
  }
  for (size_t i = 0; i < count; i++) {
    if (tw_poll (&s->poll))
      return false;
    if (blocked ? !pass_blocked (s, x, row, s->chosen.states[i])
                : !expand (s, x, row, s->chosen.states[i]))
      return false;
  }
  tw_cell_states_drop (&s->states, x, row);
  return true;
}

static bool
sweep_columns (Sweep *s)
{
  uint8_t profile[TW_BOARD_MAX_SIDE + 32] = { 0 };
  TwCellState start = { .trail = TW_NO_STATE };

  for (int y = 0; y < s->height; y++)
    start.hash ^= key (s, y, 0);
  if (!add (s, 0, 0, 0, profile, &start))
    return false;
  for (int x = 0; x < s->width; x++) {
    if (s->states.counts[x] == 0)
      continue;
    tw_cell_states_show (&s->states, x, s->task->shown, s->task->bar, s->task->transform);
    for (int y = 0; y < s->height; y++) {
      if (tw_cell_states_at (&s->states, x, y) != NULL && !sweep_cell (s, x, y))
        return false;
    }
  }
  return true;
}

TwEnd
tw_priced_sweep (const TwPricedTask *task, TwRun *run, TwTiling *tiling, uint64_t *states)
{
  Sweep s = {
    .task = task,
    .board = task->board,
    .run = run,
    .width = task->board->width,
    .height = task->board->height,
    .exact = true,
  };
  TwEnd result = TW_END_NO_MEMORY;

  s.n_cells = (size_t) s.width * (size_t) s.height;
  s.n_corners = (size_t) (s.width + 1) * (size_t) (s.height + 1);
  tw_poll_init (&s.poll, run, 256);
  if (sweep_init (&s)) {
    bool done = sweep_columns (&s);
    const TwStateCell *last = tw_cell_states_at (&s.states, s.width, 0);

    if (!done)
      result = s.states.no_memory ? TW_END_NO_MEMORY : TW_END_STOPPED;
    else if (last == NULL || state_at (last, 0)->cost > task->target)
      result = s.exact ? TW_END_NONE : TW_END_LIMIT;
    else if (tw_cell_states_trace (&s.states, last->states, TW_WHOLE_SQUARES, tiling))
      result = TW_END_FOUND;
  }
  sweep_clear (&s);
  tw_run_add_nodes (task->shown != NULL ? task->shown : run, s.expanded);
  if (states != NULL)
    *states = s.expanded;
  return result;
}
