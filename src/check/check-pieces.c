/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check-pieces.c - checks solutions of piece puzzles, that there is none, and counts.
 *
 * A board of letters is covered by pieces. A piece is a set of shapes, as it may be turned, and is used
 * between its least and its most number of times; each cell of a shape lies on a cell with its letter.
 * The ledger is a tree. A branch names an uncovered cell and lists every shape that fits there, with the
 * cell of the shape that covers it: each solution continues in exactly one of these options. A leaf
 * says how many solutions it leads to; they are counted again by a plain search.
 * Weights of the cells prove that there is no solution: in one, the cells under all pieces have the
 * weight of the board, but no choice of a number and of places for each piece has it, even if the
 * places may overlap. So the sums of all choices are found, piece by piece. */
#include "check.h"

enum {
  MOST_CELLS = 10000,
  MOST_SHAPES = 2000,
  MOST_SHAPE_CELLS = 100,
  MOST_DEPTH = 1000,
  MOST_SUM = 1 << 27
};

typedef struct {
  int piece, n,
    at[MOST_SHAPE_CELLS]; /* where its cells are, in row-major order, from the first one */
  char letter[MOST_SHAPE_CELLS];
} Shape;

/* The board is turned if it is wider than high: the search goes along its shorter side. In memory, a row
 * has twice the cells, and there are as many rows above and below, so no shape ends outside. */
static int width, height, stride, n_pieces, n_shapes;
static bool transposed,
  in_pairs; /* in_pairs: no shape lacks both cells right of and below its first */
static char memory[6 * MOST_CELLS], *board; /* letters; 0: a hole, covered, or outside */
static Shape shapes[MOST_SHAPES];
static int least[MOST_SHAPES], most[MOST_SHAPES], used[MOST_SHAPES]; /* of each piece */
static uint64_t n_leaves, n_read, n_counted, n_nodes, random_state;
uint64_t sample;

/* Reads rows of a board or shape, turned. */
static void
read_rows (char *to, int wide, int high)
{
  for (int i = 0; i < wide * high; i++) {
    int x = i % wide, y = i / wide;

    if (x == 0 && strlen (read_word ()) != (size_t) wide)
      wrong ("expected a row of %d cells", wide);
    to[transposed ? x * stride + y : y * stride + x] = word[x] == '#' ? 0 : word[x];
  }
}

static void
read_shape (int piece)
{
  static char rows[2 * MOST_CELLS + 2 * SIDE];
  Shape *shape = &shapes[n_shapes++];
  int wide = (expect ("shape"), (int) read_number (1, transposed ? height : width));
  int high = (int) read_number (1, transposed ? width : height), origin = 0;

  memset (rows, 0, sizeof rows);
  memset (shape, 0, sizeof *shape);
  shape->piece = piece;
  read_rows (rows, wide, high);
  for (int i = 0; i < stride * height; i++) {
    if (rows[i] == 0)
      continue;
    if (shape->n == MOST_SHAPE_CELLS)
      fail (2, "the shape has too many cells");
    origin = shape->n == 0 ? i : origin;
    shape->at[shape->n] = i - origin;
    shape->letter[shape->n++] = rows[i];
  }
  if (shape->n == 0)
    wrong ("the shape is empty");
  in_pairs = in_pairs && (rows[origin + 1] != 0 || rows[origin + stride] != 0);
  for (const Shape *other = shapes; other < shape; other++)
    if (memcmp (other, shape, sizeof *shape) == 0)
      wrong ("the piece has the same shape twice");
}

static void
read_puzzle (void)
{
  int wide = (n_pieces = (int) read_number (0, MOST_SHAPES), expect ("board"),
              (int) read_number (1, SIDE));
  int high = (int) read_number (1, MOST_CELLS / wide);

  transposed = wide > high;
  width = transposed ? high : wide;
  height = transposed ? wide : high;
  stride = 2 * width;
  memset (memory, 0, sizeof memory);
  board = memory + stride * height;
  read_rows (board, wide, high);
  n_shapes = 0;
  in_pairs = true;
  for (int i = 0; i < n_pieces; i++) {
    expect ("piece");
    least[i] = (int) read_number (0, MOST_CELLS);
    most[i] = (int) read_number (least[i], MOST_CELLS);
    used[i] = 0;
    for (int64_t n = read_number (0, MOST_SHAPES - n_shapes); n > 0; n--)
      read_shape (i);
  }
}

