/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rectangles.c - see rectangles.h. */
#include "core/networks/rectangles.h"

#include <string.h>

#include "core/base/divisor.h"
#include "core/networks/modular.h"
#include "core/run/hash-index.h"

/* Positions of cuts that are looked at between two polls of the run: some milliseconds. */
#define POLL_INTERVAL (1 << 21)

enum {
  FILTER_BITS = 18,
  MOST_PRIMES = 4, /* of a number up to TW_COMPOSE_MOST_SIDE */
};

typedef enum {
  WAY_SQUARE,
  WAY_MULTIPLE, /* `value` times a smaller rectangle */
  WAY_CUT,      /* at column `value` */
  WAY_CUT_ROWS, /* at row `value` */
  WAY_PARTS,    /* `count` parts from number `value` on */
} WayKind;

/* How a rectangle is divided; it is at least as wide as high. */
typedef struct {
  uint8_t kind;
  uint8_t count;
  uint32_t value;
} Way;

struct TwRectangles {
  TwRun *run;
  TwPoll poll;
  int longer, shorter;
  int layer;
  size_t stride; /* longer + 1 */
  /* The fewest squares of width x height cells, at width * stride + height; both orientations. */
  uint8_t *squares;
  uint8_t *own; /* the same of coprime tilings; `squares` unless the table is coprime */
  Way *ways;
  TwSubrectangle *parts;
  size_t n_parts, capacity;

  TwProportion *proportions;
  const TwProportion **with; /* by increasing number of squares */
  size_t n_proportions, n_with;
  size_t end[TW_RECTANGLES_MOST_SQUARES + 1]; /* in `with`, of this number of squares */
  TwHashIndex index;                          /* of the proportions, by their conductance */
  /* The fewest squares of all proportions with this hash. Most searches find none with few squares,
   * and this table needs less of the processor's cache than the index. */
  uint8_t filter[1 << FILTER_BITS];
};

/* The high bits of a product depend on all bits of its factors. The index has at most 2^22 slots. */
static uint64_t
hash_of (uint64_t conductance)
{
  return conductance * UINT64_C (0x9E3779B97F4A7C15) >> 40;
}

static bool
is_proportion (const TwRectangles *table, int width, int height)
{
  return (width <= table->shorter || height <= table->shorter)
         && tw_common_divisor (width, height) == 1;
}

/* Returns false when memory is short. */
static bool
list_proportions (TwRectangles *table)
{
  size_t count = 0, n_slots = 16;

  for (int width = 1; width <= table->longer; width++)
    for (int height = 1; height <= table->longer; height++)
      count += is_proportion (table, width, height);
  while (n_slots < 4 * count)
    n_slots *= 2;
  table->proportions = tw_run_calloc (table->run, count, sizeof *table->proportions);
  table->with = tw_run_calloc (table->run, count, sizeof *table->with);
  table->n_proportions = count;
  if (table->proportions == NULL || table->with == NULL
      || !tw_hash_index_init (&table->index, table->run, n_slots))
    return false;
  memset (table->filter, UINT8_MAX, sizeof table->filter);
  count = 0;
  for (int height = 1; height <= table->longer; height++) {
    uint64_t inverse = tw_mod_inverse ((uint64_t) height);

    for (int width = 1; width <= table->longer; width++) {
      TwProportion *proportion = &table->proportions[count];
      uint64_t hash;

      if (!is_proportion (table, width, height))
        continue;
      *proportion = (TwProportion){ .width = (int16_t) width,
                                    .height = (int16_t) height,
                                    .squares = TW_RECTANGLES_UNKNOWN,
                                    .conductance = tw_mod_multiply ((uint64_t) width, inverse) };
      hash = hash_of (proportion->conductance);
      table->filter[hash % (1 << FILTER_BITS)] = TW_RECTANGLES_UNKNOWN;
      tw_hash_index_add (&table->index, hash, count++);
    }
  }
  return true;
}

