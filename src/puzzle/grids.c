/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids.c - see grids.h. */
#include "puzzle/grids.h"

#include <string.h>

#include "core/base/random.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"

/* The grids of data/puzzles/quadrillion.txt; rows from the top. Seven blocked cells leave the 57
 * cells that the pieces cover. */
static const char *const drawings[TW_GRIDS_N] = {
  "....\n.*..\n....\n....",
  "*...\n....\n....\n..*.",
  "*...\n....\n..*.\n....",
  "....\n*...\n....\n..*.",
};

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

gboolean
tw_grids_draw (const TwGrid *grids, TwGridField field)
{
  gboolean apart = TRUE;

  memset (field, ' ', sizeof (TwGridField));
  for (int i = 0; i < TW_GRIDS_N; i++)
    for (int y = 0; y < TW_GRIDS_SIDE; y++)
      for (int x = 0; x < TW_GRIDS_SIDE; x++) {
        const TwGrid *grid = &grids[i];
        int to_x = grid->flipped ? TW_GRIDS_SIDE - 1 - x : x, to_y = y;

        for (int turn = 0; turn < grid->turns; turn++) {
          int before = to_x;

          to_x = TW_GRIDS_SIDE - 1 - to_y;
          to_y = before;
        }
        apart = apart && field[grid->y + to_y][grid->x + to_x] == ' ';
        field[grid->y + to_y][grid->x + to_x] = drawings[i][y * (TW_GRIDS_SIDE + 1) + x];
      }
  return apart;
}

char *
tw_grids_dup_text (const TwGrid *grids)
{
  TwGridField field;
  GString *text;
  int left = TW_GRIDS_FIELD;

  if (!tw_grids_draw (grids, field))
    return NULL;
  text = g_string_new (NULL);
  for (int i = 0; i < TW_GRIDS_N; i++)
    left = MIN (left, grids[i].x);
  for (int y = 0; y < TW_GRIDS_FIELD; y++) {
    int end = TW_GRIDS_FIELD;

    while (end > left && field[y][end - 1] == ' ')
      end--;
    if (end > left)
      g_string_append_len (text, field[y] + left, end - left);
    if (text->len > 0)
      g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

TwPuzzle *
tw_grids_puzzle_new (const TwGrid *grids, GError **error)
{
  g_autofree char *text = tw_grids_dup_text (grids);
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);

  if (text == NULL)
    return tw_fail_usage_null (error, _ ("two grids overlap"));
  if (!tw_kind_find ("quadrillion")->read->text (text, strlen (text), puzzles, error))
    return NULL;
  if (puzzles->len != 1) /* an empty row separates boards */
    return tw_fail_usage_null (error, _ ("the grids must not leave a row empty"));
  return tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
}

/* Places the grid beside another one, so that they share a part of a side. */
static void
place_beside (TwGrid *grid, const TwGrid *other, guint64 *random)
{
  int along = (int) tw_random_below (random, 2 * TW_GRIDS_SIDE - 1) - (TW_GRIDS_SIDE - 1);
  int across = tw_random_below (random, 2) == 0 ? TW_GRIDS_SIDE : -TW_GRIDS_SIDE;
  gboolean below = tw_random_below (random, 2) == 0;

  grid->x = other->x + (below ? along : across);
  grid->y = other->y + (below ? across : along);
}

/* Grid `i` overlaps one of those before it. */
static gboolean
overlaps (const TwGrid *grids, int i)
{
  gboolean any = FALSE;

  for (int k = 0; k < i; k++)
    any = any
          || (ABS (grids[i].x - grids[k].x) < TW_GRIDS_SIDE
              && ABS (grids[i].y - grids[k].y) < TW_GRIDS_SIDE);
  return any;
}

/* Grids in a row are as wide as the field; therefore there is room for each arrangement. */
void
tw_grids_arrange (TwGrid *grids, guint64 *random)
{
  int left = 0, top = 0;

  for (int i = 0; i < TW_GRIDS_N; i++) {
    grids[i] = (TwGrid){ .turns = (int) tw_random_below (random, 4),
                         .flipped = tw_random_below (random, 2) == 0 };
    while (i > 0 && overlaps (grids, i))
      place_beside (&grids[i], &grids[tw_random_below (random, (guint64) i)], random);
    left = MIN (left, grids[i].x);
    top = MIN (top, grids[i].y);
  }
  for (int i = 0; i < TW_GRIDS_N; i++) {
    grids[i].x -= left;
    grids[i].y -= top;
  }
}
