/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online.c - see online.h. */
#include "app/online/online.h"

#include "app/dialogs/ask-dialog.h"
#include "app/window/banner.h"
#include "app/online/setup.h"
#include "app/pane/results.h"
#include "app/preferences/settings.h"
#include "app/preferences/worker-token.h"
#include "app/window/spectator.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

/* Time per puzzle, for the progress bar; the session knows the exact deadline. */
#define PUZZLE_SECONDS 9.5
#define NOTIFICATION   "online"
/* The figures of the search stay in sight below the list. */
#define LIST_HEIGHT 160
/* A list that is no longer does without a search field. */
#define SHORT_LIST 10

struct _TwOnline {
  TwPart parent_instance;

  TwBanner *banner;
  GtkStack *pages;
  TwOnlineSetup *setup;
  GtkLabel *question;
  GtkButton *confirm;
  GtkButton *pause_button;
  GtkButton *stop_button;
  GtkLabel *headline;
  GtkLabel *detail;
  GtkProgressBar *puzzles_bar;
  GtkProgressBar *seconds_bar;
  TwResults *results;
  GtkLabel *totals;

  GtkWindow *main_window; /* a weak pointer */
  TwSession *work;        /* of the main window */
  const TwContestTiming *timing;
  TwContestSession *session; /* NULL: no session was started */
  GListModel *entries;
  guint inhibit_cookie;
  TwSpectator *spectator;
  GtkWidget *leaving;      /* the question before a puzzle is abandoned; NULL: not open */
  gboolean closing_window; /* the question is about the whole window */
  gboolean may_close;      /* the window is being closed after that question */
};

G_DEFINE_FINAL_TYPE (TwOnline, tw_online, TW_TYPE_PART)

/* Only a session leaves room for the board's own pane. */
static void
show_page (TwOnline *self, const char *name)
{
  gtk_stack_set_visible_child_name (self->pages, name);
  gtk_widget_set_vexpand (GTK_WIDGET (self), !g_str_equal (name, "session"));
}

static void
show_message (TwOnline *self, const char *message)
{
  if (g_strcmp0 (message, tw_banner_get_text (self->banner)) != 0)
    tw_banner_show_text (self->banner, message);
}

static GtkApplication *
application_of (TwOnline *self)
{
  return self->main_window != NULL ? gtk_window_get_application (self->main_window) : NULL;
}

/* --- the main window ---------------------------------------------------------------- */

/* Of the session, which there is. */
static TwContestLook
look (TwOnline *self)
{
  return tw_contest_session_look (self->session);
}

static void
show_search (TwOnline *self)
{
  TwJob *job = look (self).job;
  g_autoptr (TwEntry) entry = g_list_model_get_item (self->entries, look (self).current);

  if (job != NULL && entry != NULL && tw_job_get_run (job) != NULL
      && look (self).state == TW_CONTEST_SOLVING)
    tw_spectator_watch (self->spectator, job, entry);
  else
    tw_spectator_rest (self->spectator);
}

static void
picked_cb (TwOnline *self, TwEntry *entry)
{
  tw_spectator_show (self->spectator, tw_entry_get_puzzle (entry), tw_entry_get_name (entry),
                     tw_entry_get_result (entry));
}

/* --- progress ------------------------------------------------------------------------- */

/* "Puzzle 3 of 50" */
static char *
headline_text (TwOnline *self)
{
  if (look (self).is_over)
    return g_strdup (tw_contest_state_text (look (self).state));
  if (look (self).current == 0)
    return g_strdup (_ ("Warm-up"));
  return g_strdup_printf (_ ("Puzzle %u of %u"), look (self).current, look (self).count);
}

/* "Solving: 104 squares so far, 6 s left" */
static char *
detail_text (TwOnline *self)
{
  TwContestLook now = look (self);
  TwRun *run = now.job != NULL ? tw_job_get_run (now.job) : NULL;
  gint64 best = run != NULL ? tw_run_best (run) : -1;
  GString *text;

  if (now.is_over)
    return g_strdup (now.folder != NULL ? now.folder : "");
  if (now.is_stopping)
    return g_strdup (_ ("Stops after this solution"));
  if (now.is_pausing)
    return g_strdup (_ ("Pauses after this puzzle"));
  text = g_string_new (tw_contest_state_text (now.state));
  if (now.state == TW_CONTEST_SOLVING && best >= 0)
    g_string_append_printf (
      text, tw_ngettext (", %d square so far", ", %d squares so far", (gulong) best), (int) best);
  if (now.state == TW_CONTEST_SOLVING && now.seconds_left >= 0)
    g_string_append_printf (text, _ (", %.1f s left"), now.seconds_left);
  return g_string_free (text, FALSE);
}