const TwProportion *
tw_rectangles_find (const TwRectangles *table, uint64_t conductance, int most)
{
  const TwHashIndex *index = &table->index;
  uint64_t hash = hash_of (conductance);
  size_t at = tw_probe (hash, index->n_slots);

  if (table->filter[hash % (1 << FILTER_BITS)] > most)
    return NULL;
  for (; index->slots[at] != 0; at = tw_probe_next (at, index->n_slots)) {
    const TwProportion *proportion = &table->proportions[index->slots[at] - 1];

    if (proportion->conductance == conductance)
      return proportion->squares <= most ? proportion : NULL;
  }
  return NULL;
}

const TwProportion *const *
tw_rectangles_with (const TwRectangles *table, int squares, size_t *count)
{
  *count = table->end[squares] - table->end[squares - 1];
  return table->with + table->end[squares - 1];
}

TwRectangles *
tw_rectangles_new (int longer, int shorter, bool coprime, TwRun *run)
{
  TwRectangles *table = tw_run_calloc (run, 1, sizeof *table);
  size_t cells;

  if (table == NULL)
    return NULL;
  table->run = run;
  tw_poll_init (&table->poll, run, POLL_INTERVAL);
  table->longer = longer;
  table->shorter = shorter;
  table->stride = (size_t) longer + 1;
  cells = table->stride * table->stride;
  table->squares = tw_run_malloc (run, cells);
  table->own = coprime ? tw_run_malloc (run, cells) : table->squares;
  table->ways = tw_run_calloc (run, cells, sizeof (Way));
  if (table->squares == NULL || table->own == NULL || table->ways == NULL
      || !list_proportions (table)) {
    tw_rectangles_free (table);
    return NULL;
  }
  memset (table->squares, TW_RECTANGLES_UNKNOWN, cells);
  memset (table->own, TW_RECTANGLES_UNKNOWN, cells);
  table->own[table->stride + 1] = 1;
  for (int side = 1; side <= shorter; side++)
    table->squares[(size_t) side * table->stride + (size_t) side] = 1;
  tw_rectangles_end_layer (table);
  return table;
}

void
tw_rectangles_free (TwRectangles *table)
{
  if (table == NULL)
    return;
  if (table->own != table->squares)
    tw_run_mfree (table->run, table->own);
  tw_run_mfree (table->run, table->squares);
  tw_run_mfree (table->run, table->ways);
  tw_run_mfree (table->run, table->parts);
  tw_run_mfree (table->run, table->proportions);
  tw_run_mfree (table->run, table->with);
  tw_hash_index_clear (&table->index, table->run);
  tw_run_mfree (table->run, table);
}

int
tw_rectangles_layer (const TwRectangles *table)
{
  return table->layer;
}

int
tw_rectangles_squares (const TwRectangles *table, int width, int height)
{
  return table->squares[(size_t) width * table->stride + (size_t) height];
}

int
tw_rectangles_own (const TwRectangles *table, int width, int height)
{
  return table->own[(size_t) width * table->stride + (size_t) height];
}

/* Sets `primes` to the prime factors of n and returns their number. */
static int
list_primes (int n, int primes[MOST_PRIMES])
{
  int count = 0;

  for (int p = 2; n > 1; p++) {
    if (n % p != 0)
      continue;
    primes[count++] = p;
    while (n % p == 0)
      n /= p;
  }
  return count;
}

/* A prime that divides all parts must not divide each factor. Part by part, for each set of primes
 * (bits), `best` has the fewest squares for which the set holds all primes that do not divide some
 * factor. */
