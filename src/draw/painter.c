/* painter.c - the entry points of painter.h: what is drawn, in which order and
 * in how much detail. */
#include "draw/painter.h"

#include <math.h>

static void
set_colour (cairo_t *cr, uint32_t rgb, double alpha)
{
  cairo_set_source_rgba (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0, alpha);
}

static void
add_cells (cairo_t *cr, const TwView *view, int x, int y, int width, int height)
{
  cairo_rectangle_t area = tw_view_cell_area (view, x, y, width, height);

  cairo_rectangle (cr, area.x, area.y, area.width, area.height);
}

void
tw_painter_draw_static (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  const TwThemeColours *theme = tw_theme_colours (view->theme);
  const cairo_rectangle_t *v = &view->visible;
  double shown = view->reveal * (double) scene->n_regions;
  int x0 = (int) fmax (floor ((v->x - view->x) / view->scale), 0.0);
  int y0 = (int) fmax (floor ((v->y - view->y) / view->scale), 0.0);
  int x1 = (int) fmin (ceil ((v->x + v->width - view->x) / view->scale), scene->width);
  int y1 = (int) fmin (ceil ((v->y + v->height - view->y) / view->scale), scene->height);

  cairo_save (cr);
  cairo_rectangle (cr, v->x, v->y, v->width, v->height);
  cairo_clip (cr);
  if ((view->flags & TW_PAINT_BACKGROUND) != 0) {
    set_colour (cr, theme->paper, 1.0);
    cairo_paint (cr);
  }

  for (int y = y0; y < y1; y++)
    for (int x = x0, end; x < x1; x = end) {
      int32_t region = tw_scene_region_at (scene, x, y);
      uint8_t cell = tw_scene_cell_at (scene, x, y);

      end = x + 1;
      while (end < x1 && tw_scene_region_at (scene, end, y) == region
             && tw_scene_cell_at (scene, end, y) == cell)
        end++;
      if (cell == TW_SCENE_OUTSIDE)
        continue;
      if (cell == TW_CELL_BLOCKED)
        set_colour (cr, theme->obstacle, 1.0);
      else if (region == TW_SCENE_NO_REGION || region >= shown)
        set_colour (cr, tw_palette_cell (view->theme, cell), 1.0);
      else
        set_colour (cr, tw_palette_fill (view->theme, scene->kind, scene->regions[region].colour),
                    1.0);
      add_cells (cr, view, x, y, end - x, 1);
      cairo_fill (cr);
    }

  if (view->scale * view->pixel_ratio >= 4.0) {
    set_colour (cr, theme->outline, 1.0);
    for (int y = y0; y < y1; y++)
      for (int x = x0; x < x1; x++) {
        cairo_rectangle_t a = tw_view_cell_area (view, x, y, 1, 1);
        double line = theme->line / view->pixel_ratio;

        if (tw_scene_region_at (scene, x, y) != tw_scene_region_at (scene, x - 1, y))
          cairo_rectangle (cr, a.x, a.y, line, a.height);
        if (tw_scene_region_at (scene, x, y) != tw_scene_region_at (scene, x, y - 1))
          cairo_rectangle (cr, a.x, a.y, a.width, line);
      }
    cairo_fill (cr);
  }
  cairo_restore (cr);
}

void
tw_painter_draw_overlay (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  const TwThemeColours *theme = tw_theme_colours (view->theme);

  cairo_save (cr);
  if (view->front != NULL) {
    for (int i = 0; i < view->front->n_lines; i++) {
      int extent = view->front->extent[i];
      int start = view->front->from_far ? view->front->length - extent : 0;

      if (view->front->columns)
        add_cells (cr, view, i, start, 1, extent);
      else
        add_cells (cr, view, start, i, extent, 1);
    }
    set_colour (cr, theme->front, 0.15);
    cairo_fill (cr);
  }
  if (view->hover >= 0 && (size_t) view->hover < scene->n_regions) {
    const TwRegion *r = &scene->regions[view->hover];

    for (int y = r->y; y < r->y + r->height; y++)
      for (int x = r->x; x < r->x + r->width; x++)
        if (tw_scene_region_at (scene, x, y) == view->hover)
          add_cells (cr, view, x, y, 1, 1);
    set_colour (cr, theme->hover, 0.2);
    cairo_fill (cr);
  }
  cairo_restore (cr);
}

void
tw_painter_draw (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  tw_painter_draw_static (cr, scene, view);
  tw_painter_draw_overlay (cr, scene, view);
}

cairo_surface_t *
tw_painter_render_static (const TwScene *scene, const TwView *view)
{
  const cairo_rectangle_t *v = &view->visible;
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, (int) ceil (v->width * view->pixel_ratio),
    (int) ceil (v->height * view->pixel_ratio));
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, view->pixel_ratio, view->pixel_ratio);
  cr = cairo_create (surface);
  cairo_translate (cr, -v->x, -v->y);
  tw_painter_draw_static (cr, scene, view);
  cairo_destroy (cr);
  return surface;
}

cairo_surface_t *
tw_painter_thumbnail (const TwScene *scene, int size, TwTheme theme)
{
  int longest = MAX (scene->width, scene->height);
  TwView view;

  tw_view_init (&view);
  view.theme = theme;
  view.flags = 0;
  tw_view_fit (&view, scene, MAX (1, (double) size * scene->width / longest),
               MAX (1, (double) size * scene->height / longest), 0.0);
  return tw_painter_render_static (scene, &view);
}
