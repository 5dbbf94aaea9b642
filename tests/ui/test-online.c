/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests online puzzles through the real widgets, with practice servers on the loopback interface: a
 * run, its results, pause, stop, resume, the question before a contest, a wrong key, a server that
 * disappears. With TW_TEST_PUZZLES=N it only plays N puzzles with full time limits and prints a
 * table. */
#include "online-fixture.h"

#include <stdlib.h>
#include <string.h>

#include "app/online/setup.h"
#include "app/resolve/resolve-window.h"
#include "app/pane/progress-bars.h"
#include "app/pane/plot.h"
#include "app/pane/summary.h"
#include "app/window/toast.h"
#include "net/keys.h"
#include "puzzle/entry.h"

/* --- tests --------------------------------------------------------------------------- */

/* The unchanged dialog uses the practice server of this computer. */
TEST (practice, "/ui/online/practice")
{
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (online))); /* and not its close button */
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)),
                                         online_part (online, "online-pages")));
  g_assert_true (online_open (window, &online_quick) == online);
  g_assert_cmpstr (online_page (online), ==, "setup");
  g_assert_false (gtk_widget_get_visible (online_part (online, "online-key")));
  online_set_count (online, 3);
  online_use_engine ("greedy"); /* the boards of the other server are large */
  online_press (online, "online-begin");
  g_assert_cmpstr (online_page (online), ==, "session");
  online_wait (online);
  g_assert_null (ui_message (online));
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FINISHED);
  g_assert_nonnull (strstr (ui_find_label (online, "online-totals"), "3 of 3 accepted"));
  g_assert_false (gtk_widget_get_visible (online_part (online, "online-pause")));

  /* The warm-up puzzle and the three others have solutions, and the window has shown them. */
  g_assert_cmpuint (g_list_model_get_n_items (online_rows (online)), ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (online_rows (online), i);

    g_assert_cmpint (tw_entry_get_state (entry), ==, TW_ENTRY_DONE);
    g_assert_cmpint (tw_result_count (tw_entry_get_result (entry)), >, 0);
    g_assert_cmpint (tw_entry_get_score (entry), ==,
                     tw_result_count (tw_entry_get_result (entry)) + tw_entry_get_penalty (entry));
  }
  g_assert_nonnull (ui_puzzle (window));
  g_assert_nonnull (ui_result (window));

  /* The folder can be opened; the puzzles are no pages and will not be opened again. */
  TwToast *toast = ui_child (window, TW_TYPE_TOAST);

  g_assert_nonnull (strstr (ui_toast (window), "3 of 3 accepted"));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (ui_find (GTK_WIDGET (toast), "toast-button"))),
                   ==, "Open Folder");
  g_assert_cmpuint (tw_session_get_n (tw_window_get_session (window)), ==, 0);

  /* The list followed the session to the last puzzle. */
  g_autoptr (TwEntry) first = g_list_model_get_item (online_rows (online), 1);
  GtkListView *list = GTK_LIST_VIEW (online_part (online, "results-list"));

  g_assert_cmpuint (
    gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (gtk_list_view_get_model (list))), ==,
    3);
  g_signal_emit_by_name (online_part (online, "results-list"), "activate", 1);
  g_assert_cmpstr (tw_entry_get_name (first), ==, ui_find_label (window, "title"));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "Result");
  g_assert_true (ui_puzzle (window) == tw_entry_get_puzzle (first));
  g_assert_true (ui_result (window) == tw_entry_get_result (first));

  /* All puzzles can be solved again, with more time. */
  online_press (online, "online-solve-again");

  TwResolveWindow *resolve = TW_RESOLVE_WINDOW (ui_dialog_of (TW_TYPE_RESOLVE_WINDOW));
  GListModel *batch = tw_resolve_get_entries (tw_resolve_window_get_batch (resolve));

  ui_spin_until (!tw_resolve_window_is_busy (resolve));
  g_assert_cmpuint (g_list_model_get_n_items (batch), ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_autoptr (TwEntry) before = g_list_model_get_item (online_rows (online), i);
    g_autoptr (TwEntry) again = g_list_model_get_item (batch, i);

    g_assert_cmpint (tw_result_count (tw_entry_get_old (again)), ==,
                     tw_result_count (tw_entry_get_result (before)));
  }
  online_press (online, "online-stop"); /* now labelled "New Session" */
  g_assert_cmpstr (online_page (online), ==, "setup");
  online_use_engine ("auto");
}

