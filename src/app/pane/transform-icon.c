/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transform-icon.c - see transform-icon.h. */
#include "app/pane/transform-icon.h"

#include "app/compat.h"
#include "core/base/transform.h"
#include "puzzle/i18n.h"

#define SIDE 16

struct _TwTransformIcon {
  GtkWidget parent_instance;
  int transform;
};

G_DEFINE_FINAL_TYPE (TwTransformIcon, tw_transform_icon, GTK_TYPE_WIDGET)

static void
tw_transform_icon_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = SIDE;
}

static void
tw_transform_icon_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TwTransformIcon *self = TW_TRANSFORM_ICON (widget);
  /* The strokes of the letter: x, y, width, height. */
  static const int strokes[][4] = { { 4, 2, 2, 12 }, { 6, 2, 6, 2 }, { 6, 7, 4, 2 } };
  int k = self->transform;
  GdkRGBA color;

  tw_compat_get_color (widget, &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
    snapshot, &GRAPHENE_POINT_INIT ((float) (gtk_widget_get_width (widget) - SIDE) / 2.0f,
                                    (float) (gtk_widget_get_height (widget) - SIDE) / 2.0f));
  for (size_t i = 0; i < G_N_ELEMENTS (strokes); i++) {
    int turned = k & TW_TRANSFORM_TRANSPOSE ? 1 : 0;
    int x = strokes[i][turned], y = strokes[i][1 - turned];
    int width = strokes[i][2 + turned], height = strokes[i][3 - turned];
    if (k & TW_TRANSFORM_INVERT_X)
      x = SIDE - x - width;
    if (k & TW_TRANSFORM_INVERT_Y)
      y = SIDE - y - height;
    gtk_snapshot_append_color (
      snapshot, &color, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
  }
  gtk_snapshot_restore (snapshot);
}

static void
tw_transform_icon_class_init (TwTransformIconClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tw_transform_icon_measure;
  widget_class->snapshot = tw_transform_icon_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tw_transform_icon_init (TwTransformIcon *self)
{
}

GtkWidget *
tw_transform_icon_new (int transform)
{
  TwTransformIcon *self = g_object_new (TW_TYPE_TRANSFORM_ICON, NULL);
  self->transform = transform;
  return GTK_WIDGET (self);
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
