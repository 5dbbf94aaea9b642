/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep-column.c - covers a column of a sweep (sweep.h) with a hash table of states. */
#include "core/squares/sweep/sweep-private.h"

#include <math.h>
#include <string.h>

#include "core/base/random.h"
#include "core/run/hash-index.h"

enum {
  FIRST_SLOTS = 1 << 12,
  PENDING = 32,         /* states that are queued for insertion into the table */
  POLL_INTERVAL = 4096, /* found states between two calls of look_around () */
  SLOTS_A_POLL = 1 << 16,
};

#define NO_KEY UINT64_MAX

typedef struct {
  uint64_t key;
  uint32_t from;
  uint32_t cost;
} Slot;

struct TwSweepScratch {
  TwRun *run;

  /* The tables for the current height. */
  int height;
  bool ranked;
  TwShapes shapes;
  uint64_t *weights; /* prefix sums of the rows' random weights, for hashes */
  uint16_t *rows;    /* one block for the six row arrays below */

  /* The predecessor state being expanded, by row; height + 1 entries in each array. */
  uint16_t *value;  /* its profile after the shift by one column; 0: uncovered */
  uint16_t *most;   /* largest square that can begin here (MaxSize) */
  uint16_t *jump;   /* number of covered rows from this one on (JumpTo) */
  uint16_t *first;  /* value of the first of these covered rows */
  uint16_t *last;   /* value of the last of these covered rows */
  uint16_t *needed; /* the fewest new squares needed from this row down (MinSquares) */
  uint64_t *inner;  /* contribution of the covered rows to the key, without the step of the first
                     * run */

  /* The states of the next column. */
  Slot *slots;
  uint32_t *places; /* index of each slot's profile in the pool; only with hashes */
  size_t n_slots;   /* a power of two */
  size_t used;
  uint16_t *pool;
  size_t pool_count;
  size_t pool_size;

  Slot pending[PENDING];
  int n_pending;

  uint32_t from;
  int margin;
  int deviation;
  uint32_t cheapest;
  uint32_t limit; /* more expensive states are dropped */
  bool cut;       /* stop the column with the states found so far */
  TwEnd trouble;
  int until_poll;
  double hurry;
  const TwSweep *sweep;
};

/* --- scratch memory ------------------------------------------------------ */

TwSweepScratch *
tw_sweep_scratch_new (TwRun *run)
{
  TwSweepScratch *scratch = tw_run_calloc (run, 1, sizeof (TwSweepScratch));

  if (scratch != NULL)
    scratch->run = run;
  return scratch;
}

static void
free_rows (TwSweepScratch *s)
{
  tw_run_mfree (s->run, s->rows);
  tw_run_mfree (s->run, s->weights);
  tw_run_mfree (s->run, s->inner);
  s->rows = NULL;
  s->weights = NULL;
  s->inner = NULL;
  s->height = 0;
}

static void
free_slots (TwSweepScratch *s)
{
  tw_run_mfree (s->run, s->slots);
  tw_run_mfree (s->run, s->places);
  s->slots = NULL;
  s->places = NULL;
  s->n_slots = 0;
}

static void
free_pool (TwSweepScratch *s)
{
  tw_run_mfree (s->run, s->pool);
  s->pool = NULL;
  s->pool_size = 0;
}

void
tw_sweep_scratch_free (TwSweepScratch *scratch)
{
  if (scratch == NULL)
    return;
  free_pool (scratch);
  free_slots (scratch);
  free_rows (scratch);
  tw_run_mfree (scratch->run, scratch);
}

static bool
set_height (TwSweepScratch *s, int height)
{
  size_t stride = (size_t) height + 1;

  if (s->height == height)
    return true;
  free_pool (s);
  free_rows (s);
  free_slots (s);
  s->height = height;
  s->rows = tw_run_malloc (s->run, 6 * stride * sizeof (uint16_t));
  s->weights = tw_run_malloc (s->run, stride * sizeof (uint64_t));
  s->inner = tw_run_malloc (s->run, stride * sizeof (uint64_t));
  if (s->rows == NULL || s->weights == NULL || s->inner == NULL) {
    free_rows (s);
    return false;
  }
  s->value = s->rows;
  s->most = s->value + stride;
  s->jump = s->most + stride;
  s->first = s->jump + stride;
  s->last = s->first + stride;
  s->needed = s->last + stride;

  s->ranked = tw_shapes_init (&s->shapes, height);
  s->weights[0] = 0;
  for (int y = 0; y < height; y++)
    s->weights[y + 1] = s->weights[y] + tw_random_number ((uint64_t) y);
  return true;
}

