/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cell-states.c - memory of sweeps: states grouped by cell, merging of equal states, and trails.
 * Used by the priced sweep and the sweep of nested bands.
 *
 * The memory of an expanded cell is reused for the next one, so that a sweep stays within the
 * processor's caches. */
#include "core/squares/sweep/cell-states.h"

#include <string.h>

#define TRAIL_BITS 14
#define TRAIL_PART ((size_t) 1 << TRAIL_BITS)

/* Initial capacity of a cell. A cell of more than MOST_SPARED states is freed rather than reused,
 * since the next cell may not need that much memory. */
#define FIRST_CAPACITY 32
#define MOST_SPARED    8192

/* A placed square and the trail before it. */
struct TwStateTrail {
  uint32_t before;
  uint16_t size;
};

/* Returns a state of an array whose states take `size` bytes. */
static inline TwCellState *
state_at (void *states, size_t size, uint32_t index)
{
  return (void *) ((char *) states + index * size);
}

static size_t
n_cells (const TwCellStates *s)
{
  return (size_t) (s->width + 1) * (size_t) s->height;
}

bool
tw_cell_states_init (TwCellStates *s, const TwBoard *board, size_t size, size_t memory, TwRun *run)
{
  *s = (TwCellStates){
    .run = run,
    .board = board,
    .memory = memory,
    .width = board->width,
    .height = board->height,
    .stride = ((size_t) board->height + sizeof (TwReaches) - 1) / sizeof (TwReaches)
              * sizeof (TwReaches),
    .size = size,
  };
  s->cells = tw_run_calloc (run, n_cells (s), sizeof (TwStateCell *));
  s->counts = tw_run_calloc (run, (size_t) s->width + 1, sizeof (uint32_t));
  return s->cells != NULL && s->counts != NULL;
}

static void
free_cell (TwCellStates *s, TwStateCell *cell)
{
  tw_run_mfree (s->run, cell->states);
  tw_run_mfree (s->run, cell->profiles);
  tw_hash_index_clear (&cell->index, s->run);
  tw_run_mfree (s->run, cell);
}

void
tw_cell_states_drop (TwCellStates *s, int x, int row)
{
  TwStateCell **at = tw_cell_states_place (s, x, row), *cell = *at;

  *at = NULL;
  if (cell == NULL)
    return;
  if (cell->capacity > MOST_SPARED) {
    free_cell (s, cell);
    return;
  }
  tw_hash_index_empty (&cell->index);
  cell->count = 0;
  cell->next = s->spare;
  s->spare = cell;
}

void
tw_cell_states_clear (TwCellStates *s)
{
  for (size_t i = 0; s->cells != NULL && i < n_cells (s); i++) {
    if (s->cells[i] != NULL)
      free_cell (s, s->cells[i]);
  }
  while (s->spare != NULL) {
    TwStateCell *cell = s->spare;

    s->spare = cell->next;
    free_cell (s, cell);
  }
  for (size_t i = 0; i < s->n_parts && s->trail != NULL; i++)
    tw_run_mfree (s->run, s->trail[i]);
  tw_run_mfree (s->run, s->trail);
  tw_run_mfree (s->run, s->counts);
  tw_run_mfree (s->run, s->cells);
}

static bool
may_grow (const TwCellStates *s, size_t by)
{
  return tw_run_memory_used (s->run) + by <= s->memory;
}

void *
tw_cell_states_grow (TwCellStates *s, void *memory, size_t size)
{
  size_t old_size = tw_run_msize (memory);
  void *larger = NULL;

  if (size < old_size || may_grow (s, size - old_size))
    larger = tw_run_realloc (s->run, memory, size);
  if (larger == NULL)
    s->no_memory = true;
  return larger;
}

/* Returns the states of the cell, which may be empty. */
static TwStateCell *
take_cell (TwCellStates *s, int x, int row)
{
  TwStateCell **at = tw_cell_states_place (s, x, row);

  if (*at == NULL && s->spare != NULL) {
    *at = s->spare;
    s->spare = s->spare->next;
  } else if (*at == NULL) {
    *at = tw_cell_states_grow (s, NULL, sizeof **at);
    if (*at != NULL)
      **at = (TwStateCell){ 0 };
  }
  return *at;
}

