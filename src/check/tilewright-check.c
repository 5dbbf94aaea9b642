/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-check - checks certificates of minimum-square covers.
 *
 * A certificate claims that a board can be covered with N squares and that fewer do not suffice (or
 * that at least B are needed). This program verifies the claim and trusts nothing but the file. It shares
 * no code with the solver, uses libc only and no floating point. docs/certificate.md describes the
 * format; the comments below say why each check proves what it claims.
 *
 * A board falls into connected components, which no square joins, so their bounds add up. The bound of
 * one component rests on
 *
 *   dual    An integer price for each cell and a weight for each cut, with U units for one square. A cut
 *           is a set S of grid points. Colour each cell by the number of its four corners in S, modulo 2.
 *           Adding the colours of the cells of a square cancels all points but its own four corners, so a
 *           square is odd exactly when an odd number of its corners is in S. When the region to cover is
 *           odd, every tiling of it has an odd square. So if for each square that fits
 *
 *             prices of its cells + weights of the cuts for which it is odd <= U,
 *
 *           then (prices of the region + weights of the cuts for which the region is odd) / U is a lower
 *           bound for the squares that tile the region. This holds for the whole component and for any
 *           region that a partial tiling leaves uncovered.
 *
 *   sweep   An exhaustive search that finds no tiling with at most T squares. Cells are covered in column
 *           order: each partial tiling is extended by every square whose first cell is the first
 *           uncovered one, so every tiling is reached in exactly one way. A partial tiling is dropped
 *           only when another one covers the same cells with no more squares, or when its squares and the
 *           dual bound of the uncovered region exceed T.
 *
 * Exit code: 0 proved, 1 the certificate is wrong, 2 the file cannot be read or exceeds a limit.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 1000, MAX_DUALS = 4, MAX_CUTS = 128, MAX_UNIT = 1 << 30 };

/* Of the states of one sweep, in bytes; the fuzz target has less. */
#ifndef MAX_MEMORY
#define MAX_MEMORY ((size_t) 3 << 30)
#endif

typedef struct {
  uint64_t bits[MAX_CUTS / 64];
} Set; /* of cuts */

typedef struct {
  int width, height; /* of the component's bounding box */
  int n_cuts;
  int64_t weights[MAX_CUTS];
  int64_t *prices; /* row-major */
  Set *points;     /* cuts that each grid point is in; width + 1 a row */
} Dual;

typedef struct {
  int width, height;
  bool *free;   /* cells of the component, row-major */
  int *largest; /* side of the largest square with this upper-left cell */
  int64_t unit;
  int n_duals;
  Dual duals[MAX_DUALS];
} Region;

/* --- errors and memory ------------------------------------------------------- */

static const char *file_name;
static FILE *file;
static long line_number;

static _Noreturn void fail (int code, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static _Noreturn void
fail (int code, const char *format, ...)
{
  va_list arguments;

  fprintf (stderr, "%s:%ld: ", file_name, line_number);
  va_start (arguments, format);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fputc ('\n', stderr);
  fflush (stdout);
  _Exit (code); /* memory is not given back: a leak detector need not look */
}

#define wrong(...) fail (1, __VA_ARGS__)

static void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count > 0 ? count : 1, size);

  if (memory == NULL)
    fail (2, "out of memory");
  return memory;
}

/* --- reading: words and whole numbers, separated by white space ------------------ */

static int
next_char (void)
{
  int c = getc (file);

  line_number += c == '\n';
  return c;
}

static void
read_word (char *word, size_t size)
{
  size_t n = 0;
  int c;

  do
    c = next_char ();
  while (c == ' ' || c == '\n');
  for (; c != EOF && c != ' ' && c != '\n'; c = next_char ()) {
    if (n + 1 >= size || !isgraph (c))
      wrong ("unexpected text");
    word[n++] = (char) c;
  }
  word[n] = '\0';
  if (c == '\n')
    line_number--, ungetc (c, file);
  if (n == 0)
    wrong (ferror (file) ? "the file cannot be read" : "the file ends too early");
}

static int64_t
read_number (int64_t least, int64_t most)
{
  char word[24], *end;
  long long value;

  read_word (word, sizeof word);
  errno = 0;
  value = strtoll (word, &end, 10);
  if (*end != '\0' || errno != 0 || value < least || value > most)
    wrong ("\"%s\" is not a whole number from %lld to %lld", word, (long long) least,
           (long long) most);
  return value;
}

