/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the table of solver options as properties; see tilewright/solver.h. Property number
 * i + 1 is row i of the table. */
#include "library/private.h"

#include "puzzle/kind-solve.h"
#include "puzzle/option-text.h"

struct _TilewrightOptions {
  GObject parent_instance;
  TwOptions options;
  GHashTable *faults; /* GError by the number of a property that is set to an invalid text */
};

G_DEFINE_FINAL_TYPE (TilewrightOptions, tilewright_options, G_TYPE_OBJECT)

static gpointer
value_at (TilewrightOptions *self, guint id, const TwOptionInfo **info)
{
  size_t count;

  *info = &tw_options_table (&count)[id - 1];
  return (char *) &self->options + (*info)->offset;
}

static void
tilewright_options_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const TwOptionInfo *info;
  gpointer at = value_at (TILEWRIGHT_OPTIONS (object), id, &info);

  switch (info->kind) {
  case TW_OPTION_INT:
    g_value_set_int (value, *(int *) at);
    break;
  case TW_OPTION_REAL:
    g_value_set_double (value, *(double *) at);
    break;
  case TW_OPTION_BOOL:
    g_value_set_boolean (value, *(bool *) at);
    break;
  case TW_OPTION_TEXT:
    g_value_set_string (value, at);
    break;
  default:
    g_assert_not_reached ();
  }
}

static void
tilewright_options_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TilewrightOptions *self = TILEWRIGHT_OPTIONS (object);
  const TwOptionInfo *info;
  gpointer at = value_at (self, id, &info);
  const char *text;
  GError *fault = NULL;

  switch (info->kind) {
  case TW_OPTION_INT:
    *(int *) at = g_value_get_int (value);
    break;
  case TW_OPTION_REAL:
    *(double *) at = g_value_get_double (value);
    break;
  case TW_OPTION_BOOL:
    *(bool *) at = g_value_get_boolean (value);
    break;
  case TW_OPTION_TEXT:
    text = g_value_get_string (value);
    if (text == NULL)
      text = info->text;
    g_hash_table_remove (self->faults, GUINT_TO_POINTER (id));
    if (!tw_options_set_text (&self->options, info->name, text, &fault))
      g_hash_table_insert (self->faults, GUINT_TO_POINTER (id), fault);
    break;
  default:
    g_assert_not_reached ();
  }
}

static void
tilewright_options_finalize (GObject *object)
{
  g_hash_table_unref (TILEWRIGHT_OPTIONS (object)->faults);
  G_OBJECT_CLASS (tilewright_options_parent_class)->finalize (object);
}

static GParamSpec *
make_param (const TwOptionInfo *info)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  switch (info->kind) {
  case TW_OPTION_INT:
    return g_param_spec_int (info->name, NULL, info->doc, (int) info->least, (int) info->most,
                             (int) info->value, flags);
  case TW_OPTION_REAL:
    return g_param_spec_double (info->name, NULL, info->doc, info->least, info->most, info->value,
                                flags);
  case TW_OPTION_BOOL:
    return g_param_spec_boolean (info->name, NULL, info->doc, info->value != 0, flags);
  case TW_OPTION_TEXT:
  default:
    return g_param_spec_string (info->name, NULL, info->doc, info->text, flags);
  }
}

static void
tilewright_options_class_init (TilewrightOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  object_class->get_property = tilewright_options_get_property;
  object_class->set_property = tilewright_options_set_property;
  object_class->finalize = tilewright_options_finalize;
  for (guint i = 0; i < count; i++)
    g_object_class_install_property (object_class, i + 1, make_param (&table[i]));
}

static void
tilewright_options_init (TilewrightOptions *self)
{
  tw_options_init (&self->options);
  self->faults = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_error_free);
}

TilewrightOptions *
tilewright_options_new (void)
{
  return g_object_new (TILEWRIGHT_TYPE_OPTIONS, NULL);
}

TilewrightOptions *
tilewright_options_wrap (const TwOptions *options)
{
  TilewrightOptions *self = tilewright_options_new ();

  self->options = *options;
  return self;
}

gboolean
tilewright_options_read (TilewrightOptions *self, TwPuzzle *puzzle, TwOptions *options,
                         GError **error)
{
  GHashTableIter iter;
  gpointer fault;

  tw_options_init (options);
  if (self != NULL) {
    *options = self->options;
    g_hash_table_iter_init (&iter, self->faults);
    if (g_hash_table_iter_next (&iter, NULL, &fault)) {
      g_propagate_error (error, g_error_copy (fault));
      return FALSE;
    }
  }
  return puzzle == NULL || tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), options, error);
}
