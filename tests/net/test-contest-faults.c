/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-faults.c - contests against a faulty server: nothing is lost, nothing is
 * submitted twice, and each fault is reported. */
#include <string.h>

#include "contest-test.h"
#include "faulty.h"
#include "test-tools.h"

#define KEY "key-of-the-test"
/* Parts of the key, encoded as in JSON and addresses. */
#define JSON_PART    "\\u006b\\u0065\\u0079"
#define PERCENT_PART "%6b%65%79"

static void
message_cb (TwContestSession *session, gpointer data)
{
  g_string_append_printf (data, "%s\n", tw_contest_session_get_message (session));
}

/* Long enough for honest replies on a busy machine; each test that waits for the end of a fault
 * lets it last this long. */
#define SLOW_SECONDS 4

/* Runs a contest of `count` puzzles against a server with this fault; all messages are stored in
 * *messages. */
static TwContestSession *
run_with (Fault fault, const char *server, guint count, int tetrominoes, char *folder,
          char **messages)
{
  TwContestTiming timing = contest_test_timing ();
  TwContestSession *session;
  GString *text = g_string_new (NULL);

  if (fault == FAULT_SLOW)
    timing.request = SLOW_SECONDS;
  session = tw_contest_session_new (&(TwContestConfig){
    .server = server,
    .key = KEY,
    .count = count,
    .tetrominoes = tetrominoes,
    .folder = folder,
    .timing = &timing,
  });
  g_signal_connect (session, "message", G_CALLBACK (message_cb), text);
  tw_contest_session_start (session);
  while (!tw_contest_session_is_over (session))
    g_main_context_iteration (NULL, TRUE);
  *messages = g_string_free (text, FALSE);
  return session;
}

static TwContestSession *
run (const char *server, guint count, int tetrominoes, char *folder, char **messages)
{
  return run_with (FAULT_NONE, server, count, tetrominoes, folder, messages);
}

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” does not have “%s”", text != NULL ? text : "NULL", part);
}

static void
assert_no_key (const char *folder)
{
  contest_test_assert_absent (folder, KEY);
  contest_test_assert_absent (folder, JSON_PART);
  contest_test_assert_absent (folder, PERCENT_PART);
}

/* --- asking for puzzles ------------------------------------------------------------ */

/* The fault hits the first puzzle after the warm-up; the next attempt works. */
static void
test_get (void)
{
  static const struct {
    Fault fault;
    const char *message;
  } cases[] = {
    { FAULT_RESET_REQUEST, "Can’t reach|connection broke" },
    { FAULT_RESET_REPLY, "connection broke" },
    { FAULT_SLOW, "did not reply within 4 s" },
    { FAULT_500, "500: the database is gone" },
    { FAULT_503, "503: Service Unavailable" },
    { FAULT_TRUNCATED, "cannot be read: line 1" },
    { FAULT_WRONG_ID, "same puzzle twice" },
    { FAULT_NO_ID, "id: 1 to 256" },
    { FAULT_KEY_ID, "id: must not contain the key" },
    { FAULT_HUGE, "larger than 1048576 bytes" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Fault gets[FAULTY_MAX] = { FAULT_NONE, cases[i].fault };
    g_autoptr (Faulty) server = faulty_new (gets, NULL);
    char *folder = contest_test_folder ();
    g_autofree char *messages = NULL;
    g_autoptr (TwContestSession)
      session = run_with (cases[i].fault, faulty_get_uri (server), 2, 0, folder, &messages);
    g_auto (GStrv) texts = g_strsplit (cases[i].message, "|", 2);

    g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FINISHED);
    if (texts[1] == NULL || strstr (messages, texts[1]) == NULL)
      assert_has (messages, texts[0]);
    assert_has (messages, ". Retrying in 0.005 s…");
    g_assert_null (strstr (messages, KEY));
    for (guint k = 0; k < 3; k++) {
      const TwContestFacts *facts = contest_test_facts (session, k);

      g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
      g_assert_cmpuint (faulty_n_taken (server, facts->id), ==, 1);
    }
    g_assert_cmpuint (faulty_n_gets (server), >=, 4);
    g_assert_cmpuint (faulty_n_posts (server), ==, 3);
    /* The client disconnected long before the end. */
    g_assert_cmpuint (faulty_n_written (server), <, 50 << 20);
    assert_no_key (folder);
    contest_test_remove (folder);
  }
}