int
tw_rectangles_join (const TwRectangles *table, const TwSubrectangle *parts, int count, int *factors)
{
  int best[1 << MOST_PRIMES], primes[MOST_PRIMES], common = 0, all, n_primes;
  struct {
    int16_t factor, rest; /* of this part; the set of the parts before */
  } from[TW_RECTANGLES_MOST_PARTS][1 << MOST_PRIMES] = { { { 0 } } };

  for (int i = 0; i < count; i++)
    common = tw_common_divisor (common, tw_common_divisor (parts[i].width, parts[i].height));
  n_primes = list_primes (common, primes);
  all = (1 << n_primes) - 1;
  for (int set = 0; set <= all; set++)
    best[set] = set == 0 ? 0 : TW_RECTANGLES_UNKNOWN;
  for (int i = 0; i < count; i++) {
    int multiple = tw_common_divisor (parts[i].width, parts[i].height);
    int next[1 << MOST_PRIMES];

    for (int set = 0; set <= all; set++)
      next[set] = TW_RECTANGLES_UNKNOWN;
    for (int factor = 1; factor <= multiple; factor++) {
      int squares, saved = 0;

      if (multiple % factor != 0)
        continue;
      squares = tw_rectangles_own (table, parts[i].width / factor, parts[i].height / factor);
      for (int k = 0; k < n_primes; k++)
        saved |= (factor % primes[k] != 0) << k;
      for (int set = 0; set <= all; set++) {
        if (best[set] + squares >= next[set | saved])
          continue;
        next[set | saved] = best[set] + squares;
        from[i][set | saved].factor = (int16_t) factor;
        from[i][set | saved].rest = (int16_t) set;
      }
    }
    memcpy (best, next, sizeof next);
  }
  for (int i = count - 1, set = all; factors != NULL && i >= 0; i--) {
    factors[i] = from[i][set].factor;
    set = from[i][set].rest;
  }
  return best[all];
}

/* Adds a rectangle, width >= height, and its multiples. */
static void
settle (TwRectangles *table, int width, int height, int squares, Way way)
{
  bool coprime = table->own != table->squares;

  if (coprime) {
    table->own[(size_t) width * table->stride + (size_t) height] = (uint8_t) squares;
    table->own[(size_t) height * table->stride + (size_t) width] = (uint8_t) squares;
    table->ways[(size_t) width * table->stride + (size_t) height] = way;
  }
  for (int factor = 1; factor * width <= table->longer && factor * height <= table->shorter;
       factor++) {
    size_t x = (size_t) (factor * width), y = (size_t) (factor * height);

    if (table->squares[x * table->stride + y] != TW_RECTANGLES_UNKNOWN)
      continue;
    table->squares[x * table->stride + y] = (uint8_t) squares;
    table->squares[y * table->stride + x] = (uint8_t) squares;
    if (!coprime)
      table->ways[x * table->stride + y] = factor == 1 ? way
                                                       : (Way){ .kind = WAY_MULTIPLE,
                                                                .value = (uint32_t) factor };
  }
}

/* Returns where a cut divides the rectangle into two with `squares` squares together; 0: there is
 * no such cut. */
static int
find_cut (const TwRectangles *table, int length, int breadth, int squares)
{
  const uint8_t *row = table->squares + (size_t) breadth * table->stride;
  int common = table->own != table->squares ? tw_common_divisor (length, breadth) : 1;

  for (int at = 1; at <= length / 2; at++) {
    const TwSubrectangle parts[] = { { 0, 0, (int16_t) at, (int16_t) breadth },
                                     { 0, 0, (int16_t) (length - at), (int16_t) breadth } };

    if (row[at] + row[length - at] <= squares
        && (common == 1 || tw_common_divisor (common, at) == 1
            || tw_rectangles_join (table, parts, 2, NULL) <= squares))
      return at;
  }
  return 0;
}

bool
tw_rectangles_add_cut (TwRectangles *table, int width, int height, int squares)
{
  int at = find_cut (table, width, height, squares);
  WayKind kind = at > 0 ? WAY_CUT : WAY_CUT_ROWS;

  if (at == 0)
    at = find_cut (table, height, width, squares);
  if (at > 0)
    settle (table, width, height, squares, (Way){ .kind = (uint8_t) kind, .value = (uint32_t) at });
  return at > 0;
}

bool
tw_rectangles_add_cuts (TwRectangles *table)
{
  for (int width = 1; width <= table->longer; width++) {
    if (tw_poll_by (&table->poll, (uint32_t) (width * width)))
      return false;
    for (int height = 1; height <= width && height <= table->shorter; height++)
      if (tw_rectangles_own (table, width, height) == TW_RECTANGLES_UNKNOWN)
        tw_rectangles_add_cut (table, width, height, table->layer + 1);
  }
  return true;
}

