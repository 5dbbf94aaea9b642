/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.c - tilewright-cli solve: solves puzzles and writes solutions and pictures. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/workers.h"
#include "library/private.h"
#include "net/service-clients.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-solution.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/squares.h"
#include "puzzle/visible.h"

static char *json, *certificate;
static gboolean at_random;

static const GOptionEntry entries[] = {
  TW_FILE ("json", &json, N_ ("Write the solutions as JSON")),
  TW_FLAG ("watch", &tw_cli_watch,
           N_ ("Draw the board on standard error while the search runs, in colours on a terminal")),
  TW_FLAG ("random", &at_random,
           N_ ("Draw a solution at random, all with the same probability (squares and pieces)")),
  TW_FILE ("certificate", &certificate,
           N_ ("Write a certificate of the solution, or that there is none, for tilewright-check")),
  TW_CLI_WORKER_ENTRIES,
  { 0 },
};

/* --- choosing puzzles ------------------------------------------------------- */

static gboolean
accept_random (GPtrArray *puzzles, const TwOptions *options)
{
  if (!at_random)
    return TRUE;
  for (guint i = 0; i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);

    if (!tw_kind_uses_option (tw_puzzle_get_kind (puzzle), "random"))
      return tw_cli_error (_ ("%s: --random is for tilings by squares and for piece puzzles only"),
                           tw_puzzle_get_name (puzzle));
  }
  if (tw_cli_workers != NULL || certificate != NULL)
    return tw_cli_error (_ ("--random excludes --worker and --certificate"));
  /* It draws one solution by its own method. */
  if (options->limit != 1 || options->raw || options->count_only
      || (!g_str_equal (options->engine, "auto")
          && !g_str_equal (options->engine, TW_ENGINE_RANDOM)))
    return tw_cli_error (_ ("--random excludes --all, --limit, --raw, --count-only and --engine"));
  return TRUE;
}

/* --- writing solutions ------------------------------------------------------- */

/* "board.json: 47 squares, optimal (auto, transform 3, 1.23 s)". When standard output is an output, only
 * explains on standard error why there is no solution. */
static void
print_summary (const TwResult *result)
{
  g_autofree char *text = tw_result_describe (result);
  g_autofree char *figures = tw_cli_figures (result);

  if (tw_cli_stdout_is_taken ()) {
    if (!tw_result_has_solution (result))
      tw_cli_error ("%s: %s", tw_puzzle_get_name (result->puzzle), text);
    return;
  }
  g_print ("%s: %s (%s)\n", tw_puzzle_get_name (result->puzzle), text, figures);
}

/* The drawing of a tiling by squares on another thread. */
typedef struct {
  TwPuzzle *puzzle;
  const TwOptions *options;
  TwRun *run;
  TwResult *result;
} Drawing;

static void
draw_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Drawing *drawing = data;

  drawing->result = tw_square_draw (drawing->puzzle, drawing->options, drawing->run);
  g_task_return_boolean (task, TRUE);
}

/* Draws a tiling by squares at random. */
static TwResult *
draw (TwPuzzle *puzzle, const TwOptions *options)
{
  TwLimits limits = tw_kind_limits (options);
  Drawing drawing = { .puzzle = puzzle, .options = options, .run = tw_need (tw_run_new (&limits)) };

  tw_cli_run_work (tw_puzzle_get_name (puzzle), drawing.run, 0, draw_cb, &drawing);
  tw_cli_batch_step ();
  tw_run_free (drawing.run);
  return drawing.result;
}

/* Keeps the job, for tell_workers (). */
static void
help_cb (TwJob *job, gpointer data)
{
  *(TwJob **) data = g_object_ref (job);
  tw_service_clients_help (job, (const char *const *) tw_cli_workers, tw_cli_worker_token);
}

