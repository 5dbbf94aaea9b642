/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.c - puzzles and solutions.
 *
 * Shapes cover each cell of a board once, each cell of a shape on a cell with its letter. A piece
 * is a set of shapes; it is used `least` to `most` times. In a puzzle of squares, shape S is the
 * square of side S, and each shape is a separate piece. */
#include "check.h"

#include <string.h>

int width, height, stride, n_indices;
char *board;
uint64_t hash;
Shape shapes[MAX_SHAPES + 1];
int n_shapes, n_pieces;
int least[MAX_SHAPES], most[MAX_SHAPES];
int n_free, n_open, most_placed;
bool of_squares;
int cap;
static int used[MAX_SHAPES], n_placed; /* uses of each piece; of all */
static int largest_shape;
static bool in_pairs; /* all shapes have a cell right of the first one or below it */

int
index_of (int x, int y)
{
  return width > height ? x * stride + y : y * stride + x;
}

int
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
make_squares (int largest, int times)
{
  ShapeCell *cells = allocate (largest * largest, sizeof *cells);
  int n = 0;

  for (int size = 1; size <= largest; size++) {
    for (int i = 0; i < 2 * size - 1; i++)
      cells[n++] = (ShapeCell){ i < size ? i * stride + size - 1 : (size - 1) * stride + i - size,
                                '.' };
    shapes[size] = (Shape){ size - 1, n, cells };
    least[size - 1] = 0;
    most[size - 1] = times;
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

void
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

void
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
    if (n_free < width * height)
      fail (WRONG, "a board with a cap has no obstacles");
    make_squares (side - (width == height && side > 1), cap);
  } else if (!of_squares) {
    read_pieces ();
  } else {
    fail (WRONG, "expected squares, capped or pieces, found \"%.20s\"", word);
  }
}

bool
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

void
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
Number
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

int
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
