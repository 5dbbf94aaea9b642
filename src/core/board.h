/* SPDX-License-Identifier: GPL-3.0-or-later */
/* board.h - a grid of cells, the thing every puzzle is about.
 *
 * Shapes: cells are row-major, x grows to the right, y grows downwards, the
 * origin is the upper-left cell. A cell is TW_CELL_BLOCKED or free; a free
 * cell's value is its colour, TW_CELL_FREE when the family has no colours.
 *
 * Ownership: whoever makes a board frees it with tw_board_free (). A board is
 * written only while it is built; after that it is treated as immutable and
 * may be read by any number of threads.
 */
#ifndef TW_CORE_BOARD_H
#define TW_CORE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TW_BOARD_MAX_SIDE 1000

enum {
  TW_CELL_BLOCKED = 0,
  TW_CELL_FREE = 1,
};

typedef struct {
  int width;
  int height;
  uint8_t cells[];
} TwBoard;

/* A board of blocked cells; NULL when a side is not in 1..TW_BOARD_MAX_SIDE or
 * memory is short. */
TwBoard *tw_board_new (int width, int height);
/* The same with every cell free. */
TwBoard *tw_board_new_empty (int width, int height);
TwBoard *tw_board_copy (const TwBoard *board);
void tw_board_free (TwBoard *board);

bool tw_board_equal (const TwBoard *a, const TwBoard *b);
size_t tw_board_count_free (const TwBoard *board);

static inline size_t
tw_board_index (const TwBoard *board, int x, int y)
{
  return (size_t) y * (size_t) board->width + (size_t) x;
}

static inline uint8_t
tw_board_get (const TwBoard *board, int x, int y)
{
  return board->cells[tw_board_index (board, x, y)];
}

static inline void
tw_board_set (TwBoard *board, int x, int y, uint8_t value)
{
  board->cells[tw_board_index (board, x, y)] = value;
}

static inline bool
tw_board_is_free (const TwBoard *board, int x, int y)
{
  return tw_board_get (board, x, y) != TW_CELL_BLOCKED;
}

/* Side of the largest all-free square whose upper-left cell is (x, y), for
 * every cell, by dynamic programming from the lower-right corner. `table` has
 * width x height entries, row-major, and is the caller's. */
void tw_board_largest_squares (const TwBoard *board, uint16_t *table);

/* The first free column at or after each cell in its row, the width where there is none: width + 1 a
 * row, with an end. `table` is the caller's. */
void tw_board_next_free (const TwBoard *board, uint16_t *table);

/* Labels the 4-connected components of the free cells 0, 1, ... in row-major
 * order of their first cell; blocked cells get -1. Returns how many there are,
 * or -1 when memory is short. `labels` has width x height entries. */
int tw_board_label_components (const TwBoard *board, int32_t *labels);

/* Columns left to right and rows top to bottom, all of them inside. */
typedef struct {
  int left, top, right, bottom;
} TwBoardBox;

/* The bounding box of the free cells; false when there is none. */
bool tw_board_free_box (const TwBoard *board, TwBoardBox *box);
/* The bounding boxes of the `count` components, in one pass over the board. */
void tw_board_component_boxes (const TwBoard *board, const int32_t *labels, int count,
                               TwBoardBox *boxes);
/* The component `label` alone, cropped to its box. NULL when memory is short. */
TwBoard *tw_board_cut_component (const TwBoard *board, const int32_t *labels, int32_t label,
                                 const TwBoardBox *box);

#endif
