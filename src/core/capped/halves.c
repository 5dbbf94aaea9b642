/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halves.c - joins two partial tilings whose skylines fit; see halves.h. */
#include "core/capped/halves.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/run/hash-index.h"

enum {
  WALK_SEGMENTS = 4, /* maximum segments of the skylines during a walk */
  PARTS_A_WALK = 30000,
  KEPT_SEGMENTS = 3, /* maximum segments of the stored skylines: more segments hardly ever fit */
  FIRST_PARTS = 1 << 12,
  MOST_PARTS = 1 << 22, /* 160 MiB; further partial tilings are looked up but not stored */
  MOST_ALIKE = 16,      /* maximum number of stored partial tilings with one skyline */
};

typedef struct {
  TwCappedSegment segments[KEPT_SEGMENTS];
  int count;
} Skyline;

/* A partial tiling: hash key of its skyline (0: empty slot), the seed of its walk, and the sizes
 * used. */
typedef struct {
  uint64_t key;
  uint64_t seed;
  TwCappedUse use;
} Part;

/* Hash table of partial tilings with linear probing; a key may occur several times. */
typedef struct {
  TwRun *run;
  Part *parts;
  size_t size; /* a power of two */
  size_t used;
} Parts;

static uint64_t
key_of (const Skyline *skyline)
{
  uint64_t key = 1;

  for (int i = 0; i < skyline->count; i++) {
    key = tw_hash_add (key, (uint64_t) (uint16_t) skyline->segments[i].width << 16
                              | (uint16_t) skyline->segments[i].height);
  }
  return key != 0 ? key : 1;
}

static bool
is_same_use (const TwCappedUse *a, const TwCappedUse *b)
{
  return a->once[0] == b->once[0] && a->once[1] == b->once[1] && a->twice[0] == b->twice[0]
         && a->twice[1] == b->twice[1];
}

/* Returns whether both partial tilings together keep the cap of 1 or 2. */
static bool
is_within (const TwCappedUse *a, const TwCappedUse *b, int limit)
{
  for (int i = 0; i < 2; i++) {
    if (limit == 1 ? (a->once[i] & b->once[i]) != 0
                   : ((a->twice[i] & b->once[i]) | (a->once[i] & b->twice[i])) != 0)
      return false;
  }
  return true;
}

static void
insert (Parts *parts, const Part *part)
{
  size_t i = tw_probe (part->key, parts->size);

  while (parts->parts[i].key != 0)
    i = tw_probe_next (i, parts->size);
  parts->parts[i] = *part;
}

static bool
grow (Parts *parts)
{
  Parts larger = { .run = parts->run, .size = 2 * parts->size, .used = parts->used };

  if (parts->size >= MOST_PARTS)
    return false;
  larger.parts = tw_run_calloc (parts->run, larger.size, sizeof *larger.parts);
  if (larger.parts == NULL)
    return false;
  for (size_t i = 0; i < parts->size; i++) {
    if (parts->parts[i].key != 0)
      insert (&larger, &parts->parts[i]);
  }
  tw_run_mfree (parts->run, parts->parts);
  *parts = larger;
  return true;
}

/* Stores a partial tiling that is not yet known, while there is room. */
static void
add (Parts *parts, const Part *part)
{
  int alike = 0;

  for (size_t i = tw_probe (part->key, parts->size); parts->parts[i].key != 0;
       i = tw_probe_next (i, parts->size)) {
    if (parts->parts[i].key != part->key)
      continue;
    if (++alike == MOST_ALIKE || is_same_use (&parts->parts[i].use, &part->use))
      return;
  }
  if (4 * (parts->used + 1) > 3 * parts->size && !grow (parts))
    return;
  insert (parts, part);
  parts->used++;
}

/* Returns a partial tiling with this key that keeps the cap together with `use`; NULL: none. */
static const Part *
find (const Parts *parts, uint64_t key, const TwCappedUse *use, int limit)
{
  for (size_t i = tw_probe (key, parts->size); parts->parts[i].key != 0;
       i = tw_probe_next (i, parts->size)) {
    if (parts->parts[i].key == key && is_within (&parts->parts[i].use, use, limit))
      return &parts->parts[i];
  }
  return NULL;
}

/* Returns the complement of the skyline, upside down (mirrored in y), or rotated by 180 degrees
 * when `mirrored`. */
static Skyline
complement (const Skyline *skyline, int height, bool mirrored)
{
  Skyline rest = { .count = skyline->count };

  for (int i = 0; i < rest.count; i++) {
    int to = mirrored ? rest.count - 1 - i : i;

    rest.segments[to].width = skyline->segments[i].width;
    rest.segments[to].height = (int16_t) (height - skyline->segments[i].height);
  }
  return rest;
}