/* Reports on standard error what the remote solvers contributed. */
static void
tell_workers (TwJob *job)
{
  g_auto (GStrv) lines = tw_service_clients_report (job, FALSE);

  for (char **line = lines; line != NULL && *line != NULL; line++) {
    g_autofree char *visible = tw_visible_text (*line, -1, FALSE);

    g_printerr ("%s\n", visible);
  }
}

static TilewrightResult *
solve_one (TwPuzzle *puzzle, TwOptions options)
{
  g_autoptr (TilewrightSolver) solver = NULL;
  g_autoptr (TwJob) job = NULL;
  TilewrightResult *result;

  if (at_random && !tw_puzzle_has_pieces (puzzle)) {
    g_autoptr (TilewrightPuzzle) object = tilewright_puzzle_wrap (tw_puzzle_ref (puzzle));

    return tilewright_result_wrap (object, draw (puzzle, &options));
  }
  if (at_random)
    tw_options_set (&options, "engine", TW_ENGINE_RANDOM);
  /* The certificate repeats the proof, or improves the bound of an unfinished one. */
  if (certificate != NULL && (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0)
    options.time /= 2;
  solver = tw_cli_solver_new (puzzle, &options);
  result = tw_cli_run_solver (solver, help_cb, &job);
  if (!tw_cli_quiet)
    tell_workers (job);
  g_clear_object (&job);
  tw_service_clients_part (1);
  return result;
}

static TwExit
solve_all (GPtrArray *puzzles, const TwOptions *options)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  TwExit code = TW_EXIT_FOUND;
  g_autoptr (TilewrightResult) last = NULL;

  tw_cli_batch (puzzles->len);
  for (guint i = 0; i < puzzles->len; i++) {
    g_clear_object (&last);
    tw_stream_start (g_ptr_array_index (puzzles, i));
    last = solve_one (g_ptr_array_index (puzzles, i), *options);
    tw_stream_end_result (tilewright_result_peek (last));
    if (!tw_cli_quiet)
      print_summary (tilewright_result_peek (last));
    if (json != NULL)
      g_ptr_array_add (texts, tilewright_result_to_json (last));
    code = tw_exit_worse (code, tw_exit_of_status (tilewright_result_get_status (last)));
    if (!tw_pictures_write (i, last))
      code = TW_EXIT_BAD_INPUT;
  }
  if (certificate == NULL)
    tw_cli_end_runs ();
  if ((json != NULL && !tw_cli_write_json (json, texts, puzzles->len > 1))
      || !tw_stream_is_complete ())
    code = TW_EXIT_BAD_INPUT;
  if (certificate != NULL)
    code = tw_exit_worse (
      code, tw_cli_certify (certificate, tilewright_result_peek (last), options, FALSE));
  tw_cli_end_runs ();
  return code;
}

static TwExit
solve (char **words, TwOptions *options)
{
  g_autoptr (GPtrArray) puzzles = tw_specs_read (words);
  TwExit code = TW_EXIT_BAD_INPUT;

  if (puzzles != NULL && tw_cli_all_accept_options (puzzles, options)
      && tw_variants_apply (puzzles, options) && tw_cli_can_certify (certificate, puzzles, FALSE)
      && tw_cli_can_write (json) && tw_stream_can_write () && tw_pictures_can_write (puzzles)
      && tw_cli_accept_workers () && accept_random (puzzles, options))
    code = solve_all (puzzles, options);
  g_clear_pointer (&tw_cli_worker_token, g_free);
  return code;
}

const TwCommand tw_cli_solve = {
  .name = "solve",
  .summary = N_ ("Solve puzzles, write solutions and pictures"),
  .parameters = N_ ("FILE|FOLDER…"),
  .description = N_ (
    "Solves the puzzles of all files and folders (- is standard input) one after the other.\nAn "
    "output file - is standard output."),
  .solver = TRUE,
  .run = solve,
  .tables = { entries, tw_stream_entries, tw_picture_entries, tw_variant_entries, tw_spec_entries,
              tw_cli_progress_entries, tw_cli_quiet_entries },
};
