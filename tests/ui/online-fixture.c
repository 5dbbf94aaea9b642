/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-fixture.c - see online-fixture.h. */
#include "online-fixture.h"

#include "app/online/setup.h"
#include "app/pane/results.h"
#include "core/base/generator.h"
#include "puzzle/squares.h"

const TwContestTiming online_quick = {
  .answer = 60, .late = 60, .request = 60, .back_off = 0.02, .attempts = 3
};

void
online_test_init (int *argc, char ***argv)
{
  g_autoptr (GFile) keyring = NULL;

  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "password", TRUE);
  ui_test_init (argc, argv);
  keyring = ui_scratch_file ("keyring");
  g_autofree char *path = g_file_get_path (keyring);
  g_setenv ("SECRET_FILE_TEST_PATH", path, TRUE);
}

/* --- a server ----------------------------------------------------------------------- */

TwPracticeServer *
online_start_server_of (int width, int height)
{
  static const char *const keys[] = { ONLINE_KEY, NULL };
  g_autoptr (GPtrArray) boards = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GError) error = NULL;
  TwPracticeConfig config = { .keys = keys, .boards = boards };

  for (guint64 i = 1; i <= 10; i++)
    g_ptr_array_add (boards,
                     tw_squares_puzzle_new (NULL, tw_generate_board (width, height, 0.1, i)));
  TwPracticeServer *server = tw_practice_server_new (&config);
  g_assert_true (tw_practice_server_start (server, &error));
  g_assert_no_error (error);
  return server;
}

TwPracticeServer *
online_start_server (void)
{
  return online_start_server_of (9, 7);
}

/* --- the panel ----------------------------------------------------------------------- */

TwOnline *
online_open (TwWindow *window, const TwContestTiming *timing)
{
  ui_activate (window, "app.online");
  TwOnline *found = TW_ONLINE (tw_window_get_panel (window));
  ui_spin_until (gtk_widget_get_mapped (GTK_WIDGET (found)));
  tw_online_set_timing (found, timing);
  return found;
}

GtkWidget *
online_part (TwOnline *online, const char *name)
{
  return ui_find (GTK_WIDGET (online), name);
}

void
online_choose (TwOnline *online, const char *name, guint row)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (online_part (online, name)), row);
}

void
online_set_count (TwOnline *online, guint count)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (online_part (online, "online-count")), count);
}

void
online_use_server (TwOnline *online, TwPracticeServer *server, const char *key)
{
  online_choose (online, "online-server", 1);
  gtk_editable_set_text (GTK_EDITABLE (online_part (online, "online-address")),
                         tw_practice_server_get_uri (server));
  gtk_editable_set_text (GTK_EDITABLE (online_part (online, "online-key")), key);
}

void
online_press (TwOnline *online, const char *name)
{
  GtkWidget *button = online_part (online, name);

  g_assert_true (gtk_widget_is_sensitive (button));
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
}

const char *
online_page (TwOnline *online)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (online_part (online, "online-pages")));
}

TwContestState
online_state (TwOnline *online)
{
  return tw_contest_session_look (tw_online_get_session (online)).state;
}

GListModel *
online_rows (TwOnline *online)
{
  GtkWidget *list = online_part (online, "results-list");

  return G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
}

guint
online_n_accepted_of (TwContestSession *session)
{
  TwContestTotals totals;

  tw_contest_session_get_totals (session, &totals);
  return totals.accepted;
}

guint
online_n_accepted (TwOnline *online)
{
  return online_n_accepted_of (tw_online_get_session (online));
}

void
online_wait (TwOnline *online)
{
  ui_spin_until (!tw_online_is_busy (online));
}

void
online_use_engine (const char *name)
{

  ui_set_option ("engine", name);
}

void
online_close (TwOnline *online)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (online), "online.close", NULL));
}

void
online_begin (TwOnline *online, TwPracticeServer *server)
{
  online_use_server (online, server, ONLINE_KEY);
  online_set_count (online, 1000);
  online_press (online, "online-begin");
  ui_spin_until (online_n_accepted (online) >= 1);
}