TEST (tetrominoes, "/ui/online/tetrominoes")
{
  TwWindow *window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_choose (online, "online-server", 0);
  online_choose (online, "online-type", 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (online_part (online, "online-side")), 6);
  online_set_count (online, 2);
  online_press (online, "online-begin");
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (online_n_accepted (online), ==, 2);
  ui_close (window);

  /* The dialog remembers its values. */
  window = ui_window ();
  online = online_open (window, &online_quick);
  g_assert_cmpuint (
    gtk_drop_down_get_selected (GTK_DROP_DOWN (online_part (online, "online-type"))), ==, 1);
  online_choose (online, "online-type", 0);
  online_set_count (online, 1);
  online_press (online, "online-begin");
  online_wait (online);
  ui_close (window);
}

/* Everything is in the main window: the form beside the start page, and the list of puzzles above
 * the figures of the search. */
TEST (panel, "/ui/online/panel")
{
  g_auto (UiWindow) window = ui_window ();
  guint n_windows = g_list_model_get_n_items (gtk_window_get_toplevels ());
  TwOnline *online = online_open (window, &online_quick);
  GtkWidget *pane = GTK_WIDGET (ui_child (window, TW_TYPE_SUMMARY));

  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, n_windows);
  g_assert_true (gtk_widget_get_root (GTK_WIDGET (online)) == GTK_ROOT (window));
  g_assert_true (gtk_widget_get_mapped (online_part (online, "online-begin")));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "gallery")));
  g_assert_false (gtk_widget_get_mapped (pane));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  ui_activate (window, "app.online");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
  online_set_count (online, 1);
  online_use_engine ("greedy");
  online_press (online, "online-begin");
  online_wait (online);
  ui_spin_until (gtk_widget_get_mapped (pane));
  g_assert_true (gtk_widget_get_mapped (online_part (online, "results-list")));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ui_canvas (window))));

  /* Puzzles are known by their number and size. */
  g_autoptr (TwEntry) entry = g_list_model_get_item (online_rows (online), 1);
  const TwBoard *board = tw_puzzle_get_board (tw_entry_get_puzzle (entry));
  g_autofree char *name = g_strdup_printf ("1. %d × %d", board->width, board->height);

  g_assert_cmpstr (tw_entry_get_name (entry), ==, name);
  online_close (online);
  g_assert_null (tw_window_get_panel (window));
  g_assert_nonnull (ui_puzzle (window)); /* the last board stays */
  online_use_engine ("auto");
}

/* Pause, continue, stop, resume from the folder. */
TEST (pause, "/ui/online/pause")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_begin (online, server);
  online_press (online, "online-pause");
  if (online_state (online) != TW_CONTEST_PAUSED)
    g_assert_cmpstr (ui_find_label (online, "online-detail"), ==, "Pauses after this puzzle");
  ui_spin_until (online_state (online) == TW_CONTEST_PAUSED);
  g_assert_cmpstr (ui_find_label (online, "online-detail"), ==, "Paused");
  guint accepted = online_n_accepted (online);
  ui_iterate_times (10);
  g_assert_cmpuint (online_n_accepted (online), ==, accepted);
  online_press (online, "online-pause"); /* now labelled "Continue" */
  ui_spin_until (online_n_accepted (online) > accepted);

  online_press (online, "online-stop");
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_STOPPED);
  g_assert_null (ui_message (online));
  accepted = online_n_accepted (online);
  g_assert_cmpuint (accepted, <, 1000);

  online_press (online, "online-pause"); /* now labelled "Resume" */
  g_assert_true (tw_online_is_busy (online));
  ui_spin_until (online_n_accepted (online) > accepted);
  online_press (online, "online-stop");
  online_wait (online);
}

