/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests online puzzles through the real widgets, with practice servers on the loopback interface: a
 * run, its results, pause, stop, resume, the question before a contest, a wrong key, a server that
 * disappears. With TW_TEST_PUZZLES=N it only plays N puzzles with full time limits and prints a
 * table. */
#include "ui-test.h"

#include <stdlib.h>
#include <string.h>

#include "app/dialogs/ask-dialog.h"
#include "app/online/setup.h"
#include "app/online/online.h"
#include "app/resolve/resolve-window.h"
#include "app/pane/progress-bars.h"
#include "app/pane/plot.h"
#include "app/pane/results.h"
#include "app/pane/summary.h"
#include "app/preferences/settings.h"
#include "app/window/toast.h"
#include "core/base/generator.h"
#include "net/keys.h"
#include "net/practice-server.h"
#include "puzzle/entry.h"
#include "puzzle/kinds/squares/squares.h"

#define KEY "0123456789abcdef"

/* Searches finish long before these limits, even on a busy machine. */
static const TwContestTiming quick = {
  .answer = 60, .late = 60, .request = 60, .back_off = 0.02, .attempts = 3
};

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

/* --- a server ----------------------------------------------------------------------- */

static TwPracticeServer *
start_server_of (int width, int height)
{
  static const char *const keys[] = { KEY, NULL };
  g_autoptr (GPtrArray) boards = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GError) error = NULL;
  TwPracticeConfig config = { .keys = keys, .boards = boards };
  TwPracticeServer *server;

  for (guint64 i = 1; i <= 10; i++)
    g_ptr_array_add (boards,
                     tw_squares_puzzle_new (NULL, tw_generate_board (width, height, 0.1, i)));
  server = tw_practice_server_new (&config);
  g_assert_true (tw_practice_server_start (server, &error));
  g_assert_no_error (error);
  return server;
}

static TwPracticeServer *
start_server (void)
{
  return start_server_of (9, 7);
}

/* --- the window ----------------------------------------------------------------------- */

static TwOnline *
open_window (TwWindow *window, const TwContestTiming *timing)
{
  TwOnline *found;

  ui_activate (window, "win.online");
  found = TW_ONLINE (tw_window_get_panel (window));
  ui_spin_until (gtk_widget_get_mapped (GTK_WIDGET (found)));
  tw_online_set_timing (found, timing);
  return found;
}

static GtkWidget *
part (TwOnline *online, const char *name)
{
  return ui_find (GTK_WIDGET (online), name);
}

static void
choose (TwOnline *online, const char *name, guint row)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (part (online, name)), row);
}

static void
set_count (TwOnline *online, guint count)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (online, "online-count")), count);
}

static void
use_server (TwOnline *online, TwPracticeServer *server, const char *key)
{
  choose (online, "online-server", 1);
  gtk_editable_set_text (GTK_EDITABLE (part (online, "online-address")),
                         tw_practice_server_get_uri (server));
  gtk_editable_set_text (GTK_EDITABLE (part (online, "online-key")), key);
}

static void
press (TwOnline *online, const char *name)
{
  GtkWidget *button = part (online, name);

  g_assert_true (gtk_widget_is_sensitive (button));
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
}

static const char *
page (TwOnline *online)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (part (online, "online-pages")));
}

static TwContestState
state (TwOnline *online)
{
  return tw_contest_session_get_state (tw_online_get_session (online));
}

static GListModel *
rows (TwOnline *online)
{
  GtkWidget *list = part (online, "results-list");

  return tw_results_get_shown (TW_RESULTS (gtk_widget_get_ancestor (list, TW_TYPE_RESULTS)));
}

static guint
n_accepted (TwOnline *online)
{
  TwContestTotals totals;

  tw_contest_session_get_totals (tw_online_get_session (online), &totals);
  return totals.accepted;
}

static void
wait_until_over (TwOnline *online)
{
  ui_spin_until (!tw_online_is_busy (online));
}

