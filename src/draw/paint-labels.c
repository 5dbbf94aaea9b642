/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paint-labels.c - the labels on tiles: sizes of squares, names of pieces, and marks for cell
 * colours. painter.c calls it for pixels and for paths. */
#include "painter-private.h"

#include <math.h>
#include <pango/pangocairo.h>

/* Range of the height of capitals in device pixels; smaller text is illegible. */
#define LEAST_HEIGHT 5.5
/* The sizes of squares are not smaller where there is room, even on boards of a thousand cells. */
#define SQUARE_HEIGHT 9.0
#define MOST_HEIGHT   64.0
/* Paths can be magnified, so this limit is lower. */
#define LEAST_VECTOR_HEIGHT 2.0

/* Colour marks are drawn from this number of pixels per cell, where they become distinguishable. */
#define LEAST_MARKED_CELL        10.0
#define LEAST_VECTOR_MARKED_CELL 3.0

static bool
has_marks (const TwPaint *paint)
{
  double least = (paint->view->flags & TW_PAINT_VECTOR) != 0 ? LEAST_VECTOR_MARKED_CELL
                                                             : LEAST_MARKED_CELL;

  return paint->scene->n_colours > 1 && paint->pixels >= least;
}

static double
least_height (const TwPaint *paint)
{
  return (paint->view->flags & TW_PAINT_VECTOR) != 0 ? LEAST_VECTOR_HEIGHT : LEAST_HEIGHT;
}

/* The height of the size of a square of `cells` cells, in the units of a cell's `side`; `pixels` of
 * these are a device pixel. It grows more slowly than the square, so that large ones do not dominate. */
static double
square_height (double side, double cells, double pixels)
{
  return 0.42 * fmin (side * cells, fmax (side * sqrt (cells), SQUARE_HEIGHT / 0.42 * pixels));
}

typedef struct {
  double x; /* the middle, in user units */
  double y;
  double width; /* available width */
  double height;
} Place;

static Place
place_of (const TwPaint *paint, const TwRegion *r)
{
  cairo_rectangle_t a;

  if (r->square != 0 || r->n_cells == r->width * r->height)
    a = tw_view_cell_area (paint->view, r->x, r->y, r->width, r->height);
  else
    a = tw_view_cell_area (paint->view, r->label_x, r->label_y, 1, 1);
  return (Place){ a.x + a.width / 2.0, a.y + a.height / 2.0, a.width, a.height };
}

/* Draws arbitrary text in any script; slower than glyphs, and with system fonts. */
static void
draw_text (cairo_t *cr, const char *text, const Place *place, double height)
{
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Sans");
  PangoRectangle ink;
  double shrink;

  /* A capital is about 0.72 em high. */
  pango_font_description_set_absolute_size (font, height / 0.72 * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_extents (layout, &ink, NULL);
  shrink = fmin (1.0, place->width * 0.84 / MAX (ink.width, 1));
  cairo_save (cr);
  cairo_translate (cr, place->x, place->y);
  cairo_scale (cr, shrink, shrink);
  cairo_move_to (cr, -(ink.x + ink.width / 2.0), -(ink.y + ink.height / 2.0));
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
}

static void
draw_label (const TwPaint *paint, cairo_t *cr, int32_t region)
{
  const TwRegion *r = &paint->scene->regions[region];
  double ratio = paint->view->pixel_ratio;
  char buffer[TW_SCENE_LABEL_SIZE];
  const char *text = tw_scene_label (paint->scene, region, buffer);
  Place place = place_of (paint, r);
  uint32_t fill = tw_paint_colour (paint, region, r->label_x, r->label_y);
  double side = fmin (place.width, place.height), width;
  double height = r->square != 0
                    ? square_height (paint->view->scale, side / paint->view->scale, 1.0 / ratio)
                    : 0.42 * fmin (side, paint->view->scale);

  /* The middle of a cell is occupied by the mark of its colour. */
  if (has_marks (paint)) {
    cairo_rectangle_t a = tw_view_cell_area (paint->view, r->label_x, r->label_y, 1, 1);

    height = a.height * 0.26;
    place = (Place){ a.x + a.width * 0.24, a.y + a.height * 0.27, a.width * 0.5, a.height };
  }

  if (text[0] == '\0' || height <= 0.0)
    return;
  height = fmin (height, MOST_HEIGHT / ratio);
  if (tw_glyphs_measure (text, height, &width)) {
    height *= fmin (1.0, place.width * 0.72 / width);
    if (height * ratio < least_height (paint))
      return;
    tw_set_colour (cr, tw_palette_ink (fill), paint->theme->ink);
    cairo_set_line_width (cr, fmax (height * 0.12, 1.0 / ratio));
    tw_glyphs_path (cr, text, place.x, place.y, height);
    cairo_stroke (cr);
    return;
  }
  if (height * ratio < least_height (paint))
    return;
  tw_set_colour (cr, tw_palette_ink (fill), paint->theme->ink);
  draw_text (cr, text, &place, height);
}

/* Whether the label of a region is drawn when this cell is visited: for a rectangle its first
 * visible cell, for any other shape its label cell. */
static bool
is_label_cell (const TwPaint *paint, const TwRegion *r, int x, int y)
{
  if (r->square != 0 || r->n_cells == r->width * r->height)
    return x == MAX (r->x, paint->x0) && y == MAX (r->y, paint->y0);
  return x == r->label_x && y == r->label_y;
}

void
tw_paint_labels (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;
  /* If even the label of the largest square is illegible, there is nothing to draw. On the colours of
   * prices, which change below a label, none is legible. */
  double most = square_height (paint->pixels, MAX (scene->largest, 1), 1.0);

  if (most < least_height (paint) || scene->layer == TW_LAYER_PRICES)
    return;
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int y = paint->y0; y < paint->y1; y++)
    for (int x = paint->x0; x < paint->x1; x++) {
      int32_t region = tw_scene_region_at (scene, x, y);

      if (region >= 0 && tw_paint_is_shown (paint, region)
          && is_label_cell (paint, &scene->regions[region], x, y))
        draw_label (paint, cr, region);
    }
  cairo_restore (cr);
}

