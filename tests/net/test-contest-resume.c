/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-resume.c - contests that are paused, stopped, dropped or interrupted, and folders
 * that are resumed. */
#include <glib/gstdio.h>
#include <string.h>

#include "contest-test.h"
#include "faulty.h"
#include "test-tools.h"
#include "net/contest-folder.h"

/* --- pausing and stopping ------------------------------------------------------------ */

static const Fault hard_second[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };

static void
start (Contest *contest, guint count)
{
  contest_start (contest, (TwContestConfig){ .count = count });
}

/* Resumes the folder, and the contest finishes. */
static void
resume (Contest *contest)
{
  contest_run (contest, 0);
  contest_assert (contest, TW_CONTEST_FINISHED, NULL);
}

TEST (pause, "/contest-resume/pause")
{
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, NULL, NULL);
  start (&contest, 2);
  contest_test_wait (contest.session, TW_CONTEST_FETCHING);
  tw_contest_session_pause (contest.session);
  contest_test_wait (contest.session, TW_CONTEST_PAUSED);
  contest_assert_status (&contest, 0, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_gets (contest.server), ==, 1);
  tw_contest_session_continue (contest.session);
  contest_test_wait (contest.session, TW_CONTEST_FINISHED);
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 3);
}

static void
stop_when_paused_cb (TwContestSession *session)
{
  if (tw_contest_session_look (session).state == TW_CONTEST_PAUSED)
    tw_contest_session_stop (session);
}

/* A handler of "changed" sees no paused session that nobody stops once it has stopped it. */
TEST (stop_when_paused, "/contest-resume/stop-when-paused")
{
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, NULL, NULL);
  start (&contest, 2);
  g_signal_connect (contest.session, "changed", G_CALLBACK (stop_when_paused_cb), NULL);
  contest_test_wait (contest.session, TW_CONTEST_FETCHING);
  tw_contest_session_pause (contest.session);
  contest_test_wait (contest.session, TW_CONTEST_STOPPED);
  g_assert_false (tw_contest_session_look (contest.session).is_pausing);
  g_assert_false (tw_contest_session_look (contest.session).is_stopping);
}

static void
wait_for_hard_board (Contest *contest)
{
  test_spin_until (tw_contest_session_look (contest->session).current == 1
                   && tw_contest_session_look (contest->session).state == TW_CONTEST_SOLVING);
}

static void
wait_for_best (TwContestSession *session)
{
  g_autoptr (TwResult) best = NULL;

  while ((best = tw_job_dup_best (tw_contest_session_look (session).job)) == NULL)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
}

/* The best solution so far of the current puzzle is sent. */
TEST (stop_and_resume, "/contest-resume/stop")
{
  g_auto (Contest) contest = { 0 };
  TwContestTotals totals;

  contest_init (&contest, hard_second, NULL);
  start (&contest, 3);
  wait_for_hard_board (&contest);
  wait_for_best (contest.session);
  g_assert_cmpfloat (tw_contest_session_look (contest.session).seconds_left, >=, 0);
  tw_contest_session_stop (contest.session);
  g_assert_true (tw_contest_session_look (contest.session).is_stopping);
  contest_test_wait (contest.session, TW_CONTEST_STOPPED);
  contest_assert_status (&contest, 1, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_gets (contest.server), ==, 2);

  resume (&contest);
  tw_contest_session_get_totals (contest.session, &totals);
  g_assert_cmpuint (totals.wanted, ==, 3);
  g_assert_cmpuint (totals.accepted, ==, 3);
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 4);
}

/* A fetched puzzle is solved later. */
TEST (abort_and_resume, "/contest-resume/abort")
{
  TwContestTiming timing = contest_test_timing ();
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, hard_second, NULL);
  start (&contest, 1);
  wait_for_hard_board (&contest);
  tw_contest_session_abort (contest.session);
  contest_test_wait (contest.session, TW_CONTEST_STOPPED);
  contest_assert_status (&contest, 1, TW_CONTEST_FETCHED);
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 1);

  timing.answer = timing.late = 2; /* enough for a first solution on a busy machine */
  contest_start (&contest, (TwContestConfig){ .timing = &timing });
  contest_test_await (contest.session);
  contest_assert (&contest, TW_CONTEST_FINISHED, NULL);
  contest_assert_status (&contest, 1, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_taken (contest.server, contest_test_facts (contest.session, 1)->id),
                    ==, 1);
  g_assert_cmpuint (faulty_n_gets (contest.server), ==, 2);
}

