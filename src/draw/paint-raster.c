/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paint-raster.c - fills an image with cells, one row of cells at a time. painter.c calls it for
 * all pixel output.
 *
 * A row of cells has at most three different scan lines: the upper edge with its gaps, the middle
 * and the lower edge. Each is built once and then copied, so the cost is close to that of filling
 * the pixels, however many regions there are. Below one pixel per cell, the colours of the cells in
 * each pixel are averaged. */
#include "painter-private.h"

#include <math.h>
#include <string.h>

#define OPAQUE 0xff000000u

typedef struct {
  const TwPaint *paint;
  uint32_t *pixels;
  size_t stride; /* in pixels */
  int width;
  int height;
  uint32_t nothing; /* the colour where there is no cell */
  uint32_t soft;    /* weight of the outline colour in a gap, 0..256 */
  int y0;           /* rows of cells that touch the image: y0 <= y < y1 */
  int y1;
  int *edges_x;       /* left edges of the columns paint->x0..x1, in image pixels */
  int *edges_y;       /* upper edges of the rows y0..y1, in image pixels */
  int32_t *ids[3];    /* cell ids of the rows y - 1, y, y + 1, from x0 - 1 to x1 */
  uint32_t *lines[3]; /* upper, middle and lower scan line */
  int n_cells;        /* cells in a row */
  uint32_t *coverage; /* of a rounded corner, radius x radius, 0..256 */
} Raster;

static int
edge (double origin, double pixels, int cell, int offset)
{
  double at = round (origin + pixels * cell) - offset;

  return (int) fmin (fmax (at, -1e6), 1e6);
}

static void
load_ids (Raster *raster, int32_t *ids, int y)
{
  const TwPaint *paint = raster->paint;
  int last = raster->n_cells + 1;

  ids[0] = tw_paint_id (paint, paint->x0 - 1, y);
  for (int i = 1; i < last; i++)
    ids[i] = tw_paint_id (paint, paint->x0 - 1 + i, y);
  ids[last] = tw_paint_id (paint, paint->x1, y);
}

static bool
differ (int32_t a, int32_t b)
{
  return a != b || a == TW_ID_CELL;
}

static inline void
span (uint32_t *line, int from, int to, uint32_t colour)
{
  for (int i = from; i < to; i++)
    line[i] = colour;
}

static void
fill_nothing (const Raster *raster, int from, int to)
{
  for (int y = MAX (from, 0); y < MIN (to, raster->height); y++)
    span (raster->pixels + (size_t) y * raster->stride, 0, raster->width, raster->nothing);
}

/* The colour between two tiles on the side of the one with this id, whose colour is `fill`. At a few
 * pixels per cell an opaque outline would hide the fills, so the outline colour is mixed with the fill. */
static uint32_t
gap_colour (const Raster *raster, int32_t id, uint32_t fill)
{
  const TwThemeColours *theme = raster->paint->theme;
  bool uncovered = id == TW_ID_CELL || id == TW_ID_FREE;

  return OPAQUE | tw_palette_mix (fill, uncovered ? theme->grid : theme->outline, raster->soft);
}

/* Builds the upper (k = 0) or lower (k = 2) scan line of one cell. */
static inline void
fill_edge_line (const Raster *raster, int k, int i, uint32_t fill, uint32_t gap)
{
  const int32_t *row = raster->ids[1] + i, *beside = raster->ids[k] + i;
  int from = raster->edges_x[i], to = raster->edges_x[i + 1];
  int32_t id = row[1];
  uint32_t *line = raster->lines[k];

  if (differ (id, beside[1])) {
    span (line, from, to, gap);
    return;
  }
  span (line, from, to, fill);
  if (differ (id, row[0]) || differ (id, beside[0]))
    span (line, from, MIN (from + raster->paint->gap_before, to), gap);
  if (differ (id, row[2]) || differ (id, beside[2]))
    span (line, MAX (to - raster->paint->gap_after, from), to, gap);
}

static void
fill_lines (Raster *raster, int y)
{
  const TwPaint *paint = raster->paint;
  int before = paint->gap_before, after = paint->gap_after;
  const int32_t *ids = raster->ids[1] + 1;
  bool coloured = tw_scene_is_coloured (paint->scene);

  for (int i = 0, end; i < raster->n_cells; i = end) {
    int32_t id = ids[i];
    int from = raster->edges_x[i], to;
    uint32_t fill, gap;

    end = i + 1;
    /* Cells of one region form one run, unless a layer colours them; other cells may differ, too. */
    while (id >= 0 && end < raster->n_cells && ids[end] == id && !coloured)
      end++;
    to = raster->edges_x[end];
    if (id == TW_ID_OUTSIDE) {
      for (int k = 0; k < 3; k++)
        span (raster->lines[k], from, to, raster->nothing);
      continue;
    }

    fill = OPAQUE | tw_paint_colour (paint, id, paint->x0 + i, y);
    span (raster->lines[1], from, to, fill);
    if (after == 0)
      continue;
    gap = gap_colour (raster, id, fill);
    if (differ (id, ids[i - 1]))
      span (raster->lines[1], from, MIN (from + before, to), gap);
    if (differ (id, ids[end]))
      span (raster->lines[1], MAX (to - after, from), to, gap);
    for (int j = i; j < end; j++) {
      if (before > 0)
        fill_edge_line (raster, 0, j, fill, gap);
      fill_edge_line (raster, 2, j, fill, gap);
    }
  }
}

