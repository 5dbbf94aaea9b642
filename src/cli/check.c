/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - tilewright-cli check: checks a solution with the independent checker. */
#include "cli/command.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"
#include "puzzle/visible.h"

static char *
verdict_to_json (const TwPuzzle *puzzle, const char *verdict, gsize n, char *const *faults)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_kind_write_names (puzzle, builder);
  tw_json_add_string (builder, "verdict", verdict);
  tw_json_add_int (builder, "faults", (gint64) n);
  tw_json_begin_array (builder, "reasons");
  for (; *faults != NULL; faults++)
    tw_json_add_string (builder, NULL, *faults);
  tw_json_end_array (builder);
  return tw_json_end (builder);
}

/* `faults` are the first of the `n` faults. */
static void
print_faults (const TwPuzzle *puzzle, gsize n, char *const *faults)
{
  gsize shown = 0;

  g_print (tw_ngettext ("%s: wrong, %zu fault\n", "%s: wrong, %zu faults\n", n),
           tw_puzzle_get_name (puzzle), n);
  for (; faults[shown] != NULL; shown++) {
    g_autofree char *line = tw_visible_text (faults[shown], -1, FALSE);

    g_print ("  %s\n", line);
  }
  if (n > shown)
    g_print ("  …\n");
}

/* Describes a solution without its status, a claim that no checker of solutions can verify. */
static char *
describe (TilewrightPuzzle *puzzle, TilewrightResult *result)
{
  g_autoptr (TilewrightResult) solution = NULL;

  if (!tilewright_result_has_solution (result))
    return tilewright_result_describe (result);
  solution = tilewright_result_wrap (puzzle,
                                     tw_result_dup_solution (tilewright_result_peek (result)));
  return tilewright_result_describe (solution);
}

/* The file of solutions. */
typedef struct {
  char *name, *text;
  gsize length;
  JsonNode *root; /* of many solutions, which are parsed only once; NULL: others */
} Solutions;

static TwResult *
read_solution (TwPuzzle *puzzle, const Solutions *from, GError **error)
{
  TwResult *result;

  /* Solutions of BurrTools are not JSON, so tilewright_result_new_from_json () cannot read them. */
  if (from->root == NULL)
    return tw_result_parse (puzzle, from->text, from->length, from->name, error);
  result = tw_result_read (puzzle, from->root, error);
  if (result == NULL)
    g_prefix_error (error, "%s: ", from->name);
  return result;
}

/* A list of solutions may contain those of other puzzles; a puzzle without a solution in it is bad
 * input. */
static TwExit
check_puzzle (TwPuzzle *puzzle, const Solutions *from, GPtrArray *texts, gboolean *broken)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) object = tilewright_puzzle_wrap (tw_puzzle_ref (puzzle));
  g_autoptr (TilewrightResult)
    result = tilewright_result_wrap (object, read_solution (puzzle, from, &error));
  gboolean solved;
  gsize n;

  if (result == NULL) {
    tw_cli_error ("%s", error->message);
    *broken = g_error_matches (error, TILEWRIGHT_ERROR, TILEWRIGHT_ERROR_SYNTAX);
    return TW_EXIT_BAD_INPUT;
  }

  g_auto (GStrv) faults = tilewright_result_check (result, &n);
  g_autofree char *description = describe (object, result);

  solved = tilewright_result_has_solution (result);
  if (texts != NULL)
    g_ptr_array_add (texts, verdict_to_json (puzzle,
                                             !solved  ? "no-solution"
                                             : n == 0 ? "correct"
                                                      : "wrong",
                                             n, faults));
  else if (!solved)
    g_print (_ ("%s: nothing to check: %s\n"), tw_puzzle_get_name (puzzle), description);
  else if (n == 0)
    g_print (_ ("%s: correct: %s\n"), tw_puzzle_get_name (puzzle), description);
  else
    print_faults (puzzle, n, faults);
  return n > 0 ? TW_EXIT_NONE : tw_exit_of_status (tilewright_result_get_status (result));
}

static char *json;
static const GOptionEntry entries[] = {
  TW_FILE ("json", &json, N_ ("Write the verdicts as JSON")),
  { 0 },
};

static TwExit
check (char **files, TwOptions *options)
{
  TwExit code = TW_EXIT_FOUND;
  gboolean broken = FALSE;
  Solutions from = { 0 };

  if (g_strv_length (files) != 2)
    return tw_cli_bad_input (_ ("expected a puzzle and a solution; see “%s --help”"),
                             g_get_prgname ());

  char *const puzzle_file[] = { files[0], NULL };
  g_autoptr (GPtrArray) puzzles = tw_cli_load (puzzle_file);
  g_autofree char *text = puzzles != NULL ? tw_cli_read (files[1], &from.length) : NULL;
  g_autofree char *name = g_filename_display_name (files[1]);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (text == NULL || !tw_cli_can_write (json))
    return TW_EXIT_BAD_INPUT;
  if (puzzles->len > 1 && tw_json_looks_like (text, from.length))
    root = tw_json_parse (text, from.length, NULL);
  from.name = name;
  from.text = text;
  from.root = root;
  /* When the text is not JSON, report it only once. */
  for (guint i = 0; i < puzzles->len && !broken; i++)
    code = tw_exit_worse (code, check_puzzle (g_ptr_array_index (puzzles, i), &from,
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
    "Checks the solution in the file SOLUTION against the puzzle in PUZZLE. SOLUTION is the output "
    "of\n“solve --json”, the data posted to a contest server, or what another solver wrote for a "
    "model of\nthe puzzle (“convert --to cnf, opb, mps or minizinc”). The exit code is 0 if it is "
    "correct, 1\nif it is wrong."),
  .run = check,
  .tables = { entries },
};
