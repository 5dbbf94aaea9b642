/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recent.h - the files that Tilewright opened most recently, from the desktop's list. The menu and
 * the start page use it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

/* Returns an array of at most `most` GtkRecentInfo, newest first; the array owns them. */
GPtrArray *tw_recent_list (guint most);
void tw_recent_add (const char *uri);
