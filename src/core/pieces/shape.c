/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shape.c - polyominoes of coloured cells; called by the piece problem, its compiler, the callers
 * of its checker, and the readers. */
#include "core/pieces/shape.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/board.h"

uint8_t
tw_shape_transforms (bool rotate, bool flip)
{
  if (rotate)
    return flip ? TW_SHAPE_ALL : TW_SHAPE_ROTATIONS;
  return flip ? TW_SHAPE_FLIP_ONLY : TW_SHAPE_FIXED;
}

static int
compare_cells (const void *a, const void *b)
{
  const TwShapeCell *p = a, *q = b;

  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

/* Sorts the cells. Most pieces are small and nearly sorted after a transform, where insertion sort
 * is the fastest; qsort () sorts large shapes. */
static void
settle (TwShape *shape)
{
  if (shape->count > 64) {
    qsort (shape->cells, (size_t) shape->count, sizeof (TwShapeCell), compare_cells);
    return;
  }
  for (int i = 1; i < shape->count; i++) {
    TwShapeCell cell = shape->cells[i];
    int j = i;

    for (; j > 0 && compare_cells (&shape->cells[j - 1], &cell) > 0; j--)
      shape->cells[j] = shape->cells[j - 1];
    shape->cells[j] = cell;
  }
}

bool
tw_shape_init (TwShape *shape, const TwShapeCell *cells, int count)
{
  int left, right, top, bottom;

  *shape = (TwShape){ 0 };
  if (count < 1)
    return false;

  left = right = cells[0].x;
  top = bottom = cells[0].y;
  for (int i = 1; i < count; i++) {
    left = cells[i].x < left ? cells[i].x : left;
    right = cells[i].x > right ? cells[i].x : right;
    top = cells[i].y < top ? cells[i].y : top;
    bottom = cells[i].y > bottom ? cells[i].y : bottom;
  }
  if (right - left >= TW_BOARD_MAX_SIDE || bottom - top >= TW_BOARD_MAX_SIDE)
    return false;

  shape->cells = malloc ((size_t) count * sizeof (TwShapeCell));
  if (shape->cells == NULL)
    return false;
  shape->count = count;
  shape->width = right - left + 1;
  shape->height = bottom - top + 1;
  for (int i = 0; i < count; i++)
    shape->cells[i] = (TwShapeCell){ .x = (int16_t) (cells[i].x - left),
                                     .y = (int16_t) (cells[i].y - top),
                                     .colour = cells[i].colour };
  settle (shape);
  for (int i = 1; i < count; i++) {
    if (compare_cells (&shape->cells[i - 1], &shape->cells[i]) == 0) {
      tw_shape_clear (shape);
      return false;
    }
  }
  return true;
}

void
tw_shape_clear (TwShape *shape)
{
  free (shape->cells);
  *shape = (TwShape){ 0 };
}

bool
tw_shape_copy (TwShape *to, const TwShape *from)
{
  TwShapeCell *cells = malloc ((size_t) from->count * sizeof (TwShapeCell));

  if (cells == NULL)
    return false;
  memcpy (cells, from->cells, (size_t) from->count * sizeof (TwShapeCell));
  *to = *from;
  to->cells = cells;
  return true;
}

TwShapeCell
tw_shape_cell (const TwShape *shape, int k, int i)
{
  TwShapeCell cell = shape->cells[i];
  int width = shape->width, height = shape->height;

  if (k & 4) {
    int16_t x = cell.x;

    cell.x = cell.y;
    cell.y = x;
    width = shape->height;
    height = shape->width;
  }
  if (k & 2)
    cell.x = (int16_t) (width - 1 - cell.x);
  if (k & 1)
    cell.y = (int16_t) (height - 1 - cell.y);
  return cell;
}

bool
tw_shape_transform (TwShape *to, int k, const TwShape *from)
{
  if (!tw_shape_copy (to, from))
    return false;
  for (int i = 0; i < from->count; i++)
    to->cells[i] = tw_shape_cell (from, k, i);
  if (k & 4) {
    to->width = from->height;
    to->height = from->width;
  }
  settle (to);
  return true;
}

int
tw_shape_compare (const TwShape *a, const TwShape *b)
{
  if (a->count != b->count)
    return a->count < b->count ? -1 : 1;
  if (a->width != b->width)
    return a->width < b->width ? -1 : 1;
  if (a->height != b->height)
    return a->height < b->height ? -1 : 1;
  for (int i = 0; i < a->count; i++) {
    int order = compare_cells (&a->cells[i], &b->cells[i]);

    if (order != 0)
      return order;
    if (a->cells[i].colour != b->cells[i].colour)
      return a->cells[i].colour < b->cells[i].colour ? -1 : 1;
  }
  return 0;
}

/* Finds neighbours by binary search, so the cost of a sparse shape depends on its cells and not on
 * its extent. */
static int
find_cell (const TwShape *shape, int x, int y)
{
  int low = 0, high = shape->count - 1;

  while (low <= high) {
    int middle = (low + high) / 2;
    TwShapeCell cell = shape->cells[middle];

    if (cell.x == x && cell.y == y)
      return middle;
    if (cell.y < y || (cell.y == y && cell.x < x))
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int
tw_shape_is_connected (const TwShape *shape)
{
  static const int step[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  int *queue = malloc ((size_t) shape->count * sizeof (int));
  bool *seen = calloc ((size_t) shape->count, sizeof (bool));
  bool ready = queue != NULL && seen != NULL;
  int head = 0, tail = 0;

  if (ready) {
    queue[tail++] = 0;
    seen[0] = true;
    while (head < tail) {
      TwShapeCell cell = shape->cells[queue[head++]];

      for (int d = 0; d < 4; d++) {
        int i = find_cell (shape, cell.x + step[d][0], cell.y + step[d][1]);

        if (i >= 0 && !seen[i]) {
          seen[i] = true;
          queue[tail++] = i;
        }
      }
    }
  }
  free (queue);
  free (seen);
  return ready ? tail == shape->count : -1;
}

int
tw_shape_orientations (const TwShape *shape, uint8_t mask, TwShape orientations[8],
                       uint8_t transforms[8])
{
  int count = 0;

  for (int k = 0; k < 8; k++) {
    TwShape turned;
    bool known = false;

    if (!(mask >> k & 1))
      continue;
    if (!tw_shape_transform (&turned, k, shape)) {
      while (count > 0)
        tw_shape_clear (&orientations[--count]);
      return -1;
    }
    for (int i = 0; i < count && !known; i++)
      known = tw_shape_compare (&turned, &orientations[i]) == 0;
    if (known) {
      tw_shape_clear (&turned);
      continue;
    }
    orientations[count] = turned;
    transforms[count++] = (uint8_t) k;
  }
  return count;
}