static TwOnlineSetup *
setup_of (TwOnline *online)
{
  GtkStack *pages = GTK_STACK (online_part (online, "online-pages"));

  return TW_ONLINE_SETUP (gtk_stack_get_child_by_name (pages, "setup"));
}

/* A session of an earlier run is resumed with its own server, which must not receive the key of
 * another one. */
TEST (resume, "/ui/online/resume")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  g_autoptr (GFile) folder = ui_scratch_file ("a-session");
  TwWindow *window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  tw_online_setup_set_folder (setup_of (online), folder);
  online_use_server (online, server, ONLINE_KEY);
  online_set_count (online, 6);
  online_press (online, "online-begin");
  ui_spin_until (online_n_accepted (online) >= 2);
  online_press (online, "online-stop");
  online_wait (online);
  guint accepted = online_n_accepted (online);
  ui_close (window);

  window = ui_window ();
  online = online_open (window, &online_quick);
  g_autoptr (GFile) nothing = ui_scratch_file ("no-session");

  g_signal_emit_by_name (setup_of (online), "resume", nothing);
  online_wait (online);
  g_assert_nonnull (strstr (ui_message (online), "no-session"));
  online_choose (online, "online-server", 1);
  gtk_editable_set_text (GTK_EDITABLE (online_part (online, "online-address")),
                         "http://127.0.0.1:1");
  gtk_editable_set_text (GTK_EDITABLE (online_part (online, "online-key")), "for another server");
  g_signal_emit_by_name (setup_of (online), "resume", folder);
  online_wait (online);
  g_assert_null (tw_online_get_session (online));
  g_assert_nonnull (strstr (ui_message (online), tw_practice_server_get_uri (server)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (online_part (online, "online-address"))),
                   ==, tw_practice_server_get_uri (server));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (online_part (online, "online-key"))), ==,
                   "");
  gtk_editable_set_text (GTK_EDITABLE (online_part (online, "online-key")), ONLINE_KEY);
  g_signal_emit_by_name (setup_of (online), "resume", folder);
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (accepted, <, 6);
  g_assert_cmpuint (online_n_accepted (online), ==, 6);
  g_assert_cmpuint (g_list_model_get_n_items (online_rows (online)), ==, 7);
  ui_close (window);
}

/* The start page offers a session that is not finished, and resumes it. */
TEST (offered, "/ui/online/offered")
{
  TwWindow *window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_choose (online, "online-server", 0);
  online_set_count (online, 6);
  online_press (online, "online-begin");
  ui_spin_until (online_n_accepted (online) >= 2);
  online_press (online, "online-stop");
  online_wait (online);
  guint accepted = online_n_accepted (online);
  ui_close (window);

  window = ui_window ();
  GtkWidget *resume = ui_find (GTK_WIDGET (window), "gallery-resume");
  g_assert_false (gtk_widget_get_visible (resume));
  ui_spin_until (gtk_widget_get_visible (resume));
  g_autofree char *text = ui_dup_text (resume), *known = g_strdup_printf (", %u of 6, ", accepted);
  g_assert_nonnull (strstr (text, known));
  ui_keep_picture (window, "resume-offered.png");
  ui_click (window, "gallery-resume");
  online = ui_child (window, TW_TYPE_ONLINE);
  g_assert_nonnull (tw_online_get_session (online));
  ui_spin_until (g_list_model_get_n_items (online_rows (online)) == 7);
  g_assert_cmpuint (online_n_accepted (online), >=, accepted);
  online_press (online, "online-stop");
  online_wait (online);
  ui_close (window);
}

static const char *
text (TwOnline *online, const char *name)
{
  return gtk_editable_get_text (GTK_EDITABLE (online_part (online, name)));
}

static void
set_address (TwOnline *online, const char *address)
{
  GtkWidget *entry = online_part (online, "online-address");

  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), address);
  gtk_widget_grab_focus (online_part (online, "online-key"));
}

