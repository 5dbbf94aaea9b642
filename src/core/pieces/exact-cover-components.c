/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover-components.c - counts exact covers by independent components; see exact-cover-private.h. */
#include "core/pieces/exact-cover-private.h"

#include <string.h>

#include "core/base/random.h"
#include "core/run/arena.h"
#include "core/run/hash-index.h"

enum {
  BINDS = -1,         /* in place of a colour: two options do not go together because of the item */
  UNSEEN = -2,        /* no option has the item */
  WORTH_KEEPING = 4,  /* nodes that a number in the table took at least */
  FIRST_ENTRIES = 64, /* room of the table at first */
  MEMORY_SHARE = 4    /* the table takes at most this part of the free memory */
};

/* What remains: items and options in this order on the stack. Both are ascending. */
typedef struct {
  size_t at;
  int n_items; /* primary items to cover */
  int n_options;
} List;

/* A number of the table. The options are n_options numbers in the list of keys, from `key` on. With
 * the number of items they determine the items: one that no option has would be one more. */
typedef struct {
  uint64_t hash;
  uint64_t count;
  size_t key;
  int n_items;
  int n_options;
} Entry;

typedef struct {
  const TwExactCover *problem;
  TwRun *run;
  TwPoll poll;
  TwArena arena;
  int32_t *parent; /* of each item, in the forest of components */
  int32_t *number; /* of options of each primary item */
  int32_t *colour; /* of the options of each item; a colour, BINDS or UNSEEN */
  int32_t *taken;  /* colour + 1 of the items of the chosen option; 0: another item */
  int32_t *stack;
  size_t n_stack, stack_room;

  Entry *entries;
  int32_t *keys;
  size_t n_entries, entries_room, n_keys, keys_room, most_keys;
  TwHashIndex index;

  uint64_t nodes, most_nodes;
  double done;
  TwEnd end; /* TW_END_DONE while it counts */
} Engine;

/* --- components ----------------------------------------------------------------- */

static int32_t
find_root (int32_t *parent, int32_t item)
{
  while (parent[item] != item)
    item = parent[item] = parent[parent[item]];
  return item;
}

/* Counts the options of each primary item and joins the items of each option, but not the
 * secondary items that do not bind. Returns the number of components. */
static int
join_items (Engine *engine, const int32_t *items, int n_items, const int32_t *options,
            int n_options)
{
  const TwExactCover *problem = engine->problem;
  int32_t *parent = engine->parent, *colour = engine->colour;
  int n = n_items;

  for (int i = 0; i < n_items; i++) {
    parent[items[i]] = items[i];
    engine->number[items[i]] = 0;
  }
  for (int i = 0; i < n_options; i++) {
    for (int32_t t = problem->start[options[i]]; t < problem->start[options[i] + 1]; t++) {
      TwCoverTerm term = problem->terms[t];

      if (term.item < problem->n_primary) {
        engine->number[term.item]++;
      } else if (colour[term.item] == UNSEEN) {
        colour[term.item] = term.colour;
        parent[term.item] = term.item;
      } else if (colour[term.item] != BINDS
                 && (term.colour == TW_EXACT_COVER_NO_COLOUR || term.colour != colour[term.item])) {
        colour[term.item] = BINDS;
        n++;
      }
    }
  }
  for (int i = 0; i < n_options; i++) {
    int32_t first = -1;

    for (int32_t t = problem->start[options[i]]; t < problem->start[options[i] + 1]; t++) {
      int32_t item = problem->terms[t].item, root;

      if (item >= problem->n_primary && colour[item] != BINDS)
        continue;
      root = find_root (parent, item);
      first = first < 0 ? root : find_root (parent, first);
      n -= root != first;
      parent[root] = first;
    }
  }
  for (int i = 0; problem->n_secondary > 0 && i < n_options; i++) {
    for (int32_t t = problem->start[options[i]]; t < problem->start[options[i] + 1]; t++)
      colour[problem->terms[t].item] = UNSEEN;
  }
  return n;
}

static int32_t
first_primary (const TwExactCover *problem, int32_t option)
{
  int32_t t = problem->start[option];

  while (t < problem->start[option + 1] && problem->terms[t].item >= problem->n_primary)
    t++;
  return t < problem->start[option + 1] ? problem->terms[t].item : -1;
}