static void
use_engine (const char *name)
{
  g_autoptr (GSettings) settings = tw_settings_new ();

  g_settings_set_string (settings, "engine", name);
}

static void
close_panel (TwOnline *online)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (online), "online.close", NULL));
}

/* --- tests --------------------------------------------------------------------------- */

/* The unchanged dialog uses the practice server of this computer. */
static void
test_practice (void)
{
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);

  g_assert_true (open_window (window, &quick) == online);
  g_assert_cmpstr (page (online), ==, "setup");
  g_assert_false (gtk_widget_get_visible (part (online, "online-key")));
  set_count (online, 3);
  use_engine ("greedy"); /* the boards of that server are not small */
  press (online, "online-begin");
  g_assert_cmpstr (page (online), ==, "session");
  wait_until_over (online);
  g_assert_null (tw_online_get_message (online));
  g_assert_cmpint (state (online), ==, TW_CONTEST_FINISHED);
  g_assert_nonnull (strstr (ui_find_label (online, "online-totals"), "3 of 3 accepted"));
  g_assert_false (gtk_widget_get_visible (part (online, "online-pause")));

  /* The warm-up puzzle and the three others have solutions, and the window has shown them. */
  g_assert_cmpuint (g_list_model_get_n_items (rows (online)), ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (rows (online), i);

    g_assert_cmpint (tw_entry_get_state (entry), ==, TW_ENTRY_DONE);
    g_assert_cmpint (tw_result_count (tw_entry_get_result (entry)), >, 0);
    g_assert_cmpint (tw_entry_get_score (entry), ==,
                     tw_result_count (tw_entry_get_result (entry)) + tw_entry_get_penalty (entry));
  }
  g_assert_nonnull (tw_window_get_puzzle (window));
  g_assert_nonnull (tw_window_get_result (window));

  /* The folder can be opened; the puzzles are no pages and will not be opened again. */
  TwToast *toast = ui_child (window, TW_TYPE_TOAST);
  g_auto (GStrv) uris = tw_workspace_dup_uris (tw_window_get_workspace (window));

  g_assert_nonnull (strstr (tw_toast_get_text (toast), "3 of 3 accepted"));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (ui_find (GTK_WIDGET (toast), "toast-button"))),
                   ==, "Open Folder");
  g_assert_cmpuint (tw_workspace_get_n (tw_window_get_workspace (window)), ==, 0);
  g_assert_null (uris[0]);

  g_autoptr (TwEntry) first = g_list_model_get_item (rows (online), 1);

  g_signal_emit_by_name (part (online, "results-list"), "activate", 1);
  g_assert_cmpstr (tw_entry_get_name (first), ==, ui_find_label (window, "title"));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "Result");
  g_assert_true (tw_window_get_puzzle (window) == tw_entry_get_puzzle (first));
  g_assert_true (tw_window_get_result (window) == tw_entry_get_result (first));

  /* All puzzles can be solved again, with more time. */
  press (online, "online-solve-again");

  TwResolveWindow *resolve = TW_RESOLVE_WINDOW (
    tw_window_find_companion (window, TW_TYPE_RESOLVE_WINDOW));
  GListModel *batch = G_LIST_MODEL (tw_resolve_window_get_batch (resolve));

  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  g_assert_cmpuint (g_list_model_get_n_items (batch), ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (TwEntry) before = g_list_model_get_item (rows (online), i);
    g_autoptr (TwEntry) again = g_list_model_get_item (batch, i);

    g_assert_cmpint (tw_result_count (tw_entry_get_old (again)), ==,
                     tw_result_count (tw_entry_get_result (before)));
  }
  press (online, "online-stop"); /* now labelled "New Session" */
  g_assert_cmpstr (page (online), ==, "setup");
  use_engine ("auto");
  ui_close (window);
}

