/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error.c - see error.h. */
#include "puzzle/error.h"

GQuark
tw_puzzle_error_quark (void)
{
  return g_quark_from_static_string ("tilewright-error-quark");
}

gboolean
tw_fail (GError **error, TwPuzzleError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, TW_PUZZLE_ERROR, (gint) code, message);
  return FALSE;
}

gboolean
tw_fail_file (GError **error, TwPuzzleError code, const char *path, const char *reason)
{
  g_autofree char *name = g_filename_display_name (path);

  return tw_fail (error, code, "%s: %s", name, reason);
}

gpointer
tw_need (gpointer pointer)
{
  if (pointer == NULL)
    g_error ("out of memory");
  return pointer;
}
