/* SPDX-License-Identifier: GPL-3.0-or-later */
/* painter.c - the entry points of painter.h: they decide what is drawn, in which order and in how
 * much detail. paint-raster.c, paint-vector.c and paint-labels.c do the drawing. */
#include "painter-private.h"

#include <math.h>

/* Images are painted in bands of about this many pixels, so that a large picture is not held in
 * memory twice. */
#define BAND_PIXELS (1 << 21)

/* The share, of 256, that a region keeps of its colour when it is drawn pale. */
#define PALE 40

/* With more regions than this, paths have sharp corners, which halves the size of the file. */
#define MOST_ROUNDED 50000

void
tw_set_colour (cairo_t *cr, uint32_t rgb, double alpha)
{
  cairo_set_source_rgba (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0, alpha);
}

/* --- geometry -------------------------------------------------------------- */

static int
first_cell (double visible, double origin, double scale, int n)
{
  return (int) fmin (fmax (floor ((visible - origin) / scale), 0.0), n);
}

static int
end_cell (double visible_end, double origin, double scale, int n)
{
  return (int) fmin (fmax (ceil ((visible_end - origin) / scale), 0.0), n);
}

void
tw_paint_init (TwPaint *paint, const TwScene *scene, const TwView *view)
{
  const cairo_rectangle_t *v = &view->visible;
  double pixels = view->scale * view->pixel_ratio;
  double more;
  int gap;

  *paint = (TwPaint){ .scene = scene, .view = view, .theme = tw_theme_colours (view->theme) };
  paint->pixels = pixels;
  /* One extra cell or pixel, because edges are snapped to whole pixels. */
  more = fmax (view->scale, 1.0 / view->pixel_ratio);
  paint->x0 = first_cell (v->x - more, view->x, view->scale, scene->width);
  paint->y0 = first_cell (v->y - more, view->y, view->scale, scene->height);
  paint->x1 = end_cell (v->x + v->width + more, view->x, view->scale, scene->width);
  paint->y1 = end_cell (v->y + v->height + more, view->y, view->scale, scene->height);

  gap = pixels < 3.0 ? 0 : pixels < 16.0 ? 1 : pixels < 40.0 ? 2 : pixels < 80.0 ? 3 : 4;
  if (pixels >= 8.0)
    gap = (int) lround (gap * paint->theme->line);
  paint->gap_before = gap / 2;
  paint->gap_after = gap - gap / 2;
  paint->radius = (int) fmin (pixels * 0.12, 10.0);
  /* Paths are independent of pixels, since they can be magnified. */
  paint->inset = (pixels < 16.0 ? pixels * 0.06 * paint->theme->line : gap) / 2.0
                 / view->pixel_ratio;
  paint->arc = scene->n_regions > MOST_ROUNDED ? 0.0
                                               : fmin (pixels * 0.12, 10.0) / view->pixel_ratio;

  paint->fading = view->reveal < 1.0 ? fmax (1.0, (double) scene->n_regions / 8.0) : 0.0;
  paint->shown = view->reveal < 1.0
                   ? fmax (view->reveal, 0.0) * ((double) scene->n_regions + paint->fading)
                   : (double) scene->n_regions;
  paint->n_shown = (int32_t) fmin (ceil (paint->shown), (double) scene->n_regions);
  for (unsigned tone = 0; tone < TW_N_TONES; tone++) {
    uint32_t *fills = &paint->fills[tone * 2 * TW_PALETTE_LENGTH];

    for (unsigned i = 0; i < TW_PALETTE_LENGTH; i++) {
      fills[i] = tw_palette_tone (tw_palette_fill (view->theme, scene->kind, i), tone);
      fills[TW_PALETTE_LENGTH + i] = tw_palette_mix (paint->theme->free, fills[i], PALE);
    }
  }
}

/* --- the static layer ------------------------------------------------------ */

