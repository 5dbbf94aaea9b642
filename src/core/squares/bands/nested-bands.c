/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested-bands.c - sweeps of nested bands, forward and backward; see nested-bands.h.
 *
 * Why the tables of the halves add up to a lower bound. Take a band, one of its states, and a
 * covering that completes the state. Restrict the covering to the columns of one half: each square
 * becomes the part of it that lies there, and that part pays its fraction of the reduced cost
 * (band.h). The restriction is a covering of the half that completes the half's columns of the
 * profile, so it costs at least what the half's table says for them. The fractions of a square
 * over both halves are those over the band. So the covering costs at least the sum of the two
 * entries. A half knows less than the band: it lets squares protrude over its edges without fitting
 * them to the other half, so the bound is not exact. What cuts add to the cost (band.h) is counted
 * in a half only for cuts inside it, so it is not counted twice.
 *
 * How a table is made. A sweep for a table records its graph: kept states are nodes, placements are
 * edges with the cost of the placed part. States are expanded in the order of their first uncovered
 * cell and every edge leads to a later cell, so one pass in reverse order computes the cost to
 * complete each state: the minimum over its edges of the edge's cost plus the successor's cost to
 * complete, and 0 at the end of the band. */
#include "core/squares/bands/nested-bands.h"

#include <string.h>

#include "core/squares/bands/band.h"
#include "core/squares/bands/nested-bands-private.h"
#include "core/squares/sweep/cell-states.h"

/* Bands are halved until they have at most this many columns. */
#define MOST_LEAF_BREADTH 8

/* States that are expanded together, and successors that are generated before the first one is
 * looked up, to hide memory latency: most states have few successors. */
#define STATES_AT_ONCE 16
#define AT_ONCE        48

/* A trail holds the side of a square plus PARTS times the number of its columns in the band. */
#define PARTS (TW_MOST_REACH + 1)

/* An edge from a kept state to a successor. */
typedef struct {
  uint32_t node;
  int32_t cost;
} Step;

typedef struct {
  uint32_t node;
  uint32_t first_step;
  int32_t cost;
  uint16_t row;
} Kept;

typedef struct {
  TwCellState common;
  int32_t ahead[2];    /* cost to complete each half, as far as it is known */
  int32_t total[2];    /* lower bounds on what coverings that lead here cost each half in total */
  uint64_t first_hash; /* hash of the first half of the profile */
} State;

/* A state being expanded. */
typedef struct {
  State state;
  bool begun;     /* it is kept, or its trail is known */
  uint32_t trail; /* trail of the state in a sweep for a tiling */
  int y, at;      /* its first uncovered cell */
  /* number of uncovered columns from `at` on, and the next uncovered column after them; the
   * breadth: none */
  int open, beyond;
  /* when `beyond` is the breadth: the smallest reach of the other columns, and the first column
   * that has it */
  int rest, rest_at;
  uint64_t even[TW_BAND_CUT_WORDS]; /* cuts that do not hold for its uncovered cells */
  uint8_t profile[TW_BOARD_MAX_SIDE + 32];
} From;

/* A successor that is being generated. */
typedef struct {
  const From *from;
  const TwBandPart *part;        /* the part placed last; NULL: dropped */
  const TwNestedEntry *found[2]; /* where to look in the tables of the halves; NULL: not there */
  int32_t cost;                  /* the part's, with the surplus of cuts */
  uint64_t hash, hashes[2];      /* of the profile, and of the parts in both halves */
  int to, at;                    /* row and column of the first uncovered cell */
  int32_t ahead[2];              /* cost to complete each half */
  int32_t total[2];
  uint8_t profile[TW_BOARD_MAX_SIDE + 32]; /* reaches below the row of the state being expanded */
} Next;

/* States of one cell and their successors, in the same order. */
typedef struct {
  From from[STATES_AT_ONCE];
  Next next[AT_ONCE];
  int n_from, n;
} Batch;

/* The sweep of one band. In a sweep for a table the states are nodes, numbered in the order of
 * their creation. */
