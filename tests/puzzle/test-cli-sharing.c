/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-cli work: the memory that the processes of one machine share. */
#include <signal.h>
#include <sys/mman.h>

#include "cli-test.h"
#include "puzzle/cluster/node-memo.h"

/* Searched in scan order, with a memo of remainders. */
#define NARROW                                                                              \
  "{\"format\": \"tilewright-pieces\", \"version\": 1,\n"                                   \
  " \"board\": [\"############\", \"############\", \"############\", \"############\"],\n" \
  " \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"], \"least\": 0, \"most\": 4,"       \
  " \"rotate\": true, \"flip\": true},\n"                                                   \
  " {\"name\": \"B\", \"cells\": [\"###\", \"#\"], \"least\": 0, \"most\": 4,"              \
  " \"rotate\": true, \"flip\": false},\n"                                                  \
  " {\"name\": \"C\", \"cells\": [\"###\", \" #\"], \"least\": 0, \"most\": 4,"             \
  " \"rotate\": true, \"flip\": false},\n"                                                  \
  " {\"name\": \"D\", \"cells\": [\"## \", \" ##\"], \"least\": 1, \"most\": 1,"            \
  " \"rotate\": true, \"flip\": false}]}\n"

/* The nodes of all results of a complete run. */
static guint64
count_nodes (const char *folder)
{
  g_autofree char *line = g_strdup_printf ("merge %s --json -", folder);
  g_auto (TestOutcome) outcome = cli_run (line);
  const char *p = strstr (outcome.out, "\"nodes\":");

  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_nonnull (p);
  return g_ascii_strtoull (p + strlen ("\"nodes\":"), NULL, 10);
}

static TwPlan *
read_plan (const char *folder)
{
  g_autofree char *path = cli_path (folder);
  g_autoptr (GError) error = NULL;
  TwPlan *plan = tw_plan_read (path, &error);

  g_assert_no_error (error);
  return plan;
}

