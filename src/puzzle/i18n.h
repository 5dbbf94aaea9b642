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

#define _(text)                   tw_gettext (text)
#define C_(context, text)         g_dpgettext2 (TW_GETTEXT_DOMAIN, context, text)
#define tw_ngettext(one, many, n) g_dngettext (TW_GETTEXT_DOMAIN, one, many, n)

/* Takes the locale from the environment and locates the translations: in the folder named by the
 * environment variable TW_LOCALE_DIR (build-aux/run and the tests set it to a folder of the build
 * directory), otherwise in the folder where they are installed. main () calls it once, before
 * anything is translated and before there are threads. */
void tw_i18n_init (void);

/* The text in the language of this thread, otherwise in that of the locale. */
const char *tw_gettext (const char *text) G_GNUC_FORMAT (1);

/* A language that a server speaks with one of its clients: gettext itself has one language for the
 * process, and only languages whose locale the system has. Texts with numbers (tw_ngettext ()) stay in
 * that of the locale. A language is never freed. */
typedef struct TwLanguage TwLanguage;

/* The language of a tag such as "de" or "de-AT"; NULL: there are no translations. Any thread. */
const TwLanguage *tw_language_find (const char *tag);
/* Sets the language of this thread; NULL: that of the locale. */
void tw_language_use (const TwLanguage *language);
/* The tag of this thread's language; NULL: that of the locale. */
const char *tw_language_used (void);
