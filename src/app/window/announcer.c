/* SPDX-License-Identifier: GPL-3.0-or-later */
/* announcer.c - see announcer.h. */
#include "app/window/announcer.h"

#include "app/preferences/settings.h"
#include "puzzle/i18n.h"

/* For shorter searches no notification is sent: the user is still waiting. */
#define LONG_SECONDS 5.0
/* Better solutions may arrive in quick succession; announcing each would be too much. */
#define ANNOUNCE_US (3 * G_USEC_PER_SEC)

typedef struct {
  GtkWindow *window; /* owns the announcer */
  TwSearch *search;
  TwSummary *summary;
  guint inhibit_cookie; /* 0: the computer may suspend */
  gint64 told_time;     /* time of the last announcement; 0: none yet */
} TwAnnouncer;

static void
running_cb (TwAnnouncer *self)
{
  GtkApplication *application = gtk_window_get_application (self->window);
  gboolean running = tw_search_is_running (self->search);

  if (running)
    self->told_time = 0;
  if (running == (self->inhibit_cookie != 0) || application == NULL)
    return;
  if (running) {
    self->inhibit_cookie = gtk_application_inhibit (
      application, self->window, GTK_APPLICATION_INHIBIT_SUSPEND, _ ("A search is running"));
  } else {
    gtk_application_uninhibit (application, self->inhibit_cookie);
    self->inhibit_cookie = 0;
  }
}

static void
better_cb (TwAnnouncer *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->told_time != 0 && now - self->told_time < ANNOUNCE_US)
    return;
  self->told_time = now;
  tw_summary_announce (self->summary);
}

gboolean
tw_announcer_wants_notification (GtkWindow *window, const TwResult *result)
{
  return result->status != TW_STATUS_CANCELLED && result->seconds >= LONG_SECONDS
         && !gtk_window_is_active (window) && g_settings_get_boolean (tw_settings (), "notify");
}

static void
ended_cb (TwAnnouncer *self, TwResult *result)
{
  GtkApplication *application = gtk_window_get_application (self->window);

  tw_summary_announce (self->summary);
  if (application == NULL || !tw_announcer_wants_notification (self->window, result))
    return;

  g_autoptr (GNotification) notification = g_notification_new (tw_puzzle_get_name (result->puzzle));
  g_autofree char *body = tw_result_describe (result);

  g_notification_set_body (notification, body);
  g_application_send_notification (G_APPLICATION (application), "search", notification);
}

static void
announcer_free (TwAnnouncer *self)
{
  g_signal_handlers_disconnect_by_data (self->search, self);
  g_signal_handlers_disconnect_by_data (self->window, self);
  g_object_unref (self->search);
  g_free (self);
}

void
tw_announcer_new (GtkWindow *window, TwSearch *search, TwSummary *summary)
{
  TwAnnouncer *self = g_new0 (TwAnnouncer, 1);

  self->window = window;
  self->search = g_object_ref (search);
  self->summary = summary;
  g_signal_connect_swapped (search, "notify::running", G_CALLBACK (running_cb), self);
  g_signal_connect_swapped (search, "better", G_CALLBACK (better_cb), self);
  g_signal_connect_swapped (search, "ended", G_CALLBACK (ended_cb), self);
  g_signal_connect_swapped (window, "destroy", G_CALLBACK (announcer_free), self);
}
