/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-cli.c - runs of the real “tilewright-cli contest”: keys, exit codes, signals,
 * resuming. The program is named by TW_TEST_CLI. The table cli/contest.txt has the rest. */
#include <signal.h>
#include <string.h>

#include "contest-test.h"
#include "net-test.h"
#include "test-tools.h"

#define KEY CONTEST_TEST_KEY

/* `line` has the arguments, separated by blanks; %s in it stands for the server, %f for the folder
 * of the contest. */
static GSubprocess *
start (const char *line, const Contest *contest, const char *key)
{
  g_autoptr (GString) whole = g_string_new (line);

  g_string_replace (whole, "%s", faulty_get_uri (contest->server), 0);
  g_string_replace (whole, "%f", contest->folder, 0);
  g_string_prepend (whole, "contest ");
  return net_test_start (whole->str, "TILEWRIGHT_KEY", key);
}

static TestOutcome
finish (GSubprocess *process)
{
  TestOutcome outcome = net_test_finish (process);

  if (strstr (outcome.out, KEY) != NULL || strstr (outcome.err, KEY) != NULL)
    g_error ("the key is told: “%s”, “%s”", outcome.out, outcome.err);
  return outcome;
}

static void
expect (const char *line, const Contest *contest, const char *key, int code, const char *out_part,
        const char *err_part)
{
  g_autoptr (GSubprocess) process = start (line, contest, key);
  g_auto (TestOutcome) outcome = finish (process);

  if (outcome.code != code || strstr (outcome.out, out_part) == NULL
      || strstr (outcome.err, err_part) == NULL)
    g_error ("“%s” gave %d, “%s”, “%s”", line, outcome.code, outcome.out, outcome.err);
}

TEST (contest, "/contest-cli/contest")
{
  static const char first[] = "--server %s --mode contest --yes --count 2 --folder %f";
  g_auto (Contest) contest = { 0 };
  char *key_folder = contest_test_folder ();
  g_autofree char *key_file = g_build_filename (key_folder, "key", NULL);
  g_autofree char *second = g_strdup_printf (
    "--resume --count 3 --folder %%f --server %%s --key-file %s", key_file);

  contest_init (&contest, NULL, NULL);
  expect (first, &contest, KEY, 0, "2 requested: 2 accepted, 2 of them in time", "");
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 3);
  g_assert_true (g_file_set_contents (key_file, KEY "\n", -1, NULL));
  expect (second, &contest, NULL, 0, "3 requested: 3 accepted", "");
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 4);
  {
    /* Without a result there is no table. */
    g_autoptr (GSubprocess) process = start (first, &contest, KEY);
    g_auto (TestOutcome) outcome = finish (process);

    g_assert_cmpint (outcome.code, ==, 2);
    g_assert_cmpstr (outcome.out, ==, "");
    g_assert_nonnull (strstr (outcome.err, "can only be resumed"));
  }
  contest_test_assert_absent (contest.folder, KEY);
  contest_test_remove (key_folder);
}

TEST (refused, "/contest-cli/refused")
{
  static const struct {
    Fault get, post; /* the latter of the second submission */
    int code;
    const char *out, *err;
  } cases[] = {
    { FAULT_403, FAULT_NONE, 4, "", "is not registered" },
    { FAULT_NONE, FAULT_WRONG, 1, "Rejected: Square outside", "" },
    { FAULT_NONE, FAULT_RESET_REPLY, 4, "Sent, reply lost: ", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Fault gets[FAULTY_MAX] = { cases[i].get };
    const Fault posts[FAULTY_MAX] = { FAULT_NONE, cases[i].post };
    g_auto (Contest) contest = { 0 };

    contest_init (&contest, gets, posts);
    expect ("--server %s --folder %f", &contest, KEY, cases[i].code, cases[i].out, cases[i].err);
  }
}

/* The warm-up does not count. */
TEST (warm_up, "/contest-cli/warm-up")
{
  const Fault posts[FAULTY_MAX] = { FAULT_RESET_REPLY };
  g_auto (Contest) contest = { 0 };

  contest_init (&contest, NULL, posts);
  expect ("--server %s --folder %f", &contest, KEY, 0, "Sent, reply lost: ", "");
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
TEST (killed, "/contest-cli/killed")
{
  const Fault posts[FAULTY_MAX] = { FAULT_NONE, FAULT_SLOW };
  g_auto (Contest) contest = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_auto (TestOutcome) outcome = { 0 };
  g_auto (TestOutcome) resumed = { 0 };
  g_autoptr (GSubprocess) again = NULL;

  contest_init (&contest, NULL, posts);
  process = start ("--server %s --quiet --folder %f", &contest, KEY);
  while (faulty_n_posts (contest.server) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_subprocess_send_signal (process, SIGKILL);
  outcome = finish (process);
  assert_last_status (contest.folder, "sending");

  again = start ("--resume --quiet --folder %f", &contest, KEY);
  resumed = finish (again);
  g_assert_cmpint (resumed.code, ==, 4);
  g_assert_cmpstr (resumed.out, ==, "");
  g_assert_nonnull (strstr (resumed.err, "1 requested: 0 accepted"));
  g_assert_nonnull (strstr (resumed.err, "1 uncertain"));
  g_assert_true (strchr (resumed.err, '\n') == resumed.err + strlen (resumed.err) - 1);
  assert_last_status (contest.folder, "uncertain");
}

TEST (signal, "/contest-cli/signal")
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_HARD };
  g_auto (Contest) contest = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_auto (TestOutcome) outcome = { 0 };

  contest_init (&contest, gets, NULL);
  process = start ("--server %s --count 2 --folder %f", &contest, KEY);
  /* The hard board is being issued or solved. */
  while (faulty_n_gets (contest.server) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_subprocess_send_signal (process, SIGINT);
  outcome = finish (process);
  g_assert_cmpint (outcome.code, ==, 3);
  g_assert_nonnull (strstr (outcome.out, "2 requested: 1 accepted"));
  g_assert_cmpuint (faulty_n_taken (contest.server, "p2"), ==, 1);
  expect ("--resume --folder %f", &contest, KEY, 0, "2 requested: 2 accepted", "");
  g_assert_cmpuint (faulty_n_posts (contest.server), ==, 3);
}

TEST_MAIN (test_init, test_run_and_await)