static void
draw_cells (cairo_t *cr, const TwPaint *paint)
{
  const cairo_rectangle_t *v = &paint->view->visible;
  double ratio = paint->view->pixel_ratio;
  int left = (int) floor (v->x * ratio), right = (int) ceil ((v->x + v->width) * ratio);
  int top = (int) floor (v->y * ratio), bottom = (int) ceil ((v->y + v->height) * ratio);
  int rows = right > left ? MAX (1, BAND_PIXELS / (right - left)) : 1;
  bool opaque = (paint->view->flags & TW_PAINT_BACKGROUND) != 0;

  if (right <= left || bottom <= top)
    return;
  rows = MIN (rows, bottom - top);
  for (int y = top; y < bottom; y += rows) {
    int height = MIN (rows, bottom - y);
    cairo_surface_t *band = cairo_image_surface_create (
      opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, right - left, height);

    if (cairo_surface_status (band) == CAIRO_STATUS_SUCCESS) {
      tw_paint_raster (paint, (uint32_t *) (void *) cairo_image_surface_get_data (band),
                       (size_t) cairo_image_surface_get_stride (band) / sizeof (uint32_t), left, y,
                       right - left, height);
      cairo_surface_mark_dirty (band);
    }
    cairo_surface_set_device_scale (band, ratio, ratio);
    cairo_set_source_surface (cr, band, left / ratio, y / ratio);
    cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
    cairo_rectangle (cr, left / ratio, y / ratio, (right - left) / ratio, height / ratio);
    cairo_fill (cr);
    cairo_surface_destroy (band);
  }
}

static void
draw_marks_and_labels (cairo_t *cr, const TwPaint *paint)
{
  /* Patterns stand for the colours of the regions, which a layer replaces. */
  if ((paint->view->flags & TW_PAINT_PATTERNS) != 0 && !tw_scene_is_coloured (paint->scene))
    tw_paint_patterns (paint, cr);
  tw_paint_marks (paint, cr);
  tw_paint_grids (paint, cr);
  tw_paint_layer (paint, cr);
  if ((paint->view->flags & TW_PAINT_LABELS) != 0)
    tw_paint_labels (paint, cr);
}

/* Limits drawing to the visible area, until cairo_restore (). */
static void
begin (cairo_t *cr, TwPaint *paint, const TwScene *scene, const TwView *view)
{
  const cairo_rectangle_t *v = &view->visible;

  tw_paint_init (paint, scene, view);
  cairo_save (cr);
  cairo_rectangle (cr, v->x, v->y, v->width, v->height);
  cairo_clip (cr);
}

void
tw_painter_draw_static (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  TwPaint paint;

  begin (cr, &paint, scene, view);
  if ((view->flags & TW_PAINT_VECTOR) != 0) {
    if ((view->flags & TW_PAINT_BACKGROUND) != 0) {
      tw_set_colour (cr, paint.theme->paper, 1.0);
      cairo_paint (cr);
    }
    tw_paint_vector (&paint, cr);
  } else {
    draw_cells (cr, &paint);
  }
  draw_marks_and_labels (cr, &paint);
  cairo_restore (cr);
}

cairo_surface_t *
tw_painter_render_static (const TwScene *scene, const TwView *view)
{
  const cairo_rectangle_t *v = &view->visible;
  double ratio = view->pixel_ratio;
  int left = (int) floor (v->x * ratio), top = (int) floor (v->y * ratio);
  int width = (int) ceil ((v->x + v->width) * ratio) - left;
  int height = (int) ceil ((v->y + v->height) * ratio) - top;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  TwPaint paint;
  cairo_t *cr;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return surface;
  tw_paint_init (&paint, scene, view);
  tw_paint_raster (&paint, (uint32_t *) (void *) cairo_image_surface_get_data (surface),
                   (size_t) cairo_image_surface_get_stride (surface) / sizeof (uint32_t), left, top,
                   width, height);
  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface, ratio, ratio);
  cr = cairo_create (surface);
  cairo_translate (cr, -left / ratio, -top / ratio);
  draw_marks_and_labels (cr, &paint);
  cairo_destroy (cr);
  return surface;
}

/* --- the overlay ----------------------------------------------------------- */

/* Adds the visible lines of the front as one staircase. `closed` closes the path along the edge
 * that the sweep moves towards. */