/* --- the table ----------------------------------------------------------- */

static inline size_t
slot_of (uint64_t key, size_t n_slots)
{
  return tw_probe (key * UINT64_C (0x9E3779B97F4A7C15) >> 32, n_slots);
}

/* Polls in loops over the slots, which may take seconds. Returns whether the sweep ends. */
static inline bool
stops_at_slot (TwSweepScratch *s, size_t slot)
{
  if (slot % SLOTS_A_POLL != 0 || !tw_run_should_stop (s->run))
    return false;
  s->trouble = TW_END_STOPPED;
  s->cut = true;
  return true;
}

/* Marks slots as empty. */
static bool
clear_slots (TwSweepScratch *s, Slot *slots, size_t n_slots)
{
  for (size_t i = 0; i < n_slots; i++) {
    if (stops_at_slot (s, i))
      return false;
    slots[i].key = NO_KEY;
  }
  return true;
}

static bool
set_slots (TwSweepScratch *s, size_t n_slots)
{
  Slot *slots = tw_run_malloc (s->run, n_slots * sizeof (Slot));
  uint32_t *places = s->ranked ? NULL : tw_run_malloc (s->run, n_slots * sizeof (uint32_t));
  bool fine = slots != NULL && (s->ranked || places != NULL) && clear_slots (s, slots, n_slots);

  for (size_t i = 0; fine && i < s->n_slots; i++) {
    const Slot *old = &s->slots[i];
    size_t at;

    if (stops_at_slot (s, i))
      fine = false;
    if (!fine || old->key == NO_KEY)
      continue;
    for (at = slot_of (old->key, n_slots); slots[at].key != NO_KEY;
         at = tw_probe_next (at, n_slots))
      ;
    slots[at] = *old;
    if (places != NULL)
      places[at] = s->places[i];
  }
  if (!fine) {
    tw_run_mfree (s->run, slots);
    tw_run_mfree (s->run, places);
    return false;
  }
  free_slots (s);
  s->slots = slots;
  s->places = places;
  s->n_slots = n_slots;
  return true;
}

/* Empties the table at the start of a column and sizes it for as many states as the last column
 * had. */
static bool
empty_slots (TwSweepScratch *s)
{
  size_t wanted = FIRST_SLOTS;

  while (wanted < s->used * 2)
    wanted *= 2;
  s->used = 0;
  s->pool_count = 0;
  if (wanted != s->n_slots) {
    free_slots (s);
    return set_slots (s, wanted);
  }
  return clear_slots (s, s->slots, s->n_slots);
}

/* Frees slots by reducing the margin as little as needed and dropping the states above it. Returns
 * false when not even margin 0 suffices. An exact sweep must not drop states, so it returns false at
 * once. */
static bool
drop_dear_states (TwSweepScratch *s)
{
  size_t n_slots = s->n_slots, used = 0;
  int low = -1, high = s->margin; /* a margin that suffices (-1: none), one that is too large */

  if (s->sweep->rule.margin >= TW_SWEEP_NO_LIMIT)
    return false;
  while (high - low > 1) {
    int margin = low + (high - low) / 2;
    size_t kept = 0;

    for (size_t i = 0; i < n_slots; i++) {
      if (stops_at_slot (s, i))
        return false;
      kept += s->slots[i].key != NO_KEY && s->slots[i].cost <= s->cheapest + (uint32_t) margin;
    }
    if (kept <= n_slots / 2 - n_slots / 8) {
      low = margin;
      used = kept;
    } else {
      high = margin;
    }
  }
  s->margin = low > 0 ? low : 0;
  s->limit = s->cheapest + (uint32_t) s->margin;
  if (low < 0)
    return false;

  for (size_t i = 0; i < n_slots; i++) {
    if (stops_at_slot (s, i))
      return false;
    if (s->slots[i].key != NO_KEY && s->slots[i].cost > s->limit)
      s->slots[i].key = NO_KEY;
  }
  s->used = used;
  return set_slots (s, n_slots);
}

