/* nest.c - see nest.h. */
#include "core/squares/nest.h"

#include <string.h>

#include "core/squares/band.h"
#include "core/squares/priced-states.h"

/* Bands are halved until they are no broader. */
#define MOST_LEAF_BREADTH 8

/* Work between two looks at the clock. */
#define POLL_INTERVAL 500

/* States that are made before the first of them is looked up. */
#define AT_ONCE 8

/* A state that comes to be from one that is kept. */
typedef struct {
  uint32_t node;
  int32_t cost;
} Step;

typedef struct {
  uint32_t node;
  uint32_t first_step;
  uint16_t row;
} Kept;

/* A state to be. */
typedef struct {
  const TwBandPart *part; /* placed last */
  uint64_t hash, first_hash;
  int to, at; /* row and column of the first uncovered cell */
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
} Next;

/* The sweep of one band. For its table, its states are nodes, numbered as they come up. */
typedef struct {
  TwNest *nest;
  const TwNestSweep *task;
  TwNestBand *known;        /* what becomes known */
  const TwNestBand *halves; /* NULL: it has none */
  int first_half;           /* its number in the nest */
  int split;                /* the second half's first column */
  TwBand band;
  TwPricedStates states;
  TwPricedChosen chosen;
  uint64_t *hashes; /* of the nodes */
  Step *steps;
  Kept *kept;
  size_t n_nodes, node_capacity, n_steps, step_capacity, n_kept, kept_capacity;
} Sweep;

/* --- tables -------------------------------------------------------------- */

static inline uint32_t
check_of (uint64_t hash)
{
  return (uint32_t) (hash >> 32);
}

static void
forget (TwNest *n, TwNestBand *known)
{
  tw_run_mfree (n->run, known->table, known->size * sizeof (TwNestEntry));
  tw_run_mfree (n->run, known->least,
                known->least != NULL ? (size_t) (n->board->height + 1) * sizeof (int32_t) : 0);
  known->table = NULL;
  known->least = NULL;
  known->size = 0;
  known->limit = -1;
}

/* Room for the table of so many states. */
static bool
make_table (Sweep *s, size_t count)
{
  TwNestBand *known = s->known;
  size_t size = 16, n_rows = (size_t) s->nest->board->height + 1;

  while (size < count * 2)
    size *= 2;
  if (size > UINT32_MAX / 2)
    return false;
  known->table = tw_priced_states_grow (&s->states, NULL, 0, size * sizeof (TwNestEntry));
  if (known->table == NULL)
    return false;
  known->size = (uint32_t) size;
  for (size_t i = 0; i < size; i++)
    known->table[i].cost = -1;
  known->least = tw_run_malloc (s->nest->run, n_rows * sizeof (int32_t));
  if (known->least == NULL)
    return false;
  for (size_t y = 0; y < n_rows; y++)
    known->least[y] = TW_NEST_ENDLESS;
  return true;
}

/* Profiles that the table cannot tell apart cost as much as the cheapest: never more than is true. */
static void
enter (TwNestBand *known, uint64_t hash, int32_t cost)
{
  uint32_t at = (uint32_t) hash & (known->size - 1);

  for (; known->table[at].cost >= 0; at = (at + 1) & (known->size - 1)) {
    if (known->table[at].check == check_of (hash)) {
      if (cost < known->table[at].cost)
        known->table[at].cost = cost;
      return;
    }
  }
  known->table[at] = (TwNestEntry){ .check = check_of (hash), .cost = cost };
}