/* A permanent fault ends the contest; completed puzzles stay. */
static void
test_get_refused (void)
{
  static const struct {
    Fault fault;
    const char *error;
  } cases[] = {
    { FAULT_403, "403: /…/trial/puzzle is not registered" },
    { FAULT_KEY_TEXT, "403: no … or … here" },
    { FAULT_REDIRECT_LOOP, "redirects more than 3 times" },
    { FAULT_REDIRECT_AWAY, "redirects to another one, localhost" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Fault gets[FAULTY_MAX] = { FAULT_NONE, cases[i].fault };
    g_autoptr (Faulty) server = faulty_new (gets, NULL);
    char *folder = contest_test_folder ();
    g_autofree char *messages = NULL;
    g_autoptr (TwContestSession) session = run (faulty_get_uri (server), 2, 0, folder, &messages);

    g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FAILED);
    g_assert_false (tw_contest_session_is_bad_input (session));
    assert_has (tw_contest_session_get_error (session), cases[i].error);
    g_assert_cmpint (contest_test_facts (session, 0)->status, ==, TW_CONTEST_ACCEPTED);
    assert_no_key (folder);
    contest_test_remove (folder);
  }
}

static void
test_redirect_once (void)
{
  const Fault faults[FAULTY_MAX] = { FAULT_REDIRECT_ONCE };
  g_autoptr (Faulty) server = faulty_new (faults, faults);
  char *folder = contest_test_folder ();
  g_autofree char *messages = NULL;
  g_autoptr (TwContestSession) session = run (faulty_get_uri (server), 1, 0, folder, &messages);

  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FINISHED);
  g_assert_cmpstr (messages, ==, "");
  g_assert_cmpuint (faulty_n_taken (server, contest_test_facts (session, 0)->id), ==, 1);
  contest_test_remove (folder);
}

/* --- submitting ------------------------------------------------------------------ */

static void
test_post (void)
{
  static const struct {
    Fault fault;
    TwContestStatus status;
    guint taken;
    guint attempts;
    const char *error; /* NULL: none */
    gboolean reply;    /* the solution is saved */
  } cases[] = {
    { FAULT_RESET_REQUEST, TW_CONTEST_UNCERTAIN, 0, 1, "connection broke", FALSE },
    { FAULT_RESET_REPLY, TW_CONTEST_UNCERTAIN, 1, 1, "connection broke", FALSE },
    { FAULT_SLOW, TW_CONTEST_UNCERTAIN, 1, 1, "did not reply", FALSE },
    { FAULT_500, TW_CONTEST_UNCERTAIN, 1, 1, "500: the database is gone", TRUE },
    { FAULT_503, TW_CONTEST_ACCEPTED, 1, 2, NULL, TRUE },
    { FAULT_403, TW_CONTEST_REJECTED, 0, 1, "403: /…/trial/solution is not", TRUE },
    { FAULT_409, TW_CONTEST_REJECTED, 1, 1, "409: answered before", TRUE },
    { FAULT_KEY_TEXT, TW_CONTEST_REJECTED, 0, 1, "403: no … or … here", TRUE },
    { FAULT_TRUNCATED, TW_CONTEST_UNCERTAIN, 1, 1, "cannot be read: line 1", TRUE },
    { FAULT_WRONG_ID, TW_CONTEST_UNCERTAIN, 1, 1, "id: the reply is for another puzzle", TRUE },
    { FAULT_HUGE, TW_CONTEST_UNCERTAIN, 1, 1, "larger than", FALSE },
    { FAULT_REDIRECT_AWAY, TW_CONTEST_REJECTED, 0, 1, "redirects to another one", FALSE },
    { FAULT_WRONG, TW_CONTEST_REJECTED, 1, 1, "Square outside of boundary", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Fault posts[FAULTY_MAX] = { FAULT_NONE, cases[i].fault };
    g_autoptr (Faulty) server = faulty_new (NULL, posts);
    char *folder = contest_test_folder ();
    g_autofree char *messages = NULL;
    g_autoptr (TwContestSession)
      session = run_with (cases[i].fault, faulty_get_uri (server), 2, 0, folder, &messages);
    const TwContestFacts *facts = contest_test_facts (session, 1);

    g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FINISHED);
    g_assert_cmpint (facts->status, ==, cases[i].status);
    g_assert_cmpuint (faulty_n_taken (server, facts->id), ==, cases[i].taken);
    g_assert_cmpuint (facts->attempts, ==, cases[i].attempts);
    if (cases[i].error != NULL)
      assert_has (facts->error, cases[i].error);
    else
      g_assert_null (facts->error);
    g_assert_true (g_file_test (facts->puzzle_path, G_FILE_TEST_EXISTS));
    g_assert_true (g_file_test (facts->answer_path, G_FILE_TEST_EXISTS));
    g_assert_cmpint (facts->reply_path != NULL, ==, cases[i].reply);
    /* The contest continued. */
    g_assert_cmpint (contest_test_facts (session, 2)->status, ==, TW_CONTEST_ACCEPTED);
    assert_no_key (folder);
    contest_test_remove (folder);
  }
}

