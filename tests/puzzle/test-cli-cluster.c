/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-cli merge: results that contradict each other, or have no tiling, which are stored as no
 * command does. The table cli/cluster.txt has the rest. */
#include <glib/gstdio.h>

#include "cli-test.h"
#include "core/pieces/checkpoint.h"
#include "puzzle/cluster/ledger.h"
#include "puzzle/cluster/unit-result.h"
#include "puzzle/core-values.h"

static void
count_one_more (TwUnitResult *result)
{
  g_auto (TwCheckpoint) checkpoint = { 0 };
  char *work;

  g_assert_cmpint (tw_checkpoint_read (&checkpoint, result->work), ==, TW_CHECKPOINT_OK);
  checkpoint.raw++;
  checkpoint.distinct++;
  work = tw_checkpoint_write (&checkpoint);
  g_free (result->work);
  result->work = g_strdup (work);
  free (work);
}

/* Replaces the first solution by one with another number. */
static void
replace_first (TwUnitResult *result)
{
  g_free (result->answers->pdata[0]);
  result->answers->pdata[0] = g_strdup ("{\"count\":1,\"tilings\":[\"9 9 9 (9)\"]}");
}

/* Stores the result of the first finished unit of a run once more; `change` may be NULL. */
static TwResultOutcome
store_again (const char *folder, const char *inner, void (*change) (TwUnitResult *result))
{
  g_autofree char *path = cli_path (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read (path, &error);
  const TwUnit *unit = ledger->whole->pdata[0];
  g_autofree char *file = tw_unit_result_file (unit);
  g_autofree char *old = g_build_filename (path, "results", file, NULL);
  g_autoptr (TwUnitResult) result = tw_unit_result_read (old, ledger->plan, unit, &error);

  g_assert_no_error (error);
  if (change != NULL)
    change (result);
  TwResultOutcome outcome = tw_unit_result_store (path, inner, ledger->plan, unit, result, &error);
  g_assert_true ((outcome == TW_RESULT_FAILED) == (error != NULL));
  return outcome;
}

/* Merge names both results; without the one that differs all is well. */
static void
expect_contradiction (const char *folder)
{
  g_autofree char *line = g_strdup_printf ("merge %s", folder);
  g_autofree char *name = g_build_filename (folder, "results", NULL), *path = cli_path (name);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *file;

  cli_expect (line, 2, "", ".differs: this result contradicts ");
  do
    file = g_dir_read_name (dir);
  while (file != NULL && !g_str_has_suffix (file, ".differs"));
  g_assert_nonnull (file);
  {
    g_autofree char *differs = g_build_filename (path, file, NULL);

    g_unlink (differs);
  }
  cli_expect (line, 0, "", "");
}

/* Splits a puzzle and searches all units but the first `left`. */
static void
run_units (const char *split, const char *folder, guint n, guint left)
{
  cli_expect (split, 0, "", "");
  for (guint i = left; i < n; i++) {
    g_autofree char *line = g_strdup_printf ("work %s --unit %u", folder, i);

    cli_expect (line, 0, "finished", "");
  }
}

/* The first result wins. A second, complete result that differs is kept. */
TEST (contradiction, "/cli-cluster/contradiction")
{
  cli_write_file (
    "small.json",
    "{\"board\": [\"########\", \"########\", \"########\", \"########\", \"########\"],"
    " \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"], \"most\": 10},"
    " {\"name\": \"B\", \"cells\": [\"###\", \"#\"], \"most\": 10, \"flip\": false}]}");
  run_units ("split small.json --force --units 9 a", "a", 9, 0);
  g_assert_cmpint (store_again ("a", "results", NULL), ==, TW_RESULT_LATE);
  cli_expect ("merge a", 0, "", "");
  g_assert_cmpint (store_again ("a", "results", count_one_more), ==, TW_RESULT_FAILED);
  expect_contradiction ("a");
  g_assert_cmpint (store_again ("a", "audits", count_one_more), ==, TW_RESULT_STORED);
  cli_expect ("merge a", 2, "", "this result contradicts ");
  cli_expect ("work a --audit 2%", 2, "", "contradicts ");
}

TEST (capped, "/cli-cluster/capped")
{
  cli_write_file ("all.json",
                  "{\"kind\": \"capped\", \"size\": [15, 16], \"cap\": 3, \"goal\": \"all\"}");
  run_units ("split all.json --command solve --force --units 6 ca", "ca", 6, 0);
  g_assert_cmpint (store_again ("ca", "results", NULL), ==, TW_RESULT_LATE);
  g_assert_cmpint (store_again ("ca", "results", replace_first), ==, TW_RESULT_FAILED);
  expect_contradiction ("ca");
}

/* Stores a result of unit 0 whose search ended before it had a tiling. */
static void
store_untiled (const char *folder)
{
  g_autofree char *path = cli_path (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read (path, &error);
  g_autoptr (TwUnitResult) result = tw_unit_result_new ();
  g_autoptr (TwResult) untiled = tw_result_new (ledger->plan->puzzles->pdata[0]);

  untiled->bound = 2;
  g_ptr_array_add (result->answers, tw_result_print (untiled));
  result->work = g_strdup ("");
  g_assert_cmpint (tw_unit_result_store (path, "results", ledger->plan,
                                         ledger->plan->units->pdata[0], result, &error),
                   ==, TW_RESULT_STORED);
}

/* A search that ended without a tiling also has a bound. */
TEST (untiled, "/cli-cluster/untiled")
{
  cli_write_file ("apart.txt", "....#....#....#\n"
                               "...##..#.#....#\n"
                               "....#....#....#\n"
                               "##.############\n"
                               "......#........\n"
                               ".#....#...#....\n");
  run_units ("split apart.txt --command solve --force --units 3 un", "un", 3, 1);
  store_untiled ("un");
  cli_expect ("merge un", 0, "apart.txt: ", "");
}

TEST_MAIN (cli_test_init, cli_test_run)
