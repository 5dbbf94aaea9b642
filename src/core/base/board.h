/* SPDX-License-Identifier: GPL-3.0-or-later */
/* board.h - the board of a puzzle: a grid of cells.
 *
 * Layout: cells are row-major, x grows to the right, y grows downwards, the origin is the
 * upper-left cell. A cell is TW_CELL_BLOCKED or free; a free cell's value is its colour, or
 * TW_CELL_FREE when the family has no colours.
 *
 * Ownership: the creator of a board frees it with tw_board_free (). A board is written only while
 * it is built; after that it is immutable and may be read by any number of threads. */
#pragma once

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

/* Returns a board of blocked cells; NULL when a side is not in 1..TW_BOARD_MAX_SIDE or memory is
 * short. */
TwBoard *tw_board_new (int width, int height);
/* Returns a board of free cells; otherwise as tw_board_new (). */
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

/* Computes for every cell (x, y) the side of the largest square of free cells with its upper-left
 * cell there, by dynamic programming from the lower-right corner. The caller provides `table` with
 * width x height entries, row-major. */
void tw_board_largest_squares (const TwBoard *board, uint16_t *table);
/* Returns the number of squares of free cells; 0, too, when memory is short. */
size_t tw_board_count_squares (const TwBoard *board);

/* Computes for every cell the first free column at or after it in its row, or the width if there is
 * none. The caller provides `table` with width + 1 entries a row; the last entry of a row is the
 * width. */
void tw_board_next_free (const TwBoard *board, uint16_t *table);

/* Labels the 4-connected components of the free cells 0, 1, ... in row-major order of their first
 * cell; blocked cells get -1. Returns the number of components, or -1 when memory is short.
 * `labels` has width x height entries. */
int tw_board_label_components (const TwBoard *board, int32_t *labels);

/* A range of columns and rows; all four limits are included. */
typedef struct {
  int left, top, right, bottom;
} TwBoardBox;

/* Computes the bounding box of the free cells. Returns false when there are none. */
bool tw_board_free_box (const TwBoard *board, TwBoardBox *box);
/* Computes the bounding boxes of the `count` components, in one pass over the board. */
void tw_board_component_boxes (const TwBoard *board, const int32_t *labels, int count,
                               TwBoardBox *boxes);
/* Returns the component `label` as a board cropped to its box; NULL when memory is short. */
TwBoard *tw_board_cut_component (const TwBoard *board, const int32_t *labels, int32_t label,
                                 const TwBoardBox *box);
