/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.h - opens the help, in the desktop's help viewer if one can find the pages, otherwise as
 * HTML in the browser. application.c calls it.
 *
 * The build generates the HTML from the same pages; TW_HELP_DIR overrides its folder, for the build
 * directory. Without a viewer and without HTML, GTK tells the user that no program opens help
 * pages. */
#pragma once

#include <gtk/gtk.h>

/* `parent` may be NULL. */
void tw_help_open (GtkWindow *parent);

/* The URI that tw_help_open () opens: "help:tilewright", or the HTML index in the user's language
 * as a file: URI. The caller frees it with g_free (). */
char *tw_help_dup_uri (void);