static void
put_line (const Raster *raster, const uint32_t *line, int from, int to)
{
  from = MAX (from, 0);
  to = MIN (to, raster->height);
  for (int y = from; y < to; y++)
    memcpy (raster->pixels + (size_t) y * raster->stride, line,
            (size_t) raster->width * sizeof *line);
}

/* Blends the gap colour over one corner. (x, y) is the corner's pixel; dx and dy point inwards. */
static void
round_corner (const Raster *raster, int x, int y, int dx, int dy, uint32_t gap)
{
  int radius = raster->paint->radius;

  for (int j = 0; j < radius; j++)
    for (int i = 0; i < radius - j; i++) {
      int px = x + dx * i, py = y + dy * j;
      uint32_t *pixel;

      if (px < 0 || py < 0 || px >= raster->width || py >= raster->height)
        continue;
      pixel = raster->pixels + (size_t) py * raster->stride + px;
      *pixel = OPAQUE | tw_palette_mix (*pixel, gap, raster->coverage[j * radius + i]);
    }
}

static void
round_corners (const Raster *raster, int y)
{
  const TwPaint *paint = raster->paint;
  int top = raster->edges_y[y - raster->y0] + paint->gap_before;
  int bottom = raster->edges_y[y - raster->y0 + 1] - paint->gap_after - 1;

  for (int i = 0; i < raster->n_cells; i++) {
    const int32_t *row = raster->ids[1] + i;
    int32_t id = row[1];
    bool up = differ (id, raster->ids[0][i + 1]), down = differ (id, raster->ids[2][i + 1]);
    bool left = differ (id, row[0]), right = differ (id, row[2]);
    int from = raster->edges_x[i] + paint->gap_before;
    int to = raster->edges_x[i + 1] - paint->gap_after - 1;
    uint32_t gap;

    /* The lines around uncovered cells make a grid. */
    if (id == TW_ID_OUTSIDE || id == TW_ID_CELL || (!up && !down) || (!left && !right))
      continue;
    gap = gap_colour (raster, id, tw_paint_colour (paint, id, paint->x0 + i, y));
    if (up && left)
      round_corner (raster, from, top, 1, 1, gap);
    if (up && right)
      round_corner (raster, to, top, -1, 1, gap);
    if (down && left)
      round_corner (raster, from, bottom, 1, -1, gap);
    if (down && right)
      round_corner (raster, to, bottom, -1, -1, gap);
  }
}

/* The fraction of each pixel of an upper-left corner outside the circle, estimated from 4 x 4
 * samples. */
static uint32_t *
corner_coverage (int radius)
{
  uint32_t *coverage = g_new (uint32_t, radius * radius + 1);

  for (int j = 0; j < radius; j++)
    for (int i = 0; i < radius; i++) {
      uint32_t outside = 0;

      for (int k = 0; k < 16; k++) {
        double x = radius - (i + (k % 4 + 0.5) / 4.0), y = radius - (j + (k / 4 + 0.5) / 4.0);
        outside += x * x + y * y > (double) radius * radius;
      }
      coverage[j * radius + i] = outside * 16;
    }
  return coverage;
}