/* Adds the mark of a board colour; the first colour has none. The marks differ in shape as well as
 * shade, so they do not depend on colour vision. */
static void
add_mark (cairo_t *cr, unsigned colour, double x, double y, double size)
{
  switch (colour % 5) {
  case 1:
    return;
  case 2: /* dot */
    cairo_new_sub_path (cr);
    cairo_arc (cr, x, y, size * 0.5, 0.0, 2.0 * G_PI);
    cairo_close_path (cr);
    return;
  case 3: /* diamond */
    cairo_move_to (cr, x, y - size * 0.6);
    cairo_line_to (cr, x + size * 0.6, y);
    cairo_line_to (cr, x, y + size * 0.6);
    cairo_line_to (cr, x - size * 0.6, y);
    cairo_close_path (cr);
    return;
  case 4: /* bar */
    cairo_rectangle (cr, x - size * 0.6, y - size * 0.2, size * 1.2, size * 0.4);
    return;
  default: /* post */
    cairo_rectangle (cr, x - size * 0.2, y - size * 0.6, size * 0.4, size * 1.2);
    return;
  }
}

/* Draws a line inside the outline of each fixed region. */
static void
draw_fixed (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;
  double inset = paint->view->scale * 0.09;

  if (scene->n_fixed == 0 || paint->pixels < LEAST_MARKED_CELL)
    return;
  cairo_save (cr);
  cairo_set_line_width (cr, fmax (paint->view->scale * 0.04, 1.0 / paint->view->pixel_ratio));
  for (int32_t i = 0; i < (int32_t) scene->n_regions && tw_paint_is_shown (paint, i); i++) {
    if ((scene->regions[i].flags & TW_REGION_FIXED) == 0)
      continue;
    tw_paint_region_path (paint, cr, i, paint->inset + inset, fmax (paint->arc - inset, 0.0));
    tw_set_colour (cr, tw_palette_ink (tw_paint_region_colour (paint, i)), 0.5);
    cairo_stroke (cr);
  }
  cairo_restore (cr);
}

void
tw_paint_marks (const TwPaint *paint, cairo_t *cr)
{
  const TwScene *scene = paint->scene;

  draw_fixed (paint, cr);
  if (!has_marks (paint))
    return;
  for (int y = paint->y0; y < paint->y1; y++)
    for (int x = paint->x0; x < paint->x1; x++) {
      uint8_t cell = tw_scene_cell_at (scene, x, y);
      int32_t id = tw_paint_id (paint, x, y);
      cairo_rectangle_t a;

      if (cell == TW_CELL_BLOCKED || cell == TW_SCENE_OUTSIDE)
        continue;
      a = tw_view_cell_area (paint->view, x, y, 1, 1);
      add_mark (cr, cell, a.x + a.width / 2.0, a.y + a.height / 2.0, paint->view->scale * 0.36);
      tw_set_colour (cr, tw_palette_ink (tw_paint_colour (paint, id, x, y)), 0.28);
      cairo_fill (cr);
    }
}
