/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - tilewright-cli check: checks a solution with the independent checker. */
#include "cli/command.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind.h"
#include "puzzle/load.h"
#include "puzzle/visible.h"

/* `faults` are the first of the `n` faults; NULL: there was no solution to check. */
static char *
verdict_to_json (TwPuzzle *puzzle, const char *verdict, gsize n, GPtrArray *faults)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_kind_write_names (puzzle, builder);
  tw_json_add_string (builder, "verdict", verdict);
  tw_json_add_int (builder, "faults", (gint64) n);
  tw_json_begin_array (builder, "reasons");
  for (guint i = 0; i < faults->len; i++)
    tw_json_add_string (builder, NULL, g_ptr_array_index (faults, i));
  tw_json_end_array (builder);
  return tw_json_end (builder);
}

static void
print_fault (const char *fault)
{
  g_autofree char *line = tw_visible_text (fault, -1, FALSE);

  g_print ("  %s\n", line);
}

static void
print_faults (TwPuzzle *puzzle, gsize n, GPtrArray *faults)
{
  g_print (tw_ngettext ("%s: wrong, %zu fault\n", "%s: wrong, %zu faults\n", n),
           tw_puzzle_get_name (puzzle), n);
  for (guint i = 0; i < faults->len; i++)
    print_fault (g_ptr_array_index (faults, i));
  if (n > faults->len)
    g_print ("  …\n");
}

/* A list of solutions may contain those of other puzzles; a puzzle without a solution in it is bad
 * input. */
static TwExit
check_puzzle (TwPuzzle *puzzle, const char *text, gsize length, const char *name, GPtrArray *texts,
              gboolean *broken)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, length, name, &error);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  if (result == NULL) {
    tw_cli_error ("%s", error->message);
    *broken = g_error_matches (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SYNTAX);
    return TW_EXIT_BAD_INPUT;
  }

  gboolean solved = tw_result_has_solution (result);
  gsize n = tw_kind_check (result, faults);
  const char *verdict = !solved ? "no-solution" : n == 0 ? "correct" : "wrong";
  TwExit code = !solved  ? tw_exit_of_status (result->status)
                : n == 0 ? TW_EXIT_FOUND
                         : TW_EXIT_NONE;

  /* The status is a claim that no checker of solutions can verify. */
  if (solved) {
    result->status = TW_STATUS_FEASIBLE;
    result->bound = -1;
  }

  g_autofree char *description = tw_result_describe (result);

  if (texts != NULL)
    g_ptr_array_add (texts, verdict_to_json (puzzle, verdict, n, faults));
  else if (!solved)
    g_print (_ ("%s: nothing to check: %s\n"), tw_puzzle_get_name (puzzle), description);
  else if (n == 0)
    g_print (_ ("%s: correct: %s\n"), tw_puzzle_get_name (puzzle), description);
  else
    print_faults (puzzle, n, faults);
  return code;
}

static char *json;
static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_FILENAME, &json, N_ ("Write the verdicts as JSON"), N_ ("FILE") },
  { 0 },
};

static TwExit
check (char **files, TwOptions *options)
{
  TwExit code = TW_EXIT_FOUND;
  gboolean broken = FALSE;
  gsize length;

  if (g_strv_length (files) != 2)
    return tw_cli_bad_input (_ ("expected a puzzle and a solution; see “%s --help”"),
                             g_get_prgname ());

  char *const puzzle_file[] = { files[0], NULL };
  g_autoptr (GPtrArray) puzzles = tw_cli_load (puzzle_file);
  g_autofree char *text = puzzles != NULL ? tw_cli_read (files[1], &length) : NULL;
  g_autofree char *name = g_filename_display_name (files[1]);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (text == NULL || !tw_cli_can_write (json))
    return TW_EXIT_BAD_INPUT;
  /* When the text is not JSON, report it only once. */
  for (guint i = 0; i < puzzles->len && !broken; i++)
    code = tw_exit_worse (code, check_puzzle (g_ptr_array_index (puzzles, i), text, length, name,
                                              json != NULL ? texts : NULL, &broken));
  if (json != NULL && texts->len > 0 && !tw_cli_write_json (json, texts, puzzles->len > 1))
    code = TW_EXIT_BAD_INPUT;
  return code;
}

const TwCommand tw_cli_check = {
  .name = "check",
  .summary = N_ ("Check a solution of a puzzle"),
  .parameters = N_ ("PUZZLE SOLUTION"),
  .description = N_ (
    "Checks the solution in the JSON file SOLUTION against the puzzle in PUZZLE. SOLUTION is the "
    "output of\n“solve --json” or the data posted to a contest server. The exit code is 0 if it "
    "is correct, 1 if it is wrong."),
  .run = check,
  .tables = { entries },
};
