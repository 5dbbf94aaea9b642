/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random-pieces.h - small random piece problems, for the tests of core/pieces and the hunt. */
#pragma once

#include "pieces-fixture.h"

#define RANDOM_PIECES_CELLS 64

static const uint8_t random_masks[4] = { TW_SHAPE_ALL, TW_SHAPE_ROTATIONS, TW_SHAPE_FLIP_ONLY,
                                         TW_SHAPE_FIXED };

static inline int
below (uint64_t *random, int n)
{
  return (int) (check_random (random) % (uint32_t) n);
}

/* Cuts the board into random regions, so that most puzzles have solutions. */
static inline void
add_cut_pieces (TwPieceProblem *problem, uint64_t *random, int longest, uint8_t mask)
{
  const TwBoard *board = problem->board;
  bool taken[RANDOM_PIECES_CELLS] = { false };

  for (int at = 0; at < board->width * board->height; at++) {
    TwShapeCell cells[8];
    int n = 0, size = 1 + below (random, longest);

    if (taken[at] || board->cells[at] == TW_CELL_BLOCKED)
      continue;
    for (int x = at % board->width, y = at / board->width, tries = 0; n < size && tries < 40;
         tries++) {
      size_t i = tw_board_index (board, x, y);

      if (!taken[i]) {
        taken[i] = true;
        cells[n++] = (TwShapeCell){ .x = (int16_t) x, .y = (int16_t) y, .colour = board->cells[i] };
      } else {
        TwShapeCell from = cells[below (random, n)];
        int d = below (random, 4);
        int u = from.x + (d == 0) - (d == 1), v = from.y + (d == 2) - (d == 3);

        if (u >= 0 && v >= 0 && u < board->width && v < board->height
            && !taken[tw_board_index (board, u, v)] && tw_board_is_free (board, u, v)) {
          x = u;
          y = v;
        }
      }
    }
    /* Sometimes a piece is omitted, so that there may be no solution. */
    if (problem->n_pieces < 40 && below (random, 25) > 0) {
      uint8_t its = below (random, 6) == 0 ? random_masks[below (random, 4)] : mask;
      int least = below (random, 3) == 0 ? 1 : 0;
      int most = 1 + (below (random, 6) == 0 ? below (random, 3) : 0);
      TwShape shape;

      CHECK (tw_shape_init (&shape, cells, n));
      CHECK (tw_piece_problem_add (problem, "x", &shape, least, most, its));
    }
  }
}

/* At most `widest` x `highest` cells, and RANDOM_PIECES_CELLS in total. */
static inline TwPieceProblem *
random_problem (uint64_t *random, int widest, int highest)
{
  int width = 1 + below (random, widest), height = 1 + below (random, highest);
  int colours = below (random, 3) == 0 ? 2 : 1, pattern = below (random, 3);
  TwBoard *board = tw_board_new (width, height);
  TwPieceProblem *problem;
  uint8_t mask = random_masks[below (random, 5) == 0 ? below (random, 4) : 0];

  if (below (random, 3) == 0)
    mask = TW_SHAPE_FIXED;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      int colour = pattern == 0   ? (x + y) % colours
                   : pattern == 1 ? x % colours
                                  : below (random, colours);

      tw_board_set (board, x, y, below (random, 12) == 0 ? 0 : (uint8_t) (1 + colour));
    }
  }
  if (tw_board_count_free (board) == 0)
    tw_board_set (board, 0, 0, 1);
  problem = tw_piece_problem_new (board);
  add_cut_pieces (problem, random, 2 + below (random, 4), mask);
  /* Sometimes a piece is fixed somewhere. */
  if (problem->n_pieces > 0 && below (random, 4) == 0) {
    for (int i = 0; i < 20; i++) {
      TwPiecePlacement placement = { .piece = below (random, (int) problem->n_pieces),
                                     .transform = (uint8_t) below (random, 8),
                                     .x = (int16_t) below (random, width),
                                     .y = (int16_t) below (random, height) };

      if (tw_piece_problem_place (problem, placement, NULL, NULL) == TW_PLACE_OK)
        break;
    }
  }
  return problem;
}
