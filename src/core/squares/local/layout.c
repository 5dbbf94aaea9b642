/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.c - tilings as tables of sizes; see layout.h. */
#include "core/squares/local/layout.h"

bool
tw_layout_take (const TwBoard *board, const uint16_t *sizes, int x, int y, TwBoard *part,
                TwTiling *tiling)
{
  for (int j = 0; j < part->height; j++) {
    for (int i = 0; i < part->width; i++) {
      int size = sizes[tw_board_index (board, x + i, y + j)];

      if (size == 0 || i + size > part->width || j + size > part->height)
        continue;
      if (!tw_tiling_add (tiling, (TwSquare){ .x = i, .y = j, .size = size }))
        return false;
      for (int cell = 0; cell < size * size; cell++)
        tw_board_set (part, i + cell % size, j + cell / size, TW_CELL_FREE);
    }
  }
  return true;
}

void
tw_layout_set (const TwBoard *board, uint16_t *sizes, int x, int y, const TwTiling *tiling,
               bool here)
{
  for (size_t i = 0; i < tiling->count; i++) {
    TwSquare square = tiling->squares[i];

    sizes[tw_board_index (board, x + square.x, y + square.y)] = here ? (uint16_t) square.size : 0;
  }
}

bool
tw_layout_collect (const TwBoard *board, const uint16_t *sizes, TwTiling *tiling)
{
  tiling->count = 0;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      int size = sizes[tw_board_index (board, x, y)];

      if (size > 0 && !tw_tiling_add (tiling, (TwSquare){ .x = x, .y = y, .size = size }))
        return false;
    }
  }
  return true;
}
