/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-tell.c - informs users who are not looking at the window: screen readers announce better
 * solutions, a notification reports the end of a long search, and the computer does not suspend
 * during a search. window-search.c calls it.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/compat.h"
#include "puzzle/i18n.h"

/* For shorter searches no notification is sent: the user is still waiting. */
#define LONG_SECONDS 5.0
/* Better solutions may arrive in quick succession; announcing each would be too much. */
#define ANNOUNCE_US (3 * G_USEC_PER_SEC)

void
tw_window_tell_begin (TwWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  tw_window_tell_no_search (self);
  self->told_time = 0;
  if (application != NULL)
    self->inhibit_cookie = gtk_application_inhibit (
      application, GTK_WINDOW (self), GTK_APPLICATION_INHIBIT_SUSPEND, _ ("A search is running"));
}

void
tw_window_tell_no_search (TwWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (self->inhibit_cookie != 0 && application != NULL)
    gtk_application_uninhibit (application, self->inhibit_cookie);
  self->inhibit_cookie = 0;
}

void
tw_window_tell_better (TwWindow *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->told_time != 0 && now - self->told_time < ANNOUNCE_US)
    return;
  self->told_time = now;
  tw_summary_announce (self->summary);
}

static void
notify_end (TwWindow *self, TwResult *result)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *body = NULL;

  if (application == NULL || !tw_window_wants_notification (self, result))
    return;
  body = tw_result_describe (result);
  notification = g_notification_new (tw_puzzle_get_name (tw_window_get_puzzle (self)));
  g_notification_set_body (notification, body);
  g_application_send_notification (G_APPLICATION (application), "search", notification);
}

gboolean
tw_window_wants_notification (TwWindow *self, TwResult *result)
{
  return result->status != TW_STATUS_CANCELLED && result->seconds >= LONG_SECONDS
         && !gtk_window_is_active (GTK_WINDOW (self))
         && g_settings_get_boolean (self->settings, "notify");
}

void
tw_window_tell_end (TwWindow *self, TwResult *result)
{
  tw_window_tell_no_search (self);
  tw_summary_announce (self->summary);
  notify_end (self, result);
}
