/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frontier-states.c - the states of a transfer matrix and the step from an item to the next, on
 * several threads; see frontier-private.h. */
#include "core/pieces/frontier-private.h"

#include <string.h>

#include "core/base/natural.h"
#include "core/base/random.h"
#include "core/base/threads.h"

enum {
  FIRST_STATES = 64,      /* initial room of a table */
  DENSE_BITS = 24,        /* longer profiles are always hashed */
  DENSE_SHARE = 8,        /* an array replaces the hash table at one state in 8 profiles */
  MANY_STATES = 4096,     /* from here on there are several tables, and threads */
  BATCH = 16,             /* states that are added under one lock */
  TASK_STATES = 1024,     /* states that a worker takes at once */
  TASK_PROFILES = 1 << 14 /* of a dense layer */
};

/* Inline functions are compiled for each size of a state, so that the sizes become constants.
 * build-aux/coverage counts the branches of the source, not of its copies. */
#ifdef TW_COVERAGE
#define INLINE static
#else
#define INLINE static inline __attribute__ ((always_inline))
#endif

typedef struct {
  TwFrontier *frontier;
  TwPoll poll;
  int n_waiting[TW_FRONTIER_TABLES];
  /* For each table the states to be added to it: hash, profile and counts, address of the number.
   * NULL: there is one table and one thread, and states are added at once. */
  uint64_t *waiting;
} Worker;

/* --- tables ----------------------------------------------------------------------- */

static bool
make_table (TwFrontier *frontier, const TwFrontierLayer *layer, TwFrontierTable *table, size_t room)
{
  TwRun *run = frontier->in->run;
  size_t size = tw_frontier_state_words (frontier, layer) * sizeof (uint64_t);

  *table = (TwFrontierTable){ .room = room };
  table->states = tw_run_malloc (run, room * size);
  if (!layer->dense && table->states != NULL)
    tw_hash_index_init (&table->index, run, 2 * room);
  return table->states != NULL && (layer->dense || table->index.slots != NULL);
}

static void
free_table (TwFrontier *frontier, TwFrontierTable *table)
{
  TwRun *run = frontier->in->run;

  tw_run_mfree (run, table->states);
  tw_hash_index_clear (&table->index, run);
  *table = (TwFrontierTable){ 0 };
}

void
tw_frontier_clear_layer (TwFrontier *frontier, TwFrontierLayer *layer)
{
  for (int t = 0; t < layer->n_tables; t++)
    free_table (frontier, &layer->tables[t]);
  layer->n_tables = 0;
}

static bool
make_layer (TwFrontier *frontier, TwFrontierLayer *layer, int words, bool dense, int n_tables,
            size_t room)
{
  bool fine = true;

  layer->dense = dense;
  layer->words = words;
  for (layer->n_tables = 0; fine && layer->n_tables < n_tables; layer->n_tables++)
    fine = make_table (frontier, layer, &layer->tables[layer->n_tables], room);
  return fine;
}

size_t
tw_frontier_layer_states (const TwFrontierLayer *layer)
{
  size_t n = 0;

  for (int t = 0; t < layer->n_tables; t++)
    n += layer->dense ? layer->tables[t].room : layer->tables[t].n;
  return n;
}

/* The functions that follow are inlined, so that their common sizes become constants: the profile
 * and the counts have `key` words, the number `words`. */

