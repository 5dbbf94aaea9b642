/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recheck.c - see recheck.h. */
#include "app/document/recheck.h"

/* For a puzzle. */
#define SECONDS 10.0

struct TwRecheck {
  TwSession *session;
  TwPuzzle *tried; /* that was checked last; NULL: none */
  TwJob *job;      /* NULL: nothing is being checked */
};

static TwDocument *
document_of (TwRecheck *self)
{
  return tw_session_get_document (self->session);
}

static void
checked_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwRecheck *self = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result == NULL) /* abandoned */
    return;
  g_clear_object (&self->job);
  if (result->puzzle == tw_document_get_puzzle (document_of (self)))
    tw_document_confirm (document_of (self), result);
}

static void
start (TwRecheck *self, TwPuzzle *puzzle, TwEntry *best)
{
  TwOptions options;

  tw_options_init (&options);
  options.time = SECONDS;
  options.threads = 1;
  self->tried = tw_puzzle_ref (puzzle);
  self->job = tw_job_new (puzzle, &options);
  tw_job_set_background (self->job, TRUE);
  if (best != NULL) { /* its bound is what has to be proved */
    g_autoptr (TwResult) solution = tw_result_dup_solution (tw_entry_get_result (best));

    tw_job_continue (self->job, solution);
  }
  tw_job_run_async (self->job, NULL, checked_cb, self);
}

/* Another puzzle may be shown, or a search may have begun or ended, which needs the processor. */
static void
look (TwRecheck *self)
{
  TwFindings *findings = tw_document_get_findings (document_of (self));
  TwPuzzle *puzzle = tw_document_get_puzzle (document_of (self));
  gboolean wanted = findings != NULL && tw_findings_is_earlier (findings)
                    && !tw_search_is_running (tw_session_get_search (self->session));

  if (self->job != NULL && (!wanted || self->tried != puzzle)) {
    tw_job_abandon (self->job);
    g_clear_object (&self->job);
    g_clear_pointer (&self->tried, tw_puzzle_unref);
  }
  if (!wanted || self->tried == puzzle)
    return;
  g_clear_pointer (&self->tried, tw_puzzle_unref);
  start (self, puzzle, tw_findings_get_best (findings));
}

TwRecheck *
tw_recheck_new (TwSession *session)
{
  TwRecheck *self = g_new0 (TwRecheck, 1);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "changed", G_CALLBACK (look), self);
  return self;
}

void
tw_recheck_free (TwRecheck *self)
{
  g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->job != NULL)
    tw_job_abandon (self->job);
  g_clear_object (&self->job);
  g_clear_pointer (&self->tried, tw_puzzle_unref);
  g_object_unref (self->session);
  g_free (self);
}
