/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-board.h - small random boards and a brute-force reference, shared by
 * the core tests. */
#pragma once

#include "core-test.h"
#include "core/squares/engines/optimal.h"

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

static inline int
brute_force (const TwBoard *board)
{
  uint64_t covered = 0;
  int best = board->width * board->height + 1;

  for (int i = 0; i < board->width * board->height; i++) {
    if (board->cells[i] == TW_CELL_BLOCKED)
      covered |= 1ULL << i;
  }
  brute_force_from (board, covered, 0, &best);
  return best;
}

/* The minimum number of squares by the exact engine, for boards too large for brute force. */
static inline int64_t
fewest_squares (const TwBoard *board)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = default_options ();
  int64_t best;

  CHECK_INT (tw_optimal_solve (board, &options, run), TW_STATUS_OPTIMAL);
  best = tw_run_best (run);
  return best;
}