/* --- lists ------------------------------------------------------------------------ */

static size_t
size_of (const List *list)
{
  return (size_t) list->n_items + (size_t) list->n_options;
}

static bool
reserve (Engine *engine, size_t n)
{
  while (engine->stack_room - engine->n_stack < n) {
    if (!tw_run_grow (engine->run, &engine->stack, &engine->stack_room, 1024)) {
      engine->end = TW_END_LIMIT;
      return false;
    }
  }
  return true;
}

static bool
conflicts (const Engine *engine, int32_t option)
{
  const TwExactCover *problem = engine->problem;

  for (int32_t t = problem->start[option]; t < problem->start[option + 1]; t++) {
    TwCoverTerm term = problem->terms[t];
    int32_t taken = engine->taken[term.item];

    if (taken != 0 && (term.colour == TW_EXACT_COVER_NO_COLOUR || taken != term.colour + 1))
      return true;
  }
  return false;
}

/* Puts the items that are not taken and the options without conflicts on the stack. */
static List
list_rest (Engine *engine, const List *from)
{
  List list = { .at = engine->n_stack };
  const int32_t *items, *options;
  int32_t *to;

  if (!reserve (engine, size_of (from)))
    return list;
  items = &engine->stack[from->at];
  options = items + from->n_items;
  to = &engine->stack[list.at];
  for (int i = 0; i < from->n_items; i++) {
    if (engine->taken[items[i]] == 0)
      to[list.n_items++] = items[i];
  }
  to += list.n_items;
  for (int i = 0; i < from->n_options; i++) {
    if (!conflicts (engine, options[i]))
      to[list.n_options++] = options[i];
  }
  engine->n_stack += size_of (&list);
  return list;
}

/* Lists what remains after the choice of an option. */
static List
list_after (Engine *engine, const List *from, int32_t option)
{
  const TwExactCover *problem = engine->problem;
  List list;

  for (int32_t t = problem->start[option]; t < problem->start[option + 1]; t++)
    engine->taken[problem->terms[t].item] = problem->terms[t].colour + 1;
  list = list_rest (engine, from);
  for (int32_t t = problem->start[option]; t < problem->start[option + 1]; t++)
    engine->taken[problem->terms[t].item] = 0;
  return list;
}

/* Lists the component of `root`, or what is outside of it. */
static List
list_component (Engine *engine, const List *from, int32_t root, bool inside)
{
  List list;

  for (int i = 0; i < from->n_items; i++) {
    int32_t item = engine->stack[from->at + (size_t) i];

    engine->taken[item] = (find_root (engine->parent, item) == root) != inside;
  }
  list = list_rest (engine, from);
  for (int i = 0; i < from->n_items; i++)
    engine->taken[engine->stack[from->at + (size_t) i]] = 0;
  return list;
}

/* --- the table ---------------------------------------------------------------------- */

static uint64_t
hash_list (const Engine *engine, const List *list)
{
  const int32_t *options = &engine->stack[list->at] + list->n_items;
  uint64_t hash = 0;

  for (int i = 0; i < list->n_options; i++)
    hash = tw_hash_add (hash, (uint64_t) options[i]);
  return tw_mix (hash);
}

static const Entry *
look_up (const Engine *engine, const List *list, uint64_t hash)
{
  const int32_t *options = &engine->stack[list->at] + list->n_items;
  size_t n_slots = engine->index.n_slots, at = tw_probe (hash, n_slots);

  for (; engine->index.slots[at] != 0; at = tw_probe_next (at, n_slots)) {
    const Entry *entry = &engine->entries[engine->index.slots[at] - 1];

    if (entry->hash == hash && entry->n_items == list->n_items
        && entry->n_options == list->n_options
        && memcmp (&engine->keys[entry->key], options, (size_t) list->n_options * sizeof (int32_t))
             == 0)
      return entry;
  }
  return NULL;
}

