/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.c - tilewright-cli work: searches work units. Plain files only: a launcher such as Slurm,
 * mpirun or GNU parallel decides what runs where. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/rounds.h"
#include "puzzle/cluster/ledger.h"
#include "puzzle/cluster/node-memo.h"
#include "puzzle/cluster/run-status.h"
#include "puzzle/cluster/unit-run.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"

static char *unit_name;       /* or the line of a round */
static int round_number = -1; /* none */
static char *audit;
static gint64 budget;
static int threads;
static gboolean rank_env;

static const GOptionEntry entries[] = {
  TW_OPTION (STRING, "unit", &unit_name, N_ ("UNIT"),
             N_ ("Unit to search, or the new units of one that was stopped [SLURM_ARRAY_TASK_ID]")),
  TW_INT ("round", &round_number,
          N_ ("Read --unit as a line number of this round of “cluster”, from 0")),
  TW_FLAG ("rank-env", &rank_env,
           N_ ("Search missing units together with the other processes of mpirun or srun")),
  TW_OPTION (INT64, "budget", &budget, N_ ("NODES"),
             N_ ("Search nodes after which a unit stops and its unexplored subtrees become new "
                 "units [no limit]")),
  TW_OPTION (STRING, "audit", &audit, N_ ("PERCENT"),
             N_ ("Repeat this share of the finished units in another order, and compare")),
  TW_INT ("threads", &threads, N_ ("Worker threads [SLURM_CPUS_PER_TASK, otherwise 1]")),
  { 0 },
};

static const char *folder;
static TwNodeMemo *memo; /* opened with the first unit; NULL: none */
/* With --rank-env: */
static int rank, n_ranks;
/* The path of the folder with the claims of this job; NULL: none, units are dealt by their key. */
static char *claims;

/* For signal handlers. */
static TwRun *_Atomic running;
static _Atomic bool stopped;

/* Runs as a signal handler. */
static void
hear_stop (int number)
{
  TwRun *run;

  atomic_store (&stopped, true);
  run = atomic_load (&running);
  if (run != NULL)
    tw_run_cancel (run);
}

static void
watch_signals (void)
{
  const int numbers[] = { SIGINT, SIGTERM, SIGUSR1 };
  struct sigaction action = { .sa_handler = hear_stop, .sa_flags = SA_RESTART };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
}

/* --- one unit ------------------------------------------------------------------------ */

static void
print_result (const TwPlan *plan, const TwUnit *unit, const TwUnitResult *result,
              TwResultOutcome outcome)
{
  g_auto (TwUnitState) state = { 0 };

  tw_plan_read_work (plan, unit, result->work, &state);
  if (outcome == TW_RESULT_LATE)
    g_print (_ ("unit %s: another process finished it first\n"), unit->name);
  else if (state.children->len > 0)
    g_print (_ ("unit %s: stopped and split into %u new units (%.2f s)\n"), unit->name,
             state.children->len, result->cpu);
  else
    g_print (_ ("unit %s: finished (%.2f s)\n"), unit->name, result->cpu);
}

