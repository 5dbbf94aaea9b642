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
#include "net/service-clients.h"
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

/* The number of outputs that go to standard output. */
static guint
count_on_stdout (const Solve *solve)
{
  return tw_pictures_on_stdout (&solve->pictures) + (g_strcmp0 (solve->json, "-") == 0)
         + (g_strcmp0 (solve->certificate, "-") == 0);
}

/* --- choosing puzzles ------------------------------------------------------- */

static gboolean
accept_random (const Solve *solve)
{
  const TwOptions *options = &solve->options;

  if (!solve->random)
    return TRUE;
  for (guint i = 0; i < solve->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (solve->puzzles, i);

    if (!tw_kind_uses_option (tw_puzzle_get_kind (puzzle), "random"))
      return tw_cli_error (_ ("%s: --random is for tilings by squares and for piece puzzles only"),
                           tw_puzzle_get_name (puzzle));
  }
  if (solve->workers != NULL || solve->certificate != NULL)
    return tw_cli_error (_ ("--random excludes --worker and --certificate"));
  /* It draws one solution by its own method. */
  if (solve->variants.all || options->limit != 1 || options->raw || options->count_only
      || (!g_str_equal (options->engine, "auto")
          && !g_str_equal (options->engine, TW_PIECE_ENGINE_RANDOM)))
    return tw_cli_error (_ ("--random excludes --all, --limit, --raw, --count-only and --engine"));
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
accept_outputs (Solve *solve)
{
  if (count_on_stdout (solve) > 1)
    return tw_cli_error (_ ("only one output can be standard output"));
  return accept_certificate (solve) && tw_cli_can_write (solve->json)
         && tw_pictures_can_write (&solve->pictures, solve->puzzles);
}

static gboolean
accept_workers (Solve *solve)
{
  g_autoptr (GError) error = NULL;

  for (char **uri = solve->workers; uri != NULL && *uri != NULL; uri++)
    if (!tw_service_client_check_uri (*uri, &error))
      return tw_cli_error ("--worker: %s", error->message);
  if (solve->workers != NULL && g_strv_length (solve->workers) > TW_SERVICE_CLIENTS_MAX)
    return tw_cli_error (_ ("--worker: at most %d services can help"), TW_SERVICE_CLIENTS_MAX);
  if (solve->token_file != NULL)
    return tw_cli_read_token (solve->token_file, 1, &solve->token);
  solve->token = g_strdup (g_getenv (TW_SERVICE_CLIENT_TOKEN_VARIABLE));
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
      || !tw_cli_add_puzzles (files, FALSE, solve->puzzles))
    return FALSE;
  if (solve->puzzles->len == 0)
    return tw_cli_error (_ ("expected at least one puzzle; see “%s --help”"), g_get_prgname ());
  return tw_cli_all_accept_options (solve->puzzles, &solve->options)
         && tw_variants_apply (&solve->variants, solve->puzzles, &solve->options)
         && accept_outputs (solve) && accept_workers (solve) && accept_random (solve);
}

/* --- writing solutions ------------------------------------------------------- */

/* "board.json: 47 squares, optimal (transform 3, 1.23 s)". When standard output is an output, only
 * explains on standard error why there is no solution. */
static void
print_summary (const TwResult *result, gboolean occupied)
{
  g_autofree char *text = tw_result_describe (result);

  if (occupied) {
    if (!tw_result_has_solution (result))
      tw_cli_error ("%s: %s", tw_puzzle_get_name (result->puzzle), text);
    return;
  }
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

static TwExit
write_certificate (const Solve *solve, TwResult *result, TwProgressMode progress)
{
  gint64 bound = TW_COST_LEAST;
  TwExit code = tw_cli_certify (solve->certificate, result, &solve->options, progress,
                                tw_puzzle_get_kind (result->puzzle)->certify, &bound);

  if (code == TW_EXIT_FOUND && !solve->quiet && count_on_stdout (solve) == 0)
    print_proof (solve->certificate, result, bound);
  return code;
}

/* The drawing of a tiling by squares on another thread. */
typedef struct {
  TwPuzzle *puzzle;
  const TwOptions *options;
  TwRun *run;
  TwResult *result;
} Drawing;

static gpointer
draw_cb (gpointer data)
{
  Drawing *drawing = data;

  drawing->result = tw_square_draw (drawing->puzzle, drawing->options, drawing->run);
  return NULL;
}

/* Draws a tiling by squares at random. */
static TwResult *
draw (TwPuzzle *puzzle, const TwOptions *options, TwProgressMode progress)
{
  TwLimits limits = tw_kind_limits (options);
  Drawing drawing = { .puzzle = puzzle, .options = options, .run = tw_run_new (&limits) };

  if (drawing.run == NULL)
    g_error ("out of memory for a search");
  tw_cli_run_work (tw_puzzle_get_name (puzzle), drawing.run, 0, progress, draw_cb, &drawing);
  tw_run_free (drawing.run);
  return drawing.result;
}

static TwResult *
solve_one (const Solve *solve, TwPuzzle *puzzle, TwProgressMode progress)
{
  TwOptions options = solve->options;

  if (solve->random && !tw_puzzle_has_pieces (puzzle))
    return draw (puzzle, &options, progress);
  if (solve->random)
    tw_options_set (&options, "engine", TW_PIECE_ENGINE_RANDOM);
  /* The certificate repeats the proof, or improves the bound of an unfinished one. */
  if (solve->certificate != NULL
      && (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0)
    options.time /= 2;
  return tw_cli_run_helped (puzzle, &options, progress, solve->workers, solve->token);
}

static TwExit
solve_all (Solve *solve)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  TwProgressMode progress = tw_cli_progress_mode (solve->progress, solve->quiet);
  gboolean several = solve->puzzles->len > 1;
  TwExit code = TW_EXIT_FOUND;
  g_autoptr (TwResult) last = NULL;

  for (guint i = 0; i < solve->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (solve->puzzles, i);
    g_autoptr (TwResult) result = solve_one (solve, puzzle, progress);

    if (!solve->quiet)
      print_summary (result, count_on_stdout (solve) > 0);
    if (solve->json != NULL)
      g_ptr_array_add (texts, tw_result_print (result));
    code = tw_exit_worse (code, tw_exit_of_status (result->status));
    if (!tw_pictures_write (&solve->pictures, i, result))
      code = TW_EXIT_BAD_INPUT;
    g_clear_pointer (&last, tw_result_unref);
    last = g_steal_pointer (&result);
  }
  if (solve->certificate == NULL)
    tw_cli_end_runs ();
  if (solve->json != NULL && !tw_cli_write_json (solve->json, texts, several))
    code = TW_EXIT_BAD_INPUT;
  if (solve->certificate != NULL)
    code = tw_exit_worse (code, write_certificate (solve, last, progress));
  tw_cli_end_runs ();
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
