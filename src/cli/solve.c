/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.c - tilewright-cli solve: solves puzzles and writes solutions and pictures. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/option-groups.h"
#include "cli/pictures.h"
#include "cli/specs.h"
#include "cli/token.h"
#include "cli/variants.h"
#include "net/workers.h"
#include "puzzle/kinds/pieces/puzzle.h"
#include "puzzle/kinds/squares/count.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

typedef struct {
  char *json;
  char *certificate;
  gboolean random;
  gboolean progress;
  gboolean quiet;
  TwOptions options;
  TwPictures pictures;
  TwSpecs specs;
  TwVariants variants;
  char **workers;
  char *token_file;
  char *token;
  GPtrArray *puzzles;
} Solve;

static gboolean
writes_json_to_stdout (const Solve *solve)
{
  return g_strcmp0 (solve->json, "-") == 0;
}

/* --- choosing puzzles ------------------------------------------------------- */

static gboolean
accept_random (const Solve *solve)
{
  for (guint i = 0; solve->random && i < solve->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (solve->puzzles, i);

    if (!tw_kind_uses_option (tw_puzzle_get_kind (puzzle), "random"))
      return tw_cli_error (_ ("%s: --random is for tilings by squares and for piece puzzles only"),
                           tw_puzzle_get_name (puzzle));
  }
  if (solve->random && (solve->workers != NULL || solve->certificate != NULL))
    return tw_cli_error (_ ("--random excludes --worker and --certificate"));
  return TRUE;
}

static gboolean
accept_certificate (const Solve *solve)
{
  const TwPuzzle *puzzle;

  if (solve->certificate == NULL)
    return TRUE;
  if (solve->puzzles->len > 1)
    return tw_cli_error (_ ("--certificate needs a single puzzle, not %u"), solve->puzzles->len);
  puzzle = g_ptr_array_index (solve->puzzles, 0);
  if (tw_puzzle_get_kind (puzzle)->certify == NULL)
    return tw_cli_error (_ ("%s: no certificate: there are none for puzzles of this kind (%s)"),
                         tw_puzzle_get_name (puzzle), _ (tw_puzzle_get_kind (puzzle)->title));
  return tw_cli_can_write (solve->certificate);
}

static gboolean
accept_outputs (const Solve *solve)
{
  if (tw_pictures_on_stdout (&solve->pictures) + (guint) writes_json_to_stdout (solve)
        + (guint) (g_strcmp0 (solve->certificate, "-") == 0)
      > 1)
    return tw_cli_error (_ ("only one output can be standard output"));
  return accept_certificate (solve) && tw_cli_can_write (solve->json)
         && tw_pictures_can_write (&solve->pictures, solve->puzzles->len > 1);
}

static gboolean
accept_workers (Solve *solve)
{
  g_autoptr (GError) error = NULL;

  for (char **uri = solve->workers; uri != NULL && *uri != NULL; uri++)
    if (!tw_worker_check_uri (*uri, &error))
      return tw_cli_error ("--worker: %s", error->message);
  if (solve->workers != NULL && g_strv_length (solve->workers) > TW_WORKERS_MAX)
    return tw_cli_error (_ ("--worker: at most %d services can help"), TW_WORKERS_MAX);
  if (solve->token_file != NULL)
    return tw_cli_read_token (solve->token_file, 1, &solve->token);
  solve->token = g_strdup (g_getenv (TW_WORKER_TOKEN_VARIABLE));
  return TRUE;
}

static gboolean
parse (Solve *solve, int argc, char **argv)
{
  const GOptionEntry common[] = {
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &solve->json, N_ ("Write the solutions as JSON"),
      N_ ("FILE") },
    { "random", 0, 0, G_OPTION_ARG_NONE, &solve->random,
      N_ ("Draw a solution at random, all with the same probability (squares and pieces)"), NULL },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &solve->certificate,
      N_ ("Write a certificate of the solution, or that there is none, for tilewright-check"),
      N_ ("FILE") },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &solve->progress,
      N_ ("Show progress on standard error even if it is not a terminal"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &solve->quiet, N_ ("Write no summary and no progress"),
      NULL },
    { "worker", 0, 0, G_OPTION_ARG_STRING_ARRAY, &solve->workers,
      N_ ("Address of a solver service that helps, such as http://host:1330; may be repeated"),
      N_ ("URL") },
    { "worker-token-file", 0, 0, G_OPTION_ARG_FILENAME, &solve->token_file,
      N_ ("File with the token of the services [the variable TILEWRIGHT_WORKER_TOKEN]"),
      N_ ("FILE") },
  };
  GOptionEntry entries[G_N_ELEMENTS (common) + TW_N_PICTURE_ENTRIES + TW_N_VARIANT_ENTRIES
                       + TW_MAX_SPEC_ENTRIES + 1] = { 0 };
  g_auto (GStrv) rest = NULL;
  char **files;

  memcpy (entries, common, sizeof common);

  tw_pictures_add_entries (&solve->pictures, entries + G_N_ELEMENTS (common));
  tw_variants_add_entries (&solve->variants,
                           entries + G_N_ELEMENTS (common) + TW_N_PICTURE_ENTRIES);
  tw_specs_add_entries (&solve->specs, entries + G_N_ELEMENTS (common) + TW_N_PICTURE_ENTRIES
                                         + TW_N_VARIANT_ENTRIES);

  if (!tw_cli_parse (argc, argv, N_ ("FILE…"),
                     N_ ("Solves the puzzles of all files (- is standard input) one after the "
                         "other.\nAn output file - is standard output."),
                     entries, &solve->options, &rest))
    return FALSE;
  solve->puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  files = rest;
  if (!tw_specs_read (&solve->specs, &files, solve->puzzles)
      || !tw_cli_add_puzzles (files, solve->puzzles))
    return FALSE;
  if (solve->puzzles->len == 0)
    return tw_cli_error (_ ("expected at least one puzzle; see “%s --help”"), g_get_prgname ());
  return tw_cli_all_accept_options (solve->puzzles, &solve->options)
         && tw_variants_apply (&solve->variants, solve->puzzles, &solve->options)
         && accept_outputs (solve) && accept_workers (solve) && accept_random (solve);
}

