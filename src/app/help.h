/* help.h - opens the help: in the desktop's viewer of help pages where there is
 * one that finds them, else in a window of our own. Called by application.c.
 */
#ifndef TW_APP_HELP_H
#define TW_APP_HELP_H

#include <gtk/gtk.h>

/* `parent` may be NULL. */
void tw_help_open (GtkWindow *parent);

#endif
