/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.c - see settings.h. */
#include "config.h"

#include "app/preferences/settings.h"

#define G_SETTINGS_ENABLE_BACKEND /* for one in memory */
#include <gio/gsettingsbackend.h>

#include "app/part.h"
#include "puzzle/option-text.h"

#define PUZZLE_SCHEMA TW_APP_ID ".Puzzle"

GSettings *
tw_settings (void)
{
  static GSettings *settings;

  if (settings == NULL)
    settings = g_settings_new (TW_APP_ID);
  return settings;
}

GSettings *
tw_settings_for_new_puzzles (void)
{
  static GSettings *settings;

  if (settings == NULL)
    settings = g_settings_new (PUZZLE_SCHEMA);
  return settings;
}

GSettings *
tw_settings_new_for_puzzle (void)
{
  g_autoptr (GSettingsBackend) backend = g_memory_settings_backend_new ();
  g_autoptr (GVariant)
    values = g_variant_ref_sink (tw_settings_dup_values (tw_settings_for_new_puzzles ()));
  GSettings *settings = g_settings_new_with_backend (PUZZLE_SCHEMA, backend);

  tw_settings_take_values (settings, values);
  return settings;
}

static GSettingsSchema *
dup_schema (GSettings *settings)
{
  GSettingsSchema *schema;

  g_object_get (settings, "settings-schema", &schema, NULL);
  return schema;
}

GVariant *
tw_settings_dup_values (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = dup_schema (settings);
  g_auto (GStrv) keys = g_settings_schema_list_keys (schema);
  g_auto (GVariantDict) values = G_VARIANT_DICT_INIT (NULL);

  for (char **key = keys; *key != NULL; key++) {
    g_autoptr (GVariant) value = g_settings_get_user_value (settings, *key);

    if (value != NULL)
      g_variant_dict_insert_value (&values, *key, value);
  }
  return g_variant_dict_end (&values);
}

void
tw_settings_take_values (GSettings *settings, GVariant *values)
{
  g_autoptr (GSettingsSchema) schema = dup_schema (settings);
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, values);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value)) {
    g_autoptr (GSettingsSchemaKey) key = g_settings_schema_has_key (schema, name)
                                           ? g_settings_schema_get_key (schema, name)
                                           : NULL;

    if (key != NULL && g_variant_is_of_type (value, g_settings_schema_key_get_value_type (key))
        && g_settings_schema_key_range_check (key, value))
      g_settings_set_value (settings, name, value);
  }
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
tw_settings_get_options (GSettings *puzzle, TwOptions *options)
{
  g_autoptr (GSettingsSchema) general = dup_schema (tw_settings ()), own = dup_schema (puzzle);
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  tw_options_init (options);
  for (size_t i = 0; i < count; i++) {
    gboolean belongs = g_settings_schema_has_key (own, table[i].name);

    if (!belongs && !g_settings_schema_has_key (general, table[i].name))
      continue;
    g_autoptr (GVariant)
      value = g_settings_get_value (belongs ? puzzle : tw_settings (), table[i].name);
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
  if (g_settings_get_boolean (tw_settings (), "legend"))
    flags |= TW_PAINT_LEGEND;
  return flags;
}

void
tw_settings_get_export_options (TwExportOptions *options)
{
  tw_export_options_init (options);
  options->flags = TW_PAINT_BACKGROUND | tw_settings_get_paint_flags ();
  options->theme = tw_settings_is_grey () ? TW_THEME_GREYS : TW_THEME_LIGHT;
}
