/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-evidence.c - marked cells and prices that prove lower bounds. */
#include "core/squares/evidence.h"
#include "random-board.h"

/* The sum of the weights in a square; -1: it does not fit. */
static int64_t
weigh (const TwBoard *board, const int32_t *weights, int left, int top, int size)
{
  int64_t sum = 0;

  if (left + size > board->width || top + size > board->height)
    return -1;
  for (int y = top; y < top + size; y++)
    for (int x = left; x < left + size; x++) {
      if (!tw_board_is_free (board, x, y))
        return -1;
      sum += weights[tw_board_index (board, x, y)];
    }
  return sum;
}

/* Returns the largest sum of weights that a square of the board covers. */
static int64_t
heaviest (const TwBoard *board, const int32_t *weights)
{
  int64_t most = 0;

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      for (int size = 1; size <= board->width; size++) {
        int64_t sum = weigh (board, weights, x, y, size);

        most = sum > most ? sum : most;
      }
  return most;
}

/* Does some square cover both cells? */
static bool
is_joined (const TwBoard *board, int a, int b)
{
  int32_t weights[64] = { 0 };

  weights[a] = weights[b] = 1;
  return heaviest (board, weights) > 1;
}

/* The size of the largest set of cells that are pairwise not joined. */
static int
largest_set (const bool joined[64][64], int n, int from, uint64_t left, int chosen)
{
  int best = chosen;

  for (int cell = from; cell < n; cell++) {
    uint64_t later = left;

    if ((left >> cell & 1) == 0)
      continue;
    for (int other = cell; other < n; other++)
      if (joined[cell][other])
        later &= ~(UINT64_C (1) << other);
    int size = largest_set (joined, n, cell + 1, later, chosen + 1);
    best = size > best ? size : best;
  }
  return best;
}

TEST (apart, "marked cells each need a square")
{
  uint64_t seed = 5;
  int largest = 0, found = 0;

  for (int round = 0; round < test_size (300); round++) {
    AUTO_BOARD *board = random_board_of (1, 5, 1, 5, check_random (&seed) % 50, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    int n = board->width * board->height, fewest = brute_force (board);
    bool joined[64][64] = { { false } };
    int32_t weights[64];
    uint64_t free = 0;
    int64_t sum;
    int marked = 0;

    CHECK (tw_evidence_apart (board, fewest, run, weights));
    for (int a = 0; a < n; a++) {
      CHECK (weights[a] == 0 || (weights[a] == 1 && board->cells[a] != TW_CELL_BLOCKED));
      marked += weights[a];
      free |= board->cells[a] != TW_CELL_BLOCKED ? UINT64_C (1) << a : 0;
      for (int b = a; b < n; b++) {
        joined[a][b] = is_joined (board, a, b) || a == b;
        CHECK (a == b || !joined[a][b] || weights[a] + weights[b] < 2);
      }
    }
    CHECK (marked <= fewest);
    CHECK (tw_evidence_holds (board, weights, 1, run, &sum));
    CHECK_INT (sum, marked);
    found += marked;
    largest += largest_set (joined, n, 0, free, 0);
  }
  /* On boards as small as these the local search finds the largest sets. */
  CHECK_INT (found, largest);
}

TEST (prices, "no square costs more than the unit")
{
  uint64_t seed = 6;

  for (int round = 0; round < test_size (60); round++) {
    AUTO_BOARD *board = random_board_of (2, 7, 2, 6, check_random (&seed) % 30, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    int fewest = brute_force (board);
    int32_t weights[64], unit = tw_evidence_prices (board, fewest, run, weights);
    int64_t sum, total = 0;

    CHECK (unit > 0);
    CHECK (heaviest (board, weights) <= unit);
    CHECK (tw_evidence_holds (board, weights, unit, run, &sum));
    for (int i = 0; i < board->width * board->height; i++)
      total += weights[i];
    CHECK_INT (sum, total);
    CHECK (sum <= (int64_t) fewest * unit);
  }
}

TEST (wrong, "wrong weights are refused")
{
  static const char *const rows[] = { "...", "..*", "..." };
  AUTO_BOARD *board = board_from_rows (3, rows);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  int32_t weights[9] = { 1, 0, 1, 0, 0, 0, 1, 0, 1 };
  int64_t sum;

  CHECK (tw_evidence_holds (board, weights, 1, run, &sum));
  CHECK_INT (sum, 4);
  weights[4] = 1; /* one square covers it and the first cell */
  CHECK (!tw_evidence_holds (board, weights, 1, run, &sum));
  CHECK (tw_evidence_holds (board, weights, 2, run, &sum));
  weights[5] = 1; /* blocked */
  CHECK (!tw_evidence_holds (board, weights, 2, run, &sum));
}

TEST (stopped, "a stopped search marks fewer cells")
{
  AUTO_BOARD *board = tw_board_new_empty (300, 200);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_FREE int32_t *weights = malloc (300 * 200 * sizeof *weights);
  int64_t sum;

  tw_run_cancel (run);
  CHECK (tw_evidence_apart (board, 1000, run, weights));
  CHECK (tw_evidence_prices (board, 1000, run, weights) > 0);
  CHECK (!tw_evidence_holds (board, weights, 1, run, &sum));
}

CHECK_MAIN
