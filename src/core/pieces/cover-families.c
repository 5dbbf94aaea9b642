/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-families.c - the families of cover-sets.h; called by cover-tune.c and cover.c. */
#include "core/pieces/cover-sets.h"

#include <string.h>

#include "core/pieces/cover-private.h"

#define FIRST_ENTRIES ((uint64_t) 1 << 10)
#define GROWTH        4
/* A bitmap is kept whole when at least one in DENSE of its words is not 0. */
#define DENSE 4
/* Families computed between two polls of the run. */
#define POLL_FAMILIES 256

static const uint64_t empty_family[] = { 0 };
/* The family of no cells: its only set is the empty one. */
static const uint64_t last_family[] = { 1, 1, 0 };

bool
tw_cover_sets_apply (const TwCoverRoot *root)
{
  const TwSearchPart *part = root->part;
  int pieces = 0;

  for (int c = 0; c < root->in->n_classes; c++) {
    if (part->least[c] != part->most[c] || part->most[c] > 1)
      return false;
    pieces += part->most[c];
  }
  return root->needed_cells == root->free_cells && pieces <= TW_SETS_CLASSES;
}

static TwSetsTable *
new_table (TwCoverSets *sets, uint64_t n, TwSetsTable *smaller)
{
  size_t bytes = sizeof (TwSetsTable) + n * sizeof (TwSetsEntry);
  TwSetsTable *table = bytes > sets->room ? NULL : tw_run_calloc (sets->root->in->run, 1, bytes);

  if (table == NULL)
    return NULL;
  sets->room -= bytes;
  table->mask = n - 1;
  table->smaller = smaller;
  return table;
}

TwCoverSets *
tw_cover_sets_new (const TwCoverRoot *root, size_t room)
{
  const TwInstance *in = root->in;
  const TwCoverScan *scan = &root->scan;
  TwCoverSets *sets;
  int pieces = 0, smallest = in->n_cells;

  for (int s = 0; s < scan->n_shapes; s++) {
    if (scan->shapes[s].last >= TW_SETS_KEY_BITS)
      return NULL;
  }
  sets = tw_run_calloc (in->run, 1, sizeof *sets);
  if (sets == NULL)
    return NULL;
  sets->root = root;
  sets->room = room;
  for (int c = 0; c < in->n_classes; c++) {
    pieces += root->part->most[c];
    if (root->part->most[c] > 0 && in->classes[c].size < smallest)
      smallest = in->classes[c].size;
    for (int w = 0; root->part->most[c] > 0 && w < scan->words; w++)
      sets->open[w] |= scan->of_class[c * scan->words + w];
  }
  sets->all = (UINT64_C (1) << pieces) - 1;
  sets->words = (size_t) (sets->all >> 6) + 1;
  sets->until_poll = POLL_FAMILIES;
  tw_arena_init (&sets->arena, in->run);
  atomic_flag_clear (&sets->adding);
  atomic_init (&sets->full, false);
  atomic_init (&sets->table, new_table (sets, FIRST_ENTRIES, NULL));
  /* The covers that a family comes from may repeat pieces: they have more placements than pieces. */
  sets->scratch = tw_run_calloc (in->run, (size_t) (in->n_cells / smallest) + 1,
                                 sets->words * sizeof (uint64_t));
  if (atomic_load (&sets->table) == NULL || sets->scratch == NULL) {
    tw_cover_sets_free (sets);
    return NULL;
  }
  return sets;
}

void
tw_cover_sets_free (TwCoverSets *sets)
{
  TwRun *run;

  if (sets == NULL)
    return;
  run = sets->root->in->run;
  for (TwSetsTable *table = atomic_load (&sets->table), *smaller; table != NULL; table = smaller) {
    smaller = table->smaller;
    tw_run_mfree (run, table);
  }
  tw_run_mfree (run, sets->scratch);
  tw_arena_clear (&sets->arena);
  tw_run_mfree (run, sets);
}

/* --- adding a family ------------------------------------------------------------ */

static void
put (TwSetsTable *table, uint64_t key, TwFamily family)
{
  uint64_t i = tw_mix (key);

  while (atomic_load_explicit (&table->entries[i & table->mask].key, memory_order_relaxed) != 0)
    i++;
  atomic_store_explicit (&table->entries[i & table->mask].family, family, memory_order_relaxed);
  atomic_store_explicit (&table->entries[i & table->mask].key, key, memory_order_release);
}

static bool
grow (TwCoverSets *sets)
{
  TwSetsTable *table = atomic_load (&sets->table);
  TwSetsTable *larger = new_table (sets, GROWTH * (table->mask + 1), table);

  if (larger == NULL)
    return false;
  for (uint64_t i = 0; i <= table->mask; i++) {
    if (atomic_load (&table->entries[i].key) != 0)
      put (larger, atomic_load (&table->entries[i].key), atomic_load (&table->entries[i].family));
  }
  atomic_store_explicit (&sets->table, larger, memory_order_release);
  return true;
}