bool
tw_rectangles_add (TwRectangles *table, int width, int height, int squares,
                   const TwSubrectangle *parts, int count)
{
  bool standing = width < height;

  while (table->n_parts + (size_t) count > table->capacity) {
    if (!tw_run_grow (table->run, &table->parts, &table->capacity, 64))
      return false;
  }
  for (int i = 0; i < count; i++) {
    TwSubrectangle p = parts[i];

    table->parts[table->n_parts + (size_t) i] = standing
                                                  ? (TwSubrectangle){ p.y, p.x, p.height, p.width }
                                                  : p;
  }
  settle (table, standing ? height : width, standing ? width : height, squares,
          (Way){ .kind = WAY_PARTS, .count = (uint8_t) count, .value = (uint32_t) table->n_parts });
  table->n_parts += (size_t) count;
  return true;
}

void
tw_rectangles_end_layer (TwRectangles *table)
{
  int squares = ++table->layer;

  for (size_t i = 0; i < table->n_proportions; i++) {
    TwProportion *proportion = &table->proportions[i];
    int width = proportion->width, height = proportion->height;

    for (int factor = 1; proportion->squares == TW_RECTANGLES_UNKNOWN; factor++) {
      if (factor * width > table->longer || factor * height > table->longer)
        break;
      if (tw_rectangles_squares (table, factor * width, factor * height) == squares) {
        uint8_t *least = &table->filter[hash_of (proportion->conductance) % (1 << FILTER_BITS)];

        *least = squares < *least ? (uint8_t) squares : *least;
        proportion->squares = squares;
        table->with[table->n_with++] = proportion;
      }
    }
  }
  table->end[squares] = table->n_with;
}

/* Where the squares of a rectangle of the table go in the tiling. */
typedef struct {
  int x, y;
  int factor;
  bool swapped; /* columns and rows are exchanged */
} Frame;

static bool
lay_out (const TwRectangles *table, int width, int height, Frame frame, TwTiling *tiling)
{
  const Way *way;
  TwSubrectangle parts[2] = { { 0, 0, (int16_t) width, (int16_t) height } };
  const TwSubrectangle *list = parts;
  int count = 2, factors[TW_RECTANGLES_MOST_PARTS];

  if (width < height) {
    int swap = width;

    width = height;
    height = swap;
    frame.swapped = !frame.swapped;
    parts[0] = (TwSubrectangle){ 0, 0, (int16_t) width, (int16_t) height };
  }
  way = &table->ways[(size_t) width * table->stride + (size_t) height];
  parts[1] = parts[0];
  switch ((WayKind) way->kind) {
  case WAY_SQUARE:
    return tw_tiling_add (tiling, (TwSquare){ frame.x, frame.y, width * frame.factor });
  case WAY_MULTIPLE:
    frame.factor *= (int) way->value;
    return lay_out (table, width / (int) way->value, height / (int) way->value, frame, tiling);
  case WAY_CUT:
    parts[0].width = parts[1].x = (int16_t) way->value;
    parts[1].width = (int16_t) (width - parts[1].x);
    break;
  case WAY_CUT_ROWS:
    parts[0].height = parts[1].y = (int16_t) way->value;
    parts[1].height = (int16_t) (height - parts[1].y);
    break;
  case WAY_PARTS:
    list = table->parts + way->value;
    count = way->count;
    break;
  }
  if (table->own != table->squares)
    tw_rectangles_join (table, list, count, factors);
  for (int i = 0; i < count; i++) {
    int factor = table->own != table->squares ? factors[i] : 1;
    Frame inner = frame;

    inner.x += (frame.swapped ? list[i].y : list[i].x) * frame.factor;
    inner.y += (frame.swapped ? list[i].x : list[i].y) * frame.factor;
    inner.factor *= factor;
    if (!lay_out (table, list[i].width / factor, list[i].height / factor, inner, tiling))
      return false;
  }
  return true;
}

bool
tw_rectangles_lay_out (const TwRectangles *table, const TwSubrectangle *part, TwTiling *tiling)
{
  Frame frame = { .x = part->x, .y = part->y, .factor = 1 };

  return lay_out (table, part->width, part->height, frame, tiling);
}