typedef struct {
  TwNestedBands *nested;
  const TwNestedSweep *task;
  TwNestedBand *known;        /* where the results are stored */
  const TwNestedBand *halves; /* NULL: the band has no halves */
  int first_half;             /* index of the first half in the nested bands */
  int split;                  /* first column of the second half */
  TwBand band;
  TwCellStates states;
  TwChosenStates chosen;
  Step *steps;
  Kept *kept;
  uint8_t *profiles; /* of the kept states: `breadth` bytes each */
  size_t n_nodes, n_steps, step_capacity, n_kept, kept_capacity, profile_capacity;
  Batch batch;
} Sweep;

/* --- tables -------------------------------------------------------------- */

/* Allocates a table for `count` states. */
static bool
make_table (Sweep *s, size_t count)
{
  TwNestedBand *known = s->known;
  size_t size = 16, n_rows = (size_t) s->nested->board->height + 1;

  while (size < count * 2)
    size *= 2;
  if (size > UINT32_MAX / 2)
    return false;
  known->table = tw_cell_states_grow (&s->states, NULL, size * sizeof (TwNestedEntry));
  if (known->table == NULL)
    return false;
  known->size = (uint32_t) size;
  for (size_t i = 0; i < size; i++) {
    if (tw_poll (s->task->poll))
      return false;
    known->table[i].cost = -1;
  }
  known->least = tw_run_malloc (s->nested->run, n_rows * sizeof (int32_t));
  if (known->least == NULL)
    return false;
  for (size_t y = 0; y < n_rows; y++)
    known->least[y] = TW_NESTED_INFINITE;
  return true;
}

/* --- nodes --------------------------------------------------------------- */

/* Returns the array with room for one more element, possibly moved; NULL when memory is short. */
static void *
make_room (Sweep *s, void *array, size_t count, size_t *capacity, size_t size)
{
  size_t more = *capacity > 0 ? *capacity * 2 : 1024;
  void *larger;

  if (count < *capacity)
    return array;
  larger = more < UINT32_MAX ? tw_cell_states_grow (&s->states, array, more * size) : NULL;
  if (larger != NULL)
    *capacity = more;
  return larger;
}

static bool
add_step (Sweep *s, uint32_t node, int32_t cost)
{
  Step *steps = make_room (s, s->steps, s->n_steps, &s->step_capacity, sizeof (Step));

  if (steps == NULL)
    return false;
  s->steps = steps;
  s->steps[s->n_steps++] = (Step){ .node = node, .cost = cost };
  return true;
}

/* Returns the number of a new node; TW_NO_STATE when there are too many. */
static uint32_t
add_node (Sweep *s)
{
  return s->n_nodes < TW_NO_STATE ? (uint32_t) s->n_nodes++ : TW_NO_STATE;
}

static bool
keep (Sweep *s, const State *state, int y, const uint8_t *profile)
{
  size_t breadth = (size_t) s->band.breadth;
  uint8_t *profiles = make_room (s, s->profiles, s->n_kept, &s->profile_capacity, breadth);
  Kept *kept;

  if (profiles == NULL)
    return false;
  s->profiles = profiles;
  kept = make_room (s, s->kept, s->n_kept, &s->kept_capacity, sizeof (Kept));
  if (kept == NULL)
    return false;
  s->kept = kept;
  memcpy (&s->profiles[s->n_kept * breadth], profile, breadth);
  s->kept[s->n_kept++] = (Kept){ .node = state->common.trail,
                                 .first_step = (uint32_t) s->n_steps,
                                 .cost = (int32_t) state->common.cost,
                                 .row = (uint16_t) y };
  return true;
}

/* --- the sweep ----------------------------------------------------------- */

/* Computes the cost and the hashes of the successor that a part leads to. */
static void
lead (const Sweep *s, const From *from, const TwBandPart *part, Next *next)
{
  next->from = from;
  next->part = part;
  next->cost = tw_band_cost (&s->band, from->y, part, from->even);
  next->hash = from->state.common.hash ^ part->change;
  next->hashes[0] = from->state.first_hash ^ part->first_change;
  next->hashes[1] = next->hash ^ next->hashes[0];
  memcpy (next->total, from->state.total, sizeof next->total);
}

