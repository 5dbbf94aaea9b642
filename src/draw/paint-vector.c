/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paint-vector.c - the picture as paths: SVG, PDF and printing, and the outlines that the overlay
 * strokes on screen. painter.c calls it. */
#include "painter-private.h"

#include <limits.h>
#include <math.h>

/* Directions along an outline with the inside on the right, in clockwise order. */
enum {
  EAST,
  SOUTH,
  WEST,
  NORTH,
};

static const int step_x[4] = { 1, 0, -1, 0 };
static const int step_y[4] = { 0, 1, 0, -1 };

/* The area to trace: all cells with one id, or of a mask, within a box. */
typedef struct {
  const TwPaint *paint; /* NULL: the mask counts */
  const TwView *view;
  const uint8_t *mask; /* one byte for each cell of the box */
  int32_t id;
  int x;
  int y;
  int width;
  int height;
  double inset;
  double radius;
} Trace;

static bool
inside (const Trace *trace, int x, int y)
{
  if (x < trace->x || y < trace->y || x >= trace->x + trace->width || y >= trace->y + trace->height)
    return false;
  if (trace->paint == NULL)
    return trace->mask[(size_t) (y - trace->y) * (size_t) trace->width + (size_t) (x - trace->x)];
  return tw_paint_id (trace->paint, x, y) == trace->id;
}

/* Whether the cell to the right of a step from grid point (x, y) is inside. */
static bool
right_inside (const Trace *trace, int x, int y, int direction)
{
  static const int dx[4] = { 0, -1, -1, 0 };
  static const int dy[4] = { 0, 0, -1, -1 };

  return inside (trace, x + dx[direction], y + dy[direction]);
}

static bool
left_inside (const Trace *trace, int x, int y, int direction)
{
  static const int dx[4] = { 0, 0, -1, -1 };
  static const int dy[4] = { -1, 0, 0, -1 };

  return inside (trace, x + dx[direction], y + dy[direction]);
}

/* Adds the corner at a grid point between two steps, moved inwards: a point or, at a right turn, an
 * arc. */
static void
add_corner (const Trace *trace, cairo_t *cr, int x, int y, int before, int after, bool first)
{
  cairo_rectangle_t at = tw_view_cell_area (trace->view, x, y, 0, 0);
  double inset = trace->inset, radius = trace->radius;
  /* The inside is to the right of a step, so the inward normal is the step turned right. */
  double px = at.x - inset * (step_y[before] + step_y[after]);
  double py = at.y + inset * (step_x[before] + step_x[after]);

  if (after != (before + 1) % 4 || radius <= 0.0) {
    if (first)
      cairo_move_to (cr, px, py);
    else
      cairo_line_to (cr, px, py);
    return;
  }
  {
    /* A quarter circle approximated by a Bezier curve; 0.4477 is 1 - 4/3 (sqrt 2 - 1). */
    double x0 = px - radius * step_x[before], y0 = py - radius * step_y[before];
    double x1 = px + radius * step_x[after], y1 = py + radius * step_y[after];

    if (first)
      cairo_move_to (cr, x0, y0);
    else
      cairo_line_to (cr, x0, y0);
    cairo_curve_to (cr, px + (x0 - px) * 0.4477, py + (y0 - py) * 0.4477, px + (x1 - px) * 0.4477,
                    py + (y1 - py) * 0.4477, x1, y1);
  }
}

/* Traces one loop, clockwise from the upper edge of cell (x, y). A right turn has priority over
 * going straight on, so cells that touch only at a corner stay separate. */
static void
trace_loop (const Trace *trace, cairo_t *cr, uint8_t *seen, int x, int y)
{
  int start_x = x, start_y = y;
  int direction = EAST;
  bool first = true;

  do {
    int next;

    if (direction == EAST)
      seen[(size_t) (y - trace->y) * (size_t) trace->width + (size_t) (x - trace->x)] = 1;
    x += step_x[direction];
    y += step_y[direction];
    next = (direction + 1) % 4;
    if (right_inside (trace, x, y, direction)) {
      next = direction;
      if (left_inside (trace, x, y, direction))
        next = (direction + 3) % 4;
    }
    if (next != direction)
      add_corner (trace, cr, x, y, direction, next, first);
    first = first && next == direction;
    direction = next;
  } while (x != start_x || y != start_y || direction != EAST);
  cairo_close_path (cr);
}

static void
trace_path (const Trace *trace, cairo_t *cr)
{
  uint8_t *seen = g_new0 (uint8_t, (size_t) trace->width * (size_t) trace->height + 1);

  for (int y = trace->y; y < trace->y + trace->height; y++)
    for (int x = trace->x; x < trace->x + trace->width; x++)
      if (inside (trace, x, y) && !inside (trace, x, y - 1)
          && !seen[(size_t) (y - trace->y) * (size_t) trace->width + (size_t) (x - trace->x)])
        trace_loop (trace, cr, seen, x, y);
  g_free (seen);
}

void
tw_paint_region_path (const TwPaint *paint, cairo_t *cr, int32_t region, double inset,
                      double radius)
{
  const TwRegion *r = &paint->scene->regions[region];
  Trace trace = { .paint = paint,
                  .view = paint->view,
                  .id = region,
                  .x = r->x,
                  .y = r->y,
                  .width = r->width,
                  .height = r->height,
                  .inset = inset,
                  .radius = radius };

  trace_path (&trace, cr);
}

