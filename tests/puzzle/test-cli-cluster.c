/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-cli split, work, merge and cluster, without a cluster: sums, exit codes, and damaged,
 * swapped and foreign files. build-aux/test-cluster does the same under Slurm and Open MPI. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli-test.h"
#include "core/pieces/checkpoint.h"
#include "puzzle/cluster/ledger.h"
#include "puzzle/cluster/seal.h"
#include "puzzle/cluster/unit-result.h"
#include "puzzle/json.h"

#define PIECES(rows, most, flip)                                                     \
  "{\"board\": [" rows "], \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"],"    \
  " \"least\": 0, \"most\": " most ", \"rotate\": true, \"flip\": true}, "           \
  "{\"name\": \"B\", \"cells\": [\"###\", \"#\"], \"least\": 0, \"most\": " most "," \
  " \"rotate\": true, \"flip\": " flip "}]}\n"
#define FIVE(row) "\"" row "\", \"" row "\", \"" row "\", \"" row "\", \"" row "\""
#define SMALL     PIECES (FIVE ("########"), "10", "false")
/* Far too large to finish. */
#define LARGE PIECES (FIVE ("############") ", " FIVE ("############"), "30", "true")

#define CAPPED(size, cap) "{\"kind\": \"capped\", \"size\": " size ", \"cap\": " cap "}"

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The result files of a run folder, sorted. */
static GPtrArray *
list_results (const char *folder)
{
  g_autofree char *path = cli_path (folder);
  g_autofree char *results = g_build_filename (path, "results", NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (results, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (files, g_build_filename (results, name, NULL));
  g_ptr_array_sort (files, compare_names);
  return files;
}

static void
run_all (const char *folder, const char *options)
{
  g_autofree char *line = g_strdup_printf ("work %s --rank-env%s", folder, options);

  cli_expect (line, 0, "", "");
}

/* Splits a puzzle, after it is written unless `text` is NULL. */
static void
split (const char *puzzle, const char *text, const char *options, const char *folder)
{
  g_autofree char *line = g_strdup_printf ("split %s --force %s %s", puzzle, options, folder);

  if (text != NULL)
    cli_write_file (puzzle, text);
  cli_expect (line, 0, "", "");
}

/* A complete run of the small puzzle in the folder “a”; the files of its results. */
static GPtrArray *
run_small (void)
{
  cli_test_clear ();
  split ("small.json", SMALL, "--units 9", "a");
  run_all ("a", "");
  return list_results ("a");
}

/* The value of the first member of this name, as text. */
static char *
find_member (const char *json, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\":", name);
  const char *p = strstr (json, key);

  g_assert_nonnull (p);
  p += strlen (key);
  return g_strndup (p, *p == '[' ? strcspn (p, "]") : strcspn (p, ",}\n"));
}

static gint64
get_number (const char *line, const char *name)
{
  g_auto (TestOutcome) outcome = cli_run (line);
  g_autofree char *value = find_member (outcome.out, name);

  return g_ascii_strtoll (value, NULL, 10);
}

TEST (list, "/cli-cluster/list")
{
  g_auto (TestOutcome) merged = { 0 };
  gint64 n = 0;

  split ("small.json", SMALL, "--command list --units 9", "l");
  run_all ("l", " --budget 300");
  merged = cli_run ("merge l --json -");
  g_assert_cmpint (merged.code, ==, 0);
  for (const char *p = merged.out; (p = strstr (p, "\"placements\"")) != NULL; p++)
    n++;
  g_assert_cmpint (n, ==, get_number ("count --json - small.json", "distinct"));
  g_assert_cmpint (n, >, 10);
}

/* The placements of all different solutions in the output of a command, sorted. */
static char *
get_solutions (const char *line)
{
  g_auto (TestOutcome) outcome = cli_run (line);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  g_assert_cmpint (outcome.code, ==, 0);
  for (const char *p = outcome.out; (p = strstr (p, "[{\"piece\":")) != NULL; p++)
    g_ptr_array_add (all, g_strndup (p, (gsize) (strstr (p, "}]") - p)));
  g_ptr_array_sort (all, compare_names);
  for (guint i = all->len; i-- > 1;)
    if (g_str_equal (all->pdata[i], all->pdata[i - 1]))
      g_ptr_array_remove_index (all, i);
  g_assert_cmpuint (all->len, >, 10);
  g_ptr_array_add (all, NULL);
  return g_strjoinv ("\n", (char **) all->pdata);
}

/* The list is the one of one process, solution by solution. */
TEST (lists, "/cli-cluster/lists")
{
  g_autofree char *a = NULL, *b = NULL;

  split ("small.json", SMALL, "--command list --raw true --units 9", "lr");
  run_all ("lr", " --budget 500");
  a = get_solutions ("merge lr --json -");
  b = get_solutions ("solve small.json --all --raw true --json -");
  g_assert_cmpstr (a, ==, b);
}

static void
copy_file (const char *from, const char *to)
{
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &text, &length, NULL));
  g_assert_true (g_file_set_contents (to, text, (gssize) length, NULL));
}

