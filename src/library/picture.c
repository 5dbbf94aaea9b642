/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.c - pictures as objects; see tilewright/picture.h. */
#include "library/private.h"
#include "library/properties.h"

#include "draw/export.h"
#include "draw/picture.h"

G_STATIC_ASSERT ((int) TILEWRIGHT_FORMAT_TEXT == (int) TW_EXPORT_TEXT);
G_STATIC_ASSERT ((int) TILEWRIGHT_THEME_GREYS_DARK + 1 == (int) TW_N_THEMES);

struct _TilewrightPicture {
  GObject parent_instance;
  TilewrightPuzzle *puzzle;
  TilewrightResult *result; /* NULL: none */
  char *title;
  char *caption;
  TwExportOptions options; /* without the texts */
};

G_DEFINE_FINAL_TYPE (TilewrightPicture, tilewright_picture, G_TYPE_OBJECT)

enum {
  PROP_0,
  TILEWRIGHT_PICTURE_PROPERTIES (TILEWRIGHT_PROPERTY_ID) N_PROPS,
};

/* The properties that are flags of the painter, from PROP_BACKGROUND on. */
static const TwPaintFlags flags_of[] = { TW_PAINT_BACKGROUND, TW_PAINT_GRID, TW_PAINT_LABELS,
                                         TW_PAINT_PATTERNS };

static void
tilewright_picture_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TilewrightPicture *self = TILEWRIGHT_PICTURE (object);

  switch (id) {
  case PROP_PUZZLE:
    g_value_set_object (value, self->puzzle);
    break;
  case PROP_RESULT:
    g_value_set_object (value, self->result);
    break;
  case PROP_TITLE:
    g_value_set_string (value, self->title);
    break;
  case PROP_CAPTION:
    g_value_set_string (value, self->caption);
    break;
  case PROP_THEME:
    g_value_set_enum (value, (int) self->options.theme);
    break;
  case PROP_CELL:
    g_value_set_double (value, self->options.cell);
    break;
  case PROP_MARGIN:
    g_value_set_double (value, self->options.margin);
    break;
  default:
    g_value_set_boolean (value, (self->options.flags & flags_of[id - PROP_BACKGROUND]) != 0);
  }
}

static void
tilewright_picture_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TilewrightPicture *self = TILEWRIGHT_PICTURE (object);

  switch (id) {
  case PROP_PUZZLE:
    self->puzzle = g_value_dup_object (value);
    break;
  case PROP_RESULT:
    self->result = g_value_dup_object (value);
    break;
  case PROP_TITLE:
    self->title = g_value_dup_string (value);
    break;
  case PROP_CAPTION:
    self->caption = g_value_dup_string (value);
    break;
  case PROP_THEME:
    self->options.theme = (TwTheme) g_value_get_enum (value);
    break;
  case PROP_CELL:
    self->options.cell = g_value_get_double (value);
    break;
  case PROP_MARGIN:
    self->options.margin = g_value_get_double (value);
    break;
  default:
    if (g_value_get_boolean (value))
      self->options.flags |= flags_of[id - PROP_BACKGROUND];
    else
      self->options.flags &= ~flags_of[id - PROP_BACKGROUND];
  }
}

static void
tilewright_picture_constructed (GObject *object)
{
  TilewrightPicture *self = TILEWRIGHT_PICTURE (object);

  if (self->puzzle == NULL && self->result != NULL)
    g_object_get (self->result, "puzzle", &self->puzzle, NULL);
  if (self->puzzle == NULL)
    self->puzzle = g_object_new (TILEWRIGHT_TYPE_PUZZLE, NULL);
  G_OBJECT_CLASS (tilewright_picture_parent_class)->constructed (object);
}

static void
tilewright_picture_finalize (GObject *object)
{
  TilewrightPicture *self = TILEWRIGHT_PICTURE (object);

  g_free (self->title);
  g_free (self->caption);
  g_clear_object (&self->result);
  g_clear_object (&self->puzzle);
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
  tw_export_options_init (&self->options);
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
  const TwResult *result = self->result != NULL ? tilewright_result_peek (self->result) : NULL;

  *options = self->options;
  options->title = self->title;
  options->caption = self->caption;
  return tw_picture_scene (tilewright_puzzle_peek (self->puzzle), result);
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