/* --- writing solutions ------------------------------------------------------- */

/* "board.json: 47 squares, optimal (transform 3, 1.23 s)" */
static void
print_summary (const TwResult *result)
{
  g_autofree char *text = tw_result_describe (result);

  g_print ("%s: %s (%s, ", tw_puzzle_get_name (result->puzzle), text, result->engine);
  if (tw_result_has_solution (result) && result->transform >= 0)
    g_print (_ ("transform %d, "), result->transform);
  g_print (_ ("%.2f s)\n"), result->seconds);
}

/* Prints what a certificate proves. With TW_COST_LEAST as `bound` it proves no bound. */
static void
print_proof (const char *path, const TwResult *result, gint64 bound)
{
  if (!tw_result_has_solution (result))
    g_print (_ ("%s: the certificate proves that there is no solution\n"), path);
  else if (bound <= TW_COST_LEAST)
    g_print (_ ("%s: the certificate proves that the solution is correct\n"), path);
  else if ((tw_puzzle_get_kind (result->puzzle)->flags & TW_KIND_FEWEST_SQUARES) == 0)
    g_print (_ ("%s: the certificate proves that the solution is optimal\n"), path);
  else if (bound < tw_result_count (result))
    g_print (_ ("%s: the certificate proves at least %lld squares\n"), path, (long long) bound);
  else
    g_print (_ ("%s: the certificate proves that %lld squares are optimal\n"), path,
             (long long) bound);
}

static gboolean
write_certificate (const Solve *solve, const TwResult *result, gboolean summary)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  TwLimits limits = tw_kind_limits (&solve->options);
  TwRun *run;
  gsize length;
  gint64 bound;

  if (solve->certificate == NULL)
    return TRUE;
  run = tw_run_new (&limits);
  text = tw_puzzle_get_kind (result->puzzle)
           ->certify (result, &solve->options, run, &length, &bound, &error);
  tw_run_free (run);
  if (text == NULL)
    return tw_cli_error ("%s", error->message);
  if (!tw_cli_write (solve->certificate, text, length))
    return FALSE;
  if (summary)
    print_proof (solve->certificate, result, bound);
  return TRUE;
}

static TwResult *
solve_one (const Solve *solve, TwPuzzle *puzzle, TwProgressMode progress)
{
  TwOptions options = solve->options;

  if (solve->random && !tw_puzzle_has_pieces (puzzle))
    return tw_square_draw (puzzle, &options);
  if (solve->random)
    tw_options_set (&options, "engine", TW_PIECE_ENGINE_RANDOM);
  return tw_cli_run_helped (puzzle, &options, progress, solve->workers, solve->token);
}

static TwExit
solve_all (Solve *solve)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  TwProgressMode progress = tw_cli_progress_mode (solve->progress, solve->quiet);
  gboolean summary = !solve->quiet && !writes_json_to_stdout (solve)
                     && tw_pictures_on_stdout (&solve->pictures) == 0
                     && g_strcmp0 (solve->certificate, "-") != 0;
  gboolean several = solve->puzzles->len > 1;
  TwExit code = TW_EXIT_FOUND;

  for (guint i = 0; i < solve->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (solve->puzzles, i);
    g_autoptr (TwResult) result = solve_one (solve, puzzle, progress);

    if (summary)
      print_summary (result);
    if (solve->json != NULL)
      g_ptr_array_add (nodes, tw_result_to_json (result));
    code = tw_exit_worse (code, tw_exit_of_status (result->status));
    if (!tw_pictures_write (&solve->pictures, result, several)
        || !write_certificate (solve, result, summary))
      code = TW_EXIT_BAD_INPUT;
  }
  tw_cli_end_runs ();
  if (solve->json != NULL && !tw_cli_write_json (solve->json, nodes, several))
    code = TW_EXIT_BAD_INPUT;
  return code;
}

TwExit
tw_cli_solve (int argc, char **argv)
{
  Solve solve = { 0 };
  TwExit code = parse (&solve, argc, argv) ? solve_all (&solve) : TW_EXIT_BAD_INPUT;

  g_clear_pointer (&solve.puzzles, g_ptr_array_unref);
  tw_specs_clear (&solve.specs);
  tw_variants_clear (&solve.variants);
  tw_pictures_clear (&solve.pictures);
  g_strfreev (solve.workers);
  g_free (solve.token_file);
  g_free (solve.token);
  g_free (solve.certificate);
  g_free (solve.json);
  return code;
}
