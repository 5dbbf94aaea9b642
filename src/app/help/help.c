/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - see help.h. */
#include "config.h"

#include "app/help/help.h"

#include "places.h"

#define URI "help:" TW_GETTEXT_DOMAIN

static gboolean
has_pages (const char *data_dir)
{
  g_autofree char *index = g_build_filename (data_dir, "help", "C", TW_GETTEXT_DOMAIN, "index.page",
                                             NULL);

  return g_file_test (index, G_FILE_TEST_EXISTS);
}

/* A help viewer looks for the pages in the data folders. A viewer outside of a sandbox does not see
 * the folders inside. */
static gboolean
viewer_finds_pages (void)
{
  g_autoptr (GAppInfo) viewer = g_app_info_get_default_for_uri_scheme ("help");

  if (viewer == NULL || g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS))
    return FALSE;
  if (has_pages (g_get_user_data_dir ()))
    return TRUE;
  for (const char *const *dir = g_get_system_data_dirs (); *dir != NULL; dir++)
    if (has_pages (*dir))
      return TRUE;
  return FALSE;
}

/* The HTML index in the first of the user's languages that has one; NULL when there is none below
 * `root`. */
static char *
html_uri (const char *root)
{
  for (const char *const *language = g_get_language_names (); *language != NULL; language++) {
    gboolean english = g_str_has_prefix (*language, "en");
    g_autofree char *index = g_build_filename (root, english ? "C" : *language, "index.html", NULL);

    if (g_file_test (index, G_FILE_TEST_EXISTS))
      return g_filename_to_uri (index, NULL, NULL);
  }
  return NULL;
}

char *
tw_help_dup_uri (void)
{
  const char *root = g_getenv ("TW_HELP_DIR");
  char *uri = NULL;

  if (root != NULL && *root != '\0')
    uri = html_uri (root);
  else if (!viewer_finds_pages ())
    uri = html_uri (TW_HELP_DIR);
  return uri != NULL ? uri : g_strdup (URI);
}

void
tw_help_open (GtkWindow *parent)
{
  g_autofree char *uri = tw_help_dup_uri ();

  gtk_show_uri (parent, uri, GDK_CURRENT_TIME);
}
