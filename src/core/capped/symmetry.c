/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry.c - selects one tiling of every class of mirrored and rotated ones. Called by solve.c
 * when it lists all tilings. */
#include "core/capped/symmetry.h"

#include "core/base/transform.h"

/* Returns a negative number when a comes first. Both must be sorted and cover the same board. */
static int
compare (const TwTiling *a, const TwTiling *b)
{
  for (size_t i = 0; i < a->count && i < b->count; i++) {
    if (a->squares[i].size != b->squares[i].size)
      return a->squares[i].size < b->squares[i].size ? -1 : 1;
  }
  return 0;
}

static int
size_at (const TwTiling *tiling, int x, int y)
{
  for (size_t i = 0; i < tiling->count; i++) {
    const TwSquare *s = &tiling->squares[i];

    if (x >= s->x && x < s->x + s->size && y >= s->y && y < s->y + s->size)
      return s->size;
  }
  return 0;
}

/* The order of corners that the search produces: see is_allowed () in search.c. */
static bool
has_ordered_corners (int width, int height, const TwTiling *tiling)
{
  int first = size_at (tiling, 0, 0), beside = size_at (tiling, width - 1, 0);
  int above = size_at (tiling, 0, height - 1), across = size_at (tiling, width - 1, height - 1);

  return first >= beside && first >= above && first >= across
         && (width != height || beside >= above);
}

bool
tw_capped_is_canonical (int width, int height, const TwTiling *tiling, bool *failed)
{
  int n = width == height ? TW_N_TRANSFORMS : TW_TRANSFORM_TRANSPOSE;
  TwTiling image = { 0 };
  bool canonical = true;

  if (!tw_tiling_reserve (&image, tiling->count)) {
    *failed = true;
    return false;
  }
  for (int k = 1; k < n && canonical; k++) {
    image.count = 0;
    for (size_t i = 0; i < tiling->count; i++)
      image.squares[image.count++] = tw_transform_square (k, width, height, tiling->squares[i]);
    tw_tiling_sort (&image);
    canonical = !has_ordered_corners (width, height, &image) || compare (tiling, &image) <= 0;
  }
  tw_tiling_clear (&image);
  return canonical;
}
