/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paint-layer.c - the borders of grids; marked cells: a circle in each, or a ring around all of them.
 * painter.c calls it. The layers that colour the cells are drawn with the cells, by
 * tw_paint_colour (). */
#include "painter-private.h"

#include <math.h>

/* Smaller circles are filled. */
#define LEAST_CIRCLE 9.0

/* A line in the colour of marks, on a wider one in the colour of the paper. */
static void
stroke (const TwView *view, cairo_t *cr, double width)
{
  const TwThemeColours *colours = tw_theme_colours (view->theme);

  tw_set_colour (cr, colours->paper, 0.9);
  cairo_set_line_width (cr, width * 2.0);
  cairo_stroke_preserve (cr);
  tw_set_colour (cr, colours->front, 1.0);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

void
tw_painter_ring_cells (cairo_t *cr, const TwView *view, const int *x, const int *y, int n)
{
  tw_painter_cells_path (cr, view, x, y, n, 2.0);
  tw_set_colour (cr, tw_theme_colours (view->theme)->front, 0.2);
  cairo_fill_preserve (cr);
  stroke (view, cr, 3.0);
}

static void
draw_circles (const TwPaint *paint, cairo_t *cr)
{
  const TwView *view = paint->view;

  for (int y = paint->y0; y < paint->y1; y++)
    for (int x = paint->x0; x < paint->x1; x++) {
      cairo_rectangle_t a;

      if (paint->scene->weights[y * paint->scene->width + x] == 0)
        continue;
      a = tw_view_cell_area (view, x, y, 1, 1);
      cairo_new_sub_path (cr);
      cairo_arc (cr, a.x + a.width / 2.0, a.y + a.height / 2.0, view->scale * 0.34, 0.0,
                 2.0 * G_PI);
      cairo_close_path (cr);
    }
  if (paint->pixels < LEAST_CIRCLE) {
    tw_set_colour (cr, paint->theme->front, 1.0);
    cairo_fill (cr);
  } else {
    stroke (view, cr, fmin (fmax (view->scale * 0.08, 1.5 / view->pixel_ratio), 4.0));
  }
}

static void
draw_ring (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;
  g_autofree int *x = g_new (int, scene->width * scene->height);
  g_autofree int *y = g_new (int, scene->width * scene->height);
  int n = 0;

  for (int i = 0; i < scene->width * scene->height; i++)
    if (scene->weights[i] != 0) {
      x[n] = i % scene->width;
      y[n++] = i / scene->width;
    }
  tw_painter_ring_cells (cr, paint->view, x, y, n);
}

static int
grid_at (const TwScene *scene, int x, int y)
{
  return x < 0 || y < 0 || x >= scene->width || y >= scene->height
           ? 0
           : scene->grids[y * scene->width + x];
}

void
tw_paint_grids (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;

  if (scene->grids == NULL)
    return;
  cairo_new_path (cr);
  for (int y = paint->y0; y <= paint->y1; y++)
    for (int x = paint->x0; x <= paint->x1; x++) {
      cairo_rectangle_t a = tw_view_cell_area (paint->view, x, y, 1, 1);

      if (grid_at (scene, x, y) != grid_at (scene, x - 1, y)) {
        cairo_move_to (cr, a.x, a.y);
        cairo_line_to (cr, a.x, a.y + a.height);
      }
      if (grid_at (scene, x, y) != grid_at (scene, x, y - 1)) {
        cairo_move_to (cr, a.x, a.y);
        cairo_line_to (cr, a.x + a.width, a.y);
      }
    }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  tw_set_colour (cr, paint->theme->text, 1.0);
  cairo_set_line_width (cr, fmin (fmax (paint->view->scale * 0.05, 1.0), 3.0));
  cairo_stroke (cr);
}

void
tw_paint_layer (const TwPaint *paint, cairo_t *cr)
{
  cairo_new_path (cr);
  if (paint->scene->layer == TW_LAYER_MARKS)
    draw_circles (paint, cr);
  else if (paint->scene->layer == TW_LAYER_RING)
    draw_ring (paint, cr);
}
