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

#define SMALL                                                                             \
  "{\"format\": \"tilewright-pieces\", \"version\": 1,\n"                                 \
  " \"board\": [\"########\", \"########\", \"########\", \"########\", \"########\"],\n" \
  " \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"], \"least\": 0, \"most\": 10,"    \
  " \"rotate\": true, \"flip\": true},\n"                                                 \
  " {\"name\": \"B\", \"cells\": [\"###\", \"#\"], \"least\": 0, \"most\": 10,"           \
  " \"rotate\": true, \"flip\": false}]}\n"
/* Far too large to finish. */
#define LARGE                                                                                  \
  "{\"format\": \"tilewright-pieces\", \"version\": 1,\n"                                      \
  " \"board\": [\"############\", \"############\", \"############\", \"############\","       \
  " \"############\", \"############\", \"############\", \"############\", \"############\"," \
  " \"############\"],\n"                                                                      \
  " \"pieces\": [{\"name\": \"A\", \"cells\": [\"####\"], \"least\": 0, \"most\": 30,"         \
  " \"rotate\": true, \"flip\": true},\n"                                                      \
  " {\"name\": \"B\", \"cells\": [\"###\", \"#\"], \"least\": 0, \"most\": 30,"                \
  " \"rotate\": true, \"flip\": true}]}\n"

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

static void
test_count (void)
{
  g_autofree char *sum = NULL;

  cli_write_file ("small.json", SMALL);
  sum = cli_expected_sum ("small.json");
  cli_expect ("split small.json --units 9 quick", 2, "", "in a few seconds");
  cli_expect ("split small.json --force --units 9 a", 0, "a: ", "");
  cli_expect ("split small.json --force --units 9 a", 2, "", "there is a plan already");
  cli_expect ("merge a", 1, "0.00 % done", "");
  cli_expect ("work a --unit 0", 0, "unit 0: ", "");
  cli_expect ("work a --unit 0", 0, "already finished", "");
  cli_expect ("work a --unit 99", 2, "", "there is no unit “99”");
  cli_expect ("work a", 2, "", "SLURM_ARRAY_TASK_ID");
  cli_expect ("merge a --json -", 1, "\"status\":\"incomplete\"", "");
  cli_expect ("merge a", 1, "missing: 1, 2, 3", "");
  run_all ("a", "");
  cli_expect ("merge a", 0, sum, "");
  cli_expect ("merge a --json -", 0, "\"missing\":[]", "");
  cli_expect ("merge a --csv -", 2, "", "--csv is for batches only");
  cli_expect ("merge nowhere", 2, "", "nowhere/plan");
}

/* Units with a small budget leave children, which are units of the next round. */
static void
test_budget (void)
{
  g_autofree char *sum = cli_expected_sum ("small.json");

  cli_expect ("split small.json --force --units 1 b", 0, "b: ", "");
  cli_expect ("work b --unit 0 --budget 50", 0, "split into", "");
  cli_expect ("merge b", 1, "0.0", "");
  for (int i = 0; i < 3; i++)
    cli_expect ("work b --unit 0 --budget 50", 0, "unit 0.", "");
  run_all ("b", " --budget 300");
  cli_expect ("merge b", 0, sum, "");
}

static void
test_list (void)
{
  g_auto (TestOutcome) merged = { 0 };
  g_auto (TestOutcome) counted = cli_run ("count --json - small.json");
  g_autofree char *distinct = NULL;
  const char *p = strstr (counted.out, "\"distinct\":");
  guint n = 0;

  g_assert_nonnull (p);
  distinct = g_strndup (p + 11, strspn (p + 11, "0123456789"));
  cli_expect ("split small.json --force --command list --units 9 l", 0, "l: ", "");
  run_all ("l", " --budget 300");
  merged = cli_run ("merge l --json -");
  g_assert_cmpint (merged.code, ==, 0);
  for (p = merged.out; (p = strstr (p, "\"placements\"")) != NULL; p++)
    n++;
  g_assert_cmpuint (n, ==, g_ascii_strtoull (distinct, NULL, 10));
  g_assert_cmpuint (n, >, 10);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
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
  g_ptr_array_sort (all, compare_texts);
  for (guint i = all->len; i-- > 1;)
    if (g_str_equal (all->pdata[i], all->pdata[i - 1]))
      g_ptr_array_remove_index (all, i);
  g_assert_cmpuint (all->len, >, 10);
  g_ptr_array_add (all, NULL);
  return g_strjoinv ("\n", (char **) all->pdata);
}