/* Returns the cell in column x and row y of the file. */
static char *
read_cell (void)
{
  int64_t x = read_number (0, (transposed ? height : width) - 1);
  int64_t y = read_number (0, (transposed ? width : height) - 1);

  return board + (transposed ? x * stride + y : y * stride + x);
}

/* Places the shape with its cell k on a cell of the board, if it fits. */
static bool
place (const Shape *shape, int k, char *cell)
{
  char *first = cell - shape->at[k];

  if (used[shape->piece] == most[shape->piece])
    return false;
  for (int i = 0; i < shape->n; i++)
    if (first[shape->at[i]] != shape->letter[i])
      return false;
  for (int i = 0; i < shape->n; i++)
    first[shape->at[i]] = 0;
  used[shape->piece]++;
  return true;
}

static void
take_away (const Shape *shape, int k, char *cell)
{
  for (int i = 0; i < shape->n; i++)
    cell[shape->at[i] - shape->at[k]] = shape->letter[i];
  used[shape->piece]--;
}

/* Counts the solutions: a shape covers the first uncovered cell with its own first cell. */
static uint64_t
count_from (char *cell)
{
  uint64_t total = 0;

  while (cell < board + stride * height && *cell == 0)
    cell++;
  if (cell == board + stride * height) {
    for (int i = 0; i < n_pieces; i++)
      if (used[i] < least[i])
        return 0;
    return 1;
  }
  if (in_pairs && cell[1] == 0 && cell[stride] == 0)
    return 0;
  if (++n_nodes > MAX_NODES)
    fail (2, "the search of a leaf takes too long");
  for (const Shape *shape = shapes; shape < shapes + n_shapes; shape++)
    if (place (shape, 0, cell)) {
      total += count_from (cell + 1);
      take_away (shape, 0, cell);
    }
  return total;
}

/* Whether to count the next leaf again: each set of `sample` leaves is equally likely (Knuth, The Art
 * of Computer Programming 2, 3.4.2, algorithm S). */
static bool
choose_leaf (void)
{
  random_state = random_state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return sample == 0
         || (sample > n_counted
             && (random_state >> 33) % (n_leaves - n_read + 1) < sample - n_counted);
}

/* Returns the number of solutions that the subtree claims. */
static uint64_t
check_node (int depth)
{
  uint64_t total = 0;
  char *cell;

  read_word ();
  if (is ("leaf")) {
    total = (uint64_t) read_number (0, INT64_MAX);
    if (++n_read > n_leaves)
      wrong ("the ledger has more leaves than it says");
    if (choose_leaf ()) {
      uint64_t found = count_from (board);

      n_counted++;
      if (found != total)
        wrong ("the leaf has %llu solutions", (unsigned long long) found);
    }
    return total;
  }
  if (!is ("branch") || depth == MOST_DEPTH)
    wrong ("expected leaf%s, found \"%.20s\"", depth < MOST_DEPTH ? " or branch" : "", word);
  cell = read_cell ();
  if (*cell == 0)
    wrong ("the cell is covered");
  for (int i = 0; i < n_shapes; i++)
    for (int k = 0; k < shapes[i].n; k++)
      if (place (&shapes[i], k, cell)) {
        expect ("option");
        if (read_number (1, n_shapes) != i + 1 || read_number (1, MOST_SHAPE_CELLS) != k + 1)
          wrong ("the next option is shape %d with its cell %d", i + 1, k + 1);
        total += check_node (depth + 1);
        if (total > INT64_MAX)
          wrong ("the sum of the leaves is too large");
        take_away (&shapes[i], k, cell);
      }
  return total;
}

static void
check_solution (void)
{
  for (int64_t n = read_number (0, MOST_CELLS); n > 0; n--) {
    const Shape *shape = &shapes[read_number (1, n_shapes) - 1];

    if (!place (shape, 0, read_cell ()))
      wrong ("the shape does not fit there, or its piece is used up");
  }
  for (int i = 0; i < stride * height; i++)
    if (board[i] != 0)
      wrong ("the solution leaves a cell uncovered");
  for (int i = 0; i < n_pieces; i++)
    if (used[i] < least[i])
      wrong ("piece %d is used %d times, not at least %d", i + 1, used[i], least[i]);
  expect ("end");
  expect ("solution");
}

/* Is the sum in the set? */
static bool
has (const uint64_t *set, int64_t sum)
{
  return (set[sum / 64] >> (sum % 64) & 1) != 0;
}

