/* priced.c - the priced sweep (see priced.h), called by the strategy, the proof and the windows. */
#include "core/squares/priced.h"

#include <string.h>

/* Covered cells of a row beyond the first uncovered column fit into a byte. */
#define MOST_REACH 255

/* Of a refinement: steps of the pricer, states that are asked, and how many must be there. */
#define REFINE_STEPS  400
#define MOST_SAMPLES  20000
#define LEAST_REFINED 100

#define CUT_WORDS (TW_PRICE_CUTS / 64)

#define NOTHING    UINT32_MAX
#define TRAIL_BITS 14
#define TRAIL_PART ((size_t) 1 << TRAIL_BITS)

/* One number for each set of prices. */
typedef int32_t Lanes __attribute__ ((vector_size (4 * TW_PRICED_LANES)));

typedef struct {
  uint64_t hash;
  uint32_t trail; /* of the state it came from */
  uint32_t next;  /* in the list of its cell */
  uint32_t cost;
  int32_t bound;    /* in units; by the prices at the time it was made */
  int32_t cut_rest; /* weights of the cuts that hold for what is left; as to which: */
  uint64_t cuts[CUT_WORDS];
  uint16_t size; /* of the square placed last; 0: none */
} State;

/* The states whose first uncovered cell lies in one column. */
typedef struct {
  State *states;
  uint8_t *profiles; /* reach of each row beyond this column, `stride` bytes a state */
  uint32_t *table;   /* open addressing, NOTHING: free */
  uint32_t *heads;   /* of the list of each row */
  uint32_t count, capacity, profile_capacity, table_size;
} Column;

/* What was placed, for the way back from the last state. */
typedef struct {
  uint32_t before;
  uint16_t size;
} Trail;

typedef struct {
  const TwPricedTask *task;
  const TwBoard *board;
  TwRun *run;
  TwPoll poll;
  int width, height;
  size_t stride, n_cells, n_corners;
  Column *columns; /* width + 1 of them, the last for the covered board */
  uint16_t *largest;
  uint16_t *skip; /* first free column at or after a cell's, width + 1 a row */
  uint64_t *keys; /* random, for each row and column covered up to */
  Lanes *suffix;  /* prices of a row's cells from a column on, width + 1 a row */
  Lanes *table;   /* summed-area table of the prices */
  Lanes limit;    /* target in units */
  int32_t unit;
  Trail **trail;
  size_t n_trail, n_parts;
  float *demand; /* of the cells, for new prices */
  int next_lane;
  const TwPriceCuts *cuts; /* of the last lane; NULL: of none */
  size_t since_refine;     /* states met since the last new prices */
  uint32_t *chosen;        /* the states of one cell */
  size_t chosen_capacity;
  TwPricedReport report;
  uint64_t most_states;
  bool no_memory, gave_up;
} Sweep;

static inline bool
over (Lanes value, Lanes limit)
{
  Lanes greater = value > limit;
  int32_t any = 0;

  for (int i = 0; i < TW_PRICED_LANES; i++)
    any |= greater[i];
  return any != 0;
}

static inline int32_t
most_of (Lanes value)
{
  int32_t most = value[0];

  for (int i = 1; i < TW_PRICED_LANES; i++)
    most = value[i] > most ? value[i] : most;
  return most;
}

static inline Lanes
spread (int32_t value)
{
  Lanes lanes = { 0 };

  return lanes + value;
}

/* What the cuts add to the last lane. */
static inline Lanes
lane_of_cuts (int32_t value)
{
  Lanes lanes = { 0 };

  lanes[TW_PRICED_LANES - 1] = value;
  return lanes;
}

/* --- tables -------------------------------------------------------------- */

/* Puts the prices of lane `lane` into the tables; prices whose sums might not fit count as 0, and
 * false is returned. */
