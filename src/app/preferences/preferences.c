/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preferences.c - see preferences.h. */
#include "app/preferences/preferences.h"

#include "app/part.h"
#include "app/preferences/settings.h"
#include "app/preferences/workers-list.h"

struct _TwPreferences {
  GtkWindow parent_instance;

  GtkDropDown *style;
  GtkDropDown *palette;
  GtkSwitch *patterns;
  GtkSwitch *labels;
  GtkSwitch *reduced_motion;
  GtkSwitch *restore_session;
  GtkSwitch *notify;
};

G_DEFINE_FINAL_TYPE (TwPreferences, tw_preferences, GTK_TYPE_WINDOW)

static gboolean
row_of (GValue *value, GVariant *variant, gpointer names)
{
  GStrv all = names;

  g_value_set_uint (value, 0);
  for (guint i = 0; all[i] != NULL; i++)
    if (g_str_equal (all[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
name_of (const GValue *value, const GVariantType *type, gpointer names)
{
  GStrv all = names;
  guint row = g_value_get_uint (value);

  return row < g_strv_length (all) ? g_variant_new_string (all[row]) : NULL;
}

/* Binds a list to a key; takes ownership of `names`, the values of the rows. */
static void
bind_list (TwPreferences *self, const char *key, GtkDropDown *list, GStrv names)
{
  g_settings_bind_with_mapping (tw_settings (), key, list, "selected", G_SETTINGS_BIND_DEFAULT,
                                row_of, name_of, names, (GDestroyNotify) g_strfreev);
}

static void
tw_preferences_class_init (TwPreferencesClass *klass)
{
  g_type_ensure (TW_TYPE_WORKERS_LIST);
  tw_class_set_dialog_template (klass, "preferences");
  TW_BIND_CHILDREN (klass, TwPreferences, style, palette, patterns, labels, reduced_motion,
                    restore_session, notify);
}

static void
tw_preferences_init (TwPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  /* In the order of the rows in preferences.ui. */
  bind_list (self, "color-scheme", self->style, g_strsplit ("default light dark", " ", -1));
  bind_list (self, "palette", self->palette, g_strsplit ("colours greys", " ", -1));
  tw_settings_bind ("patterns", self->patterns, "active");
  tw_settings_bind ("labels", self->labels, "active");
  tw_settings_bind ("reduced-motion", self->reduced_motion, "active");
  tw_settings_bind ("restore-session", self->restore_session, "active");
  tw_settings_bind ("notify", self->notify, "active");
}

TwPreferences *
tw_preferences_new (GtkWindow *parent)
{
  return g_object_new (TW_TYPE_PREFERENCES, "transient-for", parent, "destroy-with-parent", TRUE,
                       NULL);
}
