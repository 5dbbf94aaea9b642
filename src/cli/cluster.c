/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cluster.c - tilewright-cli cluster: submits the missing units of a run folder to Slurm, in
 * rounds, until the result is complete.
 *
 * A round is a job array, each task of which searches one or several units, and a job that runs
 * this command again when the array has ended ("afterany"). With "afterok" that job would wait for
 * ever after a task has failed. The state is in the folder alone, so the command can be interrupted
 * and run again. */
#include <string.h>

#include "cli/command.h"
#include "cli/rounds.h"
#include "puzzle/i18n.h"

enum {
  MAX_IDLE_ROUNDS = 2, /* rounds without a new result, after which nothing more is submitted */
};

static char *folder; /* an absolute path */
static char *program;
static gboolean slurm;
static char *partition;
static char *time_limit;
static int cpus = 1, tasks = 1000, per_task = 1;
static gint64 budget;

static const GOptionEntry entries[] = {
  TW_FLAG ("slurm", &slurm, N_ ("Submit job arrays of Slurm (sbatch)")),
  TW_OPTION (STRING, "partition", &partition, N_ ("NAME"),
             N_ ("Partition of the jobs [the default of the cluster]")),
  TW_OPTION (
    STRING, "time", &time_limit, N_ ("TIME"),
    N_ ("Time limit of a task in the format of sbatch; a minute earlier its unit stops and "
        "its unexplored subtrees become new units")),
  TW_INT ("cpus", &cpus, N_ ("Processors and threads of each task [1]")),
  TW_INT ("tasks", &tasks, N_ ("Largest number of tasks in a job array [1000]")),
  TW_INT ("per-task", &per_task, N_ ("Units that a task searches one after the other [1]")),
  TW_OPTION (INT64, "budget", &budget, N_ ("NODES"),
             N_ ("Search nodes after which a unit stops and its unexplored subtrees become new "
                 "units [no limit]")),
  { 0 },
};

/* --- commands of Slurm ---------------------------------------------------------------- */

/* Runs a command; returns its standard output without the last line break. NULL after an error,
 * which is reported unless `quiet`. */
static char *
run_command (GPtrArray *words, gboolean quiet)
{
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_ptr_array_add (words, NULL);
  if (!g_spawn_sync (NULL, (char **) words->pdata, NULL,
                     quiet ? G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL : G_SPAWN_SEARCH_PATH,
                     NULL, NULL, &out, quiet ? NULL : &err, &status, &error)) {
    tw_cli_error ("%s", error->message);
    return NULL;
  }
  if (!g_spawn_check_wait_status (status, &error)) {
    if (!quiet)
      tw_cli_error ("%s: %s", (const char *) words->pdata[0],
                    err != NULL && *err != '\0' ? g_strdelimit (g_strstrip (err), "\n", ' ')
                                                : error->message);
    return NULL;
  }
  return g_strdup (g_strstrip (out));
}

/* Submits a job that becomes `command`; returns its number. Its output is named relative to the
 * folder: in an absolute name Slurm would replace each "%" and drop each backslash. */
static char *
submit (const char *name, GPtrArray *options, const char *command)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  /* The signals of Slurm go to the shell, so the program replaces it. */
  g_autofree char *wrapped = g_strconcat ("exec ", command, NULL);
  char *number;

  g_ptr_array_add (words, g_strdup ("sbatch"));
  g_ptr_array_add (words, g_strdup ("--parsable"));
  g_ptr_array_add (words, g_strdup ("--no-requeue"));
  g_ptr_array_add (words, g_strdup_printf ("--job-name=%s", name));
  g_ptr_array_add (words, g_strdup_printf ("--chdir=%s", folder));
  if (partition != NULL)
    g_ptr_array_add (words, g_strdup_printf ("--partition=%s", partition));
  g_ptr_array_extend (words, options, (GCopyFunc) (void (*) (void)) g_strdup, NULL);
  g_ptr_array_add (words, g_strdup_printf ("--wrap=%s", wrapped));
  number = run_command (words, FALSE);
  /* "NUMBER;CLUSTER" */
  if (number != NULL)
    number[strcspn (number, ";")] = '\0';
  return number;
}

/* Which jobs of the round are waiting or running, other than this one? */
static char *
list_active (const TwRound *round)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *out = NULL;
  g_auto (GStrv) ids = NULL;
  const char *self = g_getenv ("SLURM_JOB_ID");
  GString *active = g_string_new (NULL);

  if (round->jobs != NULL) {
    g_ptr_array_add (words, g_strdup ("squeue"));
    g_ptr_array_add (words, g_strdup ("--noheader"));
    g_ptr_array_add (words, g_strdup ("--format=%A"));
    g_ptr_array_add (words, g_strdup_printf ("--jobs=%s", round->jobs));
    out = run_command (words, TRUE); /* fails when Slurm has forgotten the jobs */
  }
  ids = g_strsplit (out != NULL ? out : "", "\n", -1);
  for (char **id = ids; *id != NULL; id++)
    if (**id != '\0' && g_strcmp0 (*id, self) != 0)
      g_string_append_printf (active, "%s%s", active->len > 0 ? ", " : "", *id);
  return g_string_free (active, FALSE);
}

/* --- a round ------------------------------------------------------------------------------ */

