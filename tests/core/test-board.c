/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-board.c - boards, largest squares, components, transforms. */
#include "core/base/transform.h"
#include "random-board.h"

TEST (bounds, "sides are bounded")
{
  AUTO_BOARD *board = NULL;

  CHECK (tw_board_new (0, 5) == NULL);
  CHECK (tw_board_new (5, -1) == NULL);
  CHECK (tw_board_new (TW_BOARD_MAX_SIDE + 1, 1) == NULL);
  board = tw_board_new (TW_BOARD_MAX_SIDE, 1);
  CHECK (board != NULL);
  CHECK_INT (tw_board_count_free (board), 0);
}

static int
largest_square_by_hand (const TwBoard *board, int x, int y)
{
  for (int size = 1;; size++) {
    if (x + size > board->width || y + size > board->height)
      return size - 1;
    for (int j = 0; j < size; j++) {
      for (int i = 0; i < size; i++) {
        if (!tw_board_is_free (board, x + i, y + j))
          return size - 1;
      }
    }
  }
}

TEST (largest_squares, "largest squares")
{
  uint64_t seed = 7;
  uint16_t table[12 * 12];

  for (int round = 0; round < 200; round++) {
    int width = 1 + (int) (check_random (&seed) % 12),
        height = 1 + (int) (check_random (&seed) % 12);
    AUTO_BOARD *board = random_board (width, height, check_random (&seed) % 40, &seed);

    tw_board_largest_squares (board, table);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++)
        CHECK_INT (table[y * width + x], largest_square_by_hand (board, x, y));
    }
  }
}

TEST (next_free, "next free columns")
{
  static const char *const rows[] = { ".**.", "****", "*.*." };
  static const uint16_t expected[3][5] = { { 0, 3, 3, 3, 4 },
                                           { 4, 4, 4, 4, 4 },
                                           { 1, 1, 3, 3, 4 } };
  AUTO_BOARD *board = board_from_rows (3, rows);
  uint16_t table[15];

  tw_board_next_free (board, table);
  for (int i = 0; i < 15; i++)
    CHECK_INT (table[i], expected[i / 5][i % 5]);
}

TEST (components, "components")
{
  static const char *const rows[] = { "..*.", "**..", ".*.*", "...*" };
  AUTO_BOARD *board = board_from_rows (4, rows);
  int32_t labels[16];
  TwBoardBox boxes[2];
  AUTO_BOARD *part = NULL;

  CHECK_INT (tw_board_label_components (board, labels), 2);
  CHECK_INT (labels[0], 0);
  CHECK_INT (labels[2], -1);
  CHECK_INT (labels[3], 1);
  CHECK_INT (labels[6], 1);
  CHECK_INT (labels[10], 1);
  CHECK_INT (labels[12], 1);
  CHECK_INT (labels[8], 1);

  tw_board_component_boxes (board, labels, 2, boxes);
  CHECK_INT (boxes[0].left, 0);
  CHECK_INT (boxes[0].top, 0);
  CHECK_INT (boxes[0].right, 1);
  CHECK_INT (boxes[0].bottom, 0);
  CHECK_INT (boxes[1].right, 3);
  CHECK_INT (boxes[1].bottom, 3);
  part = tw_board_cut_component (board, labels, 0, &boxes[0]);
  CHECK_INT (part->width, 2);
  CHECK_INT (part->height, 1);
}

TEST (transform_numbers, "numbering of the transforms")
{
  /* One marked cell of a 3 x 2 board; the expected positions were determined by hand for each
   * transform. */
  static const struct {
    int x, y;
  } expected[8] = {
    { 2, 0 }, { 2, 1 }, { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 0 }, { 1, 2 }, { 1, 0 }
  };

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    TwSquare s = tw_transform_square (k, 3, 2, (TwSquare){ .x = 2, .y = 0, .size = 1 });

    CHECK_INT (s.x, expected[k].x);
    CHECK_INT (s.y, expected[k].y);
  }
}

TEST (transforms_invert, "transforms and their inverse")
{
  uint64_t seed = 3;

  for (int round = 0; round < 100; round++) {
    int width = 1 + (int) (check_random (&seed) % 9), height = 1 + (int) (check_random (&seed) % 9);
    AUTO_BOARD *board = random_board (width, height, 30, &seed);
    int least = width < height ? width : height;

    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      AUTO_BOARD *there = tw_transform_board (k, board);
      AUTO_BOARD *back = tw_transform_board (tw_transform_inverse (k), there);
      TwSquare s = { .size = 1 + (int) (check_random (&seed) % (unsigned) least) };
      TwSquare moved;

      CHECK (tw_board_equal (back, board));
      s.x = (int) (check_random (&seed) % (unsigned) (width - s.size + 1));
      s.y = (int) (check_random (&seed) % (unsigned) (height - s.size + 1));
      moved = tw_transform_square (k, width, height, s);
      for (int j = 0; j < s.size; j++) {
        for (int i = 0; i < s.size; i++) {
          TwSquare cell = tw_transform_square (k, width, height,
                                               (TwSquare){ .x = s.x + i, .y = s.y + j, .size = 1 });

          CHECK (cell.x >= moved.x && cell.x < moved.x + s.size);
          CHECK (cell.y >= moved.y && cell.y < moved.y + s.size);
        }
      }
      moved = tw_transform_square_back (k, width, height, moved);
      CHECK (moved.x == s.x && moved.y == s.y && moved.size == s.size);
    }
  }
}

CHECK_MAIN