static void
expect (const char *expected)
{
  char word[32];

  read_word (word, sizeof word);
  if (strcmp (word, expected) != 0)
    wrong ("expected \"%s\", found \"%s\"", expected, word);
}

/* --- the board and the solution ---------------------------------------------------- */

static int board_width, board_height;
static bool *board; /* free cells, row-major */

static void
read_board (void)
{
  static char row[MAX_SIDE + 1];

  expect ("tilewright-certificate");
  if (read_number (0, 1000000) != 1)
    fail (2, "this program knows version 1 of the format only");
  expect ("board");
  board_width = (int) read_number (1, MAX_SIDE);
  board_height = (int) read_number (1, MAX_SIDE);
  board = allocate ((size_t) board_width * (size_t) board_height, sizeof *board);
  for (int y = 0; y < board_height; y++) {
    read_word (row, sizeof row);
    if (strlen (row) != (size_t) board_width || strspn (row, ".#") != (size_t) board_width)
      wrong ("expected a row of %d cells, each . or #", board_width);
    for (int x = 0; x < board_width; x++)
      board[y * board_width + x] = row[x] == '.';
  }
}

/* A number for the board, to compare with others: FNV-1a of size and cells. */
static uint64_t
board_hash (void)
{
  uint64_t hash = UINT64_C (14695981039346656037);
  size_t n = (size_t) board_width * (size_t) board_height;

  hash = (hash ^ (uint64_t) board_width) * UINT64_C (1099511628211);
  hash = (hash ^ (uint64_t) board_height) * UINT64_C (1099511628211);
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ board[i]) * UINT64_C (1099511628211);
  return hash;
}

/* Reads a tiling, each free cell in exactly one square. -1: there is none. */
static int64_t
read_solution (void)
{
  size_t n_cells = (size_t) board_width * (size_t) board_height;
  bool *covered = allocate (n_cells, sizeof *covered);
  int64_t count;

  expect ("solution");
  count = read_number (-1, (int64_t) n_cells);
  for (int64_t i = 0; i < count; i++) {
    int left = (int) read_number (0, board_width - 1),
        top = (int) read_number (0, board_height - 1);
    int size = (int) read_number (1, MAX_SIDE);

    if (left + size > board_width || top + size > board_height)
      wrong ("the square leaves the board");
    for (int y = top; y < top + size; y++)
      for (int x = left; x < left + size; x++) {
        if (!board[y * board_width + x] || covered[y * board_width + x])
          wrong ("the square covers cell %d %d, which is %s", x, y,
                 board[y * board_width + x] ? "covered already" : "an obstacle");
        covered[y * board_width + x] = true;
      }
  }
  for (size_t i = 0; count >= 0 && i < n_cells; i++)
    if (board[i] && !covered[i])
      wrong ("the solution leaves cell %d %d uncovered", (int) i % board_width,
             (int) i / board_width);
  free (covered);
  return count;
}

/* --- components ------------------------------------------------------------------------ */

static void
find_largest (Region *region)
{
  int w = region->width, h = region->height;

  region->largest = allocate ((size_t) w * (size_t) h, sizeof *region->largest);
  for (int y = h - 1; y >= 0; y--)
    for (int x = w - 1; x >= 0; x--) {
      int *at = &region->largest[y * w + x], least = 0;

      if (!region->free[y * w + x])
        continue;
      if (x + 1 < w && y + 1 < h) {
        least = at[1] < at[w] ? at[1] : at[w];
        least = at[w + 1] < least ? at[w + 1] : least;
      }
      *at = least + 1;
    }
}

/* Moves the component of cell (x, y) from the board to a region. The region is the component's bounding
 * box after transposing (order & 4) and then inverting x (order & 2) and y (order & 1). */
