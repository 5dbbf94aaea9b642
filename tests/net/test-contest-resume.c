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

static TwContestSession *
new_session (const char *server, guint count, const char *folder)
{
  const TwContestTiming timing = contest_test_timing ();

  return tw_contest_session_new (&(TwContestConfig){
    .server = server,
    .key = "k",
    .count = count,
    .folder = folder,
    .timing = &timing,
  });
}

static void
wait_end (TwContestSession *session)
{
  while (!tw_contest_session_is_over (session))
    g_main_context_iteration (NULL, TRUE);
}

static TwContestSession *
resume (const char *server, const char *folder)
{
  return contest_test_run (
    (TwContestConfig){ .server = server, .key = "k", .folder = folder, .resume = TRUE });
}

static void
test_pause (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 2, folder);

  tw_contest_session_start (session);
  contest_test_wait (session, TW_CONTEST_FETCHING);
  tw_contest_session_pause (session);
  contest_test_wait (session, TW_CONTEST_PAUSED);
  g_assert_cmpint (contest_test_facts (session, 0)->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_gets (server), ==, 1);
  tw_contest_session_continue (session);
  contest_test_wait (session, TW_CONTEST_FINISHED);
  g_assert_cmpuint (faulty_n_posts (server), ==, 3);
  contest_test_remove (folder);
}

static void
stop_when_paused_cb (TwContestSession *session)
{
  if (tw_contest_session_get_state (session) == TW_CONTEST_PAUSED)
    tw_contest_session_stop (session);
}

/* A handler of "changed" sees no paused session that nobody stops once it has stopped it. */
static void
test_stop_when_paused (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 2, folder);

  g_signal_connect (session, "changed", G_CALLBACK (stop_when_paused_cb), NULL);
  tw_contest_session_start (session);
  contest_test_wait (session, TW_CONTEST_FETCHING);
  tw_contest_session_pause (session);
  contest_test_wait (session, TW_CONTEST_STOPPED);
  g_assert_false (tw_contest_session_is_pausing (session));
  g_assert_false (tw_contest_session_is_stopping (session));
  contest_test_remove (folder);
}

/* The best solution so far of the current puzzle is sent. */
static void
test_stop_and_resume (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 3, folder);
  g_autoptr (TwContestSession) again = NULL;
  TwContestTotals totals;

  tw_contest_session_start (session);
  while (tw_contest_session_get_current (session) != 1
         || tw_contest_session_get_state (session) != TW_CONTEST_SOLVING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (tw_contest_session_get_seconds_left (session), >=, 0);
  tw_contest_session_stop (session);
  g_assert_true (tw_contest_session_is_stopping (session));
  contest_test_wait (session, TW_CONTEST_STOPPED);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_gets (server), ==, 2);

  again = resume (faulty_get_uri (server), folder);
  g_assert_cmpint (tw_contest_session_get_state (again), ==, TW_CONTEST_FINISHED);
  tw_contest_session_get_totals (again, &totals);
  g_assert_cmpuint (totals.wanted, ==, 3);
  g_assert_cmpuint (totals.accepted, ==, 3);
  g_assert_cmpuint (faulty_n_posts (server), ==, 4);
  contest_test_remove (folder);
}

/* A fetched puzzle is solved later. */
static void
test_abort_and_resume (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 1, folder);
  g_autoptr (TwContestSession) again = NULL;
  const TwContestFacts *facts;

  tw_contest_session_start (session);
  while (tw_contest_session_get_current (session) != 1
         || tw_contest_session_get_state (session) != TW_CONTEST_SOLVING)
    g_main_context_iteration (NULL, TRUE);
  tw_contest_session_abort (session);
  contest_test_wait (session, TW_CONTEST_STOPPED);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_FETCHED);
  g_assert_cmpuint (faulty_n_posts (server), ==, 1);

  again = resume (faulty_get_uri (server), folder);
  facts = contest_test_facts (again, 1);
  g_assert_cmpint (tw_contest_session_get_state (again), ==, TW_CONTEST_FINISHED);
  g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_taken (server, facts->id), ==, 1);
  g_assert_cmpuint (faulty_n_gets (server), ==, 2);
  contest_test_remove (folder);
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

  if (tw_contest_session_get_state (session) != TW_CONTEST_SOLVING
      || tw_contest_session_get_current (session) != 1)
    return;
  *seconds = tw_contest_session_get_seconds_left (session);
  tw_contest_session_abort (session);
}

