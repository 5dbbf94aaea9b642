/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.h - the files that Tilewright opened last, as the desktop knows them. Used by
 * the menu and the start page. Main thread only. */
#ifndef TW_APP_RECENT_H
#define TW_APP_RECENT_H

#include <gtk/gtk.h>

/* Array of GtkRecentInfo, which it owns: at most `most`, the newest first. */
GPtrArray *tw_recent_list (guint most);

#endif
