/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-board.h - small random boards, and the fewest squares for a board by brute force and other
 * means, shared by the core tests. */
#pragma once

#include "core-test.h"
#include "core/squares/engines/optimal.h"
#include "core/squares/sweep/sweep.h"

/* Fewest squares for an n x m rectangle, m = 1..n (OEIS A219158). */
static const uint8_t fewest_of_rectangle[15][15] = {
  { 1 },
  { 2, 1 },
  { 3, 3, 1 },
  { 4, 2, 4, 1 },
  { 5, 4, 4, 5, 1 },
  { 6, 3, 2, 3, 5, 1 },
  { 7, 5, 5, 5, 5, 5, 1 },
  { 8, 4, 5, 2, 5, 4, 7, 1 },
  { 9, 6, 3, 6, 6, 3, 6, 7, 1 },
  { 10, 5, 6, 4, 2, 4, 6, 5, 6, 1 },
  { 11, 7, 6, 6, 6, 6, 6, 6, 7, 6, 1 },
  { 12, 6, 4, 3, 6, 2, 6, 3, 4, 5, 7, 1 },
  { 13, 8, 7, 7, 6, 6, 6, 6, 7, 7, 6, 7, 1 },
  { 14, 7, 7, 5, 7, 5, 2, 5, 7, 5, 7, 5, 7, 1 },
  { 15, 9, 5, 7, 3, 4, 8, 8, 4, 3, 7, 5, 8, 7, 1 },
};

/* Each cell is blocked with probability percent / 100. */
static inline TwBoard *
random_board (int width, int height, unsigned percent, uint64_t *seed)
{
  TwBoard *board = tw_board_new (width, height);

  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      tw_board_set (board, x, y,
                    check_random (seed) % 100 < percent ? TW_CELL_BLOCKED : TW_CELL_FREE);
  }
  return board;
}

/* The same, with a random width and height in these ranges. */
static inline TwBoard *
random_board_of (int least_width, int most_width, int least_height, int most_height,
                 unsigned percent, uint64_t *seed)
{
  int height = least_height
               + (int) (check_random (seed) % (uint32_t) (most_height - least_height + 1));
  int width = least_width + (int) (check_random (seed) % (uint32_t) (most_width - least_width + 1));

  return random_board (width, height, percent, seed);
}

/* A board from rows of '.' (free) and '*' (blocked). */
static inline TwBoard *
board_from_rows (int height, const char *const *rows)
{
  TwBoard *board = tw_board_new ((int) strlen (rows[0]), height);

  for (int y = 0; y < height; y++) {
    for (int x = 0; x < board->width; x++)
      tw_board_set (board, x, y, rows[y][x] == '.' ? TW_CELL_FREE : TW_CELL_BLOCKED);
  }
  return board;
}

/* The minimum number of squares by depth-first search over the first uncovered cell in row-major
 * order; for boards of at most 64 cells. */
static inline void
brute_force_from (const TwBoard *board, uint64_t covered, int count, int *best)
{
  int cells = board->width * board->height;
  int i = 0;

  while (i < cells && (covered >> i & 1))
    i++;
  if (count >= *best)
    return;
  if (i == cells) {
    *best = count;
    return;
  }

  for (int size = 1;
       i % board->width + size <= board->width && i / board->width + size <= board->height;
       size++) {
    uint64_t square = 0;
    bool fits = true;

    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++)
        square |= 1ULL << (i + y * board->width + x);
    }
    fits = (square & covered) == 0;
    if (!fits)
      break;
    brute_force_from (board, covered | square, count + 1, best);
  }
}

/* Bit i: cell i is blocked; for boards of at most 64 cells. */
static inline uint64_t
blocked_cells (const TwBoard *board)
{
  uint64_t blocked = 0;

  for (int i = 0; i < board->width * board->height; i++)
    blocked |= (uint64_t) (board->cells[i] == TW_CELL_BLOCKED) << i;
  return blocked;
}

static inline int
brute_force (const TwBoard *board)
{
  int best = board->width * board->height + 1;

  brute_force_from (board, blocked_cells (board), 0, &best);
  return best;
}

/* The minimum number of squares by the exact engine, for boards too large for brute force. */
static inline int64_t
fewest_squares (const TwBoard *board)
{
  AUTO_RUN *run = new_run ();
  TwOptions options = default_options ();

  CHECK_INT (tw_optimal_solve (board, &options, run), TW_STATUS_OPTIMAL);
  return tw_run_best (run);
}

/* The number of squares that a sweep within these limits finds, whose tiling must be valid. */
static inline size_t
sweep_squares (const TwBoard *board, int margin, int deviation, double hurry)
{
  const TwSweepRule rule = { .margin = margin, .deviation = deviation };
  AUTO_RUN *run = new_run ();
  TwSweepScratch *scratch = tw_sweep_scratch_new (run);
  TwSweep *sweep = tw_sweep_new (run, board, &rule);
  AUTO_TILING tiling = { 0 };
  TwEnd result;

  do {
    result = tw_sweep_column (sweep, scratch, hurry);
    CHECK (result == TW_END_LIMIT || result == TW_END_DONE);
    CHECK (tw_sweep_states (sweep) >= 1);
  } while (result == TW_END_LIMIT);
  CHECK (tw_sweep_tiling (sweep, &tiling));
  CHECK (tw_tiling_check (board, &tiling, NULL));
  tw_sweep_free (sweep);
  tw_sweep_scratch_free (scratch);
  return tiling.count;
}