static void
test_tetrominoes (void)
{
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);

  choose (online, "online-server", 0);
  choose (online, "online-type", 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (online, "online-side")), 6);
  set_count (online, 2);
  press (online, "online-begin");
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (n_accepted (online), ==, 2);
  ui_close (window);

  /* The dialog remembers its values. */
  window = ui_window ();
  online = open_window (window, &quick);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part (online, "online-type"))), ==,
                    1);
  choose (online, "online-type", 0);
  set_count (online, 1);
  press (online, "online-begin");
  wait_until_over (online);
  ui_close (window);
}

/* Everything is in the main window: the form beside the start page, and the list of puzzles above
 * the figures of the search. */
static void
test_panel (void)
{
  TwWindow *window = ui_window ();
  guint n_windows = g_list_model_get_n_items (gtk_window_get_toplevels ());
  TwOnline *online = open_window (window, &quick);
  GtkWidget *pane = GTK_WIDGET (ui_child (window, TW_TYPE_SUMMARY));

  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, n_windows);
  g_assert_true (gtk_widget_get_root (GTK_WIDGET (online)) == GTK_ROOT (window));
  g_assert_true (gtk_widget_get_mapped (part (online, "online-begin")));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "gallery")));
  g_assert_false (gtk_widget_get_mapped (pane));
  set_count (online, 1);
  use_engine ("greedy");
  press (online, "online-begin");
  wait_until_over (online);
  ui_spin_until (gtk_widget_get_mapped (pane));
  g_assert_true (gtk_widget_get_mapped (part (online, "results-list")));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (tw_window_get_canvas (window))));

  /* Puzzles are known by their number and size. */
  g_autoptr (TwEntry) entry = g_list_model_get_item (rows (online), 1);
  const TwBoard *board = tw_puzzle_get_board (tw_entry_get_puzzle (entry));
  g_autofree char *name = g_strdup_printf ("1. %d × %d", board->width, board->height);

  g_assert_cmpstr (tw_entry_get_name (entry), ==, name);
  close_panel (online);
  g_assert_null (tw_window_get_panel (window));
  g_assert_nonnull (tw_window_get_puzzle (window)); /* the last board stays */
  use_engine ("auto");
  ui_close (window);
}

/* Pause, continue, stop, resume from the folder. */
static void
test_pause (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);
  guint accepted;

  use_server (online, server, KEY);
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (n_accepted (online) >= 1);
  press (online, "online-pause");
  if (state (online) != TW_CONTEST_PAUSED)
    g_assert_cmpstr (ui_find_label (online, "online-detail"), ==, "Pauses after this puzzle");
  ui_spin_until (state (online) == TW_CONTEST_PAUSED);
  g_assert_cmpstr (ui_find_label (online, "online-detail"), ==, "Paused");
  accepted = n_accepted (online);
  for (int i = 0; i < 10; i++)
    ui_iterate ();
  g_assert_cmpuint (n_accepted (online), ==, accepted);
  press (online, "online-pause"); /* now labelled "Continue" */
  ui_spin_until (n_accepted (online) > accepted);

  press (online, "online-stop");
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_STOPPED);
  g_assert_null (tw_online_get_message (online));
  accepted = n_accepted (online);
  g_assert_cmpuint (accepted, <, 1000);

  press (online, "online-pause"); /* now labelled "Resume" */
  g_assert_true (tw_online_is_busy (online));
  ui_spin_until (n_accepted (online) > accepted);
  press (online, "online-stop");
  wait_until_over (online);
  ui_close (window);
}

static TwOnlineSetup *
setup_of (TwOnline *online)
{
  GtkStack *pages = GTK_STACK (part (online, "online-pages"));

  return TW_ONLINE_SETUP (gtk_stack_get_child_by_name (pages, "setup"));
}

/* A session of an earlier run is resumed with its own server, which must not receive the key of
 * another one. */
