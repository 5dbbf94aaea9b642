/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.c - see settings.h. */
#include "config.h"

#include "app/preferences/settings.h"

#include "puzzle/option-text.h"

GSettings *
tw_settings_new (void)
{
  return g_settings_new (TW_APP_ID);
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
tw_settings_get_options (GSettings *settings, TwOptions *options)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  g_object_get (settings, "settings-schema", &schema, NULL);
  tw_options_init (options);
  for (size_t i = 0; i < count; i++) {
    if (!g_settings_schema_has_key (schema, table[i].name))
      continue;
    g_autoptr (GVariant) value = g_settings_get_value (settings, table[i].name);
    g_autofree char *text = option_text (value);
    g_autoptr (GError) error = NULL;
    if (!tw_options_set_text (options, table[i].name, text, &error))
      g_debug ("%s", error->message);
  }
}

gboolean
tw_settings_is_grey (GSettings *settings)
{
  g_autofree char *palette = g_settings_get_string (settings, "palette");

  return g_str_equal (palette, "greys");
}

TwPaintFlags
tw_settings_get_paint_flags (GSettings *settings)
{
  TwPaintFlags flags = TW_PAINT_GRID;

  if (g_settings_get_boolean (settings, "labels"))
    flags |= TW_PAINT_LABELS;
  if (g_settings_get_boolean (settings, "patterns") || tw_settings_is_grey (settings))
    flags |= TW_PAINT_PATTERNS;
  return flags;
}

void
tw_settings_watch_paint (GSettings *settings, GCallback changed, gpointer object)
{
  static const char *const keys[] = { "palette", "patterns", "labels" };

  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++) {
    g_autofree char *signal = g_strconcat ("changed::", keys[i], NULL);
    g_signal_connect_object (settings, signal, changed, object, G_CONNECT_SWAPPED);
  }
}

void
tw_settings_get_export_options (GSettings *settings, TwExportOptions *options)
{
  tw_export_options_init (options);
  options->flags = TW_PAINT_BACKGROUND | tw_settings_get_paint_flags (settings);
  options->theme = tw_settings_is_grey (settings) ? TW_THEME_GREYS : TW_THEME_LIGHT;
}
