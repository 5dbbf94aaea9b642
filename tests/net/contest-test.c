/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-test.c - see contest-test.h. */
#define _GNU_SOURCE /* memmem () */
#include "contest-test.h"

#include <sqlite3.h>

#include "net/contest-folder.h"
#include "test-tools.h"

char *
contest_test_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("contest-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
contest_test_remove (char *folder)
{
  test_remove_tree (folder);
  g_free (folder);
}

void
contest_test_assert_absent (const char *folder, const char *text)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir)) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *content = NULL;
    gsize length;

    g_assert_null (strstr (name, text));
    g_assert_true (g_file_get_contents (path, &content, &length, NULL));
    if (!g_str_has_prefix (name, "practice.db"))
      g_assert_null (memmem (content, length, text, strlen (text)));
  }
}

gboolean
contest_test_has_file (const char *folder, const char *stem, guint index)
{
  g_autofree char *path = tw_contest_folder_file (folder, stem, index);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

void
contest_test_sql (const char *folder, const char *format, ...)
{
  g_autofree char *path = g_build_filename (folder, "session.db", NULL);
  sqlite3 *database;
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_assert_cmpint (sqlite3_open_v2 (path, &database, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  if (sqlite3_exec (database, text, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("“%s”: %s", text, sqlite3_errmsg (database));
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);
}

TwContestTiming
contest_test_timing (void)
{
  return (TwContestTiming){
    .answer = 5,
    .late = 3, /* replies take long on a busy machine */
    .request = 60,
    .back_off = 0.005,
    .attempts = 3,
  };
}

void
contest_test_await (TwContestSession *session)
{
  test_spin_until (tw_contest_session_look (session).is_over);
}

static void
finished_cb (TwContestSession *session, gpointer data)
{
  gboolean *finished = data;

  *finished = TRUE;
}

TwContestSession *
contest_test_run (TwContestConfig config)
{
  const TwContestTiming timing = contest_test_timing ();
  gboolean finished = FALSE;

  if (config.timing == NULL)
    config.timing = &timing;
  TwContestSession *session = tw_contest_session_new (&config);
  g_signal_connect (session, "finished", G_CALLBACK (finished_cb), &finished);
  tw_contest_session_start (session);
  test_spin_until (finished);
  g_assert_true (tw_contest_session_look (session).is_over);
  g_signal_handlers_disconnect_by_data (session, &finished);
  return session;
}

void
contest_test_wait (TwContestSession *session, TwContestState state)
{
  while (tw_contest_session_look (session).state != state) {
    g_assert_false (tw_contest_session_look (session).is_over);
    g_main_context_iteration (NULL, TRUE);
  }
}

const TwContestFacts *
contest_test_facts (TwContestSession *session, guint index)
{
  GListModel *entries = tw_contest_session_get_entries (session);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwContestEntry) entry = g_list_model_get_item (entries, i);

    if (tw_contest_entry_get_facts (entry)->index == index)
      return tw_contest_entry_get_facts (entry);
  }
  g_error ("no entry %u; the session says: %s", index, tw_contest_session_look (session).error);
}

void
contest_init (Contest *contest, const Fault gets[FAULTY_MAX], const Fault posts[FAULTY_MAX])
{
  *contest = (Contest){
    .server = faulty_new (gets, posts),
    .folder = contest_test_folder (),
    .messages = g_string_new (NULL),
  };
}

static void
drop_session (Contest *contest)
{
  if (contest->session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (contest->session, contest);
  g_clear_object (&contest->session);
}

void
contest_clear (Contest *contest)
{
  drop_session (contest);
  faulty_free (contest->server);
  contest_test_remove (contest->folder);
  g_string_free (contest->messages, TRUE);
}

static void
message_cb (TwContestSession *session, gpointer data)
{
  Contest *contest = data;

  g_string_append_printf (contest->messages, "%s\n", tw_contest_session_look (session).message);
}

void
contest_start (Contest *contest, TwContestConfig config)
{
  const TwContestTiming timing = contest_test_timing ();

  drop_session (contest);
  config.server = config.server != NULL ? config.server : faulty_get_uri (contest->server);
  config.key = config.key != NULL ? config.key : CONTEST_TEST_KEY;
  config.folder = contest->folder;
  config.resume = config.count == 0;
  config.timing = config.timing != NULL ? config.timing : &timing;
  contest->session = tw_contest_session_new (&config);
  g_signal_connect (contest->session, "message", G_CALLBACK (message_cb), contest);
  tw_contest_session_start (contest->session);
}

void
contest_run (Contest *contest, guint count)
{
  contest_start (contest, (TwContestConfig){ .count = count });
  contest_test_await (contest->session);
}

void
contest_assert (const Contest *contest, TwContestState state, const char *error)
{
  const char *found = tw_contest_session_look (contest->session).error;

  g_assert_cmpint (tw_contest_session_look (contest->session).state, ==, state);
  if (error == NULL)
    g_assert_cmpstr (found, ==, NULL);
  else if (found == NULL || strstr (found, error) == NULL)
    g_error ("the error is “%s”, not “%s”", found, error);
}

void
contest_assert_status (const Contest *contest, guint index, TwContestStatus status)
{
  g_assert_cmpint (contest_test_facts (contest->session, index)->status, ==, status);
}