/* The keyring provides the key for its server. */
TEST (keys, "/ui/online/keys")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  TwWindow *window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);
  GtkCheckButton *keep = GTK_CHECK_BUTTON (online_part (online, "online-keep-key"));

  if (!tw_keys_are_supported ()) {
    g_test_skip ("built without libsecret");
    ui_close (window);
    return;
  }
  online_choose (online, "online-server", 0);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (keep)));
  online_use_server (online, server, ONLINE_KEY);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (keep)));
  gtk_check_button_set_active (keep, TRUE);
  online_set_count (online, 1);
  online_press (online, "online-begin");
  online_wait (online);
  g_assert_cmpuint (online_n_accepted (online), ==, 1);
  g_assert_null (ui_message (online));
  ui_close (window);

  window = ui_window ();
  online = online_open (window, &online_quick);
  ui_spin_until (g_str_equal (text (online, "online-key"), ONLINE_KEY));
  keep = GTK_CHECK_BUTTON (online_part (online, "online-keep-key"));
  g_assert_true (gtk_check_button_get_active (keep));

  /* Another server must not receive it, however quickly the session is started. */
  gtk_widget_grab_focus (online_part (online, "online-address"));
  gtk_editable_set_text (GTK_EDITABLE (online_part (online, "online-address")),
                         "http://127.0.0.1:2");
  g_signal_emit_by_name (online_part (online, "online-address"), "activate");
  g_assert_cmpstr (online_page (online), ==, "setup");
  g_assert_null (tw_online_get_session (online));
  g_assert_cmpstr (text (online, "online-key"), ==, "");
  set_address (online, "http://127.0.0.1:1");
  ui_spin_until (*text (online, "online-key") == '\0');
  g_assert_false (gtk_check_button_get_active (keep));
  set_address (online, tw_practice_server_get_uri (server));
  ui_spin_until (g_str_equal (text (online, "online-key"), ONLINE_KEY));

  /* The key is removed from the keyring again. */
  gtk_check_button_set_active (keep, FALSE);
  online_press (online, "online-begin");
  online_wait (online);
  g_assert_cmpuint (online_n_accepted (online), ==, 1);
  ui_close (window);

  g_autoptr (GAsyncResult) result = NULL;

  tw_keys_lookup_async (tw_practice_server_get_uri (server), NULL, test_keep_result_cb, &result);
  ui_spin_until (result != NULL);
  g_assert_null (tw_keys_lookup_finish (result, NULL));
}

/* A contest starts only after a question. */
TEST (contest, "/ui/online/contest")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_use_server (online, server, ONLINE_KEY);
  online_set_count (online, 1);
  online_choose (online, "online-mode", 1);
  online_press (online, "online-begin");
  g_assert_cmpstr (online_page (online), ==, "question");
  g_assert_null (tw_online_get_session (online));
  g_assert_nonnull (
    strstr (ui_find_label (online, "online-question"), tw_practice_server_get_uri (server)));
  g_assert_null (strstr (ui_find_label (online, "online-question"), ONLINE_KEY));
  ui_spin_until (gtk_widget_get_mapped (online_part (online, "online-back")));
  online_press (online, "online-back");
  g_assert_cmpstr (online_page (online), ==, "setup");
  ui_spin_until (gtk_widget_get_mapped (online_part (online, "online-begin")));
  online_press (online, "online-begin");
  ui_spin_until (gtk_widget_get_mapped (online_part (online, "online-confirm")));
  online_press (online, "online-confirm");
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (online_n_accepted (online), ==, 1);
}

/* The error is shown, and the dialog returns so that the user can correct the key. */
TEST (wrong_key, "/ui/online/wrong-key")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_use_server (online, server, "");
  g_assert_false (gtk_widget_is_sensitive (online_part (online, "online-begin")));
  online_use_server (online, server, "a-wrong-key");
  online_set_count (online, 1);
  online_press (online, "online-begin");
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FAILED);
  g_assert_nonnull (ui_message (online));
  g_assert_null (strstr (ui_message (online), "a-wrong-key"));
  g_assert_cmpstr (online_page (online), ==, "setup");

  online_use_server (online, server, ONLINE_KEY);
  ui_spin_until (gtk_widget_get_mapped (online_part (online, "online-begin")));
  online_press (online, "online-begin");
  g_assert_null (ui_message (online));
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FINISHED);
}