/* --- the remaining time ---------------------------------------------------------------- */

/* How far the test's clock is ahead of the real one, in microseconds. */
static gint64 later;

static gint64
later_real (void)
{
  return g_get_real_time () + later;
}

/* The second puzzle is being solved: stores the time limit of its search and stops. */
static void
state_cb (TwContestSession *session, gpointer data)
{
  double *seconds = data;

  if (tw_contest_session_look (session).state != TW_CONTEST_SOLVING
      || tw_contest_session_look (session).current != 1)
    return;
  *seconds = tw_contest_session_look (session).seconds_left;
  tw_contest_session_abort (session);
}

/* Returns the time limit of a search if `away` seconds passed between two sessions. */
static double
seconds_after (int tetrominoes, double away)
{
  g_autoptr (Faulty) server = faulty_new (hard_second, NULL);
  char *folder = contest_test_folder ();
  TwContestTiming timing = contest_test_timing ();
  /* The practice server has tetromino squares, too. */
  TwContestConfig config = {
    .key = CONTEST_TEST_KEY,
    .server = tetrominoes == 0 ? faulty_get_uri (server) : NULL,
    .tetrominoes = tetrominoes,
    .count = 1,
    .folder = folder,
  };
  double seconds = -1;

  timing.answer = 1000;
  timing.real = later_real;
  config.timing = &timing;
  for (int i = 0; i < 2; i++) {
    g_autoptr (TwContestSession) session = tw_contest_session_new (&config);

    later = i == 0 ? 0 : (gint64) (away * G_USEC_PER_SEC);
    seconds = -1;
    g_signal_connect (session, "changed", G_CALLBACK (state_cb), &seconds);
    tw_contest_session_start (session);
    contest_test_await (session);
    g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_FETCHED);
    config.resume = TRUE;
    config.count = 0;
  }
  g_assert_true (tw_jobs_wait (60));
  contest_test_remove (folder);
  return seconds;
}

/* A session that is resumed early gets the rest of the time; after the deadline it gets only a
 * short time. With pieces any solution is optimal, so the session gets enough time to find one. */
TEST (time_left, "/contest-resume/time-left")
{
  double late = contest_test_timing ().late;
  double rest = seconds_after (0, 400);

  g_assert_cmpfloat (rest, >, late);
  g_assert_cmpfloat (rest, <=, 600);
  g_assert_cmpfloat (seconds_after (0, 2000), <=, late);
  g_assert_cmpfloat (seconds_after (0, -2000), <=, late); /* the clock was set back */
  g_assert_cmpfloat (seconds_after (8, 2000), >, late);
}

/* A submission that is aborted before the reply stays uncertain. */
TEST (abort_while_sending, "/contest-resume/abort-while-sending")
{
  const Fault posts[FAULTY_MAX] = { FAULT_NONE, FAULT_SLOW };
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, NULL, posts);
  start (&contest, 1);
  test_spin_until (faulty_n_taken (contest.server, "p2") > 0);
  tw_contest_session_abort (contest.session);
  contest_test_await (contest.session);
  contest_assert_status (&contest, 1, TW_CONTEST_UNCERTAIN);

  resume (&contest);
  contest_assert_status (&contest, 1, TW_CONTEST_UNCERTAIN);
  g_assert_cmpuint (faulty_n_taken (contest.server, "p2"), ==, 1);
}

/* Folders to which threads may still write; they are removed at the very end. */
static GPtrArray *left_behind;

/* A dropped session emits nothing in any state. */
TEST (drop, "/contest-resume/drop")
{
  static const TwContestState states[] = { TW_CONTEST_IDLE, TW_CONTEST_OPENING, TW_CONTEST_FETCHING,
                                           TW_CONTEST_SOLVING, TW_CONTEST_SUBMITTING };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++) {
    const Fault gets[FAULTY_MAX] = { FAULT_HARD };
    const TwContestTiming timing = contest_test_timing ();
    g_autoptr (Faulty) server = faulty_new (gets, NULL);
    char *folder = contest_test_folder ();
    TwContestSession *session = tw_contest_session_new (
      &(TwContestConfig){ .server = faulty_get_uri (server),
                          .key = CONTEST_TEST_KEY,
                          .count = 1,
                          .folder = folder,
                          .timing = &timing });
    GWeakRef weak;

    g_weak_ref_init (&weak, session);
    if (states[i] != TW_CONTEST_IDLE)
      tw_contest_session_start (session);
    if (states[i] == TW_CONTEST_SUBMITTING) {
      contest_test_wait (session, TW_CONTEST_SOLVING);
      wait_for_best (session);
      tw_contest_session_stop (session);
    }
    contest_test_wait (session, states[i]);
    g_object_unref (session);
    g_assert_null (g_weak_ref_get (&weak));
    g_weak_ref_clear (&weak);
    /* Its files and its search may still be ending, which the test does not wait for. */
    g_assert_true (tw_jobs_wait (60));
    g_ptr_array_add (left_behind, folder);
  }
}

