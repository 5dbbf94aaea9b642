/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.c - see session.h. */
#include "app/session.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app/preferences/settings.h"
#include "app/window/window.h"
#include "puzzle/file.h"

enum {
  MAX_WINDOWS = 20,
};

/* The file with the unsaved data of window `i`. */
static char *
kept_path (int i)
{
  g_autofree char *name = g_strdup_printf ("window-%d.json", i);

  return g_build_filename (g_get_user_state_dir (), "tilewright", "session", name, NULL);
}

/* Saves the text for window `i`; NULL removes it. */
static void
keep (int i, const char *text)
{
  g_autofree char *path = kept_path (i);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  if (text == NULL) {
    (void) g_remove (path);
    return;
  }
  (void) g_mkdir_with_parents (folder, 0700);
  if (!tw_file_write (path, text, strlen (text), &error))
    g_debug ("the session is not kept: %s", error->message);
}

void
tw_session_save (GtkApplication *application)
{
  g_auto (GVariantBuilder) windows = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(asiib)"));
  int n = 0;

  for (GList *l = gtk_application_get_windows (application); l != NULL && n < MAX_WINDOWS;
       l = l->next) {
    int width, height;

    if (!TW_IS_WINDOW (l->data))
      continue;
    g_auto (GStrv) uris = tw_workspace_dup_uris (tw_window_get_workspace (l->data));
    if (uris[0] == NULL)
      continue;
    gtk_window_get_default_size (l->data, &width, &height);
    g_variant_builder_add (&windows, "(^asiib)", uris, width, height,
                           gtk_window_is_maximized (l->data));
    g_autofree char *text = tw_workspace_print_kept (tw_window_get_workspace (l->data));
    keep (n, text);
    n++;
  }
  for (int i = n; i < MAX_WINDOWS; i++)
    keep (i, NULL);
  g_settings_set_value (tw_settings (), "session", g_variant_builder_end (&windows));
}

gboolean
tw_session_restore (GtkApplication *application)
{
  g_autoptr (GVariant) windows = g_settings_get_value (tw_settings (), "session");
  gsize n = MIN (g_variant_n_children (windows), MAX_WINDOWS);

  if (!g_settings_get_boolean (tw_settings (), "restore-session"))
    return FALSE;
  for (gsize i = n; i-- > 0;) { /* open the window that was used last at the end */
    g_auto (GStrv) uris = NULL;
    int width, height;
    gboolean maximized;
    g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
    TwWindow *window = tw_window_new (application);

    g_variant_get_child (windows, i, "(^asiib)", &uris, &width, &height, &maximized);
    for (char **uri = uris; *uri != NULL; uri++)
      g_ptr_array_add (files, g_file_new_for_uri (*uri));
    if (width > 0 && height > 0)
      gtk_window_set_default_size (GTK_WINDOW (window), width, height);
    if (maximized)
      gtk_window_maximize (GTK_WINDOW (window));
    g_autofree char *kept = kept_path ((int) i);
    tw_window_open_session (window, (GFile **) files->pdata, (int) files->len, kept);
    gtk_window_present (GTK_WINDOW (window));
  }
  return n > 0;
}
