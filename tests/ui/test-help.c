/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-help.c - tests which help is opened, the desktop's viewer or HTML in the browser, and the
 * contents of the HTML in every language. */
#include <gio/gdesktopappinfo.h>
#include <glib/gstdio.h>

#include "app/help/help.h"
#include "ui-test.h"

static char *opened; /* the file to which a fake program writes its arguments */

/* Makes a script the default program for `type`; it only records its arguments. */
static void
use_program (const char *name, const char *type)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), name, NULL);
  g_autofree char *entry_name = g_strconcat (name, ".desktop", NULL);
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "applications", NULL);
  g_autofree char *entry_path = g_build_filename (folder, entry_name, NULL);
  g_autofree char *entry = g_strdup_printf (
    "[Desktop Entry]\nType=Application\nName=%s\nExec=%s %%u\nMimeType=%s;\n", name, path, type);
  g_autofree char *script = g_strdup_printf (
    "#!/bin/sh\nprintf '%s %%s' \"$1\" >'%s.part' && mv '%s.part' '%s'\n", name, opened, opened,
    opened);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, script, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (entry_path, entry, -1, NULL));
  g_autoptr (GDesktopAppInfo) program = g_desktop_app_info_new_from_filename (entry_path);
  g_assert_nonnull (program);
  g_app_info_set_as_default_for_type (G_APP_INFO (program), type, &error);
  g_assert_no_error (error);
}

static void
forget_program (const char *name, const char *type)
{
  g_autofree char *entry_name = g_strconcat (name, ".desktop", NULL);
  g_autoptr (GDesktopAppInfo) program = g_desktop_app_info_new (entry_name);

  g_app_info_reset_type_associations (type);
  g_assert_true (g_app_info_delete (G_APP_INFO (program)));
}

/* Writes a page below the folder. The page is not empty, since an empty file has no content
 * type. */
static void
put (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, "<html></html>\n", -1, NULL));
}

/* The arguments of the fake program; the caller frees them with g_free (). */
static char *
dup_opened (void)
{
  char *text = NULL;

  g_unlink (opened);
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "help", NULL);
  ui_spin_until (g_file_test (opened, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (opened, &text, NULL, NULL));
  return text;
}

/* Without a viewer, or with one that would not find the pages, the HTML opens in the first
 * available language of the user. */
TEST (browser, "/ui/help/browser")
{
  g_autofree char *root = g_build_filename (g_get_user_data_dir (), "html", NULL);
  g_autofree char *english = g_strdup_printf ("browser %s/C/index.html", root);
  g_autofree char *german = g_strdup_printf ("browser %s/de/index.html", root);

  put (root, "C/index.html");
  put (root, "de/index.html");
  g_setenv ("TW_HELP_DIR", root, TRUE);
  use_program ("browser", "text/html");
  use_program ("viewer", "x-scheme-handler/help");
  static const struct {
    const char *language;
    gboolean german;
  } cases[] = {
    { "de", TRUE }, { "de_AT:fr", TRUE }, { "sv:de", TRUE }, { "sv", FALSE }, { "en_GB:de", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_setenv ("LANGUAGE", cases[i].language, TRUE);
    g_autofree char *with = dup_opened ();
    g_assert_cmpstr (with, ==, cases[i].german ? german : english);
  }
  forget_program ("viewer", "x-scheme-handler/help");
  forget_program ("browser", "text/html");
  g_unsetenv ("TW_HELP_DIR");
}

/* The viewer opens when it is installed and the pages are in its search path. */
TEST (viewer, "/ui/help/viewer")
{
  g_unsetenv ("TW_HELP_DIR");
  put (g_get_user_data_dir (), "help/C/tilewright/index.page");
  use_program ("viewer", "x-scheme-handler/help");
  g_autofree char *with = dup_opened ();

  g_assert_cmpstr (with, ==, "viewer help:tilewright");
  forget_program ("viewer", "x-scheme-handler/help");
}

/* Without viewer and HTML, GTK reports the desktop's error. */
TEST (none, "/ui/help/none")
{
  g_autofree char *root = g_build_filename (g_get_user_data_dir (), "no-such", NULL);

  g_setenv ("TW_HELP_DIR", root, TRUE);
  g_autofree char *uri = tw_help_dup_uri ();
  g_assert_cmpstr (uri, ==, "help:tilewright");
  g_unsetenv ("TW_HELP_DIR");
}

/* --- the pages as HTML -------------------------------------------------------------- */

static char *
dup_body (const char *html)
{
  g_autoptr (GRegex) tags = g_regex_new ("<(script|style)\\b.*?</\\1>|<[^>]*>",
                                         G_REGEX_DOTALL | G_REGEX_CASELESS, 0, NULL);
  const char *body = strstr (html, "<body");

  g_assert_nonnull (body);
  return g_regex_replace_literal (tags, body, -1, 0, " ", 0, NULL);
}

static void
assert_links (const char *folder, const char *html)
{
  g_autoptr (GRegex) links = g_regex_new ("href=\"([a-z-]+\\.html)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (links, html, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL)) {
    g_autofree char *name = g_match_info_fetch (match, 1);
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_test_message ("%s", path);
    g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  }
}

/* Every page exists in every language, is translated, and its links are valid. */
TEST (html, "/ui/help/html")
{
  static const char *const languages[] = { "C", "ar", "bg", "de", "es", "fr", "ja", "uk" };
  g_autofree char *pages = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "help", "C",
                                                  NULL);
  const char *root = g_getenv ("TW_TEST_HELP_HTML");

  if (root == NULL) {
    g_test_skip ("the build has no yelp-build");
    return;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (languages); i++) {
    g_autofree char *folder = g_build_filename (root, languages[i], NULL);
    g_autoptr (GDir) dir = g_dir_open (pages, 0, NULL);
    const char *page;
    guint n = 0;

    g_assert_nonnull (dir);
    while ((page = g_dir_read_name (dir)) != NULL) {
      g_autofree char *stem = g_strndup (page, strlen (page) - strlen (".page"));
      g_autofree char *name = g_strconcat (stem, ".html", NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *html = NULL, *text = NULL;

      g_test_message ("%s", path);
      g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
      text = dup_body (html);
      g_assert_cmpuint (strlen (text), >, 200);
      if (i > 0)
        g_assert_null (strstr (text, " the "));
      assert_links (folder, html);
      n++;
    }
    g_assert_cmpuint (n, ==, 12);
  }
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  opened = g_build_filename (g_get_user_data_dir (), "opened", NULL);
  test_add_cases ();
  int status = ui_test_run ();
  g_free (opened);
  return status;
}
