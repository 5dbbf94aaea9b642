/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-check - verifies certificates of tilings; docs/certificate.md describes the files.
 *
 * It trusts nothing but the file, shares no code with the solver, and needs only libc and whole
 * numbers. A file has a puzzle, a solution, and a proof: a search that counts the solutions,
 * weights that show that there is none, or a lower bound on the number of squares. Each part below
 * begins with the reason why such a proof is sound.
 *
 * Exit code: 0 proved, 1 the certificate is wrong, 2 the file cannot be read or exceeds a limit. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef MAX_MEMORY /* the fuzz target has less */
#define MAX_MEMORY ((size_t) 3 << 30)
#define MAX_STEPS  1000000000000 /* of leaves and weights */
#define MAX_TRIED  10000000000   /* partial coverings in all bands, or for the claim */
#endif

enum { WRONG = 1, TOO_MUCH = 2 }; /* exit codes */
enum { MAX_SIDE = 1000, MAX_SEARCHED = 10000, MAX_SHAPES = 2000, MAX_SUM = 1 << 27 };
enum { MAX_CUTS = 8192, MAX_DEPTH = 10000, SLOTS = MAX_MEMORY >> 13 };

typedef long long Number;

/* --- Words of the file, and memory ----------------------------------------------------------- */

static const char *file_name;
static FILE *file;
static Number line;
static char word[MAX_SIDE + 1]; /* the last one read */

/* Ends the program with a message that names the line. */
__attribute__ ((format (printf, 2, 3))) static _Noreturn void
fail (int code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  fprintf (stderr, "%s:%lld: ", file_name, line);
  vfprintf (stderr, format, arguments);
  fputc ('\n', stderr);
  va_end (arguments);
  fflush (stdout);
  _Exit (code);
}

static bool
is (const char *text)
{
  return strcmp (word, text) == 0;
}

/* Reads the next word, with the blank or line feed before it. Another one ends it. */
static void
read_word (void)
{
  int c = getc (file), n = 0;

  if (c == ' ' || c == '\n') {
    line += c == '\n';
    c = getc (file);
  }
  for (; isgraph (c) && n < MAX_SIDE; c = getc (file))
    word[n++] = (char) c;
  word[n] = '\0';
  if (ferror (file))
    fail (TOO_MUCH, "%s", strerror (errno));
  if (n == 0 || (c != ' ' && c != '\n'))
    fail (WRONG, "the file ends or has unexpected text after \"%.20s\"", word);
  ungetc (c, file);
}

static void
expect (const char *text)
{
  read_word ();
  if (!is (text))
    fail (WRONG, "expected \"%s\", found \"%.20s\"", text, word);
}

static Number
read_number (Number lowest, Number highest)
{
  Number value;
  char *end;

  read_word ();
  errno = 0;
  value = strtoll (word, &end, 10);
  if (*end != '\0' || errno != 0 || value < lowest || value > highest)
    fail (WRONG, "\"%.24s\" is not a whole number from %lld to %lld", word, lowest, highest);
  return value;
}

typedef struct Block {
  struct Block *next;
  size_t size;
} Block;

static Block *blocks;     /* of allocate (), the last one first */
static size_t memory;     /* size of all blocks */
static Number steps_left; /* of the searches */

/* Returns a zeroed array, which is kept until free_blocks () is called. */
static void *
allocate (size_t count, size_t size)
{
  size_t whole = sizeof (Block) + count * size;
  Block *block = whole <= MAX_MEMORY - memory ? calloc (1, whole) : NULL;

  if (block == NULL)
    fail (TOO_MUCH, "the certificate needs more than %zu MiB of memory", MAX_MEMORY >> 20);
  *block = (Block){ blocks, whole };
  blocks = block;
  memory += whole;
  return block + 1;
}

/* Frees the arrays that were allocated after `last`. */
static void
free_blocks (const Block *last)
{
  while (blocks != last) {
    Block *block = blocks;

    blocks = block->next;
    memory -= block->size;
    free (block);
  }
}

static void
count_steps (Number n)
{
  steps_left -= n;
  if (steps_left < 0)
    fail (TOO_MUCH, "the search takes too long");
}

/* --- Puzzles and solutions -------------------------------------------------------------------
 * Shapes cover each cell of a board once, each cell of a shape on a cell with its letter. A piece
 * is a set of shapes; it is used `least` to `most` times. In a puzzle of squares, shape S is the
 * square of side S, and each shape is a separate piece. */