/* What the rest of a band costs, as far as is known. `profile` is that of its columns below row y. */
static int32_t
ahead (const TwNest *n, int index, int y, const uint8_t *profile, uint64_t hash, bool guess)
{
  const TwNestBand *known = &n->bands[index];
  uint32_t at = (uint32_t) hash & (known->size - 1);
  int64_t cost;
  int row, column;

  for (; known->table[at].cost >= 0; at = (at + 1) & (known->size - 1)) {
    if (known->table[at].check == check_of (hash))
      return known->table[at].cost;
  }
  if (!guess)
    return TW_NEST_ENDLESS;
  /* As much more than the least as in its halves, and a square more for what nobody has tried. */
  row = y + tw_priced_least_reach (profile, known->breadth, &column);
  cost = (int64_t) known->least[row] + n->unit;
  if (index < 1 << n->levels) {
    const TwNestBand *halves = &n->bands[2 * index];
    uint64_t first = 0;

    for (int i = 0; i < halves[0].breadth; i++)
      first ^= tw_band_key (halves[0].from + i, y + profile[i]);
    cost += ahead (n, 2 * index, y, profile, first, true) - halves[0].least[row];
    cost += ahead (n, 2 * index + 1, y, profile + halves[0].breadth, hash ^ first, true)
            - halves[1].least[row];
  }
  return cost < TW_NEST_ENDLESS ? (int32_t) cost : TW_NEST_ENDLESS;
}

/* --- nodes --------------------------------------------------------------- */

static bool
add_step (Sweep *s, uint32_t node, int32_t cost)
{
  if (s->n_steps == s->step_capacity) {
    size_t capacity = s->step_capacity > 0 ? s->step_capacity * 2 : 4096;
    Step *steps = capacity < UINT32_MAX
                    ? tw_priced_states_grow (&s->states, s->steps, s->step_capacity * sizeof (Step),
                                             capacity * sizeof (Step))
                    : NULL;

    if (steps == NULL)
      return false;
    s->steps = steps;
    s->step_capacity = capacity;
  }
  s->steps[s->n_steps++] = (Step){ .node = node, .cost = cost };
  return true;
}

/* The number of a new node; TW_PRICED_NOTHING when memory is short. */
static uint32_t
add_node (Sweep *s, uint64_t hash)
{
  if (s->n_nodes == s->node_capacity) {
    size_t capacity = s->node_capacity > 0 ? s->node_capacity * 2 : 1024;
    uint64_t *hashes = capacity < UINT32_MAX
                         ? tw_priced_states_grow (&s->states, s->hashes,
                                                  s->node_capacity * sizeof (uint64_t),
                                                  capacity * sizeof (uint64_t))
                         : NULL;

    if (hashes == NULL)
      return TW_PRICED_NOTHING;
    s->hashes = hashes;
    s->node_capacity = capacity;
  }
  s->hashes[s->n_nodes] = hash;
  return (uint32_t) s->n_nodes++;
}

static bool
keep (Sweep *s, uint32_t node, int y)
{
  if (s->n_kept == s->kept_capacity) {
    size_t capacity = s->kept_capacity > 0 ? s->kept_capacity * 2 : 1024;
    Kept *kept = tw_priced_states_grow (&s->states, s->kept, s->kept_capacity * sizeof (Kept),
                                        capacity * sizeof (Kept));

    if (kept == NULL)
      return false;
    s->kept = kept;
    s->kept_capacity = capacity;
  }
  s->kept[s->n_kept++] = (Kept){ .node = node,
                                 .first_step = (uint32_t) s->n_steps,
                                 .row = (uint16_t) y };
  return true;
}

/* --- the sweep ----------------------------------------------------------- */

/* Places a part at row y, column `at`, the first uncovered cell of a state. */
static void
place (const Sweep *s, int y, int at, const uint8_t *before, const TwPricedState *state,
       const TwBandPart *part, Next *next)
{
  int end = at + part->wide, breadth = s->band.breadth;
  const TwPricedColumn *column;

  next->part = part;
  memcpy (next->profile, before, s->states.stride);
  next->hash = tw_band_place (&s->band, y, at, part, next->profile, state->hash);
  next->first_hash = state->first_hash;
  if (end <= s->split) {
    next->first_hash ^= state->hash ^ next->hash;
  } else {
    for (int i = at; i < s->split; i++)
      next->first_hash ^= tw_band_key (s->band.from + i, y)
                          ^ tw_band_key (s->band.from + i, y + next->profile[i]);
  }
  next->to = y;
  next->at = tw_priced_next_open (next->profile, end, breadth);
  if (next->at == breadth)
    next->to += tw_priced_least_reach (next->profile, breadth, &next->at);
  /* By the time it is judged and merged with equal ones, the memory for that is at hand. */
  column = &s->states.columns[next->to];
  if (column->table != NULL)
    __builtin_prefetch (&column->table[(uint32_t) next->hash & (column->table_size - 1)]);
  if (s->halves != NULL) {
    const TwNestBand *half = s->halves;
    uint64_t second = next->hash ^ next->first_hash;

    if (at < s->split)
      __builtin_prefetch (&half[0].table[(uint32_t) next->first_hash & (half[0].size - 1)]);
    if (end > s->split)
      __builtin_prefetch (&half[1].table[(uint32_t) second & (half[1].size - 1)]);
  }
}