static bool
is_equal (const Skyline *a, const Skyline *b)
{
  return a->count == b->count
         && memcmp (a->segments, b->segments, (size_t) a->count * sizeof a->segments[0]) == 0;
}

/* Continues to the next partial tiling whose skyline is simple enough (TW_END_LIMIT), within *left
 * partial tilings. */
static TwEnd
next_part (TwCappedSearch *search, Skyline *skyline, int *left)
{
  while ((*left)-- > 0) {
    TwEnd step = tw_capped_search_walk (search, UINT64_MAX);

    if (step != TW_END_LIMIT)
      return step;
    skyline->count = tw_capped_search_skyline (search, skyline->segments, KEPT_SEGMENTS);
    if (skyline->count <= KEPT_SEGMENTS)
      return step;
  }
  return TW_END_NONE;
}

/* Repeats the walk to the partial tiling with this skyline and these sizes. */
static bool
find_part (const TwCappedWalk *walk, const Skyline *wanted, const Part *known, TwRun *run,
           TwTiling *tiling)
{
  TwCappedWalk again = *walk;
  TwCappedSearch *search;
  bool found = false;
  int left = PARTS_A_WALK;
  Skyline skyline;
  TwCappedUse use;

  again.seed = known->seed;
  search = tw_capped_search_new (&again, NULL, run);
  while (search != NULL && !found && next_part (search, &skyline, &left) == TW_END_LIMIT) {
    if (!is_equal (&skyline, wanted))
      continue;
    tw_capped_search_used (search, &use);
    found = is_same_use (&use, &known->use) && tw_capped_search_tiling (search, tiling);
  }
  tw_capped_search_free (search);
  return found;
}

/* Joins the current partial tiling and the stored one. */
static bool
join (const TwCappedWalk *walk, const TwCappedSearch *search, const Skyline *rest,
      const Part *known, bool mirrored, TwRun *run, TwTiling *tiling)
{
  TwTiling other = { 0 };
  bool joined = tw_capped_search_tiling (search, tiling)
                && find_part (walk, rest, known, run, &other);

  for (size_t i = 0; i < other.count && joined; i++) {
    TwSquare s = other.squares[i];

    s.y = walk->height - s.y - s.size;
    if (mirrored)
      s.x = walk->width - s.x - s.size;
    joined = tw_tiling_add (tiling, s);
  }
  tw_tiling_clear (&other);
  return joined;
}

/* One walk: looks up every partial tiling, then stores it. */
static bool
walk_parts (const TwCappedWalk *walk, Parts *parts, TwRun *run, TwTiling *tiling)
{
  TwCappedSearch *search = tw_capped_search_new (walk, NULL, run);
  int left = PARTS_A_WALK;
  bool found = false;

  while (search != NULL && !found) {
    Skyline skyline;
    Part part = { .seed = walk->seed };
    TwEnd step = next_part (search, &skyline, &left);

    if (step == TW_END_FOUND)
      found = tw_capped_search_tiling (search, tiling);
    if (step != TW_END_LIMIT)
      break;
    part.key = key_of (&skyline);
    tw_capped_search_used (search, &part.use);
    for (int mirrored = 0; mirrored < 2 && !found; mirrored++) {
      Skyline rest = complement (&skyline, walk->height, mirrored);
      const Part *other = find (parts, key_of (&rest), &part.use, walk->limit);

      if (other != NULL)
        found = join (walk, search, &rest, other, mirrored, run, tiling);
    }
    add (parts, &part);
  }
  tw_capped_search_free (search);
  return found;
}

bool
tw_capped_find_halves (const TwCappedWalk *walk, int walks, TwRun *run, TwTiling *tiling)
{
  TwCappedWalk half = *walk;
  Parts parts = { .run = run, .size = FIRST_PARTS };
  bool found = false;

  parts.parts = tw_run_calloc (run, parts.size, sizeof *parts.parts);
  if (parts.parts == NULL)
    return false;
  if (half.limit > 2)
    half.limit = 2;
  half.most = 0;
  /* Beside a square nearly as large as the board there is little room. */
  half.max_size = walk->max_size * 5 / 8;
  half.partials = true;
  half.random = true;
  half.most_segments = WALK_SEGMENTS;
  for (int i = 0; i < walks && !found && !tw_run_should_stop (run); i++) {
    half.seed = walk->seed + (uint64_t) i;
    found = walk_parts (&half, &parts, run, tiling);
  }
  tw_run_mfree (run, parts.parts);
  return found;
}
