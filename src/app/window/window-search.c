/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-search.c - starts and stops searches (document/search.h); the side pane shows them. Users who
 * are not looking at the window are informed, too: screen readers announce better solutions, a
 * notification reports the end of a long search, and the computer does not suspend during a search. */
#include "app/window/window-private.h"

#include "app/actions.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "app/window/words.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/squares.h"
#include "puzzle/tasks.h"

/* --- the number of optimal solutions --------------------------------------------- */

/* Counting stops after this many seconds. */
#define OPTIMA_SECONDS 1.0

typedef struct {
  char *digits;
  GPtrArray *list;
} Optima;

TW_DEFINE_FREE (optima_free, Optima, (digits, g_free), (list, g_ptr_array_unref))

static void
count_optima (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Optima *optima = g_new0 (Optima, 1);
  TwOptions options;

  tw_options_init (&options);
  options.time = OPTIMA_SECONDS;
  options.memory = 512;
  options.threads = 1;
  optima->digits = tw_square_count_optima (data, &options, NULL, &optima->list);
  g_task_return_pointer (task, optima, optima_free);
}

/* The window may have closed, or may show another document, in the meantime. */
static void
optima_counted_cb (GObject *source, GAsyncResult *task, gpointer data)
{
  Optima *optima = g_task_propagate_pointer (G_TASK (task), NULL);
  g_autoptr (TwWindow) self = tw_weak_take (data);

  if (optima->digits != NULL)
    tw_document_end_optima (TW_DOCUMENT (source), g_task_get_task_data (G_TASK (task)),
                            optima->digits, optima->list);
  if (self != NULL && !tw_session_is_closed (self->session))
    tw_side_pane_update_words (self->pane);
  optima_free (optima);
}

static void
begin_counting (TwWindow *self)
{
  TwDocument *document = tw_session_get_document (self->session);
  TwResult *result = tw_session_can_search (self->session) ? tw_document_begin_optima (document)
                                                           : NULL;

  if (result != NULL)
    tw_task_run (count_optima, tw_result_ref (result), (GDestroyNotify) tw_result_unref, document,
                 NULL, optima_counted_cb, tw_weak_new (self));
}

/* --- announcements ------------------------------------------------------------------ */

/* For shorter searches no notification is sent: the user is still waiting. */
#define LONG_SECONDS 5.0
/* Better solutions may arrive in quick succession; announcing each would be too much. */
#define ANNOUNCE_US (3 * G_USEC_PER_SEC)

static void
running_cb (TwWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  gboolean running = tw_search_is_running (self->search);

  if (running)
    self->told_time = 0;
  if (running == (self->inhibit_cookie != 0) || application == NULL)
    return;
  if (running) {
    self->inhibit_cookie = gtk_application_inhibit (
      application, GTK_WINDOW (self), GTK_APPLICATION_INHIBIT_SUSPEND, _ ("A search is running"));
  } else {
    gtk_application_uninhibit (application, self->inhibit_cookie);
    self->inhibit_cookie = 0;
  }
}

static void
better_cb (TwWindow *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->told_time != 0 && now - self->told_time < ANNOUNCE_US)
    return;
  self->told_time = now;
  tw_summary_announce (tw_side_pane_get_summary (self->pane));
}

gboolean
tw_window_wants_notification (TwWindow *self, const TwResult *result)
{
  return result->status != TW_STATUS_CANCELLED && result->seconds >= LONG_SECONDS
         && !gtk_window_is_active (GTK_WINDOW (self))
         && g_settings_get_boolean (tw_settings (), "notify");
}

static void
announce_end (TwWindow *self, TwResult *result)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  tw_summary_announce (tw_side_pane_get_summary (self->pane));
  /* Without a session bus nobody shows notifications. */
  if (application == NULL || g_application_get_dbus_connection (G_APPLICATION (application)) == NULL
      || !tw_window_wants_notification (self, result))
    return;

  g_autoptr (GNotification) notification = g_notification_new (tw_puzzle_get_name (result->puzzle));
  g_autofree char *body = tw_result_describe (result);

  g_notification_set_body (notification, body);
  g_application_send_notification (G_APPLICATION (application), "search", notification);
}

