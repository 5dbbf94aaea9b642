/* help.c - see help.h. */
#include "config.h"

#include "app/help.h"

#include "app/help-window.h"
#include "places.h"

#define URI "help:tilewright"

static void
open_window (GtkWindow *parent)
{
  gtk_window_present (GTK_WINDOW (tw_help_window_new (parent)));
}

static void
launched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *parent = data;
  g_autoptr (GtkWindow) window = g_weak_ref_get (parent);
  g_autoptr (GError) error = NULL;

  g_weak_ref_clear (parent);
  g_free (parent);
  if (g_app_info_launch_default_for_uri_finish (result, &error))
    return;
  g_debug ("%s: %s", URI, error->message);
  open_window (window);
}

/* A viewer looks for the pages where they are installed, and out of a sandbox
 * it does not find them. */
static gboolean
viewer_finds_pages (void)
{
  g_autofree char *index = g_build_filename (TW_HELP_DIR, "C", TW_GETTEXT_DOMAIN, "index.page",
                                             NULL);
  g_autoptr (GAppInfo) viewer = g_app_info_get_default_for_uri_scheme ("help");

  return viewer != NULL && g_file_test (index, G_FILE_TEST_EXISTS)
         && !g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

void
tw_help_open (GtkWindow *parent)
{
  GWeakRef *weak;

  if (!viewer_finds_pages ()) {
    open_window (parent);
    return;
  }
  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, parent);
  g_app_info_launch_default_for_uri_async (URI, NULL, NULL, launched_cb, weak);
}
