/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - tilewright-cli check: checks a solution with the independent checker. */
#include "cli/command.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/load.h"

/* A list of solutions may contain those of other puzzles; a puzzle without a solution in it is bad
 * input. */
static TwExit
check_puzzle (TwPuzzle *puzzle, const char *text, gsize length, const char *name, gboolean *broken)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_result_parse (puzzle, text, length, name, &error);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);

  if (result == NULL) {
    tw_cli_error ("%s", error->message);
    *broken = g_error_matches (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SYNTAX);
    return TW_EXIT_BAD_INPUT;
  }

  gsize n = tw_kind_check (result, faults);
  g_autofree char *description = tw_result_describe (result);

  if (!tw_result_has_answer (result)) {
    g_print (_ ("%s: nothing to check: %s\n"), tw_puzzle_get_name (puzzle), description);
    return tw_exit_of_status (result->status);
  }
  if (n == 0) {
    /* The status is a claim that no checker of solutions can verify. */
    result->status = TW_STATUS_FEASIBLE;
    result->bound = result->reported_bound = -1;
    g_free (description);
    description = tw_result_describe (result);
    g_print (_ ("%s: correct: %s\n"), tw_puzzle_get_name (puzzle), description);
    return TW_EXIT_FOUND;
  }
  g_print (tw_ngettext ("%s: wrong, %zu fault\n", "%s: wrong, %zu faults\n", n),
           tw_puzzle_get_name (puzzle), n);
  for (guint i = 0; i < faults->len; i++)
    g_print ("  %s\n", (const char *) g_ptr_array_index (faults, i));
  if (n > faults->len)
    g_print ("  …\n");
  return TW_EXIT_NONE;
}

TwExit
tw_cli_check (int argc, char **argv)
{
  g_auto (GStrv) files = NULL;
  TwExit code = TW_EXIT_FOUND;
  gboolean broken = FALSE;
  gsize length;

  if (!tw_cli_parse (argc, argv, N_ ("PUZZLE ANSWER"),
                     N_ ("Judges the answer in the JSON file ANSWER to the puzzle in PUZZLE: what "
                         "“solve --json” wrote,\nor what is posted to a contest server. The exit "
                         "code is 0 when it is correct, 1 when it is wrong."),
                     NULL, NULL, &files))
    return TW_EXIT_BAD_INPUT;
  if (g_strv_length (files) != 2) {
    tw_cli_error (_ ("a puzzle and an answer are expected; “%s --help” tells how"),
                  g_get_prgname ());
    return TW_EXIT_BAD_INPUT;
  }

  char *const puzzle_file[] = { files[0], NULL };
  g_autoptr (GPtrArray) puzzles = tw_cli_load (puzzle_file);
  g_autofree char *text = puzzles != NULL ? tw_cli_read (files[1], &length) : NULL;
  g_autofree char *name = g_filename_display_name (files[1]);

  if (text == NULL)
    return TW_EXIT_BAD_INPUT;
  /* When the text is not JSON, report it only once. */
  for (guint i = 0; i < puzzles->len && !broken; i++)
    code = tw_exit_worse (
      code, check_puzzle (g_ptr_array_index (puzzles, i), text, length, name, &broken));
  return code;
}
