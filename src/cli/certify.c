/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.c - writes the certificate of a result after the search, and has it checked before. */
#include "cli/command.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-count.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/verify.h"

typedef struct {
  const TwResult *result;
  const TwOptions *options;
  TwRun *run;
  gboolean count; /* certifies the number of solutions */
  gint64 bound;
  char *text; /* NULL: `error` is set */
  gsize length;
  GError *error;
  gboolean refused; /* by tilewright-check */
  char *unchecked;  /* why it was not checked; NULL: it was */
} Work;

static void
certify_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  TwPuzzle *puzzle = work->result->puzzle;
  const TwKind *kind = tw_puzzle_get_kind (puzzle);

  work->text = work->count ? kind->certify->count (puzzle, kind->count->of (work->result).raw,
                                                   work->run, &work->length, &work->error)
                           : kind->certify->solution (work->result, work->options, work->run,
                                                      &work->length, &work->bound, &work->error);
  if (work->text != NULL
      && !tw_verify_certificate (work->text, work->length, work->options, work->run,
                                 &work->unchecked, &work->error)) {
    g_clear_pointer (&work->text, g_free);
    work->refused = TRUE;
  }
  g_task_return_boolean (task, TRUE);
}

static TwExit
write_text (const char *path, const Work *work)
{
  if (tw_cli_was_cancelled ()) {
    tw_cli_error_in (path, _ ("cancelled, so no certificate was written"));
    return TW_EXIT_STOPPED;
  }
  if (work->refused) {
    tw_cli_error_in (path, work->error->message);
    return TW_EXIT_BAD_INPUT;
  }
  if (work->text != NULL) {
    g_autofree char *name = g_filename_display_name (path);

    if (!tw_cli_write (path, work->text, work->length))
      return TW_EXIT_BAD_INPUT;
    if (work->unchecked != NULL)
      tw_cli_error (_ ("%s: the certificate was not checked: %s"), name, work->unchecked);
    return TW_EXIT_FOUND;
  }
  tw_cli_error ("%s", work->error->message);
  return tw_run_stop_reason (work->run) != TW_STOP_NONE
             || tw_exit_of_status ((TilewrightStatus) work->result->status) == TW_EXIT_STOPPED
           ? TW_EXIT_STOPPED
           : TW_EXIT_BAD_INPUT;
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

gboolean
tw_cli_can_certify (const char *path, const GPtrArray *puzzles, gboolean count)
{
  g_autoptr (GError) error = NULL;
  const TwKindCertify *certify;
  TwPuzzle *puzzle;

  if (path == NULL)
    return TRUE;
  if (puzzles->len > 1)
    return tw_cli_error (_ ("--certificate needs a single puzzle, not %u"), puzzles->len);
  puzzle = g_ptr_array_index (puzzles, 0);
  certify = tw_puzzle_get_kind (puzzle)->certify;
  if (count && !tw_puzzle_has_pieces (puzzle))
    return tw_cli_error (_ ("--certificate is for piece puzzles only"));
  if (certify == NULL)
    return tw_cli_error (_ ("%s: no certificate: there are none for puzzles of this kind (%s)"),
                         tw_puzzle_get_name (puzzle), _ (tw_puzzle_get_kind (puzzle)->title));
  if (certify->accepts != NULL && !certify->accepts (puzzle, &error))
    return tw_cli_error ("%s", error->message);
  return tw_cli_can_write (path);
}

TwExit
tw_cli_certify (const char *path, const TwResult *result, const TwOptions *options, gboolean count)
{
  TwLimits limits = tw_kind_limits (options);
  Work work = { .result = result, .options = options, .count = count, .bound = TW_COST_LEAST };
  TwExit code;

  if (limits.seconds > 0)
    limits.seconds = MAX (limits.seconds - result->seconds, 0.01);
  work.run = tw_need (tw_run_new (&limits));
  if (!tw_cli_was_cancelled ())
    tw_cli_run_work (tw_puzzle_get_name (result->puzzle), work.run, result->seconds, certify_cb,
                     &work);
  code = write_text (path, &work);
  if (code == TW_EXIT_FOUND && !count && !tw_cli_quiet && !tw_cli_stdout_is_taken ())
    print_proof (path, result, work.bound);
  tw_run_free (work.run);
  g_free (work.text);
  g_free (work.unchecked);
  g_clear_error (&work.error);
  return code;
}
