/* SPDX-License-Identifier: GPL-3.0-or-later */
/* squares.c - bounds on the number of squares.
 *
 * No square joins two connected components of the board, so their bounds add up.
 *
 * Each cell of a component has a price, each cut a weight, and each square is worth one `unit`. A
 * cut is a set of grid points. A rectangle is odd for it if an odd number of its corners is in the
 * set. Modulo 2 this is the sum over its cells, since all other points count twice or four times,
 * so a tiling of an odd component has an odd square. The reduced cost of a square is the unit less
 * the prices of its cells and the weights of the cuts for which it is odd. If none is negative,
 * then the prices and the weights of the cuts for which the component is odd, divided by the unit,
 * are a lower bound on the number of squares.
 *
 * A tiling costs more than that by its reduced costs, and by the surplus of each cut: of squares
 * placed one by one, an odd one costs twice the weight if the open cells are even, and nothing
 * otherwise. A band is a range of columns. A square pays it the share of its reduced cost that lies
 * there, and the surplus of a cut belongs to the band that has all its points inside. So the costs
 * of bands add up. A search shows that every covering of a band has at least the stated cost. */
#include "check.h"

#include <string.h>

enum { MAX_CUTS = 8192, MAX_DEPTH = 10000, SLOTS = MAX_MEMORY >> 13 };

typedef struct {
  bool own;       /* is it in the component? */
  int largest;    /* side of the largest square with this upper-left cell */
  int next;       /* row of the first own cell at or below it, or the number of rows */
  int32_t *costs; /* reduced costs of its squares of side 1, 2, ... */
  Number prices;  /* of all cells above and to the left of its upper-left corner */
} Cell;

typedef struct {
  int left, right; /* columns of its points */
  Number weight;
} Cut;

/* The box of a component, and one more row and column. */
static int rows, columns, grid; /* grid: cells or points in a row */
static Cell *cells;
static Number unit;
static Cut cuts[MAX_CUTS];
static int n_words;       /* of 64 cuts */
static uint64_t *corners; /* cuts that have each point */
static uint64_t *below;   /* cuts for which the own cells at and below each cell are odd */

/* Takes the component with this first cell off the board. */
static void
cut_out (int start)
{
  static int queue[MAX_SIDE * MAX_SIDE];
  int n = 1, left = stride, right = 0, top = start / stride, bottom = 0;

  queue[0] = start;
  board[start] = 0;
  for (int i = 0; i < n; i++) {
    const int next[] = { queue[i] - stride, queue[i] - 1, queue[i] + 1, queue[i] + stride };
    int x = queue[i] % stride, y = queue[i] / stride;

    left = x < left ? x : left;
    right = x > right ? x : right;
    bottom = y > bottom ? y : bottom;
    for (int k = 0; k < 4; k++)
      if (board[next[k]] != 0) {
        board[next[k]] = 0;
        queue[n++] = next[k];
      }
  }
  rows = bottom - top + 1;
  columns = right - left + 1;
  grid = columns + 1;
  cells = allocate ((rows + 2) * grid, sizeof *cells);
  for (int i = 0; i < n; i++)
    cells[(queue[i] / stride - top) * grid + queue[i] % stride - left].own = true;
}

/* Word j of the cuts for which a rectangle with this upper-left cell is odd. */
static uint64_t
odd_cuts (int cell, int wide, int high, int j)
{
  const uint64_t *top = &corners[cell * n_words + j], *bottom = top + high * grid * n_words;

  return top[0] ^ top[wide * n_words] ^ bottom[0] ^ bottom[wide * n_words];
}

/* The weights of a word of cuts, as far as their points are inside of the columns. */
static Number
weigh (uint64_t set, int j, int from, int end)
{
  Number sum = 0;

  for (const Cut *cut = &cuts[64 * j]; set != 0; cut++, set >>= 1)
    if ((set & 1) != 0 && (cut->left > from || from == 0) && (cut->right < end || end == columns))
      sum += cut->weight;
  return sum;
}

