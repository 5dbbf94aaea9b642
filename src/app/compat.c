/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compat.c - see compat.h. The only file that may name symbols newer than GTK 4.8. */
/* The version limits of meson.build apply to all other files. */
#undef GDK_VERSION_MIN_REQUIRED
#undef GDK_VERSION_MAX_ALLOWED

#include "app/compat.h"

/* --- file dialogs -------------------------------------------------------- */

static GListStore *
make_filters (const TwFileRequest *request)
{
  GListStore *filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  for (size_t i = 0; i < request->n_filters; i++) {
    g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
    gtk_file_filter_set_name (filter, request->filters[i].name);
    g_auto (GStrv) patterns = g_strsplit (request->filters[i].patterns, " ", -1);
    for (char **pattern = patterns; *pattern != NULL; pattern++)
      gtk_file_filter_add_pattern (filter, *pattern);
    g_list_store_append (filters, filter);
  }
  return filters;
}

#if GTK_CHECK_VERSION(4, 10, 0)

static GListModel *
list_of (GFile *file)
{
  GListStore *list = g_list_store_new (G_TYPE_FILE);

  g_list_store_append (list, file);
  g_object_unref (file);
  return G_LIST_MODEL (list);
}

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GtkFileDialog *dialog = GTK_FILE_DIALOG (source);
  g_autoptr (GError) error = NULL;
  GListModel *files = NULL;
  GFile *file = NULL;

  switch ((TwChoose) GPOINTER_TO_INT (g_task_get_task_data (task))) {
  case TW_CHOOSE_SAVE:
    file = gtk_file_dialog_save_finish (dialog, result, &error);
    break;
  case TW_CHOOSE_FOLDER:
    file = gtk_file_dialog_select_folder_finish (dialog, result, &error);
    break;
  case TW_CHOOSE_OPEN_SEVERAL:
    files = gtk_file_dialog_open_multiple_finish (dialog, result, &error);
    break;
  case TW_CHOOSE_OPEN:
  default:
    file = gtk_file_dialog_open_finish (dialog, result, &error);
  }
  if (file != NULL)
    files = list_of (file);
  if (files != NULL)
    g_task_return_pointer (task, files, g_object_unref);
  else if (g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED)
           || g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_CANCELLED))
    g_task_return_pointer (task, NULL, NULL);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
tw_compat_choose (GtkWindow *parent, TwChoose what, const TwFileRequest *request,
                  GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();
  g_autoptr (GListStore) filters = make_filters (request);
  GTask *task = g_task_new (parent, NULL, callback, data);

  g_task_set_task_data (task, GINT_TO_POINTER (what), NULL);
  gtk_file_dialog_set_title (dialog, request->title);
  gtk_file_dialog_set_accept_label (dialog, request->accept);
  gtk_file_dialog_set_modal (dialog, TRUE);
  if (request->n_filters > 0)
    gtk_file_dialog_set_filters (dialog, G_LIST_MODEL (filters));
  if (request->folder != NULL)
    gtk_file_dialog_set_initial_folder (dialog, request->folder);
  if (request->name != NULL)
    gtk_file_dialog_set_initial_name (dialog, request->name);
  switch (what) {
  case TW_CHOOSE_SAVE:
    gtk_file_dialog_save (dialog, parent, NULL, chosen_cb, task);
    break;
  case TW_CHOOSE_FOLDER:
    gtk_file_dialog_select_folder (dialog, parent, NULL, chosen_cb, task);
    break;
  case TW_CHOOSE_OPEN_SEVERAL:
    gtk_file_dialog_open_multiple (dialog, parent, NULL, chosen_cb, task);
    break;
  case TW_CHOOSE_OPEN:
  default:
    gtk_file_dialog_open (dialog, parent, NULL, chosen_cb, task);
  }
}

#else

static void
response_cb (GtkNativeDialog *dialog, int response, GTask *task)
{
  GListModel *files = NULL;
  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  g_task_return_pointer (task, files, g_object_unref);
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
  g_object_unref (task);
}

