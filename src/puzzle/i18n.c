/* SPDX-License-Identifier: GPL-3.0-or-later */
/* i18n.c - sets up the translations; see i18n.h. Called once by main () of the window and of the
 * command line. */
#include "puzzle/i18n.h"

#include <libintl.h>
#include <locale.h>

#include "places.h"

const char *
tw_i18n_folder (void)
{
  const char *folder = g_getenv ("TW_LOCALE_DIR");

  return folder != NULL && *folder != '\0' ? folder : TW_LOCALE_DIR;
}

void
tw_i18n_init (void)
{
  setlocale (LC_ALL, "");
  bindtextdomain (TW_GETTEXT_DOMAIN, tw_i18n_folder ());
  bind_textdomain_codeset (TW_GETTEXT_DOMAIN, "UTF-8");
  textdomain (TW_GETTEXT_DOMAIN);
}
