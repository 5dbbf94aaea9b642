/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-faults.c - contests against a faulty server: nothing is lost, nothing is
 * submitted twice, and each fault is reported. */
#include "contest-test.h"
#include "test-tools.h"

/* Parts of the key, encoded as in JSON and addresses. */
#define JSON_PART    "\\u006b\\u0065\\u0079"
#define PERCENT_PART "%6b%65%79"

/* Long enough for honest replies on a busy machine; the contests with this fault take as long. */
#define SLOW_SECONDS 4

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” does not have “%s”", text != NULL ? text : "NULL", part);
}

static void
assert_no_key (const Contest *contest)
{
  contest_test_assert_absent (contest->folder, CONTEST_TEST_KEY);
  contest_test_assert_absent (contest->folder, JSON_PART);
  contest_test_assert_absent (contest->folder, PERCENT_PART);
}

/* --- faults of one request ------------------------------------------------------------ */

/* The fault hits the request for the first puzzle after the warm-up; the next attempt works. */
static const struct {
  Fault fault;
  const char *message;
} gets[] = {
  { FAULT_RESET_REQUEST, "Can’t reach|connection broke" },
  { FAULT_RESET_REPLY, "connection broke" },
  { FAULT_SLOW, "did not reply within 4 s" },
  { FAULT_500, "500: the database is gone" },
  { FAULT_503, "503: Service Unavailable" },
  { FAULT_429, "429: too many requests at once; try again later. Retrying in 1 s…" },
  { FAULT_TRUNCATED, "cannot be read: line 1" },
  { FAULT_WRONG_ID, "same puzzle twice" },
  { FAULT_NO_ID, "id: 1 to 256" },
  { FAULT_KEY_ID, "id: must not contain the key" },
  { FAULT_HUGE, "larger than 1048576 bytes" },
};

/* A permanent fault of that request ends the contest. */
static const struct {
  Fault fault;
  const char *error;
} refusals[] = {
  { FAULT_403, "403: /…/trial/puzzle is not registered" },
  { FAULT_KEY_TEXT, "403: no … or … here" },
  { FAULT_REDIRECT_LOOP, "redirects more than 3 times" },
  { FAULT_REDIRECT_AWAY, "redirects to another one, http://localhost:1, which" },
};

/* The fault hits the submission of that puzzle. */
static const struct {
  Fault fault;
  TwContestStatus status;
  guint taken;
  guint attempts;
  const char *error; /* NULL: none */
  gboolean reply;    /* the reply is saved */
} posts[] = {
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

static Contest get_contests[G_N_ELEMENTS (gets)];
static Contest refused_contests[G_N_ELEMENTS (refusals)];
static Contest post_contests[G_N_ELEMENTS (posts)];

static void
begin_contest (Contest *contest, Fault get, Fault post)
{
  const Fault faults[][FAULTY_MAX] = { { FAULT_NONE, get }, { FAULT_NONE, post } };
  TwContestTiming timing = contest_test_timing ();

  contest_init (contest, faults[0], faults[1]);
  if (get == FAULT_SLOW || post == FAULT_SLOW)
    timing.request = SLOW_SECONDS;
  contest_start (contest, (TwContestConfig){ .count = 2, .timing = &timing });
}

/* All at the same time, as some of them wait. The caller is one of their tests. */
static void
begin_contests (void)
{
  static gboolean begun;

  if (begun)
    return;
  begun = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (gets); i++)
    begin_contest (&get_contests[i], gets[i].fault, FAULT_NONE);
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    begin_contest (&refused_contests[i], refusals[i].fault, FAULT_NONE);
  for (gsize i = 0; i < G_N_ELEMENTS (posts); i++)
    begin_contest (&post_contests[i], FAULT_NONE, posts[i].fault);
}

static void
end_contest (Contest *contest)
{
  assert_no_key (contest);
  contest_clear (contest);
}

TEST (get, "/contest-faults/get")
{
  begin_contests ();
  for (gsize i = 0; i < G_N_ELEMENTS (gets); i++) {
    Contest *contest = &get_contests[i];
    g_auto (GStrv) texts = g_strsplit (gets[i].message, "|", 2);

    contest_test_await (contest->session);
    contest_assert (contest, TW_CONTEST_FINISHED, NULL);
    if (texts[1] == NULL || strstr (contest->messages->str, texts[1]) == NULL)
      assert_has (contest->messages->str, texts[0]);
    if (gets[i].fault != FAULT_429)
      assert_has (contest->messages->str, ". Retrying in 0.005 s…");
    g_assert_null (strstr (contest->messages->str, CONTEST_TEST_KEY));
    for (guint k = 0; k < 3; k++) {
      const TwContestFacts *facts = contest_test_facts (contest->session, k);

      g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
      g_assert_cmpuint (faulty_n_taken (contest->server, facts->id), ==, 1);
    }
    g_assert_cmpuint (faulty_n_gets (contest->server), >=, 4);
    g_assert_cmpuint (faulty_n_posts (contest->server), ==, 3);
    /* The client disconnected long before the end. */
    g_assert_cmpuint (faulty_n_written (contest->server), <, 50 << 20);
    end_contest (contest);
  }
}

/* Completed puzzles stay. */
TEST (get_refused, "/contest-faults/get-refused")
{
  begin_contests ();
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++) {
    Contest *contest = &refused_contests[i];

    contest_test_await (contest->session);
    contest_assert (contest, TW_CONTEST_FAILED, refusals[i].error);
    g_assert_false (tw_contest_session_look (contest->session).is_bad_input);
    contest_assert_status (contest, 0, TW_CONTEST_ACCEPTED);
    end_contest (contest);
  }
}

