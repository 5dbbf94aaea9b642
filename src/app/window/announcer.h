/* SPDX-License-Identifier: GPL-3.0-or-later */
/* announcer.h - informs users who are not looking at the window about a search: screen readers
 * announce better solutions, a notification reports the end of a long search, and the computer does
 * not suspend during a search. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "app/document/search.h"
#include "app/pane/summary.h"

/* Lasts as long as the window. Create it after all other handlers of the search have been connected:
 * what it announces is what the summary shows. */
void tw_announcer_new (GtkWindow *window, TwSearch *search, TwSummary *summary);

/* Whether the end of a search with this result deserves a notification now. */
gboolean tw_announcer_wants_notification (GtkWindow *window, const TwResult *result);
