/* SPDX-License-Identifier: GPL-3.0-or-later */
/* i18n.c - sets up the translations; see i18n.h. Called once by main () of the window and of the
 * command line. */
#include "puzzle/i18n.h"

#include <libintl.h>
#include <locale.h>

#include "places.h"

void
tw_i18n_init (void)
{
  const char *folder = g_getenv ("TW_LOCALE_DIR");

  setlocale (LC_ALL, "");
  bindtextdomain (TW_GETTEXT_DOMAIN, folder != NULL && *folder != '\0' ? folder : TW_LOCALE_DIR);
  bind_textdomain_codeset (TW_GETTEXT_DOMAIN, "UTF-8");
  textdomain (TW_GETTEXT_DOMAIN);
}