static void
test_resume (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  g_autoptr (GFile) folder = ui_scratch_file ("a-session");
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);
  guint accepted;

  tw_online_setup_set_folder (setup_of (online), folder);
  use_server (online, server, KEY);
  set_count (online, 6);
  press (online, "online-begin");
  ui_spin_until (n_accepted (online) >= 2);
  press (online, "online-stop");
  wait_until_over (online);
  accepted = n_accepted (online);
  ui_close (window);

  window = ui_window ();
  online = open_window (window, &quick);
  g_autoptr (GFile) nothing = ui_scratch_file ("no-session");

  g_signal_emit_by_name (setup_of (online), "resume", nothing);
  wait_until_over (online);
  g_assert_nonnull (strstr (tw_online_get_message (online), "no-session"));
  choose (online, "online-server", 1);
  gtk_editable_set_text (GTK_EDITABLE (part (online, "online-address")), "http://127.0.0.1:1");
  gtk_editable_set_text (GTK_EDITABLE (part (online, "online-key")), "for another server");
  g_signal_emit_by_name (setup_of (online), "resume", folder);
  wait_until_over (online);
  g_assert_null (tw_online_get_session (online));
  g_assert_nonnull (strstr (tw_online_get_message (online), tw_practice_server_get_uri (server)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (part (online, "online-address"))), ==,
                   tw_practice_server_get_uri (server));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (part (online, "online-key"))), ==, "");
  gtk_editable_set_text (GTK_EDITABLE (part (online, "online-key")), KEY);
  g_signal_emit_by_name (setup_of (online), "resume", folder);
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (accepted, <, 6);
  g_assert_cmpuint (n_accepted (online), ==, 6);
  g_assert_cmpuint (g_list_model_get_n_items (rows (online)), ==, 7);
  ui_close (window);
}

/* Begins a session, stops it and resumes it; the request is under way when this returns. */
static TwOnline *
begin_resuming (TwWindow *window, TwPracticeServer *server)
{
  TwOnline *online = open_window (window, &quick);

  use_server (online, server, KEY);
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (n_accepted (online) >= 1);
  press (online, "online-stop");
  wait_until_over (online);
  press (online, "online-pause"); /* now labelled "Resume" */
  g_assert_true (tw_online_is_busy (online));
  return online;
}

/* A panel that was closed meanwhile starts no session and does not return. */
static void
test_close_resuming (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = begin_resuming (window, server);

  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  close_panel (online);
  ui_spin_until (online == NULL || tw_window_get_panel (window) != NULL);
  g_assert_null (online);

  online = begin_resuming (window, server);
  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  ui_close (window);
  ui_spin_until (online == NULL);
}

static void
keep_result_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static const char *
text (TwOnline *online, const char *name)
{
  return gtk_editable_get_text (GTK_EDITABLE (part (online, name)));
}

static void
set_address (TwOnline *online, const char *address)
{
  GtkWidget *entry = part (online, "online-address");

  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), address);
  gtk_widget_grab_focus (part (online, "online-key"));
}