static void
read_cuts (int n)
{
  n_words = (n + 63) / 64;
  corners = allocate ((rows + 2) * grid * n_words, sizeof *corners);
  for (int i = 0; i < n; i++) {
    expect ("cut");
    cuts[i] = (Cut){ columns, 0, read_number (0, unit) };
    for (int k = read_number (1, MAX_SIDE * MAX_SIDE); k > 0; k--) {
      int x = read_number (0, columns), y = read_number (0, rows);
      uint64_t *set = &corners[(y * grid + x) * n_words + i / 64];

      if ((*set >> i % 64 & 1) != 0)
        fail (WRONG, "the point is in the cut twice");
      *set |= UINT64_C (1) << i % 64;
      cuts[i].left = x < cuts[i].left ? x : cuts[i].left;
      cuts[i].right = x > cuts[i].right ? x : cuts[i].right;
    }
  }
}

/* Finds the squares with this upper-left cell and their reduced costs. */
static void
find_costs (Cell *cell)
{
  int at = cell - cells, side = cell[1].largest;

  side = cell[grid].largest < side ? cell[grid].largest : side;
  side = cell[grid + 1].largest < side ? cell[grid + 1].largest : side;
  cell->largest = side + 1;
  cell->costs = allocate (cell->largest, sizeof *cell->costs);
  for (int size = 1; size <= cell->largest; size++) {
    const Cell *bottom = cell + size * grid;
    Number cost = unit - cell->prices + cell[size].prices + bottom->prices - bottom[size].prices;

    for (int j = 0; j < n_words; j++)
      cost -= weigh (odd_cuts (at, size, size, j), j, 0, columns);
    if (cost < 0)
      fail (WRONG, "the square of side %d at column %d, row %d of the component costs less than 0",
            size, at % grid, at / grid);
    cell->costs[size - 1] = cost < INT32_MAX ? cost : INT32_MAX;
  }
}

/* Reads the prices and cuts of the component, and returns its bound in units. */
static Number
read_dual (void)
{
  int n_cuts = read_number (0, MAX_CUTS);
  Number bound = 0;

  for (int i = 0; i < rows * grid; i++) {
    Number price = cells[i].own ? read_number (INT32_MIN, unit) : 0;
    Number above = cells[i + 1].prices, beside = cells[i + grid].prices;

    bound += price;
    if (i % grid < columns)
      cells[i + grid + 1].prices = price + above + beside - cells[i].prices;
  }
  read_cuts (n_cuts);
  below = allocate ((rows + 2) * grid * n_words, sizeof *below);
  for (int i = 0; i < grid; i++)
    cells[rows * grid + i].next = rows;
  for (int i = rows * grid - 1; i >= 0; i--) {
    cells[i].next = cells[i].own ? i / grid : cells[i + grid].next;
    for (int j = 0; j < n_words; j++)
      below[i * n_words + j] = below[(i + grid) * n_words + j]
                               ^ (cells[i].own ? odd_cuts (i, 1, 1, j) : 0);
    if (cells[i].own)
      find_costs (&cells[i]);
  }
  for (int j = 0; j < n_words; j++) {
    uint64_t odd = 0;

    for (int x = 0; x < columns; x++)
      odd ^= below[x * n_words + j];
    bound += weigh (odd, j, 0, columns);
  }
  return bound;
}

/* A partial covering of a band: in each of its columns, the own cells from some row on are open. */
typedef struct State {
  struct State *chain; /* with the same hash */
  int from, end;       /* the columns from..end-1 */
  bool exact;
  Number rest; /* cost of completing it: at least, or exactly */
  uint16_t open[];
} State;

static State *slots[SLOTS];
Number n_states;
int n_components;
static int depth;

/* Returns the only state with these open cells. */
static State *
find_state (int from, int end, const uint16_t *open)
{
  size_t size = (end - from) * sizeof *open;
  uint64_t key = from * MAX_SIDE + end;
  State **slot, *state;

  for (int i = 0; i < end - from; i++) {
    key = (key ^ open[i]) * 0x9E3779B97F4A7C15U;
    key ^= key >> 29;
  }
  slot = &slots[key % SLOTS];
  for (state = *slot; state != NULL; state = state->chain)
    if (state->from == from && state->end == end && memcmp (state->open, open, size) == 0)
      return state;
  state = allocate (1, sizeof *state + size);
  *state = (State){ .chain = *slot, .from = from, .end = end };
  memcpy (state->open, open, size);
  n_states++;
  return *slot = state;
}

