/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.c - pictures as objects; see tilewright/picture.h. */
#include "library/private.h"
#include "library/properties.h"

#include "draw/export.h"
#include "draw/picture.h"

G_STATIC_ASSERT ((int) TILEWRIGHT_FORMAT_TEXT == (int) TW_EXPORT_TEXT);
G_STATIC_ASSERT ((int) TILEWRIGHT_THEME_GREYS_DARK + 1 == (int) TW_N_THEMES);

enum {
  PROP_0,
  TILEWRIGHT_PICTURE_PROPERTIES (TILEWRIGHT_PROPERTY_ID) N_PROPS,
};

struct _TilewrightPicture {
  GObject parent_instance;
  GValue values[N_PROPS]; /* of the properties */
};

G_DEFINE_FINAL_TYPE (TilewrightPicture, tilewright_picture, G_TYPE_OBJECT)

static void
tilewright_picture_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_copy (&TILEWRIGHT_PICTURE (object)->values[id], value);
}

static void
tilewright_picture_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  g_value_copy (value, &TILEWRIGHT_PICTURE (object)->values[id]);
}

static void
tilewright_picture_constructed (GObject *object)
{
  const GValue *result = &TILEWRIGHT_PICTURE (object)->values[PROP_RESULT];
  GValue *puzzle = &TILEWRIGHT_PICTURE (object)->values[PROP_PUZZLE];

  if (g_value_get_object (puzzle) == NULL && g_value_get_object (result) != NULL)
    g_object_get_property (g_value_get_object (result), "puzzle", puzzle);
  if (g_value_get_object (puzzle) == NULL)
    g_value_take_object (puzzle, g_object_new (TILEWRIGHT_TYPE_PUZZLE, NULL));
  G_OBJECT_CLASS (tilewright_picture_parent_class)->constructed (object);
}

static void
tilewright_picture_finalize (GObject *object)
{
  for (guint i = 1; i < N_PROPS; i++)
    g_value_unset (&TILEWRIGHT_PICTURE (object)->values[i]);
  G_OBJECT_CLASS (tilewright_picture_parent_class)->finalize (object);
}

static void
tilewright_picture_class_init (TilewrightPictureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;
  GParamSpec *props[N_PROPS] = { NULL };

  object_class->get_property = tilewright_picture_get_property;
  object_class->set_property = tilewright_picture_set_property;
  object_class->constructed = tilewright_picture_constructed;
  object_class->finalize = tilewright_picture_finalize;
  TILEWRIGHT_PICTURE_PROPERTIES (TILEWRIGHT_PROPERTY_PARAM)
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
tilewright_picture_init (TilewrightPicture *self)
{
  guint n;
  g_autofree GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (self), &n);

  /* GObject does not set a property whose value is out of range. */
  for (guint i = 0; i < n; i++) {
    g_value_init (&self->values[specs[i]->param_id], specs[i]->value_type);
    g_param_value_set_default (specs[i], &self->values[specs[i]->param_id]);
  }
}

TilewrightPicture *
tilewright_picture_new (TilewrightPuzzle *puzzle, TilewrightResult *result)
{
  g_return_val_if_fail (TILEWRIGHT_IS_PUZZLE (puzzle), NULL);
  return g_object_new (TILEWRIGHT_TYPE_PICTURE, "puzzle", puzzle, "result", result, NULL);
}

static TwScene *
make_scene (TilewrightPicture *self, TwExportOptions *options)
{
  /* From PROP_BACKGROUND on. */
  static const TwPaintFlags flags[] = { TW_PAINT_BACKGROUND, TW_PAINT_GRID, TW_PAINT_LABELS,
                                        TW_PAINT_PATTERNS };
  const GValue *values = self->values;
  TilewrightResult *result = g_value_get_object (&values[PROP_RESULT]);

  tw_export_options_init (options);
  options->title = g_value_get_string (&values[PROP_TITLE]);
  options->caption = g_value_get_string (&values[PROP_CAPTION]);
  options->theme = (TwTheme) g_value_get_enum (&values[PROP_THEME]);
  options->cell = g_value_get_double (&values[PROP_CELL]);
  options->margin = g_value_get_double (&values[PROP_MARGIN]);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (g_value_get_boolean (&values[PROP_BACKGROUND + i]))
      options->flags |= flags[i];
    else
      options->flags &= ~flags[i];
  return tw_picture_scene (tilewright_puzzle_peek (g_value_get_object (&values[PROP_PUZZLE])),
                           result != NULL ? tilewright_result_peek (result) : NULL);
}

GBytes *
tilewright_picture_to_bytes (TilewrightPicture *self, TilewrightFormat format, GError **error)
{
  TwExportOptions options;
  TwScene *scene;
  GBytes *bytes;

  g_return_val_if_fail (TILEWRIGHT_IS_PICTURE (self), NULL);
  scene = make_scene (self, &options);
  bytes = tw_export_bytes (scene, (TwExportFormat) format, &options, error);
  tw_scene_unref (scene);
  return bytes;
}

void
tilewright_picture_draw (TilewrightPicture *self, cairo_t *cr, double width, double height)
{
  TwExportOptions options;
  TwScene *scene;

  g_return_if_fail (TILEWRIGHT_IS_PICTURE (self));
  scene = make_scene (self, &options);
  tw_export_draw_page (cr, scene, &options, width, height);
  tw_scene_unref (scene);
}