/* The keyring provides the key for its server. */
static void
test_keys (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);
  GtkCheckButton *keep = GTK_CHECK_BUTTON (part (online, "online-keep-key"));

  if (!tw_keys_are_supported ()) {
    g_test_skip ("built without libsecret");
    ui_close (window);
    return;
  }
  choose (online, "online-server", 0);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (keep)));
  use_server (online, server, KEY);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (keep)));
  gtk_check_button_set_active (keep, TRUE);
  set_count (online, 1);
  press (online, "online-begin");
  wait_until_over (online);
  g_assert_cmpuint (n_accepted (online), ==, 1);
  g_assert_null (tw_online_get_message (online));
  ui_close (window);

  window = ui_window ();
  online = open_window (window, &quick);
  ui_spin_until (g_str_equal (text (online, "online-key"), KEY));
  keep = GTK_CHECK_BUTTON (part (online, "online-keep-key"));
  g_assert_true (gtk_check_button_get_active (keep));

  /* Another server must not receive it, however quickly the session is started. */
  gtk_widget_grab_focus (part (online, "online-address"));
  gtk_editable_set_text (GTK_EDITABLE (part (online, "online-address")), "http://127.0.0.1:2");
  g_signal_emit_by_name (part (online, "online-address"), "activate");
  g_assert_cmpstr (page (online), ==, "setup");
  g_assert_null (tw_online_get_session (online));
  g_assert_cmpstr (text (online, "online-key"), ==, "");
  set_address (online, "http://127.0.0.1:1");
  ui_spin_until (*text (online, "online-key") == '\0');
  g_assert_false (gtk_check_button_get_active (keep));
  set_address (online, tw_practice_server_get_uri (server));
  ui_spin_until (g_str_equal (text (online, "online-key"), KEY));

  /* The key is removed from the keyring again. */
  gtk_check_button_set_active (keep, FALSE);
  press (online, "online-begin");
  wait_until_over (online);
  g_assert_cmpuint (n_accepted (online), ==, 1);
  ui_close (window);

  g_autoptr (GAsyncResult) result = NULL;

  tw_keys_lookup_async (tw_practice_server_get_uri (server), NULL, keep_result_cb, &result);
  ui_spin_until (result != NULL);
  g_assert_null (tw_keys_lookup_finish (result, NULL));
}

/* A contest starts only after a question. */
static void
test_contest (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);

  use_server (online, server, KEY);
  set_count (online, 1);
  choose (online, "online-mode", 1);
  press (online, "online-begin");
  g_assert_cmpstr (page (online), ==, "question");
  g_assert_null (tw_online_get_session (online));
  g_assert_nonnull (
    strstr (ui_find_label (online, "online-question"), tw_practice_server_get_uri (server)));
  g_assert_null (strstr (ui_find_label (online, "online-question"), KEY));
  ui_spin_until (gtk_widget_get_mapped (part (online, "online-back")));
  press (online, "online-back");
  g_assert_cmpstr (page (online), ==, "setup");
  ui_spin_until (gtk_widget_get_mapped (part (online, "online-begin")));
  press (online, "online-begin");
  ui_spin_until (gtk_widget_get_mapped (part (online, "online-confirm")));
  press (online, "online-confirm");
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (n_accepted (online), ==, 1);
  ui_close (window);
}

static TwOnline *
begin_scored (TwWindow *window, TwPracticeServer *server)
{
  TwOnline *online = open_window (window, &quick);

  use_server (online, server, KEY);
  set_count (online, 1);
  choose (online, "online-mode", 1);
  press (online, "online-begin");
  ui_spin_until (gtk_widget_get_mapped (part (online, "online-confirm")));
  press (online, "online-confirm");
  ui_spin_until (tw_contest_session_get_current (tw_online_get_session (online)) == 1
                 && tw_contest_session_get_state (tw_online_get_session (online))
                      == TW_CONTEST_SOLVING);
  return online;
}

/* Closing the panel asks and does not submit the incumbent. */
static void
test_leave_contest (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (60, 60);
  TwWindow *window = ui_window ();
  TwOnline *online = begin_scored (window, server);
  g_autoptr (TwContestSession) session = g_object_ref (tw_online_get_session (online));

  close_panel (online);
  close_panel (online); /* no second question */
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (online)));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  ui_spin_until (ui_find_dialog (TW_TYPE_ASK_DIALOG) == NULL);
  g_assert_false (tw_contest_session_is_stopping (session));

  close_panel (online);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (tw_window_get_panel (window) == NULL);
  ui_spin_until (tw_contest_session_is_over (session));

  TwContestTotals totals;
  tw_contest_session_get_totals (session, &totals);
  g_assert_cmpuint (totals.accepted, ==, 0);
  ui_close (window);
}