/* Stores a bitmap as a family, and clears it. Returns 0 when memory runs out. */
static TwFamily
pack (TwCoverSets *sets, uint64_t *bitmap)
{
  size_t n = 0, bytes, size = sets->words * sizeof (uint64_t);
  uint64_t *family;
  uint16_t *places;
  bool dense;

  for (size_t w = 0; w < sets->words; w++)
    n += bitmap[w] != 0;
  if (n == 0)
    return (TwFamily) empty_family;
  dense = DENSE * n >= sets->words;
  bytes = dense ? size : (n + 1) * sizeof (uint64_t) + n * sizeof (uint16_t);
  family = bytes > sets->room ? NULL : tw_arena_alloc (&sets->arena, bytes);
  if (family != NULL && dense) {
    memcpy (family, bitmap, size);
  } else if (family != NULL) {
    family[0] = n;
    places = (uint16_t *) (void *) (family + 1 + n);
    n = 0;
    for (size_t w = 0; w < sets->words; w++) {
      if (bitmap[w] == 0)
        continue;
      places[n] = (uint16_t) w;
      family[1 + n++] = bitmap[w];
    }
  }
  sets->room -= family != NULL ? bytes : 0;
  memset (bitmap, 0, size);
  return family != NULL ? (TwFamily) family + dense : 0;
}

/* Adds to a bitmap the sets of a family with one more piece, which has this bit in a set. */
static void
merge (const TwCoverSets *sets, uint64_t *bitmap, TwFamily family, uint64_t unit)
{
  static const uint64_t without[] = { 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                      0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff };
  const uint64_t *words = tw_family_words (family);
  bool dense = family % 2 != 0;
  size_t n = dense ? sets->words : words[-1], high = (size_t) (unit >> 6);
  const uint16_t *places = (const uint16_t *) (const void *) (words + n);
  uint64_t rest = high == 0 ? without[__builtin_ctzll (unit)] : UINT64_MAX;

  if (dense && high == 0) {
    for (size_t w = 0; w < n; w++)
      bitmap[w] |= (words[w] & rest) << unit;
  } else if (dense) {
    for (size_t from = 0; from < n; from += 2 * high) {
      for (size_t w = from; w < from + high; w++)
        bitmap[w + high] |= words[w];
    }
  } else if (high == 0) {
    for (size_t i = 0; i < n; i++)
      bitmap[places[i]] |= (words[i] & rest) << unit;
  } else {
    for (size_t i = 0; i < n; i++) {
      if ((places[i] & high) == 0)
        bitmap[places[i] | high] |= words[i];
    }
  }
}

static TwFamily
make_family (TwCoverSets *sets, TwRun *run, TwBits128 picture, int first, int last, int depth)
{
  const TwCoverRoot *root = sets->root;
  const TwCoverScan *scan = &root->scan;
  uint64_t *bitmap = sets->scratch + (size_t) depth * sets->words;
  uint64_t covered = (uint64_t) ((root->picture & ~picture) >> first);
  uint64_t key = tw_cover_sets_key (covered, first), window = (uint64_t) (picture >> first);
  TwFamily family = tw_cover_sets_find (atomic_load (&sets->table), key);

  if (family != 0)
    return family;
  if (--sets->until_poll == 0) {
    sets->until_poll = POLL_FAMILIES;
    if (tw_run_should_stop (run))
      return 0;
  }
  for (int w = 0; w < scan->words; w++) {
    uint64_t set = scan->at[first * scan->words + w] & sets->open[w];

    for (int byte = 0; byte < scan->bytes; byte++)
      set &= scan->fit[(256 * byte + (int) (window >> (8 * byte) & 255)) * scan->words + w];
    for (; set != 0; set &= set - 1) {
      const TwScanShape *shape = &scan->shapes[w * 64 + __builtin_ctzll (set)];
      TwBits128 rest = picture & ~((TwBits128) shape->cells << first);
      int end = first + shape->last > last ? first + shape->last : last;

      if (rest == 0)
        family = (TwFamily) last_family;
      else if (!tw_cover_regions_fill (root, rest))
        continue;
      else
        family = make_family (sets, run, rest, tw_bits128_first (rest), end, depth + 1);
      if (family == 0) {
        memset (bitmap, 0, sets->words * sizeof (uint64_t));
        return 0;
      }
      merge (sets, bitmap, family, scan->unit[shape->cls]);
    }
  }
  family = pack (sets, bitmap);
  if (family == 0 || (2 * ++sets->n_entries > atomic_load (&sets->table)->mask && !grow (sets))) {
    atomic_store (&sets->full, true);
    return 0;
  }
  put (atomic_load (&sets->table), key, family);
  return family;
}

TwFamily
tw_cover_sets_add (TwCoverSets *sets, TwRun *run, TwBits128 picture, int first, int last)
{
  TwFamily family;

  if (atomic_load_explicit (&sets->full, memory_order_relaxed)
      || atomic_flag_test_and_set_explicit (&sets->adding, memory_order_acquire))
    return 0;
  family = make_family (sets, run, picture, first, last, 0);
  atomic_flag_clear_explicit (&sets->adding, memory_order_release);
  return family;
}