/* Whether the limit allows for a part and for what the half beside it costs. */
static bool
may_meet (const Sweep *s, int at, const TwBandPart *part, const TwPricedState *state)
{
  int64_t cost = (int64_t) state->cost + part->cost;

  if (at >= s->split)
    cost += state->ahead[0];
  if (at + part->wide <= s->split)
    cost += state->ahead[1];
  return cost <= s->task->limit;
}

/* What the halves still cost, of which some may be as before. */
static void
look_ahead (const Sweep *s, int y, int at, const Next *next, const int32_t before[2],
            int32_t after[2])
{
  bool guess = s->task->width > 0;

  after[0] = before[0];
  after[1] = before[1];
  if (s->halves == NULL)
    return;
  if (at < s->split)
    after[0] = ahead (s->nest, s->first_half, y, next->profile, next->first_hash, guess);
  if (at + next->part->wide > s->split)
    after[1] = ahead (s->nest, s->first_half + 1, y, next->profile + s->split,
                      next->hash ^ next->first_hash, guess);
}

/* Judges a state, and merges it with equal ones. `trail` is the one that goes on with it, in the sweep
 * for a tiling. */
static bool
merge (Sweep *s, int y, int at, const Next *next, const TwPricedState *from, uint32_t trail)
{
  bool whole = s->task->tiling != NULL, exact = s->task->width == 0, is_new;
  int64_t sum = (int64_t) from->cost + next->part->cost;
  uint32_t cost = (uint32_t) (sum < TW_NEST_ENDLESS ? sum : TW_NEST_ENDLESS);
  int32_t halves[2];
  TwPricedState *kept;

  /* With a limit most states are dropped, and without one most equal others. */
  if (exact) {
    look_ahead (s, y, at, next, from->ahead, halves);
    if (sum + halves[0] + halves[1] > s->task->limit)
      return true;
  }
  kept = tw_priced_states_merge (&s->states, next->to, next->at, y, next->profile, next->hash,
                                 &is_new);
  if (kept == NULL)
    return false;
  if (is_new) {
    if (!exact)
      look_ahead (s, y, at, next, from->ahead, halves);
    kept->first_hash = next->first_hash;
    kept->ahead[0] = halves[0];
    kept->ahead[1] = halves[1];
    kept->trail = whole ? trail : add_node (s, next->hash);
    kept->cost = cost;
    kept->bound = (int32_t) cost + halves[0] + halves[1];
    kept->size = next->part->size;
  } else if (cost < kept->cost) {
    kept->bound -= (int32_t) (kept->cost - cost);
    kept->cost = cost;
    kept->size = next->part->size;
    kept->trail = whole ? trail : kept->trail;
  }
  return kept->trail != TW_PRICED_NOTHING && (whole || add_step (s, kept->trail, next->part->cost));
}