/* Makes room for one more state in the arrays and the table. */
static bool
make_room (TwCellStates *s, TwStateCell *cell)
{
  if (cell->count == cell->capacity) {
    uint32_t capacity = cell->capacity > 0 ? cell->capacity * 2 : FIRST_CAPACITY;
    void *states;

    if (capacity >= TW_NO_STATE / 4) {
      s->no_memory = true;
      return false;
    }
    if (cell->profile_capacity < capacity) {
      uint8_t *profiles = tw_cell_states_grow (s, cell->profiles, capacity * s->stride);

      if (profiles == NULL)
        return false;
      cell->profiles = profiles;
      cell->profile_capacity = capacity;
    }
    states = tw_cell_states_grow (s, cell->states, capacity * s->size);
    if (states == NULL)
      return false;
    cell->states = states;
    cell->capacity = capacity;
  }
  if (cell->count * 2 >= cell->index.n_slots) {
    size_t n_slots = cell->index.n_slots > 0 ? cell->index.n_slots * 2 : FIRST_CAPACITY * 4;
    TwHashIndex larger;

    if (!may_grow (s, n_slots * sizeof (uint32_t))
        || !tw_hash_index_init (&larger, s->run, n_slots)) {
      s->no_memory = true;
      return false;
    }
    for (uint32_t i = 0; i < cell->count; i++)
      tw_hash_index_add (&larger, state_at (cell->states, s->size, i)->hash, i);
    tw_hash_index_clear (&cell->index, s->run);
    cell->index = larger;
  }
  return true;
}

void *
tw_cell_states_merge (TwCellStates *s, int x, int row, int from, const uint8_t *profile,
                      uint64_t hash, bool *is_new)
{
  TwStateCell *cell = take_cell (s, x, row);
  TwCellState *kept;
  uint8_t *to;
  size_t at;

  if (cell == NULL || !make_room (s, cell))
    return NULL;
  to = &cell->profiles[cell->count * s->stride];
  for (size_t y = 0; y < s->stride; y += sizeof (TwReaches)) {
    TwReaches reaches;

    memcpy (&reaches, profile + y, sizeof reaches);
    reaches -= (uint8_t) (x - from);
    memcpy (to + y, &reaches, sizeof reaches);
  }

  *is_new = false;
  at = tw_probe (hash, cell->index.n_slots);
  for (; cell->index.slots[at] != 0; at = tw_probe_next (at, cell->index.n_slots)) {
    uint32_t index = cell->index.slots[at] - 1;

    kept = state_at (cell->states, s->size, index);
    if (kept->hash == hash
        && memcmp (&cell->profiles[index * s->stride], to, (size_t) s->height) == 0)
      return kept;
  }
  *is_new = true;
  s->counts[x]++;
  kept = state_at (cell->states, s->size, cell->count);
  cell->index.slots[at] = ++cell->count;
  kept->hash = hash;
  return kept;
}

/* Moves the `keep` states of the lowest bounds to the front of `chosen` (quickselect). */
static void
choose (void *states, size_t size, uint32_t *chosen, size_t count, size_t keep)
{
  size_t low = 0, high = count - 1;

  while (low < high) {
    int32_t pivot = state_at (states, size, chosen[low + (high - low) / 2])->bound;
    size_t i = low, j = high;

    for (;;) {
      uint32_t swap;

      while (state_at (states, size, chosen[i])->bound < pivot)
        i++;
      while (state_at (states, size, chosen[j])->bound > pivot)
        j--;
      if (i >= j)
        break;
      swap = chosen[i];
      chosen[i++] = chosen[j];
      chosen[j--] = swap;
    }
    /* Bounds in [low, j] are at most pivot, those in [j + 1, high] at least pivot. */
    if (j >= keep)
      high = j;
    else
      low = j + 1;
    if (low >= keep)
      break;
  }
}

bool
tw_cell_states_list (TwCellStates *s, const TwStateCell *cell, size_t keep, TwChosenStates *chosen)
{
  chosen->count = 0;
  if (cell == NULL)
    return true;
  if (cell->count > chosen->capacity) {
    size_t capacity = (size_t) cell->count * 2;
    uint32_t *states = tw_cell_states_grow (s, chosen->states, capacity * sizeof (uint32_t));

    if (states == NULL)
      return false;
    chosen->states = states;
    chosen->capacity = capacity;
  }
  /* The last states come first: they are likely to be cached. */
  for (uint32_t i = cell->count; i-- > 0;)
    chosen->states[chosen->count++] = i;
  if (keep > 0 && chosen->count > keep)
    choose (cell->states, s->size, chosen->states, chosen->count, keep);
  return true;
}