/* Computes the profile of a successor and its first uncovered cell. */
static void
place (const Sweep *s, Next *next)
{
  const From *from = next->from;
  const TwBandPart *part = next->part;

  next->to = from->y;
  next->at = part->wide < from->open ? from->at + part->wide : from->beyond;
  if (next->at == s->band.breadth) {
    int low_at = from->at + part->low_at;

    next->to += from->rest < part->low ? from->rest : part->low;
    next->at = from->rest < part->low || (from->rest == part->low && from->rest_at < low_at)
                 ? from->rest_at
                 : low_at;
  }
  memcpy (next->profile, from->profile, s->states.stride);
  tw_band_place (&s->band, from->y, from->at, part, next->profile);
}

/* Returns whether a part lies in a half of the band at least partly. */
static inline bool
touches (const Sweep *s, const From *from, const TwBandPart *part, int half)
{
  return half == 0 ? from->at < s->split : from->at + part->wide > s->split;
}

/* Prefetches the table entries of the halves. */
static void
fetch_halves (const Sweep *s, const Next *next)
{
  for (int i = 0; i < 2 && s->halves != NULL; i++) {
    if (touches (s, next->from, next->part, i))
      tw_nested_fetch (s->nested, s->first_half + i, next->hashes[i]);
  }
}

/* Finds where the successor may be in the tables of the halves, and prefetches the profiles there.
 * Its own profile is computed now only if it is compared with these. */
static void
find_halves (const Sweep *s, Next *next)
{
  for (int i = 0; i < 2; i++) {
    next->found[i] = NULL;
    if (s->halves == NULL || !touches (s, next->from, next->part, i))
      continue;
    next->found[i] = tw_nested_find (s->nested, s->first_half + i, next->hashes[i]);
    if (next->found[i] != NULL)
      tw_nested_fetch_profile (&s->halves[i], next->found[i]);
  }
  if (s->halves == NULL || next->found[0] != NULL || next->found[1] != NULL)
    place (s, next);
}

/* Prefetches the slot of equal states, for merge (). */
static void
fetch_slot (const Sweep *s, const Next *next)
{
  const TwStateCell *cell = tw_cell_states_at (&s->states, next->to, next->at);

  if (cell != NULL)
    __builtin_prefetch (&cell->index.slots[tw_probe (next->hash, cell->index.n_slots)]);
}

/* Prefetches the state and the profile of that slot. */
static void
fetch_equal (const Sweep *s, const Next *next)
{
  const TwStateCell *cell = tw_cell_states_at (&s->states, next->to, next->at);
  size_t slot;

  if (cell == NULL || cell->count == 0)
    return;
  slot = cell->index.slots[tw_probe (next->hash, cell->index.n_slots)];
  if (slot == 0)
    return;
  __builtin_prefetch ((const State *) cell->states + (slot - 1));
  __builtin_prefetch (&cell->profiles[(slot - 1) * s->states.stride]);
}

/* Returns whether the limit allows the part. The half that the part does not touch keeps its known
 * cost. */
static bool
may_meet (const Sweep *s, const From *from, const TwBandPart *part)
{
  int64_t cost = (int64_t) from->state.common.cost + part->cost;

  if (from->at >= s->split)
    cost += from->state.ahead[0];
  if (from->at + part->wide <= s->split)
    cost += from->state.ahead[1];
  return cost <= s->task->limit;
}

/* Estimates the cost to complete each half; a half that the part does not touch keeps its value. */
static void
guess_halves (const Sweep *s, Next *next)
{
  const From *from = next->from;

  for (int i = 0; i < 2; i++) {
    next->ahead[i] = from->state.ahead[i];
    if (s->halves != NULL && touches (s, from, next->part, i))
      next->ahead[i] = tw_nested_guess_ahead (s->nested, s->first_half + i, from->y,
                                              next->profile + (i > 0 ? s->split : 0),
                                              next->hashes[i]);
  }
}

/* Sets lower bounds on the cost to complete each half, and on its total cost. Returns false when no
 * covering through the successor meets the limit. */