void
tw_compat_choose (GtkWindow *parent, TwChoose what, const TwFileRequest *request,
                  GAsyncReadyCallback callback, gpointer data)
{
  static const GtkFileChooserAction actions[] = {
    [TW_CHOOSE_OPEN] = GTK_FILE_CHOOSER_ACTION_OPEN,
    [TW_CHOOSE_OPEN_SEVERAL] = GTK_FILE_CHOOSER_ACTION_OPEN,
    [TW_CHOOSE_FOLDER] = GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
    [TW_CHOOSE_SAVE] = GTK_FILE_CHOOSER_ACTION_SAVE,
  };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (request->title, parent, actions[what],
                                                              request->accept, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autoptr (GListStore) filters = make_filters (request);

  gtk_file_chooser_set_select_multiple (chooser, what == TW_CHOOSE_OPEN_SEVERAL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (filters)); i++) {
    g_autoptr (GtkFileFilter) filter = g_list_model_get_item (G_LIST_MODEL (filters), i);
    gtk_file_chooser_add_filter (chooser, filter);
  }
  if (request->folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, request->folder, NULL);
  if (request->name != NULL)
    gtk_file_chooser_set_current_name (chooser, request->name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb),
                    g_task_new (parent, NULL, callback, data));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

#endif

GListModel *
tw_compat_choose_all_finish (GAsyncResult *result, GError **error)
{
  GListModel *files = g_task_propagate_pointer (G_TASK (result), error);

  /* The user pressed the button before the dialog had loaded its folder. */
  if (files != NULL && g_list_model_get_n_items (files) == 0)
    g_clear_object (&files);
  return files;
}

GFile *
tw_compat_choose_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GListModel) files = tw_compat_choose_all_finish (result, error);

  return files != NULL ? g_list_model_get_item (files, 0) : NULL;
}

/* --- lists ---------------------------------------------------------------- */

void
tw_compat_name_list_item (GtkListItem *item, const char *label, const char *description)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_list_item_set_accessible_label (item, label);
  gtk_list_item_set_accessible_description (item, description);
#else
  GtkWidget *child = gtk_list_item_get_child (item);
  GtkWidget *row = child != NULL ? gtk_widget_get_parent (child) : NULL;

  if (child != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  if (row != NULL) /* the row widget, which takes the focus */
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
#endif
}

/* --- colours ------------------------------------------------------------- */

void
tw_compat_get_color (GtkWidget *widget, GdkRGBA *color)
{
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color (widget, color);
#else
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), color);
#endif
}

gboolean
tw_compat_wants_contrast (GtkWidget *widget)
{
  GtkSettings *settings = gtk_widget_get_settings (widget);
  g_autofree char *theme = NULL;

#if GTK_CHECK_VERSION(4, 20, 0)
  GtkInterfaceContrast contrast;

  g_object_get (settings, "gtk-interface-contrast", &contrast, NULL);
  if (contrast == GTK_INTERFACE_CONTRAST_MORE)
    return TRUE;
#endif
  g_object_get (settings, "gtk-theme-name", &theme, NULL);
  return theme != NULL
         && (strstr (theme, "HighContrast") != NULL || g_str_has_suffix (theme, "-hc"));
}

#if GTK_CHECK_VERSION(4, 20, 0)

void
tw_compat_set_color_scheme (const char *scheme)
{
  GtkSettings *settings = gtk_settings_get_default ();
  if (settings == NULL)
    return;
  if (g_str_equal (scheme, "dark"))
    g_object_set (settings, "gtk-interface-color-scheme", GTK_INTERFACE_COLOR_SCHEME_DARK, NULL);
  else if (g_str_equal (scheme, "light"))
    g_object_set (settings, "gtk-interface-color-scheme", GTK_INTERFACE_COLOR_SCHEME_LIGHT, NULL);
  else
    gtk_settings_reset_property (settings, "gtk-interface-color-scheme");
}

#else

/* Older GTK versions do not query the desktop's colour scheme. This code queries the portal once
 * and watches it. Without a session bus or a portal the theme's own variant stays. */