static void
front_path (cairo_t *cr, const TwPaint *paint, bool closed)
{
  const TwSceneFront *front = paint->view->front;
  int first = front->columns ? paint->x0 : paint->y0;
  int end = MIN (front->columns ? paint->x1 : paint->y1, front->n_lines);
  int edge = front->from_far ? 0 : front->length;

  for (int i = first; i < end; i++) {
    int at = front->from_far ? front->length - front->extent[i] : front->extent[i];
    cairo_rectangle_t from = front->columns ? tw_view_cell_area (paint->view, i, at, 1, 0)
                                            : tw_view_cell_area (paint->view, at, i, 0, 1);

    cairo_line_to (cr, from.x, from.y);
    cairo_line_to (cr, from.x + from.width, from.y + from.height);
  }
  if (closed && first < end) {
    cairo_rectangle_t a = front->columns
                            ? tw_view_cell_area (paint->view, first, edge, end - first, 0)
                            : tw_view_cell_area (paint->view, edge, first, 0, end - first);

    cairo_line_to (cr, a.x + a.width, a.y + a.height);
    cairo_line_to (cr, a.x, a.y);
    cairo_close_path (cr);
  }
}

/* Fades the part of the board that the sweep has not covered. */
static void
draw_front (cairo_t *cr, const TwPaint *paint)
{
  front_path (cr, paint, true);
  tw_set_colour (cr, paint->theme->paper, 0.45);
  cairo_fill (cr);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  front_path (cr, paint, false);
  tw_set_colour (cr, paint->theme->paper, 0.8);
  cairo_set_line_width (cr, 4.5);
  cairo_stroke_preserve (cr);
  tw_set_colour (cr, paint->theme->front, 1.0);
  cairo_set_line_width (cr, 2.0);
  cairo_stroke (cr);
}

static void
draw_ring (cairo_t *cr, const TwPaint *paint, int32_t region, double width, double wash)
{
  if (region < 0 || (size_t) region >= paint->scene->n_regions
      || !tw_paint_is_shown (paint, region))
    return;
  tw_paint_region_path (paint, cr, region, 0.0, paint->arc);
  tw_set_colour (cr, paint->theme->paper, wash);
  cairo_fill_preserve (cr);
  tw_set_colour (cr, paint->theme->paper, 0.9);
  cairo_set_line_width (cr, width + 2.0);
  cairo_stroke_preserve (cr);
  tw_set_colour (cr, paint->theme->hover, 1.0);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static void
draw_cursor (cairo_t *cr, const TwPaint *paint)
{
  const TwView *view = paint->view;
  cairo_rectangle_t a;

  if (view->cursor_x < 0 || view->cursor_y < 0 || view->cursor_x >= paint->scene->width
      || view->cursor_y >= paint->scene->height)
    return;
  a = tw_view_cell_area (view, view->cursor_x, view->cursor_y, 1, 1);
  cairo_rectangle (cr, a.x, a.y, a.width, a.height);
  tw_set_colour (cr, paint->theme->paper, 0.9);
  cairo_set_line_width (cr, 4.0);
  cairo_stroke_preserve (cr);
  tw_set_colour (cr, paint->theme->front, 1.0);
  cairo_set_line_width (cr, 2.0);
  cairo_stroke (cr);
}

void
tw_painter_draw_overlay (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  TwPaint paint;

  begin (cr, &paint, scene, view);
  cairo_new_path (cr);
  if (view->front != NULL && view->front->n_lines > 0)
    draw_front (cr, &paint);
  draw_ring (cr, &paint, view->selected, 2.5, 0.0);
  if (view->hover != view->selected)
    draw_ring (cr, &paint, view->hover, 1.5, 0.18);
  draw_cursor (cr, &paint);
  cairo_restore (cr);
}

void
tw_painter_draw (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  tw_painter_draw_static (cr, scene, view);
  tw_painter_draw_overlay (cr, scene, view);
}

cairo_surface_t *
tw_painter_thumbnail (const TwScene *scene, int size, TwTheme theme)
{
  int longest = MAX (scene->width, scene->height);
  TwView view;

  tw_view_init (&view);
  view.theme = theme;
  view.flags = 0;
  tw_view_fit (&view, scene, MAX (1.0, (double) size * scene->width / longest),
               MAX (1.0, (double) size * scene->height / longest), 0.0);
  return tw_painter_render_static (scene, &view);
}