static bool
grow_slots (TwSweepScratch *s)
{
  if (s->n_slots < SIZE_MAX / (4 * sizeof (Slot)) && s->n_slots < UINT32_MAX / 4
      && set_slots (s, s->n_slots * 2))
    return true;
  if (drop_dear_states (s))
    return true;
  if (s->sweep->rule.margin >= TW_SWEEP_NO_LIMIT && s->trouble == TW_END_DONE)
    s->trouble = TW_END_NO_MEMORY;
  s->cut = true;
  return false;
}

/* Copies the current profile to the pool, for a new state in slot `at`. */
static bool
keep_profile (TwSweepScratch *s, size_t at)
{
  size_t height = (size_t) s->height;

  if (s->pool_count == s->pool_size) {
    size_t size = s->pool_size == 0 ? 256 : s->pool_size * 2;
    uint16_t *pool = tw_run_realloc (s->run, s->pool, size * height * sizeof (uint16_t));

    if (pool == NULL) {
      if (s->sweep->rule.margin >= TW_SWEEP_NO_LIMIT || s->used == 0)
        s->trouble = TW_END_NO_MEMORY;
      s->cut = true;
      return false;
    }
    s->pool = pool;
    s->pool_size = size;
  }
  s->places[at] = (uint32_t) s->pool_count++;
  memcpy (s->pool + s->places[at] * height, s->value, height * sizeof (uint16_t));
  return true;
}

/* Returns whether slot `at`, which has the same key, also has the same profile. */
static inline bool
same_profile (const TwSweepScratch *s, size_t at)
{
  size_t height = (size_t) s->height;

  return s->ranked
         || memcmp (s->pool + s->places[at] * height, s->value, height * sizeof (uint16_t)) == 0;
}

static void
insert (TwSweepScratch *s, const Slot *found)
{
  size_t at = slot_of (found->key, s->n_slots);

  if (found->cost > s->limit)
    return;
  for (; s->slots[at].key != NO_KEY; at = tw_probe_next (at, s->n_slots)) {
    /* Equal hashes do not imply equal profiles: an exact sweep proves a minimum, so it must not
     * merge different states. */
    if (s->slots[at].key != found->key || !same_profile (s, at))
      continue;
    if (found->cost < s->slots[at].cost)
      s->slots[at] = *found;
    return;
  }
  if (!s->ranked && !keep_profile (s, at))
    return;
  s->slots[at] = *found;
  s->used++;
  if (s->used > s->n_slots / 2)
    grow_slots (s);
}

static void
insert_pending (TwSweepScratch *s)
{
  for (int i = 0; i < s->n_pending && s->trouble == TW_END_DONE; i++)
    insert (s, &s->pending[i]);
  s->n_pending = 0;
}

/* Polls for cancellation, gates and the deadline. */
static void
look_around (TwSweepScratch *s)
{
  const TwSweepRule *rule = &s->sweep->rule;

  s->until_poll = POLL_INTERVAL;
  if (tw_run_should_stop (s->run)) {
    s->trouble = TW_END_STOPPED;
    s->cut = true;
  }
  if (rule->gates != NULL) {
    int margin = tw_gates_margin (rule->gates, s->margin, s->sweep->done);

    s->margin = margin < s->margin ? margin : s->margin;
    s->limit = s->cheapest + (uint32_t) s->margin;
  }
  if (rule->margin < TW_SWEEP_NO_LIMIT && s->hurry < HUGE_VAL
      && tw_run_elapsed (s->run) >= s->hurry)
    s->cut = true;
}

/* Handles a complete cover of the column. */
static inline void
found (TwSweepScratch *s, uint64_t key, uint32_t cost)
{
  Slot slot = { .key = key, .from = s->from, .cost = cost };

  if (cost < s->cheapest) {
    s->cheapest = cost;
    s->limit = cost + (uint32_t) s->margin;
  }
  /* A hash may equal the mark of empty slots. */
  if (!s->ranked && key == NO_KEY)
    slot.key = 0;
  if (s->ranked) {
    /* The table is larger than the caches: prefetch the slot now and insert later. */
    __builtin_prefetch (&s->slots[slot_of (key, s->n_slots)]);
    s->pending[s->n_pending++] = slot;
    if (s->n_pending == PENDING)
      insert_pending (s);
  } else {
    insert (s, &slot);
  }
  if (--s->until_poll == 0)
    look_around (s);
}

