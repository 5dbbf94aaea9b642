/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiling.c - arrays of squares and the independent checker. */
#include "core/base/tiling.h"

#include <stdlib.h>
#include <string.h>

bool
tw_tiling_reserve (TwTiling *tiling, size_t capacity)
{
  TwSquare *squares;

  if (capacity <= tiling->capacity)
    return true;
  if (capacity > SIZE_MAX / sizeof (TwSquare))
    return false;
  squares = realloc (tiling->squares, capacity * sizeof (TwSquare));
  if (squares == NULL)
    return false;
  tiling->squares = squares;
  tiling->capacity = capacity;
  return true;
}

bool
tw_tiling_add (TwTiling *tiling, TwSquare square)
{
  if (tiling->count == tiling->capacity
      && !tw_tiling_reserve (tiling, tiling->capacity < 32 ? 64 : tiling->capacity * 2))
    return false;
  tiling->squares[tiling->count++] = square;
  return true;
}

bool
tw_tiling_assign (TwTiling *to, const TwTiling *from)
{
  if (!tw_tiling_reserve (to, from->count))
    return false;
  if (from->count > 0)
    memcpy (to->squares, from->squares, from->count * sizeof (TwSquare));
  to->count = from->count;
  return true;
}

void
tw_tiling_clear (TwTiling *tiling)
{
  free (tiling->squares);
  *tiling = (TwTiling){ 0 };
}

static int
compare_squares (const void *a, const void *b)
{
  const TwSquare *p = a, *q = b;

  if (p->y != q->y)
    return p->y < q->y ? -1 : 1;
  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  return (p->size > q->size) - (p->size < q->size);
}

void
tw_tiling_sort (TwTiling *tiling)
{
  if (tiling->count > 1)
    qsort (tiling->squares, tiling->count, sizeof (TwSquare), compare_squares);
}

/* --- the checker --------------------------------------------------------- */

typedef struct {
  TwFault *first;
  void (*report) (const TwFault *fault, void *data);
  void *data;
  size_t count;
  size_t marks; /* remaining number of cells that wrong squares may mark */
} Verdict;

enum {
  MARKS = 8, /* multiple of the number of cells */
};

static void
blame (Verdict *verdict, TwFaultKind kind, int x, int y, ptrdiff_t square)
{
  TwFault fault = { .kind = kind, .x = x, .y = y, .square = square };

  if (verdict->count++ == 0 && verdict->first != NULL)
    *verdict->first = fault;
  if (verdict->report != NULL)
    verdict->report (&fault, verdict->data);
}

/* Marks the cells of a square that lies within the board and reports its first wrong cell. The
 * remaining cells are marked, too, so that one fault does not cause many others. Right squares mark
 * each cell once and wrong squares a limited number of cells, so a large number of squares is
 * checked in linear time. */
static void
judge_square (Verdict *verdict, const TwBoard *board, uint8_t *covered, TwSquare s, ptrdiff_t index)
{
  bool blamed = false;

  for (int y = s.y; y < s.y + s.size; y++) {
    for (int x = s.x; x < s.x + s.size; x++) {
      size_t i = tw_board_index (board, x, y);
      TwFaultKind kind = TW_FAULT_NONE;

      if (board->cells[i] == TW_CELL_BLOCKED)
        kind = TW_FAULT_BLOCKED;
      else if (covered[i])
        kind = TW_FAULT_OVERLAP;
      if (kind != TW_FAULT_NONE && !blamed) {
        blame (verdict, kind, x, y, index);
        blamed = true;
      }
      if (blamed && verdict->marks-- == 0) {
        verdict->marks = 0;
        return;
      }
      covered[i] = 1;
    }
  }
}

static size_t
judge (Verdict *verdict, const TwBoard *board, const TwTiling *tiling)
{
  uint8_t *covered = calloc ((size_t) board->width, (size_t) board->height);

  if (covered == NULL) {
    blame (verdict, TW_FAULT_NO_MEMORY, 0, 0, -1);
    return verdict->count;
  }

  verdict->marks = MARKS * (size_t) board->width * (size_t) board->height;
  for (size_t i = 0; i < tiling->count; i++) {
    TwSquare s = tiling->squares[i];

    if (s.size < 1)
      blame (verdict, TW_FAULT_BAD_SIZE, s.x, s.y, (ptrdiff_t) i);
    else if (s.x < 0 || s.y < 0 || s.size > board->width || s.size > board->height
             || s.x > board->width - s.size || s.y > board->height - s.size)
      blame (verdict, TW_FAULT_OUTSIDE, s.x, s.y, (ptrdiff_t) i);
    else
      judge_square (verdict, board, covered, s, (ptrdiff_t) i);
  }

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      size_t i = tw_board_index (board, x, y);

      if (board->cells[i] != TW_CELL_BLOCKED && !covered[i])
        blame (verdict, TW_FAULT_UNCOVERED, x, y, -1);
    }
  }

  free (covered);
  return verdict->count;
}

bool
tw_tiling_check (const TwBoard *board, const TwTiling *tiling, TwFault *fault)
{
  Verdict verdict = { .first = fault };

  if (fault != NULL)
    *fault = (TwFault){ .kind = TW_FAULT_NONE, .square = -1 };
  return judge (&verdict, board, tiling) == 0;
}

size_t
tw_tiling_check_all (const TwBoard *board, const TwTiling *tiling,
                     void (*report) (const TwFault *fault, void *data), void *data)
{
  Verdict verdict = { .report = report, .data = data };

  return judge (&verdict, board, tiling);
}