typedef struct {
  int at; /* index, less that of the first cell of the shape */
  int letter;
} ShapeCell;

typedef struct {
  int piece, n_cells;
  ShapeCell *cells;
} Shape;

/* A board that is wider than high is turned, so that its rows are short. Margins on the right,
 * above and below are as large as the board, so that all shapes end in them. */
static int width, height, stride, n_indices; /* width and height as in the file */
static char *board;   /* letter of each cell; 0: an obstacle, covered, or in a margin */
static uint64_t hash; /* of the cells (FNV-1a) */
static Shape shapes[MAX_SHAPES + 1]; /* from 1 */
static int n_shapes, n_pieces, largest_shape;
static bool in_pairs; /* all shapes have a cell right of the first one or below it */
static int least[MAX_SHAPES], most[MAX_SHAPES], used[MAX_SHAPES]; /* of each piece */
static int n_free, n_open, n_placed, most_placed; /* cells; uncovered ones; shapes; at most */

/* Returns the index of a cell of the file. */
static int
index_of (int x, int y)
{
  return width > height ? x * stride + y : y * stride + x;
}

static int
read_cell (void)
{
  int x = read_number (0, width - 1);

  return index_of (x, read_number (0, height - 1));
}

/* Reads rows of letters. # is no cell. */
static void
read_rows (char *to, int columns, int rows)
{
  for (int y = 0; y < rows; y++) {
    read_word ();
    if (strlen (word) != (size_t) columns)
      fail (WRONG, "expected a row of %d cells", columns);
    for (int x = 0; x < columns; x++)
      to[index_of (x, y)] = word[x] == '#' ? 0 : word[x];
  }
}

static void
read_board (void)
{
  width = read_number (1, MAX_SIDE);
  height = read_number (1, MAX_SIDE);
  stride = 2 * (width < height ? width : height);
  n_indices = 2 * width * height;
  board = (char *) allocate (3, n_indices) + n_indices;
  read_rows (board, width, height);
  hash = 14695981039346656037U;
  n_free = n_placed = 0;
  for (int i = 0; i < width * height; i++) {
    int letter = board[index_of (i % width, i / width)];

    hash = (hash ^ (letter != 0 ? letter : '#')) * 1099511628211U;
    n_free += letter != 0;
  }
  n_open = n_free;
  memset (used, 0, sizeof used);
}

/* Makes the squares. The cells of each one are the first cells of the next larger one. */
static void
make_squares (int largest, int cap)
{
  ShapeCell *cells = allocate (largest * largest, sizeof *cells);
  int n = 0;

  for (int size = 1; size <= largest; size++) {
    for (int i = 0; i < 2 * size - 1; i++)
      cells[n++] = (ShapeCell){ i < size ? i * stride + size - 1 : (size - 1) * stride + i - size,
                                '.' };
    shapes[size] = (Shape){ size - 1, n, cells };
    least[size - 1] = 0;
    most[size - 1] = cap;
  }
  n_shapes = n_pieces = largest;
  largest_shape = n;
  in_pairs = false;
  for (int i = 0; i < n_indices; i++)
    if (board[i] != 0 && board[i] != '.')
      fail (WRONG, "squares cover cells . only");
}

/* Reads a drawn shape. Solutions with a shape that the piece has already would count twice. */
static void
read_shape (int piece)
{
  static char drawn[4 * MAX_SEARCHED];
  int columns = read_number (1, width), rows = read_number (1, height), first = 0, n = 0;
  ShapeCell *cells = allocate (columns * rows, sizeof *cells);

  memset (drawn, 0, sizeof drawn);
  read_rows (drawn, columns, rows);
  for (int i = 0; i < n_indices; i++)
    if (drawn[i] != 0) {
      first = n == 0 ? i : first;
      cells[n++] = (ShapeCell){ i - first, drawn[i] };
    }
  if (n == 0)
    fail (WRONG, "the shape is empty");
  largest_shape = n > largest_shape ? n : largest_shape;
  if (drawn[first + 1] == 0 && drawn[first + stride] == 0)
    in_pairs = false;
  for (int i = 1; i <= n_shapes; i++)
    if (shapes[i].piece == piece && shapes[i].n_cells == n
        && memcmp (shapes[i].cells, cells, n * sizeof *cells) == 0)
      fail (WRONG, "the piece has the same shape twice");
  shapes[++n_shapes] = (Shape){ piece, n, cells };
}

