/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.c - the mapping between cells and the picture: fit, zoom, clamp and hit tests of TwView
 * (painter.h). The canvas, the exporter and the painter use it. */
#include "draw/painter.h"

#include <math.h>

#define MIN_SCALE 0.05
#define MAX_SCALE 256.0

/* A fitted cell is rounded down to whole pixels if that reduces its size by at most this
 * fraction. */
#define WHOLE_PIXELS_COST 0.06

void
tw_view_init (TwView *view)
{
  *view = (TwView){
    .scale = 16.0,
    .pixel_ratio = 1.0,
    .flags = TW_PAINT_DEFAULT,
    .reveal = 1.0,
    .hover = TW_SCENE_NO_REGION,
    .selected = TW_SCENE_NO_REGION,
    .cursor_x = -1,
    .cursor_y = -1,
  };
}

/* Snaps to whole device pixels, except for paths. */
static double
snap (const TwView *view, double v)
{
  if ((view->flags & TW_PAINT_VECTOR) != 0)
    return v;
  return round (v * view->pixel_ratio) / view->pixel_ratio;
}

void
tw_view_fit (TwView *view, const TwScene *scene, double width, double height, double margin)
{
  double room_x = fmax (width - 2.0 * margin, 1.0);
  double room_y = fmax (height - 2.0 * margin, 1.0);
  double scale = fmin (room_x / scene->width, room_y / scene->height);
  double whole = floor (scale * view->pixel_ratio) / view->pixel_ratio;

  if (whole >= scale * (1.0 - WHOLE_PIXELS_COST))
    scale = whole;
  view->scale = fmin (scale, MAX_SCALE);
  view->x = snap (view, (width - view->scale * scene->width) / 2.0);
  view->y = snap (view, (height - view->scale * scene->height) / 2.0);
  view->visible = (cairo_rectangle_t){ 0.0, 0.0, width, height };
}

void
tw_view_zoom (TwView *view, double factor, double x, double y)
{
  double scale = fmin (fmax (view->scale * factor, MIN_SCALE), MAX_SCALE);

  view->x = x - (x - view->x) * (scale / view->scale);
  view->y = y - (y - view->y) * (scale / view->scale);
  view->scale = scale;
}

static double
clamp_axis (double origin, double size, double room_start, double room, double margin)
{
  if (size + 2.0 * margin <= room)
    return room_start + (room - size) / 2.0;
  return fmin (fmax (origin, room_start + room - margin - size), room_start + margin);
}

void
tw_view_clamp (TwView *view, const TwScene *scene, double margin)
{
  const cairo_rectangle_t *v = &view->visible;

  view->x = snap (view, clamp_axis (view->x, view->scale * scene->width, v->x, v->width, margin));
  view->y = snap (view, clamp_axis (view->y, view->scale * scene->height, v->y, v->height, margin));
}

bool
tw_view_cell_at (const TwView *view, const TwScene *scene, double x, double y, int *cell_x,
                 int *cell_y)
{
  double column = floor ((x - view->x) / view->scale);
  double row = floor ((y - view->y) / view->scale);

  if (!(column >= 0.0 && row >= 0.0 && column < scene->width && row < scene->height))
    return false;
  *cell_x = (int) column;
  *cell_y = (int) row;
  return true;
}

cairo_rectangle_t
tw_view_cell_area (const TwView *view, int x, int y, int width, int height)
{
  double left = snap (view, view->x + view->scale * x);
  double top = snap (view, view->y + view->scale * y);

  return (cairo_rectangle_t){ left, top, snap (view, view->x + view->scale * (x + width)) - left,
                              snap (view, view->y + view->scale * (y + height)) - top };
}