static bool
bound_halves (const Sweep *s, Next *next)
{
  const From *from = next->from;
  int64_t limit = s->task->limit, cost = (int64_t) from->state.common.cost + next->cost;
  bool missing[2] = { false };

  for (int i = 0; i < 2; i++) {
    next->ahead[i] = from->state.ahead[i];
    if (s->halves == NULL || !touches (s, from, next->part, i))
      continue;
    next->ahead[i] = tw_nested_cost_from (&s->halves[i], next->found[i], from->y,
                                          next->profile + (i > 0 ? s->split : 0));
    missing[i] = next->ahead[i] < 0;
    if (missing[i]) {
      int32_t beyond = tw_nested_cost_beyond (&s->halves[i]);

      next->ahead[i] = 0;
      next->total[i] = beyond > next->total[i] ? beyond : next->total[i];
    }
  }
  if ((missing[0] || missing[1]) && (int64_t) next->total[0] + next->total[1] <= limit
      && cost + next->ahead[0] + next->ahead[1] <= limit) {
    if (next->found[0] == NULL && next->found[1] == NULL)
      place (s, next);
    for (int i = 0; i < 2; i++) {
      int64_t total;

      if (!missing[i])
        continue;
      next->ahead[i] = (int32_t) tw_nested_bound_ahead (s->nested, s->first_half + i, from->y,
                                                        next->profile + (i > 0 ? s->split : 0),
                                                        next->hashes[i], &total);
      next->total[i] = total > next->total[i] ? (int32_t) total : next->total[i];
    }
  }
  return cost + next->ahead[0] + next->ahead[1] <= limit
         && (int64_t) next->total[0] + next->total[1] <= limit;
}

/* Adds a successor, or merges it with an equal state. */
static bool
merge (Sweep *s, Next *next)
{
  const From *from = next->from;
  bool whole = s->task->tiling != NULL, is_new;
  int64_t sum = (int64_t) from->state.common.cost + next->cost;
  uint32_t cost = (uint32_t) (sum < TW_NESTED_INFINITE ? sum : TW_NESTED_INFINITE);
  State *kept = tw_cell_states_merge (&s->states, next->to, next->at, from->y, next->profile,
                                      next->hash, &is_new);

  if (kept == NULL)
    return false;
  if (is_new) {
    if (s->task->width > 0)
      guess_halves (s, next);
    kept->first_hash = next->hashes[0];
    kept->ahead[0] = next->ahead[0];
    kept->ahead[1] = next->ahead[1];
    kept->total[0] = next->total[0];
    kept->total[1] = next->total[1];
    kept->common.trail = whole ? from->trail : add_node (s);
    kept->common.cost = cost;
    kept->common.bound = (int32_t) cost + next->ahead[0] + next->ahead[1];
    kept->common.size = (uint16_t) (next->part->size + next->part->wide * PARTS);
  } else if (cost < kept->common.cost) {
    kept->common.bound -= (int32_t) (kept->common.cost - cost);
    kept->common.cost = cost;
    kept->common.size = (uint16_t) (next->part->size + next->part->wide * PARTS);
    kept->common.trail = whole ? from->trail : kept->common.trail;
  }
  /* The bounds have to hold for all coverings that lead here. */
  for (int i = 0; i < 2; i++)
    kept->total[i] = next->total[i] < kept->total[i] ? next->total[i] : kept->total[i];
  return kept->common.trail != TW_NO_STATE
         && (whole || add_step (s, kept->common.trail, next->cost));
}

/* Keeps a state of the batch, or begins the trail of its successors. */
static bool
depart (Sweep *s, From *from)
{
  if (from->begun)
    return true;
  from->begun = true;
  if (s->task->tiling == NULL)
    return keep (s, &from->state, from->y, from->profile);
  from->trail = tw_cell_states_pass (&s->states, from->state.common.trail, from->state.common.size);
  return from->trail != TW_NO_STATE;
}

/* Returns whether the sweep is for the successor. Every covering has one state that is the first to
 * leave the left quarter of the first row, and belongs to the part of its profile. Most states are
 * in the first rows, where profiles of different parts seldom become equal. */
static inline bool
is_in_part (const Sweep *s, const Next *next)
{
  const TwNestedPart *part = s->task->part;
  int border = s->band.breadth / 4;

  return part == NULL || next->from->y > 0 || next->from->at >= border
         || (next->to == 0 && next->at < border)
         || (int) ((next->hash >> 32) % (uint64_t) part->count) == part->number;
}