/* Does a folder hold a result of the unit, perhaps since the ledger was read? */
static gboolean
is_done (const TwUnit *unit, const char *inner)
{
  g_autofree char *file = tw_unit_result_file (unit);
  g_autofree char *path = g_build_filename (folder, inner, file, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Searches a unit and stores the result in `inner`. */
static gboolean
work_on (const TwPlan *plan, const TwUnit *unit, const char *inner)
{
  const TwLimits bounds = { .memory = (size_t) plan->options.memory << 20 };
  TwUnitLimits limits = { .threads = threads, .budget = (guint64) budget, .audit = audit != NULL };
  TwRun *run = tw_need (tw_run_new (&bounds));
  g_autoptr (TwUnitResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TwResultOutcome outcome = TW_RESULT_FAILED;

  /* A unit with a budget must be exactly repeatable, so it does not use the shared memo. */
  if (memo == NULL && plan->command == TW_PLAN_COUNT && limits.budget == 0 && !limits.audit)
    memo = tw_node_memo_open (plan);
  limits.region = memo != NULL ? &memo->region : NULL;
  atomic_store (&running, run);
  if (atomic_load (&stopped))
    tw_run_cancel (run);
  result = tw_unit_run (plan, unit, &limits, run, &error);
  atomic_store (&running, NULL);
  tw_run_free (run);
  if (result != NULL)
    outcome = tw_unit_result_store (folder, inner, plan, unit, result, &error);
  if (outcome == TW_RESULT_FAILED)
    return tw_cli_error ("%s", error->message);
  if (!tw_cli_quiet)
    print_result (plan, unit, result, outcome);
  return TRUE;
}

/* --- which units ---------------------------------------------------------------------- */

static TwExit
work_on_named (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read_unit (folder, name, &error);
  gboolean any = FALSE, known = FALSE;

  if (ledger == NULL)
    return tw_cli_bad_input ("%s", error->message);
  for (guint i = 0; i < ledger->plan->units->len; i++) {
    const TwUnit *unit = g_ptr_array_index (ledger->plan->units, i);

    known = known || tw_unit_is_of (unit->name, name) || tw_unit_is_of (name, unit->name);
  }
  if (!known)
    return tw_cli_bad_input (_ ("--unit: there is no unit “%s”; expected a number from 0 to %u"),
                             name, ledger->plan->units->len - 1);
  for (guint i = 0; i < ledger->missing->len && !atomic_load (&stopped); i++) {
    const TwUnit *unit = g_ptr_array_index (ledger->missing, i);

    if (!tw_unit_is_of (unit->name, name) || is_done (unit, TW_RESULTS_FOLDER))
      continue;
    any = TRUE;
    if (!work_on (ledger->plan, unit, TW_RESULTS_FOLDER))
      return atomic_load (&stopped) ? TW_EXIT_STOPPED : TW_EXIT_BAD_INPUT;
  }
  if (!any && !tw_cli_quiet)
    g_print (_ ("unit %s: already finished\n"), name);
  return atomic_load (&stopped) ? TW_EXIT_STOPPED : TW_EXIT_FOUND;
}

/* --- ranks ------------------------------------------------------------------------------ */

static gboolean
find_rank (void)
{
  static const char *const names[][2] = {
    { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
    { "PMI_RANK", "PMI_SIZE" },
    { "SLURM_PROCID", "SLURM_NTASKS" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    const char *own = g_getenv (names[i][0]), *size = g_getenv (names[i][1]);
    gint64 of, number;

    if (own == NULL || size == NULL)
      continue;
    if (!g_ascii_string_to_signed (size, 10, 1, G_MAXINT, &of, NULL)
        || !g_ascii_string_to_signed (own, 10, 0, of - 1, &number, NULL))
      return tw_cli_error (
        _ ("--rank-env: %s is “%s” and %s is “%s”; expected a rank below the size"), names[i][0],
        own, names[i][1], size);
    rank = (int) number;
    n_ranks = (int) of;
    return TRUE;
  }
  return tw_cli_error (_ ("--rank-env: no launcher has set OMPI_COMM_WORLD_RANK, PMI_RANK or "
                          "SLURM_PROCID"));
}

/* The ranks of one job share a folder of claims, so that no two of them search the same unit. A
 * claim is a hint: a lost one costs time, never a count. */
static void
find_claims (void)
{
  const char *job = g_getenv ("PMIX_NAMESPACE"), *step = g_getenv ("SLURM_STEP_ID");
  const char *restart = g_getenv ("SLURM_RESTART_COUNT");
  g_autofree char *name = NULL;

  if (g_getenv ("SLURM_JOB_ID") != NULL)
    name = g_strdup_printf ("%s-%s-%s-%s", g_getenv ("SLURM_JOB_ID"), step != NULL ? step : "",
                            restart != NULL ? restart : "", job != NULL ? job : "");
  else
    name = g_strdup (job != NULL ? job : g_getenv ("OMPI_MCA_ess_base_jobid"));
  if (name == NULL)
    return;
  g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-", '-');
  claims = g_build_filename (folder, TW_CLAIMS_FOLDER, name, NULL);
}

/* Returns the path of the claim, or NULL when the unit is another rank's. Where no claim can be
 * written, the unit is searched without one ("") rather than skipped by all ranks. */
static char *
claim (const TwUnit *unit)
{
  g_autofree char *path = NULL;
  int fd;

  if (claims == NULL)
    return g_str_hash (unit->key) % (guint) n_ranks == (guint) rank ? g_strdup ("") : NULL;
  path = g_build_filename (claims, unit->name, NULL);
  if (g_mkdir_with_parents (claims, 0777) != 0)
    return g_strdup ("");
  fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return errno == EEXIST ? NULL : g_strdup ("");
  close (fd);
  return g_steal_pointer (&path);
}

/* Has the folder, as it was listed, a file of the unit? */
static gboolean
is_listed (GHashTable *claimed, GHashTable *results, const TwUnit *unit)
{
  g_autofree char *file = tw_unit_result_file (unit);

  return (claimed != NULL && g_hash_table_contains (claimed, unit->name))
         || (results != NULL && g_hash_table_contains (results, file));
}

/* Searches the missing units that no other rank has claimed. Sets *any when there was one. Each
 * rank starts at another unit. The claims and the results are listed after each unit, because many
 * ranks that tried each other's claims one by one would keep the server of the folder from its
 * work. */
static gboolean
work_through (gboolean *any)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read (folder, &error);
  g_autoptr (GHashTable) claimed = NULL;
  g_autoptr (GHashTable) results = NULL;
  g_autofree char *finished = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);
  guint n;

  *any = FALSE;
  if (ledger == NULL)
    return tw_cli_error ("%s", error->message);
  n = ledger->missing->len;
  for (guint64 i = 0; i < n && !atomic_load (&stopped); i++) {
    guint64 from = (guint64) rank * n / (guint64) n_ranks;
    const TwUnit *unit = g_ptr_array_index (ledger->missing, (from + i) % n);
    g_autofree char *path = NULL;

    if (results == NULL && claims != NULL) {
      claimed = tw_ledger_list_files (claims, NULL);
      results = tw_ledger_list_files (finished, NULL);
    }
    if (is_listed (claimed, results, unit) || (path = claim (unit)) == NULL)
      continue;
    g_clear_pointer (&claimed, g_hash_table_unref);
    g_clear_pointer (&results, g_hash_table_unref);
    if (!is_done (unit, TW_RESULTS_FOLDER)) {
      *any = TRUE;
      if (!work_on (ledger->plan, unit, TW_RESULTS_FOLDER))
        return FALSE;
    }
    if (*path != '\0')
      g_unlink (path);
  }
  return TRUE;
}

static TwExit
work_as_rank (void)
{
  gboolean any = TRUE;

  if (!find_rank ())
    return TW_EXIT_BAD_INPUT;
  find_claims ();
  /* Without a budget no unit is stopped before the job is, so that there are no children; the results
   * of all others are not read again to look for them. */
  do {
    if (!work_through (&any))
      return atomic_load (&stopped) ? TW_EXIT_STOPPED : TW_EXIT_BAD_INPUT;
  } while (any && budget > 0 && !atomic_load (&stopped));
  if (claims != NULL)
    g_rmdir (claims); /* fails while another rank has a claim */
  return atomic_load (&stopped) ? TW_EXIT_STOPPED : TW_EXIT_FOUND;
}

/* --- audits ---------------------------------------------------------------------------------- */

/* "2%" or "2" */
static gboolean
read_percent (const char *text, double *percent)
{
  char *end;

  *percent = g_ascii_strtod (text, &end);
  return end != text && (*end == '\0' || g_str_equal (end, "%")) && *percent > 0 && *percent <= 100;
}

/* Repeats random units that are finished. */
static gboolean
audit_units (const TwLedger *ledger, double percent)
{
  GPtrArray *units = ledger->whole;
  guint left = (guint) ceil (units->len * percent / 100);

  for (guint i = 0; i < units->len && left > 0 && !atomic_load (&stopped); i++) {
    guint other = (guint) g_random_int_range ((gint32) i, (gint32) units->len);
    gpointer unit = units->pdata[other];

    units->pdata[other] = units->pdata[i];
    units->pdata[i] = unit;
    if (is_done (unit, TW_AUDITS_FOLDER))
      continue;
    if (!work_on (ledger->plan, unit, TW_AUDITS_FOLDER))
      return FALSE;
    left--;
  }
  return TRUE;
}

static TwExit
work_on_audit (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = NULL;
  g_autoptr (TwLedger) after = NULL;
  double percent;

  if (!read_percent (audit, &percent))
    return tw_cli_bad_input (_ ("--audit: expected a percentage above 0 and up to 100, not “%s”"),
                             audit);
  ledger = tw_ledger_read (folder, &error);
  if (ledger != NULL && ledger->plan->command == TW_PLAN_SOLVE)
    return tw_cli_bad_input (
      _ ("--audit is for counts and lists; merge checks the solutions of a batch"));
  if (ledger != NULL && !audit_units (ledger, percent))
    return atomic_load (&stopped) ? TW_EXIT_STOPPED : TW_EXIT_BAD_INPUT;
  if (ledger != NULL)
    after = tw_ledger_read (folder, &error); /* compares */
  if (after == NULL)
    return tw_cli_bad_input ("%s", error->message);
  if (!tw_cli_quiet)
    g_print (tw_ngettext ("%u unit was repeated and agrees\n", "%u units were repeated and agree\n",
                          after->n_audits),
             after->n_audits);
  return atomic_load (&stopped) ? TW_EXIT_STOPPED : TW_EXIT_FOUND;
}

/* --- the command -------------------------------------------------------------------------- */

/* Without --unit, the number of the task in the job array is the unit; with --round it is the line
 * of the round that lists the units. */
static char **
find_units (GError **error)
{
  const char *name = unit_name != NULL ? unit_name : g_getenv ("SLURM_ARRAY_TASK_ID");

  if (name == NULL || *name == '\0')
    return tw_fail_usage_null (
      error, "%s",
      _ ("no unit is chosen: expected --unit, --rank-env or the variable SLURM_ARRAY_TASK_ID"));
  return round_number < 0 ? g_strdupv ((char *[]){ (char *) (guintptr) name, NULL })
                          : tw_round_units (folder, (guint) round_number, name, error);
}

static TwExit
work_on_units (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) units = find_units (&error);
  TwExit code = TW_EXIT_FOUND;

  if (units == NULL)
    return tw_cli_bad_input ("%s", error->message);
  for (char **unit = units; code == TW_EXIT_FOUND && *unit != NULL; unit++)
    code = work_on_named (*unit);
  return code;
}

static TwExit
work (char **words, TwOptions *options)
{
  const char *cpus = g_getenv ("SLURM_CPUS_PER_TASK");
  gint64 number;
  TwExit code;

  folder = tw_cli_run_folder (words);
  if (folder == NULL)
    return TW_EXIT_BAD_INPUT;
  if (threads == 0)
    threads = cpus != NULL && g_ascii_string_to_signed (cpus, 10, 1, 256, &number, NULL)
                ? (int) number
                : 1;
  if (threads < 1 || threads > 256 || budget < 0)
    return tw_cli_bad_input (
      _ ("--threads: expected a number from 1 to 256; --budget: at least 1"));
  watch_signals ();
  code = audit != NULL ? work_on_audit () : rank_env ? work_as_rank () : work_on_units ();
  g_clear_pointer (&memo, tw_node_memo_close);
  return code;
}

const TwCommand tw_cli_work = {
  .name = "work",
  .summary = N_ ("Search one of the work units"),
  .parameters = N_ ("FOLDER"),
  .description = N_ (
    "Searches units of the plan in FOLDER and stores their results there. SIGUSR1 and SIGTERM "
    "stop\na unit: its result so far is kept, and its unexplored subtrees become new units."),
  .run = work,
  .tables = { entries, tw_cli_quiet_entries },
};