/* "12 of 50 accepted, 1,234 squares, score 1,254 (20 of it penalty)" */
static char *
describe_totals (TwContestSession *session)
{
  TwContestTotals totals;
  GString *text = g_string_new (NULL);
  guint failed;

  tw_contest_session_get_totals (session, &totals);
  failed = totals.rejected + totals.uncertain + totals.unanswered;
  g_string_printf (text, _ ("%u of %u accepted"), totals.accepted, totals.wanted);
  if (totals.optimal > 0)
    g_string_append_printf (text, _ (", %u proved"), totals.optimal);
  if (totals.squares > 0)
    g_string_append_printf (
      text, tw_ngettext (", %'lld square", ", %'lld squares", (gulong) totals.squares),
      (long long) totals.squares);
  if (totals.score > 0)
    g_string_append_printf (text, _ (", score %'lld"), (long long) totals.score);
  if (totals.penalty > 0)
    g_string_append_printf (text, _ (" (%'lld of it penalty)"), (long long) totals.penalty);
  if (failed > 0)
    g_string_append_printf (text, _ (", %u failed"), failed);
  return g_string_free (text, FALSE);
}

static void
show_bars (TwOnline *self)
{
  double left = look (self).seconds_left;
  TwContestTotals totals;
  guint through;

  tw_contest_session_get_totals (self->session, &totals);
  through = totals.accepted + totals.rejected + totals.uncertain + totals.unanswered;
  gtk_progress_bar_set_fraction (
    self->puzzles_bar, totals.wanted > 0 ? MIN ((double) through / totals.wanted, 1.0) : 0);
  gtk_progress_bar_set_fraction (self->seconds_bar,
                                 left >= 0 ? CLAMP (left / PUZZLE_SECONDS, 0, 1) : 0);
  gtk_widget_set_visible (GTK_WIDGET (self->seconds_bar), !look (self).is_over);
}

static void
show_session (TwOnline *self)
{
  g_autofree char *headline = headline_text (self);
  g_autofree char *detail = detail_text (self);
  g_autofree char *totals = describe_totals (self->session);

  tw_label_set_text (self->headline, headline);
  tw_label_set_text (self->detail, detail);
  tw_label_set_text (self->totals, totals);
  show_bars (self);
}

static void
progress_cb (gpointer data)
{
  show_session (data);
  show_search (data);
}

/* Enables the actions that are possible now. */
static void
update_actions (TwOnline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TwContestLook now = self->session != NULL ? look (self) : (TwContestLook){ 0 };
  gboolean over = now.is_over, running = self->session != NULL && !over;
  gboolean paused = running && (now.state == TW_CONTEST_PAUSED || now.is_pausing);
  gboolean stopping = running && now.is_stopping;
  gboolean can_resume = over && now.state != TW_CONTEST_FINISHED && now.folder != NULL;

  gtk_widget_action_set_enabled (widget, "online.pause", running && !paused && !stopping);
  gtk_widget_action_set_enabled (widget, "online.continue", paused && !stopping);
  gtk_widget_action_set_enabled (widget, "online.stop", running && !stopping);
  gtk_widget_action_set_enabled (widget, "online.resume", can_resume);
  gtk_widget_action_set_enabled (widget, "online.new-session", over);
  gtk_widget_action_set_enabled (widget, "online.solve-again", over && now.folder != NULL);

  gtk_button_set_label (self->pause_button, over     ? _ ("_Resume")
                                            : paused ? _ ("_Continue")
                                                     : _ ("_Pause"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->pause_button), over     ? "online.resume"
                                                                       : paused ? "online.continue"
                                                                                : "online.pause");
  gtk_widget_set_visible (GTK_WIDGET (self->pause_button), !over || can_resume);
  gtk_button_set_label (self->stop_button, over ? _ ("_New Session") : _ ("_Stop"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->stop_button),
                                  over ? "online.new-session" : "online.stop");
}

/* --- sessions --------------------------------------------------------------------------- */

/* During a session: keeps the computer from suspending and the window from starting searches. */
static void
inhibit (TwOnline *self)
{
  GtkApplication *application = application_of (self);

  tw_session_set_lent (self->work, TRUE);
  if (application != NULL && self->inhibit_cookie == 0)
    self->inhibit_cookie = gtk_application_inhibit (application, self->main_window,
                                                    GTK_APPLICATION_INHIBIT_SUSPEND
                                                      | GTK_APPLICATION_INHIBIT_LOGOUT,
                                                    _ ("Puzzles of a contest are being solved"));
}