static Region
take_component (int x, int y, int order, int64_t unit)
{
  static const int dx[] = { 1, -1, 0, 0 }, dy[] = { 0, 0, 1, -1 };
  int *cells = allocate ((size_t) board_width * (size_t) board_height, sizeof *cells), n = 0;
  int left = x, right = x, top = y, bottom = y;
  Region region = { .unit = unit };

  board[y * board_width + x] = false;
  cells[n++] = y * board_width + x;
  for (int i = 0; i < n; i++)
    for (int side = 0; side < 4; side++) {
      int u = cells[i] % board_width + dx[side], v = cells[i] / board_width + dy[side];

      if (u < 0 || v < 0 || u >= board_width || v >= board_height || !board[v * board_width + u])
        continue;
      board[v * board_width + u] = false;
      cells[n++] = v * board_width + u;
      left = u < left ? u : left;
      right = u > right ? u : right;
      top = v < top ? v : top;
      bottom = v > bottom ? v : bottom;
    }
  region.width = (order & 4) != 0 ? bottom - top + 1 : right - left + 1;
  region.height = (order & 4) != 0 ? right - left + 1 : bottom - top + 1;
  region.free = allocate ((size_t) region.width * (size_t) region.height, sizeof *region.free);
  for (int i = 0; i < n; i++) {
    int across = cells[i] % board_width - left, down = cells[i] / board_width - top;
    int u = (order & 4) != 0 ? down : across, v = (order & 4) != 0 ? across : down;

    u = (order & 2) != 0 ? region.width - 1 - u : u;
    v = (order & 1) != 0 ? region.height - 1 - v : v;
    region.free[v * region.width + u] = true;
  }
  free (cells);
  find_largest (&region);
  return region;
}

static void
clear_region (Region *region)
{
  for (int i = 0; i < region->n_duals; i++) {
    free (region->duals[i].prices);
    free (region->duals[i].points);
  }
  free (region->free);
  free (region->largest);
}

/* --- duals -------------------------------------------------------------------------------- */

static Set
corners (const Dual *dual, int x, int y, int size)
{
  const Set *top = &dual->points[y * (dual->width + 1) + x],
            *bottom = top + size * (dual->width + 1);
  Set set;

  for (int i = 0; i < MAX_CUTS / 64; i++)
    set.bits[i] = top->bits[i] ^ top[size].bits[i] ^ bottom->bits[i] ^ bottom[size].bits[i];
  return set;
}

static int64_t
weigh (const Dual *dual, const Set *set)
{
  int64_t sum = 0;

  for (int i = 0; i < dual->n_cuts; i++)
    if ((set->bits[i / 64] >> (i % 64) & 1) != 0)
      sum += dual->weights[i];
  return sum;
}

static void
read_dual (const Region *region, Dual *dual)
{
  int w = region->width, h = region->height;

  *dual = (Dual){ .width = w, .height = h };
  dual->n_cuts = (int) read_number (0, MAX_CUTS);
  dual->prices = allocate ((size_t) w * (size_t) h, sizeof *dual->prices);
  dual->points = allocate ((size_t) (w + 1) * (size_t) (h + 1), sizeof *dual->points);
  for (int i = 0; i < w * h; i++) {
    dual->prices[i] = read_number (-((int64_t) 1 << 40), region->unit);
    if (dual->prices[i] != 0 && !region->free[i])
      wrong ("a price on a cell outside of the component");
  }
  for (int i = 0; i < dual->n_cuts; i++) {
    int64_t n;

    expect ("cut");
    dual->weights[i] = read_number (0, region->unit);
    n = read_number (1, (int64_t) (w + 1) * (h + 1));
    while (n-- > 0) {
      int x = (int) read_number (0, w), y = (int) read_number (0, h);
      uint64_t *bits = &dual->points[y * (w + 1) + x].bits[i / 64], bit = UINT64_C (1) << (i % 64);

      if ((*bits & bit) != 0)
        wrong ("point %d %d is in the cut twice", x, y);
      *bits |= bit;
    }
  }
}

/* No square may cost more than `unit`. Returns the bound of the component, in units. */
static int64_t
check_dual (const Region *region, const Dual *dual)
{
  int w = region->width, h = region->height;
  int64_t *sums = allocate ((size_t) (w + 1) * (size_t) (h + 1), sizeof *sums), total;
  Set odd = { { 0 } };

  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sums[(y + 1) * (w + 1) + x + 1] = dual->prices[y * w + x] + sums[y * (w + 1) + x + 1]
                                        + sums[(y + 1) * (w + 1) + x] - sums[y * (w + 1) + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      for (int size = 1; size <= region->largest[y * w + x]; size++) {
        const int64_t *top = &sums[y * (w + 1) + x], *bottom = top + size * (w + 1);
        Set set = corners (dual, x, y, size);

        if (bottom[size] - bottom[0] - top[size] + top[0] + weigh (dual, &set) > region->unit)
          wrong ("the square of side %d at %d %d of the component costs more than one unit", size,
                 x, y);
      }
      if (region->free[y * w + x]) {
        Set set = corners (dual, x, y, 1);

        for (int i = 0; i < MAX_CUTS / 64; i++)
          odd.bits[i] ^= set.bits[i];
      }
    }
  total = sums[h * (w + 1) + w] + weigh (dual, &odd);
  free (sums);
  return total;
}

