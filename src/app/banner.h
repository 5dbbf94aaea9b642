/* SPDX-License-Identifier: GPL-3.0-or-later */
/* banner.h - a line above the canvas that says what went wrong, without
 * getting in the way: it stays until it is closed or the next good thing.
 */
#ifndef TW_APP_BANNER_H
#define TW_APP_BANNER_H

#include <gtk/gtk.h>

#define TW_TYPE_BANNER (tw_banner_get_type ())
G_DECLARE_FINAL_TYPE (TwBanner, tw_banner, TW, BANNER, GtkWidget)

/* Replaces what it says; NULL hides it. */
void tw_banner_show_text (TwBanner *self, const char *text);
/* NULL when it is hidden. */
const char *tw_banner_get_text (TwBanner *self);

#endif
