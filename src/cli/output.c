/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.c - writes results to files and standard output. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"

gboolean
tw_cli_write (const char *path, const char *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  gboolean fine;

  if (g_str_equal (path, "-")) {
    fflush (stdout);
    fine = tw_file_write_fd (STDOUT_FILENO, _ ("standard output"), data, length, &error);
  } else {
    fine = tw_file_write (path, data, length, &error);
  }
  if (!fine)
    tw_cli_error ("%s", error->message);
  return fine;
}

int
tw_cli_columns (const char *text)
{
  int columns = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_find_next_char (p, NULL)) {
    gunichar c = g_utf8_get_char (p);

    columns += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
  }
  return columns;
}

char *
tw_cli_pad (const char *text, int columns)
{
  int blanks = MAX (ABS (columns) - tw_cli_columns (text), 0);

  return columns < 0 ? g_strdup_printf ("%s%*s", text, blanks, "")
                     : g_strdup_printf ("%*s%s", blanks, "", text);
}

gboolean
tw_cli_write_json (const char *path, GPtrArray *nodes, gboolean several)
{
  g_autoptr (GString) text = g_string_new (NULL);

  several = several || nodes->len != 1;
  for (guint i = 0; i < nodes->len; i++) {
    g_autofree char *one = tw_json_print (g_ptr_array_index (nodes, i), NULL);

    if (several)
      g_string_append_c (text, i == 0 ? '[' : ',');
    g_string_append (text, one);
  }
  if (several)
    g_string_append (text, nodes->len == 0 ? "[]\n" : "]\n");
  return tw_cli_write (path, text->str, text->len);
}

gboolean
tw_cli_can_write (const char *path)
{
  if (path == NULL || g_str_equal (path, "-"))
    return TRUE;

  g_autofree char *folder = g_path_get_dirname (path);
  const char *wanted = g_file_test (path, G_FILE_TEST_EXISTS)
                           && !g_file_test (path, G_FILE_TEST_IS_REGULAR)
                         ? path
                         : folder;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    errno = EISDIR;
  else if (g_access (wanted, W_OK) == 0)
    return TRUE;

  return tw_cli_error_in (path, g_strerror (errno));
}
