/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core-values.c - see core-values.h. */
#include "puzzle/core-values.h"

TwShape
tw_new_shape (const TwShapeCell *cells, int count)
{
  TwShape shape;

  if (!tw_shape_init (&shape, cells, count))
    g_error ("out of memory for a shape");
  return shape;
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