/* Returns the surplus of the cuts when this rectangle of open cells is covered. */
static Number
find_surplus (const State *state, int cell, int wide, int high)
{
  Number sum = 0;

  for (int j = 0; j < n_words; j++) {
    uint64_t odd = odd_cuts (cell, wide, high, j), odd_open = 0;

    for (int x = state->from; x < state->end && odd != 0; x++)
      odd_open ^= below[(state->open[x - state->from] * grid + x) * n_words + j];
    sum += 2 * weigh (odd & ~odd_open, j, state->from, state->end);
  }
  return sum;
}

static Number complete (State *state, Number budget);

/* Covers the first open cell of the state, in this row and column, in all ways: some square has it
 * in its uppermost row and in its leftmost column within the band. */
static Number
cover_first (const State *state, int row, int column, Number budget)
{
  static uint16_t open[MAX_SIDE];
  int from = state->from, last = column;
  Number best = INT64_MAX;

  while (last < state->end && state->open[last - from] == row)
    last++;
  for (int x = column > from ? column : 0; x <= column; x++)
    for (int size = column - x + 1; size <= cells[row * grid + x].largest; size++) {
      int end = x + size < state->end ? x + size : state->end;
      Number cost = (Number) cells[row * grid + x].costs[size - 1] * (end - column) / size;

      if (end > last)
        break;
      if (cost <= budget)
        cost += find_surplus (state, row * grid + column, end - column, size);
      if (cost <= budget) {
        memcpy (open, state->open, (state->end - from) * sizeof *open);
        for (int i = column; i < end; i++)
          open[i - from] = cells[(row + size) * grid + i].next;
        cost += complete (find_state (from, state->end, open), budget - cost);
      }
      best = cost < best ? cost : best;
    }
  return best;
}

/* Returns what completing the state costs at least; exactly, if that is at most the budget. The
 * halves of a broad band are completed first: together they cost no more than the band. */
static Number
complete (State *state, Number budget)
{
  int breadth = state->end - state->from, middle = state->from + breadth / 2, first = 0;

  if (state->exact || state->rest > budget)
    return state->rest;
  if (++depth > MAX_DEPTH)
    fail (TOO_MUCH, "the search of the band is too deep");
  count_steps (1);
  if (breadth >= 8) {
    state->rest = complete (find_state (state->from, middle, state->open), budget);
    if (state->rest <= budget)
      state->rest += complete (find_state (middle, state->end, state->open + breadth / 2),
                               budget - state->rest);
  }
  if (state->rest <= budget) {
    for (int i = 1; i < breadth; i++)
      first = state->open[i] < state->open[first] ? i : first;
    state->rest = 0;
    if (state->open[first] < rows)
      state->rest = cover_first (state, state->open[first], state->from + first, budget);
    state->exact = state->rest <= budget;
  }
  depth--;
  return state->rest;
}

/* Reads and checks a band that begins at this column or later. Returns its end. */
static int
check_band (int begin, Number *bound)
{
  static uint16_t open[MAX_SIDE];
  const Block *last = blocks;
  int from = read_number (begin, columns - 1), end = read_number (from + 1, columns);
  Number claim = read_number (0, INT64_MAX >> 13), cost;

  memset (slots, 0, sizeof slots);
  for (int x = from; x < end; x++)
    open[x - from] = cells[x].next;
  cost = complete (find_state (from, end, open), claim - 1);
  if (cost < claim)
    fail (WRONG, "a covering of the band costs only %lld", cost);
  free_blocks (last);
  *bound += claim;
  return end;
}

/* Checks the component with this first cell. Returns its bound. */
static Number
check_component (int start)
{
  const Block *last = blocks;
  Number claim, bound;
  int end = 0;

  cut_out (start);
  expect ("component");
  claim = read_number (1, n_free);
  if (claim > 1) { /* each component needs a square */
    expect ("dual");
    bound = read_dual ();
    expect ("bands");
    for (int n = read_number (0, columns); n > 0; n--) {
      expect ("band");
      end = check_band (end, &bound);
    }
    if (bound <= (claim - 1) * unit)
      fail (WRONG, "the bound of the component is only %lld / %lld", bound, unit);
  }
  free_blocks (last);
  return claim;
}

Number
check_bound (void)
{
  Number bound = 0;

  unit = read_number (1, 1 << 30);
  steps_left = MAX_TRIED;
  n_components = n_states = depth = 0;
  for (int i = 0; i < n_indices; i++)
    if (board[i] != 0) {
      bound += check_component (i);
      n_components++;
    }
  n_open = 0;
  return bound;
}