static char *
submit_array (guint round, guint n)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) command = g_string_new (NULL);
  g_autofree char *quoted_program = g_shell_quote (program);
  g_autofree char *quoted_folder = g_shell_quote (folder);

  g_ptr_array_add (options, g_strdup_printf ("--array=0-%u", n - 1));
  g_ptr_array_add (options, g_strdup_printf ("--cpus-per-task=%d", cpus));
  g_ptr_array_add (options, g_strdup ("--signal=B:USR1@60"));
  g_ptr_array_add (options, g_strdup_printf ("--output=rounds/%u.log", round));
  g_ptr_array_add (options, g_strdup ("--open-mode=append"));
  if (time_limit != NULL)
    g_ptr_array_add (options, g_strdup_printf ("--time=%s", time_limit));
  g_string_printf (command, "%s work %s --round %u --threads %d", quoted_program, quoted_folder,
                   round, cpus);
  if (budget > 0)
    g_string_append_printf (command, " --budget %" G_GINT64_FORMAT, budget);
  return submit ("tilewright", options, command->str);
}

static char *
submit_next (guint round, const char *after)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) command = g_string_new (NULL);
  g_autofree char *quoted_program = g_shell_quote (program);
  g_autofree char *quoted_folder = g_shell_quote (folder);

  g_ptr_array_add (options, g_strdup_printf ("--dependency=afterany:%s", after));
  g_ptr_array_add (options, g_strdup_printf ("--output=rounds/%u.log", round));
  g_ptr_array_add (options, g_strdup ("--open-mode=append"));
  g_string_printf (
    command, "%s cluster %s --slurm --cpus %d --tasks %d --per-task %d --budget %" G_GINT64_FORMAT,
    quoted_program, quoted_folder, cpus, tasks, per_task, budget);
  if (partition != NULL) {
    g_autofree char *quoted = g_shell_quote (partition);

    g_string_append_printf (command, " --partition %s", quoted);
  }
  if (time_limit != NULL) {
    g_autofree char *quoted = g_shell_quote (time_limit);

    g_string_append_printf (command, " --time %s", quoted);
  }
  return submit ("tilewright-next", options, command->str);
}

static TwExit
start_round (guint number, const TwLedger *ledger)
{
  guint each = (guint) per_task;
  guint n = (guint) MIN ((guint64) ledger->missing->len, (guint64) tasks * each);
  g_autoptr (GError) error = NULL;
  g_autofree char *array = NULL;
  g_autofree char *next = NULL;
  g_autofree char *jobs = NULL;

  if (!tw_round_write (folder, number, ledger, n, each, &error))
    return tw_cli_bad_input ("%s", error->message);
  array = submit_array (number, (n + each - 1) / each);
  if (array == NULL)
    return TW_EXIT_BAD_INPUT;
  /* Noted at once: without the second job this command has to be run again by hand, but it must
   * not submit the array twice. */
  if (tw_round_set_jobs (folder, number, array, &error)
      && (next = submit_next (number, array)) != NULL) {
    jobs = g_strdup_printf ("%s,%s", array, next);
    if (tw_round_set_jobs (folder, number, jobs, &error)) {
      /* Translators: number of the round, units, missing units, numbers of two jobs */
      g_print (_ ("round %u: %u of %u missing units are submitted as jobs %s\n"), number, n,
               ledger->missing->len, jobs);
      return TW_EXIT_FOUND;
    }
  }
  if (error != NULL)
    tw_cli_error ("%s", error->message);
  return TW_EXIT_BAD_INPUT;
}

static TwExit
advance (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read (folder, &error);
  g_autofree char *active = NULL;
  TwRound round = { 0 };
  TwExit code = TW_EXIT_BAD_INPUT;

  if (ledger == NULL || !tw_round_find (folder, &round, &error))
    return tw_cli_bad_input ("%s", error->message);
  active = list_active (&round);
  if (tw_ledger_is_complete (ledger)) {
    code = tw_cli_merge_folder (folder);
  } else if (*active != '\0') {
    g_print (_ ("round %u: %.2f %% done; pending and running jobs: %s\n"), round.number,
             100 * ledger->share, active);
    code = TW_EXIT_FOUND;
  } else if (round.no_progress >= MAX_IDLE_ROUNDS && round.n_results == ledger->n_results
             && g_getenv ("SLURM_JOB_ID") != NULL) {
    /* A person who runs the command again starts another round. */
    tw_cli_error (_ ("%s: no unit was finished in %u rounds; see rounds/%u.log"), folder,
                  round.no_progress + 1, round.number);
  } else {
    code = start_round (round.number + 1, ledger);
  }
  tw_round_clear (&round);
  return code;
}

static TwExit
cluster (char **words, TwOptions *options)
{
  TwExit code;

  if (g_strv_length (words) != 1 || !slurm)
    return tw_cli_bad_input (_ ("expected a folder with a plan, and --slurm; see “%s --help”"),
                             g_get_prgname ());
  if (cpus < 1 || cpus > 256 || tasks < 1 || tasks > 1000000 || per_task < 1 || per_task > 1000000
      || budget < 0)
    return tw_cli_bad_input (
      _ ("--cpus, --tasks, --per-task and --budget: expected positive numbers"));
  folder = g_canonicalize_filename (words[0], NULL);
  program = g_file_read_link ("/proc/self/exe", NULL);
  if (program == NULL)
    program = g_strdup ("tilewright-cli");
  code = advance ();
  g_free (program);
  g_free (folder);
  return code;
}

const TwCommand tw_cli_cluster = {
  .name = "cluster",
  .summary = N_ ("Search the missing work units as jobs of Slurm"),
  .parameters = N_ ("FOLDER"),
  .description = N_ (
    "Submits the missing units of the plan in FOLDER as a job array, and after it a job that "
    "submits\nthe units still missing, until the result is complete. It can be run again at any "
    "time."),
  .run = cluster,
  .tables = { entries },
};
