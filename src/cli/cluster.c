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
run_command (const char *line, gboolean quiet)
{
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_command_line_sync (line, &out, &err, &status, &error)) {
    tw_cli_error ("%s", error->message);
    return NULL;
  }
  if (!g_spawn_check_wait_status (status, &error)) {
    if (!quiet)
      tw_cli_error ("%.*s: %s", (int) strcspn (line, " "), line,
                    *err != '\0' ? g_strdelimit (g_strstrip (err), "\n", ' ') : error->message);
    return NULL;
  }
  return g_strdup (g_strstrip (out));
}

/* Appends " NAMEVALUE", quoted for a shell, unless the value is NULL. */
static void
append_option (GString *line, const char *name, const char *value)
{
  g_autofree char *quoted = value != NULL ? g_shell_quote (value) : NULL;

  if (quoted != NULL)
    g_string_append_printf (line, " %s%s", name, quoted);
}

/* Submits a job that becomes `command`, with further options of sbatch; returns its number. Its output
 * is named relative to the folder: in an absolute name Slurm would replace each "%" and drop each
 * backslash. */
static char *
submit (const char *name, const char *options, guint round, const GString *command)
{
  g_autoptr (GString) line = g_string_new (NULL);
  /* The signals of Slurm go to the shell, so the program replaces it. */
  g_autofree char *wrapped = g_strconcat ("exec ", command->str, NULL);
  char *number;

  g_string_printf (line, "sbatch --parsable --no-requeue --job-name=%s", name);
  append_option (line, "--chdir=", folder);
  append_option (line, "--partition=", partition);
  g_string_append_printf (line, " %s --output=rounds/%u.log --open-mode=append", options, round);
  append_option (line, "--wrap=", wrapped);
  number = run_command (line->str, FALSE);
  /* "NUMBER;CLUSTER" */
  if (number != NULL)
    number[strcspn (number, ";")] = '\0';
  return number;
}

/* Which jobs of the round are waiting or running, other than this one? */
static char *
list_active (const TwRound *round)
{
  g_autoptr (GString) line = g_string_new ("squeue --noheader --format=%A");
  g_autofree char *out = NULL;
  g_auto (GStrv) ids = NULL;
  const char *self = g_getenv ("SLURM_JOB_ID");
  GString *active = g_string_new (NULL);

  append_option (line, "--jobs=", round->jobs);
  if (round->jobs != NULL)
    out = run_command (line->str, TRUE); /* fails when Slurm has forgotten the jobs */
  ids = g_strsplit (out != NULL ? out : "", "\n", -1);
  for (char **id = ids; *id != NULL; id++)
    if (**id != '\0' && g_strcmp0 (*id, self) != 0)
      g_string_append_printf (active, "%s%s", active->len > 0 ? ", " : "", *id);
  return g_string_free (active, FALSE);
}

/* --- a round ------------------------------------------------------------------------------ */

/* A command of this program for the folder. */
static GString *
command_new (const char *command)
{
  g_autofree char *quoted = g_shell_quote (program);
  GString *line = g_string_new (NULL);

  g_string_printf (line, "%s %s", quoted, command);
  append_option (line, "", folder);
  return line;
}

static char *
submit_array (guint round, guint n)
{
  g_autoptr (GString) options = g_string_new (NULL);
  g_autoptr (GString) command = command_new ("work");

  g_string_printf (options, "--array=0-%u --cpus-per-task=%d --signal=B:USR1@60", n - 1, cpus);
  append_option (options, "--time=", time_limit);
  g_string_append_printf (command, " --round %u --threads %d", round, cpus);
  if (budget > 0)
    g_string_append_printf (command, " --budget %" G_GINT64_FORMAT, budget);
  return submit ("tilewright", options->str, round, command);
}

static char *
submit_next (guint round, const char *after)
{
  g_autofree char *options = g_strdup_printf ("--dependency=afterany:%s", after);
  g_autoptr (GString) command = command_new ("cluster");

  g_string_append_printf (command,
                          " --slurm --cpus %d --tasks %d --per-task %d --budget %" G_GINT64_FORMAT,
                          cpus, tasks, per_task, budget);
  append_option (command, "--partition ", partition);
  append_option (command, "--time ", time_limit);
  return submit ("tilewright-next", options, round, command);
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
