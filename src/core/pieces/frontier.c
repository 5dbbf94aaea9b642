/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier.c - counts solutions with a transfer matrix; see frontier.h. */
#include "core/pieces/frontier.h"

#include <stdlib.h>
#include <string.h>

enum {
  WINDOW = 64,      /* the longest reach of a placement, in cells of the scan order */
  COUNT_BITS = 64,  /* for all classes together */
  MAX_ORDER = 4,    /* of a symmetry; a quarter turn has order 4 */
  FIRST_STATES = 64 /* initial room of a table; a power of 2 */
};

/* The bit field of a class in the packed counts. */
typedef struct {
  int shift;
  uint32_t mask; /* 0: the count does not matter */
  uint32_t cap;
  bool strict; /* counts above `cap` are infeasible; otherwise they are stored as `cap` */
} Field;

/* An orbit of placements: the items it covers, from its first item on, and the pieces it uses. */
typedef struct {
  uint64_t covers;
  int32_t next;            /* next option with the same first item; -1: none */
  uint8_t uses[MAX_ORDER]; /* how many pieces of cls[i] it uses; 0 ends the list */
  int32_t cls[MAX_ORDER];
} Option;

typedef struct {
  uint64_t profile; /* bit 0 is the current item */
  uint64_t used;
  uint64_t count; /* 0: the slot is empty */
} State;

typedef struct {
  State *states;
  size_t room; /* a power of 2 */
  size_t n;
} Table;

typedef struct {
  const TwInstance *in;
  TwArena arena;
  TwPoll poll;
  size_t most_states;

  Field *fields; /* for each class */
  int n_items;
  int32_t *item_of; /* item of each cell */
  int32_t *first;   /* first option of each item */
  Option *options;
  int n_options;

  Table now;
  Table next;
  bool overflow;
} Frontier;

/* --- counts --------------------------------------------------------------------- */

static int
bits_for (uint32_t value)
{
  int bits = 0;

  for (; value > 0; value >>= 1)
    bits++;
  return bits;
}

static bool
lay_out_counts (Frontier *frontier)
{
  const TwInstance *in = frontier->in;
  int shift = 0;

  for (int c = 0; c < in->n_classes; c++) {
    const TwClass *cls = &in->classes[c];
    Field *field = &frontier->fields[c];
    int bits;

    field->strict = cls->most < in->n_cells / cls->size;
    field->cap = (uint32_t) (field->strict ? cls->most : cls->least);
    bits = bits_for (field->cap);
    field->shift = shift;
    field->mask = (uint32_t) ((UINT64_C (1) << bits) - 1);
    shift += bits;
    if (shift > COUNT_BITS || cls->least > cls->most)
      return false;
    if (field->shift == COUNT_BITS)
      field->shift = 0; /* a mask of 0 makes the shift irrelevant */
  }
  return true;
}

/* Adds the pieces of an option; returns false when a class has too few. */
static inline bool
use (const Frontier *frontier, const Option *option, uint64_t *used)
{
  for (int i = 0; i < MAX_ORDER && option->uses[i] > 0; i++) {
    const Field *field = &frontier->fields[option->cls[i]];
    uint32_t value = (uint32_t) (*used >> field->shift) & field->mask;
    uint32_t more = value + option->uses[i];

    if (more > field->cap) {
      if (field->strict)
        return false;
      more = field->cap;
    }
    *used += (uint64_t) (more - value) << field->shift;
  }
  return true;
}

static bool
uses_enough (const Frontier *frontier, uint64_t used)
{
  const TwInstance *in = frontier->in;

  for (int c = 0; c < in->n_classes; c++) {
    const Field *field = &frontier->fields[c];

    if ((int) ((uint32_t) (used >> field->shift) & field->mask) < in->classes[c].least)
      return false;
  }
  return true;
}

/* --- options ---------------------------------------------------------------------- */

static void
find_items (Frontier *frontier, int k)
{
  const TwInstance *in = frontier->in;

  frontier->n_items = 0;
  for (int c = 0; c < in->n_cells; c++)
    frontier->item_of[c] = -1;
  for (int c = 0; c < in->n_cells; c++) {
    if (frontier->item_of[c] >= 0)
      continue;
    for (int d = c; frontier->item_of[d] < 0; d = tw_symmetry_cell (in, k, d))
      frontier->item_of[d] = frontier->n_items;
    frontier->n_items++;
  }
}

/* Lists the orbit of a placement, starting with the placement. Returns 0 when one of its
 * placements has no image, when two of them overlap, or when another placement represents the
 * orbit. */