/* After Finish It the panel closes; the puzzle is solved to the end and submitted. */
static void
test_finish_contest (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (60, 60);
  TwWindow *window = ui_window ();
  TwOnline *online = begin_scored (window, server);
  g_autoptr (TwContestSession) session = g_object_ref (tw_online_get_session (online));
  TwContestTotals totals;

  close_panel (online);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_spin_until (tw_window_get_panel (window) == NULL);
  ui_spin_until (tw_contest_session_is_over (session));
  tw_contest_session_get_totals (session, &totals);
  g_assert_cmpuint (totals.accepted, ==, 1);
  ui_close (window);
}

/* Closing the main window asks, too, and Keep Open keeps both. */
static void
test_close_window (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (60, 60);
  TwWindow *window = ui_window ();
  TwOnline *online = begin_scored (window, server);
  g_autoptr (TwContestSession) session = g_object_ref (tw_online_get_session (online));
  TwContestTotals totals;

  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  ui_spin_until (ui_find_dialog (TW_TYPE_ASK_DIALOG) == NULL);
  g_assert_true (tw_window_get_panel (window) == GTK_WIDGET (online));
  g_assert_false (tw_contest_session_is_stopping (session));

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (window == NULL);
  ui_spin_until (tw_contest_session_is_over (session));
  tw_contest_session_get_totals (session, &totals);
  g_assert_cmpuint (totals.accepted, ==, 0);
}

/* A scored puzzle is finished although something else still keeps the closed window. */
static void
test_finish_kept (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (60, 60);
  g_autoptr (TwWindow) window = g_object_ref (ui_window ());
  g_autoptr (TwContestSession) session = NULL;
  TwContestTotals totals;

  session = g_object_ref (tw_online_get_session (begin_scored (window, server)));
  g_assert_cmpint (n_inhibited, ==, 1);
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  g_assert_true (tw_contest_session_is_pausing (session));
  g_assert_cmpint (n_inhibited, ==, 0);
  ui_spin_until (tw_contest_session_is_over (session));
  tw_contest_session_get_totals (session, &totals);
  g_assert_cmpuint (totals.accepted, ==, 1);
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
static void
test_close_unsaved (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (60, 60);
  TwWindow *window = ui_window_with_text ("unsaved.txt", ui_board_text);
  TwOnline *online;

  ui_activate (window, "win.edit-mode");
  tw_canvas_point_at_cell (tw_window_get_canvas (window), 3, 2);
  g_assert_true (ui_press (tw_window_get_canvas (window), GDK_KEY_space, 0));
  online = begin_scored (window, server);
  assert_asks_to_finish (window);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel"); /* about the changes */
  assert_asks_to_finish (window);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");

  tw_contest_session_abort (tw_online_get_session (online));
  wait_until_over (online);
  close_panel (online);
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  g_assert_null (tw_window_get_panel (window));
  tw_window_set_approved (window, TRUE);
  ui_close (window);
}

/* The error is shown, and the dialog returns so that the user can correct the key. */
static void
test_wrong_key (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);

  use_server (online, server, "");
  g_assert_false (gtk_widget_is_sensitive (part (online, "online-begin")));
  use_server (online, server, "a-wrong-key");
  set_count (online, 1);
  press (online, "online-begin");
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_FAILED);
  g_assert_nonnull (tw_online_get_message (online));
  g_assert_null (strstr (tw_online_get_message (online), "a-wrong-key"));
  g_assert_cmpstr (page (online), ==, "setup");

  use_server (online, server, KEY);
  ui_spin_until (gtk_widget_get_mapped (part (online, "online-begin")));
  press (online, "online-begin");
  g_assert_null (tw_online_get_message (online));
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_FINISHED);
  ui_close (window);
}