/* Adds each sum of a set, plus `by`, to another one of as many words. */
static void
add_shifted (uint64_t *to, const uint64_t *from, int64_t n_words, int64_t by)
{
  n_nodes += (uint64_t) (n_words - by / 64);
  if (n_nodes > MAX_NODES)
    fail (2, "the search of sums takes too long");
  for (int64_t i = n_words - 1; i >= by / 64; i--)
    to[i] |= from[i - by / 64] << (by % 64)
             | (by % 64 > 0 && i > by / 64 ? from[i - by / 64 - 1] >> (64 - by % 64) : 0);
}

/* Marks the weights of all places of a piece on the empty board. */
static void
mark_places (int piece, const int32_t *weight, uint64_t *set)
{
  for (const Shape *shape = shapes; shape < shapes + n_shapes; shape++)
    for (int at = 0; at < stride * height && shape->piece == piece; at++) {
      int64_t sum = 0;
      int i = 0;

      for (; i < shape->n && board[at + shape->at[i]] == shape->letter[i]; i++)
        sum += weight[at + shape->at[i]];
      if (i == shape->n)
        set[sum / 64] |= (uint64_t) 1 << (sum % 64);
    }
}

/* Shows that no choice of places has the weight of the board. */
static void
check_weights (void)
{
  static int32_t weight[2 * MOST_CELLS];
  int64_t total = 0, n_words;
  uint64_t *sums, *next, *set;

  for (int i = 0; i < width * height; i++) {
    int x = i % (transposed ? height : width), y = i / (transposed ? height : width);
    int at = transposed ? x * stride + y : y * stride + x;

    weight[at] = board[at] != 0 ? (int32_t) read_number (0, MOST_SUM) : 0;
    total += weight[at];
  }
  if (total > MOST_SUM)
    fail (2, "the weights are too large");
  n_words = total / 64 + 1;
  sums = allocate ((size_t) n_words, sizeof *sums);
  next = allocate ((size_t) n_words, sizeof *next);
  set = allocate ((size_t) n_words, sizeof *set);
  sums[0] = 1;
  for (int i = 0; i < n_pieces; i++) {
    bool changed = true;

    memset (set, 0, (size_t) n_words * sizeof *set);
    mark_places (i, weight, set);
    for (int k = 0; k < most[i] && (k < least[i] || changed); k++) {
      uint64_t *before = sums;

      if (k < least[i])
        memset (next, 0, (size_t) n_words * sizeof *next);
      else
        memcpy (next, sums, (size_t) n_words * sizeof *next);
      n_nodes += (uint64_t) n_words;
      for (int64_t value = 0; value <= total;) {
        if (has (set, value))
          add_shifted (next, sums, n_words, value);
        value += set[value / 64] >> (value % 64) == 0 ? 64 - value % 64 : 1;
      }
      changed = memcmp (next, sums, (size_t) n_words * sizeof *next) != 0;
      sums = next;
      next = before;
    }
  }
  if (has (sums, total))
    wrong ("some choice of places has the weight of the board, %lld", (long long) total);
  free (sums);
  free (next);
  free (set);
  expect ("end");
  expect ("none");
}

static void
print_puzzle (void)
{
  printf ("%s: board of %d x %d, %d piece%s, ", file_name, transposed ? height : width,
          transposed ? width : height, n_pieces, n_pieces == 1 ? "" : "s");
}

void
check_pieces (void)
{
  uint64_t total, claim;

  n_read = n_counted = n_nodes = 0;
  for (size_t i = 0; sample > 0 && i < sizeof random_state; i++)
    random_state = random_state << 8 | (uint64_t) (rand () & 255);
  read_puzzle ();
  read_word ();
  if (is ("solution") || is ("weights")) {
    bool solved = is ("solution");

    if (solved)
      check_solution ();
    else
      check_weights ();
    expect_end ();
    print_puzzle ();
    puts (solved ? "a solution" : "no solution: no choice of places has the weight of the board");
    return;
  }
  if (!is ("ledger"))
    wrong ("expected ledger, weights or solution, found \"%.20s\"", word);
  n_leaves = (uint64_t) read_number (0, INT64_MAX);
  total = check_node (0);
  expect ("end");
  expect ("count");
  claim = (uint64_t) read_number (0, INT64_MAX);
  if (claim != total || n_read != n_leaves)
    wrong ("the claim is %llu in %llu leaves, but %llu leaves have %llu solutions",
           (unsigned long long) claim, (unsigned long long) n_leaves, (unsigned long long) n_read,
           (unsigned long long) total);
  expect_end ();
  print_puzzle ();
  printf ("%llu solution%s: %llu of %llu leaves counted again\n", (unsigned long long) total,
          total == 1 ? "" : "s", (unsigned long long) n_counted, (unsigned long long) n_leaves);
}
