/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier.c - counts solutions with a transfer matrix; see frontier.h. */
#include "core/pieces/frontier.h"

#include <string.h>

#include "core/pieces/counts.h"

enum {
  PROFILE_WORDS = 4,           /* at most, of 64 cells of the scan order */
  WINDOW = 64 * PROFILE_WORDS, /* the longest reach of a placement */
  COUNT_BITS = 64,             /* for the used pieces of all classes together */
  MAX_ORDER = 4,               /* of a symmetry; a quarter turn has order 4 */
  FIRST_STATES = 64,           /* initial room of a table */
  DENSE_BITS = 24,             /* longer profiles are always hashed */
  DENSE_SHARE = 8,             /* an array replaces the hash table at one state in 8 profiles */
  SMALL_CLASSES = 1 << 22,     /* product of classes and cells up to which caps are examined */
};

/* The bit field of a class in the packed counts. */
typedef struct {
  int shift;
  uint32_t mask; /* 0: the count does not matter */
  uint32_t cap;
  uint32_t least;
  bool strict; /* counts above `cap` are infeasible; otherwise they are stored as `cap` */
} Field;

/* An orbit of placements: the items it covers, from its first item on, and the pieces it uses. */
typedef struct {
  uint64_t covers[PROFILE_WORDS];
  int32_t next;            /* next option with the same first item; -1: none */
  uint8_t uses[MAX_ORDER]; /* how many pieces of cls[i] it uses; 0 ends the list */
  int32_t cls[MAX_ORDER];
} Option;

/* The states of one item. A state is the profile (bit 0 is the current item), the packed counts of
 * used pieces, and the number of partial covers. A dense table has the number of each profile at
 * its index, and no counts; 0: there is no such state. */
typedef struct {
  bool dense;
  size_t room, n;
  uint64_t *states; /* hashed: profile, counts and number of each; dense: numbers */
  uint32_t *slots;  /* hashed: index + 1, 0: empty; 2 * room */
} Table;