/* When there is no memory left the table stays as it is. */
static void
remember (Engine *engine, const List *list, uint64_t hash, uint64_t count)
{
  size_t n = (size_t) list->n_options;

  if (engine->n_keys + n > engine->most_keys)
    return;
  while (engine->keys_room - engine->n_keys < n) {
    if (!tw_run_grow (engine->run, &engine->keys, &engine->keys_room, 1024))
      return;
  }
  if (engine->n_entries == engine->entries_room) {
    TwHashIndex larger;

    if (engine->entries_room > UINT32_MAX / 8
        || !tw_hash_index_init (&larger, engine->run, 4 * engine->entries_room))
      return;
    if (!tw_run_grow (engine->run, &engine->entries, &engine->entries_room, FIRST_ENTRIES)) {
      tw_hash_index_clear (&larger, engine->run);
      return;
    }
    for (size_t e = 0; e < engine->n_entries; e++)
      tw_hash_index_add (&larger, engine->entries[e].hash, e);
    tw_hash_index_clear (&engine->index, engine->run);
    engine->index = larger;
  }
  memcpy (&engine->keys[engine->n_keys], &engine->stack[list->at] + list->n_items,
          n * sizeof (int32_t));
  engine->entries[engine->n_entries] = (Entry){ .hash = hash,
                                                .count = count,
                                                .key = engine->n_keys,
                                                .n_items = list->n_items,
                                                .n_options = list->n_options };
  engine->n_keys += n;
  tw_hash_index_add (&engine->index, hash, engine->n_entries++);
}

/* --- the search --------------------------------------------------------------------- */

static uint64_t count_list (Engine *engine, const List *list, double share);

/* The item with the fewest options, after join_items (). */
static int32_t
choose_item (const Engine *engine, const List *list)
{
  const int32_t *items = &engine->stack[list->at];
  int32_t best = items[0];

  for (int i = 1; i < list->n_items; i++)
    best = engine->number[items[i]] < engine->number[best] ? items[i] : best;
  return best;
}

static bool
has_item (const TwExactCover *problem, int32_t option, int32_t item)
{
  for (int32_t t = problem->start[option]; t < problem->start[option + 1]; t++) {
    if (problem->terms[t].item == item)
      return true;
  }
  return false;
}

static uint64_t
count_options (Engine *engine, const List *list, double share)
{
  int32_t item = choose_item (engine, list), n = engine->number[item];
  uint64_t sum = 0;

  for (int i = 0; i < list->n_options && engine->end == TW_END_DONE; i++) {
    int32_t option = engine->stack[list->at + (size_t) (list->n_items + i)];
    size_t mark = engine->n_stack;
    List rest;

    if (!has_item (engine->problem, option, item))
      continue;
    rest = list_after (engine, list, option);
    sum += count_list (engine, &rest, share / n);
    if (sum > INT64_MAX)
      engine->end = TW_END_LIMIT;
    engine->n_stack = mark;
  }
  return sum;
}

/* Counts the first component and the others. */
static uint64_t
count_apart (Engine *engine, const List *list, double share)
{
  int32_t root = find_root (engine->parent, engine->stack[list->at]);
  size_t mark = engine->n_stack;
  uint64_t product, others = 0;
  List first, rest;

  first = list_component (engine, list, root, true);
  rest = list_component (engine, list, root, false);
  product = count_list (engine, &first, share / 2);
  if (product > 0)
    others = count_list (engine, &rest, share / 2);
  else
    engine->done += share / 2;
  if (__builtin_mul_overflow (product, others, &product) || product > INT64_MAX)
    engine->end = TW_END_LIMIT;
  engine->n_stack = mark;
  return product;
}

/* Returns the number of covers of what remains, or any number when engine->end is set. */
static uint64_t
count_list (Engine *engine, const List *list, double share)
{
  const int32_t *items = &engine->stack[list->at];
  uint64_t hash = hash_list (engine, list), nodes = engine->nodes++, count = list->n_items == 0;
  const Entry *known = look_up (engine, list, hash);
  double done = engine->done;
  int n;

  if (tw_poll_by (&engine->poll, 1 + (uint32_t) list->n_options / 16))
    engine->end = TW_END_STOPPED;
  else if (engine->nodes > engine->most_nodes)
    engine->end = TW_END_LIMIT;
  if (engine->end != TW_END_DONE)
    return 0;
  if (list->n_items > 0 && known != NULL) {
    count = known->count;
  } else if (list->n_items > 0) {
    n = join_items (engine, items, list->n_items, items + list->n_items, list->n_options);
    if (engine->number[choose_item (engine, list)] > 0)
      count = n > 1 ? count_apart (engine, list, share) : count_options (engine, list, share);
    if (engine->end != TW_END_DONE)
      return 0;
    if (engine->nodes - nodes >= WORTH_KEEPING)
      remember (engine, list, hash, count);
  }
  engine->done = done + share;
  return count;
}