/* Returns the time limit of a search if `away` seconds passed between two sessions. */
static double
seconds_after (int tetrominoes, double away)
{
  char *folder = contest_test_folder ();
  TwContestTiming timing = contest_test_timing ();
  TwContestConfig config = { .tetrominoes = tetrominoes, .count = 1, .folder = folder };
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
    wait_end (session);
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
static void
test_time_left (void)
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
static void
test_abort_while_sending (void)
{
  const Fault posts[FAULTY_MAX] = { FAULT_NONE, FAULT_SLOW };
  g_autoptr (Faulty) server = faulty_new (NULL, posts);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 1, folder);
  g_autoptr (TwContestSession) again = NULL;

  tw_contest_session_start (session);
  while (faulty_n_taken (server, "p2") == 0)
    g_main_context_iteration (NULL, TRUE);
  tw_contest_session_abort (session);
  wait_end (session);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_UNCERTAIN);

  again = resume (faulty_get_uri (server), folder);
  g_assert_cmpint (tw_contest_session_get_state (again), ==, TW_CONTEST_FINISHED);
  g_assert_cmpint (contest_test_facts (again, 1)->status, ==, TW_CONTEST_UNCERTAIN);
  g_assert_cmpuint (faulty_n_taken (server, "p2"), ==, 1);
  contest_test_remove (folder);
}

/* Folders to which threads may still write; they are removed at the very end. */
static GPtrArray *left_behind;

/* A dropped session emits nothing in any state. */
static void
test_drop (void)
{
  static const TwContestState states[] = { TW_CONTEST_IDLE, TW_CONTEST_OPENING, TW_CONTEST_FETCHING,
                                           TW_CONTEST_SOLVING, TW_CONTEST_SUBMITTING };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++) {
    const Fault gets[FAULTY_MAX] = { FAULT_HARD };
    g_autoptr (Faulty) server = faulty_new (gets, NULL);
    char *folder = contest_test_folder ();
    TwContestSession *session = new_session (faulty_get_uri (server), 1, folder);
    GWeakRef weak;

    g_weak_ref_init (&weak, session);
    if (states[i] != TW_CONTEST_IDLE)
      tw_contest_session_start (session);
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
  g_autofree char *longer = NULL;

  contest_test_sql (folder, "UPDATE entry SET %s WHERE number = 2", step);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  longer = g_strconcat (text, tail, NULL);
  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
}

static void
remove_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A finished contest of two puzzles, to be truncated. */
static char *
finished_folder (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = contest_test_run ((TwContestConfig){
    .server = faulty_get_uri (server), .key = "k", .count = 2, .folder = folder });

  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FINISHED);
  return folder;
}

static void
test_cut_after (const char *step, const char *tail, TwContestStatus expected, guint taken)
{
  char *folder = finished_folder ();
  /* A server with other ids, so that every request of the resumed session is seen. */
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_NONE, FAULT_NONE };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  g_autoptr (TwContestSession) session = NULL;

  cut (folder, step, tail);
  if (expected != TW_CONTEST_UNCERTAIN)
    remove_file (folder, "reply-002.json");
  session = resume (faulty_get_uri (server), folder);
  g_assert_cmpstr (tw_contest_session_get_error (session), ==, NULL);
  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FINISHED);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpint (contest_test_facts (session, 2)->status, ==, expected);
  g_assert_cmpuint (faulty_n_taken (server, "p3"), ==, taken);
  g_assert_cmpuint (faulty_n_posts (server), ==, taken);
  g_assert_cmpuint (faulty_n_gets (server), ==, 0);
  contest_test_remove (folder);
}

