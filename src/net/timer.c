/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timer.c - see timer.h. */
#include "net/timer.h"

GSource *
tw_timer_new (guint milliseconds, GSourceFunc callback, gpointer data)
{
  GSource *timer = g_timeout_source_new (milliseconds);

  g_source_set_callback (timer, callback, data, NULL);
  g_source_attach (timer, g_main_context_get_thread_default ());
  return timer;
}

static gboolean
set_flag_cb (gpointer flag)
{
  *(gboolean *) flag = TRUE;
  return G_SOURCE_REMOVE;
}

GSource *
tw_timer_new_flag (guint milliseconds, gboolean *flag)
{
  return tw_timer_new (milliseconds, set_flag_cb, flag);
}

void
tw_timer_clear (GSource **timer)
{
  if (*timer == NULL)
    return;
  g_source_destroy (*timer);
  g_clear_pointer (timer, g_source_unref);
}
