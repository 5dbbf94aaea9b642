/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certify.c - writes the certificate of a result after the search, and has it checked before. */
#include "cli/command.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-count.h"
#include "puzzle/kind-solve.h"
#include "puzzle/verify.h"

typedef struct {
  const TwResult *result;
  const TwOptions *options;
  TwRun *run;
  TwCertify certify;
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

  work->text = work->certify (work->result, work->options, work->run, &work->length, &work->bound,
                              &work->error);
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

TwExit
tw_cli_certify (const char *path, const TwResult *result, const TwOptions *options,
                TwCertify certify, gint64 *bound)
{
  TwLimits limits = tw_kind_limits (options);
  Work work = { .result = result, .options = options, .certify = certify };
  TwExit code;

  if (limits.seconds > 0)
    limits.seconds = MAX (limits.seconds - result->seconds, 0.01);
  work.run = tw_need (tw_run_new (&limits));
  if (!tw_cli_was_cancelled ())
    tw_cli_run_work (tw_puzzle_get_name (result->puzzle), work.run, result->seconds, certify_cb,
                     &work);
  code = write_text (path, &work);
  if (bound != NULL)
    *bound = work.bound;
  tw_run_free (work.run);
  g_free (work.text);
  g_free (work.unchecked);
  g_clear_error (&work.error);
  return code;
}

char *
tw_cli_certify_count (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length,
                      gint64 *bound, GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);

  return kind->certify->count (result->puzzle, kind->count->of (result).raw, run, length, error);
}