void
tw_painter_cells_path (cairo_t *cr, const TwView *view, const int *x, const int *y, int n,
                       double inset)
{
  Trace trace = { .view = view, .x = INT_MAX, .y = INT_MAX, .inset = inset };
  uint8_t *mask;
  int right = 0, bottom = 0;

  if (n == 0)
    return;
  for (int i = 0; i < n; i++) {
    trace.x = MIN (trace.x, x[i]);
    trace.y = MIN (trace.y, y[i]);
    right = MAX (right, x[i] + 1);
    bottom = MAX (bottom, y[i] + 1);
  }
  trace.width = right - trace.x;
  trace.height = bottom - trace.y;
  trace.radius = fmin (view->scale * 0.12, 10.0);
  mask = g_new0 (uint8_t, (size_t) trace.width * (size_t) trace.height);
  for (int i = 0; i < n; i++)
    mask[(size_t) (y[i] - trace.y) * (size_t) trace.width + (size_t) (x[i] - trace.x)] = 1;
  trace.mask = mask;
  trace_path (&trace, cr);
  g_free (mask);
}

/* Starts a new path only when the colour changes: on most boards there is one path. `lines`: fills the
 * lines around the cells, which the cells are then drawn over. */
static void
fill_free_cells (const TwPaint *paint, cairo_t *cr, bool lines)
{
  uint32_t colour = 0;

  for (int y = paint->y0; y < paint->y1; y++)
    for (int x = paint->x0; x < paint->x1; x++) {
      int32_t id = tw_paint_id (paint, x, y);
      double inset = id == TW_ID_CELL && !lines ? paint->inset : 0.0;
      cairo_rectangle_t a;

      if (id != TW_ID_CELL && (id != TW_ID_FREE || lines))
        continue;
      uint32_t own = lines ? paint->theme->grid : tw_paint_colour (paint, id, x, y);
      if (own != colour) {
        tw_set_colour (cr, colour, 1.0);
        cairo_fill (cr);
        colour = own;
      }
      a = tw_view_cell_area (paint->view, x, y, 1, 1);
      cairo_rectangle (cr, a.x + inset, a.y + inset, a.width - 2.0 * inset, a.height - 2.0 * inset);
    }
  tw_set_colour (cr, colour, 1.0);
  cairo_fill (cr);
}

/* Draws the board without its outside below everything else, when the line colour differs from the
 * paper: the gaps between tiles then show it. */
static void
fill_lines (const TwPaint *paint, cairo_t *cr)
{
  tw_set_colour (cr, paint->theme->outline, 1.0);
  for (int y = paint->y0; y < paint->y1; y++)
    for (int x = paint->x0, end; x < paint->x1; x = end) {
      cairo_rectangle_t a;

      end = x + 1;
      if (tw_paint_id (paint, x, y) == TW_ID_OUTSIDE)
        continue;
      while (end < paint->x1 && tw_paint_id (paint, end, y) != TW_ID_OUTSIDE)
        end++;
      a = tw_view_cell_area (paint->view, x, y, end - x, 1);
      cairo_rectangle (cr, a.x, a.y, a.width, a.height);
    }
  cairo_fill (cr);
}

/* Colours the cells of a region, whose path it has. */
static void
fill_coloured (const TwPaint *paint, cairo_t *cr, int32_t region)
{
  const TwRegion *r = &paint->scene->regions[region];

  cairo_save (cr);
  cairo_clip (cr);
  for (int y = r->y; y < r->y + r->height; y++)
    for (int x = r->x, end; x < r->x + r->width; x = end) {
      uint32_t colour = tw_paint_colour (paint, region, x, y);
      cairo_rectangle_t a;

      for (end = x + 1; end < r->x + r->width; end++)
        if (tw_paint_colour (paint, region, end, y) != colour)
          break;
      a = tw_view_cell_area (paint->view, x, y, end - x, 1);
      cairo_rectangle (cr, a.x, a.y, a.width, a.height);
      tw_set_colour (cr, colour, 1.0);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

void
tw_paint_vector (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;
  Trace blocked = { .paint = paint,
                    .view = paint->view,
                    .id = TW_ID_BLOCKED,
                    .x = paint->x0,
                    .y = paint->y0,
                    .width = paint->x1 - paint->x0,
                    .height = paint->y1 - paint->y0,
                    .inset = paint->inset,
                    .radius = paint->arc };

  if (paint->theme->outline != paint->theme->paper)
    fill_lines (paint, cr);
  fill_free_cells (paint, cr, true);
  fill_free_cells (paint, cr, false);

  trace_path (&blocked, cr);
  tw_set_colour (cr, paint->theme->obstacle, 1.0);
  cairo_fill (cr);

  for (int32_t i = 0; i < (int32_t) scene->n_regions && tw_paint_is_shown (paint, i); i++) {
    const TwRegion *r = &scene->regions[i];

    if (r->n_cells == 0 || r->x >= paint->x1 || r->y >= paint->y1 || r->x + r->width <= paint->x0
        || r->y + r->height <= paint->y0)
      continue;
    tw_paint_region_path (paint, cr, i, paint->inset, paint->arc);
    tw_set_colour (cr, tw_paint_region_colour (paint, i), 1.0);
    if (tw_scene_is_coloured (scene))
      fill_coloured (paint, cr, i);
    else
      cairo_fill (cr);
  }
}