/* --- the sweep ------------------------------------------------------------------------------ */

/* The uncovered region of a partial tiling: in each row, the free cells from column reach[row] on.
 * reach[row] is the column of a free cell, or the width. So equal regions have equal arrays. */
typedef struct {
  uint16_t *reach; /* height numbers a state */
  int32_t *count;  /* squares of the partial tiling */
  uint32_t *slots; /* hash table: index of a state + 1, or 0 */
  size_t n, capacity, n_slots;
} Bucket; /* the states whose first uncovered cell is the same */

typedef struct {
  const Region *region;
  int64_t target;      /* squares times unit */
  uint16_t *next_free; /* the first free column at or after each, width + 1 a row */
  Bucket *buckets;     /* column by column */
  size_t memory;
  uint64_t states;
  int64_t *tails[MAX_DUALS]; /* prices of a row from a column on, width + 1 a row */
  Set *tail_sets[MAX_DUALS]; /* the same for the corners of its cells */
} Sweep;

static void *
grow (Sweep *sweep, void *memory, size_t old_size, size_t size)
{
  sweep->memory += size - old_size;
  if (sweep->memory > MAX_MEMORY || (memory = realloc (memory, size)) == NULL)
    fail (2, "the sweep needs more than %zu MiB of memory", MAX_MEMORY >> 20);
  return memory;
}

