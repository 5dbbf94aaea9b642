/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests what happens to a session when its panel or its window closes: the question about a scored
 * puzzle, the puzzle that is finished in the background, and the request that arrives too late. */
#include "online-fixture.h"

#include "app/dialogs/ask-dialog.h"

/* These replace GTK's functions, which do nothing without a session bus. */
static int n_inhibited;

guint
gtk_application_inhibit (GtkApplication *application, GtkWindow *window,
                         GtkApplicationInhibitFlags flags, const char *reason)
{
  n_inhibited++;
  return 1;
}

void
gtk_application_uninhibit (GtkApplication *application, guint cookie)
{
  n_inhibited--;
}

/* Begins a session, stops it and resumes it; the request is under way when this returns. */
static TwOnline *
begin_resuming (TwWindow *window, TwPracticeServer *server)
{
  TwOnline *online = online_open (window, &online_quick);

  online_begin (online, server);
  online_press (online, "online-stop");
  online_wait (online);
  online_press (online, "online-pause"); /* now labelled "Resume" */
  g_assert_true (tw_online_is_busy (online));
  return online;
}

/* A panel that was closed meanwhile starts no session and does not return. */
TEST (close_resuming, "/ui/online/close-resuming")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = begin_resuming (window, server);

  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  online_close (online);
  ui_spin_until (online == NULL || tw_window_get_panel (window) != NULL);
  g_assert_null (online);

  online = begin_resuming (window, server);
  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  ui_close (window);
  ui_spin_until (online == NULL);
}

/* `mode` is the row of its list: trial or contest. */
static TwOnline *
online_begin_mode (TwWindow *window, TwPracticeServer *server, guint mode)
{
  TwOnline *online = online_open (window, &online_quick);

  online_use_server (online, server, ONLINE_KEY);
  online_set_count (online, 1);
  online_choose (online, "online-mode", mode);
  online_press (online, "online-begin");
  if (mode == TW_CONTEST_MODE_CONTEST) {
    ui_spin_until (gtk_widget_get_mapped (online_part (online, "online-confirm")));
    online_press (online, "online-confirm");
  }
  ui_spin_until (tw_contest_session_look (tw_online_get_session (online)).current == 1
                 && tw_contest_session_look (tw_online_get_session (online)).state
                      == TW_CONTEST_SOLVING);
  return online;
}

static TwOnline *
online_begin_scored (TwWindow *window, TwPracticeServer *server)
{
  return online_begin_mode (window, server, TW_CONTEST_MODE_CONTEST);
}

/* Closing the panel asks and does not submit the incumbent. */
static void
leave (TwWindow *window, TwPracticeServer *server, TwContestMode mode)
{
  TwOnline *online = online_begin_mode (window, server, mode);
  g_autoptr (TwContestSession) session = g_object_ref (tw_online_get_session (online));

  online_close (online);
  online_close (online); /* no second question */
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (online)));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  ui_spin_until (ui_find_dialog (TW_TYPE_ASK_DIALOG) == NULL);
  g_assert_false (tw_contest_session_look (session).is_stopping);

  online_close (online);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (tw_window_get_panel (window) == NULL);
  ui_spin_until (tw_contest_session_look (session).is_over);

  g_assert_cmpuint (online_n_accepted_of (session), ==, 0);
}

/* The panel offers the session that was left, and resumes it. */
TEST (leave_contest, "/ui/online/leave-contest")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (60, 60);
  g_auto (UiWindow) window = ui_window ();
  GtkListBox *sessions;

  leave (window, server, TW_CONTEST_MODE_TRIAL);
  leave (window, server, TW_CONTEST_MODE_CONTEST);
  TwOnline *online = online_open (window, &online_quick);
  sessions = GTK_LIST_BOX (online_part (online, "online-sessions"));
  ui_spin_until (gtk_widget_get_mapped (GTK_WIDGET (sessions)));
  g_autofree char *text = ui_dup_text (GTK_WIDGET (sessions));
  g_assert_true (g_str_has_prefix (text, "today "));
  g_assert_nonnull (strstr (text, ", 0 of 1, 0 squares\n"));
  ui_keep_picture (window, "online-resume.png");
  online_use_server (online, server, ONLINE_KEY);
  g_signal_emit_by_name (sessions, "row-activated", gtk_list_box_get_row_at_index (sessions, 0));
  g_assert_cmpstr (online_page (online), ==, "session");
  online_wait (online);
  online_close (online);
}

