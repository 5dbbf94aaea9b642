/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.c - tilewright-cli split: splits a long search, or a batch of puzzles, into work units. */
#include <string.h>

#include "cli/command.h"
#include "cli/variants.h"
#include "puzzle/cluster/plan.h"
#include "puzzle/gather.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

/* What is solved within this many seconds is not split. */
#define PROBE 3.0

typedef struct {
  char *command_name;
  int units;
  gboolean force;
  gboolean quiet;
  TwPlanCommand command;
  TwOptions options;
  TwVariants variants;
  GPtrArray *puzzles;
  char *folder;
} Split;

/* Returns NULL after reporting each bad file. */
static GPtrArray *
gather (char *const *paths)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GPtrArray) entries = tw_cli_gather (paths, FALSE);

  for (guint i = 0; i < entries->len; i++) {
    TwPuzzle *puzzle = tw_entry_get_puzzle (g_ptr_array_index (entries, i));

    if (puzzle == NULL)
      return NULL;
    g_ptr_array_add (puzzles, tw_puzzle_ref (puzzle));
  }
  return g_steal_pointer (&puzzles);
}

static gboolean
accept_puzzles (const Split *split)
{
  if (split->puzzles->len == 0 || (split->puzzles->len > 1 && split->command != TW_PLAN_SOLVE))
    return tw_cli_error (_ ("--command %s needs a single puzzle; --command solve splits a batch"),
                         tw_plan_command_name (split->command));
  return tw_cli_all_accept_options (split->puzzles, &split->options);
}

static gboolean
parse (Split *split, int argc, char **argv)
{
  const GOptionEntry common[] = {
    { "units", 0, 0, G_OPTION_ARG_INT, &split->units,
      N_ ("About how many work units to make [400]"), N_ ("N") },
    { "command", 0, 0, G_OPTION_ARG_STRING, &split->command_name,
      N_ ("count or list the solutions of a piece puzzle, or solve all puzzles of files and "
          "folders [count]"),
      N_ ("COMMAND") },
    { "force", 0, 0, G_OPTION_ARG_NONE, &split->force,
      N_ ("Split even a puzzle that one process solves in seconds"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &split->quiet, N_ ("Write no summary and no progress"),
      NULL },
  };
  GOptionEntry entries[G_N_ELEMENTS (common) + TW_N_VARIANT_ENTRIES + 1] = { 0 };
  g_auto (GStrv) words = NULL;
  g_autofree char *plan = NULL;
  guint n;

  memcpy (entries, common, sizeof common);
  tw_variants_add_entries (&split->variants, entries + G_N_ELEMENTS (common));
  if (!tw_cli_parse (argc, argv, N_ ("PUZZLE… FOLDER"),
                     N_ ("Splits a long search, or a batch of puzzles, into work units and writes "
                         "them as a plan\ninto FOLDER, for “work”, “merge” and “cluster”."),
                     entries, &split->options, &words))
    return FALSE;
  n = g_strv_length (words);
  if (n < 2)
    return tw_cli_error (_ ("expected a puzzle and a folder; see “%s --help”"), g_get_prgname ());
  if (split->units < 1 || split->units > TW_PLAN_MAX_UNITS)
    return tw_cli_error (_ ("--units: expected a number from 1 to %d"), TW_PLAN_MAX_UNITS);
  if (split->command_name != NULL && !tw_plan_find_command (split->command_name, &split->command))
    return tw_cli_error (_ ("--command: expected count, list or solve, not “%s”"),
                         split->command_name);
  split->folder = g_steal_pointer (&words[n - 1]);
  plan = g_build_filename (split->folder, "plan", NULL);
  if (!tw_cli_claim (plan, TRUE))
    return FALSE;
  split->puzzles = split->command == TW_PLAN_SOLVE ? gather (words) : tw_cli_load (words);
  return split->puzzles != NULL && accept_puzzles (split)
         && tw_variants_apply (&split->variants, split->puzzles, &split->options);
}

/* Solves for a few seconds; returns whether nothing is left to split. */
static gboolean
is_quick (const Split *split)
{
  TwOptions options = split->options;
  double used = 0;

  if (split->command != TW_PLAN_SOLVE) {
    options.count_only = true;
    options.limit = 0;
  }
  for (guint i = 0; i < split->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (split->puzzles, i);
    g_autoptr (TwResult) result = NULL;

    if (split->command != TW_PLAN_SOLVE && tw_puzzle_get_kind (puzzle)->count == NULL)
      return FALSE; /* tw_plan_make () says why it cannot be split */
    options.time = MAX (PROBE - used, 0.01);
    result = tw_cli_run (puzzle, &options, TW_PROGRESS_NONE);
    used += result->seconds;
    if (tw_cli_was_cancelled () || used >= PROBE || result->stop != TW_STOP_NONE)
      return FALSE;
  }
  return TRUE;
}

static TwExit
make (Split *split)
{
  const TwLimits limits = { .memory = (size_t) split->options.memory << 20 };
  g_autoptr (TwPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (split->puzzles, 0));
  TwRun *run;

  if (split->command == TW_PLAN_LIST && (kind->flags & TW_KIND_LIST_RAW) != 0)
    split->options.raw = true; /* as this kind does for solve */
  if (!split->force && is_quick (split))
    return tw_cli_bad_input (
      _ ("%s: one process solves this in a few seconds, so work units cost more than "
         "they save; --force splits it anyway"),
      tw_puzzle_get_name (g_ptr_array_index (split->puzzles, 0)));
  if (tw_cli_end_runs ())
    return TW_EXIT_STOPPED;
  run = tw_run_new (&limits);
  if (run == NULL)
    g_error ("out of memory for a search");
  plan = tw_plan_make (split->folder, split->command, split->puzzles, &split->options,
                       (guint) split->units, run, &error);
  tw_run_free (run);
  if (plan == NULL)
    return tw_cli_bad_input ("%s", error->message);
  if (!split->quiet) {
    g_autofree char *name = g_filename_display_name (split->folder);

    g_print (tw_ngettext ("%s: %u work unit\n", "%s: %u work units\n", plan->units->len), name,
             plan->units->len);
  }
  return TW_EXIT_FOUND;
}

TwExit
tw_cli_split (int argc, char **argv)
{
  Split split = { .units = 400 };
  TwExit code = parse (&split, argc, argv) ? make (&split) : TW_EXIT_BAD_INPUT;

  g_clear_pointer (&split.puzzles, g_ptr_array_unref);
  tw_variants_clear (&split.variants);
  g_free (split.command_name);
  g_free (split.folder);
  return code;
}