/* Returns whether the shared memory of a plan exists; unknown where it is not shown as a file. */
static gboolean
is_shared (const TwPlan *plan)
{
  g_autofree char *name = tw_node_memo_name (plan);
  g_autofree char *path = g_build_filename ("/dev/shm", name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Units of one process, and of processes that run at the same time, share their memo. The last
 * process deletes it. */
TEST (shared_memo, "/cli-sharing/shared-memo")
{
  TwNodeMemo *memo;

  cli_write_file ("narrow.json", NARROW);
  g_autofree char *sum = cli_expected_sum ("narrow.json");
  cli_expect ("split narrow.json --force --units 9 na", 0, "", "");
  cli_expect ("split narrow.json --force --units 9 nb", 0, "", "");
  cli_expect ("split narrow.json --force --units 9 nc", 0, "", "");
  /* With a budget each unit has a private memo. */
  cli_expect ("work na --rank-env --budget 1000000000", 0, "", "");
  cli_expect ("merge na", 0, sum, "");
  guint64 apart = count_nodes ("na");
  cli_expect ("work nb --rank-env", 0, "", "");
  cli_expect ("merge nb", 0, sum, "");
  guint64 one = count_nodes ("nb");

  g_autoptr (TwPlan) plan = read_plan ("nc");
  g_assert_false (is_shared (plan));
  memo = tw_node_memo_open (plan);
  if (memo == NULL) {
    g_test_skip ("no shared memory");
    return;
  }
  g_assert_cmpuint (one, <, apart - apart / 5);
  for (guint i = 0; i < plan->units->len; i++) {
    g_autofree char *line = g_strdup_printf ("work nc --unit %u", i);

    cli_expect (line, 0, "finished", "");
  }
  tw_node_memo_close (memo);
  cli_expect ("merge nc", 0, sum, "");
  guint64 many = count_nodes ("nc");
  g_assert_cmpuint (many, <, apart - apart / 5);
  g_assert_false (is_shared (plan));
  cli_expect ("work nc --audit 100%", 0, "units were repeated and agree", "");
}

/* A process that is killed leaves the shared memory to the next one; the count is the same. */
TEST (killed_sharer, "/cli-sharing/killed-sharer")
{
  g_autofree char *sum = cli_expected_sum ("narrow.json");
  g_autoptr (TwPlan) plan = NULL;

  for (int i = 0; i < 3; i++) {
    g_autofree char *folder = g_strdup_printf ("k%d", i);
    g_autofree char *split = g_strdup_printf ("split narrow.json --force --units 9 %s", folder);
    g_autofree char *work = g_strdup_printf ("work %s --rank-env -q", folder);
    g_autofree char *merge = g_strdup_printf ("merge %s", folder);

    cli_expect (split, 0, "", "");
    g_clear_pointer (&plan, tw_plan_free);
    plan = read_plan (folder);
    g_autoptr (GSubprocess) a = cli_start (work);
    g_autoptr (GSubprocess) b = cli_start (work);
    while (!cli_catches_usr1 (a))
      g_thread_yield ();
    for (int j = 0; j < 1000 * i; j++)
      g_thread_yield ();
    g_subprocess_force_exit (a);
    g_auto (TestOutcome) first = cli_finish (a);
    g_auto (TestOutcome) second = cli_finish (b);
    g_assert_cmpint (second.code, ==, 0);
    cli_expect (work, 0, "", "");
    cli_expect (merge, 0, sum, "");
    /* A process that was killed last leaves the memory, and there was no work left for another. */
    TwNodeMemo *memo = tw_node_memo_open (plan);
    if (memo != NULL)
      tw_node_memo_close (memo);
    g_assert_false (is_shared (plan));
  }
}

/* Killed alone, it leaves a file, which the next process deletes. */
TEST (left_memo, "/cli-sharing/left-memo")
{
  g_autoptr (GString) large = g_string_new (NULL);
  const int signals[] = { SIGKILL, SIGTERM };

  /* Far too large to finish. */
  g_string_append (large, "{\"format\": \"tilewright-pieces\", \"version\": 1, \"board\": [");
  for (int y = 0; y < 10; y++)
    g_string_append_printf (large, "%s\"############\"", y > 0 ? ", " : "");
  g_string_append (large, "], \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"], \"most\": 30,"
                          " \"rotate\": true}, {\"name\": \"B\", \"cells\": [\"###\", \"#\"],"
                          " \"most\": 30, \"rotate\": true, \"flip\": true}]}");
  cli_write_file ("large.json", large->str);
  cli_expect ("split large.json --force --units 3 left", 0, "", "");
  g_autoptr (TwPlan) plan = read_plan ("left");
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++) {
    g_autoptr (GSubprocess) process = cli_start ("work left --unit 2");
    g_autoptr (TwNodeMemo) memo = NULL;

    while (!cli_catches_usr1 (process))
      g_thread_yield ();
    if (i == 0 && (memo = tw_node_memo_open (plan)) == NULL) {
      g_subprocess_force_exit (process);
      g_test_skip ("no shared memory");
      return;
    }
    g_subprocess_send_signal (process, signals[i]);
    g_auto (TestOutcome) outcome = cli_finish (process);
    g_assert_cmpint (outcome.code, ==, i == 0 ? -1 : 3);
  }
  g_assert_false (is_shared (plan));
}

/* A file that is shorter than the tables that it should have is made longer. */
TEST (short_memo, "/cli-sharing/short-memo")
{
  cli_write_file ("narrow.json", NARROW);
  g_autofree char *sum = cli_expected_sum ("narrow.json");
  cli_expect ("split narrow.json --force --units 9 short", 0, "", "");
  g_autoptr (TwPlan) plan = read_plan ("short");
  g_autoptr (TwNodeMemo) memo = tw_node_memo_open (plan);
  if (memo == NULL) {
    g_test_skip ("no shared memory");
    return;
  }
  *(guint64 *) memo->region.base = 3; /* the number of tables */
  cli_expect ("work short --rank-env", 0, "", "");
  cli_expect ("merge short", 0, sum, "");
}

/* Memory that was deleted and made again meanwhile belongs to the other process. */
TEST (removed_memo, "/cli-sharing/removed-memo")
{
  cli_write_file ("narrow.json", NARROW);
  cli_expect ("split narrow.json --force --units 9 removed", 0, "", "");
  g_autoptr (TwPlan) plan = read_plan ("removed");
  g_autofree char *name = tw_node_memo_name (plan);
  TwNodeMemo *before = tw_node_memo_open (plan);
  if (before == NULL) {
    g_test_skip ("no shared memory");
    return;
  }
  g_assert_cmpint (shm_unlink (name), ==, 0);
  TwNodeMemo *after = tw_node_memo_open (plan);
  g_assert_nonnull (after);
  tw_node_memo_close (before);
  g_assert_true (is_shared (plan));
  tw_node_memo_close (after);
  g_assert_false (is_shared (plan));
}

TEST_MAIN (cli_test_init, cli_test_run)