/* --- deriving ------------------------------------------------------------ */

static inline uint64_t
key_step (const TwSweepScratch *s, int y, int p, int v, int rows)
{
  if (s->ranked)
    return tw_shapes_step (&s->shapes, y, p, v);
  return (uint64_t) v * (s->weights[y + rows] - s->weights[y]);
}

/* Enumerates all ways to cover the uncovered rows from y on. Row y is uncovered and row y - 1 has
 * value p; key and cost are those of the rows above. */
static void
tile (TwSweepScratch *s, int y, int p, uint64_t key, uint32_t cost)
{
  int most = s->most[y];
  int least = most - s->deviation;

  if (least < 1)
    least = 1;
  for (int size = most; size >= least && !s->cut; size--) {
    int next = y + size;
    int q = size;
    uint64_t k;

    if (cost + 1 + s->needed[next] > s->limit)
      continue;
    k = key + key_step (s, y, p, size, size);
    if (!s->ranked) {
      for (int row = y; row < next; row++)
        s->value[row] = (uint16_t) size;
    }
    if (s->jump[next] != 0) {
      if (s->ranked)
        k += tw_shapes_step (&s->shapes, next, size, s->first[next]);
      k += s->inner[next];
      q = s->last[next];
      next += s->jump[next];
    }
    if (next == s->height)
      found (s, k, cost + 1);
    else
      tile (s, next, q, k, cost + 1);
  }
}

/* Fills the row arrays for the predecessor state. On entry s->value holds its profile before the
 * shift. */
static void
prepare (TwSweepScratch *s, const uint16_t *largest)
{
  int height = s->height;
  int gap = 0; /* number of uncovered rows from here on */

  s->jump[height] = 0;
  s->needed[height] = 0;
  for (int y = height - 1; y >= 0; y--) {
    int v = s->value[y];

    v = v > 1 ? v - 1 : largest[y] == 0;
    s->value[y] = (uint16_t) v;
    if (v == 0) {
      int most, least, needed = TW_SWEEP_NO_LIMIT;

      gap++;
      most = largest[y] < gap ? largest[y] : gap;
      least = most > s->deviation ? most - s->deviation : 1;
      for (int size = most; size >= least; size--) {
        if (s->needed[y + size] < needed)
          needed = s->needed[y + size];
      }
      s->most[y] = (uint16_t) most;
      s->jump[y] = 0;
      s->needed[y] = (uint16_t) (needed + 1);
      continue;
    }

    gap = 0;
    s->first[y] = (uint16_t) v;
    s->needed[y] = s->needed[y + 1];
    if (s->jump[y + 1] != 0) {
      s->jump[y] = (uint16_t) (s->jump[y + 1] + 1);
      s->last[y] = s->last[y + 1];
      s->inner[y] = s->inner[y + 1];
      if (s->ranked)
        s->inner[y] += tw_shapes_step (&s->shapes, y + 1, v, s->first[y + 1]);
    } else {
      s->jump[y] = 1;
      s->last[y] = (uint16_t) v;
      s->inner[y] = 0;
    }
    if (!s->ranked)
      s->inner[y] += key_step (s, y, 0, v, 1);
  }
}

static void
derive (TwSweepScratch *s, uint32_t cost)
{
  uint64_t key = 0;
  int y = 0, p = 0;

  if (cost + s->needed[0] > s->limit)
    return;
  if (s->jump[0] != 0) {
    key = s->inner[0];
    if (s->ranked)
      key += tw_shapes_step (&s->shapes, 0, 0, s->first[0]);
    p = s->last[0];
    y = s->jump[0];
  }
  if (y == s->height)
    found (s, key, cost);
  else
    tile (s, y, p, key, cost);
}

/* --- a column ------------------------------------------------------------ */

/* Copies the states of the table to the next column by increasing cost, without those above the
 * limit. When memory is short the most expensive states are dropped; an exact sweep fails
 * instead. */
