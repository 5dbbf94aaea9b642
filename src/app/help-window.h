/* help-window.h - the help for those who have no viewer of help pages: the same
 * Mallard pages, one beside the other, in the user's language where they are installed in it, and
 * else as the program carries them with it. They are read on a worker thread and come when the
 * window is shown. Opened by help.c.
 */
#ifndef TW_APP_HELP_WINDOW_H
#define TW_APP_HELP_WINDOW_H

#include <gtk/gtk.h>

#define TW_TYPE_HELP_WINDOW (tw_help_window_get_type ())
G_DECLARE_FINAL_TYPE (TwHelpWindow, tw_help_window, TW, HELP_WINDOW, GtkWindow)

/* `parent` may be NULL. */
TwHelpWindow *tw_help_window_new (GtkWindow *parent);
/* The name of a page as in data/help: "squares". Before the pages are there it is the one to show then. */
void tw_help_window_show_page (TwHelpWindow *self, const char *name);
/* NULL: they are not there yet. */
const char *tw_help_window_get_page (TwHelpWindow *self);

/* The pages in the order of reading; ends with NULL. */
const char *const *tw_help_pages (void);

#endif