static void
reopen_cb (TwContestSession *session, gpointer data)
{
  if (tw_contest_session_get_state (session) == TW_CONTEST_WAITING)
    faulty_reopen (data);
}

/* The server does not listen when the solution is sent: it certainly did not arrive, and the
 * second attempt succeeds. */
static void
test_post_refused (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_CLOSE };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  const TwContestTiming timing = contest_test_timing ();
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = tw_contest_session_new (&(TwContestConfig){
    .server = faulty_get_uri (server),
    .key = KEY,
    .count = 1,
    .folder = folder,
    .timing = &timing,
  });

  g_signal_connect (session, "changed", G_CALLBACK (reopen_cb), server);
  tw_contest_session_start (session);
  contest_test_wait (session, TW_CONTEST_FINISHED);
  g_assert_cmpuint (contest_test_facts (session, 1)->attempts, ==, 2);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_taken (server, contest_test_facts (session, 1)->id), ==, 1);
  g_signal_handlers_disconnect_by_data (session, server);
  contest_test_remove (folder);
}

/* --- the rest ---------------------------------------------------------------------- */

static void
test_no_server (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  g_autofree char *uri = g_strdup (faulty_get_uri (server));
  char *folder = contest_test_folder ();
  g_autofree char *messages = NULL;
  g_autoptr (TwContestSession) session = NULL;

  g_clear_pointer (&server, faulty_free);
  session = run (uri, 1, 0, folder, &messages);
  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FAILED);
  assert_has (tw_contest_session_get_error (session), "Can’t reach 127.0.0.1 (connection refused)");
  assert_has (messages, ". Retrying in 0.01 s…");
  contest_test_remove (folder);
}

/* The board takes far longer than the time limit: the best solution so far is sent. */
static void
test_deadline (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  char *folder = contest_test_folder ();
  g_autofree char *messages = NULL;
  g_autoptr (TwContestSession) session = run (faulty_get_uri (server), 1, 0, folder, &messages);
  const TwContestFacts *facts = contest_test_facts (session, 1);

  g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_false (facts->optimal);
  g_assert_cmpint (facts->squares, >, facts->bound);
  contest_test_remove (folder);
}

static void
test_impossible_task (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_IMPOSSIBLE };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  char *folder = contest_test_folder ();
  g_autofree char *messages = NULL;
  g_autoptr (TwContestSession) session = run (faulty_get_uri (server), 1, 4, folder, &messages);

  g_assert_cmpint (contest_test_facts (session, 0)->status, ==, TW_CONTEST_IMPOSSIBLE);
  assert_has (contest_test_facts (session, 0)->error, "T");
  g_assert_cmpuint (faulty_n_posts (server), ==, 0);
  contest_test_remove (folder);
}

/* A real clock that jumps by days in both directions between two calls. */
static gint64
jumping_time (void)
{
  static guint calls;
  const gint64 day = (gint64) 86400 * G_USEC_PER_SEC;

  calls++;
  return g_get_real_time () + (calls % 2 == 0 ? 1 : -1) * day * calls;
}

static void
test_clock (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  TwContestTiming timing = contest_test_timing ();
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = NULL;

  timing.real = jumping_time;
  session = contest_test_run ((TwContestConfig){
    .server = faulty_get_uri (server),
    .key = KEY,
    .count = 3,
    .folder = folder,
    .timing = &timing,
  });
  for (guint i = 0; i < 4; i++) {
    const TwContestFacts *facts = contest_test_facts (session, i);

    g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
    g_assert_cmpfloat (facts->fetch_seconds, >=, 0);
    g_assert_cmpfloat (facts->answer_seconds, >=, facts->fetch_seconds);
    g_assert_cmpfloat (facts->answer_seconds, <, 3600);
  }
  contest_test_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contest-faults/get", test_get);
  g_test_add_func ("/contest-faults/get-refused", test_get_refused);
  g_test_add_func ("/contest-faults/redirect-once", test_redirect_once);
  g_test_add_func ("/contest-faults/post", test_post);
  g_test_add_func ("/contest-faults/post-refused", test_post_refused);
  g_test_add_func ("/contest-faults/no-server", test_no_server);
  g_test_add_func ("/contest-faults/deadline", test_deadline);
  g_test_add_func ("/contest-faults/impossible-task", test_impossible_task);
  g_test_add_func ("/contest-faults/clock", test_clock);
  return test_run_and_await ();
}
