/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seal.c - text files with a checksum; see seal.h. */
#include "puzzle/cluster/seal.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"

#define SUM        "sum "
#define SUM_DIGITS 64

char *
tw_seal_close (GString *text)
{
  char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text->str,
                                           text->len);

  g_string_append_printf (text, SUM "%s\n", sum);
  return sum;
}

gpointer
tw_seal_damaged (const char *path, GError **error)
{
  return tw_fail_file_null (error, TW_PUZZLE_ERROR_FORMAT, path, _ ("this file is damaged"));
}

/* Cuts the last line off; returns FALSE when it is no correct sum. */
static gboolean
take_sum (char *text, gsize length, char **sum)
{
  gsize line = strlen (SUM) + SUM_DIGITS + 1;
  g_autofree char *computed = NULL;
  char *last;

  if (strlen (text) != length || length < line)
    return FALSE;
  last = text + length - line;
  computed = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length - line);
  if (!g_str_has_prefix (last, SUM) || strncmp (last + strlen (SUM), computed, SUM_DIGITS) != 0
      || text[length - 1] != '\n' || (last > text && last[-1] != '\n'))
    return FALSE;
  *last = '\0';
  if (sum != NULL)
    *sum = g_steal_pointer (&computed);
  return TRUE;
}

char *
tw_seal_read (const char *path, const char *first, char **sum, GError **error)
{
  gsize length, name = strlen (first);
  g_autofree char *text = tw_file_read_path (path, &length, error);

  if (text == NULL)
    return NULL;
  if (strncmp (text, first, name) != 0 || text[name] != '\n') {
    g_autofree char *reason = g_strdup_printf (_ ("line 1: expected “%s”"), first);

    return tw_fail_file_null (error, TW_PUZZLE_ERROR_FORMAT, path, reason);
  }
  if (!take_sum (text, length, sum))
    return tw_fail_file_null (error, TW_PUZZLE_ERROR_FORMAT, path,
                              _ ("this file is damaged: its checksum is wrong"));
  return g_strdup (text + name + 1);
}

gboolean
tw_cursor_word (const char **p, const char *word)
{
  if (!g_str_has_prefix (*p, word))
    return FALSE;
  *p += strlen (word);
  return TRUE;
}

gboolean
tw_cursor_number (const char **p, guint64 most, char after, guint64 *value)
{
  gsize digits = strspn (*p, "0123456789");
  g_autofree char *number = g_strndup (*p, digits);

  if (digits == 0 || (*p)[digits] != after
      || !g_ascii_string_to_unsigned (number, 10, 0, most, value, NULL))
    return FALSE;
  *p += digits + (after != '\0');
  return TRUE;
}

char *
tw_cursor_line (const char **p)
{
  const char *end = strchr (*p, '\n');
  char *line;

  if (end == NULL)
    return NULL;
  line = g_strndup (*p, (gsize) (end - *p));
  *p = end + 1;
  return line;
}

char *
tw_cursor_bytes (const char **p, gsize length)
{
  char *bytes;

  if (strnlen (*p, length) < length)
    return NULL;
  bytes = g_strndup (*p, length);
  *p += length;
  return bytes;
}