static void
uninhibit (TwOnline *self)
{
  GApplication *application = g_application_get_default (); /* a closed window has none */

  tw_session_set_lent (self->work, FALSE);
  if (application != NULL && self->inhibit_cookie != 0)
    gtk_application_uninhibit (GTK_APPLICATION (application), self->inhibit_cookie);
  self->inhibit_cookie = 0;
}

static void
notify_user (TwOnline *self)
{
  GtkApplication *application = application_of (self);
  TwContestState state = look (self).state;
  g_autoptr (GNotification) notification = g_notification_new (_ ("Online Puzzles"));
  g_autofree char *totals = describe_totals (self->session);
  g_autofree char *body = g_strdup_printf ("%s: %s", tw_contest_state_text (state), totals);

  /* Notifications use the session bus; GIO does not handle its absence. */
  if (application == NULL
      || g_application_get_dbus_connection (G_APPLICATION (application)) == NULL)
    return;
  g_notification_set_body (notification, body);
  g_application_send_notification (G_APPLICATION (application), NOTIFICATION, notification);
}

static void
trouble_cb (TwOnline *self)
{
  const char *error = look (self).error;

  show_message (self, error != NULL ? error : look (self).message);
}

static void
state_cb (TwOnline *self)
{
  show_search (self);
  show_session (self);
  update_actions (self);
}

/* Offers to open the folder of the session. */
static void
show_toast (TwOnline *self)
{
  const char *path = look (self).folder;
  g_autofree char *totals = describe_totals (self->session);

  if (self->main_window == NULL || path == NULL)
    return;

  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (uri != NULL)
    tw_session_notify_user (self->work, totals, _ ("Open Folder"), "file.show-file", uri);
}

static void
forget_session (TwOnline *self)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  tw_results_set_model (self->results, NULL);
  g_clear_object (&self->entries);
  g_clear_object (&self->session);
  tw_spectator_end (self->spectator);
}

/* The session could not be resumed. */
static void
ask_for_key (TwOnline *self)
{
  show_page (self, "setup");
  tw_online_setup_ask_for_key (self->setup, look (self).keyless_server);
  forget_session (self);
  update_actions (self);
}

static void
finished_cb (TwOnline *self)
{
  tw_spectator_end (self->spectator);
  uninhibit (self);
  trouble_cb (self);
  if (look (self).keyless_server != NULL) {
    ask_for_key (self);
    return;
  }
  show_toast (self);
  show_session (self);
  update_actions (self);
  notify_user (self);
  /* The session failed before it started, perhaps because of a wrong key: return to the setup
   * page. */
  if (look (self).state == TW_CONTEST_FAILED && g_list_model_get_n_items (self->entries) == 0)
    show_page (self, "setup");
}

static gpointer
take_row (gpointer item, gpointer data)
{
  g_autoptr (TwContestEntry) entry = item;

  return g_object_ref (tw_contest_entry_get_row (entry));
}

/* `folder` is the session to resume; NULL: a new session with the values of the setup page. */
static void
begin (TwOnline *self, const char *folder)
{
  g_auto (GStrv) workers = tw_workers_dup_uris ();
  TwContestConfig config;
  TwOptions options;

  tw_online_setup_get_config (self->setup, &config);
  tw_settings_get_options (tw_session_get_settings (self->work), &options);
  config.options = &options;
  config.workers = (const char *const *) workers;
  config.worker_token = tw_workers_get_token ();
  config.timing = self->timing;
  if (folder != NULL) {
    config.server = NULL; /* a resumed session keeps its server, whatever the page shows */
    config.folder = folder;
    config.resume = TRUE;
    config.count = 0;
  }
  show_message (self, NULL);
  forget_session (self);
  self->session = tw_contest_session_new (&config);
  self->entries = G_LIST_MODEL (gtk_map_list_model_new (
    g_object_ref (tw_contest_session_get_entries (self->session)), take_row, NULL, NULL));
  tw_results_set_model (self->results, self->entries);
  tw_results_set_searchable (self->results, folder != NULL || config.count > SHORT_LIST);
  g_signal_connect_swapped (self->session, "changed", G_CALLBACK (state_cb), self);
  g_signal_connect_swapped (self->session, "message", G_CALLBACK (trouble_cb), self);
  g_signal_connect_swapped (self->session, "finished", G_CALLBACK (finished_cb), self);
  show_page (self, "session");
  inhibit (self);
  tw_spectator_begin (self->spectator);
  tw_contest_session_start (self->session);
  show_session (self);
  update_actions (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->stop_button));
}

/* --- questions and actions -------------------------------------------------------------- */

