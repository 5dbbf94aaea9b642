/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-cli.c - runs of the real “tilewright-cli contest”: usage, keys, exit codes,
 * signals, resuming. The program is named by TW_TEST_CLI. */
#include <gio/gio.h>
#include <signal.h>
#include <string.h>

#include "contest-test.h"
#include "faulty.h"
#include "test-tools.h"

#define KEY "key-of-the-test"

/* `line` has the arguments, separated by blanks; %s in it stands for `server`. */
static GSubprocess *
start (const char *line, const char *server, const char *key)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
    | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *whole = g_strconcat (g_getenv ("TW_TEST_CLI"), " contest ", line, NULL);
  g_auto (GStrv) words = g_strsplit (whole, " ", -1);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  for (char **word = words; *word != NULL; word++)
    if (g_str_equal (*word, "%s")) {
      g_free (*word);
      *word = g_strdup (server);
    }
  if (key != NULL)
    g_subprocess_launcher_setenv (launcher, "TILEWRIGHT_KEY", key, TRUE);
  else
    g_subprocess_launcher_unsetenv (launcher, "TILEWRIGHT_KEY");
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words, &error);
  g_assert_no_error (error);
  return process;
}

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer data)
{
  TestOutcome *outcome = data;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (process), result, &outcome->out,
                                        &outcome->err, &error);
  g_assert_no_error (error);
  test_outcome_set_ended (outcome, G_SUBPROCESS (process));
}

static TestOutcome
finish (GSubprocess *process)
{
  TestOutcome outcome = { 0 };

  g_subprocess_communicate_utf8_async (process, NULL, NULL, ended_cb, &outcome);
  while (!outcome.ended)
    g_main_context_iteration (NULL, TRUE);
  if (strstr (outcome.out, KEY) != NULL || strstr (outcome.err, KEY) != NULL)
    g_error ("the key is told: “%s”, “%s”", outcome.out, outcome.err);
  return outcome;
}

static void
expect (const char *line, const char *server, const char *key, int code, const char *out_part,
        const char *err_part)
{
  g_autoptr (GSubprocess) process = start (line, server, key);
  g_auto (TestOutcome) outcome = finish (process);

  if (outcome.code != code || strstr (outcome.out, out_part) == NULL
      || strstr (outcome.err, err_part) == NULL)
    g_error ("“%s” gave %d, “%s”, “%s”", line, outcome.code, outcome.out, outcome.err);
}

static void
test_usage (void)
{
  expect ("--mode fun", NULL, NULL, 2, "", "--mode: expected trial or contest");
  expect ("--count 0", NULL, NULL, 2, "", "--count: expected 1 to");
  expect ("--count 5001", NULL, NULL, 2, "", "--count: expected 1 to 5000");
  expect ("--mode contest", NULL, NULL, 2, "", "--yes");
  expect ("--resume", NULL, NULL, 2, "", "--resume needs --folder");
  expect ("one", NULL, NULL, 2, "", "unexpected argument “one”");
  expect ("--server http://127.0.0.1:9", NULL, NULL, 2, "", "TILEWRIGHT_KEY");
  expect ("--server nowhere", NULL, KEY, 2, "", "server: an address");
  expect ("--key-file /nonexistent", NULL, NULL, 2, "", "/nonexistent");
  expect ("--tetrominoes 3", NULL, NULL, 2, "", "tetrominoes: a side from 4");
  expect ("--tetrominoes 8 --engine proof", NULL, NULL, 2, "", "unknown engine “proof”");
  expect ("--resume --folder /nonexistent", NULL, NULL, 2, "", "/nonexistent/session.db");
}

static void
test_contest (void)
{
  g_autoptr (Faulty) server = faulty_new (NULL, NULL);
  char *folder = contest_test_folder ();
  char *key_folder = contest_test_folder ();
  g_autofree char *key_file = g_build_filename (key_folder, "key", NULL);
  g_autofree char *first = g_strdup_printf (
    "--server %%s --mode contest --yes --count 2 --folder %s", folder);
  g_autofree char *second = g_strdup_printf (
    "--resume --count 3 --folder %s --server %%s --key-file %s", folder, key_file);

  expect (first, faulty_get_uri (server), KEY, 0, "2 requested: 2 accepted, 2 of them in time", "");
  g_assert_cmpuint (faulty_n_posts (server), ==, 3);
  g_assert_true (g_file_set_contents (key_file, KEY "\n", -1, NULL));
  expect (second, faulty_get_uri (server), NULL, 0, "3 requested: 3 accepted", "");
  g_assert_cmpuint (faulty_n_posts (server), ==, 4);
  {
    /* Without a result there is no table. */
    g_autoptr (GSubprocess) process = start (first, faulty_get_uri (server), KEY);
    g_auto (TestOutcome) outcome = finish (process);

    g_assert_cmpint (outcome.code, ==, 2);
    g_assert_cmpstr (outcome.out, ==, "");
    g_assert_nonnull (strstr (outcome.err, "can only be resumed"));
  }
  contest_test_assert_absent (folder, KEY);
  contest_test_remove (folder);
  contest_test_remove (key_folder);
}