static void
test_cut (void)
{
  static const char torn[] = "{\"time\":\"2026-01-01T00:00:00Z\",\"puzzle\":2,\"mode\":\"tri";

  test_cut_after (FETCHED, "", TW_CONTEST_ACCEPTED, 1);
  test_cut_after (FETCHED, torn, TW_CONTEST_ACCEPTED, 1);
  test_cut_after ("status = 'solved'", "", TW_CONTEST_ACCEPTED, 1);
  test_cut_after ("status = 'sending'", "", TW_CONTEST_UNCERTAIN, 0);
  test_cut_after ("status = 'accepted'", torn, TW_CONTEST_ACCEPTED, 0);
}

/* The puzzle was stored, but its file was not written. */
static void
test_cut_before_file (void)
{
  char *folder = finished_folder ();
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  g_autoptr (TwContestSession) session = NULL;

  cut (folder, FETCHED, "");
  remove_file (folder, "puzzle-002.json");
  remove_file (folder, "answer-002.json");
  remove_file (folder, "reply-002.json");
  session = resume (faulty_get_uri (server), folder);
  g_assert_cmpint (contest_test_facts (session, 2)->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_true (g_file_test (contest_test_facts (session, 2)->puzzle_path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (faulty_n_gets (server), ==, 0);
  g_assert_cmpuint (faulty_n_taken (server, "p3"), ==, 1);
  contest_test_remove (folder);
}

/* A solution that could not be sent waits in the folder. */
static void
test_unsent (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_CLOSE };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 1, folder);
  g_autoptr (TwContestSession) again = NULL;

  tw_contest_session_start (session);
  wait_end (session);
  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FAILED);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_SOLVED);
  g_assert_cmpuint (contest_test_facts (session, 1)->attempts, ==, 3);
  faulty_reopen (server);
  again = resume (faulty_get_uri (server), folder);
  g_assert_cmpint (tw_contest_session_get_state (again), ==, TW_CONTEST_FINISHED);
  g_assert_cmpint (contest_test_facts (again, 1)->status, ==, TW_CONTEST_ACCEPTED);
  g_assert_cmpuint (faulty_n_taken (server, "p2"), ==, 1);
  contest_test_remove (folder);
}

/* A finished session of one puzzle, resumed with two, asks for one more and has it accepted. */
static void
test_more (void)
{
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession)
    session = contest_test_run ((TwContestConfig){ .count = 1, .folder = folder });
  g_autoptr (TwContestSession)
    again = contest_test_run ((TwContestConfig){ .count = 2, .folder = folder, .resume = TRUE });

  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FINISHED);
  g_assert_cmpstr (tw_contest_session_get_error (again), ==, NULL);
  g_assert_cmpint (contest_test_facts (again, 2)->status, ==, TW_CONTEST_ACCEPTED);
  contest_test_remove (folder);
}

/* --- unusable folders --------------------------------------------------------- */

static void
assert_bad_input (TwContestSession *session, const char *part)
{
  g_assert_cmpint (tw_contest_session_get_state (session), ==, TW_CONTEST_FAILED);
  g_assert_true (tw_contest_session_is_bad_input (session));
  if (strstr (tw_contest_session_get_error (session), part) == NULL)
    g_error ("“%s” does not contain “%s”", tw_contest_session_get_error (session), part);
  g_object_unref (session);
}

