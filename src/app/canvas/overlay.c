/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overlay.c - see overlay.h. */
#include "app/canvas/overlay.h"

#include <math.h>

#define CREST 3.0 /* half the width of the wave, in diagonals of the board */

/* Writes the size of a square in its middle. */
static void
draw_size (cairo_t *cr, const TwView *view, const TwCanvasGhost *ghost)
{
  cairo_rectangle_t area = tw_view_cell_area (view, ghost->x[0], ghost->y[0],
                                              ghost->x[ghost->n_cells - 1] - ghost->x[0] + 1,
                                              ghost->y[ghost->n_cells - 1] - ghost->y[0] + 1);
  g_autofree char *text = g_strdup_printf ("%d", ghost->square);
  cairo_text_extents_t extents;

  cairo_select_font_face (cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size (cr, CLAMP (area.width * 0.5, 11.0, 40.0));
  cairo_text_extents (cr, text, &extents);
  cairo_move_to (cr, area.x + area.width / 2 - extents.x_bearing - extents.width / 2,
                 area.y + area.height / 2 - extents.y_bearing - extents.height / 2);
  tw_set_colour (cr, tw_theme_colours (view->theme)->hover, 1.0);
  cairo_show_text (cr, text);
}

void
tw_overlay_draw_ghost (cairo_t *cr, const TwView *view, const TwCanvasGhost *ghost)
{
  const TwThemeColours *colours = tw_theme_colours (view->theme);
  double dashes[] = { 4.0, 3.0 };

  if (ghost->paint) {
    for (int i = 0; i < ghost->n_cells; i++) {
      cairo_rectangle_t cell = tw_view_cell_area (view, ghost->x[i], ghost->y[i], 1, 1);
      cairo_rectangle (cr, cell.x + 1.5, cell.y + 1.5, MAX (cell.width - 3, 1),
                       MAX (cell.height - 3, 1));
    }
    tw_set_colour (cr, ghost->colour, 1.0);
    cairo_fill (cr);
    return;
  }
  tw_painter_cells_path (cr, view, ghost->x, ghost->y, ghost->n_cells, 1.5);
  /* Where it may lie it hides the cells below: one piece with one outline. */
  tw_set_colour (cr,
                 tw_palette_fill (view->theme,
                                  ghost->square > 0 ? TW_PALETTE_SIZES : TW_PALETTE_PIECES,
                                  ghost->colour),
                 ghost->refusal == NULL ? 1.0 : 0.3);
  cairo_fill_preserve (cr);
  tw_set_colour (cr, ghost->refusal == NULL ? colours->hover : colours->front, 1.0);
  cairo_set_line_width (cr, 2.0);
  if (ghost->refusal != NULL)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (ghost->square > 0)
    draw_size (cr, view, ghost);
}

void
tw_overlay_draw_wave (cairo_t *cr, const TwView *view, const TwScene *scene, double position)
{
  int end = scene->width + scene->height - 1;
  double crest = position * (end + 2 * CREST) - CREST;

  for (int d = (int) MAX (crest - CREST, 0); d < MIN (crest + CREST, end); d++) {
    for (int x = MAX (d - scene->height + 1, 0); x <= MIN (d, scene->width - 1); x++)
      if (tw_scene_region_at (scene, x, d - x) != TW_SCENE_NO_REGION) {
        cairo_rectangle_t cell = tw_view_cell_area (view, x, d - x, 1, 1);

        cairo_rectangle (cr, cell.x, cell.y, cell.width, cell.height);
      }
    tw_set_colour (cr, 0xffffff, 0.6 * MAX (1 - fabs (d - crest) / CREST, 0));
    cairo_fill (cr);
  }
}

void
tw_overlay_copy_cells (TwCanvasGhost *to, const TwCanvasGhost *from)
{
  g_free ((int *) (guintptr) to->x);
  g_free ((int *) (guintptr) to->y);
  *to = (TwCanvasGhost){ 0 };
  if (from == NULL)
    return;
  *to = *from;
  to->x = g_memdup2 (from->x, (gsize) from->n_cells * sizeof (int));
  to->y = g_memdup2 (from->y, (gsize) from->n_cells * sizeof (int));
}
