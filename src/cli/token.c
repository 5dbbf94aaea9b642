/* SPDX-License-Identifier: GPL-3.0-or-later */
/* token.c - reads secret tokens; see token.h. */
#include "cli/token.h"

#include <string.h>

#include "cli/command.h"
#include "puzzle/i18n.h"

enum {
  MOST = 4096,
};

gboolean
tw_cli_read_token (const char *path, gsize least, char **token)
{
  gsize length;
  g_autofree char *text = tw_cli_read (path, &length);

  *token = NULL;
  if (text == NULL)
    return FALSE;
  if (length > MOST || memchr (text, '\0', length) != NULL)
    return tw_cli_error (_ ("%s: not a token"), path);
  g_strstrip (text);
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return tw_cli_error (
        _ ("%s: a token must consist of printable ASCII characters without blanks"), path);
  if (strlen (text) < least)
    return tw_cli_error (_ ("%s: a token must have at least %zu characters"), path, least);
  *token = g_steal_pointer (&text);
  return TRUE;
}
