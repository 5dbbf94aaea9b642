/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids.c - see grids.h. */
#include "puzzle/grids.h"

#include <string.h>

guint
tw_grids_number (int width, int height, const guint8 *outside, guint8 *numbers)
{
  guint n = 0;

  memset (numbers, 0, (gsize) width * (gsize) height);
  for (int cell = 0; cell < width * height; cell++) {
    if (outside[cell] || numbers[cell] != 0)
      continue;
    if (n == G_MAXUINT8)
      return 0;
    n++;
    for (int i = 0; i < TW_GRIDS_SIDE * TW_GRIDS_SIDE; i++) {
      int x = cell % width + i % TW_GRIDS_SIDE, y = cell / width + i / TW_GRIDS_SIDE;
      int at = y * width + x;

      if (x >= width || y >= height || outside[at] || numbers[at] != 0)
        return 0;
      numbers[at] = (guint8) n;
    }
  }
  return n;
}