static void
raster_cells (Raster *raster)
{
  const TwPaint *paint = raster->paint;
  int32_t *ids = g_new (int32_t, 3 * (size_t) (raster->n_cells + 2));
  /* Cells at the edge may extend beyond the image, so the scan lines have extra room. */
  size_t room = (size_t) ceil (2.0 * paint->pixels) + 8;
  size_t length = (size_t) raster->width + 2 * room;
  uint32_t *lines = g_new (uint32_t, 3 * length);

  for (int k = 0; k < 3; k++) {
    raster->ids[k] = ids + (size_t) k * (size_t) (raster->n_cells + 2);
    raster->lines[k] = lines + (size_t) k * length + room;
    span (raster->lines[k], 0, raster->width, raster->nothing);
  }
  raster->coverage = corner_coverage (paint->radius);

  load_ids (raster, raster->ids[1], raster->y0 - 1);
  load_ids (raster, raster->ids[2], raster->y0);
  for (int y = raster->y0; y < raster->y1; y++) {
    int from = raster->edges_y[y - raster->y0], to = raster->edges_y[y - raster->y0 + 1];
    int32_t *first = raster->ids[0];

    raster->ids[0] = raster->ids[1];
    raster->ids[1] = raster->ids[2];
    raster->ids[2] = first;
    load_ids (raster, raster->ids[2], y + 1);
    if (from == to)
      continue;
    fill_lines (raster, y);
    put_line (raster, raster->lines[1], from, to);
    put_line (raster, raster->lines[0], from, MIN (from + paint->gap_before, to));
    put_line (raster, raster->lines[2], MAX (to - paint->gap_after, from), to);
    if (paint->radius > 1)
      round_corners (raster, y);
  }
  g_free (raster->coverage);
  g_free (lines);
  g_free (ids);
}

/* Several cells per pixel: accumulates sums of the cell colours row by row. */
static void
raster_average (Raster *raster)
{
  const TwPaint *paint = raster->paint;
  int n = raster->n_cells, first_row = 0;
  uint32_t (*sums)[4] = g_malloc_n ((size_t) raster->width, sizeof *sums);

  while (first_row < raster->y1 - raster->y0) {
    int y = raster->edges_y[first_row], end_row = first_row + 1;

    while (end_row < raster->y1 - raster->y0 && raster->edges_y[end_row] == y)
      end_row++;
    if (y >= 0 && y < raster->height) {
      uint32_t *line = raster->pixels + (size_t) y * raster->stride;

      memset (sums, 0, (size_t) raster->width * sizeof *sums);
      for (int row = raster->y0 + first_row; row < raster->y0 + end_row; row++)
        for (int i = 0; i < n; i++) {
          int x = raster->edges_x[i];
          int32_t id = tw_paint_id (paint, paint->x0 + i, row);
          uint32_t colour;

          if (x < 0 || x >= raster->width || id == TW_ID_OUTSIDE)
            continue;
          colour = tw_paint_colour (paint, id, paint->x0 + i, row);
          sums[x][0] += colour >> 16 & 0xff;
          sums[x][1] += colour >> 8 & 0xff;
          sums[x][2] += colour & 0xff;
          sums[x][3]++;
        }
      for (int x = 0; x < raster->width; x++) {
        uint32_t *s = sums[x];

        line[x] = s[3] == 0 ? raster->nothing
                            : OPAQUE | s[0] / s[3] << 16 | s[1] / s[3] << 8 | s[2] / s[3];
      }
    }
    first_row = end_row;
  }
  g_free (sums);
}

void
tw_paint_raster (const TwPaint *paint, uint32_t *pixels, size_t stride, int left, int top,
                 int width, int height)
{
  const TwView *view = paint->view;
  double origin_x = view->x * view->pixel_ratio, origin_y = view->y * view->pixel_ratio;
  Raster raster = {
    .paint = paint,
    .pixels = pixels,
    .stride = stride,
    .width = width,
    .height = height,
    .nothing = (view->flags & TW_PAINT_BACKGROUND) != 0 ? OPAQUE | paint->theme->paper : 0,
    .y0 = paint->y0,
    .y1 = paint->y1,
    .n_cells = paint->x1 - paint->x0,
    .soft = (uint32_t) (256.0 * fmin (fmax ((paint->pixels - 2.0) / 6.0, 0.3), 1.0)),
  };

  while (raster.y0 < raster.y1 && edge (origin_y, paint->pixels, raster.y0 + 1, top) < 0)
    raster.y0++;
  while (raster.y0 < raster.y1 && edge (origin_y, paint->pixels, raster.y1 - 1, top) >= height)
    raster.y1--;
  if (paint->x0 >= paint->x1 || raster.y0 >= raster.y1) {
    fill_nothing (&raster, 0, height);
    return;
  }

  raster.edges_x = g_new0 (int, paint->x1 - paint->x0 + 1);
  raster.edges_y = g_new0 (int, raster.y1 - raster.y0 + 1);
  for (int x = paint->x0; x <= paint->x1; x++)
    raster.edges_x[x - paint->x0] = edge (origin_x, paint->pixels, x, left);
  for (int y = raster.y0; y <= raster.y1; y++)
    raster.edges_y[y - raster.y0] = edge (origin_y, paint->pixels, y, top);

  fill_nothing (&raster, 0, raster.edges_y[0]);
  fill_nothing (&raster, raster.edges_y[raster.y1 - raster.y0], height);
  if (paint->pixels < 1.0)
    raster_average (&raster);
  else
    raster_cells (&raster);
  g_free (raster.edges_x);
  g_free (raster.edges_y);
}