static bool
collect (TwSweep *sweep, TwSweepScratch *s)
{
  TwSweepColumn *column = &sweep->columns[sweep->done + 1];
  size_t height = (size_t) sweep->board->height;
  bool exact = sweep->rule.margin >= TW_SWEEP_NO_LIMIT;
  uint32_t cheapest = s->cheapest, dearest = 0;
  size_t *place, count = 0, span;
  uint32_t *costs = NULL;

  for (size_t i = 0; i < s->n_slots; i++) {
    if (stops_at_slot (s, i))
      return false;
    if (s->slots[i].key != NO_KEY && s->slots[i].cost <= s->limit) {
      dearest = s->slots[i].cost > dearest ? s->slots[i].cost : dearest;
      count++;
    }
  }
  if (count == 0)
    return false;

  /* place[c]: index of the next state of cost cheapest + c (counting sort). */
  span = (size_t) (dearest - cheapest) + 2;
  place = tw_run_calloc (sweep->run, span, sizeof (size_t));
  if (place == NULL)
    return false;
  for (size_t i = 0; !stops_at_slot (s, i) && i < s->n_slots; i++) {
    if (s->slots[i].key != NO_KEY && s->slots[i].cost <= s->limit)
      place[s->slots[i].cost - cheapest + 1]++;
  }
  for (size_t c = 1; c < span; c++)
    place[c] += place[c - 1];

  while (count > 0 && s->trouble == TW_END_DONE) {
    costs = tw_run_malloc (sweep->run, count * sizeof (uint32_t));
    if (costs != NULL && tw_sweep_alloc_column (sweep, column, count))
      break;
    tw_run_mfree (sweep->run, costs);
    costs = NULL;
    count = exact ? 0 : count / 2;
  }

  for (size_t i = 0; costs != NULL && !stops_at_slot (s, i) && i < s->n_slots; i++) {
    const Slot *slot = &s->slots[i];
    size_t at;

    if (slot->key == NO_KEY || slot->cost > s->limit)
      continue;
    at = place[slot->cost - cheapest]++;
    if (at >= count)
      continue;
    costs[at] = slot->cost;
    column->from[at] = slot->from;
    if (sweep->ranked)
      column->keys[at] = slot->key;
    else
      memcpy (column->profiles + at * height, s->pool + s->places[i] * height,
              height * sizeof (uint16_t));
  }
  tw_run_mfree (sweep->run, place);
  if (costs == NULL || s->trouble != TW_END_DONE) {
    tw_run_mfree (sweep->run, costs);
    tw_sweep_free_column (sweep, column);
    return false;
  }

  tw_run_mfree (sweep->run, sweep->costs);
  sweep->costs = costs;
  sweep->done++;
  return true;
}

TwEnd
tw_sweep_column (TwSweep *sweep, TwSweepScratch *s, double hurry)
{
  const TwSweepColumn *left = &sweep->columns[sweep->done];
  const uint16_t *largest;
  TwPoll poll;

  if (sweep->done == sweep->board->width)
    return TW_END_DONE;
  s->trouble = TW_END_DONE;
  if (!set_height (s, sweep->board->height) || !empty_slots (s))
    return s->trouble != TW_END_DONE ? s->trouble : TW_END_NO_MEMORY;

  s->sweep = sweep;
  s->deviation = sweep->rule.deviation;
  s->margin = sweep->rule.margin;
  if (sweep->rule.gates != NULL)
    s->margin = tw_gates_margin (sweep->rule.gates, s->margin, sweep->done);
  s->cheapest = TW_SWEEP_NO_LIMIT;
  s->limit = UINT32_MAX / 2;
  s->cut = false;
  s->until_poll = POLL_INTERVAL;
  s->hurry = hurry;
  s->n_pending = 0;

  largest = sweep->largest + (size_t) sweep->done * (size_t) sweep->board->height;
  tw_poll_init (&poll, s->run, 64);
  for (size_t i = 0; i < left->count && !s->cut; i++) {
    if (tw_poll (&poll))
      return TW_END_STOPPED;
    s->from = (uint32_t) i;
    tw_sweep_load (sweep, &s->shapes, left, i, s->value);
    prepare (s, largest);
    derive (s, sweep->costs[i]);
  }
  insert_pending (s);
  if (s->trouble != TW_END_DONE)
    return s->trouble;
  if (!collect (sweep, s))
    return s->trouble != TW_END_DONE ? s->trouble : TW_END_NO_MEMORY;
  return sweep->done == sweep->board->width ? TW_END_DONE : TW_END_LIMIT;
}
