/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.c - see settings.h. */
#include "config.h"

#include "app/preferences/settings.h"

#include "app/part.h"
#include "puzzle/option-text.h"

GSettings *
tw_settings (void)
{
  static GSettings *settings;

  if (settings == NULL)
    settings = g_settings_new (TW_APP_ID);
  return settings;
}

void
tw_settings_bind (const char *key, gpointer object, const char *property)
{
  g_settings_bind (tw_settings (), key, object, property, G_SETTINGS_BIND_DEFAULT);
}

void
tw_settings_watch (const char *key, GCallback changed, gpointer object)
{
  g_autofree char *signal = g_strconcat ("changed::", key, NULL);

  tw_connect (tw_settings (), signal, changed, object);
}

/* Formats a value in the syntax of tw_options_set (). */
static char *
option_text (GVariant *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_strdup (g_ascii_dtostr (number, sizeof number, g_variant_get_double (value)));
  return g_variant_print (value, FALSE);
}

void
tw_settings_get_options (TwOptions *options)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  g_object_get (tw_settings (), "settings-schema", &schema, NULL);
  tw_options_init (options);
  for (size_t i = 0; i < count; i++) {
    if (!g_settings_schema_has_key (schema, table[i].name))
      continue;
    g_autoptr (GVariant) value = g_settings_get_value (tw_settings (), table[i].name);
    g_autofree char *text = option_text (value);
    g_autoptr (GError) error = NULL;
    if (!tw_options_set_text (options, table[i].name, text, &error))
      g_debug ("%s", error->message);
  }
}

gboolean
tw_settings_is_grey (void)
{
  g_autofree char *palette = g_settings_get_string (tw_settings (), "palette");

  return g_str_equal (palette, "greys");
}

TwPaintFlags
tw_settings_get_paint_flags (void)
{
  TwPaintFlags flags = TW_PAINT_GRID;

  if (g_settings_get_boolean (tw_settings (), "labels"))
    flags |= TW_PAINT_LABELS;
  if (g_settings_get_boolean (tw_settings (), "patterns") || tw_settings_is_grey ())
    flags |= TW_PAINT_PATTERNS;
  return flags;
}

void
tw_settings_get_export_options (TwExportOptions *options)
{
  tw_export_options_init (options);
  options->flags = TW_PAINT_BACKGROUND | tw_settings_get_paint_flags ();
  options->theme = tw_settings_is_grey () ? TW_THEME_GREYS : TW_THEME_LIGHT;
}