static void
begin_cb (TwOnline *self)
{
  TwContestConfig config;
  g_autofree char *question = NULL;

  tw_online_setup_get_config (self->setup, &config);
  if (config.mode != TW_CONTEST_MODE_CONTEST) {
    begin (self, NULL);
    return;
  }
  question = g_strdup_printf (
    tw_ngettext ("In contest mode each solution sent to %s is final. The contest has %u puzzle.",
                 "In contest mode each solution sent to %s is final. The contest has %u puzzles.",
                 config.count),
    tw_online_setup_get_server_name (self->setup), config.count);
  gtk_label_set_text (self->question, question);
  show_page (self, "question");
  gtk_widget_grab_focus (GTK_WIDGET (self->confirm));
}

static void
confirm_cb (TwOnline *self)
{
  begin (self, NULL);
}

static void
back_cb (TwOnline *self)
{
  show_page (self, "setup");
}

void
tw_online_resume (TwOnline *self, GFile *folder)
{
  if (g_file_peek_path (folder) != NULL && !tw_online_is_busy (self))
    begin (self, g_file_peek_path (folder));
}

static void
steer_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwContestSession *session = TW_ONLINE (widget)->session;

  if (g_str_equal (name, "online.pause"))
    tw_contest_session_pause (session);
  else if (g_str_equal (name, "online.continue"))
    tw_contest_session_continue (session);
  else
    tw_contest_session_stop (session);
  state_cb (TW_ONLINE (widget));
}

static void
resume_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwOnline *self = TW_ONLINE (widget);

  g_autofree char *folder = g_strdup (look (self).folder);

  begin (self, folder);
}

static void
new_session_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwOnline *self = TW_ONLINE (widget);

  show_message (self, NULL);
  tw_online_setup_set_folder (self->setup, NULL); /* the present folder is in use */
  show_page (self, "setup");
}

static void
solve_again_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwOnline *self = TW_ONLINE (widget);
  g_autoptr (GFile) folder = g_file_new_for_path (look (self).folder);
  g_autofree char *uri = g_file_get_uri (folder);

  gtk_widget_activate_action (widget, "app.resolve-folder", "s", uri);
}

/* --- the window -------------------------------------------------------------------------- */

static void
ended_cb (TwContestSession *session, GApplication *application)
{
  g_signal_handlers_disconnect_by_data (session, application);
  g_application_release (application);
  g_object_unref (session);
}

/* Whether a puzzle after the one to warm up is being solved. */
static gboolean
is_solving (TwOnline *self)
{
  return self->session != NULL && !look (self).is_over && look (self).current > 0
         && look (self).state == TW_CONTEST_SOLVING;
}

static void
stop_when_paused_cb (TwContestSession *session)
{
  if (tw_contest_session_look (session).state == TW_CONTEST_PAUSED)
    tw_contest_session_stop (session);
}

static void
leaving_answered_cb (TwOnline *self, TwAnswer answer)
{
  g_clear_weak_pointer (&self->leaving);
  if (answer == TW_ANSWER_CANCEL)
    return;
  if (answer == TW_ANSWER_REJECT && self->session != NULL)
    tw_contest_session_abort (self->session);
  if (!self->closing_window) {
    g_signal_emit_by_name (self, "closed");
    return;
  }
  self->may_close = TRUE;
  gtk_window_close (self->main_window);
  self->may_close = FALSE; /* a question about unsaved changes may keep the window open */
}

/* Closes the panel, or the window with it; a puzzle that is being solved needs an answer first. */
static gboolean
may_close (TwOnline *self, gboolean window)
{
  gboolean scored = self->session != NULL && look (self).mode == TW_CONTEST_MODE_CONTEST;
  const TwQuestion question = {
    .title = _ ("Finish this puzzle?"),
    .text = scored ? _ ("A scored puzzle is being solved. It can be finished and submitted in the "
                        "background, or left unsent: then it stays unanswered.")
                   : _ ("A puzzle is being solved. It can be finished and submitted in the "
                        "background, or left unsent."),
    .accept = _ ("_Finish It"),
    .reject = _ ("_Leave It Unsent"),
    .cancel = _ ("_Keep Open"),
  };

  if (self->may_close || !is_solving (self))
    return TRUE;
  self->closing_window = window;
  if (self->leaving == NULL) {
    g_set_weak_pointer (&self->leaving,
                        GTK_WIDGET (tw_ask_dialog_new (self->main_window, &question)));
    tw_connect (self->leaving, "answered", G_CALLBACK (leaving_answered_cb), self);
  }
  return FALSE;
}

