/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option-text.c - solver options as text; see option-text.h. */
#include "puzzle/option-text.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* Messages repeat at most this much of a wrong text. */
#define MOST_LETTERS 40

/* Text from a terminal or the network need not be UTF-8. */
static char *
shorten (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return g_utf8_strlen (valid, -1) > MOST_LETTERS ? g_utf8_substring (valid, 0, MOST_LETTERS)
                                                  : g_steal_pointer (&valid);
}

static char *
fault_text (TwOptionFault fault, const TwOptionInfo *info, const char *text)
{
  switch (fault) {
  case TW_OPTION_NO_NUMBER:
    return g_strdup_printf (_ ("“%s” is not a number"), text);
  case TW_OPTION_NO_WHOLE_NUMBER:
    return g_strdup_printf (_ ("“%s” is not a whole number"), text);
  case TW_OPTION_OUT_OF_RANGE: {
    char least[G_ASCII_DTOSTR_BUF_SIZE], most[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd (least, sizeof least, "%g", info->least);
    g_ascii_formatd (most, sizeof most, "%.10g", info->most);
    return g_strdup_printf (_ ("%s is not between %s and %s"), text, least, most);
  }
  case TW_OPTION_NO_BOOL:
    return g_strdup_printf (_ ("expected true or false, not “%s”"), text);
  case TW_OPTION_TOO_LONG:
    return g_strdup_printf (_ ("longer than %d bytes"), (int) info->most);
  case TW_OPTION_NO_TRANSFORMS:
    return g_strdup_printf (_ ("“%s” is not a list of transforms like 0,1,7"), text);
  case TW_OPTION_UNKNOWN:
  case TW_OPTION_FITS:
  default:
    return g_strdup (_ ("no such option"));
  }
}

gboolean
tw_options_set_text (TwOptions *options, const char *name, const char *text, GError **error)
{
  TwOptionFault fault = tw_options_set (options, name, text);

  if (fault == TW_OPTION_FITS)
    return TRUE;

  g_autofree char *shown_name = shorten (name);
  g_autofree char *shown = shorten (text);
  g_autofree char *reason = fault_text (fault, tw_options_find (name), shown);

  return tw_fail_usage (error, "%s: %s", shown_name, reason);
}