/* Finds the options of a solution, of which there is one. The numbers that it needs are mostly in the
 * table. */
static void
find_solution (Engine *engine, List list, TwComponentsCount *found)
{
  found->n_options = 0;
  while (list.n_items > 0 && engine->end == TW_END_DONE) {
    const int32_t *items = &engine->stack[list.at];
    List rest = { 0 };
    int32_t item;

    join_items (engine, items, list.n_items, items + list.n_items, list.n_options);
    item = choose_item (engine, &list);
    for (int i = 0; i < list.n_options && engine->end == TW_END_DONE; i++) {
      int32_t option = engine->stack[list.at + (size_t) (list.n_items + i)];
      size_t mark = engine->n_stack;

      if (!has_item (engine->problem, option, item))
        continue;
      rest = list_after (engine, &list, option);
      if (count_list (engine, &rest, 0) > 0) {
        found->options[found->n_options++] = option;
        break;
      }
      engine->n_stack = mark;
    }
    list = rest;
  }
}

/* --- the problem ------------------------------------------------------------------------ */

static bool
start (Engine *engine, const TwExactCover *problem, TwRun *run, List *whole)
{
  size_t n_items = (size_t) problem->n_primary + (size_t) problem->n_secondary + 1;

  *engine = (Engine){ .problem = problem, .run = run, .end = TW_END_DONE };
  tw_arena_init (&engine->arena, run);
  tw_poll_init (&engine->poll, run, 256);
  engine->parent = tw_arena_alloc (&engine->arena, n_items * sizeof (int32_t));
  engine->number = tw_arena_alloc (&engine->arena, n_items * sizeof (int32_t));
  engine->colour = tw_arena_alloc (&engine->arena, n_items * sizeof (int32_t));
  engine->taken = tw_arena_alloc (&engine->arena, n_items * sizeof (int32_t));
  *whole = (List){ .n_items = problem->n_primary };
  if (engine->parent == NULL || engine->number == NULL || engine->colour == NULL
      || engine->taken == NULL
      || !reserve (engine, (size_t) problem->n_primary + (size_t) problem->n_options)
      || !tw_hash_index_init (&engine->index, run, 2 * FIRST_ENTRIES)
      || !tw_run_grow (run, &engine->entries, &engine->entries_room, FIRST_ENTRIES))
    return false;
  memset (engine->taken, 0, n_items * sizeof (int32_t));
  for (size_t i = 0; i < n_items; i++)
    engine->colour[i] = UNSEEN;
  for (int i = 0; i < problem->n_primary; i++)
    engine->stack[i] = i;
  for (int o = 0; o < problem->n_options; o++) {
    if (first_primary (problem, o) >= 0)
      engine->stack[whole->n_items + whole->n_options++] = o;
  }
  engine->n_stack = size_of (whole);
  engine->most_keys = tw_run_memory_left (run) / MEMORY_SHARE / sizeof (int32_t);
  return true;
}

TwEnd
tw_components_count (const TwExactCover *problem, uint64_t nodes, TwRun *run,
                     TwComponentsCount *count)
{
  Engine engine;
  List whole;

  count->n_options = -1;
  if (start (&engine, problem, run, &whole)) {
    engine.most_nodes = nodes;
    count->count = count_list (&engine, &whole, 1);
    count->done = engine.done;
    engine.most_nodes = UINT64_MAX;
    if (count->options != NULL && engine.end == TW_END_DONE && count->count > 0)
      find_solution (&engine, whole, count);
  } else {
    engine.end = TW_END_LIMIT;
    count->done = 0;
  }
  tw_run_mfree (run, engine.stack);
  tw_run_mfree (run, engine.entries);
  tw_run_mfree (run, engine.keys);
  tw_hash_index_clear (&engine.index, run);
  tw_arena_clear (&engine.arena);
  return engine.end;
}
