/* SPDX-License-Identifier: GPL-3.0-or-later */
/* painter-private.h - what the parts of the painter share: the geometry of one
 * picture, made once a call, and the parts themselves. Included by paint-*.c
 * and painter.c only. */
#ifndef TW_DRAW_PAINTER_PRIVATE_H
#define TW_DRAW_PAINTER_PRIVATE_H

#include "draw/painter.h"

G_BEGIN_DECLS

/* What a cell belongs to besides a region's index; see tw_paint_id (). */
enum {
  TW_ID_OUTSIDE = -2,
  TW_ID_BLOCKED = -3,
  TW_ID_FREE = -4, /* uncovered; one area */
  TW_ID_CELL = -5, /* uncovered; a tile of its own, differs even from its like */
};

typedef struct {
  const TwScene *scene;
  const TwView *view;
  const TwThemeColours *theme;
  double pixels; /* device pixels a cell */
  int x0;        /* the cells within the visible rectangle: x0 <= x < x1 */
  int y0;
  int x1;
  int y1;
  int gap_before;  /* device pixels left free at the left and upper edge of a region */
  int gap_after;   /* and at the right and lower edge */
  int radius;      /* of its corners, device pixels */
  double inset;    /* of paths: half a gap, user units */
  double arc;      /* of paths: the radius of corners, user units */
  int32_t n_shown; /* regions revealed so far; the last ones fade in */
  double shown;    /* the same, with the share of the last one */
  double fading;   /* how many those are; 0: none */
  uint32_t fills[TW_PALETTE_LENGTH];
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

/* The colour of a region that is shown. */
static inline uint32_t
tw_paint_region_colour (const TwPaint *paint, int32_t region)
{
  unsigned shade = paint->scene->regions[region].colour % TW_PALETTE_LENGTH;

  return tw_paint_faded (paint, region, paint->fills[shade]);
}

/* The colour 0xRRGGBB of the cell (x, y), whose id is `id`; outside it is the
 * paper's. Asks the cell rather than the region, which is a leap in memory. */
static inline uint32_t
tw_paint_colour (const TwPaint *paint, int32_t id, int x, int y)
{
  size_t i = (size_t) y * (size_t) paint->scene->width + (size_t) x;

  if (id >= 0)
    return tw_paint_faded (paint, id, paint->fills[paint->scene->shades[i]]);
  if (id == TW_ID_BLOCKED)
    return paint->theme->obstacle;
  if (id == TW_ID_OUTSIDE)
    return paint->theme->paper;
  return tw_palette_cell (paint->view->theme, paint->scene->cells[i]);
}

void tw_set_colour (cairo_t *cr, uint32_t rgb, double alpha);

/* paint-raster.c: fills an image whose upper-left pixel is the device pixel
 * (left, top) of the view; background included when the view wants it, else
 * premultiplied with alpha 0 where nothing is. */
void tw_paint_raster (const TwPaint *paint, uint32_t *pixels, size_t stride, int left, int top,
                      int width, int height);

/* paint-vector.c: the same as paths, one fill a region. */
void tw_paint_vector (const TwPaint *paint, cairo_t *cr);
/* Adds the outline of the cells whose map entry is `region`, moved inwards by
 * `inset` user units, with corners of `radius`. */
void tw_paint_region_path (const TwPaint *paint, cairo_t *cr, int32_t region, double inset,
                           double radius);

/* paint-labels.c: labels of regions; marks that tell fixed pieces, and the
 * colours of a coloured board under its pieces. */
void tw_paint_labels (const TwPaint *paint, cairo_t *cr);
void tw_paint_marks (const TwPaint *paint, cairo_t *cr);

/* paint-patterns.c: lines on the fills, a kind for each entry of the palette. */
void tw_paint_patterns (const TwPaint *paint, cairo_t *cr);

/* glyphs.c: digits and capitals as strokes, the same on every machine. `height`
 * is that of a capital. False when a character of the text has no glyph. */
bool tw_glyphs_measure (const char *text, double height, double *width);
/* Adds the strokes with the text's middle at (x, y); the caller strokes them. */
void tw_glyphs_path (cairo_t *cr, const char *text, double x, double y, double height);

G_END_DECLS

#endif
