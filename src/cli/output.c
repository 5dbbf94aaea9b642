/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.c - writes results to files and standard output. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/visible.h"

gboolean
tw_cli_write (const char *path, const char *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  gboolean fine;

  if (g_str_equal (path, "-")) {
    g_autofree char *visible = isatty (STDOUT_FILENO) != 0
                                 ? tw_visible_text (data, (gssize) length, TRUE)
                                 : NULL;

    fflush (stdout);
    if (visible != NULL) {
      data = visible;
      length = strlen (visible);
    }
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
tw_cli_write_json (const char *path, GPtrArray *texts, gboolean several)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (texts->len == 1 && !several)
    return tw_cli_write (path, g_ptr_array_index (texts, 0), strlen (g_ptr_array_index (texts, 0)));
  for (guint i = 0; i < texts->len; i++) {
    g_string_append_c (text, i == 0 ? '[' : ',');
    g_string_append (text, g_ptr_array_index (texts, i));
  }
  g_string_append (text, texts->len == 0 ? "[]\n" : "]\n");
  return tw_cli_write (path, text->str, text->len);
}

/* Identifies a regular file by device and inode, and a file that does not exist yet by its name in
 * the resolved folder. Returns NULL for other files, such as terminals and pipes. */
static char *
identify (const char *path, gboolean written)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  char *resolved, *identity = NULL;
  struct stat status;

  if (g_str_equal (path, "-") ? fstat (written ? STDOUT_FILENO : STDIN_FILENO, &status) == 0
                              : stat (path, &status) == 0)
    return S_ISREG (status.st_mode)
             ? g_strdup_printf ("%ju %ju", (uintmax_t) status.st_dev, (uintmax_t) status.st_ino)
             : NULL;
  resolved = realpath (folder, NULL);
  if (resolved != NULL)
    identity = g_build_filename (resolved, name, NULL);
  free (resolved);
  return identity;
}

gboolean
tw_cli_claim (const char *path, gboolean written)
{
  static GHashTable *claims; /* identity -> whether the file is an output */
  g_autofree char *identity = identify (path, written);
  gpointer other;

  if (claims == NULL)
    claims = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (identity == NULL)
    return TRUE;
  if (g_hash_table_lookup_extended (claims, identity, NULL, &other)
      && (written || GPOINTER_TO_INT (other)))
    return tw_cli_error_in (path, written && GPOINTER_TO_INT (other)
                                    ? _ ("two outputs cannot be the same file")
                                    : _ ("an output cannot replace a file that is read"));
  g_hash_table_insert (claims, g_steal_pointer (&identity), GINT_TO_POINTER (written));
  return TRUE;
}

static gboolean stdout_is_taken;

gboolean
tw_cli_stdout_is_taken (void)
{
  return stdout_is_taken;
}

gboolean
tw_cli_can_write (const char *path)
{
  if (path == NULL)
    return TRUE;
  if (*path == '\0')
    return tw_cli_error_in ("“”", _ ("no such file"));
  if (g_str_equal (path, "-") && stdout_is_taken)
    return tw_cli_error (_ ("only one output can be standard output"));
  if (!tw_cli_claim (path, TRUE))
    return FALSE;
  if (g_str_equal (path, "-"))
    return stdout_is_taken = TRUE;

  g_autofree char *folder = g_path_get_dirname (path);
  const char *wanted = g_file_test (path, G_FILE_TEST_EXISTS)
                           && !g_file_test (path, G_FILE_TEST_IS_REGULAR)
                         ? path
                         : folder;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    errno = EISDIR;
  else if ((g_access (path, F_OK) == 0 || errno == ENOENT) && g_access (wanted, W_OK) == 0)
    return TRUE;

  return tw_cli_error_in (path, g_strerror (errno));
}