static void
test_bad_config (void)
{
  const TwContestConfig good = { .server = "http://127.0.0.1:9", .key = "k", .count = 1 };
  TwContestConfig bad = good;
  char *folder = contest_test_folder ();

  bad.folder = folder;
  bad.server = "ftp://127.0.0.1/secret";
  assert_bad_input (contest_test_run (bad), "server: ");
  bad.server = "http://me:secret@127.0.0.1/";
  assert_bad_input (contest_test_run (bad), "server: ");
  bad.server = "http://127.0.0.1/secret/trial";
  bad.key = "secret";
  assert_bad_input (contest_test_run (bad), "must not contain the key");
  bad.server = good.server;
  bad.key = "a b";
  assert_bad_input (contest_test_run (bad), "key: ");
  bad.key = "..";
  assert_bad_input (contest_test_run (bad), "key: ");
  bad.key = good.key;
  bad.count = 0;
  assert_bad_input (contest_test_run (bad), "count: ");
  bad.count = 1;
  bad.tetrominoes = 3;
  assert_bad_input (contest_test_run (bad), "tetrominoes: ");
  bad.tetrominoes = 0;
  bad.resume = TRUE;
  assert_bad_input (contest_test_run (bad), "session.db: ");
  /* No file was created. */
  contest_test_remove (folder);
}

/* A view of this kind never ends. */
#define ENDLESS_VIEW                                                                  \
  "ALTER TABLE entry RENAME TO other; CREATE VIEW entry AS WITH RECURSIVE endless AS" \
  " (SELECT * FROM other UNION ALL SELECT * FROM endless) SELECT * FROM endless"

static void
test_bad_folder (void)
{
  static const struct {
    const char *change;
    const char *error;
  } cases[] = {
    { "UPDATE entry SET status = 'lost' WHERE number = 1", "puzzle 1 of the contest is damaged" },
    { "UPDATE entry SET mode = NULL WHERE number = 2", "puzzle 2 of the contest is damaged" },
    { "UPDATE entry SET puzzle = '{}' WHERE number = 2", "puzzle 2 of the contest is damaged" },
    { "UPDATE entry SET number = -1 WHERE number = 2", "puzzle -1 of the contest is damaged" },
    { "UPDATE plan SET tetrominoes = 8", "puzzle 0 of the contest is damaged" },
    { "UPDATE plan SET count = 5001", "the plan of the contest is missing or damaged" },
    { "UPDATE plan SET mode = 'fun'", "the plan of the contest is missing or damaged" },
    { "DELETE FROM plan", "the plan of the contest is missing or damaged" },
    { "ALTER TABLE entry ADD COLUMN more", "not a database of this version" },
    { ENDLESS_VIEW, "not a database of this version" },
  };
  char *folder = finished_folder ();
  g_autofree char *file = g_build_filename (folder, "session.db", NULL);
  g_autofree char *content = NULL;
  gsize length;
  const TwContestConfig config = { .folder = folder, .resume = TRUE };

  assert_bad_input (contest_test_run ((TwContestConfig){ .folder = folder, .count = 1 }),
                    "not empty");
  g_assert_true (g_file_get_contents (file, &content, &length, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *error = g_strconcat ("session.db: ", cases[i].error, NULL);

    contest_test_sql (folder, "%s", cases[i].change);
    assert_bad_input (contest_test_run (config), error);
    g_assert_true (g_file_set_contents (file, content, (gssize) length, NULL));
  }
  g_assert_true (g_file_set_contents (file, "{}\n{\n", -1, NULL));
  assert_bad_input (contest_test_run (config), "session.db: file is not a database");
  /* Folders of earlier versions have only a log and session.json. */
  g_assert_cmpint (g_remove (file), ==, 0);
  assert_bad_input (contest_test_run (config), "session.db: there is no contest in this folder");
  contest_test_remove (folder);
}

/* A session was killed before it stored its plan: another session uses the folder. */
static void
test_barely_begun (void)
{
  static const char *const leftovers[] = { "session.db", "session.db-journal" };
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  char *folder = contest_test_folder ();
  g_autofree char *log = g_build_filename (folder, "log.jsonl", NULL);
  g_autoptr (TwContestSession) session = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (leftovers); i++) {
    g_autofree char *path = g_build_filename (folder, leftovers[i], NULL);

    g_assert_true (g_file_set_contents (path, "", 0, NULL));
  }
  session = contest_test_run ((TwContestConfig){
    .server = faulty_get_uri (server), .key = "k", .count = 1, .folder = folder });
  g_assert_cmpstr (tw_contest_session_get_error (session), ==, NULL);
  g_assert_cmpint (contest_test_facts (session, 1)->status, ==, TW_CONTEST_ACCEPTED);
  remove_file (folder, "session.db");
  /* The files of the puzzles are not overwritten. */
  assert_bad_input (contest_test_run ((TwContestConfig){ .folder = folder, .count = 1 }),
                    "not empty");
  g_assert_true (g_file_test (log, G_FILE_TEST_EXISTS));
  contest_test_remove (folder);
}