/* --- searches --------------------------------------------------------------------- */

/* The entry of the last search that found something new; it need not be the best. */
static TwEntry *
dup_newest (TwWindow *self)
{
  TwDocument *document = tw_session_get_document (self->session);

  return document != NULL
           ? g_list_model_get_item (tw_findings_get_list (tw_document_get_findings (document)), 0)
           : NULL;
}

static void
say_earlier (TwWindow *self, TwResult *shown, TwResult *result)
{
  g_autofree char *text = tw_words_earlier (shown, result);
  g_autoptr (TwEntry) newest = dup_newest (self);
  gboolean kept = newest != NULL && tw_entry_get_result (newest) == result;

  if (text != NULL)
    tw_session_notify_user (self->session, text, kept ? _ ("Show It") : NULL, "search.show-newest",
                            NULL);
}

static void
ended_cb (TwWindow *self, TwResult *result)
{
  TwResult *shown = tw_session_get_result (self->session);

  if (tw_search_get_report (self->search) != NULL)
    tw_session_say (self->session, tw_search_get_report (self->search));
  if (shown != result)
    say_earlier (self, shown, result);
  announce_end (self, result);
}

static void
solve (TwWindow *self, gboolean count_only)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  TwOptions options;
  g_autoptr (GError) error = NULL;

  if (puzzle == NULL || tw_search_is_running (self->search))
    return;
  tw_side_pane_get_options (self->pane, &options);
  options.count_only = count_only;
  tw_session_say (self->session, NULL);
  if (!tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), &options, &error)) {
    tw_session_say (self->session, error->message);
    return;
  }
  tw_solution_browser_show (tw_side_pane_get_browser (self->pane), NULL);
  tw_hand_drop (self->hand);
  tw_search_start (self->search, tw_session_get_document (self->session), &options, NULL);
}

/* Unlike Stop, Pause waits until the search has saved the state it can continue from. */
static void
pause_or_continue (TwWindow *self)
{
  TwDocument *document = tw_session_get_document (self->session);
  TwOptions budget;

  if (tw_search_is_running (self->search)) {
    tw_search_pause (self->search);
    tw_side_pane_update_words (self->pane);
  } else if (tw_search_can_continue (self->search, document)) {
    tw_side_pane_get_options (self->pane, &budget);
    tw_session_say (self->session, NULL);
    tw_hand_drop (self->hand);
    tw_search_continue (self->search, document, &budget);
  }
}

static void
show_newest (TwWindow *self)
{
  g_autoptr (TwEntry) newest = dup_newest (self);

  if (newest != NULL && !tw_search_is_running (self->search))
    tw_document_select (tw_session_get_document (self->session), newest);
}

static void
stop (TwWindow *self)
{
  tw_search_stop (self->search);
  tw_side_pane_update_words (self->pane);
}

/* --- actions ---------------------------------------------------------------------- */

static const TwAction actions[] = {
  { "start", G_CALLBACK (solve), .type = TW_ACTION_CONSTANT, .enabled = "can-solve",
    .keys = { "F5", "<Control>Return" } },
  { "count", G_CALLBACK (solve), .type = TW_ACTION_CONSTANT, .constant = TRUE,
    .enabled = "can-count" },
  { "stop", G_CALLBACK (stop), .enabled = "can-stop", .keys = { "<Shift>F5", "<Control>period" } },
  { "pause", G_CALLBACK (pause_or_continue), .enabled = "can-pause",
    .keys = { "Pause", "<Control>F5" } },
  { "show-newest", .activate = G_CALLBACK (show_newest) },
  { 0 },
};

void
tw_window_begin_search (TwWindow *self)
{
  tw_connect (self->search, "notify::running", G_CALLBACK (running_cb), self);
  tw_connect (self->search, "better", G_CALLBACK (better_cb), self);
  tw_connect (self->search, "ended", G_CALLBACK (ended_cb), self);
  tw_connect (self->session, "changed", G_CALLBACK (begin_counting), self);
  tw_actions_add (self, "search", self, actions);
}