static bool
expand (Sweep *s, int y, int at, uint32_t index)
{
  const TwPricedColumn *column = &s->states.columns[y];
  const TwBandPart *part, *end = tw_band_parts (&s->band, y, at, &part);
  /* Copies: the column grows. */
  TwPricedState state = column->states[index];
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
  uint32_t trail = TW_PRICED_NOTHING;
  Next next[AT_ONCE];
  int open = 0;

  memcpy (profile, &column->profiles[index * s->states.stride], s->states.stride);
  while (at + open < s->band.breadth && profile[at + open] == 0)
    open++;
  if (s->task->tiling != NULL) {
    trail = tw_priced_states_pass (&s->states, state.trail, state.size);
    if (trail == TW_PRICED_NOTHING)
      return false;
  } else if (!keep (s, state.trail, y)) {
    return false;
  }
  while (part < end) {
    int n = 0;

    for (; part < end && n < AT_ONCE; part++) {
      if (part->wide <= open && (s->task->width > 0 || may_meet (s, at, part, &state)))
        place (s, y, at, profile, &state, part, &next[n++]);
    }
    for (int i = 0; i < n; i++) {
      if (!merge (s, y, at, &next[i], &state, trail))
        return false;
    }
  }
  return true;
}

static bool
begin (Sweep *s)
{
  uint8_t profile[TW_BOARD_MAX_SIDE + 32] = { 0 };
  TwPricedState start = { .trail = TW_PRICED_NOTHING };

  for (int i = 0; i < s->band.breadth; i++) {
    uint64_t key = tw_band_key (s->band.from + i, 0);

    start.hash ^= key;
    start.first_hash ^= i < s->split ? key : 0;
  }
  if (s->task->tiling == NULL) {
    start.trail = add_node (s, start.hash);
    if (start.trail == TW_PRICED_NOTHING)
      return false;
  }
  return tw_priced_states_add (&s->states, 0, 0, 0, profile, &start);
}

static bool
sweep_rows (Sweep *s)
{
  const TwNestSweep *task = s->task;
  TwNest *n = s->nest;

  if (!begin (s))
    return false;
  for (int y = 0; y < n->board->height; y++) {
    if (s->states.columns[y].count == 0)
      continue;
    tw_priced_states_show (&s->states, y, task->shown, task->lane, task->transform);
    for (int at = 0; at < s->band.breadth; at++) {
      size_t count;

      if (!tw_priced_states_list (&s->states, y, at, task->width, &s->chosen))
        return false;
      count = s->chosen.count;
      if (task->width > 0 && count > task->width)
        count = task->width;
      n->kept += count;
      for (size_t i = 0; i < count; i++) {
        if (tw_poll (&n->poll) || !expand (s, y, at, s->chosen.states[i]))
          return false;
      }
    }
    tw_priced_states_drop (&s->states, y);
  }
  return true;
}

/* --- from the end back --------------------------------------------------- */

/* The least cost from each state that was kept to the end. The others lead nowhere. */
static bool
find_costs (Sweep *s, int32_t *costs)
{
  TwNestBand *known = s->known;

  for (size_t i = s->n_kept; i-- > 0;) {
    const Kept *kept = &s->kept[i];
    size_t end = i + 1 < s->n_kept ? s->kept[i + 1].first_step : s->n_steps;
    int32_t least = TW_NEST_ENDLESS;

    if (tw_poll (&s->nest->poll))
      return false;
    for (size_t j = kept->first_step; j < end; j++) {
      int64_t cost = (int64_t) s->steps[j].cost + costs[s->steps[j].node];

      least = cost < least ? (int32_t) cost : least;
    }
    if (least == TW_NEST_ENDLESS)
      continue;
    costs[kept->node] = least;
    enter (known, s->hashes[kept->node], least);
    if (least < known->least[kept->row])
      known->least[kept->row] = least;
  }
  return true;
}

static bool
learn (Sweep *s)
{
  int height = s->nest->board->height;
  const TwPricedColumn *last = &s->states.columns[height];
  size_t size = s->n_nodes * sizeof (int32_t);
  int32_t *costs, *least;
  bool fine;

  if (!make_table (s, s->n_kept + last->count))
    return false;
  costs = tw_priced_states_grow (&s->states, NULL, 0, size);
  if (costs == NULL)
    return false;
  for (size_t i = 0; i < s->n_nodes; i++)
    costs[i] = TW_NEST_ENDLESS;
  for (uint32_t i = 0; i < last->count; i++) {
    costs[last->states[i].trail] = 0;
    enter (s->known, last->states[i].hash, 0);
  }
  fine = find_costs (s, costs);
  tw_run_mfree (s->nest->run, costs, size);
  least = s->known->least;
  least[height] = 0;
  for (int y = height - 1; y >= 0; y--)
    least[y] = least[y] == TW_NEST_ENDLESS ? least[y + 1] : least[y];
  return fine;
}

