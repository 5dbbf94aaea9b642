/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.h - opens the help: in the desktop's viewer of help pages where there is
 * one that finds them, otherwise as HTML in the browser. Called by application.c.
 *
 * The HTML is made from the same pages when the program is built; the build
 * directory's is used where TW_HELP_DIR names it. When there is neither a viewer
 * nor HTML, GTK tells the user that no program opens help pages.
 */
#ifndef TW_APP_HELP_H
#define TW_APP_HELP_H

#include <gtk/gtk.h>

/* `parent` may be NULL. */
void tw_help_open (GtkWindow *parent);

/* What tw_help_open () shows: "help:tilewright", or the HTML index in the user's language as
 * a file: URI. g_free () it. */
char *tw_help_dup_uri (void);

#endif
