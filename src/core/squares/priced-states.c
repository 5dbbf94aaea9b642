/* priced-states.c - memory of the priced sweep: states by column, merged when they are equal, and the
 * trails that led to them. Called by the sweep only. */
#include "core/squares/priced-states.h"

#include <string.h>

#define TRAIL_BITS 14
#define TRAIL_PART ((size_t) 1 << TRAIL_BITS)

/* What was placed, for the way back from the last state. */
struct TwPricedTrail {
  uint32_t before;
  uint16_t size;
};

bool
tw_priced_states_init (TwPricedStates *s, const TwBoard *board, size_t memory, TwRun *run)
{
  *s = (TwPricedStates){
    .run = run,
    .board = board,
    .memory = memory,
    .width = board->width,
    .height = board->height,
    .stride = ((size_t) board->height + sizeof (TwPricedReaches) - 1) / sizeof (TwPricedReaches)
              * sizeof (TwPricedReaches),
  };
  s->columns = tw_run_calloc (run, (size_t) s->width + 1, sizeof (TwPricedColumn));
  return s->columns != NULL;
}

static void
column_clear (TwPricedStates *s, TwPricedColumn *column)
{
  tw_run_mfree (s->run, column->states, column->capacity * sizeof (TwPricedState));
  tw_run_mfree (s->run, column->profiles, column->profile_capacity * s->stride);
  tw_run_mfree (s->run, column->table, column->table_size * sizeof (uint32_t));
  tw_run_mfree (s->run, column->heads, (size_t) (s->height + 1) * sizeof (uint32_t));
  memset (column, 0, sizeof *column);
}

void
tw_priced_states_drop (TwPricedStates *s, int x)
{
  column_clear (s, &s->columns[x]);
}

void
tw_priced_states_clear (TwPricedStates *s)
{
  for (int x = 0; s->columns != NULL && x <= s->width; x++)
    column_clear (s, &s->columns[x]);
  for (size_t i = 0; i < s->n_parts && s->trail != NULL; i++)
    tw_run_mfree (s->run, s->trail[i],
                  s->trail[i] != NULL ? TRAIL_PART * sizeof (TwPricedTrail) : 0);
  tw_run_mfree (s->run, s->trail, s->n_parts * sizeof (TwPricedTrail *));
  tw_run_mfree (s->run, s->columns, (size_t) (s->width + 1) * sizeof (TwPricedColumn));
}

void *
tw_priced_states_grow (TwPricedStates *s, void *memory, size_t from, size_t to)
{
  void *larger = NULL;

  if (to < from || tw_run_memory_used (s->run) + (to - from) <= s->memory)
    larger = tw_run_realloc (s->run, memory, from, to);
  if (larger == NULL)
    s->no_memory = true;
  return larger;
}

/* Room for one state more in the arrays and the table. */
static bool
column_make_room (TwPricedStates *s, TwPricedColumn *column)
{
  if (column->heads == NULL) {
    column->heads = tw_priced_states_grow (s, NULL, 0,
                                           (size_t) (s->height + 1) * sizeof (uint32_t));
    if (column->heads == NULL)
      return false;
    memset (column->heads, 0xff, (size_t) (s->height + 1) * sizeof (uint32_t));
  }
  if (column->count == column->capacity) {
    uint32_t capacity = column->capacity > 0 ? column->capacity * 2 : 64;
    TwPricedState *states;

    if (capacity >= TW_PRICED_NOTHING / 4) {
      s->no_memory = true;
      return false;
    }
    if (column->profile_capacity < capacity) {
      uint8_t *profiles = tw_priced_states_grow (
        s, column->profiles, column->profile_capacity * s->stride, capacity * s->stride);

      if (profiles == NULL)
        return false;
      column->profiles = profiles;
      column->profile_capacity = capacity;
    }
    states = tw_priced_states_grow (s, column->states, column->capacity * sizeof (TwPricedState),
                                    capacity * sizeof (TwPricedState));
    if (states == NULL)
      return false;
    column->states = states;
    column->capacity = capacity;
  }
  if (column->count * 2 >= column->table_size) {
    uint32_t size = column->table_size > 0 ? column->table_size * 2 : 256;
    uint32_t *table = tw_priced_states_grow (s, NULL, 0, size * sizeof (uint32_t));

    if (table == NULL)
      return false;
    memset (table, 0xff, size * sizeof (uint32_t));
    for (uint32_t i = 0; i < column->count; i++) {
      uint32_t at = (uint32_t) column->states[i].hash & (size - 1);

      while (table[at] != TW_PRICED_NOTHING)
        at = (at + 1) & (size - 1);
      table[at] = i;
    }
    tw_run_mfree (s->run, column->table, column->table_size * sizeof (uint32_t));
    column->table = table;
    column->table_size = size;
  }
  return true;
}

