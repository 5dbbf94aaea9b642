/* SPDX-License-Identifier: GPL-3.0-or-later */
/* board.c - the grid of cells: creation, comparison, measurements. */
#include "core/base/board.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

TwBoard *
tw_board_new (int width, int height)
{
  TwBoard *board;
  size_t cells;

  if (width < 1 || height < 1 || width > TW_BOARD_MAX_SIDE || height > TW_BOARD_MAX_SIDE)
    return NULL;

  cells = (size_t) width * (size_t) height;
  board = calloc (1, sizeof (TwBoard) + cells);
  if (board == NULL)
    return NULL;

  board->width = width;
  board->height = height;
  return board;
}

TwBoard *
tw_board_new_empty (int width, int height)
{
  TwBoard *board = tw_board_new (width, height);

  if (board != NULL)
    memset (board->cells, TW_CELL_FREE, (size_t) width * (size_t) height);
  return board;
}

TwBoard *
tw_board_copy (const TwBoard *board)
{
  TwBoard *copy = tw_board_new (board->width, board->height);

  if (copy != NULL)
    memcpy (copy->cells, board->cells, (size_t) board->width * (size_t) board->height);
  return copy;
}

void
tw_board_free (TwBoard *board)
{
  free (board);
}

bool
tw_board_equal (const TwBoard *a, const TwBoard *b)
{
  return a->width == b->width && a->height == b->height
         && memcmp (a->cells, b->cells, (size_t) a->width * (size_t) a->height) == 0;
}

size_t
tw_board_count_free (const TwBoard *board)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  size_t count = 0;

  for (size_t i = 0; i < cells; i++)
    count += board->cells[i] != TW_CELL_BLOCKED;
  return count;
}

void
tw_board_largest_squares (const TwBoard *board, uint16_t *table)
{
  int width = board->width;

  for (int y = board->height - 1; y >= 0; y--) {
    for (int x = width - 1; x >= 0; x--) {
      size_t i = tw_board_index (board, x, y);
      uint16_t least;

      if (board->cells[i] == TW_CELL_BLOCKED) {
        table[i] = 0;
        continue;
      }
      if (x == width - 1 || y == board->height - 1) {
        table[i] = 1;
        continue;
      }
      least = table[i + 1];
      if (table[i + (size_t) width] < least)
        least = table[i + (size_t) width];
      if (table[i + (size_t) width + 1] < least)
        least = table[i + (size_t) width + 1];
      table[i] = (uint16_t) (least + 1);
    }
  }
}

size_t
tw_board_count_squares (const TwBoard *board)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height, n_squares = 0;
  uint16_t *largest = malloc (n_cells * sizeof (uint16_t));

  if (largest != NULL)
    tw_board_largest_squares (board, largest);
  for (size_t i = 0; largest != NULL && i < n_cells; i++)
    n_squares += largest[i];
  free (largest);
  return n_squares;
}

void
tw_board_next_free (const TwBoard *board, uint16_t *table)
{
  for (int y = 0; y < board->height; y++) {
    uint16_t *row = &table[(size_t) y * (size_t) (board->width + 1)];

    row[board->width] = (uint16_t) board->width;
    for (int x = board->width - 1; x >= 0; x--)
      row[x] = tw_board_is_free (board, x, y) ? (uint16_t) x : row[x + 1];
  }
}

int
tw_board_label_components (const TwBoard *board, int32_t *labels)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  size_t width = (size_t) board->width;
  /* Every cell is pushed at most once. */
  uint32_t *stack = malloc (cells * sizeof (uint32_t));
  int count = 0;

  if (stack == NULL)
    return -1;

  for (size_t i = 0; i < cells; i++)
    labels[i] = -1;

  for (size_t start = 0; start < cells; start++) {
    size_t depth = 0;

    if (board->cells[start] == TW_CELL_BLOCKED || labels[start] >= 0)
      continue;

    labels[start] = count;
    stack[depth++] = (uint32_t) start;
    while (depth > 0) {
      size_t i = stack[--depth];
      size_t x = i % width;
      size_t next[4];
      int n = 0;

      if (x > 0)
        next[n++] = i - 1;
      if (x + 1 < width)
        next[n++] = i + 1;
      if (i >= width)
        next[n++] = i - width;
      if (i + width < cells)
        next[n++] = i + width;
      while (n-- > 0) {
        if (board->cells[next[n]] != TW_CELL_BLOCKED && labels[next[n]] < 0) {
          labels[next[n]] = count;
          stack[depth++] = (uint32_t) next[n];
        }
      }
    }
    count++;
  }

  free (stack);
  return count;
}

static const TwBoardBox no_box = { INT_MAX, INT_MAX, -1, -1 };

static void
widen_box (TwBoardBox *box, int column, int row)
{
  box->left = column < box->left ? column : box->left;
  box->right = column > box->right ? column : box->right;
  box->top = row < box->top ? row : box->top;
  box->bottom = row;
}

bool
tw_board_free_box (const TwBoard *board, TwBoardBox *box)
{
  *box = no_box;
  for (int row = 0; row < board->height; row++) {
    for (int column = 0; column < board->width; column++) {
      if (tw_board_is_free (board, column, row))
        widen_box (box, column, row);
    }
  }
  return box->right >= 0;
}

void
tw_board_component_boxes (const TwBoard *board, const int32_t *labels, int count, TwBoardBox *boxes)
{
  for (int i = 0; i < count; i++)
    boxes[i] = no_box;
  for (int row = 0; row < board->height; row++) {
    for (int column = 0; column < board->width; column++) {
      int32_t label = labels[tw_board_index (board, column, row)];

      if (label >= 0 && label < count)
        widen_box (&boxes[label], column, row);
    }
  }
}

TwBoard *
tw_board_cut_component (const TwBoard *board, const int32_t *labels, int32_t label,
                        const TwBoardBox *box)
{
  TwBoard *part = tw_board_new (box->right - box->left + 1, box->bottom - box->top + 1);

  if (part == NULL)
    return NULL;
  for (int row = box->top; row <= box->bottom; row++) {
    for (int column = box->left; column <= box->right; column++) {
      if (labels[tw_board_index (board, column, row)] == label)
        tw_board_set (part, column - box->left, row - box->top, tw_board_get (board, column, row));
    }
  }
  return part;
}