/* Each changed file is named, with exit code 2; with the right file again all is well. */
TEST (bad_results, "/cli-cluster/bad-results")
{
  g_autoptr (GPtrArray) files = run_small ();
  const char *first = files->pdata[0], *second = files->pdata[1];
  g_autofree char *name = g_path_get_basename (first);
  g_autofree char *saved = cli_path ("saved"), *extra = g_strconcat (first, "0", NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_cmpuint (files->len, >, 8);
  copy_file (first, saved);
  g_assert_true (g_file_get_contents (first, &text, &length, NULL));
  for (gsize cut = 0; cut < length; cut += 1 + length / 7) {
    g_assert_true (g_file_set_contents (first, text, (gssize) cut, NULL));
    cli_expect ("merge a", 2, "", name);
  }
  text[length / 2] ^= 1;
  g_assert_true (g_file_set_contents (first, text, (gssize) length, NULL));
  cli_expect ("merge a", 2, "", "checksum is wrong");

  copy_file (second, first);
  cli_expect ("merge a", 2, "", "result of another unit");
  copy_file (saved, first);
  copy_file (first, extra);
  cli_expect ("merge a", 2, "", "belongs to no unit");
  g_unlink (extra);
  cli_expect ("merge a", 0, "solutions", "");
  g_unlink (first);
  cli_expect ("merge a", 1, "1 unit is missing", "");
  copy_file (saved, first);
}

/* Results of another puzzle, with the same names. */
TEST (foreign_results, "/cli-cluster/foreign-results")
{
  g_autoptr (GPtrArray) files = run_small ();
  g_autofree char *line = NULL;
  g_autofree char *other = g_strdup (SMALL);
  g_autofree char *folder = cli_path ("f/results");
  g_autofree char *path = NULL;
  g_autofree char *name = g_path_get_basename (files->pdata[0]);

  memcpy (strstr (other, "false"), "true ", 5);
  split ("other.json", other, "--units 9", "f");
  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  path = g_build_filename (folder, name, NULL);
  copy_file (files->pdata[0], path);
  line = g_strdup_printf ("results/%s", name);
  cli_expect ("merge f", 2, "", "belongs to no unit");
  cli_expect ("work f --unit 0", 2, "", line);
}

static void
count_one_more (TwUnitResult *result)
{
  TwCheckpoint checkpoint;
  char *work;

  g_assert_cmpint (tw_checkpoint_read (&checkpoint, result->work), ==, TW_CHECKPOINT_OK);
  checkpoint.raw++;
  checkpoint.distinct++;
  work = tw_checkpoint_write (&checkpoint);
  g_free (result->work);
  result->work = g_strdup (work);
  free (work);
  tw_checkpoint_clear (&checkpoint);
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
  g_autoptr (TwUnitResult) result = NULL;
  const TwUnit *unit = ledger->whole->pdata[0];
  g_autofree char *file = tw_unit_result_file (unit);
  g_autofree char *old = g_build_filename (path, "results", file, NULL);
  TwResultOutcome outcome;

  result = tw_unit_result_read (old, ledger->plan, unit, &error);
  g_assert_no_error (error);
  if (change != NULL)
    change (result);
  outcome = tw_unit_result_store (path, inner, ledger->plan, unit, result, &error);
  g_assert_true ((outcome == TW_RESULT_FAILED) == (error != NULL));
  return outcome;
}

/* Merge names both results; without the one that differs all is well. */
static void
expect_contradiction (const char *folder)
{
  g_autofree char *line = g_strdup_printf ("merge %s", folder);
  g_autoptr (GPtrArray) files = list_results (folder);
  gboolean any = FALSE;

  cli_expect (line, 2, "", ".differs: this result contradicts ");
  for (guint i = 0; i < files->len; i++)
    if (g_str_has_suffix (files->pdata[i], ".differs")) {
      g_unlink (files->pdata[i]);
      any = TRUE;
    }
  g_assert_true (any);
  cli_expect (line, 0, "", "");
}

/* The first result wins. A second, complete result that differs is kept. */
TEST (contradiction, "/cli-cluster/contradiction")
{
  g_autoptr (GPtrArray) files = run_small ();

  g_assert_cmpint (store_again ("a", "results", NULL), ==, TW_RESULT_LATE);
  cli_expect ("merge a", 0, "", "");
  g_assert_cmpint (store_again ("a", "results", count_one_more), ==, TW_RESULT_FAILED);
  expect_contradiction ("a");
  g_assert_cmpint (store_again ("a", "audits", count_one_more), ==, TW_RESULT_STORED);
  cli_expect ("merge a", 2, "", "this result contradicts ");
  cli_expect ("work a --audit 2%", 2, "", "contradicts ");
}

/* --- parts of one puzzle ----------------------------------------------------------------- */

/* `solve` and the merged run agree on these members. */
static void
expect_same (const char *puzzle, const char *folder, const char *const *names)
{
  g_autofree char *solve = g_strdup_printf ("solve %s --threads 1 --time 1000 --json -", puzzle);
  g_autofree char *merge = g_strdup_printf ("merge %s --json -", folder);
  g_auto (TestOutcome) solved = cli_run (solve);
  g_auto (TestOutcome) merged = cli_run (merge);
  const char *answers = strstr (merged.out, "\"answers\":");

  g_assert_nonnull (answers);
  for (; *names != NULL; names++) {
    g_autofree char *value = find_member (solved.out, *names);
    g_autofree char *member = g_strdup_printf ("\"%s\":%s", *names, value);

    g_assert_nonnull (strstr (answers, member));
  }
}

/* Replaces lines of a plan that start with `prefix`, and seals it again. */
static void
change_plan (const char *folder, const char *prefix, const char *line)
{
  g_autofree char *name = g_strdup_printf ("%s/plan", folder), *path = cli_path (name);
  g_autofree char *text = NULL, *pattern = g_strdup_printf ("^%s.*$", prefix);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autofree char *changed = NULL, *sum = NULL;
  GString *sealed;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  *strstr (text, "sum ") = '\0';
  changed = g_regex_replace (regex, text, -1, 0, line, 0, NULL);
  g_assert_cmpstr (changed, !=, text);
  sealed = g_string_new (changed);
  sum = tw_seal_close (sealed);
  g_assert_true (g_file_set_contents (path, sealed->str, (gssize) sealed->len, NULL));
  g_string_free (sealed, TRUE);
}

/* Plans whose parts are not those of this version of the search. */
TEST (foreign_parts, "/cli-cluster/foreign-parts")
{
  static const char reason[] = "the plan was made by another version of the search";

  split ("few.json", CAPPED ("[9, 10]", "3, \"goal\": \"all\""), "--command solve --units 3", "fd");
  change_plan ("fd", "parts 31 ", "parts 31 1");
  cli_expect ("merge fd", 2, "", reason);
  split ("few.json", NULL, "--command solve --units 3", "fe");
  change_plan ("fe", "program ", "program 0.0");
  cli_expect ("merge fe", 2, "", reason);
  cli_expect ("work fe --unit 0", 2, "", reason);
  split ("two.txt", "...#....\n...#....\n", "--command solve --units 2", "ft");
  change_plan ("ft", "program ", "program 0.0");
  cli_expect ("merge ft", 1, "missing: 0, 1", "");
}

/* All tilings of a capped search, through units that are cut short. */
TEST (capped_all, "/cli-cluster/capped-all")
{
  static const char *const same[] = { "status", "count", "complete", "tilings", "bound", NULL };

  cli_write_file ("all.json", CAPPED ("[15, 16]", "3, \"goal\": \"all\""));
  cli_expect ("split all.json --command solve --force --units 6 ca", 0, "ca: 6 work units", "");
  cli_expect ("work ca --unit 0 --budget 1", 0, "new units", "");
  cli_expect ("work ca --unit 5", 0, "unit 5: finished", "");
  cli_expect ("merge ca", 1, "missing: 0.0, 1, 2, 3, 4", "");
  run_all ("ca", "");
  cli_expect ("merge ca", 0, "all.json: ", "");
  expect_same ("all.json", "ca", same);
  cli_expect ("work ca --audit 2%", 2, "", "--audit is for counts and lists");

  g_assert_cmpint (store_again ("ca", "results", NULL), ==, TW_RESULT_LATE);
  g_assert_cmpint (store_again ("ca", "results", replace_first), ==, TW_RESULT_FAILED);
  expect_contradiction ("ca");
}

/* Without a tiling within a cap all parts are needed. */
TEST (capped_none, "/cli-cluster/capped-none")
{
  static const char *const same[] = { "status", "goal", NULL };

  split ("none.json", CAPPED ("13", "2"), "--command solve --units 4", "cn");
  run_all ("cn", "");
  cli_expect ("merge cn", 0, "no solution exists", "");
  expect_same ("none.json", "cn", same);
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

TEST (components, "/cli-cluster/components")
{
  static const char *const same[] = { "status", "numberOfSquares", "bound", NULL };

  cli_write_file ("apart.txt", "....#....#....#\n"
                               "...##..#.#....#\n"
                               "....#....#....#\n"
                               "##.############\n"
                               "......#........\n"
                               ".#....#...#....\n");
  cli_expect ("split apart.txt --command solve --force --units 3 co", 0, "co: 3 work units", "");
  cli_expect ("work co --unit 1", 0, "finished", "");
  cli_expect ("merge co", 1, "2 units are missing: 0, 2", "");
  run_all ("co", "");
  cli_expect ("merge co", 0, "apart.txt: ", "");
  expect_same ("apart.txt", "co", same);

  /* A search that ended without a tiling also has a bound. */
  split ("apart.txt", NULL, "--command solve --units 3", "un");
  cli_expect ("work un --unit 1", 0, "finished", "");
  cli_expect ("work un --unit 2", 0, "finished", "");
  store_untiled ("un");
  cli_expect ("merge un", 0, "apart.txt: ", "");
}

/* The tiling of one unit, and the bounds that the others add up. */
TEST (bands, "/cli-cluster/bands")
{
  gint64 bound;

  cli_expect ("generate --width 60 --height 40 --density 0.12 --seed 7 --output large.txt", 0, "",
              "");
  cli_expect ("split large.txt --command solve --force --units 4 --time 1 ba", 0,
              "ba: 4 work units", "");
  for (int unit = 3; unit > 0; unit--) {
    g_autofree char *line = g_strdup_printf ("work ba --unit %d", unit);

    cli_expect (line, 0, "finished", "");
  }
  cli_expect ("merge ba", 1, "1 unit is missing: 0", "");
  bound = get_number ("merge ba --json -", "bound");
  g_assert_cmpint (bound, >, 500);
  run_all ("ba", "");
  cli_expect ("merge ba", 0, "squares", "");
  g_assert_cmpint (get_number ("merge ba --json -", "numberOfSquares"), >=, bound);
}

/* A signal stops a unit; what it has found is kept, unless the search had not begun. */
TEST (signals, "/cli-cluster/signals")
{
  const int signals[] = { SIGUSR1, SIGTERM };

  split ("large.json", LARGE, "--units 3", "s");
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++) {
    g_autoptr (GSubprocess) process = cli_start ("work s --unit 2", FALSE, NULL);
    g_auto (TestOutcome) outcome = { 0 };

    while (!cli_catches_usr1 (process))
      g_thread_yield ();
    g_subprocess_send_signal (process, signals[i]);
    outcome = cli_finish (process, NULL);
    g_assert_cmpint (outcome.code, ==, 3);
    cli_expect ("merge s", 1, "missing", "");
  }
}

TEST (batch, "/cli-cluster/batch")
{
  g_auto (TestOutcome) single = { 0 };
  g_auto (TestOutcome) merged = { 0 };
  g_autoptr (GRegex) seconds = g_regex_new (",[0-9]*(\\.[0-9]+)?,optimal", 0, 0, NULL);
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *folder = cli_path ("boards");

  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  cli_expect ("generate --width 9 --height 7 --density 0.1 --count 11 --output boards", 0, "", "");
  cli_expect ("split boards --command solve --units 4 quick", 2, "", "in a few seconds");
  cli_expect ("split boards --command solve --units 4 --force batch", 0, "batch: 4 work units", "");
  cli_expect ("work batch --unit 3", 0, "unit 3: finished", "");
  cli_expect ("work batch --unit 0 --budget 1", 0, "new units", "");
  cli_expect ("work batch --audit 2%", 2, "", "--audit is for counts and lists");
  cli_expect ("merge batch", 1, "missing: 0.0, 1, 2", "");
  run_all ("batch", "");
  merged = cli_run ("merge batch --csv -");
  single = cli_run ("resolve boards --csv -");
  g_assert_cmpint (merged.code, ==, 0);
  a = g_regex_replace (seconds, merged.out, -1, 0, ",,optimal", 0, NULL);
  b = g_regex_replace (seconds, single.out, -1, 0, ",,optimal", 0, NULL);
  g_assert_cmpstr (a, ==, b);
  g_assert_nonnull (strstr (a, "optimal"));
}

TEST_MAIN (cli_test_init, cli_test_run)