static void
close_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwOnline *self = TW_ONLINE (widget);

  if (may_close (self, FALSE))
    g_signal_emit_by_name (self, "closed");
}

/* At the end of the desktop session the window is approved and asks nothing. */
static gboolean
window_closes_cb (TwOnline *self)
{
  return !tw_session_get_approved (self->work) && !may_close (self, TRUE);
}

/* The current puzzle is still submitted after its full time; the program stays alive until then. */
static void
end_in_background (TwOnline *self)
{
  GApplication *application = g_application_get_default ();
  TwContestSession *session = self->session;

  if (session == NULL || application == NULL || tw_contest_session_look (session).is_over)
    return;
  g_application_hold (application);
  g_signal_connect (g_object_ref (session), "finished", G_CALLBACK (ended_cb), application);
  if (is_solving (self)) {
    g_signal_connect (session, "changed", G_CALLBACK (stop_when_paused_cb), NULL);
    tw_contest_session_pause (session);
  } else {
    tw_contest_session_stop (session);
  }
}

/* Before the window closes: the application must be held while it still has the window, which other
 * tasks may keep alive. */
static void
leave_session (TwOnline *self)
{
  uninhibit (self);
  if (self->session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->session, self);
  end_in_background (self);
  forget_session (self);
}

static void
leave (TwOnline *self)
{
  leave_session (self);
  g_clear_weak_pointer (&self->leaving);
  g_clear_weak_pointer (&self->main_window);
}

/* The controls of the page, not the buttons above it. The action that shows the panel may be
 * activated again: a focus that is in it already does not move. */
static gboolean
tw_online_grab_focus (GtkWidget *widget)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  return (focus != NULL && gtk_widget_is_ancestor (focus, widget))
         || gtk_widget_child_focus (GTK_WIDGET (TW_ONLINE (widget)->pages), GTK_DIR_TAB_FORWARD);
}

static void
tw_online_class_init (TwOnlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_ON_DISPOSE (klass, leave);
  TW_OWN (klass, TwOnline, spectator, tw_spectator_free);
  TW_OWN (klass, TwOnline, work, g_object_unref);
  tw_ensure_types (TW_TYPE_BANNER, TW_TYPE_ONLINE_SETUP, TW_TYPE_RESULTS, G_TYPE_INVALID);
  widget_class->grab_focus = tw_online_grab_focus;
  tw_class_set_template (klass, "online");
  tw_class_add_signal (klass, "closed", 0);
  TW_BIND_CHILDREN (klass, TwOnline, banner, pages, setup, question, confirm, pause_button,
                    stop_button);
  TW_BIND_CHILDREN (klass, TwOnline, headline, detail, puzzles_bar, seconds_bar, results, totals);
  TW_BIND_CALLBACKS (klass, begin_cb, confirm_cb, back_cb, tw_online_resume, show_message,
                     picked_cb);

  gtk_widget_class_install_action (widget_class, "online.pause", NULL, steer_cb);
  gtk_widget_class_install_action (widget_class, "online.continue", NULL, steer_cb);
  gtk_widget_class_install_action (widget_class, "online.stop", NULL, steer_cb);
  gtk_widget_class_install_action (widget_class, "online.resume", NULL, resume_cb);
  gtk_widget_class_install_action (widget_class, "online.new-session", NULL, new_session_cb);
  gtk_widget_class_install_action (widget_class, "online.close", NULL, close_cb);
  gtk_widget_class_install_action (widget_class, "online.solve-again", NULL, solve_again_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, GDK_SHIFT_MASK, "online.stop",
                                       NULL);
}

static void
tw_online_init (TwOnline *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  tw_results_set_max_height (self->results, LIST_HEIGHT);
  tw_results_set_placeholder (self->results, _ ("Puzzles will appear here."));
  update_actions (self);
}

TwOnline *
tw_online_new (GtkWindow *main_window, TwSession *session)
{
  TwOnline *self = g_object_new (TW_TYPE_ONLINE, NULL);

  g_set_weak_pointer (&self->main_window, main_window);
  self->work = g_object_ref (session);
  self->spectator = tw_spectator_new (session, self->results, progress_cb, self);
  tw_connect (main_window, "close-request", G_CALLBACK (window_closes_cb), self);
  tw_connect (session, "closing", G_CALLBACK (leave_session), self);
  show_page (self, "setup");
  return self;
}

TwContestSession *
tw_online_get_session (TwOnline *self)
{
  return self->session;
}

gboolean
tw_online_is_busy (TwOnline *self)
{
  return self->session != NULL && !look (self).is_over;
}

void
tw_online_set_timing (TwOnline *self, const TwContestTiming *timing)
{
  self->timing = timing;
}