static bool
load_prices (Sweep *s, int lane, const TwPrices *prices)
{
  size_t stride = (size_t) s->width + 1;
  int64_t size = 0;
  int32_t factor;

  for (size_t i = 0; i < s->n_cells; i++)
    size += prices->cells[i] < 0 ? -(int64_t) prices->cells[i] : prices->cells[i];
  factor = size < INT32_MAX / 2;
  for (int y = 0; y < s->height; y++) {
    const int32_t *cells = &prices->cells[(size_t) y * (size_t) s->width];
    Lanes *suffix = &s->suffix[(size_t) y * stride], *row = &s->table[(size_t) (y + 1) * stride];
    int32_t sum = 0;

    suffix[s->width][lane] = 0;
    for (int x = s->width - 1; x >= 0; x--) {
      sum += factor * cells[x];
      suffix[x][lane] = sum;
    }
    sum = 0;
    row[0][lane] = 0;
    for (int x = 0; x < s->width; x++) {
      sum += factor * cells[x];
      row[x + 1][lane] = (row - stride)[x + 1][lane] + sum;
    }
  }
  return factor != 0;
}

static inline Lanes
price_of_square (const Sweep *s, int x, int y, int size)
{
  size_t stride = (size_t) s->width + 1;
  const Lanes *top = &s->table[(size_t) y * stride + (size_t) x];
  const Lanes *bottom = top + (size_t) size * stride;

  return bottom[size] - bottom[0] - top[size] + top[0];
}

static inline Lanes
price_of_rest (const Sweep *s, int column, const uint8_t *profile)
{
  const Lanes *suffix = s->suffix + column;
  Lanes sum = { 0 };

  for (int y = 0; y < s->height; y++)
    sum += suffix[(size_t) y * (size_t) (s->width + 1) + profile[y]];
  return sum;
}

