/* SPDX-License-Identifier: GPL-3.0-or-later */
/* painter-private.h - shared by the files of the painter: the geometry of one picture, computed
 * once per call, and their internal functions. Only paint-*.c and painter.c include it. */
#pragma once

#include "draw/painter.h"

/* Cell ids other than region indices; see tw_paint_id (). */
enum {
  TW_ID_OUTSIDE = -2,
  TW_ID_BLOCKED = -3,
  TW_ID_FREE = -4, /* uncovered cells, merged into one area */
  TW_ID_CELL = -5, /* uncovered; its own tile, separate even from another TW_ID_CELL */
};

typedef struct {
  const TwScene *scene;
  const TwView *view;
  const TwThemeColours *theme;
  double pixels; /* device pixels per cell */
  int x0;        /* cells in the visible rectangle: x0 <= x < x1 */
  int y0;
  int x1;
  int y1;
  int gap_before;  /* empty device pixels inside the left and upper edge of a region */
  int gap_after;   /* the same for the right and lower edge */
  int radius;      /* corner radius of a region, in device pixels */
  double inset;    /* for paths: half a gap, in user units */
  double arc;      /* for paths: corner radius, in user units */
  int32_t n_shown; /* regions revealed so far, including the ones that are fading in */
  double shown;    /* progress of the animation: region r fades in from shown = r to r + fading */
  double fading;   /* how many regions fade in at a time; 0: none */
  uint32_t fills[2 * TW_PALETTE_LENGTH * TW_N_TONES]; /* by tw_region_shade () */
} TwPaint;

void tw_paint_init (TwPaint *paint, const TwScene *scene, const TwView *view);

static inline bool
tw_paint_is_shown (const TwPaint *paint, int32_t region)
{
  return region < paint->n_shown;
}

static inline int32_t
tw_paint_id (const TwPaint *paint, int x, int y)
{
  const TwScene *scene = paint->scene;
  size_t i = (size_t) y * (size_t) scene->width + (size_t) x;

  if (x < 0 || y < 0 || x >= scene->width || y >= scene->height)
    return TW_ID_OUTSIDE;
  if (scene->map[i] >= 0 && tw_paint_is_shown (paint, scene->map[i]))
    return scene->map[i];
  if (scene->cells[i] == TW_CELL_BLOCKED)
    return TW_ID_BLOCKED;
  if (scene->cells[i] == TW_SCENE_OUTSIDE)
    return TW_ID_OUTSIDE;
  return (paint->view->flags & TW_PAINT_GRID) != 0 ? TW_ID_CELL : TW_ID_FREE;
}

static inline uint32_t
tw_paint_faded (const TwPaint *paint, int32_t region, uint32_t fill)
{
  if (paint->fading <= 0.0 || region + paint->fading <= paint->shown)
    return fill;
  return tw_palette_mix (paint->theme->free, fill,
                         (uint32_t) (256.0 * (paint->shown - region) / paint->fading));
}

/* The current colour of a region, including fading. */
static inline uint32_t
tw_paint_region_colour (const TwPaint *paint, int32_t region)
{
  return tw_paint_faded (paint, region,
                         paint->fills[tw_region_shade (&paint->scene->regions[region])]);
}

/* The same below the layer of the scene, for cell (x, y) with id `id`. Reads the per-cell shade instead
 * of the region, which would be a random memory access. */
static inline uint32_t
tw_paint_colour_below (const TwPaint *paint, int32_t id, size_t i)
{
  if (id >= 0)
    return tw_paint_faded (paint, id, paint->fills[paint->scene->shades[i]]);
  if (id == TW_ID_BLOCKED)
    return paint->theme->obstacle;
  if (id == TW_ID_OUTSIDE)
    return paint->theme->paper;
  return tw_palette_cell (paint->view->theme, paint->scene->cells[i]);
}

/* The colour 0xRRGGBB of cell (x, y) with id `id`; the paper colour outside. */
static inline uint32_t
tw_paint_colour (const TwPaint *paint, int32_t id, int x, int y)
{
  size_t i = (size_t) y * (size_t) paint->scene->width + (size_t) x;
  uint32_t colour = tw_paint_colour_below (paint, id, i);

  return tw_scene_is_coloured (paint->scene)
           ? tw_palette_layer (paint->view->theme, tw_scene_layer_class (paint->scene, i), colour)
           : colour;
}

/* paint-raster.c: fills an image whose upper-left pixel is device pixel (left, top) of the view.
 * Draws the background if the view asks for it; otherwise the pixels are premultiplied and empty
 * areas have alpha 0. */
void tw_paint_raster (const TwPaint *paint, uint32_t *pixels, size_t stride, int left, int top,
                      int width, int height);

/* paint-vector.c: the same picture as paths, one fill per region. */
void tw_paint_vector (const TwPaint *paint, cairo_t *cr);
/* Adds the outline of the cells whose map entry is `region`, moved inwards by `inset` user units,
 * with corner radius `radius`. */
void tw_paint_region_path (const TwPaint *paint, cairo_t *cr, int32_t region, double inset,
                           double radius);

/* paint-labels.c: the labels of regions; the marks of fixed pieces, and the colours of a coloured
 * board below its pieces. */
void tw_paint_labels (const TwPaint *paint, cairo_t *cr);
void tw_paint_marks (const TwPaint *paint, cairo_t *cr);

/* paint-layer.c: the borders of the grids of the board; the layer of the scene, if it marks cells. */
void tw_paint_grids (const TwPaint *paint, cairo_t *cr);
void tw_paint_layer (const TwPaint *paint, cairo_t *cr);

/* paint-patterns.c: hatching on the fills, one pattern per palette entry. */
void tw_paint_patterns (const TwPaint *paint, cairo_t *cr);

/* glyphs.c: digits and capitals as strokes, identical on every system. `height` is the height of a
 * capital. Returns false when the text has a character without a glyph. */
bool tw_glyphs_measure (const char *text, double height, double *width);
/* Adds the strokes, with the middle of the text at (x, y); the caller strokes the path. */
void tw_glyphs_path (cairo_t *cr, const char *text, double x, double y, double height);