static inline uint64_t
hash_of (const uint64_t *state, size_t key)
{
  uint64_t h = 0;

  for (size_t i = 0; i < key; i++)
    h = tw_hash_add (h, state[i]);
  h *= 0xD6E8FEB86659FD93ULL;
  return h ^ h >> 29;
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
grow (TwFrontier *frontier, TwFrontierTable *table)
{
  size_t size = tw_frontier_state_words (frontier, &frontier->next), key = frontier->key_words;
  TwFrontierTable larger;

  if (table->n >= frontier->most_states / (size_t) frontier->next.n_tables
      || table->room > UINT32_MAX / 4) {
    atomic_store (&frontier->too_many, true);
    return false;
  }
  if (!make_table (frontier, &frontier->next, &larger, 2 * table->room)) {
    free_table (frontier, &larger);
    return false;
  }
  memcpy (larger.states, table->states, table->n * size * sizeof (uint64_t));
  for (; larger.n < table->n; larger.n++)
    tw_hash_index_add (&larger.index, hash_of (&larger.states[larger.n * size], key), larger.n);
  free_table (frontier, table);
  *table = larger;
  return true;
}

/* Adds a number of partial covers to the state with this profile and counts. */
static inline bool
add_state (TwFrontier *frontier, TwFrontierTable *table, uint64_t hash, const uint64_t *state,
           const uint64_t *number, size_t key, size_t words)
{
  uint32_t *slots = table->index.slots;
  size_t n_slots = table->index.n_slots, at = tw_probe (hash, n_slots);
  uint64_t *found = NULL;

  for (; slots[at] != 0 && found == NULL; at = tw_probe_next (at, n_slots)) {
    uint64_t *other = &table->states[(slots[at] - 1) * (key + words)];

    found = is_same (other, state, key) ? other : NULL;
  }
  if (found == NULL) {
    found = &table->states[table->n * (key + words)];
    for (size_t i = 0; i < key; i++)
      found[i] = state[i];
    for (size_t i = 0; i < words; i++)
      found[key + i] = number[i];
    slots[at] = (uint32_t) ++table->n;
    return table->n < table->room || grow (frontier, table);
  }
  if (tw_natural_add_words (found + key, number, words))
    return true;
  atomic_store (&frontier->overflow, true);
  return false;
}

/* Adds the waiting states of a table. */
static inline bool
flush (Worker *worker, int t, size_t key, size_t words)
{
  TwFrontier *frontier = worker->frontier;
  TwFrontierTable *table = &frontier->next.tables[t];
  uint64_t *waiting = &worker->waiting[(size_t) t * BATCH * (key + 2)];
  bool fine;

  pthread_mutex_lock (&frontier->locks[t]);
  fine = table->n < table->room; /* unless another worker could not enlarge it */
  for (int i = 0; i < worker->n_waiting[t]; i++)
    __builtin_prefetch (
      &table->index.slots[tw_probe (waiting[(size_t) i * (key + 2)], table->index.n_slots)]);
  for (int i = 0; fine && i < worker->n_waiting[t]; i++) {
    const uint64_t *entry = &waiting[(size_t) i * (key + 2)];
    const uint64_t *number = (const uint64_t *) (uintptr_t) entry[key + 1];

    fine = add_state (frontier, table, entry[0], &entry[1], number, key, words);
  }
  pthread_mutex_unlock (&frontier->locks[t]);
  worker->n_waiting[t] = 0;
  return fine;
}

INLINE bool
pass_state (Worker *worker, const uint64_t *state, const uint64_t *number, size_t key, size_t words)
{
  TwFrontier *frontier = worker->frontier;
  uint64_t hash = hash_of (state, key), *entry;
  int t;

  if (worker->waiting == NULL)
    return add_state (frontier, &frontier->next.tables[0], hash, state, number, key, words);
  t = (int) (hash >> 58);
  entry = &worker->waiting[((size_t) t * BATCH + (size_t) worker->n_waiting[t]) * (key + 2)];
  entry[0] = hash;
  for (size_t i = 0; i < key; i++)
    entry[1 + i] = state[i];
  entry[key + 1] = (uint64_t) (uintptr_t) number;
  return ++worker->n_waiting[t] < BATCH || flush (worker, t, key, words);
}

/* --- one item ---------------------------------------------------------------------- */

/* Advances by one item: bit 0 leaves the profile. */
static inline void
shift (uint64_t *to, const uint64_t *profile, size_t profile_words)
{
  to[0] = profile[0] >> 1;
  for (size_t i = 1; i < profile_words; i++) {
    to[i - 1] |= profile[i] << 63;
    to[i] = profile[i] >> 1;
  }
}

/* Adds what follows from the state that begins with `profile`. */
INLINE bool
expand (Worker *worker, const uint64_t *profile, size_t profile_words, size_t key, size_t words)
{
  const TwFrontier *frontier = worker->frontier;
  const uint64_t *number = &profile[key];
  uint64_t state[TW_FRONTIER_PROFILE + 1] = { 0 };

  if (profile[0] & 1) {
    shift (state, profile, profile_words);
    if (key > profile_words)
      state[profile_words] = profile[profile_words];
    return pass_state (worker, state, number, key, words);
  }
  for (int32_t o = frontier->first[frontier->item]; o >= 0; o = frontier->options[o].next) {
    const TwFrontierOption *option = &frontier->options[o];
    uint64_t both[TW_FRONTIER_PROFILE], common = profile[0] & option->covers[0];

    both[0] = profile[0] | option->covers[0];
    for (size_t i = 1; i < profile_words; i++) {
      common |= profile[i] & option->covers[i];
      both[i] = profile[i] | option->covers[i];
    }
    if (key > profile_words)
      state[profile_words] = profile[profile_words];
    if (common != 0
        || (key > profile_words && !tw_frontier_use (frontier, option, &state[profile_words])))
      continue;
    shift (state, both, profile_words);
    if (!pass_state (worker, state, number, key, words))
      return false;
  }
  return true;
}

INLINE bool
expand_states (Worker *worker, const TwFrontierTable *table, size_t from, size_t to,
               size_t profile_words, size_t key, size_t words)
{
  size_t size = key + words;
  bool fine = true;

  for (size_t i = from; fine && i < to; i++) {
    const uint64_t *state = &table->states[i * size];

    fine = !tw_poll (&worker->poll) && expand (worker, state, profile_words, key, words);
  }
  for (int t = 0; fine && worker->waiting != NULL && t < TW_FRONTIER_TABLES; t++)
    fine = flush (worker, t, key, words);
  return fine;
}

/* Computes the number of partial covers of a profile of the next item. It is the sum of the numbers
 * of all profiles of the dense layer that lead to this profile: one has the current item covered
 * already, and each of the others lacks exactly the items of one option. Returns whether the sum is
 * too long. */
static inline bool
sum_profile (const TwFrontier *frontier, uint64_t profile, size_t words)
{
  const uint64_t *now = frontier->now.tables[0].states;
  uint64_t *sum = &frontier->next.tables[0].states[profile * words];
  uint64_t all = frontier->now.tables[0].room, covered = profile << 1 | 1;
  bool overflow = false;

  for (size_t i = 0; covered < all && i < words; i++)
    sum[i] = now[covered * words + i];
  for (int32_t o = frontier->first[frontier->item]; o >= 0; o = frontier->options[o].next) {
    uint64_t covers = frontier->options[o].covers[0], before = covered ^ covers;

    if ((covers & ~covered) == 0 && before < all)
      overflow |= !tw_natural_add_words (sum, &now[before * words], words);
  }
  return overflow;
}

/* Handles 64 profiles at a time. Options cover multiples of `unit` items and so do partial covers,
 * so only some profiles are possible. */
INLINE bool
sum_profiles (Worker *worker, size_t from, size_t to, size_t words)
{
  TwFrontier *frontier = worker->frontier;
  uint64_t with_bits[7] = { 0 }; /* the 6-bit numbers with that many bits */
  bool overflow = false;

  for (int low = 0; low < 64; low++)
    with_bits[__builtin_popcount ((unsigned) low)] |= UINT64_C (1) << low;
  for (size_t block = from; block < to; block += 64) {
    int covered = __builtin_popcountll (block) + frontier->item + 1;
    uint64_t possible = 0;

    if (tw_poll_by (&worker->poll, 64))
      return false;
    for (int bits = 0; bits <= 6; bits++)
      possible |= frontier->unit > 1 && (covered + bits) % frontier->unit != 0 ? 0
                                                                               : with_bits[bits];
    memset (&frontier->next.tables[0].states[block * words], 0,
            (to - block < 64 ? to - block : 64) * words * sizeof (uint64_t));
    if (to - block < 64)
      possible &= (UINT64_C (1) << (to - block)) - 1;
    for (; possible != 0; possible &= possible - 1)
      overflow |= sum_profile (frontier, block + (size_t) __builtin_ctzll (possible), words);
  }
  if (overflow)
    atomic_store (&frontier->overflow, true);
  return !overflow;
}

static size_t
count_tasks (const TwFrontierLayer *layer)
{
  size_t n = 0;

  if (layer->dense)
    return (layer->tables[0].room + TASK_PROFILES - 1) / TASK_PROFILES;
  for (int t = 0; t < layer->n_tables; t++)
    n += (layer->tables[t].n + TASK_STATES - 1) / TASK_STATES;
  return n;
}

/* Carries out task number `task`: some states of one table. */
INLINE bool
do_task_sized (Worker *worker, size_t task, size_t profile_words, size_t key, size_t words)
{
  const TwFrontierLayer *now = &worker->frontier->now;
  const TwFrontierTable *table = now->tables;
  size_t end;

  if (now->dense) {
    end = (task + 1) * TASK_PROFILES;
    return sum_profiles (worker, task * TASK_PROFILES, end < table->room ? end : table->room,
                         words);
  }
  for (size_t n; task >= (n = (table->n + TASK_STATES - 1) / TASK_STATES); table++)
    task -= n;
  end = (task + 1) * TASK_STATES;
  return expand_states (worker, table, task * TASK_STATES, end < table->n ? end : table->n,
                        profile_words, key, words);
}

static bool
do_task (Worker *worker, size_t task)
{
  const TwFrontier *frontier = worker->frontier;

  size_t key = frontier->key_words, words = (size_t) frontier->now.words;

  if (frontier->profile_words > 1 || words > 3)
    return do_task_sized (worker, task, frontier->profile_words, key, words);
  switch (2 * words + key) {
  case 3:
    return do_task_sized (worker, task, 1, 1, 1);
  case 4:
    return do_task_sized (worker, task, 1, 2, 1);
  case 5:
    return do_task_sized (worker, task, 1, 1, 2);
  case 6:
    return do_task_sized (worker, task, 1, 2, 2);
  case 7:
    return do_task_sized (worker, task, 1, 1, 3);
  default:
    return do_task_sized (worker, task, 1, key, words);
  }
}

static void *
work (void *data)
{
  Worker *worker = data;
  TwFrontier *frontier = worker->frontier;
  size_t task;

  while (!atomic_load (&frontier->failed)
         && (task = atomic_fetch_add (&frontier->next_task, 1)) < frontier->n_tasks) {
    if (!do_task (worker, task))
      atomic_store (&frontier->failed, true);
    tw_frontier_show (frontier, (double) (task + 1) / (double) frontier->n_tasks);
  }
  if (worker->poll.stopped)
    atomic_store (&frontier->stopped, true);
  return NULL;
}

/* --- the step ----------------------------------------------------------------------- */

/* Turns the hashed layer `now`, without counts, into an array of `all` numbers. */
static bool
make_dense (TwFrontier *frontier, size_t all)
{
  TwFrontierLayer dense;
  size_t size = tw_frontier_state_words (frontier, &frontier->now), key = frontier->key_words;
  bool fine = make_layer (frontier, &dense, frontier->now.words, true, 1, all);

  if (fine)
    memset (dense.tables[0].states, 0, all * (size - key) * sizeof (uint64_t));
  for (int t = 0; fine && t < frontier->now.n_tables; t++) {
    const TwFrontierTable *table = &frontier->now.tables[t];

    for (size_t i = 0; i < table->n; i++)
      memcpy (&dense.tables[0].states[table->states[i * size] * (size - key)],
              &table->states[i * size + key], (size - key) * sizeof (uint64_t));
  }
  tw_frontier_clear_layer (frontier, fine ? &frontier->now : &dense);
  if (fine)
    frontier->now = dense;
  return fine;
}

/* Makes room for the states that follow from those in `now`. An array of an earlier step is used
 * again: the system would take longer to map and clear a new one than the step takes. */
static bool
make_next (TwFrontier *frontier)
{
  size_t n = tw_frontier_layer_states (&frontier->now), room = FIRST_STATES;
  int n_tables = n < MANY_STATES ? 1 : TW_FRONTIER_TABLES;

  /* A profile of the next item is shorter than the longest option. */
  if (!frontier->counts && frontier->reach <= DENSE_BITS + 1) {
    size_t all = (size_t) 1 << (frontier->reach > 1 ? frontier->reach - 1 : 0);

    /* A number in an array takes less memory than a hashed state. */
    if (all / 4 <= frontier->most_states && (frontier->now.dense || n > all / DENSE_SHARE)) {
      if (frontier->next.n_tables > 0 && frontier->next.dense
          && frontier->next.words == frontier->now.words)
        return true;
      tw_frontier_clear_layer (frontier, &frontier->next);
      return (frontier->now.dense || make_dense (frontier, all))
             && make_layer (frontier, &frontier->next, frontier->now.words, true, 1, all);
    }
  }
  tw_frontier_clear_layer (frontier, &frontier->next);
  while (room * (size_t) n_tables < n + n / 4)
    room *= 2;
  return make_layer (frontier, &frontier->next, frontier->now.words, false, n_tables, room);
}

static bool
init_worker (TwFrontier *frontier, Worker *worker)
{
  size_t entry = (frontier->key_words + 2) * sizeof (uint64_t);

  *worker = (Worker){ .frontier = frontier };
  tw_poll_init (&worker->poll, frontier->in->run, frontier->now.dense ? TASK_PROFILES : 256);
  if (frontier->next.n_tables == 1)
    return true;
  worker->waiting = tw_run_malloc (frontier->in->run, TW_FRONTIER_TABLES * BATCH * entry);
  return worker->waiting != NULL;
}

static bool
run_workers (TwFrontier *frontier)
{
  TwRun *run = frontier->in->run;
  bool few = frontier->now.dense ? frontier->n_tasks < 2 : frontier->next.n_tables == 1;
  int count = 0, wanted = few || frontier->threads < 1 ? 1 : frontier->threads;
  Worker *workers = tw_run_calloc (run, (size_t) wanted, sizeof (Worker));

  /* Fewer workers do when memory is short. */
  while (workers != NULL && count < wanted && init_worker (frontier, &workers[count]))
    count++;
  if (count == 0 || !tw_threads_run (work, workers, sizeof (Worker), count, 0))
    atomic_store (&frontier->failed, true);
  for (int i = 0; i < count; i++)
    tw_run_mfree (run, workers[i].waiting);
  tw_run_mfree (run, workers);
  return !atomic_load (&frontier->failed);
}

void
tw_frontier_keep (TwFrontier *frontier)
{
  TwFrontierLayer *layer = &frontier->now;
  size_t size = tw_frontier_state_words (frontier, layer) * sizeof (uint64_t);

  for (int t = 0; !layer->dense && t < layer->n_tables; t++) {
    TwFrontierTable *table = &layer->tables[t];
    uint64_t *fitting = tw_run_realloc (frontier->in->run, table->states, table->n * size);

    tw_hash_index_clear (&table->index, frontier->in->run);
    if (fitting != NULL) {
      table->states = fitting;
      table->room = table->n;
    }
  }
  frontier->kept[frontier->n_kept++] = *layer;
  layer->n_tables = 0;
}

bool
tw_frontier_start (TwFrontier *frontier)
{
  const uint64_t empty[TW_FRONTIER_PROFILE + 1] = { 0 };
  uint64_t one[TW_NATURAL_WORDS] = { 1 };
  size_t key = frontier->key_words;

  return make_layer (frontier, &frontier->next, 1, false, 1, FIRST_STATES)
         && frontier->next.tables[0].states != NULL
         && add_state (frontier, &frontier->next.tables[0], hash_of (empty, key), empty, one, key,
                       1);
}

/* Computes `next` from `now`. */
static bool
make_step (TwFrontier *frontier)
{
  atomic_store (&frontier->failed, false);
  atomic_store (&frontier->overflow, false);
  if (!make_next (frontier))
    return false;
  frontier->n_tasks = count_tasks (&frontier->now);
  atomic_store (&frontier->next_task, 0);
  return run_workers (frontier);
}

/* Makes the numbers of `now` one word longer. */
static bool
widen (TwFrontier *frontier)
{
  TwFrontierLayer *layer = &frontier->now;
  size_t size = tw_frontier_state_words (frontier, layer);

  if (layer->words == TW_NATURAL_WORDS) {
    atomic_store (&frontier->too_many, true);
    return false;
  }
  for (int t = 0; t < layer->n_tables; t++) {
    TwFrontierTable *table = &layer->tables[t];
    uint64_t *states = tw_run_realloc (frontier->in->run, table->states,
                                       table->room * (size + 1) * sizeof (uint64_t));

    if (states == NULL)
      return false;
    table->states = states;
    for (size_t i = layer->dense ? table->room : table->n; i-- > 0;) {
      memmove (&states[i * (size + 1)], &states[i * size], size * sizeof (uint64_t));
      states[i * (size + 1) + size] = 0;
    }
  }
  layer->words++;
  return true;
}

bool
tw_frontier_advance (TwFrontier *frontier, int item)
{
  TwFrontierLayer earlier;
  size_t n;

  if (frontier->draw != NULL && item > 0)
    tw_frontier_keep (frontier);
  earlier = frontier->now;
  frontier->now = frontier->next;
  frontier->next = earlier;
  frontier->item = item;
  n = tw_frontier_layer_states (&frontier->now);
  tw_run_add_nodes (frontier->in->run, n);
  if (tw_poll_by (&frontier->poll, (uint32_t) (n < UINT32_MAX ? n : UINT32_MAX))) {
    atomic_store (&frontier->stopped, true);
    return false;
  }
  /* Each step begins with numbers as long as those of the step before it. */
  while (!make_step (frontier)) {
    if (!atomic_load (&frontier->overflow) || !widen (frontier))
      return false;
  }
  return true;
}