/* Adds the successors in the batch and empties it. With a limit most successors exceed it, so it is
 * checked first. Without a limit most equal existing states, so only new states are evaluated. */
static bool
flush (Sweep *s)
{
  Batch *b = &s->batch;
  bool exact = s->task->width == 0;
  Next *next = b->next, *end = b->next + b->n;

  for (Next *i = next; exact && i < end; i++)
    find_halves (s, i);
  for (Next *i = next; i < end; i++) {
    if (!exact)
      place (s, i);
    if (exact && !bound_halves (s, i))
      i->part = NULL;
    else
      fetch_slot (s, i);
  }
  for (Next *i = next; i < end; i++) {
    if (i->part != NULL)
      fetch_equal (s, i);
  }
  for (From *from = b->from; from < b->from + b->n_from; from++) {
    if (!depart (s, from))
      return false;
    for (; next < end && next->from == from; next++) {
      if (next->part != NULL && is_in_part (s, next) && !merge (s, next))
        return false;
    }
  }
  b->n = b->n_from = 0;
  return true;
}

/* Computes what all parts at a state have in common. */
static void
set_out (const Sweep *s, uint32_t index, From *from)
{
  const TwStateCell *cell = tw_cell_states_at (&s->states, from->y, from->at);
  int breadth = s->band.breadth, at = from->at;

  from->state = ((const State *) cell->states)[index];
  memcpy (from->profile, &cell->profiles[index * s->states.stride], s->states.stride);
  tw_band_even_cuts (&s->band, from->y, from->profile, from->even);
  from->open = 0;
  while (at + from->open < breadth && from->profile[at + from->open] == 0)
    from->open++;
  from->beyond = tw_profile_next_open (from->profile, at + from->open, breadth);
  if (from->beyond == breadth) {
    memset (&from->profile[at], TW_MOST_REACH, (size_t) from->open);
    from->rest = tw_profile_least_reach (from->profile, breadth, &from->rest_at);
    memset (&from->profile[at], 0, (size_t) from->open);
  }
}

/* Adds a state and its successors to the batch. */
static bool
expand (Sweep *s, int y, int at, uint32_t index)
{
  Batch *b = &s->batch;
  const TwBandPart *part, *end = tw_band_parts (&s->band, y, at, &part);
  From *from;

  if (b->n_from == STATES_AT_ONCE && !flush (s))
    return false;
  from = &b->from[b->n_from++];
  from->begun = false;
  from->y = y;
  from->at = at;
  from->trail = TW_NO_STATE;
  set_out (s, index, from);
  for (; part < end; part++) {
    /* The parts of all columns but the first are listed by their breadth. */
    if (part->wide > from->open && at > 0)
      break;
    if (part->wide > from->open || (s->task->width == 0 && !may_meet (s, from, part)))
      continue;
    if (b->n == AT_ONCE) {
      if (!flush (s))
        return false;
      b->from[0] = *from;
      from = b->from;
      b->n_from = 1;
    }
    lead (s, from, part, &b->next[b->n]);
    fetch_halves (s, &b->next[b->n++]);
  }
  return true;
}

static bool
begin (Sweep *s)
{
  uint8_t profile[TW_BOARD_MAX_SIDE + 32] = { 0 };
  State start = { .common.trail = TW_NO_STATE }, *first;
  bool is_new;

  for (int i = 0; i < s->band.breadth; i++) {
    uint64_t key = tw_band_key (s->band.from + i, 0);

    start.common.hash ^= key;
    start.first_hash ^= i < s->split ? key : 0;
  }
  for (int i = 0; i < 2 && s->halves != NULL; i++)
    start.total[i] = s->halves[i].proved;
  if (s->task->tiling == NULL)
    start.common.trail = add_node (s);
  first = tw_cell_states_merge (&s->states, 0, 0, 0, profile, start.common.hash, &is_new);
  if (first == NULL)
    return false;
  *first = start;
  return true;
}