typedef struct {
  const TwInstance *in;
  TwArena arena;
  TwPoll poll;
  size_t most_states;

  Field *fields; /* for each class */
  bool counts;   /* a field is not empty */
  int n_items;
  int32_t *item_of; /* item of each cell */
  int32_t *first;   /* first option of each item */
  Option *options;
  int n_options;
  int reach; /* of the longest option, in items */

  size_t profile_words;
  size_t words; /* of a number */
  Table now;
  Table next;
  int overflow_item; /* where a number did not fit; -1: nowhere */
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

/* Finds out whether solutions may use less than `least` or more than `most` pieces of a class when
 * the other classes have no caps. A cap that is never exceeded need not be part of the state. */
static bool
examine_caps (const TwInstance *in, int c, bool *below, bool *above)
{
  const TwClass *cls = &in->classes[c];
  size_t n_most = (size_t) in->n_classes * sizeof (int), n_fills = (size_t) in->n_cells + 1;
  int *most = tw_run_malloc (in->run, n_most);
  uint8_t *fills = tw_run_malloc (in->run, n_fills);
  bool fine = most != NULL && fills != NULL;

  *below = *above = !fine;
  for (int i = 0; fine && i < in->n_classes; i++)
    most[i] = i == c || in->classes[i].most == 0 ? 0 : in->n_cells / in->classes[i].size;
  if (fine)
    tw_counts_fills (in, most, fills);
  for (int n = 0; fine && n * cls->size <= in->n_cells; n++) {
    bool possible = fills[in->n_cells - n * cls->size] != 0;

    *below = *below || (possible && n < cls->least);
    *above = *above || (possible && n > cls->most);
  }
  tw_run_mfree (in->run, most, n_most);
  tw_run_mfree (in->run, fills, n_fills);
  return fine;
}

static bool
lay_out_counts (Frontier *frontier)
{
  const TwInstance *in = frontier->in;
  bool small = (int64_t) in->n_classes * in->n_cells <= SMALL_CLASSES;
  int shift = 0;

  for (int c = 0; c < in->n_classes; c++) {
    const TwClass *cls = &in->classes[c];
    Field *field = &frontier->fields[c];
    bool below = cls->least > 0, above = cls->most < in->n_cells / cls->size;
    int bits;

    if (cls->least > cls->most
        || (small && (below || above) && !examine_caps (in, c, &below, &above)))
      return false;
    field->strict = above;
    field->least = below ? (uint32_t) cls->least : 0;
    field->cap = above ? (uint32_t) cls->most : field->least;
    bits = bits_for (field->cap);
    field->shift = shift;
    field->mask = (uint32_t) ((UINT64_C (1) << bits) - 1);
    shift += bits;
    if (shift > COUNT_BITS)
      return false;
    if (field->shift == COUNT_BITS)
      field->shift = 0; /* a mask of 0 makes the shift irrelevant */
  }
  frontier->counts = shift > 0;
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
  for (int c = 0; c < frontier->in->n_classes; c++) {
    const Field *field = &frontier->fields[c];

    if (((uint32_t) (used >> field->shift) & field->mask) < field->least)
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

static void
set_item (uint64_t *covers, int item)
{
  covers[item / 64] |= UINT64_C (1) << (item % 64);
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
  frontier->reach = last - first >= frontier->reach ? last - first + 1 : frontier->reach;
  for (int i = 0; i < n; i++) {
    int32_t cls = in->place_class[orbit[i]];
    int u = 0;

    for (int c = in->cells_start[orbit[i]]; c < in->cells_start[orbit[i] + 1]; c++)
      set_item (option->covers, frontier->item_of[in->cells[c]] - first);
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
  frontier->reach = 1;
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

static size_t
state_words (const Frontier *frontier, bool dense)
{
  return frontier->words + (dense ? 0 : frontier->profile_words + 1);
}

static bool
make_table (Frontier *frontier, Table *table, bool dense, size_t room)
{
  TwRun *run = frontier->in->run;
  size_t size = state_words (frontier, dense) * sizeof (uint64_t);

  *table = (Table){ .dense = dense, .room = room };
  table->states = dense ? tw_run_calloc (run, room, size) : tw_run_malloc (run, room * size);
  if (!dense && table->states != NULL)
    table->slots = tw_run_calloc (run, 2 * room, sizeof (uint32_t));
  return table->states != NULL && (dense || table->slots != NULL);
}

static void
free_table (Frontier *frontier, Table *table)
{
  TwRun *run = frontier->in->run;

  tw_run_mfree (run, table->states,
                table->room * state_words (frontier, table->dense) * sizeof (uint64_t));
  tw_run_mfree (run, table->slots, 2 * table->room * sizeof (uint32_t));
  *table = (Table){ 0 };
}

/* The functions that follow are inlined, so that their common sizes become constants: the profile
 * and the counts have `key` words, the number `words`. */

static inline size_t
hash_of (const uint64_t *state, size_t key)
{
  uint64_t h = 0;

  for (size_t i = 0; i < key; i++) {
    h = (h ^ state[i]) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 32;
  }
  h *= 0xD6E8FEB86659FD93ULL;
  return (size_t) (h ^ h >> 29);
}

static inline bool
is_same (const uint64_t *a, const uint64_t *b, size_t key)
{
  uint64_t different = 0;

  for (size_t i = 0; i < key; i++)
    different |= a[i] ^ b[i];
  return different == 0;
}

static bool
grow (Frontier *frontier, Table *table)
{
  size_t size = state_words (frontier, false), key = frontier->profile_words + 1;
  Table larger;

  if (table->n >= frontier->most_states || table->room > UINT32_MAX / 4)
    return false;
  if (!make_table (frontier, &larger, false, 2 * table->room)) {
    free_table (frontier, &larger);
    return false;
  }
  memcpy (larger.states, table->states, table->n * size * sizeof (uint64_t));
  for (larger.n = 0; larger.n < table->n; larger.n++) {
    size_t at = hash_of (&larger.states[larger.n * size], key) & (2 * larger.room - 1);

    while (larger.slots[at] != 0)
      at = (at + 1) & (2 * larger.room - 1);
    larger.slots[at] = (uint32_t) larger.n + 1;
  }
  free_table (frontier, table);
  *table = larger;
  return true;
}

/* Adds a number of partial covers to the state with this profile and counts. */
static inline bool
add_state (Frontier *frontier, const uint64_t *state, const uint64_t *number, int item, size_t key,
           size_t words)
{
  Table *table = &frontier->next;
  uint64_t *sum, carry = 0;

  if (table->dense) {
    sum = &table->states[state[0] * words];
  } else {
    size_t mask = 2 * table->room - 1, at = hash_of (state, key) & mask;
    uint64_t *found = NULL;

    for (; table->slots[at] != 0 && found == NULL; at = (at + 1) & mask) {
      uint64_t *other = &table->states[(table->slots[at] - 1) * (key + words)];

      found = is_same (other, state, key) ? other : NULL;
    }
    if (found == NULL) {
      found = &table->states[table->n * (key + words)];
      for (size_t i = 0; i < key; i++)
        found[i] = state[i];
      for (size_t i = 0; i < words; i++)
        found[key + i] = number[i];
      table->slots[at] = (uint32_t) ++table->n;
      return table->n < table->room || grow (frontier, table);
    }
    sum = found + key;
  }
  for (size_t i = 0; i < words; i++) {
    uint64_t with_carry = sum[i] + carry;

    carry = with_carry < carry;
    sum[i] = with_carry + number[i];
    carry += sum[i] < with_carry;
  }
  if (carry == 0)
    return true;
  frontier->overflow_item = item;
  return false;
}

/* Advances by one item: bit 0 leaves the profile. */
static inline void
shift (uint64_t *to, const uint64_t *profile, size_t profile_words)
{
  for (size_t i = 0; i + 1 < profile_words; i++)
    to[i] = profile[i] >> 1 | profile[i + 1] << 63;
  to[profile_words - 1] = profile[profile_words - 1] >> 1;
}

/* Adds what follows from one state. */
static inline bool
expand (Frontier *frontier, const uint64_t *profile, uint64_t used, const uint64_t *number,
        int item, size_t profile_words, size_t words)
{
  uint64_t state[PROFILE_WORDS + 1] = { 0 };

  if (profile[0] & 1) {
    shift (state, profile, profile_words);
    state[profile_words] = used;
    return add_state (frontier, state, number, item, profile_words + 1, words);
  }
  for (int32_t o = frontier->first[item]; o >= 0; o = frontier->options[o].next) {
    const Option *option = &frontier->options[o];
    uint64_t both[PROFILE_WORDS], common = 0;

    for (size_t i = 0; i < profile_words; i++) {
      common |= profile[i] & option->covers[i];
      both[i] = profile[i] | option->covers[i];
    }
    state[profile_words] = used;
    if (common != 0 || (frontier->counts && !use (frontier, option, &state[profile_words])))
      continue;
    shift (state, both, profile_words);
    if (!add_state (frontier, state, number, item, profile_words + 1, words))
      return false;
  }
  return true;
}

/* Computes the states at the next item from the states at `item`. */
static inline bool
advance_sized (Frontier *frontier, int item, size_t profile_words, size_t words)
{
  const Table *now = &frontier->now;
  size_t size = profile_words + 1 + words;

  for (size_t i = 0; !now->dense && i < now->n; i++) {
    const uint64_t *state = &now->states[i * size];

    if (tw_poll (&frontier->poll)
        || !expand (frontier, state, state[profile_words], &state[profile_words + 1], item,
                    profile_words, words))
      return false;
  }
  for (size_t i = 0; now->dense && i < now->room; i++) {
    const uint64_t *number = &now->states[i * words];
    uint64_t any = 0, profile = i;

    for (size_t j = 0; j < words; j++)
      any |= number[j];
    if (any == 0)
      continue;
    if (tw_poll (&frontier->poll) || !expand (frontier, &profile, 0, number, item, 1, words))
      return false;
  }
  return true;
}

static bool
advance (Frontier *frontier, int item)
{
  if (frontier->profile_words > 1)
    return advance_sized (frontier, item, frontier->profile_words, frontier->words);
  switch (frontier->words) {
  case 1:
    return advance_sized (frontier, item, 1, 1);
  case 2:
    return advance_sized (frontier, item, 1, 2);
  case 3:
    return advance_sized (frontier, item, 1, 3);
  default:
    return advance_sized (frontier, item, 1, frontier->words);
  }
}

/* Makes room for the states that follow from those in `now`. */
static bool
make_next (Frontier *frontier)
{
  const Table *now = &frontier->now;
  size_t room = FIRST_STATES;

  /* A profile of the next item is shorter than the longest option. */
  if (!frontier->counts && frontier->reach <= DENSE_BITS + 1) {
    size_t all = (size_t) 1 << (frontier->reach > 1 ? frontier->reach - 1 : 0);

    /* A number in an array takes less memory than a hashed state. */
    if (all / 4 <= frontier->most_states && (now->dense || now->n > all / DENSE_SHARE))
      return make_table (frontier, &frontier->next, true, all);
  }
  while (room < now->n + now->n / 4)
    room *= 2;
  return make_table (frontier, &frontier->next, false, room);
}

/* Adds the numbers of the covers of all items that use enough pieces. */
static bool
add_covers (Frontier *frontier, TwNatural *covers)
{
  const Table *table = &frontier->next;
  size_t size = state_words (frontier, table->dense);

  for (size_t i = 0; i < (table->dense ? 1 : table->n); i++) {
    const uint64_t *state = &table->states[i * size];
    const uint64_t *number = state + (size - frontier->words);
    TwNatural natural = tw_natural_from (number, frontier->words);

    if ((table->dense || uses_enough (frontier, state[frontier->profile_words]))
        && !tw_natural_add (covers, &natural))
      return false;
  }
  return true;
}

static TwFrontierEnd
count_covers (Frontier *frontier, TwNatural *covers)
{
  const uint64_t empty[PROFILE_WORDS + 1] = { 0 };
  uint64_t one[TW_NATURAL_WORDS] = { 1 };

  *covers = (TwNatural){ { 0 } };
  frontier->overflow_item = -1;
  if (!make_table (frontier, &frontier->next, false, FIRST_STATES)
      || !add_state (frontier, empty, one, 0, frontier->profile_words + 1, frontier->words))
    return TW_FRONTIER_TOO_LARGE;
  for (int item = 0; item < frontier->n_items; item++) {
    free_table (frontier, &frontier->now);
    frontier->now = frontier->next;
    frontier->next = (Table){ 0 };
    if (!make_next (frontier) || !advance (frontier, item))
      return frontier->poll.stopped ? TW_FRONTIER_STOPPED : TW_FRONTIER_TOO_LARGE;
  }
  return add_covers (frontier, covers) ? TW_FRONTIER_DONE : TW_FRONTIER_TOO_LARGE;
}

/* --- the whole count ------------------------------------------------------------------ */

/* Numbers that prove too short are made longer, by the part of the board on which they sufficed. */
static TwFrontierEnd
count_fixed (Frontier *frontier, const TwSymmetry *symmetry, int k, TwNatural *fixed)
{
  TwFrontierEnd end = TW_FRONTIER_TOO_LARGE;
  bool again = list_options (frontier, symmetry, k);

  frontier->profile_words = (size_t) (frontier->reach + 63) / 64;
  while (again) {
    end = count_covers (frontier, fixed);
    free_table (frontier, &frontier->now);
    free_table (frontier, &frontier->next);
    again = frontier->overflow_item >= 0;
    if (again)
      frontier->words += 1
                         + frontier->words
                             * (size_t) (frontier->n_items - frontier->overflow_item - 1)
                             / (size_t) (frontier->overflow_item + 1);
    again = again && frontier->words <= TW_NATURAL_WORDS;
  }
  return end;
}

TwFrontierEnd
tw_frontier_count (const TwInstance *in, const TwSymmetry *symmetry, size_t states,
                   TwFrontierCount *count)
{
  Frontier frontier = { .in = in, .most_states = states, .words = 1 };
  size_t cells = (size_t) in->n_cells + 1;
  TwFrontierEnd end = TW_FRONTIER_TOO_LARGE;
  TwNatural sum = { { 0 } };
  uint32_t order = 0;

  *count = (TwFrontierCount){ .raw = sum };
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
      TwNatural fixed;

      if (!(symmetry->elements >> k & 1))
        continue;
      end = count_fixed (&frontier, symmetry, k, &fixed);
      if (end == TW_FRONTIER_DONE && k == 0)
        count->raw = fixed;
      if (end == TW_FRONTIER_DONE && !tw_natural_add (&sum, &fixed))
        end = TW_FRONTIER_TOO_LARGE;
      order++;
    }
  }
  if (end == TW_FRONTIER_DONE) {
    tw_natural_divide (&sum, order);
    count->distinct = sum;
  }
  tw_arena_clear (&frontier.arena);
  return end;
}
