/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.c - tilewright-cli split: splits a long search, or a batch of puzzles, into work units. */
#include <string.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/cluster/plan.h"
#include "puzzle/core-values.h"
#include "puzzle/gather.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

/* What is solved within this many seconds is not split. */
#define PROBE 3.0

static char *command_name;
static int units = 400;
static gboolean force;

static const GOptionEntry entries[] = {
  TW_INT ("units", &units, N_ ("About how many work units to make [400]")),
  TW_OPTION (STRING, "command", &command_name, N_ ("COMMAND"),
             N_ ("count or list the solutions of a piece puzzle, or solve all puzzles of files and "
                 "folders [count]")),
  TW_FLAG ("force", &force, N_ ("Split even a puzzle that one process solves in seconds")),
  { 0 },
};

static TwPlanCommand command;

/* Returns NULL after reporting each bad file. */
static GPtrArray *
gather (char *const *paths)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GPtrArray) found = tw_cli_gather (paths, FALSE);

  for (guint i = 0; i < found->len; i++) {
    TwPuzzle *puzzle = tw_entry_get_puzzle (g_ptr_array_index (found, i));

    if (puzzle == NULL)
      return NULL;
    g_ptr_array_add (puzzles, tw_puzzle_ref (puzzle));
  }
  return g_steal_pointer (&puzzles);
}

static gboolean
accept_puzzles (const GPtrArray *puzzles, const TwOptions *options)
{
  if (puzzles->len > 1 && command != TW_PLAN_SOLVE)
    return tw_cli_error (_ ("--command %s needs a single puzzle; --command solve splits a batch"),
                         tw_plan_command_name (command));
  return tw_cli_has_puzzles (puzzles->len) && tw_cli_all_accept_options (puzzles, options);
}

/* Solves for a few seconds, without progress; returns whether nothing is left to split. */
static gboolean
is_quick (GPtrArray *puzzles, TwOptions options)
{
  gboolean quiet = tw_cli_quiet, quick = TRUE;
  double used = 0;

  if (command != TW_PLAN_SOLVE && tw_puzzle_get_kind (puzzles->pdata[0])->count == NULL)
    return FALSE; /* tw_plan_make () says why it cannot be split */
  if (command != TW_PLAN_SOLVE) {
    options.count_only = true;
    options.limit = 0;
  }
  tw_cli_quiet = TRUE;
  for (guint i = 0; i < puzzles->len && quick; i++) {
    g_autoptr (TilewrightResult) found = NULL;
    const TwResult *result;

    options.time = MAX (PROBE - used, 0.01);
    found = tw_cli_run (g_ptr_array_index (puzzles, i), &options);
    result = tilewright_result_peek (found);
    used += result->seconds;
    quick = !tw_cli_was_cancelled () && used < PROBE && result->stop == TW_STOP_NONE;
  }
  tw_cli_quiet = quiet;
  return quick;
}

static TwExit
make (const char *folder, GPtrArray *puzzles, TwOptions *options)
{
  const TwLimits limits = { .memory = (size_t) options->memory << 20 };
  g_autoptr (TwPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (puzzles, 0));
  g_autoptr (TwRun) run = NULL;

  if (command == TW_PLAN_LIST && (kind->flags & TW_KIND_LIST_RAW) != 0)
    options->raw = true; /* as this kind does for solve */
  if (!force && is_quick (puzzles, *options))
    return tw_cli_bad_input (
      _ ("%s: one process solves this in a few seconds, so work units cost more than "
         "they save; --force splits it anyway"),
      tw_puzzle_get_name (g_ptr_array_index (puzzles, 0)));
  if (tw_cli_end_runs ())
    return TW_EXIT_STOPPED;
  run = tw_need (tw_run_new (&limits));
  plan = tw_plan_make (folder, command, puzzles, options, (guint) units, run, &error);
  if (plan == NULL)
    return tw_cli_bad_input ("%s", error->message);
  if (!tw_cli_quiet) {
    g_autofree char *name = g_filename_display_name (folder);

    g_print (tw_ngettext ("%s: %u work unit\n", "%s: %u work units\n", plan->units->len), name,
             plan->units->len);
  }
  return TW_EXIT_FOUND;
}

static TwExit
split (char **words, TwOptions *options)
{
  guint n = g_strv_length (words);
  g_autofree char *folder = NULL;
  g_autofree char *plan = NULL;
  g_autoptr (GPtrArray) puzzles = NULL;

  if (n < 2)
    return tw_cli_bad_input (_ ("expected a puzzle and a folder; see “%s --help”"),
                             g_get_prgname ());
  if (units < 1 || units > TW_PLAN_MAX_UNITS)
    return tw_cli_bad_input (_ ("--units: expected a number from 1 to %d"), TW_PLAN_MAX_UNITS);
  if (command_name != NULL && !tw_plan_find_command (command_name, &command))
    return tw_cli_bad_input (_ ("--command: expected count, list or solve, not “%s”"),
                             command_name);
  folder = g_steal_pointer (&words[n - 1]);
  plan = g_build_filename (folder, "plan", NULL);
  if (tw_cli_claim (plan, TRUE))
    puzzles = command == TW_PLAN_SOLVE ? gather (words) : tw_cli_load (words);
  return puzzles != NULL && accept_puzzles (puzzles, options)
             && tw_variants_apply (puzzles, options)
           ? make (folder, puzzles, options)
           : TW_EXIT_BAD_INPUT;
}

const TwCommand tw_cli_split = {
  .name = "split",
  .summary = N_ ("Split a long search into work units for many machines"),
  .parameters = N_ ("PUZZLE… FOLDER"),
  .description = N_ (
    "Splits a long search, or a batch of puzzles, into work units and writes them as "
    "a plan\ninto FOLDER, for “work”, “merge” and “cluster”."),
  .solver = TRUE,
  .run = split,
  .tables = { entries, tw_variant_entries, tw_cli_quiet_entries },
};