/* After Finish It the panel closes; the puzzle is solved to the end and submitted. */
TEST (finish_contest, "/ui/online/finish-contest")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (60, 60);
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_begin_scored (window, server);
  g_autoptr (TwContestSession) session = g_object_ref (tw_online_get_session (online));

  online_close (online);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_spin_until (tw_window_get_panel (window) == NULL);
  ui_spin_until (tw_contest_session_look (session).is_over);
  g_assert_cmpuint (online_n_accepted_of (session), ==, 1);
}

/* Closing the main window asks, too, and Keep Open keeps both. */
TEST (close_window, "/ui/online/close-window")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (60, 60);
  TwWindow *window = ui_window ();
  TwOnline *online = online_begin_scored (window, server);
  g_autoptr (TwContestSession) session = g_object_ref (tw_online_get_session (online));

  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  ui_spin_until (ui_find_dialog (TW_TYPE_ASK_DIALOG) == NULL);
  g_assert_true (tw_window_get_panel (window) == GTK_WIDGET (online));
  g_assert_false (tw_contest_session_look (session).is_stopping);

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (window == NULL);
  ui_spin_until (tw_contest_session_look (session).is_over);
  g_assert_cmpuint (online_n_accepted_of (session), ==, 0);
}

/* A scored puzzle is finished even if something still holds a reference to the closed window. */
TEST (finish_kept, "/ui/online/finish-kept")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (60, 60);
  g_autoptr (TwWindow) window = g_object_ref (ui_window ());
  g_autoptr (TwContestSession)
    session = g_object_ref (tw_online_get_session (online_begin_scored (window, server)));

  g_assert_cmpint (n_inhibited, ==, 1);
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  g_assert_true (tw_contest_session_look (session).is_pausing);
  g_assert_cmpint (n_inhibited, ==, 0);
  ui_spin_until (tw_contest_session_look (session).is_over);
  g_assert_cmpuint (online_n_accepted_of (session), ==, 1);
}

static void
assert_asks_to_finish (TwWindow *window)
{
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpstr (gtk_window_get_title (ui_dialog_of (TW_TYPE_ASK_DIALOG)), ==,
                   "Finish this puzzle?");
}

/* Unsaved changes keep the window open: closing it again asks again, and closing the panel keeps
 * the window. */
TEST (close_unsaved, "/ui/online/close-unsaved")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (60, 60);
  g_auto (UiWindow) window = ui_window_with_text ("unsaved.txt", ui_board_text);

  g_settings_set_boolean (tw_settings (), "restore-session", FALSE); /* the changes would be lost */
  ui_edit_cell (window, 3, 2);
  g_assert_true (ui_is_enabled (window, "search.start"));
  TwOnline *online = online_begin_scored (window, server);
  ui_activate (window, "view.previous-puzzle"); /* the own one, beside the session */
  g_assert_false (ui_is_enabled (window, "search.start"));
  assert_asks_to_finish (window);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel"); /* about the changes */
  assert_asks_to_finish (window);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");

  tw_contest_session_abort (tw_online_get_session (online));
  online_wait (online);
  online_close (online);
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  g_assert_null (tw_window_get_panel (window));
  g_settings_reset (tw_settings (), "restore-session");
}

/* The session of a closed panel submits its puzzle and ends. */
TEST (close, "/ui/online/close")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_begin (online, server);
  TwContestSession *session = tw_online_get_session (online);
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  online_close (online);
  ui_spin_until (online == NULL);
  ui_spin_until (session == NULL);
}

/* The main window closes while it shows the front of the search. */
TEST (close_all, "/ui/online/close-all")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (40, 40);
  TwWindow *window = ui_window ();
  TwOnline *online = online_open (window, NULL);

  online_use_server (online, server, ONLINE_KEY);
  online_use_engine ("heuristic");
  online_set_count (online, 1000);
  online_press (online, "online-begin");
  ui_spin_until (tw_canvas_get_view (ui_canvas (window))->front != NULL);
  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_spin_until (online == NULL);
  g_assert_cmpint (n_inhibited, ==, 0);
  online_use_engine ("auto");
}

TEST_MAIN (online_test_init, ui_test_run)