static bool
sweep_rows (Sweep *s)
{
  const TwNestedSweep *task = s->task;
  TwNestedBands *n = s->nested;

  if (!begin (s))
    return false;
  for (int y = 0; y < n->board->height; y++) {
    if (s->states.counts[y] == 0)
      continue;
    tw_cell_states_show (&s->states, y, task->shown, task->bar, task->transform);
    for (int at = 0; at < s->band.breadth; at++) {
      size_t count;

      if (!tw_cell_states_list (&s->states, tw_cell_states_at (&s->states, y, at), task->width,
                                &s->chosen))
        return false;
      count = s->chosen.count;
      if (task->width > 0 && count > task->width)
        count = task->width;
      atomic_fetch_add_explicit (&n->kept, count, memory_order_relaxed);
      s->known->kept += count;
      for (size_t i = 0; i < count; i++) {
        if (tw_poll (task->poll) || !expand (s, y, at, s->chosen.states[i]))
          return false;
      }
      if (!flush (s))
        return false;
      tw_cell_states_drop (&s->states, y, at);
    }
  }
  return true;
}

/* --- from the end back --------------------------------------------------- */

/* Computes the minimum cost from each kept state to the end, in reverse order of expansion. States
 * without a path to the end get no table entry. Neither do states on no covering within the limit:
 * their minimum is not known, since the sweep may have dropped the path of least cost. The profiles
 * of the entries are moved to the end of the array. */
static bool
find_costs (Sweep *s, int32_t *costs)
{
  TwNestedBand *known = s->known;
  size_t breadth = (size_t) s->band.breadth;

  for (size_t i = s->n_kept; i-- > 0;) {
    const Kept *kept = &s->kept[i];
    const uint8_t *profile = &s->profiles[i * breadth];
    size_t end = i + 1 < s->n_kept ? s->kept[i + 1].first_step : s->n_steps;
    int32_t least = costs[kept->node];

    if (tw_poll (s->task->poll))
      return false;
    for (size_t j = kept->first_step; j < end; j++) {
      int64_t cost = (int64_t) s->steps[j].cost + costs[s->steps[j].node];

      least = cost < least ? (int32_t) cost : least;
    }
    if (least == TW_NESTED_INFINITE
        || (s->task->width == 0 && (int64_t) kept->cost + least > s->task->limit))
      continue;
    costs[kept->node] = least;
    known->n_profiles++;
    tw_nested_enter (
      s->nested, known,
      (TwNestedEntry){ .profile = known->n_profiles, .cost = least, .row = kept->row },
      tw_nested_hash (known, kept->row, profile));
    memmove (&s->profiles[(s->n_kept - known->n_profiles) * breadth], profile, breadth);
    if (least < known->least[kept->row])
      known->least[kept->row] = least;
  }
  return true;
}

/* Passes the profiles of the entries from the sweep to the table. */
static bool
hand_over_profiles (Sweep *s)
{
  TwNestedBand *known = s->known;
  size_t breadth = (size_t) s->band.breadth, size = known->n_profiles * breadth;
  uint8_t *profiles;

  memmove (s->profiles, &s->profiles[s->n_kept * breadth - size], size);
  profiles = tw_run_realloc (s->nested->run, s->profiles, size);
  if (profiles == NULL)
    return false;
  known->profiles = profiles;
  s->profiles = NULL;
  s->profile_capacity = 0;
  return true;
}

static bool
learn (Sweep *s, const TwStateCell *last)
{
  int height = s->nested->board->height;
  const State *states = last != NULL ? last->states : NULL;
  int32_t *costs, *least;
  bool fine = true;

  for (uint32_t i = 0; last != NULL && i < last->count; i++) {
    if (!keep (s, &states[i], height, &last->profiles[i * s->states.stride]))
      return false;
  }
  if (!make_table (s, s->n_kept))
    return false;
  costs = tw_cell_states_grow (&s->states, NULL, s->n_nodes * sizeof (int32_t));
  if (costs == NULL)
    return false;
  for (size_t i = 0; fine && i < s->n_nodes; i++) {
    costs[i] = TW_NESTED_INFINITE;
    fine = !tw_poll (s->task->poll);
  }
  /* The final states differ only in their reach beyond the end; all cost 0 to complete. */
  for (uint32_t i = 0; last != NULL && i < last->count; i++)
    costs[states[i].common.trail] = 0;
  fine = fine && find_costs (s, costs);
  tw_run_mfree (s->nested->run, costs);
  least = s->known->least;
  least[height] = 0;
  for (int y = height - 1; y >= 0; y--)
    least[y] = least[y] == TW_NESTED_INFINITE ? least[y + 1] : least[y];
  return fine && hand_over_profiles (s);
}

