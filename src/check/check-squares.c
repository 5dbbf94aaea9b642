/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check-squares.c - checks bounds of covers by squares. A board falls into connected components,
 * whose bounds add up:
 *
 *   dual   An integer price for each cell and a weight for each cut, U units for one square. A cut
 *          is a set of grid points. A cell is odd for it when an odd number of its corners is in
 *          the set. Adding up the cells of a square modulo 2 cancels all points but its own
 *          corners, so a square is odd exactly when an odd number of its corners is in the set, and
 *          a tiling of an odd component has an odd square. So if no square has a negative reduced
 *          cost, which is U minus the prices of its cells and the weights of the cuts for which it
 *          is odd, then the prices and the weights of the cuts for which the component is odd are a
 *          lower bound on U x squares.
 *   band   A tiling costs more than that by its reduced costs and the surplus of the cuts: of
 *          squares placed one by one, an odd one costs twice the weight when its cut is even for
 *          the uncovered cells and nothing otherwise, since the bound paid for one of them. A
 *          square pays each band of columns the share of its reduced cost that lies there, and the
 *          surplus of a cut belongs to the band that has all its points inside, so costs of bands
 *          add up. A search from the top row down shows that a band costs more than its limit. Of
 *          equal partial coverings it keeps the cheapest, and it drops a covering once no extension
 *          of it stays within the limit.
 *   table  The same search of half a band. What it finds to complete each of its partial coverings
 *          bounds from below what a search of the whole band has to pay there.
 */
#include "check.h"

enum { MAX_WORDS = 128, MAX_TABLES = 32, SLOTS = MAX_MEMORY >> 12 };

static const int64_t MANY = (int64_t) 1 << 50; /* more than all costs */

/* --- the board and its components, transposed if it is wider than high ------------------------ */

static int width, height, n_cells, n_parts;
static bool transposed;
static uint64_t board_hash;           /* FNV-1a of the cells */
static char board[CELLS + 1];         /* row by row; 0: an obstacle */
static int part[CELLS];               /* component of each free cell, from 1 in row-major order */
static int largest[CELLS + SIDE + 2]; /* side of the largest square with this upper-left cell */
static int first[CELLS + 1];          /* number of the cell's square of side 1; -> costs */
static int next_free[CELLS + SIDE];   /* the chosen component's first row at or below each cell */
static int64_t units[CELLS + 1];      /* proved bound of each component */

static void
read_board (void)
{
  width = (int) read_number (1, SIDE), height = (int) read_number (1, SIDE);
  n_cells = width * height;
  transposed = width > height;
  board_hash = UINT64_C (14695981039346656037);
  for (int i = 0; i < n_cells; i++) {
    int x = i % width, y = i / width;

    if (x == 0 && (strlen (read_word ()) != (size_t) width || word[strspn (word, ".#")] != '\0'))
      wrong ("expected a row of %d cells, each . or #", width);
    board_hash = (board_hash ^ (uint64_t) word[x]) * UINT64_C (1099511628211);
    board[transposed ? x * height + y : i] = word[x] == '#' ? 0 : word[x];
  }
  if (transposed)
    width = height, height = n_cells / width;
}

/* Finds the components and the largest square at each cell. Returns the number of squares. */
static int64_t
find_squares (void)
{
  static int cells[CELLS];
  int64_t n_squares = 0;

  memset (part, 0, (size_t) n_cells * sizeof *part);
  n_parts = 0;
  for (int start = 0, n = 0; start < n_cells; start++) {
    if (board[start] != 0 && part[start] == 0)
      part[cells[n++] = start] = ++n_parts;
    while (n > 0) {
      int i = cells[--n],
          to[] = { i % width > 0 ? i - 1 : i, i % width + 1 < width ? i + 1 : i,
                   i >= width ? i - width : i, i + width < n_cells ? i + width : i };

      for (int k = 0; k < 4; k++)
        if (board[to[k]] != 0 && part[to[k]] == 0)
          part[cells[n++] = to[k]] = n_parts;
    }
  }
  memset (&largest[n_cells], 0, ((size_t) width + 2) * sizeof *largest);
  for (int i = n_cells - 1; i >= 0; i--) {
    int right = largest[i + 1], down = largest[i + width], least = largest[i + width + 1];

    least = right < least ? right : least;
    least = down < least ? down : least;
    largest[i] = board[i] == 0                                       ? 0
                 : i % width == width - 1 || i / width == height - 1 ? 1
                                                                     : least + 1;
  }
  for (int i = 0; i < n_cells; n_squares += largest[i++])
    first[i] = (int) n_squares;
  return n_squares;
}