/* A server that disappears is reported; the session gives up in the end, and nothing is lost. */
static void
test_gone (void)
{
  TwPracticeServer *server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);

  use_server (online, server, KEY);
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (n_accepted (online) >= 1);
  g_object_unref (server);
  ui_spin_until (tw_online_get_message (online) != NULL);
  wait_until_over (online);
  g_assert_cmpint (state (online), ==, TW_CONTEST_FAILED);
  g_assert_nonnull (tw_online_get_message (online));
  g_assert_cmpstr (page (online), ==, "session");
  g_assert_true (gtk_widget_get_visible (part (online, "online-pause"))); /* "Resume" */
  g_assert_cmpuint (g_list_model_get_n_items (rows (online)), >=, 2);
  ui_close (window);
}

/* The session of a closed panel submits its puzzle and ends. */
static void
test_close (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, &quick);
  TwContestSession *session;

  use_server (online, server, KEY);
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (n_accepted (online) >= 1);
  session = tw_online_get_session (online);
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  close_panel (online);
  ui_spin_until (online == NULL);
  ui_spin_until (session == NULL);
  ui_close (window);
}

/* The main window closes while it shows the front of the search. */
static void
test_close_all (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (40, 40);
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, NULL);

  use_server (online, server, KEY);
  use_engine ("heuristic");
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (tw_canvas_has_front (tw_window_get_canvas (window)));
  g_object_add_weak_pointer (G_OBJECT (online), (gpointer *) &online);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_spin_until (online == NULL);
  g_assert_cmpint (n_inhibited, ==, 0);
  use_engine ("auto");
}

/* The user opens something else: the session no longer changes the canvas. */
static void
test_canvas (void)
{
  g_autoptr (TwPracticeServer) server = start_server ();
  TwWindow *window = ui_window_with ("sample.json");
  TwPuzzle *sample = tw_window_get_puzzle (window);
  TwOnline *online = open_window (window, &quick);
  guint accepted;

  use_server (online, server, KEY);
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (tw_window_get_puzzle (window) != sample);
  /* The online puzzle is no page of the window. */
  g_assert_cmpuint (tw_workspace_get_n (tw_window_get_workspace (window)), ==, 1);
  while (tw_window_get_puzzle (window) != sample)
    ui_activate (window, "win.previous-puzzle");
  accepted = n_accepted (online);
  ui_spin_until (n_accepted (online) > accepted + 2);
  g_assert_true (tw_window_get_puzzle (window) == sample);
  press (online, "online-stop");
  wait_until_over (online);
  ui_close (window);
}

/* The main window shows a session like a search of its own. */
static void
test_watch (void)
{
  g_autoptr (TwPracticeServer) server = start_server_of (40, 40);
  g_autoptr (GFile) missing = ui_scratch_file ("missing.json");
  TwWindow *window = ui_window_with ("sample.json");
  TwPuzzle *sample = tw_window_get_puzzle (window);
  TwOnline *online = open_window (window, NULL);
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);

  tw_window_open_files (window, &missing, 1); /* leaves a message */
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_nonnull (tw_window_get_message (window));
  use_server (online, server, KEY);
  use_engine ("heuristic");
  set_count (online, 1000);
  press (online, "online-begin");
  ui_spin_until (tw_window_get_puzzle (window) != sample);
  g_assert_null (tw_window_get_message (window));
  ui_spin_until (tw_window_get_result (window) != NULL && tw_progress_bars_get_n_shown (bars) > 0);
  ui_spin_until (tw_plot_get_n_samples (ui_child (window, TW_TYPE_PLOT)) > 0);
  g_assert_cmpstr (ui_find_label (window, "elapsed"), !=, "");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "Warm-up");
  g_assert_false (tw_window_is_busy (window));

  g_autoptr (TwEntry) row = g_list_model_get_item (rows (online), 0);

  g_assert_cmpstr (tw_entry_get_name (row), ==, "Warm-up");
  press (online, "online-stop");
  wait_until_over (online);
  g_assert_nonnull (tw_window_get_result (window));
  g_assert_cmpuint (tw_plot_get_n_samples (ui_child (window, TW_TYPE_PLOT)), >, 0);
  ui_activate (window, "win.previous-puzzle");
  g_assert_true (tw_window_get_puzzle (window) == sample);
  ui_close (window);
  use_engine ("auto");
}