static uint64_t
hash_reach (const uint16_t *reach, int rows)
{
  uint64_t hash = 0;

  for (int y = 0; y < rows; y++) {
    hash = (hash ^ reach[y]) * UINT64_C (0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  return hash;
}

static void
enlarge (Sweep *sweep, Bucket *bucket)
{
  size_t rows = (size_t) sweep->region->height, old = bucket->capacity, n = old > 0 ? old * 2 : 16;

  bucket->reach = grow (sweep, bucket->reach, old * rows * sizeof (uint16_t),
                        n * rows * sizeof (uint16_t));
  bucket->count = grow (sweep, bucket->count, old * sizeof (int32_t), n * sizeof (int32_t));
  bucket->slots = grow (sweep, bucket->slots, bucket->n_slots * sizeof (uint32_t),
                        n * 2 * sizeof (uint32_t));
  bucket->capacity = n;
  bucket->n_slots = n * 2;
  memset (bucket->slots, 0, bucket->n_slots * sizeof (uint32_t));
  for (size_t i = 0; i < bucket->n; i++) {
    size_t at = hash_reach (&bucket->reach[i * rows], (int) rows) & (bucket->n_slots - 1);

    while (bucket->slots[at] != 0)
      at = (at + 1) & (bucket->n_slots - 1);
    bucket->slots[at] = (uint32_t) i + 1;
  }
}

static void
add_state (Sweep *sweep, const uint16_t *reach, int32_t count)
{
  int rows = sweep->region->height, first = 0;
  Bucket *bucket;
  size_t at;

  for (int y = 1; y < rows; y++)
    if (reach[y] < reach[first])
      first = y;
  if (reach[first] == sweep->region->width)
    wrong ("the sweep finds a tiling with %d squares of the component", (int) count);
  bucket = &sweep->buckets[reach[first] * rows + first];
  if (bucket->n == bucket->capacity)
    enlarge (sweep, bucket);
  for (at = hash_reach (reach, rows) & (bucket->n_slots - 1); bucket->slots[at] != 0;
       at = (at + 1) & (bucket->n_slots - 1)) {
    size_t i = bucket->slots[at] - 1;

    if (memcmp (&bucket->reach[i * (size_t) rows], reach, (size_t) rows * sizeof *reach) != 0)
      continue;
    if (count < bucket->count[i])
      bucket->count[i] = count;
    return;
  }
  memcpy (&bucket->reach[bucket->n * (size_t) rows], reach, (size_t) rows * sizeof *reach);
  bucket->count[bucket->n++] = count;
  bucket->slots[at] = (uint32_t) bucket->n;
  if (bucket->n == UINT32_MAX - 1)
    fail (2, "too many states");
}

/* Whether the target can still be met after the square (x, y, size), by each dual bound of the region
 * that is then uncovered: prices `rest` and odd cuts `odd` before. */
static bool
can_meet (const Sweep *sweep, int x, int y, int size, int32_t count, const int64_t *rest,
          const Set *odd)
{
  const Region *region = sweep->region;

  if (count * region->unit > sweep->target)
    return false;
  for (int d = 0; d < region->n_duals; d++) {
    const Dual *dual = &region->duals[d];
    Set after = corners (dual, x, y, size);
    int64_t left = rest[d];

    for (int i = 0; i < MAX_CUTS / 64; i++)
      after.bits[i] ^= odd[d].bits[i];
    for (int row = y; row < y + size; row++)
      left -= sweep->tails[d][row * (region->width + 1) + x]
              - sweep->tails[d][row * (region->width + 1) + x + size];
    if (count * region->unit + left > sweep->target
        || count * region->unit + left + weigh (dual, &after) > sweep->target)
      return false;
  }
  return true;
}

static void
expand (Sweep *sweep, int x, int y, const uint16_t *reach, int32_t count, uint16_t *after)
{
  const Region *region = sweep->region;
  int stride = region->width + 1, largest = region->largest[y * region->width + x];
  int64_t rest[MAX_DUALS] = { 0 };
  Set odd[MAX_DUALS] = { { { 0 } } };

  sweep->states++;
  for (int d = 0; d < region->n_duals; d++)
    for (int row = 0; row < region->height; row++) {
      rest[d] += sweep->tails[d][row * stride + reach[row]];
      for (int i = 0; i < MAX_CUTS / 64; i++)
        odd[d].bits[i] ^= sweep->tail_sets[d][row * stride + reach[row]].bits[i];
    }
  /* A free cell of column x is uncovered exactly when it is the first one of its row. */
  for (int size = 1; size <= largest && reach[y + size - 1] == x; size++) {
    if (!can_meet (sweep, x, y, size, count + 1, rest, odd))
      continue;
    memcpy (after, reach, (size_t) region->height * sizeof *reach);
    for (int row = y; row < y + size; row++)
      after[row] = sweep->next_free[row * stride + x + size];
    add_state (sweep, after, count + 1);
  }
}

/* What a sweep looks up for each row from each column on. */
static void
prepare (Sweep *sweep)
{
  const Region *region = sweep->region;
  int w = region->width, h = region->height;
  size_t n = (size_t) (w + 1) * (size_t) h;

  sweep->next_free = allocate (n, sizeof *sweep->next_free);
  sweep->buckets = allocate ((size_t) w * (size_t) h, sizeof *sweep->buckets);
  for (int y = 0; y < h; y++) {
    sweep->next_free[y * (w + 1) + w] = (uint16_t) w;
    for (int x = w - 1; x >= 0; x--)
      sweep->next_free[y * (w + 1) + x] = region->free[y * w + x]
                                            ? (uint16_t) x
                                            : sweep->next_free[y * (w + 1) + x + 1];
  }
  for (int d = 0; d < region->n_duals; d++) {
    const Dual *dual = &region->duals[d];

    sweep->tails[d] = allocate (n, sizeof *sweep->tails[d]);
    sweep->tail_sets[d] = allocate (n, sizeof *sweep->tail_sets[d]);
    for (int y = 0; y < h; y++)
      for (int x = w - 1; x >= 0; x--) {
        int at = y * (w + 1) + x;
        Set set = corners (dual, x, y, 1);

        sweep->tails[d][at] = sweep->tails[d][at + 1] + dual->prices[y * w + x];
        sweep->tail_sets[d][at] = sweep->tail_sets[d][at + 1];
        for (int i = 0; region->free[y * w + x] && i < MAX_CUTS / 64; i++)
          sweep->tail_sets[d][at].bits[i] ^= set.bits[i];
      }
  }
}

/* Shows that no tiling of the region has at most `target` squares. Returns the number of states. */
static uint64_t
check_sweep (const Region *region, int64_t target)
{
  Sweep sweep = { .region = region, .target = target * region->unit };
  int w = region->width, h = region->height;
  uint16_t start[MAX_SIDE], after[MAX_SIDE];

  prepare (&sweep);
  for (int y = 0; y < h; y++)
    start[y] = sweep.next_free[y * (w + 1)];
  add_state (&sweep, start, 0);
  for (int i = 0; i < w * h; i++) {
    Bucket *bucket = &sweep.buckets[i];

    for (size_t j = 0; j < bucket->n; j++)
      expand (&sweep, i / h, i % h, &bucket->reach[j * (size_t) h], bucket->count[j], after);
    sweep.memory -= bucket->capacity * ((size_t) h * sizeof (uint16_t) + sizeof (int32_t))
                    + bucket->n_slots * sizeof (uint32_t);
    free (bucket->reach);
    free (bucket->count);
    free (bucket->slots);
  }
  for (int d = 0; d < region->n_duals; d++) {
    free (sweep.tails[d]);
    free (sweep.tail_sets[d]);
  }
  free (sweep.next_free);
  free (sweep.buckets);
  return sweep.states;
}

/* --- the whole ------------------------------------------------------------------------------------ */

static uint64_t states;
static int sweeps;

/* The steps of the component whose first cell is (x, y); returns its proved bound. */
static int64_t
check_component (int x, int y, int64_t unit)
{
  Region region;
  int64_t bound = 1, claimed;
  char word[16];

  expect ("component");
  if (read_number (0, MAX_SIDE) != x || read_number (0, MAX_SIDE) != y)
    wrong ("expected the component whose first cell is %d %d", x, y);
  region = take_component (x, y, (int) read_number (0, 7), unit);
  while (read_word (word, sizeof word), strcmp (word, "bound") != 0) {
    int64_t value;

    if (strcmp (word, "dual") == 0 && region.n_duals < MAX_DUALS) {
      Dual *dual = &region.duals[region.n_duals++];

      read_dual (&region, dual);
      value = check_dual (&region, dual);
      value = value > 0 ? (value + unit - 1) / unit : 0;
    } else if (strcmp (word, "sweep") == 0) {
      int64_t target = read_number (0, (int64_t) MAX_SIDE * MAX_SIDE);

      states += check_sweep (&region, target);
      sweeps++;
      value = target + 1;
    } else {
      wrong ("expected a dual, a sweep or a bound, found \"%s\"", word);
    }
    bound = value > bound ? value : bound;
  }
  claimed = read_number (0, (int64_t) MAX_SIDE * MAX_SIDE);
  if (claimed > bound)
    wrong ("the component is claimed to need %lld squares, but its steps prove %lld only",
           (long long) claimed, (long long) bound);
  clear_region (&region);
  return claimed;
}

static void
check_file (void)
{
  int64_t squares, bound = 0, unit, claimed;
  int n_components = 0;
  uint64_t hash;
  char word[16];
  bool optimal;

  read_board ();
  hash = board_hash ();
  squares = read_solution ();
  expect ("unit");
  unit = read_number (1, MAX_UNIT);
  for (int i = 0; i < board_width * board_height; i++)
    if (board[i]) {
      bound += check_component (i % board_width, i / board_width, unit);
      n_components++;
    }
  free (board);
  expect ("end");
  read_word (word, sizeof word);
  optimal = strcmp (word, "optimal") == 0;
  if (!optimal && strcmp (word, "bound") != 0)
    wrong ("expected \"optimal\" or \"bound\", found \"%s\"", word);
  claimed = read_number (0, (int64_t) MAX_SIDE * MAX_SIDE);
  if (claimed > bound)
    wrong ("the claim is %lld, but the components prove %lld only", (long long) claimed,
           (long long) bound);
  if (optimal && claimed != squares)
    wrong ("the claim is %lld, but the solution has %lld squares", (long long) claimed,
           (long long) squares);
  if (next_char () != '\n' || next_char () != EOF)
    wrong ("text after the end");
  printf ("%s: board 0x%016llx, %d x %d, ", file_name, (unsigned long long) hash, board_width,
          board_height);
  if (squares >= 0)
    printf ("%lld squares, ", (long long) squares);
  printf (optimal ? "optimal" : "at least %lld proved", (long long) claimed);
  printf (": %d component%s, %d sweep%s, %llu states\n", n_components, n_components == 1 ? "" : "s",
          sweeps, sweeps == 1 ? "" : "s", (unsigned long long) states);
}

int
main (int argc, char **argv)
{
  if (argc < 2 || argv[1][0] == '-') {
    fputs ("Usage: tilewright-check FILE...\nChecks certificates written by \"tilewright-cli solve "
           "--certificate\".\n",
           argc == 2 && strcmp (argv[1], "--help") == 0 ? stdout : stderr);
    return argc == 2 && strcmp (argv[1], "--help") == 0 ? 0 : 2;
  }
  for (int i = 1; i < argc; i++) {
    file_name = argv[i];
    line_number = 1;
    states = 0;
    sweeps = 0;
    file = fopen (file_name, "r");
    if (file == NULL)
      fail (2, "%s", strerror (errno));
    check_file ();
    fclose (file);
  }
  return fflush (stdout) == 0 ? 0 : 2;
}