uint32_t
tw_cell_states_pass (TwCellStates *s, uint32_t before, uint16_t size)
{
  size_t part = s->n_trail >> TRAIL_BITS;
  TwStateTrail *entry;

  if (s->n_trail >= TW_NO_STATE - 1) {
    s->no_memory = true;
    return TW_NO_STATE;
  }
  if (part >= s->n_parts) {
    size_t n_parts = s->n_parts > 0 ? s->n_parts * 2 : 64;
    TwStateTrail **trail = tw_cell_states_grow (s, s->trail, n_parts * sizeof (TwStateTrail *));

    if (trail == NULL)
      return TW_NO_STATE;
    memset (trail + s->n_parts, 0, (n_parts - s->n_parts) * sizeof (TwStateTrail *));
    s->trail = trail;
    s->n_parts = n_parts;
  }
  if (s->trail[part] == NULL) {
    s->trail[part] = tw_cell_states_grow (s, NULL, TRAIL_PART * sizeof (TwStateTrail));
    if (s->trail[part] == NULL)
      return TW_NO_STATE;
  }
  entry = &s->trail[part][s->n_trail & (TRAIL_PART - 1)];
  entry->before = before;
  entry->size = size;
  return (uint32_t) s->n_trail++;
}

void
tw_cell_states_show (const TwCellStates *s, int x, TwRun *shown, int at, int transform)
{
  const TwStateCell *cell = NULL;
  TwProgressBar *bar;
  uint16_t front[TW_FRONT_MAX];

  if (shown == NULL)
    return;
  bar = tw_run_progress_bar (shown, at);
  atomic_store_explicit (&bar->step, x, memory_order_relaxed);
  atomic_store_explicit (&bar->steps, s->width, memory_order_relaxed);
  atomic_store_explicit (&bar->states, s->counts[x], memory_order_relaxed);
  for (int row = 0; row < s->height && cell == NULL; row++)
    cell = tw_cell_states_at (s, x, row);
  if (cell == NULL)
    return;
  for (int y = 0; y < s->height; y++)
    front[y] = cell->profiles[y];
  tw_run_set_front (shown, at, transform, x, s->height, front);
}

bool
tw_cell_states_trace (TwCellStates *s, const TwCellState *last, int parts, TwTiling *tiling)
{
  size_t count = 1, n = 0;
  uint16_t *sizes, *reach;
  bool done = false;

  for (uint32_t i = last->trail; i != TW_NO_STATE;
       i = s->trail[i >> TRAIL_BITS][i & (TRAIL_PART - 1)].before)
    count++;
  sizes = tw_run_malloc (s->run, count * sizeof (uint16_t));
  reach = tw_run_calloc (s->run, (size_t) s->height, sizeof (uint16_t));
  tiling->count = 0;
  if (sizes != NULL && reach != NULL && tw_tiling_reserve (tiling, count)) {
    int x = 0, y = 0;

    sizes[n++] = last->size;
    for (uint32_t i = last->trail; i != TW_NO_STATE;) {
      const TwStateTrail *entry = &s->trail[i >> TRAIL_BITS][i & (TRAIL_PART - 1)];

      sizes[n++] = entry->size;
      i = entry->before;
    }
    while (n > 0) {
      int size = sizes[--n] % parts, deep = sizes[n] / parts;

      if (size == 0)
        continue;
      deep = deep > 0 ? deep : size;
      /* Find the first cell that is neither covered nor blocked. */
      for (; x < s->width; x++, y = 0) {
        while (y < s->height && (reach[y] > x || !tw_board_is_free (s->board, x, y)))
          y++;
        if (y < s->height)
          break;
      }
      tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y > 0 ? y : deep - size, .size = size });
      for (int i = 0; i < deep && y + i < s->height; i++)
        reach[y + i] = (uint16_t) (x + size);
    }
    done = true;
  } else {
    s->no_memory = true;
  }
  tw_run_mfree (s->run, reach);
  tw_run_mfree (s->run, sizes);
  return done;
}
