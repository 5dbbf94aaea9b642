/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transform.c - the eight symmetries of a board and their inverses. */
#include "core/base/transform.h"

TwSquare
tw_transform_square (int k, int width, int height, TwSquare s)
{
  if (k & TW_TRANSFORM_TRANSPOSE) {
    int32_t swap = s.x;
    int side = width;

    s.x = s.y;
    s.y = swap;
    width = height;
    height = side;
  }
  if (k & TW_TRANSFORM_INVERT_X)
    s.x = width - s.x - s.size;
  if (k & TW_TRANSFORM_INVERT_Y)
    s.y = height - s.y - s.size;
  return s;
}

TwSquare
tw_transform_square_back (int k, int width, int height, TwSquare s)
{
  int across = k & TW_TRANSFORM_TRANSPOSE ? height : width;
  int down = k & TW_TRANSFORM_TRANSPOSE ? width : height;

  if (k & TW_TRANSFORM_INVERT_X)
    s.x = across - s.x - s.size;
  if (k & TW_TRANSFORM_INVERT_Y)
    s.y = down - s.y - s.size;
  if (k & TW_TRANSFORM_TRANSPOSE) {
    int32_t swap = s.x;

    s.x = s.y;
    s.y = swap;
  }
  return s;
}

void
tw_transform_tiling_back (int k, int width, int height, TwTiling *tiling)
{
  for (size_t i = 0; i < tiling->count; i++)
    tiling->squares[i] = tw_transform_square_back (k, width, height, tiling->squares[i]);
}

int
tw_transform_inverse (int k)
{
  /* Inversion of x before a transposition equals inversion of y after it, and vice versa. */
  if (k & TW_TRANSFORM_TRANSPOSE)
    return TW_TRANSFORM_TRANSPOSE | (k & TW_TRANSFORM_INVERT_X ? TW_TRANSFORM_INVERT_Y : 0)
           | (k & TW_TRANSFORM_INVERT_Y ? TW_TRANSFORM_INVERT_X : 0);
  return k;
}

TwBoard *
tw_transform_board (int k, const TwBoard *board)
{
  bool transpose = (k & TW_TRANSFORM_TRANSPOSE) != 0;
  TwBoard *result = tw_board_new (transpose ? board->height : board->width,
                                  transpose ? board->width : board->height);

  if (result == NULL)
    return NULL;

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      TwSquare cell = { .x = x, .y = y, .size = 1 };

      cell = tw_transform_square (k, board->width, board->height, cell);
      tw_board_set (result, cell.x, cell.y, tw_board_get (board, x, y));
    }
  }
  return result;
}