/* --- with full time limits -------------------------------------------------------------- */

static void
print_table (TwContestSession *session)
{
  GListModel *entries = tw_contest_session_get_entries (session);
  TwContestTotals totals;

  g_print ("| puzzle | size | squares | bound | score | penalty | answer after, s | status |\n"
           "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwContestEntry) entry = g_list_model_get_item (entries, i);
    const TwContestFacts *facts = tw_contest_entry_get_facts (entry);

    g_print ("| %u | %d × %d | %d | %d | %d | %d | %.2f | %s |\n", facts->index, facts->width,
             facts->height, (int) facts->squares, (int) facts->bound, (int) facts->score,
             (int) facts->penalty, facts->answer_seconds, tw_contest_status_name (facts->status));
  }
  tw_contest_session_get_totals (session, &totals);
  g_print ("accepted %u of %u, in time %u, rejected %u, uncertain %u, unanswered %u, proved %u, "
           "squares %d, bound %d, score %d, penalty %d\n",
           totals.accepted, totals.wanted, totals.in_time, totals.rejected, totals.uncertain,
           totals.unanswered, totals.optimal, (int) totals.squares, (int) totals.bound,
           (int) totals.score, (int) totals.penalty);
}

static void
play (guint count)
{
  TwWindow *window = ui_window ();
  TwOnline *online = open_window (window, NULL);
  gint64 begin = g_get_monotonic_time ();

  set_count (online, count);
  press (online, "online-begin");
  while (tw_online_is_busy (online))
    ui_iterate ();
  print_table (tw_online_get_session (online));
  g_print ("%.1f s in all\n", (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
  ui_close (window);
}

int
main (int argc, char **argv)
{
  const char *puzzles = g_getenv ("TW_TEST_PUZZLES");
  g_autoptr (GFile) keyring = NULL;
  g_autofree char *keyring_path = NULL;

  /* A private keyring; libsecret supports this for tests. */
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "password", TRUE);
  ui_test_init (&argc, &argv);
  keyring = ui_scratch_file ("keyring");
  keyring_path = g_file_get_path (keyring);
  g_setenv ("SECRET_FILE_TEST_PATH", keyring_path, TRUE);
  if (puzzles != NULL) {
    ui_application ();
    play ((guint) strtoul (puzzles, NULL, 10));
    return 0;
  }
  g_test_add_func ("/ui/online/practice", test_practice);
  g_test_add_func ("/ui/online/panel", test_panel);
  g_test_add_func ("/ui/online/tetrominoes", test_tetrominoes);
  g_test_add_func ("/ui/online/pause", test_pause);
  g_test_add_func ("/ui/online/resume", test_resume);
  g_test_add_func ("/ui/online/close-resuming", test_close_resuming);
  g_test_add_func ("/ui/online/keys", test_keys);
  g_test_add_func ("/ui/online/contest", test_contest);
  g_test_add_func ("/ui/online/leave-contest", test_leave_contest);
  g_test_add_func ("/ui/online/finish-contest", test_finish_contest);
  g_test_add_func ("/ui/online/close-window", test_close_window);
  g_test_add_func ("/ui/online/finish-kept", test_finish_kept);
  g_test_add_func ("/ui/online/close-unsaved", test_close_unsaved);
  g_test_add_func ("/ui/online/wrong-key", test_wrong_key);
  g_test_add_func ("/ui/online/gone", test_gone);
  g_test_add_func ("/ui/online/close", test_close);
  g_test_add_func ("/ui/online/close-all", test_close_all);
  g_test_add_func ("/ui/online/canvas", test_canvas);
  g_test_add_func ("/ui/online/watch", test_watch);
  return ui_test_run ();
}
