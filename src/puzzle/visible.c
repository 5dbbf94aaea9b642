/* SPDX-License-Identifier: GPL-3.0-or-later */
/* visible.c - see visible.h. */
#include "puzzle/visible.h"

#include <string.h>

static gboolean
is_hidden (gunichar c, gboolean lines)
{
  if (c == '\n' || c == '\t')
    return !lines;
  return g_unichar_iscntrl (c) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

char *
tw_visible_text (const char *text, gssize length, gboolean lines)
{
  gsize left = length < 0 ? strlen (text) : (gsize) length;
  GString *visible = g_string_sized_new (left);

  while (left > 0) {
    gunichar c = g_utf8_get_char_validated (text, (gssize) left);
    gboolean valid = c != (gunichar) -1 && c != (gunichar) -2; /* NUL is not */
    gsize n = valid ? (gsize) g_unichar_to_utf8 (c, NULL) : 1;

    if (!valid)
      g_string_append_printf (visible, "\\x%02x", (guchar) *text);
    else if (is_hidden (c, lines))
      g_string_append_printf (visible, "\\u%04x", c);
    else
      g_string_append_len (visible, text, (gssize) n);
    text += n;
    left -= n;
  }
  return g_string_free (visible, FALSE);
}