/* --- cut off ------------------------------------------------------------------- */

#define FETCHED "status = 'fetched', answer = NULL"

/* Sets the last puzzle back to an earlier step and appends `tail` to the log, like a power failure
 * at that point. */
static void
cut (const char *folder, const char *step, const char *tail)
{
  g_autofree char *path = g_build_filename (folder, "log.jsonl", NULL);
  g_autofree char *text = NULL;

  contest_test_sql (folder, "UPDATE entry SET %s WHERE number = 2", step);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_autofree char *longer = g_strconcat (text, tail, NULL);
  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
}

static void
remove_file (const Contest *contest, const char *name)
{
  g_autofree char *path = g_build_filename (contest->folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A finished contest of two puzzles, to be truncated, and a server that has not seen it. */
static void
init_finished (Contest *contest)
{
  contest_init (contest, NULL, NULL);
  contest_run (contest, 2);
  contest_assert (contest, TW_CONTEST_FINISHED, NULL);
  faulty_free (contest->server);
  contest->server = faulty_new (NULL, NULL);
}

TEST (cut, "/contest-resume/cut")
{
  static const char torn[] = "{\"time\":\"2026-01-01T00:00:00Z\",\"puzzle\":2,\"mode\":\"tri";
  static const struct {
    const char *step, *tail;
    TwContestStatus status;
    guint taken;
  } cases[] = {
    { FETCHED, "", TW_CONTEST_ACCEPTED, 1 },
    { FETCHED, torn, TW_CONTEST_ACCEPTED, 1 },
    { "status = 'solved'", "", TW_CONTEST_ACCEPTED, 1 },
    { "status = 'sending'", "", TW_CONTEST_UNCERTAIN, 0 },
    { "status = 'accepted'", torn, TW_CONTEST_ACCEPTED, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Contest) contest = { 0 };

    init_finished (&contest);
    cut (contest.folder, cases[i].step, cases[i].tail);
    if (cases[i].status != TW_CONTEST_UNCERTAIN)
      remove_file (&contest, "reply-002.json");
    resume (&contest);
    contest_assert_status (&contest, 1, TW_CONTEST_ACCEPTED);
    contest_assert_status (&contest, 2, cases[i].status);
    g_assert_cmpuint (faulty_n_taken (contest.server, "p3"), ==, cases[i].taken);
    g_assert_cmpuint (faulty_n_posts (contest.server), ==, cases[i].taken);
    g_assert_cmpuint (faulty_n_gets (contest.server), ==, 0);
  }
}

/* The puzzle was stored, but its file was not written. */
TEST (cut_before_file, "/contest-resume/cut-before-file")
{
  g_auto (Contest) contest = { 0 };

  init_finished (&contest);
  cut (contest.folder, FETCHED, "");
  remove_file (&contest, "puzzle-002.json");
  remove_file (&contest, "answer-002.json");
  remove_file (&contest, "reply-002.json");
  resume (&contest);
  contest_assert_status (&contest, 2, TW_CONTEST_ACCEPTED);
  g_assert_true (contest_test_has_file (contest.folder, "puzzle", 2));
  g_assert_cmpuint (faulty_n_gets (contest.server), ==, 0);
  g_assert_cmpuint (faulty_n_taken (contest.server, "p3"), ==, 1);
}

/* A solution that could not be sent waits in the folder. */
TEST (unsent, "/contest-resume/unsent")
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_CLOSE };
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, gets, NULL);
  contest_run (&contest, 1);
  g_assert_cmpint (tw_contest_session_look (contest.session).state, ==, TW_CONTEST_FAILED);
  contest_assert_status (&contest, 1, TW_CONTEST_SOLVED);
  g_assert_cmpuint (contest_test_facts (contest.session, 1)->attempts, ==, 3);
  faulty_reopen (contest.server);
  resume (&contest);
  contest_assert_status (&contest, 1, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_taken (contest.server, "p2"), ==, 1);
}