/* The cheapest state of the whole board; -1 when there is none. */
static int64_t
cheapest (const Sweep *s)
{
  const TwPricedColumn *last = &s->states.columns[s->nest->board->height];
  int64_t best = -1;

  for (uint32_t i = 0; i < last->count; i++) {
    if (best < 0 || last->states[i].cost < last->states[best].cost)
      best = i;
  }
  return best;
}

static bool
finish (Sweep *s)
{
  const TwPricedColumn *last = &s->states.columns[s->nest->board->height];
  int64_t best = cheapest (s);

  if (s->task->tiling != NULL)
    return best >= 0 && tw_priced_states_trace (&s->states, &last->states[best], s->task->tiling);
  if (!learn (s))
    return false;
  if (s->task->width == 0) {
    int32_t proved = best >= 0 ? (int32_t) last->states[best].cost : s->task->limit + 1;

    s->known->limit = s->task->limit;
    s->known->proved = proved > s->known->proved ? proved : s->known->proved;
  }
  return true;
}

/* --- all of them --------------------------------------------------------- */

bool
tw_nest_sweep (TwNest *n, const TwNestSweep *task)
{
  int index = (1 << task->level) + task->band;
  TwNestBand *known = &n->bands[index];
  bool has_halves = task->level < n->levels, fine;
  Sweep s = {
    .nest = n,
    .task = task,
    .known = known,
    .halves = has_halves ? &n->bands[2 * index] : NULL,
    .first_half = 2 * index,
    .split = has_halves ? n->bands[2 * index].breadth : known->breadth,
  };

  forget (n, known);
  fine = tw_band_init (&s.band, n->board, n->reduced, known->from, known->breadth, &n->poll)
         && tw_priced_states_init (&s.states, s.band.swept, n->memory, n->run) && sweep_rows (&s)
         && finish (&s);
  tw_run_mfree (n->run, s.kept, s.kept_capacity * sizeof (Kept));
  tw_run_mfree (n->run, s.steps, s.step_capacity * sizeof (Step));
  tw_run_mfree (n->run, s.hashes, s.node_capacity * sizeof (uint64_t));
  tw_run_mfree (n->run, s.chosen.states, s.chosen.capacity * sizeof (uint32_t));
  if (s.states.run != NULL)
    tw_priced_states_clear (&s.states);
  tw_band_clear (&s.band);
  if (!fine)
    forget (n, known);
  return fine;
}

void
tw_nest_wake (TwNest *n)
{
  tw_poll_init (&n->poll, n->run, POLL_INTERVAL);
}

TwNest *
tw_nest_new (const TwBoard *board, const TwReducedCosts *reduced, int32_t unit, int from,
             int breadth, size_t memory, TwRun *run)
{
  TwNest *n;

  if (tw_band_most (board, reduced) > TW_PRICED_MOST_REACH)
    return NULL;
  n = tw_run_calloc (run, 1, sizeof *n);
  if (n == NULL)
    return NULL;
  n->run = run;
  n->board = board;
  n->reduced = reduced;
  n->unit = unit;
  n->memory = memory;
  tw_nest_wake (n);
  while (breadth >> n->levels > MOST_LEAF_BREADTH && n->levels < TW_NEST_LEVELS)
    n->levels++;
  for (int level = 0; level <= n->levels; level++) {
    for (int i = 0; i < 1 << level; i++) {
      TwNestBand *band = &n->bands[(1 << level) + i];

      band->from = from + (breadth * i >> level);
      band->breadth = from + (breadth * (i + 1) >> level) - band->from;
      band->limit = -1;
    }
  }
  return n;
}

void
tw_nest_free (TwNest *n)
{
  if (n == NULL)
    return;
  for (int i = 1; i < 2 << n->levels; i++)
    forget (n, &n->bands[i]);
  tw_run_mfree (n->run, n, sizeof *n);
}