static void
require_small (void)
{
  if (width * height > MAX_SEARCHED)
    fail (TOO_MUCH, "the board has more than %d cells", MAX_SEARCHED);
}

static void
read_pieces (void)
{
  require_small ();
  n_shapes = largest_shape = 0;
  in_pairs = true;
  n_pieces = read_number (0, MAX_SHAPES);
  for (int i = 0; i < n_pieces; i++) {
    expect ("piece");
    least[i] = read_number (0, MAX_SEARCHED);
    most[i] = read_number (least[i], MAX_SEARCHED);
    for (int n = read_number (0, MAX_SHAPES - n_shapes); n > 0; n--) {
      expect ("shape");
      read_shape (i);
    }
  }
}

/* May the shape be placed with its cell k on this cell of the board? */
static bool
fits (const Shape *shape, int k, int cell)
{
  const char *first = &board[cell - shape->cells[k].at];

  if (used[shape->piece] == most[shape->piece])
    return false;
  for (int i = 0; i < shape->n_cells; i++)
    if (first[shape->cells[i].at] != shape->cells[i].letter)
      return false;
  return true;
}

/* Places the shape there, or takes it away again. */
static void
place (const Shape *shape, int k, int cell, bool away)
{
  char *first = &board[cell - shape->cells[k].at];

  for (int i = 0; i < shape->n_cells; i++)
    first[shape->cells[i].at] = away ? shape->cells[i].letter : 0;
  used[shape->piece] += away ? -1 : 1;
  n_placed += away ? -1 : 1;
  n_open += away ? shape->n_cells : -shape->n_cells;
}

/* Counts the solutions until there are enough: in each, a shape has its first cell on the first open
 * cell of the board. There is none if the shapes that may still be placed are too small for the open
 * cells. */
static Number
count_from (int cell, Number enough)
{
  Number total = 0;

  for (int i = 0; i < n_pieces && n_open == 0; i++)
    if (used[i] < least[i])
      return 0;
  if (n_open == 0)
    return 1;
  if ((Number) (most_placed - n_placed) * largest_shape < n_open)
    return 0;
  count_steps (1);
  while (board[cell] == 0)
    cell++;
  if (in_pairs && board[cell + 1] == 0 && board[cell + stride] == 0)
    return 0;
  for (const Shape *shape = shapes + 1; shape <= shapes + n_shapes && total < enough; shape++)
    if (fits (shape, 0, cell)) {
      place (shape, 0, cell, false);
      total += count_from (cell + 1, enough);
      place (shape, 0, cell, true);
    }
  return total;
}

/* Reads a solution and returns the number of its shapes. The board is open again afterwards. */
static int
read_solution (void)
{
  char *before = memcpy (allocate (n_indices, 1), board, n_indices);
  int count = read_number (0, n_free);

  for (int i = 0; i < count; i++) {
    int cell = read_cell ();
    const Shape *shape = &shapes[read_number (1, n_shapes)];

    if (!fits (shape, 0, cell))
      fail (WRONG, "the shape does not fit there, or its piece is used up");
    place (shape, 0, cell, false);
  }
  if (n_open > 0 || count_from (0, 1) == 0)
    fail (WRONG, "%d cells are not covered, or a piece is not used often enough", n_open);
  memcpy (board, before, n_indices);
  memset (used, 0, sizeof used);
  n_open = n_free;
  n_placed = 0;
  return count;
}

/* --- Weights of cells ------------------------------------------------------------------------
 * In a solution, the cells under all shapes have the weight of the board together. So there is
 * none if no choice of places for `least` to `most` shapes of each piece has this weight, even if
 * the places may overlap. */

static int weights[2 * MAX_SEARCHED]; /* by index of the cell */

/* Marks the weights of all places of a piece on the open board. */
static void
mark_places (int piece, char *marks)
{
  for (const Shape *shape = shapes + 1; shape <= shapes + n_shapes; shape++)
    for (int cell = 0; cell < n_indices && shape->piece == piece; cell++)
      if (fits (shape, 0, cell)) {
        int sum = 0;

        for (int i = 0; i < shape->n_cells; i++)
          sum += weights[cell + shape->cells[i].at];
        marks[sum] = 1;
      }
}