/* The list is the one of one process, solution by solution. */
static void
test_lists (void)
{
  g_autofree char *a = NULL, *b = NULL;

  cli_expect ("split small.json --force --command list --raw true --units 9 lr", 0, "lr: ", "");
  run_all ("lr", " --budget 500");
  a = get_solutions ("merge lr --json -");
  b = get_solutions ("solve small.json --all --raw true --json -");
  g_assert_cmpstr (a, ==, b);
  cli_expect ("split small.json --force --command list --engine frontier r", 2, "",
              "does not find solutions one by one");
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
static void
test_bad_results (void)
{
  g_autoptr (GPtrArray) files = list_results ("a");
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
static void
test_foreign_results (void)
{
  g_autoptr (GPtrArray) files = list_results ("a");
  g_autofree char *line = NULL;
  g_autofree char *other = g_strdup (SMALL);
  g_autofree char *folder = cli_path ("f/results");
  g_autofree char *path = NULL;
  g_autofree char *name = g_path_get_basename (files->pdata[0]);

  memcpy (strstr (other, "false"), "true ", 5);
  cli_write_file ("other.json", other);
  cli_expect ("split other.json --force --units 9 f", 0, "", "");
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

/* The first result wins. A second, complete result that differs is kept, and merge names both. */
static void
test_contradiction (void)
{
  g_autoptr (GPtrArray) files = NULL;
  gboolean any = FALSE;

  g_assert_cmpint (store_again ("a", "results", NULL), ==, TW_RESULT_LATE);
  cli_expect ("merge a", 0, "", "");
  g_assert_cmpint (store_again ("a", "results", count_one_more), ==, TW_RESULT_FAILED);
  cli_expect ("merge a", 2, "", ".differs: this result contradicts ");
  files = list_results ("a");
  for (guint i = 0; i < files->len; i++)
    if (g_str_has_suffix (files->pdata[i], ".differs")) {
      g_unlink (files->pdata[i]);
      any = TRUE;
    }
  g_assert_true (any);
  cli_expect ("merge a", 0, "", "");
}

static void
test_audit (void)
{
  cli_expect ("work a --audit x", 2, "", "a percentage above 0");
  cli_expect ("work batch --audit 2%", 2, "", "--audit is for counts and lists");
  cli_expect ("split small.json --force --units 9 audited", 0, "", "");
  run_all ("audited", " --budget 300");
  cli_expect ("work audited --audit 2%", 0, "repeated and agree", "");
  cli_expect ("work audited --audit 100%", 0, "units were repeated and agree", "");
  cli_expect ("merge audited", 0, "units were repeated and agree", "");
  cli_expect ("work l --audit 50", 0, "units were repeated and agree", "");
  cli_expect ("merge l", 0, "units were repeated and agree", "");

  g_assert_cmpint (store_again ("a", "audits", count_one_more), ==, TW_RESULT_STORED);
  cli_expect ("merge a", 2, "", "this result contradicts ");
  cli_expect ("work a --audit 2%", 2, "", "contradicts ");
}

/* --- parts of one puzzle ----------------------------------------------------------------- */

/* The value of a member of an object, or of the first object of an array, as text. */
static char *
get_member (const char *line, const char *name)
{
  g_auto (TestOutcome) outcome = cli_run (line);
  g_autofree char *key = g_strdup_printf ("\"%s\":", name);
  const char *p = strstr (outcome.out, key);

  g_assert_nonnull (p);
  p += strlen (key);
  return g_strndup (p, *p == '[' ? strcspn (p, "]") : strcspn (p, ",}\n"));
}

/* Do `solve` and the merged run agree on these members? */
static void
expect_same (const char *puzzle, const char *folder, const char *const *names)
{
  g_autofree char *solve = g_strdup_printf ("solve %s --threads 1 --time 1000 --json -", puzzle);
  g_autofree char *merge = g_strdup_printf ("merge %s --json -", folder);

  for (; *names != NULL; names++) {
    g_autofree char *a = get_member (solve, *names), *b = NULL;
    g_auto (TestOutcome) merged = cli_run (merge);
    g_autofree char *joined = cli_path ("joined");
    const char *answers = strstr (merged.out, "\"answers\":");

    g_assert_nonnull (answers);
    g_assert_true (g_file_set_contents (joined, answers, -1, NULL));
    b = g_strdup_printf ("\"%s\":%s", *names, a);
    g_assert_nonnull (strstr (answers, b));
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
static void
test_foreign_parts (void)
{
  static const char reason[] = "the plan was made by another version of the search";

  cli_write_file ("few.json",
                  "{\"kind\": \"capped\", \"size\": [9, 10], \"cap\": 3, \"goal\": \"all\"}");
  cli_write_file ("two.txt", "...#....\n...#....\n");
  cli_expect ("split few.json --command solve --force --units 3 fd", 0, "", "");
  change_plan ("fd", "parts 31 ", "parts 31 1");
  cli_expect ("merge fd", 2, "", reason);
  cli_expect ("split few.json --command solve --force --units 3 fe", 0, "", "");
  change_plan ("fe", "program ", "program 0.0");
  cli_expect ("merge fe", 2, "", reason);
  cli_expect ("work fe --unit 0", 2, "", reason);
  cli_expect ("split two.txt --command solve --force --units 2 ft", 0, "", "");
  change_plan ("ft", "program ", "program 0.0");
  cli_expect ("merge ft", 1, "missing: 0, 1", "");
}

/* All tilings of a capped search, through units that are cut short. */
static void
test_capped_all (void)
{
  static const char *const same[] = { "status", "count", "complete", "tilings", "bound", NULL };
  g_autoptr (GPtrArray) files = NULL;

  cli_write_file ("all.json",
                  "{\"kind\": \"capped\", \"size\": [15, 16], \"cap\": 3, \"goal\": \"all\"}");
  cli_expect ("split all.json --command solve --units 6 ca", 2, "", "in a few seconds");
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
  cli_expect ("merge ca", 2, "", ".differs: this result contradicts ");
  files = list_results ("ca");
  for (guint i = 0; i < files->len; i++)
    if (g_str_has_suffix (files->pdata[i], ".differs"))
      g_unlink (files->pdata[i]);
  cli_expect ("merge ca", 0, "", "");
}

/* A tiling within a cap: the first one decides; without one all parts are needed. */
static void
test_capped_any (void)
{
  static const char *const same[] = { "status", "goal", NULL };

  cli_write_file ("any.json", "{\"kind\": \"capped\", \"size\": 15, \"cap\": 3}");
  cli_write_file ("none.json", "{\"kind\": \"capped\", \"size\": 13, \"cap\": 2}");
  cli_expect ("split any.json --command solve --force --units 4 cy", 0, "", "");
  cli_expect ("merge cy", 1, "0.00 % done", "");
  run_all ("cy", "");
  cli_expect ("merge cy", 0, "no size more than", "");
  cli_expect ("merge cy --csv -", 0, "any.json", "");
  cli_expect ("split none.json --command solve --force --units 4 cn", 0, "", "");
  run_all ("cn", "");
  cli_expect ("merge cn", 0, "no solution exists", "");
  expect_same ("none.json", "cn", same);
  cli_write_file ("least.json", "{\"kind\": \"capped\", \"size\": 13}");
  cli_expect ("split least.json --command solve --force r", 2, "",
              "only the goals “any” and “all”");
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

static void
test_components (void)
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
  cli_expect ("split apart.txt --command solve --force --units 3 un", 0, "", "");
  cli_expect ("work un --unit 1", 0, "finished", "");
  cli_expect ("work un --unit 2", 0, "finished", "");
  store_untiled ("un");
  cli_expect ("merge un", 0, "apart.txt: ", "");
  cli_write_file ("small.txt", "....#..\n.......\n");
  cli_expect ("split small.txt --command solve --force r", 2, "", "this board is one component");
}

/* The tiling of one unit, and the bounds that the others add up. */
static void
test_bands (void)
{
  g_autofree char *squares = NULL, *bound = NULL;

  cli_expect ("generate --width 60 --height 40 --density 0.12 --seed 7 --output large.txt", 0, "",
              "");
  cli_expect ("split large.txt --command solve --force --units 4 --time 1 ba", 0,
              "ba: 4 work units", "");
  for (int unit = 3; unit > 0; unit--) {
    g_autofree char *line = g_strdup_printf ("work ba --unit %d", unit);

    cli_expect (line, 0, "finished", "");
  }
  cli_expect ("merge ba", 1, "1 unit is missing: 0", "");
  bound = get_member ("merge ba --json -", "bound");
  g_assert_cmpint (g_ascii_strtoll (bound, NULL, 10), >, 500);
  run_all ("ba", "");
  cli_expect ("merge ba", 0, "squares", "");
  squares = get_member ("merge ba --json -", "numberOfSquares");
  g_assert_cmpint (g_ascii_strtoll (squares, NULL, 10), >=, g_ascii_strtoll (bound, NULL, 10));
}

/* A signal stops a unit; what it has found is kept, unless the search had not begun. */
static void
test_signals (void)
{
  const int signals[] = { SIGUSR1, SIGTERM };

  cli_write_file ("large.json", LARGE);
  cli_expect ("split large.json --force --units 3 s", 0, "", "");
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

static void
test_batch (void)
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

/* Plans do not depend on solutions beside the puzzles, so nothing is said of them. */
static void
test_batch_solutions (void)
{
  g_auto (TestOutcome) outcome = { 0 };
  g_autofree char *folder = cli_path ("judged");

  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  cli_expect ("generate --width 3 --height 2 --density 0 --output judged/a.json", 0, "", "");
  cli_expect ("generate --width 3 --height 3 --density 0 --output judged/b.json", 0, "", "");
  cli_write_file ("judged/a-solution.json", "{\"squares\": [{\"X\": 7, \"Y\": 0, \"Size\": 1}]}");
  cli_expect ("resolve judged", 0, "", "the solution is incorrect");
  outcome = cli_run ("split judged --command solve --units 2 --force planned");
  g_assert_cmpint (outcome.code, ==, 0);
  g_assert_cmpstr (outcome.err, ==, "");
}

static void
write_script (const char *name, const char *text)
{
  g_autofree char *path = cli_path (name);

  cli_write_file (name, text);
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
}

/* With commands of Slurm that only take notes. */
static void
test_rounds (void)
{
  g_autofree char *bin = cli_path ("bin");
  g_autofree char *path = g_strdup_printf ("%s:%s", bin, g_getenv ("PATH"));
  g_autofree char *notes = cli_path ("notes"), *jobs = cli_path ("jobs");
  g_autofree char *sbatch = g_strdup_printf ("#!/bin/sh\n"
                                             "echo \"$@\" >>%s\n"
                                             "wc -l <%s\n",
                                             notes, notes);
  g_autofree char *squeue = g_strdup_printf ("#!/bin/sh\ncat %s\n", jobs);
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir (bin, 0777), ==, 0);
  write_script ("bin/sbatch", sbatch);
  write_script ("bin/squeue", squeue);
  g_setenv ("PATH", path, TRUE);
  cli_write_file ("jobs", "1\n1\n2\n");
  cli_expect ("split small.json --force --units 9 rounds", 0, "", "");
  cli_expect ("cluster rounds", 2, "", "and --slurm");
  cli_expect ("cluster rounds --slurm --tasks 2 --partition p1", 0,
              "missing units are submitted as jobs 1,2", "");
  cli_expect ("cluster rounds --slurm", 0, "0.00 % done; pending and running jobs: 1, 1, 2", "");
  g_assert_true (g_file_get_contents (notes, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "--array=0-1 "));
  g_assert_nonnull (strstr (text, "--signal=B:USR1@60"));
  g_assert_nonnull (strstr (text, "--partition=p1"));
  g_assert_nonnull (strstr (text, "--dependency=afterany:1"));
  g_assert_null (strstr (text, "afterok"));

  /* Slurm replaces "%" and drops backslashes in the absolute name of an output. */
  g_clear_pointer (&text, g_free);
  cli_expect ("split small.json --force --units 9 50%A\\z", 0, "", "");
  cli_write_file ("notes", "");
  cli_expect ("cluster 50%A\\z --slurm", 0, "missing units are submitted as jobs 1,2", "");
  g_assert_true (g_file_get_contents (notes, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "/50%A\\z --"));
  g_assert_nonnull (strstr (text, " --output=rounds/1.log "));

  /* The tasks are lines of the round. */
  cli_expect ("work rounds --round 1 --unit 1", 0, "unit 1: finished", "");
  cli_expect ("work rounds --round 1 --unit 2", 2, "", "round 1 has no line “2”");
  cli_expect ("work rounds --round 7 --unit 2", 2, "", "rounds/7");
  cli_write_file ("jobs", "");
  cli_expect ("cluster rounds --slurm --tasks 2", 0, "round 2: 2 of ", "");
  cli_expect ("work rounds --round 2 --unit 1", 0, "unit 2: finished", "");
  cli_expect ("cluster rounds --slurm --per-task 0", 2, "", "--per-task");
  cli_expect ("split small.json --force --units 9 each", 0, "", "");
  cli_expect ("cluster each --slurm --tasks 2 --per-task 3", 0, "round 1: 6 of ", "");
  cli_expect ("work each --round 1 --unit 1", 0, "unit 5: finished", "");
  cli_expect ("merge each", 1, "missing: 0, 1, 2, 6", "");
  cli_expect ("cluster each --slurm --tasks 9 --per-task 9", 0, "round 2: ", "");
  cli_expect ("work each --round 2 --unit 0", 0, "unit 0: finished", "");
  cli_expect ("work each --round 2 --unit 9", 2, "", "round 2 has no line “9”");
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (notes, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, " --per-task 3 "));

  /* A job that starts rounds stops when they bring nothing; a person does not. */
  g_setenv ("SLURM_JOB_ID", "99", TRUE);
  for (int round = 3; round <= 5; round++)
    cli_expect ("cluster rounds --slurm", 0, "missing units are submitted", "");
  cli_expect ("cluster rounds --slurm", 2, "", "no unit was finished in 3 rounds");
  g_unsetenv ("SLURM_JOB_ID");
  cli_expect ("cluster rounds --slurm", 0, "round 6: ", "");

  write_script ("bin/sbatch", "#!/bin/sh\necho no such partition >&2\nexit 1\n");
  cli_expect ("cluster rounds --slurm", 2, "", "sbatch: no such partition");
  run_all ("rounds", "");
  cli_expect ("cluster rounds --slurm", 0, "solutions", "");
}

static void
test_refused (void)
{
  cli_write_file ("board.txt", "....\n....\n");
  cli_expect ("split small.json", 2, "", "expected a puzzle and a folder");
  cli_expect ("split small.json --units 0 r", 2, "", "--units: expected a number from 1 to");
  cli_expect ("split small.json --command dance r", 2, "", "expected count, list or solve");
  cli_expect ("split small.json small.json r", 2, "", "needs a single puzzle");
  cli_expect ("split nowhere.json r", 2, "", "nowhere.json");
  cli_expect ("merge", 2, "", "expected a folder with a plan");
  g_unsetenv ("PMI_RANK");
  cli_expect ("work a --rank-env", 2, "", "no launcher has set");
}

int
main (int argc, char **argv)
{
  g_setenv ("PMI_RANK", "0", TRUE);
  g_setenv ("PMI_SIZE", "1", TRUE);
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-cluster/count", test_count);
  g_test_add_func ("/cli-cluster/budget", test_budget);
  g_test_add_func ("/cli-cluster/list", test_list);
  g_test_add_func ("/cli-cluster/lists", test_lists);
  g_test_add_func ("/cli-cluster/capped-all", test_capped_all);
  g_test_add_func ("/cli-cluster/capped-any", test_capped_any);
  g_test_add_func ("/cli-cluster/foreign-parts", test_foreign_parts);
  g_test_add_func ("/cli-cluster/components", test_components);
  g_test_add_func ("/cli-cluster/bands", test_bands);
  g_test_add_func ("/cli-cluster/bad-results", test_bad_results);
  g_test_add_func ("/cli-cluster/foreign-results", test_foreign_results);
  g_test_add_func ("/cli-cluster/contradiction", test_contradiction);
  g_test_add_func ("/cli-cluster/signals", test_signals);
  g_test_add_func ("/cli-cluster/batch", test_batch);
  g_test_add_func ("/cli-cluster/batch-solutions", test_batch_solutions);
  g_test_add_func ("/cli-cluster/rounds", test_rounds);
  g_test_add_func ("/cli-cluster/audit", test_audit);
  g_test_add_func ("/cli-cluster/refused", test_refused);
  return cli_test_run ();
}
