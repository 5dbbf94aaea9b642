/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transform-icon.c - see transform-icon.h. */
#include "app/pane/transform-icon.h"

#include "app/compat.h"
#include "core/base/transform.h"
#include "puzzle/i18n.h"

#define SIDE 16

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer transform)
{
  /* The strokes of the letter: x, y, width, height. */
  static const int strokes[][4] = { { 4, 2, 2, 12 }, { 6, 2, 6, 2 }, { 6, 7, 4, 2 } };
  int k = GPOINTER_TO_INT (transform);
  GdkRGBA color;

  tw_compat_get_color (GTK_WIDGET (area), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_translate (cr, (width - SIDE) / 2.0, (height - SIDE) / 2.0);
  for (size_t i = 0; i < G_N_ELEMENTS (strokes); i++) {
    int turned = k & TW_TRANSFORM_TRANSPOSE ? 1 : 0;
    int x = strokes[i][turned], y = strokes[i][1 - turned];
    int across = strokes[i][2 + turned], down = strokes[i][3 - turned];
    if (k & TW_TRANSFORM_INVERT_X)
      x = SIDE - x - across;
    if (k & TW_TRANSFORM_INVERT_Y)
      y = SIDE - y - down;
    cairo_rectangle (cr, x, y, across, down);
    cairo_fill (cr);
  }
}

GtkWidget *
tw_transform_icon_new (int transform)
{
  GtkWidget *icon = g_object_new (GTK_TYPE_DRAWING_AREA, "content-width", SIDE, "content-height",
                                  SIDE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (icon), draw, GINT_TO_POINTER (transform), NULL);
  return icon;
}

const char *
tw_transform_title (int transform)
{
  static const char *const titles[] = {
    N_ ("As it is"),
    N_ ("Invert Y"),
    N_ ("Invert X"),
    N_ ("Invert X and Y"),
    N_ ("Transpose"),
    N_ ("Transpose, invert Y"),
    N_ ("Transpose, invert X"),
    N_ ("Transpose, invert X and Y"),
  };
  g_return_val_if_fail (transform >= 0 && transform < TW_N_TRANSFORMS, "");
  return _ (titles[transform]);
}

const char *
tw_transform_phrase (int transform)
{
  static const char *const phrases[] = {
    N_ ("no transform"),
    N_ ("invert Y"),
    N_ ("invert X"),
    N_ ("invert X and Y"),
    N_ ("transpose"),
    N_ ("transpose, invert Y"),
    N_ ("transpose, invert X"),
    N_ ("transpose, invert X and Y"),
  };

  g_return_val_if_fail (transform < TW_N_TRANSFORMS, "");
  return _ (phrases[MAX (transform, 0)]);
}
