/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core-values.c - see core-values.h. */
#include "puzzle/core-values.h"

#include <string.h>

TwShape
tw_new_shape (const TwShapeCell *cells, int count)
{
  TwShape shape;

  if (!tw_shape_init (&shape, cells, count))
    g_error ("out of memory for a shape");
  return shape;
}

TwShape
tw_new_drawn_shape (const char *rows)
{
  g_autofree TwShapeCell *cells = g_new (TwShapeCell, strlen (rows));
  int16_t x = 0, y = 0;
  int n = 0;

  for (const char *c = rows; *c != '\0'; c++) {
    if (*c != '.' && *c != '/')
      cells[n++] = (TwShapeCell){ .x = x, .y = y, .colour = TW_CELL_FREE };
    x = *c == '/' ? 0 : (int16_t) (x + 1);
    y = (int16_t) (y + (*c == '/'));
  }
  return tw_new_shape (cells, n);
}

TwShape
tw_new_turned (const TwShape *shape, int k)
{
  TwShape turned;

  if (!tw_shape_transform (&turned, k, shape))
    g_error ("out of memory for a shape");
  return turned;
}

void
tw_add_piece (TwPieceProblem *problem, const char *name, TwShape shape, int least, int most,
              uint8_t transforms)
{
  if (!tw_piece_problem_add (problem, name, &shape, least, most, transforms))
    g_error ("out of memory for a piece");
}