static int
orbit_of (const Frontier *frontier, const TwSymmetry *symmetry, int k, int32_t place,
          int32_t orbit[MAX_ORDER])
{
  const TwInstance *in = frontier->in;
  int n = 1;

  orbit[0] = place;
  if (k == 0)
    return 1;
  for (int32_t p = symmetry->image[k][place]; p != place; p = symmetry->image[k][p]) {
    if (p < place || n == MAX_ORDER)
      return 0;
    orbit[n++] = p;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      int a = in->cells_start[orbit[i]], b = in->cells_start[orbit[j]];
      int a_end = in->cells_start[orbit[i] + 1], b_end = in->cells_start[orbit[j] + 1];

      while (a < a_end && b < b_end) {
        if (in->cells[a] == in->cells[b])
          return 0;
        if (in->cells[a] < in->cells[b])
          a++;
        else
          b++;
      }
    }
  }
  return n;
}

/* Returns false when the option reaches beyond the window. */
static bool
add_option (Frontier *frontier, const int32_t orbit[MAX_ORDER], int n)
{
  const TwInstance *in = frontier->in;
  Option *option = &frontier->options[frontier->n_options];
  int first = frontier->n_items, last = 0;

  *option = (Option){ .next = -1 };
  for (int i = 0; i < n; i++) {
    for (int c = in->cells_start[orbit[i]]; c < in->cells_start[orbit[i] + 1]; c++) {
      int item = frontier->item_of[in->cells[c]];

      first = item < first ? item : first;
      last = item > last ? item : last;
    }
  }
  if (last - first >= WINDOW)
    return false;
  for (int i = 0; i < n; i++) {
    int32_t cls = in->place_class[orbit[i]];
    int u = 0;

    for (int c = in->cells_start[orbit[i]]; c < in->cells_start[orbit[i] + 1]; c++)
      option->covers |= UINT64_C (1) << (frontier->item_of[in->cells[c]] - first);
    while (u < i && option->uses[u] > 0 && option->cls[u] != cls)
      u++;
    option->cls[u] = cls;
    option->uses[u]++;
  }
  option->next = frontier->first[first];
  frontier->first[first] = frontier->n_options++;
  return true;
}

static bool
list_options (Frontier *frontier, const TwSymmetry *symmetry, int k)
{
  const TwInstance *in = frontier->in;

  find_items (frontier, k);
  frontier->n_options = 0;
  for (int i = 0; i < frontier->n_items; i++)
    frontier->first[i] = -1;
  for (int32_t p = 0; p < in->n_places; p++) {
    int32_t orbit[MAX_ORDER];
    int n = orbit_of (frontier, symmetry, k, p, orbit);

    if (n > 0 && in->classes[in->place_class[p]].most > 0 && !add_option (frontier, orbit, n))
      return false;
  }
  return true;
}

/* --- states ------------------------------------------------------------------------- */

static inline size_t
hash_of (uint64_t profile, uint64_t used)
{
  uint64_t h = (profile ^ (used << 23 | used >> 41)) * 0x9E3779B97F4A7C15ULL;

  h = (h ^ h >> 32 ^ used) * 0xD6E8FEB86659FD93ULL;
  return (size_t) (h ^ h >> 29);
}

static bool
make_table (Frontier *frontier, Table *table, size_t room)
{
  table->states = tw_run_calloc (frontier->in->run, room, sizeof (State));
  table->room = table->states != NULL ? room : 0;
  table->n = 0;
  return table->states != NULL;
}

static void
free_table (Frontier *frontier, Table *table)
{
  tw_run_mfree (frontier->in->run, table->states, table->room * sizeof (State));
  *table = (Table){ 0 };
}

static inline State *
find_state (const Table *table, uint64_t profile, uint64_t used)
{
  size_t at = hash_of (profile, used) & (table->room - 1);

  while (table->states[at].count != 0
         && (table->states[at].profile != profile || table->states[at].used != used))
    at = (at + 1) & (table->room - 1);
  return &table->states[at];
}

static bool
grow (Frontier *frontier, Table *table)
{
  Table larger;

  if (table->n >= frontier->most_states || !make_table (frontier, &larger, 2 * table->room))
    return false;
  for (size_t i = 0; i < table->room; i++) {
    const State *state = &table->states[i];

    if (state->count != 0)
      *find_state (&larger, state->profile, state->used) = *state;
  }
  larger.n = table->n;
  free_table (frontier, table);
  *table = larger;
  return true;
}

static inline bool
add_state (Frontier *frontier, uint64_t profile, uint64_t used, uint64_t count)
{
  Table *table = &frontier->next;
  State *state;

  if (2 * table->n >= table->room && !grow (frontier, table))
    return false;
  state = find_state (table, profile, used);
  if (state->count == 0) {
    *state = (State){ .profile = profile, .used = used };
    table->n++;
  }
  /* The sum must not wrap to 0, which marks an empty slot. */
  if (__builtin_add_overflow (state->count, count, &state->count)) {
    state->count = UINT64_MAX;
    frontier->overflow = true;
  }
  return true;
}

