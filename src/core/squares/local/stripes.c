/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stripes.c - solves stripes of a tiling again, exactly. */
#include "core/squares/local/stripes.h"

/* Returns the number of stripes in one pass along a side of `length`. */
static int
count_along (int length, int size, int step)
{
  return length <= size ? 1 : 1 + (length - size + step - 1) / step;
}

int
tw_stripes_count (int width, int height, int size, int step)
{
  return 2 * (count_along (height, size, step) + count_along (width, size, step));
}

TwStripe
tw_stripes_get (int width, int height, int size, int step, int index)
{
  int down = count_along (height, size, step), right = count_along (width, size, step);
  bool back = index >= down + right;
  TwStripe stripe;
  int length;

  if (back)
    index -= down + right;
  stripe.columns = index >= down;
  if (stripe.columns)
    index -= down;
  length = stripe.columns ? width : height;

  /* The last stripe of a pass is moved so that it ends at the edge. */
  stripe.size = size < length ? size : length;
  stripe.begin = index * step;
  if (stripe.begin > length - stripe.size)
    stripe.begin = length - stripe.size;
  if (back)
    stripe.begin = length - stripe.size - stripe.begin;
  return stripe;
}

static bool
lies_inside (TwStripe stripe, TwSquare s)
{
  int at = stripe.columns ? s.x : s.y;

  return at >= stripe.begin && at + s.size <= stripe.begin + stripe.size;
}

/* Converts to and from the coordinates of the stripe's board, whose height is the size of the
 * stripe. */
static TwSquare
to_stripe (TwStripe stripe, TwSquare s)
{
  if (stripe.columns)
    return (TwSquare){ .x = s.y, .y = s.x - stripe.begin, .size = s.size };
  return (TwSquare){ .x = s.x, .y = s.y - stripe.begin, .size = s.size };
}

static TwSquare
from_stripe (TwStripe stripe, TwSquare s)
{
  if (stripe.columns)
    return (TwSquare){ .x = s.y + stripe.begin, .y = s.x, .size = s.size };
  return (TwSquare){ .x = s.x, .y = s.y + stripe.begin, .size = s.size };
}

static void
free_cells (TwBoard *part, TwSquare s)
{
  for (int y = s.y; y < s.y + s.size; y++) {
    for (int x = s.x; x < s.x + s.size; x++)
      tw_board_set (part, x, y, TW_CELL_FREE);
  }
}

/* Replaces the squares inside the stripe by `better`, which is in the stripe's coordinates. */
static void
replace (TwStripe stripe, TwTiling *tiling, const TwTiling *better)
{
  size_t kept = 0;

  for (size_t i = 0; i < tiling->count; i++) {
    if (!lies_inside (stripe, tiling->squares[i]))
      tiling->squares[kept++] = tiling->squares[i];
  }
  /* `better` has fewer squares than were removed, so the array is large enough. */
  for (size_t i = 0; i < better->count; i++)
    tiling->squares[kept++] = from_stripe (stripe, better->squares[i]);
  tiling->count = kept;
}

TwEnd
tw_stripe_improve (TwExact *exact, const TwBoard *board, TwStripe stripe, TwTiling *tiling)
{
  TwBoard *part = tw_board_new (stripe.columns ? board->height : board->width, stripe.size);
  TwTiling better = { 0 };
  TwEnd end = TW_END_NONE;
  size_t inside = 0;

  if (part == NULL)
    return TW_END_STOPPED;
  for (size_t i = 0; i < tiling->count; i++) {
    if (lies_inside (stripe, tiling->squares[i])) {
      free_cells (part, to_stripe (stripe, tiling->squares[i]));
      inside++;
    }
  }

  if (inside > 1)
    end = tw_exact_cover (exact, part, inside, &better);
  if (end == TW_END_FOUND)
    replace (stripe, tiling, &better);
  tw_tiling_clear (&better);
  tw_board_free (part);
  return end;
}
