/* SPDX-License-Identifier: GPL-3.0-or-later */
/* painter.h - draws a scene. One pure painter serves the screen, PNG, SVG, PDF, printing and
 * thumbnails: the same scene and view give the same picture, and nothing is kept between calls. Any
 * thread may draw with its own cairo context.
 *
 * Units: user units of the cairo context unless stated otherwise (logical pixels on screen, points
 * in PDF). */
#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>

#include "draw/palette.h"
#include "draw/scene.h"

typedef enum {
  TW_PAINT_BACKGROUND = 1 << 0, /* fills the visible rectangle with the paper colour */
  TW_PAINT_GRID = 1 << 1,       /* lines between uncovered cells */
  TW_PAINT_LABELS = 1 << 2,     /* sizes of squares and names of pieces, where they fit */
  TW_PAINT_VECTOR = 1 << 3,     /* paths only, in full detail: for SVG, PDF and printing */
  TW_PAINT_PATTERNS = 1 << 4,   /* hatching on the fills, one pattern per colour, where it fits */
  TW_PAINT_LEGEND = 1 << 5,     /* in exports: the sizes or pieces below the board */
} TwPaintFlags;

#define TW_PAINT_DEFAULT (TW_PAINT_BACKGROUND | TW_PAINT_GRID | TW_PAINT_LABELS)

/* How a scene is viewed. A plain value; initialize it with tw_view_init (). */
typedef struct {
  double scale; /* user units per side of a cell */
  double x;     /* position of the upper-left corner of the grid */
  double y;
  double pixel_ratio; /* device pixels per user unit, used to align edges to pixels; usually 1 */

  cairo_rectangle_t visible; /* the area to draw; cells outside it may be skipped */

  TwTheme theme;
  TwPaintFlags flags;
  double reveal; /* fraction of the regions that are visible, 0..1, in their order */

  /* For the overlay: */
  const TwSceneFront *front; /* not owned; NULL: none */
  int32_t hover;             /* a region, TW_SCENE_NO_REGION: none */
  int32_t selected;          /* a region; TW_SCENE_NO_REGION: none */
  int cursor_x;              /* the cell of the keyboard cursor or pointer; -1: none */
  int cursor_y;
} TwView;

void tw_view_init (TwView *view);

/* Sets scale and origin so that the scene is centred in `width` x `height` with at least `margin`
 * around it; `visible` becomes that rectangle. */
void tw_view_fit (TwView *view, const TwScene *scene, double width, double height, double margin);
/* Multiplies the scale by `factor`, clamped to 0.05..256, and keeps the point (x, y) fixed. */
void tw_view_zoom (TwView *view, double factor, double x, double y);
/* Clamps the origin, each axis separately: a scene larger than the visible rectangle keeps it
 * covered (up to `margin`), a smaller one is centred. */
void tw_view_clamp (TwView *view, const TwScene *scene, double margin);
/* Finds the cell at a point; returns false when the point is not on the grid. */
bool tw_view_cell_at (const TwView *view, const TwScene *scene, double x, double y, int *cell_x,
                      int *cell_y);
/* The area of some cells with pixel-aligned edges, e.g. for a popover or a redraw. */
cairo_rectangle_t tw_view_cell_area (const TwView *view, int x, int y, int width, int height);

/* Draws everything that depends only on the scene, the view and the theme; the canvas may cache it
 * as an image. */
void tw_painter_draw_static (cairo_t *cr, const TwScene *scene, const TwView *view);
/* Draws front, selection, hover and cursor; cheap enough for every frame. */
void tw_painter_draw_overlay (cairo_t *cr, const TwScene *scene, const TwView *view);
/* `rgb` is 0xRRGGBB. */
void tw_set_colour (cairo_t *cr, uint32_t rgb, double alpha);
/* Adds the outline of `n` cells to the path, moved inwards by `inset`. */
void tw_painter_cells_path (cairo_t *cr, const TwView *view, const int *x, const int *y, int n,
                            double inset);
/* Draws a ring around these cells, and a tint. */
void tw_painter_ring_cells (cairo_t *cr, const TwView *view, const int *x, const int *y, int n);
/* Draws both layers. */
void tw_painter_draw (cairo_t *cr, const TwScene *scene, const TwView *view);

/* Renders the static layer of the visible rectangle as an image of whole device pixels (cairo
 * ARGB32, device scale pixel_ratio), to be painted at visible.x, visible.y. May run on a worker
 * thread. The caller destroys the surface and checks its status for lack of memory. */
cairo_surface_t *tw_painter_render_static (const TwScene *scene, const TwView *view);

/* Renders the whole scene without labels, at most `size` device pixels a side. */
cairo_surface_t *tw_painter_thumbnail (const TwScene *scene, int size, TwTheme theme);
