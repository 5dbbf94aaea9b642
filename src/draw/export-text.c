/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export-text.c - a tiling as text, for terminals, mail and bug reports; see tw_export_text () in
 * export.h. */

#include "draw/export.h"

enum {
  CELL_WIDTH = 3, /* characters inside a cell, after its left border */
};

/* What a cell belongs to: a region, or one of three areas. */
enum {
  AREA_OUTSIDE = -1,
  AREA_OBSTACLE = -2,
  AREA_FREE = -3,
};

static int32_t
area_at (const TwScene *scene, int x, int y)
{
  int32_t region = tw_scene_region_at (scene, x, y);
  uint8_t cell = tw_scene_cell_at (scene, x, y);

  if (region != TW_SCENE_NO_REGION)
    return region;
  if (cell == TW_SCENE_OUTSIDE)
    return AREA_OUTSIDE;
  return cell == TW_CELL_BLOCKED ? AREA_OBSTACLE : AREA_FREE;
}

static bool
line_between (const TwScene *scene, int x0, int y0, int x1, int y1)
{
  return area_at (scene, x0, y0) != area_at (scene, x1, y1);
}

/* The character between two adjacent cells of the same region or area. */
static char
ground_at (const TwScene *scene, int x, int y)
{
  return area_at (scene, x, y) == AREA_OBSTACLE ? '#' : ' ';
}

static void
append_corner (GString *text, const TwScene *scene, int x, int y)
{
  bool up = line_between (scene, x - 1, y - 1, x, y - 1);
  bool down = line_between (scene, x - 1, y, x, y);
  bool left = line_between (scene, x - 1, y - 1, x - 1, y);
  bool right = line_between (scene, x, y - 1, x, y);

  if (!up && !down && !left && !right)
    g_string_append_c (text, ground_at (scene, x, y));
  else if (!up && !down)
    g_string_append_c (text, '-');
  else if (!left && !right)
    g_string_append_c (text, '|');
  else
    g_string_append_c (text, '+');
}

/* Writes the label into the region's label cell, truncated to fit. */
static void
append_cell (GString *text, const TwScene *scene, int x, int y)
{
  int32_t region = tw_scene_region_at (scene, x, y);
  const TwRegion *r;
  char buffer[TW_SCENE_LABEL_SIZE];
  const char *label;
  bool here;

  if (region == TW_SCENE_NO_REGION) {
    uint8_t cell = tw_scene_cell_at (scene, x, y);
    g_string_append (text, cell == TW_CELL_BLOCKED    ? "###"
                           : cell == TW_SCENE_OUTSIDE ? "   "
                                                      : " . ");
    return;
  }
  r = &scene->regions[region];
  here = r->square != 0 ? x == r->x + (r->width - 1) / 2 && y == r->y + (r->height - 1) / 2
                        : x == r->label_x && y == r->label_y;
  label = here ? tw_scene_label (scene, region, buffer) : "";
  {
    glong length = MIN (g_utf8_strlen (label, -1), CELL_WIDTH);
    glong before = (CELL_WIDTH - length) / 2;
    const char *end = g_utf8_offset_to_pointer (label, length);

    g_string_append_printf (text, "%*s%.*s%*s", (int) before, "", (int) (end - label), label,
                            (int) (CELL_WIDTH - length - before), "");
  }
}

static void
end_line (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\n');
}

char *
tw_export_text (const TwScene *scene)
{
  GString *text = g_string_new (NULL);

  for (int y = 0; y <= scene->height; y++) {
    for (int x = 0; x <= scene->width; x++) {
      char ground = line_between (scene, x, y - 1, x, y) ? '-' : ground_at (scene, x, y);

      append_corner (text, scene, x, y);
      for (int i = 0; i < CELL_WIDTH && x < scene->width; i++)
        g_string_append_c (text, ground);
    }
    end_line (text);
    if (y == scene->height)
      break;
    for (int x = 0; x <= scene->width; x++) {
      g_string_append_c (text,
                         line_between (scene, x - 1, y, x, y) ? '|' : ground_at (scene, x, y));
      if (x < scene->width)
        append_cell (text, scene, x, y);
    }
    end_line (text);
  }
  return g_string_free (text, FALSE);
}
