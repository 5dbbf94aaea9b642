/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paint-patterns.c - hatching on the fills, so that pieces can be distinguished without colour.
 * painter.c calls it for pixels and for paths.
 *
 * Every palette entry has its own set of directions and its own spacing. The lines lie on one
 * raster for the whole board, so they continue through a piece from cell to cell. */
#include "painter-private.h"

#include <math.h>

/* Patterns are drawn from this number of pixels per cell. */
#define LEAST_CELL        9.0
#define LEAST_VECTOR_CELL 3.0

typedef enum {
  ACROSS = 1 << 0,
  DOWN = 1 << 1,
  RISING = 1 << 2,
  FALLING = 1 << 3,
} Directions;

static const struct {
  unsigned directions;
  double lines; /* lines per cell */
} patterns[TW_PALETTE_LENGTH] = {
  { 0, 1 },      { RISING, 2 },           { FALLING, 2 }, { ACROSS, 2 },
  { DOWN, 2 },   { RISING | FALLING, 1 }, { RISING, 4 },  { ACROSS | DOWN, 2 },
  { ACROSS, 4 }, { FALLING, 4 },          { DOWN, 4 },    { RISING | FALLING, 2 },
};

/* The part of a cell that the lines of its region may cover. */
typedef struct {
  double x0;
  double y0;
  double x1;
  double y1;
} Area;

static Area
area_of (const TwPaint *paint, int x, int y, int32_t id)
{
  cairo_rectangle_t a = tw_view_cell_area (paint->view, x, y, 1, 1);
  double inset = paint->inset + paint->view->scale * 0.04;

  return (Area){
    a.x + (tw_paint_id (paint, x - 1, y) != id ? inset : 0.0),
    a.y + (tw_paint_id (paint, x, y - 1) != id ? inset : 0.0),
    a.x + a.width - (tw_paint_id (paint, x + 1, y) != id ? inset : 0.0),
    a.y + a.height - (tw_paint_id (paint, x, y + 1) != id ? inset : 0.0),
  };
}

/* Lines of one direction lie where a linear function of x and y is a multiple of `step`, shifted by
 * half a step so that none falls on a cell edge. Returns the first value that is at least
 * `least`. */
static double
first_line (double least, double origin, double step)
{
  return origin + (ceil ((least - origin) / step - 0.5) + 0.5) * step;
}

static void
add_segment (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
}

static void
add_lines (const TwPaint *paint, cairo_t *cr, const Area *a, unsigned directions, double step)
{
  double ox = paint->view->x, oy = paint->view->y;

  if ((directions & ACROSS) != 0)
    for (double y = first_line (a->y0, oy, step); y < a->y1; y += step)
      add_segment (cr, a->x0, y, a->x1, y);
  if ((directions & DOWN) != 0)
    for (double x = first_line (a->x0, ox, step); x < a->x1; x += step)
      add_segment (cr, x, a->y0, x, a->y1);
  if ((directions & RISING) != 0) /* x + y is constant */
    for (double c = first_line (a->x0 + a->y0, ox + oy, step); c < a->x1 + a->y1; c += step) {
      double from = fmax (a->x0, c - a->y1), to = fmin (a->x1, c - a->y0);

      add_segment (cr, from, c - from, to, c - to);
    }
  if ((directions & FALLING) != 0) /* x - y is constant */
    for (double c = first_line (a->x0 - a->y1, ox - oy, step); c < a->x1 - a->y0; c += step) {
      double from = fmax (a->x0, c + a->y0), to = fmin (a->x1, c + a->y1);

      add_segment (cr, from, from - c, to, to - c);
    }
}

void
tw_paint_patterns (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;
  bool vector = (paint->view->flags & TW_PAINT_VECTOR) != 0;

  if (paint->pixels < (vector ? LEAST_VECTOR_CELL : LEAST_CELL))
    return;
  cairo_save (cr);
  cairo_set_line_width (cr, fmax (paint->view->scale * 0.05, 1.0 / paint->view->pixel_ratio));
  for (unsigned shade = 0; shade < TW_PALETTE_LENGTH; shade++) {
    unsigned directions = patterns[shade].directions;
    double step = paint->view->scale / patterns[shade].lines;

    if (directions == 0)
      continue;
    for (int y = paint->y0; y < paint->y1; y++)
      for (int x = paint->x0; x < paint->x1; x++) {
        int32_t id = tw_paint_id (paint, x, y);
        size_t cell = (size_t) y * (size_t) scene->width + (size_t) x;

        if (id < 0 || scene->shades[cell] % (2 * TW_PALETTE_LENGTH) != shade)
          continue;
        Area area = area_of (paint, x, y, id);
        add_lines (paint, cr, &area, directions, step);
      }
    tw_set_colour (cr, tw_palette_ink (paint->fills[shade]), 0.3);
    cairo_stroke (cr);
  }
  cairo_restore (cr);
}