TEST (post, "/contest-faults/post")
{
  begin_contests ();
  for (gsize i = 0; i < G_N_ELEMENTS (posts); i++) {
    Contest *contest = &post_contests[i];

    contest_test_await (contest->session);
    contest_assert (contest, TW_CONTEST_FINISHED, NULL);
    const TwContestFacts *facts = contest_test_facts (contest->session, 1);
    g_assert_cmpint (facts->status, ==, posts[i].status);
    g_assert_cmpuint (faulty_n_taken (contest->server, facts->id), ==, posts[i].taken);
    g_assert_cmpuint (facts->attempts, ==, posts[i].attempts);
    if (posts[i].error != NULL)
      assert_has (facts->error, posts[i].error);
    else
      g_assert_null (facts->error);
    g_assert_true (contest_test_has_file (contest->folder, "puzzle", 1));
    g_assert_true (contest_test_has_file (contest->folder, "answer", 1));
    g_assert_cmpint (contest_test_has_file (contest->folder, "reply", 1), ==, posts[i].reply);
    /* The contest continued. */
    contest_assert_status (contest, 2, TW_CONTEST_ACCEPTED);
    end_contest (contest);
  }
}

/* --- the rest ---------------------------------------------------------------------- */

TEST (redirect_once, "/contest-faults/redirect-once")
{
  const Fault faults[FAULTY_MAX] = { FAULT_REDIRECT_ONCE };
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, faults, faults);
  contest_run (&contest, 1);
  contest_assert (&contest, TW_CONTEST_FINISHED, NULL);
  g_assert_cmpstr (contest.messages->str, ==, "");
  g_assert_cmpuint (faulty_n_taken (contest.server, contest_test_facts (contest.session, 0)->id),
                    ==, 1);
}

static void
reopen_cb (TwContestSession *session, gpointer data)
{
  if (tw_contest_session_look (session).state == TW_CONTEST_WAITING)
    faulty_reopen (data);
}

/* The server does not listen when the solution is sent: it certainly did not arrive, and the
 * second attempt succeeds. */
TEST (post_refused, "/contest-faults/post-refused")
{
  const Fault faults[FAULTY_MAX] = { FAULT_NONE, FAULT_CLOSE };
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, faults, NULL);
  contest_start (&contest, (TwContestConfig){ .count = 1 });
  g_signal_connect (contest.session, "changed", G_CALLBACK (reopen_cb), contest.server);
  contest_test_wait (contest.session, TW_CONTEST_FINISHED);
  const TwContestFacts *facts = contest_test_facts (contest.session, 1);
  g_assert_cmpuint (facts->attempts, ==, 2);
  g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_taken (contest.server, facts->id), ==, 1);
  g_signal_handlers_disconnect_by_data (contest.session, contest.server);
}

TEST (no_server, "/contest-faults/no-server")
{
  g_autoptr (Faulty) gone = faulty_new (NULL, NULL);
  g_autofree char *uri = g_strdup (faulty_get_uri (gone));
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, NULL, NULL);
  g_clear_pointer (&gone, faulty_free);
  contest_start (&contest, (TwContestConfig){ .server = uri, .count = 1 });
  contest_test_await (contest.session);
  contest_assert (&contest, TW_CONTEST_FAILED, "Can’t reach 127.0.0.1 (connection refused)");
  assert_has (contest.messages->str, ". Retrying in 0.01 s…");
}

/* The board takes far longer than the time limit: the best solution so far is sent. */
TEST (deadline, "/contest-faults/deadline")
{
  const Fault faults[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };
  TwContestTiming timing = contest_test_timing ();
  g_auto (Contest) contest = { 0 };

  timing.answer = timing.late = 2; /* enough for a first solution on a busy machine */
  contest_init (&contest, faults, NULL);
  contest_start (&contest, (TwContestConfig){ .count = 1, .timing = &timing });
  contest_test_await (contest.session);
  const TwContestFacts *facts = contest_test_facts (contest.session, 1);
  g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_false (facts->optimal);
  g_assert_cmpint (facts->squares, >, facts->bound);
}

TEST (impossible_task, "/contest-faults/impossible-task")
{
  const Fault faults[FAULTY_MAX] = { FAULT_IMPOSSIBLE };
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, faults, NULL);
  contest_start (&contest, (TwContestConfig){ .count = 1, .tetrominoes = 4 });
  contest_test_await (contest.session);
  contest_assert_status (&contest, 0, TW_CONTEST_IMPOSSIBLE);
  assert_has (contest_test_facts (contest.session, 0)->error, "T");
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 0);
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

TEST (clock, "/contest-faults/clock")
{
  TwContestTiming timing = contest_test_timing ();
  g_auto (Contest) contest = { 0 };

  timing.real = jumping_time;
  contest_init (&contest, NULL, NULL);
  contest_start (&contest, (TwContestConfig){ .count = 3, .timing = &timing });
  contest_test_await (contest.session);
  for (guint i = 0; i < 4; i++) {
    const TwContestFacts *facts = contest_test_facts (contest.session, i);

    g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
    g_assert_cmpfloat (facts->fetch_seconds, >=, 0);
    g_assert_cmpfloat (facts->answer_seconds, >=, facts->fetch_seconds);
    g_assert_cmpfloat (facts->answer_seconds, <, 3600);
  }
}

TEST_MAIN (test_init, test_run_and_await)