static struct {
  GDBusProxy *portal;
  gboolean asked;
  gboolean changed; /* the theme's variant is ours; setting it, even to the same, loads the theme */
  gboolean follow;
  guint desktop; /* 0: no preference, 1: dark, 2: light */
} scheme_state;

static void
prefer_dark (gboolean dark)
{
  GtkSettings *settings = gtk_settings_get_default ();
  if (settings != NULL)
    g_object_set (settings, "gtk-application-prefer-dark-theme", dark, NULL);
  scheme_state.changed = TRUE;
}

static void
apply_desktop_scheme (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  if (!scheme_state.follow || settings == NULL)
    return;
  if (scheme_state.desktop == 0 && scheme_state.changed)
    gtk_settings_reset_property (settings, "gtk-application-prefer-dark-theme");
  else if (scheme_state.desktop != 0)
    prefer_dark (scheme_state.desktop == 1);
}

/* Some versions of the portal wrap the value in an additional variant. */
static void
take_desktop_scheme (GVariant *value)
{
  g_autoptr (GVariant) inner = g_variant_ref (value);
  while (g_variant_is_of_type (inner, G_VARIANT_TYPE_VARIANT)) {
    GVariant *next = g_variant_get_variant (inner);
    g_variant_unref (inner);
    inner = next;
  }
  if (g_variant_is_of_type (inner, G_VARIANT_TYPE_UINT32)) {
    scheme_state.desktop = g_variant_get_uint32 (inner);
    apply_desktop_scheme ();
  }
}

static void
portal_signal_cb (GDBusProxy *proxy, const char *sender, const char *signal, GVariant *parameters,
                  gpointer data)
{
  if (!g_str_equal (signal, "SettingChanged")
      || !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  const char *space, *key;
  g_autoptr (GVariant) value = NULL;
  g_variant_get (parameters, "(&s&sv)", &space, &key, &value);
  if (g_str_equal (space, "org.freedesktop.appearance") && g_str_equal (key, "color-scheme"))
    take_desktop_scheme (value);
}

static void
portal_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (source), result, NULL);
  if (reply == NULL || !g_variant_is_of_type (reply, G_VARIANT_TYPE ("(v)")))
    return;
  g_autoptr (GVariant) value = g_variant_get_child_value (reply, 0);
  take_desktop_scheme (value);
}

static void
portal_ready_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  scheme_state.portal = g_dbus_proxy_new_for_bus_finish (result, NULL);
  if (scheme_state.portal == NULL)
    return;
  g_signal_connect (scheme_state.portal, "g-signal", G_CALLBACK (portal_signal_cb), NULL);
  g_dbus_proxy_call (scheme_state.portal, "Read",
                     g_variant_new ("(ss)", "org.freedesktop.appearance", "color-scheme"),
                     G_DBUS_CALL_FLAGS_NONE, 2000, NULL, portal_read_cb, NULL);
}

void
tw_compat_set_color_scheme (const char *scheme)
{
  scheme_state.follow = g_str_equal (scheme, "default");
  if (!scheme_state.follow) {
    prefer_dark (g_str_equal (scheme, "dark"));
    return;
  }
  apply_desktop_scheme ();
  if (scheme_state.asked)
    return;
  scheme_state.asked = TRUE;
  g_dbus_proxy_new_for_bus (G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, NULL,
                            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                            "org.freedesktop.portal.Settings", NULL, portal_ready_cb, NULL);
}

#endif

/* --- announcements ---------------------------------------------------------- */

void
tw_compat_announce (GtkWidget *widget, const char *text)
{
#if GTK_CHECK_VERSION(4, 14, 0)
  /* By the window: GTK says nothing by a widget that no screen reader has come to yet. */
  GtkRoot *root = gtk_widget_get_root (widget);

  if (root != NULL)
    gtk_accessible_announce (GTK_ACCESSIBLE (root), text,
                             GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#endif
}

/* --- buttons ------------------------------------------------------------- */

void
tw_compat_set_can_shrink (GtkButton *button, gboolean can_shrink)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_button_set_can_shrink (button, can_shrink);
#else
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (button)),
                           can_shrink ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
#endif
}