static uint64_t
mix (uint64_t x)
{
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

static bool
sweep_init (Sweep *s)
{
  size_t stride = (size_t) s->width + 1;

  s->columns = tw_run_calloc (s->run, stride, sizeof (Column));
  s->largest = tw_run_malloc (s->run, s->n_cells * sizeof (uint16_t));
  s->skip = tw_run_malloc (s->run, s->n_corners * sizeof (uint16_t));
  s->keys = tw_run_malloc (s->run, s->n_corners * sizeof (uint64_t));
  s->demand = tw_run_malloc (s->run, s->n_cells * sizeof (float));
  s->suffix = tw_run_malloc (s->run, s->n_corners * sizeof (Lanes));
  s->table = tw_run_calloc (s->run, s->n_corners, sizeof (Lanes));
  if (s->columns == NULL || s->largest == NULL || s->skip == NULL || s->keys == NULL
      || s->demand == NULL || s->suffix == NULL || s->table == NULL)
    return false;

  tw_board_largest_squares (s->board, s->largest);
  for (size_t i = 0; i < s->n_cells; i++) {
    if (s->largest[i] > MOST_REACH) {
      s->largest[i] = MOST_REACH;
      s->report.exact = false;
    }
  }
  for (int y = 0; y < s->height; y++) {
    uint16_t *skip = &s->skip[(size_t) y * stride];

    skip[s->width] = (uint16_t) s->width;
    for (int x = s->width - 1; x >= 0; x--)
      skip[x] = tw_board_is_free (s->board, x, y) ? (uint16_t) x : skip[x + 1];
  }
  for (size_t i = 0; i < s->n_corners; i++)
    s->keys[i] = mix (i);
  for (int i = 0; i < TW_PRICED_LANES; i++)
    load_prices (s, i, s->task->prices[i < s->task->n_prices ? i : 0]);
  if (s->task->with_cuts != NULL && s->task->with_cuts->cuts != NULL
      && s->task->with_cuts->cuts->sum < INT32_MAX / 8
      && load_prices (s, TW_PRICED_LANES - 1, s->task->with_cuts))
    s->cuts = s->task->with_cuts->cuts;
  s->unit = s->task->prices[0]->unit;
  if (s->task->target <= INT32_MAX / 4 / s->unit) {
    s->limit = spread ((int32_t) s->task->target * s->unit);
  } else {
    s->limit = spread (INT32_MAX / 4);
    s->report.exact = false;
  }
  return true;
}

static void
column_clear (Sweep *s, Column *column)
{
  tw_run_mfree (s->run, column->states, column->capacity * sizeof (State));
  tw_run_mfree (s->run, column->profiles, column->profile_capacity * s->stride);
  tw_run_mfree (s->run, column->table, column->table_size * sizeof (uint32_t));
  tw_run_mfree (s->run, column->heads, (size_t) (s->height + 1) * sizeof (uint32_t));
  memset (column, 0, sizeof *column);
}

static void
sweep_clear (Sweep *s)
{
  for (int x = 0; s->columns != NULL && x <= s->width; x++)
    column_clear (s, &s->columns[x]);
  for (size_t i = 0; i < s->n_parts && s->trail != NULL; i++)
    tw_run_mfree (s->run, s->trail[i], s->trail[i] != NULL ? TRAIL_PART * sizeof (Trail) : 0);
  tw_run_mfree (s->run, s->trail, s->n_parts * sizeof (Trail *));
  tw_run_mfree (s->run, s->chosen, s->chosen_capacity * sizeof (uint32_t));
  tw_run_mfree (s->run, s->demand, s->n_cells * sizeof (float));
  tw_run_mfree (s->run, s->table, s->n_corners * sizeof (Lanes));
  tw_run_mfree (s->run, s->suffix, s->n_corners * sizeof (Lanes));
  tw_run_mfree (s->run, s->keys, s->n_corners * sizeof (uint64_t));
  tw_run_mfree (s->run, s->skip, s->n_corners * sizeof (uint16_t));
  tw_run_mfree (s->run, s->largest, s->n_cells * sizeof (uint16_t));
  tw_run_mfree (s->run, s->columns, (size_t) (s->width + 1) * sizeof (Column));
}

/* --- states -------------------------------------------------------------- */

static void *
grow (Sweep *s, void *memory, size_t from, size_t to)
{
  void *larger = NULL;

  if (to < from || tw_run_memory_used (s->run) + (to - from) <= s->task->memory)
    larger = tw_run_realloc (s->run, memory, from, to);
  if (larger == NULL)
    s->no_memory = true;
  return larger;
}

/* Room for one state more in the arrays and the table. */
static bool
column_make_room (Sweep *s, Column *column)
{
  if (column->heads == NULL) {
    column->heads = grow (s, NULL, 0, (size_t) (s->height + 1) * sizeof (uint32_t));
    if (column->heads == NULL)
      return false;
    memset (column->heads, 0xff, (size_t) (s->height + 1) * sizeof (uint32_t));
  }
  if (column->count == column->capacity) {
    uint32_t capacity = column->capacity > 0 ? column->capacity * 2 : 64;
    State *states;

    if (capacity >= NOTHING / 4) {
      s->no_memory = true;
      return false;
    }
    if (column->profile_capacity < capacity) {
      uint8_t *profiles = grow (s, column->profiles, column->profile_capacity * s->stride,
                                capacity * s->stride);

      if (profiles == NULL)
        return false;
      column->profiles = profiles;
      column->profile_capacity = capacity;
    }
    states = grow (s, column->states, column->capacity * sizeof (State), capacity * sizeof (State));
    if (states == NULL)
      return false;
    column->states = states;
    column->capacity = capacity;
  }
  if (column->count * 2 >= column->table_size) {
    uint32_t size = column->table_size > 0 ? column->table_size * 2 : 256;
    uint32_t *table = grow (s, NULL, 0, size * sizeof (uint32_t));

    if (table == NULL)
      return false;
    memset (table, 0xff, size * sizeof (uint32_t));
    for (uint32_t i = 0; i < column->count; i++) {
      uint32_t at = (uint32_t) column->states[i].hash & (size - 1);

      while (table[at] != NOTHING)
        at = (at + 1) & (size - 1);
      table[at] = i;
    }
    tw_run_mfree (s->run, column->table, column->table_size * sizeof (uint32_t));
    column->table = table;
    column->table_size = size;
  }
  return true;
}

/* Adds a state to column x unless an equal one is as cheap. `profile` has reaches beyond column
 * `from`, all at least x - from. */
static bool
add_state (Sweep *s, int x, int row, int from, const uint8_t *profile, const State *state)
{
  Column *column = &s->columns[x];
  uint8_t shift = (uint8_t) (x - from), *to;
  uint32_t at, index;
  State *kept;

  if (!column_make_room (s, column))
    return false;
  to = &column->profiles[column->count * s->stride];
  for (size_t y = 0; y < s->stride; y++)
    to[y] = (uint8_t) (profile[y] - shift);

  at = (uint32_t) state->hash & (column->table_size - 1);
  for (; (index = column->table[at]) != NOTHING; at = (at + 1) & (column->table_size - 1)) {
    kept = &column->states[index];
    if (kept->hash == state->hash
        && memcmp (&column->profiles[index * s->stride], to, (size_t) s->height) == 0) {
      if (state->cost < kept->cost) {
        kept->cost = state->cost;
        kept->bound = state->bound;
        kept->trail = state->trail;
        kept->size = state->size;
      }
      return true;
    }
  }
  index = column->count++;
  column->table[at] = index;
  kept = &column->states[index];
  *kept = *state;
  kept->next = column->heads[row];
  column->heads[row] = index;
  return true;
}

/* The number of a new trail entry; NOTHING when memory is short. */
static uint32_t
add_trail (Sweep *s, uint32_t before, uint16_t size)
{
  size_t part = s->n_trail >> TRAIL_BITS;
  Trail *entry;

  if (s->n_trail >= NOTHING - 1) {
    s->no_memory = true;
    return NOTHING;
  }
  if (part >= s->n_parts) {
    size_t n_parts = s->n_parts > 0 ? s->n_parts * 2 : 64;
    Trail **trail = grow (s, s->trail, s->n_parts * sizeof (Trail *), n_parts * sizeof (Trail *));

    if (trail == NULL)
      return NOTHING;
    memset (trail + s->n_parts, 0, (n_parts - s->n_parts) * sizeof (Trail *));
    s->trail = trail;
    s->n_parts = n_parts;
  }
  if (s->trail[part] == NULL) {
    s->trail[part] = grow (s, NULL, 0, TRAIL_PART * sizeof (Trail));
    if (s->trail[part] == NULL)
      return NOTHING;
  }
  entry = &s->trail[part][s->n_trail & (TRAIL_PART - 1)];
  entry->before = before;
  entry->size = size;
  return (uint32_t) s->n_trail++;
}

/* --- the sweep ----------------------------------------------------------- */

static inline uint64_t
key (const Sweep *s, int y, int column)
{
  return s->keys[(size_t) y * (size_t) (s->width + 1) + (size_t) column];
}

/* Which cuts no longer hold, or do again, when the square is covered: those with an odd number
 * of its corners. */
static inline void
cover_cuts (const Sweep *s, int x, int y, int size, const State *from, State *to)
{
  size_t stride = (size_t) s->width + 1, top = (size_t) y * stride + (size_t) x;
  size_t bottom = top + (size_t) size * stride;
  int32_t rest = from->cut_rest;

  for (int i = 0; i < CUT_WORDS; i++) {
    uint64_t changed = s->cuts->points[top][i] ^ s->cuts->points[top + (size_t) size][i]
                       ^ s->cuts->points[bottom][i] ^ s->cuts->points[bottom + (size_t) size][i];

    to->cuts[i] = from->cuts[i] ^ changed;
    for (; changed != 0; changed &= changed - 1) {
      int cut = __builtin_ctzll (changed);
      int32_t weight = s->cuts->weights[i * 64 + cut];

      rest += (from->cuts[i] >> cut & 1) != 0 ? -weight : weight;
    }
  }
  to->cut_rest = rest;
}

/* Places each square that fits on cell (x, row), the first uncovered one of the state. */
static bool
expand (Sweep *s, int x, int row, uint32_t index)
{
  const Column *column = &s->columns[x];
  State state = column->states[index], next = state;
  size_t stride = (size_t) s->width + 1;
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
  Lanes rest, base;
  uint64_t hash = state.hash;
  int run = 0, most, after;

  memcpy (profile, &column->profiles[index * s->stride], s->stride);
  rest = price_of_rest (s, x, profile);
  base = rest + (int32_t) state.cost * s->unit;
  if (over (base + lane_of_cuts (state.cut_rest), s->limit))
    return true;

  next.trail = add_trail (s, state.trail, state.size);
  if (next.trail == NOTHING)
    return false;
  s->report.states++;

  most = s->largest[(size_t) row * (size_t) s->width + (size_t) x];
  while (run < most && profile[row + run] == 0)
    run++;
  most = run;
  while (row + run < s->height && profile[row + run] == 0)
    run++;
  /* The next uncovered cell of this column when the run of uncovered ones is filled. */
  for (after = row + run; after < s->height && profile[after] != 0; after++)
    ;

  next.cost = state.cost + 1;
  base += s->unit;
  for (int size = 1; size <= most; size++) {
    Lanes value = base - price_of_square (s, x, row, size);
    int to = x, at = size < run ? row + size : after;

    for (int i = 0; i < size; i++) {
      int y = row + i, old = i < size - 1 ? x + profile[y] : x;
      int end = s->skip[(size_t) y * stride + (size_t) (x + size)];

      if (end > x + MOST_REACH)
        end = x + MOST_REACH;
      hash ^= key (s, y, old) ^ key (s, y, end);
      profile[y] = (uint8_t) (end - x);
    }
    if (s->cuts != NULL) {
      cover_cuts (s, x, row, size, &state, &next);
      value += lane_of_cuts (next.cut_rest);
    }
    if (over (value, s->limit))
      continue;
    if (at == s->height) {
      int least = MOST_REACH;

      for (int y = 0; y < s->height; y++)
        least = profile[y] < least ? profile[y] : least;
      to = x + least;
      for (at = 0; profile[at] != least; at++)
        ;
    }
    next.hash = hash;
    next.bound = most_of (value);
    next.size = (uint16_t) size;
    if (!add_state (s, to, at, x, profile, &next))
      return false;
  }
  return true;
}

/* A blocked cell as the first uncovered one: happens at the start and after a reach of MOST_REACH. */
static bool
pass_blocked (Sweep *s, int x, int row, uint32_t index)
{
  const Column *column = &s->columns[x];
  State state = column->states[index];
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
  int to = x, at, end = s->skip[(size_t) row * (size_t) (s->width + 1) + (size_t) x];

  memcpy (profile, &column->profiles[index * s->stride], s->stride);
  end = end > x + MOST_REACH ? x + MOST_REACH : end;
  state.hash ^= key (s, row, x) ^ key (s, row, end);
  state.trail = add_trail (s, state.trail, state.size);
  state.size = 0;
  if (state.trail == NOTHING)
    return false;
  profile[row] = (uint8_t) (end - x);
  for (at = row + 1; at < s->height && profile[at] != 0; at++)
    ;
  if (at == s->height) {
    int least = MOST_REACH;

    for (int y = 0; y < s->height; y++)
      least = profile[y] < least ? profile[y] : least;
    to = x + least;
    for (at = 0; profile[at] != least; at++)
      ;
  }
  return add_state (s, to, at, x, profile, &state);
}

/* Moves the `keep` states of the lowest bounds to the front of `chosen`. */
static void
choose (const State *states, uint32_t *chosen, size_t count, size_t keep)
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

/* New prices, for the `count` chosen states of cell (x, row): those that bound their mean best. What
 * is left to cover is smaller than the board, and its own prices are better than the board's. */
static bool
refine (Sweep *s, int x, int row, size_t count)
{
  const Column *column = &s->columns[x];
  size_t step = count / MOST_SAMPLES + 1;
  float weight = 1.0f / (float) ((count + step - 1) / step);
  TwPrices *prices = NULL;

  /* How many of the states leave a cell uncovered: along a row, the sum of those that begin. */
  memset (s->demand, 0, s->n_cells * sizeof (float));
  for (size_t i = 0; i < count; i += step) {
    const uint8_t *profile = &column->profiles[s->chosen[i] * s->stride];

    for (int y = 0; y < s->height; y++) {
      if (x + profile[y] < s->width)
        s->demand[(size_t) y * (size_t) s->width + (size_t) (x + profile[y])] += weight;
    }
  }
  for (int y = 0; y < s->height; y++) {
    float *demand = &s->demand[(size_t) y * (size_t) s->width];

    for (int i = x + 1; i < s->width; i++)
      demand[i] += demand[i - 1];
  }
  tw_pricer_set_aim (s->task->pricer, x, row, s->demand);
  if (!tw_pricer_iterate (s->task->pricer, REFINE_STEPS))
    return false;
  prices = tw_pricer_prices (s->task->pricer, s->unit);
  if (prices == NULL) {
    s->no_memory = true;
    return false;
  }
  s->next_lane = s->next_lane % (TW_PRICED_LANES - 1 - (s->cuts != NULL)) + 1;
  load_prices (s, s->next_lane, prices);
  tw_prices_free (prices, s->run);
  return true;
}

/* Drops the chosen states that the present prices refuse; returns how many are left. */
static size_t
drop_refused (Sweep *s, int x, size_t count)
{
  const Column *column = &s->columns[x];
  size_t kept = 0;

  for (size_t i = 0; i < count; i++) {
    uint32_t index = s->chosen[i];
    Lanes rest = price_of_rest (s, x, &column->profiles[index * s->stride]);

    rest += lane_of_cuts (column->states[index].cut_rest);
    if (!over (rest + (int32_t) column->states[index].cost * s->unit, s->limit))
      s->chosen[kept++] = index;
  }
  return kept;
}

/* Refines as often as it has paid. */
static bool
refine_cell (Sweep *s, int x, int row, size_t *count)
{
  *count = drop_refused (s, x, *count);
  s->since_refine += *count;
  while (*count >= LEAST_REFINED && s->since_refine > s->task->refine) {
    size_t before = *count;

    s->since_refine = 0;
    if (!refine (s, x, row, before))
      return false;
    *count = drop_refused (s, x, before);
    if (*count < before - before / 4)
      s->since_refine = *count;
  }
  return true;
}

static bool
sweep_cell (Sweep *s, int x, int row)
{
  Column *column = &s->columns[x];
  size_t count = 0;
  bool blocked = !tw_board_is_free (s->board, x, row);

  for (uint32_t i = column->heads[row]; i != NOTHING; i = column->states[i].next)
    count++;
  if (count > s->chosen_capacity) {
    uint32_t *chosen = grow (s, s->chosen, s->chosen_capacity * sizeof (uint32_t),
                             count * 2 * sizeof (uint32_t));

    if (chosen == NULL)
      return false;
    s->chosen = chosen;
    s->chosen_capacity = count * 2;
  }
  count = 0;
  for (uint32_t i = column->heads[row]; i != NOTHING; i = column->states[i].next)
    s->chosen[count++] = i;
  if (s->task->width > 0 && count > s->task->width) {
    choose (column->states, s->chosen, count, s->task->width);
    count = s->task->width;
    s->report.exact = false;
  }
  if (s->task->pricer != NULL && !blocked && !refine_cell (s, x, row, &count))
    return false;
  for (size_t i = 0; i < count; i++) {
    if (tw_poll (&s->poll))
      return false;
    if (s->report.states >= s->most_states) {
      s->gave_up = true;
      return false;
    }
    if (blocked ? !pass_blocked (s, x, row, s->chosen[i]) : !expand (s, x, row, s->chosen[i]))
      return false;
  }
  return true;
}

static void
show_progress (Sweep *s, int x)
{
  const Column *column = &s->columns[x];
  TwLane *lane;
  uint16_t front[TW_FRONT_MAX];

  if (s->task->shown == NULL)
    return;
  lane = tw_run_lane (s->task->shown, s->task->lane);
  atomic_store_explicit (&lane->step, x, memory_order_relaxed);
  atomic_store_explicit (&lane->steps, s->width, memory_order_relaxed);
  atomic_store_explicit (&lane->states, column->count, memory_order_relaxed);
  if (column->count == 0)
    return;
  for (int y = 0; y < s->height; y++)
    front[y] = column->profiles[y];
  tw_run_set_front (s->task->shown, s->task->lane, s->task->transform, x, s->height, front);
}

/* Places the squares of the trail again, in its order. */
static bool
trace_back (Sweep *s, const State *last, TwTiling *tiling)
{
  size_t count = 1, n = 0;
  uint16_t *sizes, *reach;
  bool done = false;

  for (uint32_t i = last->trail; i != NOTHING;
       i = s->trail[i >> TRAIL_BITS][i & (TRAIL_PART - 1)].before)
    count++;
  sizes = tw_run_malloc (s->run, count * sizeof (uint16_t));
  reach = tw_run_calloc (s->run, (size_t) s->height, sizeof (uint16_t));
  tiling->count = 0;
  if (sizes != NULL && reach != NULL && tw_tiling_reserve (tiling, last->cost)) {
    int x = 0, y = 0;

    sizes[n++] = last->size;
    for (uint32_t i = last->trail; i != NOTHING;) {
      const Trail *entry = &s->trail[i >> TRAIL_BITS][i & (TRAIL_PART - 1)];

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

static bool
sweep_columns (Sweep *s)
{
  uint8_t profile[TW_BOARD_MAX_SIDE + 32] = { 0 };
  State start = { .trail = NOTHING };

  for (int y = 0; y < s->height; y++)
    start.hash ^= key (s, y, 0);
  if (s->cuts != NULL) {
    memset (start.cuts, 0xff, sizeof start.cuts);
    start.cut_rest = (int32_t) s->cuts->sum;
  }
  if (!add_state (s, 0, 0, 0, profile, &start))
    return false;
  for (int x = 0; x < s->width; x++) {
    if (s->columns[x].count == 0)
      continue;
    show_progress (s, x);
    for (int y = 0; y < s->height; y++) {
      if (s->columns[x].heads[y] != NOTHING && !sweep_cell (s, x, y))
        return false;
    }
    if (s->columns[x].count > s->report.most)
      s->report.most = s->columns[x].count;
    column_clear (s, &s->columns[x]);
  }
  return true;
}

TwPricedResult
tw_priced_sweep (const TwPricedTask *task, TwRun *run, TwTiling *tiling, TwPricedReport *report)
{
  Sweep s = {
    .task = task,
    .board = task->board,
    .run = run,
    .width = task->board->width,
    .height = task->board->height,
    .stride = ((size_t) task->board->height + 15) & ~(size_t) 15,
    .report.exact = true,
    .most_states = task->most_states > 0 ? task->most_states : UINT64_MAX,
  };
  TwPricedResult result = TW_PRICED_NO_MEMORY;

  s.n_cells = (size_t) s.width * (size_t) s.height;
  s.n_corners = (size_t) (s.width + 1) * (size_t) (s.height + 1);
  tw_poll_init (&s.poll, run, 256);
  if (sweep_init (&s)) {
    const Column *last = &s.columns[s.width];

    if (!sweep_columns (&s))
      result = s.no_memory ? TW_PRICED_NO_MEMORY : s.gave_up ? TW_PRICED_LOST : TW_PRICED_STOPPED;
    else if (last->count == 0 || last->states[0].cost > task->target)
      result = s.report.exact ? TW_PRICED_NONE : TW_PRICED_LOST;
    else if (trace_back (&s, &last->states[0], tiling))
      result = TW_PRICED_FOUND;
  }
  sweep_clear (&s);
  tw_run_add_nodes (task->shown != NULL ? task->shown : run, s.report.states);
  if (report != NULL)
    *report = s.report;
  return result;
}