/* Reads a tiling by squares, each free cell in exactly one of them, and returns their number. */
static int64_t
read_solution (void)
{
  static char uncovered[CELLS];
  int64_t count = (expect ("solution"), read_number (0, n_cells));

  memcpy (uncovered, board, (size_t) n_cells);
  for (int64_t i = 0; i < count; i++) {
    int a = (int) read_number (0, SIDE), b = (int) read_number (0, SIDE);
    int size = (int) read_number (1, SIDE), x = transposed ? b : a, y = transposed ? a : b;

    if (x + size > width || y + size > height)
      wrong ("the square leaves the board");
    for (int j = 0; j < size * size; j++) {
      char *cell = &uncovered[(y + j / size) * width + x + j % size];

      if (*cell == 0)
        wrong ("the square covers an obstacle or another square");
      *cell = 0;
    }
  }
  for (int i = 0; i < n_cells; i++)
    if (uncovered[i] != 0)
      wrong ("the solution leaves cell %d uncovered", i);
  return count;
}

/* --- the dual ------------------------------------------------------------------------------ */

static int64_t unit, weights[MAX_WORDS * 64];
static int32_t *costs;           /* reduced costs of all squares */
static size_t n_words;           /* words of a set of cuts */
static uint64_t *owned;          /* cuts of each component */
static uint64_t *points, *below; /* cuts with each grid point, width + 1 a row; cuts for which the
                                  * component's cells at and below each cell are odd */

/* Word j of its component's cuts for which a rectangle with upper-left cell i is odd. */
static uint64_t
odd_cuts (int i, int wide, int deep, size_t j)
{
  const uint64_t *top = &points[(size_t) (i + i / width) * n_words + j];
  const uint64_t *bottom = top + (size_t) (deep * (width + 1)) * n_words;

  return (top[0] ^ top[(size_t) wide * n_words] ^ bottom[0] ^ bottom[(size_t) wide * n_words])
         & owned[(size_t) part[i] * n_words + j];
}

/* The weights of the cuts in word j of a set. */
static int64_t
weigh (uint64_t set, size_t j)
{
  int64_t sum = 0;

  for (size_t i = j * 64; set != 0; set >>= 1, i++)
    sum += (set & 1) != 0 ? weights[i] : 0;
  return sum;
}

static void
read_cuts (int n)
{
  for (int i = 0; i < n; i++) {
    size_t owner = (expect ("cut"), (size_t) read_number (1, n_parts));

    owned[owner * n_words + (size_t) i / 64] |= (uint64_t) 1 << (i % 64);
    weights[i] = read_number (0, unit);
    for (int64_t k = read_number (1, CELLS); k > 0; k--) {
      int64_t x = read_number (0, width), y = read_number (0, height);
      uint64_t *word_of = &points[(size_t) (y * (width + 1) + x) * n_words + (size_t) i / 64];

      if ((*word_of >> (i % 64) & 1) != 0)
        wrong ("the point is in the cut twice");
      *word_of |= (uint64_t) 1 << (i % 64);
    }
  }
}