static void
test_refused (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_403 };
  const Fault posts[FAULTY_MAX] = { FAULT_NONE, FAULT_WRONG, FAULT_RESET_REPLY };
  g_autoptr (Faulty) refusing = faulty_new (gets, NULL);
  g_autoptr (Faulty) faulty = faulty_new (NULL, posts);
  char *folders[] = { contest_test_folder (), contest_test_folder (), contest_test_folder () };
  g_autofree char *refused = g_strconcat ("--server %s --folder ", folders[0], NULL);
  g_autofree char *rejected = g_strconcat ("--server %s --folder ", folders[1], NULL);
  g_autofree char *uncertain = g_strconcat ("--server %s --folder ", folders[2], NULL);

  expect (refused, faulty_get_uri (refusing), KEY, 4, "", "is not registered");
  expect (rejected, faulty_get_uri (faulty), KEY, 1, "Rejected: Square outside", "");
  /* The third submission is that of the warm-up, which does not count. */
  expect (uncertain, faulty_get_uri (faulty), KEY, 0, "Sent, reply lost: ", "");
  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    contest_test_remove (folders[i]);
}

/* Checks the last status in the log. */
static void
assert_last_status (const char *folder, const char *status)
{
  g_autofree char *path = g_build_filename (folder, "log.jsonl", NULL);
  g_autofree char *mark = g_strdup_printf ("\"status\":\"%s\"", status);
  g_autofree char *text = NULL;
  char *last;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  last = g_strrstr (text, "\"status\":");
  g_assert_nonnull (last);
  if (!g_str_has_prefix (last, mark))
    g_error ("the log ends with %s", last);
}

/* A contest that is killed while it sends a solution: the resumed contest logs that the outcome
 * is uncertain and explains its error exit, also with --quiet. */
static void
test_killed (void)
{
  const Fault posts[FAULTY_MAX] = { FAULT_NONE, FAULT_SLOW };
  g_autoptr (Faulty) server = faulty_new (NULL, posts);
  char *folder = contest_test_folder ();
  g_autofree char *first = g_strconcat ("--server %s --quiet --folder ", folder, NULL);
  g_autofree char *second = g_strconcat ("--resume --quiet --folder ", folder, NULL);
  g_autoptr (GSubprocess) process = start (first, faulty_get_uri (server), KEY);
  g_auto (TestOutcome) outcome = { 0 };
  g_auto (TestOutcome) resumed = { 0 };
  g_autoptr (GSubprocess) again = NULL;

  while (faulty_n_posts (server) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_subprocess_send_signal (process, SIGKILL);
  outcome = finish (process);
  assert_last_status (folder, "sending");

  again = start (second, NULL, KEY);
  resumed = finish (again);
  g_assert_cmpint (resumed.code, ==, 4);
  g_assert_cmpstr (resumed.out, ==, "");
  g_assert_nonnull (strstr (resumed.err, "1 requested: 0 accepted"));
  g_assert_nonnull (strstr (resumed.err, "1 uncertain"));
  g_assert_true (strchr (resumed.err, '\n') == resumed.err + strlen (resumed.err) - 1);
  assert_last_status (folder, "uncertain");
  contest_test_remove (folder);
}

/* The contest starts a practice server. */
static void
test_practice (void)
{
  char *folder = contest_test_folder ();
  g_autofree char *line = g_strconcat ("--tetrominoes 8 --practice-seed 1 --folder ", folder, NULL);

  expect (line, NULL, NULL, 0, "1 requested: 1 accepted", "");
  contest_test_remove (folder);
}

static void
test_signal (void)
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  char *folder = contest_test_folder ();
  g_autofree char *first = g_strconcat ("--server %s --count 2 --folder ", folder, NULL);
  g_autofree char *second = g_strconcat ("--resume --folder ", folder, NULL);
  g_autoptr (GSubprocess) process = start (first, faulty_get_uri (server), KEY);
  g_auto (TestOutcome) outcome = { 0 };

  /* The hard board is being issued or solved. */
  while (faulty_n_gets (server) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_subprocess_send_signal (process, SIGINT);
  outcome = finish (process);
  g_assert_cmpint (outcome.code, ==, 3);
  g_assert_nonnull (strstr (outcome.out, "2 requested: 1 accepted"));
  g_assert_cmpuint (faulty_n_taken (server, "p2"), ==, 1);
  expect (second, NULL, KEY, 0, "2 requested: 2 accepted", "");
  g_assert_cmpuint (faulty_n_posts (server), ==, 3);
  contest_test_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contest-cli/usage", test_usage);
  g_test_add_func ("/contest-cli/contest", test_contest);
  g_test_add_func ("/contest-cli/refused", test_refused);
  g_test_add_func ("/contest-cli/killed", test_killed);
  g_test_add_func ("/contest-cli/practice", test_practice);
  g_test_add_func ("/contest-cli/signal", test_signal);
  return test_run_and_await ();
}