static void
test_lock (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = new_session (faulty_get_uri (server), 1, folder);

  tw_contest_session_start (session);
  contest_test_wait (session, TW_CONTEST_FETCHING);
  assert_bad_input (contest_test_run ((TwContestConfig){ .folder = folder, .resume = TRUE }),
                    "another contest is using");
  contest_test_wait (session, TW_CONTEST_FINISHED);
  contest_test_remove (folder);
}

static void
test_load (void)
{
  char *folder = finished_folder ();
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  TwContestPlan plan = { 0 };
  const TwContestFacts *facts;

  g_assert_true (tw_contest_folder_load (folder, &plan, entries, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (plan.count, ==, 2);
  g_assert_true (g_str_has_prefix (plan.server, "http://127.0.0.1:"));
  g_assert_cmpuint (entries->len, ==, 3);
  facts = tw_contest_entry_get_facts (g_ptr_array_index (entries, 2));
  g_assert_cmpstr (facts->id, ==, "p3");
  g_assert_cmpint (facts->width, ==, 2);
  g_assert_cmpint (facts->score, ==, 1);
  g_assert_cmpint (facts->squares, ==, 1);
  g_assert_cmpfloat (facts->answer_seconds, >=, 0);
  g_assert_nonnull (tw_contest_entry_get_puzzle (g_ptr_array_index (entries, 2)));
  g_assert_nonnull (tw_contest_entry_get_result (g_ptr_array_index (entries, 2)));
  tw_contest_plan_clear (&plan);
  contest_test_remove (folder);
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  left_behind = g_ptr_array_new_with_free_func ((GDestroyNotify) contest_test_remove);
  g_test_add_func ("/contest-resume/pause", test_pause);
  g_test_add_func ("/contest-resume/stop", test_stop_and_resume);
  g_test_add_func ("/contest-resume/stop-when-paused", test_stop_when_paused);
  g_test_add_func ("/contest-resume/abort", test_abort_and_resume);
  g_test_add_func ("/contest-resume/time-left", test_time_left);
  g_test_add_func ("/contest-resume/abort-while-sending", test_abort_while_sending);
  g_test_add_func ("/contest-resume/drop", test_drop);
  g_test_add_func ("/contest-resume/cut", test_cut);
  g_test_add_func ("/contest-resume/cut-before-file", test_cut_before_file);
  g_test_add_func ("/contest-resume/unsent", test_unsent);
  g_test_add_func ("/contest-resume/more", test_more);
  g_test_add_func ("/contest-resume/bad-config", test_bad_config);
  g_test_add_func ("/contest-resume/bad-folder", test_bad_folder);
  g_test_add_func ("/contest-resume/barely-begun", test_barely_begun);
  g_test_add_func ("/contest-resume/lock", test_lock);
  g_test_add_func ("/contest-resume/load", test_load);
  code = test_run_and_await ();
  g_ptr_array_unref (left_behind);
  return code;
}