/* Finds the bounds of the components and the reduced costs of all squares. */
static void
read_dual (int64_t n_squares)
{
  static int64_t sums[(SIDE + 1) * (SIDE + 1)]; /* of prices above and to the left of each point */
  int n_cuts = (expect ("dual"), (int) read_number (0, MAX_WORDS * 64)), stride = width + 1;
  uint64_t *odd;

  n_words = ((size_t) n_cuts + 63) / 64;
  if ((size_t) n_cells * n_words > 1 << 24)
    fail (2, "too many cuts for this board");
  points = allocate ((size_t) (stride * (height + 1)) * n_words, sizeof *points);
  below = allocate ((size_t) (n_cells + width) * n_words, sizeof *below);
  odd = allocate ((size_t) (n_parts + 1) * n_words, sizeof *odd);
  owned = allocate ((size_t) (n_parts + 1) * n_words, sizeof *owned);
  costs = allocate ((size_t) n_squares, sizeof *costs);
  memset (sums, 0, (size_t) (stride * (height + 1)) * sizeof *sums);
  memset (units, 0, ((size_t) n_parts + 1) * sizeof *units);
  for (int i = 0; i < n_cells; i++) {
    int64_t *sum = &sums[i + i / width], price = board[i] != 0 ? read_number (INT32_MIN, unit) : 0;

    units[part[i]] += price;
    sum[stride + 1] = price + sum[1] + sum[stride] - sum[0];
  }
  read_cuts (n_cuts);
  for (int i = 0; i < n_cells; i++) {
    const int64_t *top = &sums[i + i / width];

    for (size_t j = 0; board[i] != 0 && j < n_words; j++)
      odd[(size_t) part[i] * n_words + j] ^= odd_cuts (i, 1, 1, j);
    for (int size = 1; size <= largest[i]; size++) {
      const int64_t *bottom = &top[size * stride];
      int64_t cost = unit - (bottom[size] - bottom[0] - top[size] + top[0]);

      for (size_t j = 0; j < n_words; j++)
        cost -= weigh (odd_cuts (i, size, size, j), j);
      if (cost < 0)
        wrong ("the square of side %d at column %d, row %d has a negative reduced cost", size,
               i % width, i / width);
      costs[first[i] + size - 1] = cost < INT32_MAX ? (int32_t) cost : INT32_MAX;
    }
  }
  for (size_t k = 1; k <= (size_t) n_parts; k++)
    for (size_t j = 0; j < n_words; j++)
      units[k] += weigh (odd[k * n_words + j], j);
  free (odd);
}

/* --- bands and tables ------------------------------------------------------------------------- */

/* The uncovered region of a partial covering of a band: in each column, the component's cells from
 * row reach[column] on, which is the row of such a cell or the height. So equal regions have equal
 * arrays. */
typedef struct State {
  struct State *chain, *next; /* with the same hash; with the same first uncovered cell */
  int64_t cost; /* so far; in a table, after the search, the least cost to complete it */
  uint16_t reach[];
} State;

typedef struct Band {
  int from, end;          /* columns */
  int64_t limit, least;   /* least: of a covering, at most limit + 1 */
  State **slots, **cells; /* hash table; states by first uncovered cell, row by row, and the end */
  struct Band *halves;    /* two tables, or NULL */
  uint64_t inside[MAX_WORDS]; /* cuts that have all points inside */
} Band;

static uint64_t n_states;
static size_t memory; /* of states */