/* Computes the states at the next item from the states at `item`. */
static bool
advance (Frontier *frontier, int item)
{
  for (size_t i = 0; i < frontier->now.room; i++) {
    State state = frontier->now.states[i];

    if (tw_poll (&frontier->poll))
      return false;
    if (state.count == 0)
      continue;
    if (state.profile & 1) {
      if (!add_state (frontier, state.profile >> 1, state.used, state.count))
        return false;
      continue;
    }
    for (int32_t o = frontier->first[item]; o >= 0; o = frontier->options[o].next) {
      const Option *option = &frontier->options[o];
      uint64_t used = state.used;

      if ((state.profile & option->covers) == 0 && use (frontier, option, &used)
          && !add_state (frontier, (state.profile | option->covers) >> 1, used, state.count))
        return false;
    }
  }
  return true;
}

static TwFrontierEnd
count_covers (Frontier *frontier, uint64_t *covers)
{
  Table empty = { 0 };

  *covers = 0;
  if (!make_table (frontier, &frontier->next, FIRST_STATES) || !add_state (frontier, 0, 0, 1))
    return TW_FRONTIER_TOO_LARGE;
  for (int item = 0; item < frontier->n_items; item++) {
    size_t room = frontier->next.room;

    free_table (frontier, &frontier->now);
    frontier->now = frontier->next;
    frontier->next = empty;
    while (room > FIRST_STATES && room > 4 * frontier->now.n)
      room /= 2;
    if (!make_table (frontier, &frontier->next, room) || !advance (frontier, item))
      return frontier->poll.stopped ? TW_FRONTIER_STOPPED : TW_FRONTIER_TOO_LARGE;
  }
  for (size_t i = 0; i < frontier->next.room; i++) {
    const State *state = &frontier->next.states[i];

    if (state->count != 0 && uses_enough (frontier, state->used)
        && __builtin_add_overflow (*covers, state->count, covers))
      frontier->overflow = true;
  }
  return TW_FRONTIER_DONE;
}

/* --- the whole count ------------------------------------------------------------------ */

static TwFrontierEnd
count_fixed (Frontier *frontier, const TwSymmetry *symmetry, int k, uint64_t *fixed)
{
  TwFrontierEnd end = TW_FRONTIER_TOO_LARGE;

  if (list_options (frontier, symmetry, k))
    end = count_covers (frontier, fixed);
  free_table (frontier, &frontier->now);
  free_table (frontier, &frontier->next);
  return end;
}

TwFrontierEnd
tw_frontier_count (const TwInstance *in, const TwSymmetry *symmetry, size_t states,
                   TwFrontierCount *count)
{
  Frontier frontier = { .in = in, .most_states = states };
  size_t cells = (size_t) in->n_cells + 1;
  TwFrontierEnd end = TW_FRONTIER_TOO_LARGE;
  uint64_t sum = 0;
  int order = 0;

  *count = (TwFrontierCount){ 0 };
  /* The symmetries form a group on the solutions only when each maps every solution to a
   * solution. */
  if (!symmetry->closed && symmetry->elements != 1)
    return TW_FRONTIER_TOO_LARGE;
  tw_arena_init (&frontier.arena, in->run);
  tw_poll_init (&frontier.poll, in->run, 1024);
  frontier.fields = tw_arena_alloc (&frontier.arena, ((size_t) in->n_classes + 1) * sizeof (Field));
  frontier.item_of = tw_arena_alloc (&frontier.arena, cells * sizeof (int32_t));
  frontier.first = tw_arena_alloc (&frontier.arena, cells * sizeof (int32_t));
  frontier.options = tw_arena_alloc (&frontier.arena,
                                     ((size_t) in->n_places + 1) * sizeof (Option));
  if (frontier.fields != NULL && frontier.item_of != NULL && frontier.first != NULL
      && frontier.options != NULL && lay_out_counts (&frontier)) {
    end = TW_FRONTIER_DONE;
    for (int k = 0; k < 8 && end == TW_FRONTIER_DONE; k++) {
      uint64_t fixed = 0;

      if (!(symmetry->elements >> k & 1))
        continue;
      end = count_fixed (&frontier, symmetry, k, &fixed);
      if (k == 0)
        count->raw = fixed;
      frontier.overflow |= __builtin_add_overflow (sum, fixed, &sum);
      order++;
    }
  }
  if (end == TW_FRONTIER_DONE) {
    count->distinct = sum / (uint64_t) order;
    count->overflow = frontier.overflow;
  }
  tw_arena_clear (&frontier.arena);
  return end;
}
