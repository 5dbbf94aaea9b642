/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.c - proofs of the number of solutions of a puzzle. */
#include "check.h"

#include <string.h>

enum { MAX_SUM = 1 << 27 };

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

void
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

Number sample, seed, n_leaves, n_counted;
static Number n_read, n_claimed;
static uint64_t random_state;

/* Returns a random number below n (splitmix64: Steele, Lea and Flood, OOPSLA 2014). */
static Number
draw (Number n)
{
  uint64_t bits = random_state += 0x9E3779B97F4A7C15U;

  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBU;
  return (bits ^ bits >> 31) % n;
}

/* Each set of leaves is equally likely (Knuth, The Art of Computer Programming 2, 3.4.2, S). */
static void
check_leaf (void)
{
  Number claim = read_number (0, INT64_MAX - n_claimed);

  if (n_read == n_leaves)
    fail (WRONG, "the ledger has more leaves than it says");
  if (sample == 0 || draw (n_leaves - n_read) < sample - n_counted) {
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

Number
check_ledger (void)
{
  require_small ();
  n_leaves = read_number (0, INT32_MAX);
  n_read = n_counted = n_claimed = 0;
  random_state = seed;
  check_node ();
  if (n_read < n_leaves)
    fail (WRONG, "the ledger has only %lld leaves", n_read);
  return n_claimed;
}