TwPricedState *
tw_priced_states_merge (TwPricedStates *s, int x, int row, int from, const uint8_t *profile,
                        uint64_t hash, bool *is_new)
{
  TwPricedColumn *column = &s->columns[x];
  uint8_t *to;
  uint32_t at, index;
  TwPricedState *kept;

  if (!column_make_room (s, column))
    return NULL;
  to = &column->profiles[column->count * s->stride];
  for (size_t y = 0; y < s->stride; y += sizeof (TwPricedReaches)) {
    TwPricedReaches reaches;

    memcpy (&reaches, profile + y, sizeof reaches);
    reaches -= (uint8_t) (x - from);
    memcpy (to + y, &reaches, sizeof reaches);
  }

  *is_new = false;
  at = (uint32_t) hash & (column->table_size - 1);
  for (; (index = column->table[at]) != TW_PRICED_NOTHING;
       at = (at + 1) & (column->table_size - 1)) {
    kept = &column->states[index];
    if (kept->hash == hash
        && memcmp (&column->profiles[index * s->stride], to, (size_t) s->height) == 0)
      return kept;
  }
  *is_new = true;
  index = column->count++;
  column->table[at] = index;
  kept = &column->states[index];
  kept->hash = hash;
  kept->next = column->heads[row];
  column->heads[row] = index;
  return kept;
}

bool
tw_priced_states_add (TwPricedStates *s, int x, int row, int from, const uint8_t *profile,
                      const TwPricedState *state)
{
  bool is_new;
  TwPricedState *kept = tw_priced_states_merge (s, x, row, from, profile, state->hash, &is_new);

  if (kept == NULL)
    return false;
  if (is_new) {
    uint32_t next = kept->next;

    *kept = *state;
    kept->next = next;
  } else if (state->cost < kept->cost) {
    kept->cost = state->cost;
    kept->bound = state->bound;
    kept->trail = state->trail;
    kept->size = state->size;
  }
  return true;
}

/* Moves the `keep` states of the lowest bounds to the front of `chosen`. */
static void
choose (const TwPricedState *states, uint32_t *chosen, size_t count, size_t keep)
{
  size_t low = 0, high = count - 1;

  while (low < high) {
    int32_t pivot = states[chosen[low + (high - low) / 2]].bound;
    size_t i = low, j = high;

    for (;;) {
      uint32_t swap;

      while (states[chosen[i]].bound < pivot)
        i++;
      while (states[chosen[j]].bound > pivot)
        j--;
      if (i >= j)
        break;
      swap = chosen[i];
      chosen[i++] = chosen[j];
      chosen[j--] = swap;
    }
    /* [low, j] is at most pivot, [j + 1, high] at least. */
    if (i > j + 1)
      j = i - 1;
    if (j >= keep)
      high = j;
    else
      low = j + 1;
    if (low >= keep)
      break;
  }
}

bool
tw_priced_states_list (TwPricedStates *s, int x, int row, size_t keep, TwPricedChosen *chosen)
{
  const TwPricedColumn *column = &s->columns[x];
  size_t count = 0;

  chosen->count = 0;
  if (column->count == 0)
    return true;
  for (uint32_t i = column->heads[row]; i != TW_PRICED_NOTHING; i = column->states[i].next)
    count++;
  if (count > chosen->capacity) {
    uint32_t *states = tw_priced_states_grow (
      s, chosen->states, chosen->capacity * sizeof (uint32_t), count * 2 * sizeof (uint32_t));

    if (states == NULL)
      return false;
    chosen->states = states;
    chosen->capacity = count * 2;
  }
  for (uint32_t i = column->heads[row]; i != TW_PRICED_NOTHING; i = column->states[i].next)
    chosen->states[chosen->count++] = i;
  if (keep > 0 && count > keep)
    choose (column->states, chosen->states, count, keep);
  return true;
}