/* Where the state is in the hash table, or belongs. */
static State **
find (const Band *band, const uint16_t *reach)
{
  size_t breadth = (size_t) (band->end - band->from);
  uint64_t hash = 0;
  State **at;

  for (size_t i = 0; i < breadth; i++) {
    hash = (hash ^ reach[i]) * UINT64_C (0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  for (at = &band->slots[hash % SLOTS]; *at != NULL; at = &(*at)->chain)
    if (memcmp ((*at)->reach, reach, breadth * sizeof *reach) == 0)
      break;
  return at;
}

static int64_t
cost_of (const Band *band, const uint16_t *reach)
{
  const State *state = *find (band, reach);

  return state != NULL ? state->cost : MANY;
}

static void
add (const Band *band, const uint16_t *reach, int64_t cost)
{
  int breadth = band->end - band->from, low = 0, cell;
  size_t size = sizeof (State) + (size_t) breadth * sizeof *reach;
  State **at = find (band, reach), *state = *at;

  if (state != NULL) {
    state->cost = cost < state->cost ? cost : state->cost;
    return;
  }
  memory += size;
  if (memory > MAX_MEMORY)
    fail (2, "the search of the band needs more than %zu MiB", MAX_MEMORY >> 20);
  for (int i = 1; i < breadth; i++)
    low = reach[i] < reach[low] ? i : low;
  cell = reach[low] == height ? height * breadth : reach[low] * breadth + low;
  *at = state = allocate (1, size);
  memcpy (state->reach, reach, (size_t) breadth * sizeof *reach);
  state->cost = cost;
  state->next = band->cells[cell];
  band->cells[cell] = state;
}

/* Frees the states of a cell; -1: the whole band. */
static void
release (Band *band, int cell)
{
  int breadth = band->end - band->from, end = cell < 0 ? height * breadth : cell;

  for (int i = cell < 0 ? 0 : cell; i <= end; i++)
    for (State *state; (state = band->cells[i]) != NULL; free (state)) {
      *find (band, state->reach) = state->chain;
      band->cells[i] = state->next;
      memory -= sizeof *state + (size_t) breadth * sizeof state->reach[0];
    }
  if (cell < 0) {
    free (band->slots);
    free (band->cells);
  }
}

/* Extends a covering, whose first uncovered cell is in row y and column `at` of the band, by each
 * square that has this cell in its uppermost row and leftmost column in the band. Forwards, adds
 * each extension that may stay within the limit; backwards, returns the least cost to complete the
 * covering. */
static int64_t
extend (const Band *band, int y, int at, const uint16_t *reach, int64_t cost, bool forwards)
{
  int breadth = band->end - band->from, left = band->from + at, open = at;
  int half = band->halves != NULL && forwards ? band->halves[0].end - band->from : 0;
  int64_t ahead[2] = { 0 }, least = MANY;
  uint64_t even[MAX_WORDS]; /* cuts inside that are even for the uncovered cells */
  const size_t n = n_words;
  uint16_t after[SIDE];

  for (int i = 0; half > 0 && i < 2; i++)
    ahead[i] = cost_of (&band->halves[i], reach + i * half);
  for (size_t j = 0; j < n; j++) {
    even[j] = UINT64_MAX;
    for (int i = 0; i < breadth; i++)
      even[j] ^= below[(size_t) (reach[i] * width + band->from + i) * n + j];
    even[j] &= band->inside[j];
  }
  while (open < breadth && reach[open] == y)
    open++;
  for (int x = at > 0 ? left : 0; x <= left; x++)
    for (int size = left - x + 1, i = y * width + x; size <= largest[i]; size++) {
      int end = x + size < band->end ? x + size - band->from : breadth;
      int64_t sum = cost + (int64_t) costs[first[i] + size - 1] * (end - at) / size;

      if (end > open)
        break;
      if (sum + (at < half ? 0 : ahead[0]) + (end > half ? 0 : ahead[1]) > band->limit)
        continue;
      for (size_t j = 0; j < n; j++)
        sum += 2 * weigh (odd_cuts (y * width + left, end - at, size, j) & even[j], j);
      memcpy (after, reach, (size_t) breadth * sizeof *reach);
      for (int k = at; k < end; k++)
        after[k] = (uint16_t) next_free[(y + size) * width + band->from + k];
      if (!forwards) {
        int64_t total = sum + cost_of (band, after);

        least = total < least ? total : least;
      } else if (sum + (at >= half ? ahead[0] : cost_of (&band->halves[0], after))
                   + (end <= half || half == 0 ? ahead[1]
                                               : cost_of (&band->halves[1], after + half))
                 <= band->limit) {
        add (band, after, sum);
      }
    }
  return least;
}

/* Searches a band, or makes a table. The last two tables are its halves if they have its columns.
 * No covering within the limit costs a half more than the limit less the least cost of the other
 * half. */
static Band
search (Band *tables, int *n_tables, bool table)
{
  Band band = { .from = (int) read_number (0, width - 1), .halves = tables };
  int breadth = (band.end = (int) read_number (band.from + 1, width)) - band.from;
  uint16_t start[SIDE] = { 0 };

  band.limit = read_number (-1, MANY);
  band.slots = allocate (SLOTS, sizeof *band.slots);
  band.cells = allocate ((size_t) (height * breadth), sizeof *band.cells);
  band.halves += *n_tables < 2 ? 0 : *n_tables - 2;
  if (*n_tables < 2 || band.halves[0].from != band.from || band.halves[1].end != band.end
      || band.halves[0].end != band.halves[1].from)
    band.halves = NULL;
  for (int i = 0; band.halves != NULL && i < 2; i++)
    if (band.halves[i].limit < band.limit - band.halves[1 - i].least)
      wrong ("the table of a half must have a limit of %lld",
             (long long) (band.limit - band.halves[1 - i].least));
  memset (band.inside, 0xff, sizeof band.inside);
  for (int i = 0, x = 0; i < (width + 1) * (height + 1); i++, x = i % (width + 1))
    if ((x <= band.from && band.from > 0) || (x >= band.end && band.end < width))
      for (size_t j = 0; j < n_words; j++)
        band.inside[j] &= ~points[(size_t) i * n_words + j];
  for (int i = 0; i < breadth; i++)
    start[i] = (uint16_t) next_free[band.from + i];
  if (band.limit >= 0)
    add (&band, start, 0);
  for (int i = 0; i < height * breadth; i++) {
    for (State *state = band.cells[i]; state != NULL; state = state->next, n_states++)
      extend (&band, i / breadth, i % breadth, state->reach, state->cost, true);
    if (!table)
      release (&band, i);
  }
  band.least = band.limit + 1;
  if (band.cells[height * breadth] != NULL) {
    band.least = band.cells[height * breadth]->cost;
    band.cells[height * breadth]->cost = 0;
  }
  for (int i = height * breadth - 1; table && i >= 0; i--)
    for (State *state = band.cells[i]; state != NULL; state = state->next)
      state->cost = extend (&band, i / breadth, i % breadth, state->reach, 0, false);
  for (int i = 0; band.halves != NULL && i < 2; i++)
    release (&tables[--*n_tables], -1);
  return band;
}

/* The columns of each component. Together they are at most as many as the cells, which bounds the
 * time of all choices. Index 0 is the whole board, which the first choice clears. */
static int left_of[CELLS + 1], end_of[CELLS + 1];

static void
find_columns (void)
{
  for (int k = 0; k <= n_parts; k++)
    left_of[k] = k > 0 ? width : 0, end_of[k] = k > 0 ? 0 : width;
  for (int i = 0; i < n_cells; i++) {
    int k = part[i], x = i % width;

    left_of[k] = x < left_of[k] ? x : left_of[k];
    end_of[k] = x + 1 > end_of[k] ? x + 1 : end_of[k];
  }
  for (int x = 0; x < width; x++)
    next_free[n_cells + x] = height;
}

/* Makes component `own` the chosen one in the columns of component k; 0: none. */
static void
choose (int k, int own)
{
  for (int y = height - 1; y >= 0; y--)
    for (int x = left_of[k], i = y * width + x; x < end_of[k]; x++, i++) {
      bool mine = own > 0 && part[i] == own;

      next_free[i] = mine ? y : next_free[i + width];
      for (size_t j = 0; j < n_words; j++)
        below[(size_t) i * n_words + j] = below[(size_t) (i + width) * n_words + j]
                                          ^ (mine ? odd_cuts (i, 1, 1, j) : 0);
    }
}

/* Reads the bands; returns the proved bound of the whole board. */
static int64_t
read_bands (void)
{
  static Band tables[MAX_TABLES];
  int n_tables = 0, end = 0, k = 0;
  int64_t bound = 0;

  find_columns ();
  do {
    bool table = (read_word (), is ("table"));

    if (k > 0 && (table || is ("band"))) {
      Band band = search (tables, &n_tables, table);

      if (table && n_tables == MAX_TABLES)
        fail (2, "too many tables");
      if (!table && band.from < end)
        wrong ("the band begins before the last one ends");
      if (table) {
        tables[n_tables++] = band;
      } else {
        end = band.end;
        units[k] += band.least;
        release (&band, -1);
      }
      continue;
    }
    while (n_tables > 0)
      release (&tables[--n_tables], -1);
    if (is ("component")) {
      choose (k, 0);
      k = (int) read_number (k + 1, n_parts);
      choose (k, k);
      end = 0;
    } else if (!is ("end"))
      wrong ("expected component, table, band or end, found \"%.20s\"", word);
  } while (!is ("end"));
  for (int i = 1; i <= n_parts; i++)
    bound += units[i] > unit ? (units[i] + unit - 1) / unit : 1;
  return bound;
}

/* --- the whole ----------------------------------------------------------------------------- */

void
check_squares (void)
{
  int64_t squares, bound, claim;
  bool optimal;

  memory = n_states = 0;
  read_board ();
  squares = read_solution ();
  unit = (expect ("unit"), read_number (1, 1 << 30));
  read_dual (find_squares ());
  bound = read_bands ();
  optimal = strcmp (read_word (), "optimal") == 0;
  if (!optimal && !is ("bound"))
    wrong ("expected optimal or bound, found \"%.20s\"", word);
  claim = read_number (0, n_cells);
  if (claim > bound || (optimal && claim != squares))
    wrong ("the claim is %lld, but the solution has %lld squares and the bound is %lld",
           (long long) claim, (long long) squares, (long long) bound);
  expect_end ();
  printf ("%s: board 0x%016llx, %d x %d, %lld squares, ", file_name,
          (unsigned long long) board_hash, transposed ? height : width, transposed ? width : height,
          (long long) squares);
  printf (optimal ? "optimal" : "at least %lld proved", (long long) claim);
  printf (": %d component%s, %llu states\n", n_parts, n_parts == 1 ? "" : "s",
          (unsigned long long) n_states);
  free (owned);
  free (points);
  free (below);
  free (costs);
}