static void
check_weights (void)
{
  int total = 0;
  char *sums, *next, *marks; /* for each sum from 0 to the total: can it be reached? */

  require_small ();
  memset (weights, 0, sizeof weights);
  for (int i = 0; i < width * height; i++) {
    int cell = index_of (i % width, i / width);

    if (board[cell] != 0)
      total += weights[cell] = read_number (0, MAX_SUM - total);
  }
  sums = allocate (total + 1, 1);
  next = allocate (total + 1, 1);
  marks = allocate (total + 1, 1);
  sums[0] = 1;
  for (int piece = 0; piece < n_pieces; piece++) {
    bool changed = true;

    memset (marks, 0, total + 1);
    mark_places (piece, marks);
    for (int k = 0; k < most[piece] && (k < least[piece] || changed); k++) {
      memset (next, 0, total + 1);
      if (k >= least[piece])
        memcpy (next, sums, total + 1);
      for (int mark = 0; mark <= total; mark++) {
        count_steps (marks[mark] != 0 ? total - mark + 1 : 1);
        for (int sum = mark; sum <= total && marks[mark] != 0; sum++)
          next[sum] |= sums[sum - mark];
      }
      changed = memcmp (sums, next, total + 1) != 0;
      memcpy (sums, next, total + 1);
    }
  }
  if (sums[total] != 0)
    fail (WRONG, "some choice of places has the weight of the board, %d", total);
}

/* --- Ledgers ---------------------------------------------------------------------------------
 * A branch names an open cell and lists every way to cover it by a shape, so each solution
 * continues in exactly one of its options. The solutions of the leaves are counted again. */

static Number sample; /* leaves to count, drawn at random; 0: all */
static Number n_leaves, n_read, n_counted, n_claimed;

/* Each set of leaves is equally likely (Knuth, The Art of Computer Programming 2, 3.4.2, S). */
static void
check_leaf (void)
{
  Number claim = read_number (0, INT64_MAX - n_claimed);

  if (n_read == n_leaves)
    fail (WRONG, "the ledger has more leaves than it says");
  if (sample == 0 || rand () % (n_leaves - n_read) < sample - n_counted) {
    Number found = count_from (0, INT64_MAX);

    n_counted++;
    if (found != claim)
      fail (WRONG, "the leaf has %lld solutions", found);
  }
  n_read++;
  n_claimed += claim;
}

static void
check_node (void)
{
  int cell;

  read_word ();
  if (is ("leaf")) {
    check_leaf ();
    return;
  }
  if (!is ("branch"))
    fail (WRONG, "expected leaf or branch, found \"%.20s\"", word);
  cell = read_cell ();
  if (board[cell] == 0)
    fail (WRONG, "the cell is covered");
  for (int i = 1; i <= n_shapes; i++)
    for (int k = 0; k < shapes[i].n_cells; k++)
      if (fits (&shapes[i], k, cell)) {
        expect ("option");
        read_number (i, i);
        read_number (k + 1, k + 1);
        place (&shapes[i], k, cell, false);
        check_node ();
        place (&shapes[i], k, cell, true);
      }
}

/* Returns the number of solutions. */
static Number
check_ledger (void)
{
  require_small ();
  n_leaves = read_number (0, INT32_MAX);
  n_read = n_counted = n_claimed = 0;
  check_node ();
  if (n_read < n_leaves)
    fail (WRONG, "the ledger has only %lld leaves", n_read);
  return n_claimed;
}

/* --- Bounds on the number of squares ---------------------------------------------------------
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
static Number n_states;
static int n_components, depth;

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

/* Checks the bounds of all components. Returns their sum. */
static Number
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

/* --- The whole file -------------------------------------------------------------------------- */

static bool of_squares; /* do squares cover the board? */
static int cap;         /* no size is used more often; 0: there is no cap */

static void
read_puzzle (void)
{
  int side;

  expect ("board");
  read_board ();
  side = width < height ? width : height;
  cap = 0;
  read_word ();
  of_squares = !is ("pieces");
  if (is ("squares")) {
    make_squares (side, n_free);
  } else if (is ("capped")) { /* no square is the whole board */
    cap = read_number (1, MAX_SIDE * MAX_SIDE);
    make_squares (side - (width == height && side > 1), cap);
  } else if (!of_squares) {
    read_pieces ();
  } else {
    fail (WRONG, "expected squares, capped or pieces, found \"%.20s\"", word);
  }
}

/* Searches for a solution within the limit on the number of shapes and on the uses of each piece. */
static bool
is_impossible (int shapes_used, int times)
{
  require_small ();
  steps_left = MAX_TRIED;
  most_placed = shapes_used;
  for (int i = 0; i < n_pieces; i++)
    most[i] = most[i] < times ? most[i] : times;
  return count_from (0, 1) == 0;
}