uint32_t
tw_priced_states_pass (TwPricedStates *s, uint32_t before, uint16_t size)
{
  size_t part = s->n_trail >> TRAIL_BITS;
  TwPricedTrail *entry;

  if (s->n_trail >= TW_PRICED_NOTHING - 1) {
    s->no_memory = true;
    return TW_PRICED_NOTHING;
  }
  if (part >= s->n_parts) {
    size_t n_parts = s->n_parts > 0 ? s->n_parts * 2 : 64;
    TwPricedTrail **trail = tw_priced_states_grow (
      s, s->trail, s->n_parts * sizeof (TwPricedTrail *), n_parts * sizeof (TwPricedTrail *));

    if (trail == NULL)
      return TW_PRICED_NOTHING;
    memset (trail + s->n_parts, 0, (n_parts - s->n_parts) * sizeof (TwPricedTrail *));
    s->trail = trail;
    s->n_parts = n_parts;
  }
  if (s->trail[part] == NULL) {
    s->trail[part] = tw_priced_states_grow (s, NULL, 0, TRAIL_PART * sizeof (TwPricedTrail));
    if (s->trail[part] == NULL)
      return TW_PRICED_NOTHING;
  }
  entry = &s->trail[part][s->n_trail & (TRAIL_PART - 1)];
  entry->before = before;
  entry->size = size;
  return (uint32_t) s->n_trail++;
}

void
tw_priced_states_show (const TwPricedStates *s, int x, TwRun *shown, int at, int transform)
{
  const TwPricedColumn *column = &s->columns[x];
  TwLane *lane;
  uint16_t front[TW_FRONT_MAX];

  if (shown == NULL)
    return;
  lane = tw_run_lane (shown, at);
  atomic_store_explicit (&lane->step, x, memory_order_relaxed);
  atomic_store_explicit (&lane->steps, s->width, memory_order_relaxed);
  atomic_store_explicit (&lane->states, column->count, memory_order_relaxed);
  if (column->count == 0)
    return;
  for (int y = 0; y < s->height; y++)
    front[y] = column->profiles[y];
  tw_run_set_front (shown, at, transform, x, s->height, front);
}

bool
tw_priced_states_trace (TwPricedStates *s, const TwPricedState *last, TwTiling *tiling)
{
  size_t count = 1, n = 0;
  uint16_t *sizes, *reach;
  bool done = false;

  for (uint32_t i = last->trail; i != TW_PRICED_NOTHING;
       i = s->trail[i >> TRAIL_BITS][i & (TRAIL_PART - 1)].before)
    count++;
  sizes = tw_run_malloc (s->run, count * sizeof (uint16_t));
  reach = tw_run_calloc (s->run, (size_t) s->height, sizeof (uint16_t));
  tiling->count = 0;
  if (sizes != NULL && reach != NULL && tw_tiling_reserve (tiling, count)) {
    int x = 0, y = 0;

    sizes[n++] = last->size;
    for (uint32_t i = last->trail; i != TW_PRICED_NOTHING;) {
      const TwPricedTrail *entry = &s->trail[i >> TRAIL_BITS][i & (TRAIL_PART - 1)];

      sizes[n++] = entry->size;
      i = entry->before;
    }
    while (n > 0) {
      int size = sizes[--n];

      if (size == 0)
        continue;
      /* The first cell that is neither covered nor blocked. */
      for (; x < s->width; x++, y = 0) {
        while (y < s->height && (reach[y] > x || !tw_board_is_free (s->board, x, y)))
          y++;
        if (y < s->height)
          break;
      }
      tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = size });
      for (int i = 0; i < size && y + i < s->height; i++)
        reach[y + i] = (uint16_t) (x + size);
    }
    done = true;
  } else {
    s->no_memory = true;
  }
  tw_run_mfree (s->run, reach, (size_t) s->height * sizeof (uint16_t));
  tw_run_mfree (s->run, sizes, count * sizeof (uint16_t));
  return done;
}