static bool
finish (Sweep *s)
{
  const TwStateCell *last = tw_cell_states_at (&s->states, s->nested->board->height, 0);
  const State *states = last != NULL ? last->states : NULL;
  const TwCellState *best = NULL;

  for (uint32_t i = 0; last != NULL && i < last->count; i++) {
    if (best == NULL || states[i].common.cost < best->cost)
      best = &states[i].common;
  }
  if (s->task->tiling != NULL) {
    s->task->tiling->count = 0;
    if (best == NULL && s->task->width > 0)
      return false;
    if (best != NULL && !tw_cell_states_trace (&s->states, best, PARTS, s->task->tiling))
      return false;
  } else if (!learn (s, last)) {
    return false;
  }
  if (s->task->width == 0) {
    int32_t proved = best != NULL ? (int32_t) best->cost : s->task->limit + 1;

    s->known->limit = s->task->limit;
    s->known->proved = proved > s->known->proved ? proved : s->known->proved;
  }
  return true;
}

/* --- public functions ------------------------------------------------------- */

bool
tw_nested_bands_sweep (TwNestedBands *n, const TwNestedSweep *task)
{
  int index = (1 << task->level) + task->band;
  TwNestedBand own = n->bands[index], *known = task->part != NULL ? &own : &n->bands[index];
  bool has_halves = task->level < n->levels, fine;
  Sweep s = {
    .nested = n,
    .task = task,
    .known = known,
    .halves = has_halves ? &n->bands[2 * index] : NULL,
    .first_half = 2 * index,
    .split = has_halves ? n->bands[2 * index].breadth : known->breadth,
  };

  tw_nested_forget (n, known);
  known->kept = 0;
  fine = tw_band_init (&s.band, n->board, n->reduced, n->cuts, known->from, known->breadth, s.split,
                       task->poll)
         && tw_cell_states_init (&s.states, s.band.swept, sizeof (State), n->memory, n->run)
         && sweep_rows (&s) && finish (&s);
  tw_run_mfree (n->run, s.kept);
  tw_run_mfree (n->run, s.steps);
  tw_run_mfree (n->run, s.profiles);
  tw_run_mfree (n->run, s.chosen.states);
  if (s.states.run != NULL)
    tw_cell_states_clear (&s.states);
  tw_band_clear (&s.band);
  if (!fine)
    tw_nested_forget (n, known);
  if (task->part != NULL) {
    task->part->proved = known->proved;
    task->part->kept = known->kept;
  }
  return fine;
}

TwNestedBands *
tw_nested_bands_new (const TwBoard *board, const TwReducedCosts *reduced, const TwCutList *cuts,
                     int32_t unit, int from, int breadth, size_t memory, TwRun *run)
{
  TwNestedBands *n;

  if (tw_band_most (board, reduced) > TW_MOST_REACH)
    return NULL;
  n = tw_run_calloc (run, 1, sizeof *n);
  if (n == NULL)
    return NULL;
  n->run = run;
  n->board = board;
  n->reduced = reduced;
  n->cuts = cuts;
  n->unit = unit;
  n->memory = memory;
  n->hash_mask = tw_run_hash_mask (run);
  while (breadth >> n->levels > MOST_LEAF_BREADTH && n->levels < TW_NESTED_LEVELS)
    n->levels++;
  for (int level = 0; level <= n->levels; level++) {
    for (int i = 0; i < 1 << level; i++) {
      TwNestedBand *band = &n->bands[(1 << level) + i];

      band->from = from + (breadth * i >> level);
      band->breadth = from + (breadth * (i + 1) >> level) - band->from;
      band->limit = -1;
    }
  }
  return n;
}

void
tw_nested_bands_free (TwNestedBands *n)
{
  if (n == NULL)
    return;
  for (int i = 1; i < 2 << n->levels; i++)
    tw_nested_forget (n, &n->bands[i]);
  tw_run_mfree (n->run, n);
}