/* A server that disappears is reported; the session gives up in the end, and nothing is lost. */
TEST (gone, "/ui/online/gone")
{
  TwPracticeServer *server = online_start_server ();
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, &online_quick);

  online_begin (online, server);
  tw_practice_server_free (server);
  ui_spin_until (ui_message (online) != NULL);
  online_wait (online);
  g_assert_cmpint (online_state (online), ==, TW_CONTEST_FAILED);
  g_assert_nonnull (ui_message (online));
  g_assert_cmpstr (online_page (online), ==, "session");
  g_assert_true (gtk_widget_get_visible (online_part (online, "online-pause"))); /* "Resume" */
  g_assert_cmpuint (g_list_model_get_n_items (online_rows (online)), >=, 2);
}

/* The user opens something else: the session no longer changes the canvas. */
TEST (canvas, "/ui/online/canvas")
{
  g_autoptr (TwPracticeServer) server = online_start_server ();
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwPuzzle *sample = ui_puzzle (window);
  TwOnline *online = online_open (window, &online_quick);

  online_use_server (online, server, ONLINE_KEY);
  online_set_count (online, 1000);
  online_press (online, "online-begin");
  ui_spin_until (ui_puzzle (window) != sample);
  /* The online puzzle is no page of the window. */
  g_assert_cmpuint (tw_session_get_n (tw_window_get_session (window)), ==, 1);
  while (ui_puzzle (window) != sample)
    ui_activate (window, "view.previous-puzzle");
  guint accepted = online_n_accepted (online);
  ui_spin_until (online_n_accepted (online) > accepted + 2);
  g_assert_true (ui_puzzle (window) == sample);
  online_press (online, "online-stop");
  online_wait (online);
}

/* The main window shows a session like an ordinary search. */
TEST (watch, "/ui/online/watch")
{
  g_autoptr (TwPracticeServer) server = online_start_server_of (40, 40);
  g_autoptr (GFile) missing = ui_scratch_file ("missing.json");
  TwWindow *window = ui_window_with ("sample.json");
  TwPuzzle *sample = ui_puzzle (window);
  TwOnline *online = online_open (window, NULL);
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);

  ui_open (window, missing); /* leaves a message */
  g_assert_nonnull (ui_message (window));
  online_use_server (online, server, ONLINE_KEY);
  online_use_engine ("heuristic");
  online_set_count (online, 1000);
  online_press (online, "online-begin");
  ui_spin_until (ui_puzzle (window) != sample);
  g_assert_null (ui_message (window));
  ui_spin_until (ui_result (window) != NULL && ui_count_bars (bars) > 0);
  ui_spin_until (ui_count_samples (ui_child (window, TW_TYPE_PLOT)) > 0);
  g_assert_cmpstr (ui_find_label (window, "elapsed"), !=, "");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "Warm-up");
  g_assert_false (ui_is_busy (window));

  g_autoptr (TwEntry) row = g_list_model_get_item (online_rows (online), 0);

  g_assert_cmpstr (tw_entry_get_name (row), ==, "Warm-up");
  online_press (online, "online-stop");
  online_wait (online);
  g_assert_nonnull (ui_result (window));
  g_assert_cmpuint (ui_count_samples (ui_child (window, TW_TYPE_PLOT)), >, 0);
  ui_activate (window, "view.previous-puzzle");
  g_assert_true (ui_puzzle (window) == sample);
  ui_close (window);
  online_use_engine ("auto");
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
  g_auto (UiWindow) window = ui_window ();
  TwOnline *online = online_open (window, NULL);
  gint64 begin = g_get_monotonic_time ();

  online_set_count (online, count);
  online_press (online, "online-begin");
  while (tw_online_is_busy (online))
    ui_iterate ();
  print_table (tw_online_get_session (online));
  g_print ("%.1f s in all\n", (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  const char *puzzles = g_getenv ("TW_TEST_PUZZLES");

  online_test_init (&argc, &argv);
  if (puzzles != NULL) {
    ui_application ();
    play ((guint) strtoul (puzzles, NULL, 10));
    return 0;
  }
  test_add_cases ();
  return ui_test_run ();
}