/* A finished session of one puzzle, resumed with two, asks for one more and has it accepted. */
TEST (more, "/contest-resume/more")
{
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = contest_test_run (
    (TwContestConfig){ .tetrominoes = 8, .count = 1, .folder = folder });
  g_autoptr (TwContestSession)
    again = contest_test_run ((TwContestConfig){ .count = 2, .folder = folder, .resume = TRUE });

  g_assert_cmpint (tw_contest_session_look (session).state, ==, TW_CONTEST_FINISHED);
  g_assert_cmpstr (tw_contest_session_look (again).error, ==, NULL);
  g_assert_cmpint (contest_test_facts (again, 2)->status, ==, TW_CONTEST_ACCEPTED);
  contest_test_remove (folder);
}

/* --- unusable folders --------------------------------------------------------- */

static void
assert_bad (TwContestSession *session, const char *part)
{
  g_assert_cmpint (tw_contest_session_look (session).state, ==, TW_CONTEST_FAILED);
  g_assert_true (tw_contest_session_look (session).is_bad_input);
  if (strstr (tw_contest_session_look (session).error, part) == NULL)
    g_error ("“%s” does not contain “%s”", tw_contest_session_look (session).error, part);
}

static void
assert_bad_input (const Contest *contest, const char *part)
{
  assert_bad (contest->session, part);
}

#define GOOD_SERVER "http://127.0.0.1:9"

TEST (bad_config, "/contest-resume/bad-config")
{
  static const struct {
    const char *server, *key, *key_server;
    guint count;
    int tetrominoes;
    gboolean resume;
    const char *error;
  } cases[] = {
    { "ftp://127.0.0.1/secret", "k", NULL, 1, 0, FALSE, "server: " },
    { "http://me:secret@127.0.0.1/", "k", NULL, 1, 0, FALSE, "server: " },
    { "http://127.0.0.1/secret/trial", "secret", NULL, 1, 0, FALSE, "must not contain the key" },
    { GOOD_SERVER, "a b", NULL, 1, 0, FALSE, "key: " },
    { GOOD_SERVER, "..", NULL, 1, 0, FALSE, "key: " },
    { GOOD_SERVER, "k", NULL, 0, 0, FALSE, "count: " },
    { GOOD_SERVER, "k", NULL, 1, 3, FALSE, "tetrominoes: " },
    { GOOD_SERVER, "k", NULL, 1, 0, TRUE, "session.db: " },
    { GOOD_SERVER, "k", "http://127.0.0.1:8", 1, 0, FALSE, "The key for " GOOD_SERVER },
  };
  g_autofree char *folder = contest_test_folder ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TwContestSession) session = contest_test_run ((TwContestConfig){
      .server = cases[i].server,
      .key = cases[i].key,
      .key_server = cases[i].key_server,
      .count = cases[i].count,
      .tetrominoes = cases[i].tetrominoes,
      .folder = folder,
      .resume = cases[i].resume,
    });

    assert_bad (session, cases[i].error);
  }
  /* No file was created. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A view of this kind never ends. */
#define ENDLESS_VIEW                                                                  \
  "ALTER TABLE entry RENAME TO other; CREATE VIEW entry AS WITH RECURSIVE endless AS" \
  " (SELECT * FROM other UNION ALL SELECT * FROM endless) SELECT * FROM endless"

