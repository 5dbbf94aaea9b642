/* SPDX-License-Identifier: GPL-3.0-or-later */
/* i18n.h - gettext for the layers above core: _(), N_(), C_() and tw_ngettext () use the project's
 * own domain in every program that links them.
 *
 * glib/gi18n-lib.h is not used because its macros cast const away.
 */
#pragma once

#include <glib.h>

#include "config.h"
#include "core/options.h" /* N_ */

#define _(text)                   g_dgettext (TW_GETTEXT_DOMAIN, text)
#define C_(context, text)         g_dpgettext2 (TW_GETTEXT_DOMAIN, context, text)
#define tw_ngettext(one, many, n) g_dngettext (TW_GETTEXT_DOMAIN, one, many, n)

/* Takes the locale from the environment and locates the translations: in the folder named by the
 * environment variable TW_LOCALE_DIR (build-aux/run and the tests set it to a folder of the build
 * directory), otherwise in the folder where they are installed. main () calls it once, before
 * anything is translated and before there are threads. */
void tw_i18n_init (void);
/* That folder; it has LANGUAGE/LC_MESSAGES/TW_GETTEXT_DOMAIN.mo. */
const char *tw_i18n_folder (void);