enum { SOLUTION, NONE, COUNT, BOUND, OPTIMAL, FEWEST, LEAST_CAP, N_CLAIMS };
static const char *const claims[N_CLAIMS] = { "solution", "none",   "count",    "bound",
                                              "optimal",  "fewest", "least-cap" };
static const char *const texts[N_CLAIMS] = { "a solution", "no solution", NULL,       NULL,
                                             "optimal",    "fewest",      "least cap" };

/* Checks the puzzle, its solution, a proof, and the claim. -1 is what the file does not prove. */
static void
check_file (void)
{
  Number count = -1, bound = -1, solutions = -1, number = 0;
  int claim = 0;
  bool impossible = false, proved;

  line = 1;
  steps_left = MAX_STEPS;
  expect ("tilewright-certificate");
  if (read_number (0, INT32_MAX) != 2)
    fail (TOO_MUCH, "this program knows version 2 of the format only");
  read_puzzle ();
  most_placed = n_free;
  read_word ();
  if (is ("solution")) {
    count = read_solution ();
    read_word ();
  }
  if (!is ("end")) {
    impossible = is ("weights");
    if (is ("unit") && of_squares)
      bound = check_bound ();
    else if (is ("ledger"))
      solutions = check_ledger ();
    else if (impossible)
      check_weights ();
    else
      fail (WRONG, "expected a proof or \"end\", found \"%.20s\"", word);
    expect ("end");
  }
  for (read_word (); claim < N_CLAIMS && !is (claims[claim]);)
    claim++;
  if (claim > NONE)
    number = read_number (0, INT64_MAX);
  proved = claim == SOLUTION  ? count >= 0
           : claim == NONE    ? impossible || is_impossible (n_free, n_free)
           : claim == COUNT   ? number == solutions
           : claim == BOUND   ? number <= bound
           : claim == OPTIMAL ? number <= bound && number == count
           : claim == FEWEST  ? number == count && is_impossible (count - 1, n_free)
           : claim == LEAST_CAP
             ? cap > 0 && number == cap && count >= 0 && is_impossible (n_free, cap - 1)
             : false;
  if (!proved)
    fail (WRONG, "this does not follow from the file");
  if (getc (file) != '\n' || getc (file) != EOF)
    fail (WRONG, "text after the end");
  printf ("%s: board 0x%016llx, %d x %d, ", file_name, (unsigned long long) hash, width, height);
  if (!of_squares)
    printf ("%d piece%s, ", n_pieces, n_pieces == 1 ? "" : "s");
  if (cap > 0)
    printf ("no size more than %d time%s, ", cap, cap == 1 ? "" : "s");
  if (of_squares && count >= 0)
    printf ("%lld squares, ", count);
  if (claim == COUNT)
    printf ("%lld solution%s: %lld of %lld leaves counted again", number, number == 1 ? "" : "s",
            n_counted, n_leaves);
  else if (claim == BOUND)
    printf ("at least %lld proved", number);
  else
    printf ("%s", texts[claim]);
  if (bound >= 0)
    printf (": %d component%s, %lld states", n_components, n_components == 1 ? "" : "s", n_states);
  puts ("");
}

int
main (int argc, char **argv)
{
  bool sampled = argc > 2 && strcmp (argv[1], "--sample") == 0;
  bool help = argc == 2 && strcmp (argv[1], "--help") == 0;
  int first = sampled ? 3 : 1;
  char *rest = argv[0];

  srand (time (NULL));
  sample = sampled ? strtoll (argv[2], &rest, 10) : 0;
  if (argc <= first || argv[first][0] == '-' || (sampled && (sample <= 0 || *rest != '\0'))) {
    fputs ("Usage: tilewright-check [--sample N] FILE...\n"
           "Checks certificates written by \"tilewright-cli solve --certificate\" and \"count "
           "--certificate\".\n"
           "Of the leaves of a count, only N drawn at random are counted again.\n",
           help ? stdout : stderr);
    return help ? 0 : 2;
  }
  for (int i = first; i < argc; i++) {
    file_name = argv[i];
    file = fopen (file_name, "r");
    if (file == NULL)
      fail (TOO_MUCH, "%s", strerror (errno));
    check_file ();
    fclose (file);
    free_blocks (NULL);
  }
  return fflush (stdout) == 0 ? 0 : 2;
}