TEST (bad_folder, "/contest-resume/bad-folder")
{
  static const struct {
    const char *change;
    const char *error;
  } cases[] = {
    { "UPDATE entry SET status = 'lost' WHERE number = 1", "puzzle 1 of the contest is damaged" },
    { "UPDATE entry SET mode = NULL WHERE number = 2", "puzzle 2 of the contest is damaged" },
    { "UPDATE entry SET puzzle = '{}' WHERE number = 2", "puzzle 2 of the contest is damaged" },
    { "UPDATE entry SET number = -1 WHERE number = 2", "puzzle -1 of the contest is damaged" },
    { "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'no', name = CAST (x'ff' AS "
      "TEXT)",
      "malformed database schema (\\xff)" },
    { "UPDATE plan SET tetrominoes = 8", "puzzle 0 of the contest is damaged" },
    { "UPDATE plan SET count = 5001", "the plan of the contest is missing or damaged" },
    { "UPDATE plan SET mode = 'fun'", "the plan of the contest is missing or damaged" },
    { "DELETE FROM plan", "the plan of the contest is missing or damaged" },
    { "ALTER TABLE entry ADD COLUMN more", "not a database of this version" },
    { ENDLESS_VIEW, "not a database of this version" },
  };
  g_auto (Contest) contest = { 0 };
  g_autofree char *journal = NULL;
  g_autofree char *content = NULL;
  gsize length;

  init_finished (&contest);
  g_autofree char *file = g_build_filename (contest.folder, "session.db", NULL);
  contest_run (&contest, 1);
  assert_bad_input (&contest, "not empty");
  g_assert_true (g_file_get_contents (file, &content, &length, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *error = g_strconcat ("session.db: ", cases[i].error, NULL);

    contest_test_sql (contest.folder, "%s", cases[i].change);
    contest_run (&contest, 0);
    assert_bad_input (&contest, error);
    g_assert_true (g_file_set_contents (file, content, (gssize) length, NULL));
  }
  g_assert_true (g_file_set_contents (file, "{}\n{\n", -1, NULL));
  contest_run (&contest, 0);
  assert_bad_input (&contest, "session.db: file is not a database");
  /* SQLite deletes the file that such a journal names. */
  journal = g_strconcat (file, "-journal", NULL);
  g_assert_true (g_file_set_contents (journal, "\xd9\xd5\x05\xf9 \xa1\x63\xd7", 8, NULL));
  contest_run (&contest, 0);
  assert_bad_input (&contest, "session.db: its journal");
  /* Folders of earlier versions have only a log and session.json. */
  remove_file (&contest, "session.db");
  contest_run (&contest, 0);
  assert_bad_input (&contest, "session.db: there is no contest in this folder");
}

/* A session was killed before it stored its plan: another session uses the folder. */
TEST (barely_begun, "/contest-resume/barely-begun")
{
  static const char *const leftovers[] = { "session.db", "session.db-journal" };
  g_auto (Contest) contest = { 0 };
  g_autofree char *log = NULL;

  contest_init (&contest, NULL, NULL);
  log = g_build_filename (contest.folder, "log.jsonl", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (leftovers); i++) {
    g_autofree char *path = g_build_filename (contest.folder, leftovers[i], NULL);

    g_assert_true (g_file_set_contents (path, "", 0, NULL));
  }
  contest_run (&contest, 1);
  contest_assert (&contest, TW_CONTEST_FINISHED, NULL);
  contest_assert_status (&contest, 1, TW_CONTEST_ACCEPTED);
  remove_file (&contest, "session.db");
  /* The files of the puzzles are not overwritten. */
  contest_run (&contest, 1);
  assert_bad_input (&contest, "not empty");
  g_assert_true (g_file_test (log, G_FILE_TEST_EXISTS));
}

TEST (lock, "/contest-resume/lock")
{
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, NULL, NULL);
  start (&contest, 2);
  contest_test_wait (contest.session, TW_CONTEST_FETCHING);
  tw_contest_session_pause (contest.session);
  contest_test_wait (contest.session, TW_CONTEST_PAUSED);
  g_autoptr (TwContestSession)
    other = contest_test_run ((TwContestConfig){ .folder = contest.folder, .resume = TRUE });
  assert_bad (other, "another contest is using");
  tw_contest_session_continue (contest.session);
  contest_test_wait (contest.session, TW_CONTEST_FINISHED);
}

TEST (load, "/contest-resume/load")
{
  g_auto (Contest) contest = { 0 };
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwContestFolder) folder = NULL;
  TwContestPlan plan = { 0 };

  init_finished (&contest);
  folder = tw_contest_folder_open (contest.folder, &plan, entries, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plan.count, ==, 2);
  g_assert_true (g_str_has_prefix (plan.server, "http://127.0.0.1:"));
  g_assert_cmpuint (entries->len, ==, 3);
  const TwContestFacts *facts = tw_contest_entry_get_facts (g_ptr_array_index (entries, 2));
  g_assert_cmpstr (facts->id, ==, "p3");
  g_assert_cmpint (facts->width, ==, 2);
  g_assert_cmpint (facts->score, ==, 1);
  g_assert_cmpint (facts->squares, ==, 1);
  g_assert_cmpfloat (facts->answer_seconds, >=, 0);
  g_assert_nonnull (tw_contest_entry_get_puzzle (g_ptr_array_index (entries, 2)));
  g_assert_nonnull (tw_contest_entry_get_result (g_ptr_array_index (entries, 2)));
  g_clear_pointer (&plan.server, g_free);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_add_cases ();
  left_behind = g_ptr_array_new_with_free_func ((GDestroyNotify) contest_test_remove);
  int code = test_run_and_await ();
  g_ptr_array_unref (left_behind);
  return code;
}
