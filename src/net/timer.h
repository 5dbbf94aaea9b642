/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timer.h - timers of the thread-default main context. */
#pragma once

#include <glib.h>

/* Calls `callback` after this time, and again as long as it returns G_SOURCE_CONTINUE. */
GSource *tw_timer_new (guint milliseconds, GSourceFunc callback, gpointer data);
/* Sets *flag after this time. */
GSource *tw_timer_new_flag (guint milliseconds, gboolean *flag);
/* Stops and releases the timer, if there is one. */
void tw_timer_clear (GSource **timer);
