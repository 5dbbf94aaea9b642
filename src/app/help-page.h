/* help-page.h - one Mallard page as widgets: headings, paragraphs, lists and
 * listings, as far as the project's own pages use the language. Used by
 * help-window.c.
 */
#ifndef TW_APP_HELP_PAGE_H
#define TW_APP_HELP_PAGE_H

#include <gtk/gtk.h>

/* Appends to `box`, and gives the page's title as plain text; NULL with an error when the text
 * is no well-formed page. `activate_link` is connected to every paragraph, as
 * GtkLabel's activate-link with `data`. g_free () the title. */
char *tw_help_page_read (GBytes *page, GtkBox *box, GCallback activate_link, gpointer data,
                         GError **error);

#endif
