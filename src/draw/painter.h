/* SPDX-License-Identifier: GPL-3.0-or-later */
/* painter.h - draws a scene. One pure painter for the screen, PNG, SVG, PDF,
 * print and thumbnails: the same scene and view give the same picture, nothing
 * is kept between calls, any thread may draw as long as its cairo context is
 * its own.
 *
 * Units: user units of the cairo context unless said otherwise (logical pixels
 * on screen, points in PDF).
 */
#ifndef TW_DRAW_PAINTER_H
#define TW_DRAW_PAINTER_H

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>

#include "draw/palette.h"
#include "draw/scene.h"

G_BEGIN_DECLS

typedef enum {
  TW_PAINT_BACKGROUND = 1 << 0, /* paper over the whole visible rectangle */
  TW_PAINT_GRID = 1 << 1,       /* lines between uncovered cells */
  TW_PAINT_LABELS = 1 << 2,     /* sizes of squares, names of pieces, where they fit */
  TW_PAINT_VECTOR = 1 << 3,   /* paths only, for SVG, PDF and print: no image, no detail left out */
  TW_PAINT_PATTERNS = 1 << 4, /* lines on the fills, another kind for each colour, where they fit */
} TwPaintFlags;

#define TW_PAINT_DEFAULT (TW_PAINT_BACKGROUND | TW_PAINT_GRID | TW_PAINT_LABELS)

/* How a scene is looked at. A plain value; start from tw_view_init (). */
typedef struct {
  double scale; /* user units a side of a cell */
  double x;     /* where the upper-left corner of the grid is */
  double y;
  double pixel_ratio; /* device pixels a user unit, so that edges fall on pixels; 1 */

  cairo_rectangle_t visible; /* what has to be drawn; the rest may be left out */

  TwTheme theme;
  TwPaintFlags flags;
  double reveal; /* share of the regions that are laid already, 0..1, in their order */

  /* For the overlay. */
  const TwSceneFront *front; /* not owned; NULL: none */
  int32_t hover;             /* a region, TW_SCENE_NO_REGION: none */
  int32_t selected;          /* a region, likewise */
  int cursor_x;              /* the cell of the keyboard cursor or pointer; -1: none */
  int cursor_y;
} TwView;

void tw_view_init (TwView *view);

/* Scale and origin such that the whole scene lies in the middle of `width` x
 * `height`, `margin` away from the edges; visible becomes that rectangle. */
void tw_view_fit (TwView *view, const TwScene *scene, double width, double height, double margin);
/* Multiplies the scale, held within 0.05..256, and keeps the point (x, y) where it is. */
void tw_view_zoom (TwView *view, double factor, double x, double y);
/* Keeps a scene that is larger than the visible rectangle from leaving it and
 * centres one that is smaller, each axis for itself. */
void tw_view_clamp (TwView *view, const TwScene *scene, double margin);
/* The cell under a point; false when it is not on the grid. */
bool tw_view_cell_at (const TwView *view, const TwScene *scene, double x, double y, int *cell_x,
                      int *cell_y);
/* Where cells lie, with pixel-aligned edges, e.g. for a popover or a redraw. */
cairo_rectangle_t tw_view_cell_area (const TwView *view, int x, int y, int width, int height);

/* What changes only with the scene, the scale or the theme: the canvas may
 * keep it as a picture. */
void tw_painter_draw_static (cairo_t *cr, const TwScene *scene, const TwView *view);
/* Front, selection, hover, cursor: cheap enough for every frame. */
void tw_painter_draw_overlay (cairo_t *cr, const TwScene *scene, const TwView *view);
/* Both. */
void tw_painter_draw (cairo_t *cr, const TwScene *scene, const TwView *view);

/* The static layer of the visible rectangle as an image of whole device pixels
 * (cairo's ARGB32, device scale set to pixel_ratio), to be painted at
 * visible.x, visible.y. May run on a worker. The caller destroys it; its
 * status tells when memory was short. */
cairo_surface_t *tw_painter_render_static (const TwScene *scene, const TwView *view);

/* A small picture of the whole scene, at most `size` device pixels a side, without labels. */
cairo_surface_t *tw_painter_thumbnail (const TwScene *scene, int size, TwTheme theme);

G_END_DECLS

#endif
