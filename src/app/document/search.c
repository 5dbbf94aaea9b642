/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - see search.h. */
#include "app/document/search.h"

#include "app/part.h"
#include "app/preferences/worker-token.h"
#include "net/service-clients.h"
#include "puzzle/kind-solution.h"
#include "puzzle/pieces/solutions.h"

/* Together with the reaction of the window, Stop takes effect within 200 ms even on a busy
 * processor. */
#define PATIENCE_MS 120

struct _TwSearch {
  GObject parent_instance;

  TwDocument *document; /* of the present or the last job */
  TwJob *job;           /* NULL: nothing runs or is watched */
  gboolean watched;     /* another object runs the job */
  guint64 serial;       /* of the incumbent that the document has; 0: none yet */
  guint patience_id;    /* timer that runs since tw_search_stop () */
  char *report;
  GVariant *trace;
};

TW_DEFINE_TYPE (TwSearch, tw_search, G_TYPE_OBJECT)

static void
release_job (TwSearch *self)
{
  if (self->job == NULL)
    return;
  g_clear_handle_id (&self->patience_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->document, self);
  if (!self->watched)
    tw_job_abandon (self->job);
  g_clear_object (&self->job);
  self->watched = FALSE;
  g_object_notify (G_OBJECT (self), "running");
}

static void
tw_search_class_init (TwSearchClass *klass)
{
  static const TwFlag flags[] = { { "running", .get = G_CALLBACK (tw_search_is_running) }, { 0 } };

  TW_ON_DISPOSE (klass, release_job);
  TW_OWN (klass, TwSearch, document, g_object_unref);
  TW_OWN (klass, TwSearch, trace, g_variant_unref);
  TW_OWN (klass, TwSearch, report, g_free);
  tw_class_add_flags (klass, flags);
  tw_class_add_signal (klass, "better", 1, G_TYPE_BOOLEAN);
  tw_class_add_signal (klass, "ending", 1, TW_TYPE_RESULT);
  tw_class_add_signal (klass, "tracing", 0);
  tw_class_add_signal (klass, "ended", 1, TW_TYPE_RESULT);
}

TwSearch *
tw_search_new (void)
{
  return g_object_new (TW_TYPE_SEARCH, NULL);
}

/* --- the job ------------------------------------------------------------------------ */

/* `result` is NULL when the job is dropped; then the document keeps what it has. */
static void
leave (TwSearch *self, TwResult *result)
{
  g_signal_emit_by_name (self, "ending", result);
  release_job (self);
  tw_document_end_run (
    self->document, result != NULL ? result : tw_document_get_result (self->document), self->trace);
  g_clear_pointer (&self->trace, g_variant_unref);
}

static void
end (TwSearch *self, TwResult *result)
{
  leave (self, result);
  g_signal_emit_by_name (self, "ended", result);
}

static void
searched_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwSearch *self = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result == NULL) /* the job was abandoned */
    return;

  g_auto (GStrv) lines = tw_service_clients_report (self->job, TRUE);

  if (lines != NULL && *lines != NULL)
    self->report = g_strjoinv ("\n", lines);
  end (self, result);
}

static void
take (TwSearch *self, TwDocument *document, TwJob *job)
{
  g_set_object (&self->document, document);
  g_signal_connect_swapped (document, "changing", G_CALLBACK (tw_search_drop), self);
  self->job = job;
  self->serial = 0;
  g_clear_pointer (&self->report, g_free);
}

void
tw_search_start (TwSearch *self, TwDocument *document, const TwOptions *options, TwResult *stopped)
{
  g_return_if_fail (!tw_search_is_running (self));

  tw_search_drop (self);
  take (self, document, tw_job_new (tw_document_get_puzzle (document), options));
  g_autoptr (TwResult) start = tw_findings_dup_start (tw_document_get_findings (document), stopped);
  if (start != NULL)
    tw_job_continue (self->job, start);
  tw_document_begin_run (document, stopped, start);
  tw_job_set_background (self->job, TRUE);
  tw_job_run_async (self->job, NULL, searched_cb, self);
  g_auto (GStrv) uris = tw_workers_dup_uris ();
  tw_service_clients_help (self->job, (const char *const *) uris, tw_workers_get_token ());
  g_object_notify (G_OBJECT (self), "running");
}

static TwPieceSolutions *
stopped_solutions (TwDocument *document)
{
  return tw_result_get_piece_solutions (tw_document_get_result (document));
}

gboolean
tw_search_can_continue (TwSearch *self, TwDocument *document)
{
  g_autoptr (TwResult) result = tw_findings_dup_judged (tw_document_get_findings (document));

  if (result == NULL || tw_search_is_running (self))
    return FALSE;
  if (tw_puzzle_get_kind (result->puzzle)->solution->bounds_cost)
    return result->status == TW_STATUS_FEASIBLE;
  return tw_piece_solutions_count (stopped_solutions (document)).can_continue;
}

void
tw_search_continue (TwSearch *self, TwDocument *document, const TwOptions *budget)
{
  TwOptions options = *budget;

  if (!tw_search_can_continue (self, document))
    return;
  if (stopped_solutions (document) != NULL) {
    options = *tw_piece_solutions_get_options (stopped_solutions (document));
    options.time = budget->time;
    options.threads = budget->threads;
    options.memory = budget->memory;
  }
  tw_search_start (self, document, &options, tw_document_get_result (document));
}

void
tw_search_watch (TwSearch *self, TwDocument *document, TwJob *job)
{
  g_return_if_fail (!tw_search_is_running (self));

  tw_search_drop (self);
  take (self, document, g_object_ref (job));
  self->watched = TRUE;
  tw_document_begin_run (document, NULL, NULL);
  g_object_notify (G_OBJECT (self), "running");
}

void
tw_search_pause (TwSearch *self)
{
  if (tw_search_is_running (self))
    tw_job_cancel (self->job);
}

/* The job has not ended in time: its incumbent becomes the result, and its threads end on their
 * own. */
static gboolean
patience_cb (gpointer data)
{
  TwSearch *self = data;
  g_autoptr (TwResult) best = tw_job_dup_best (self->job);

  self->patience_id = 0;
  if (best == NULL) {
    best = tw_result_new (tw_job_get_puzzle (self->job));
    best->status = TW_STATUS_CANCELLED;
    best->seconds = tw_job_elapsed (self->job);
  }
  end (self, best);
  return G_SOURCE_REMOVE;
}

void
tw_search_stop (TwSearch *self)
{
  tw_search_pause (self);
  if (tw_search_is_running (self) && self->patience_id == 0)
    self->patience_id = g_timeout_add (PATIENCE_MS, patience_cb, self);
}

void
tw_search_drop (TwSearch *self)
{
  if (self->job == NULL)
    return;
  g_autoptr (TwResult) best = self->watched ? tw_job_dup_best (self->job) : NULL;
  leave (self, best);
}

/* --- progress ----------------------------------------------------------------------- */

gboolean
tw_search_is_running (TwSearch *self)
{
  return self->job != NULL && !self->watched;
}

TwJob *
tw_search_get_job (TwSearch *self)
{
  return self->job;
}

TwRun *
tw_search_get_run (TwSearch *self)
{
  return self->job != NULL ? tw_job_get_run (self->job) : NULL;
}

void
tw_search_poll (TwSearch *self)
{
  TwRun *run = tw_search_get_run (self);
  guint64 serial = run != NULL ? tw_run_serial (run) : self->serial;
  gboolean first = self->serial == 0;

  if (serial == self->serial)
    return;
  g_autoptr (TwResult) best = tw_job_dup_best (self->job);
  self->serial = serial;
  if (best == NULL)
    return;
  tw_document_set_result (self->document, best);
  g_signal_emit_by_name (self, "better", first);
}

gboolean
tw_search_has_found (TwSearch *self)
{
  return self->serial != 0;
}

const char *
tw_search_get_report (TwSearch *self)
{
  return self->report;
}

void
tw_search_keep (TwSearch *self, TwKeptValue *value)
{
  TwKeptResult *first = value->results->len > 0 ? value->results->pdata[0] : NULL;

  if (tw_puzzle_get_kind (value->puzzle)->solution->bounds_cost)
    value->bound = MAX (value->bound, tw_run_bound (tw_search_get_run (self)));
  g_signal_emit_by_name (self, "tracing");
  if (first == NULL || first->name != NULL || first->trace != NULL) /* it has found nothing yet */
    return;
  first->trace = g_steal_pointer (&self->trace);
}

void
tw_search_set_trace (TwSearch *self, GVariant *trace)
{
  g_clear_pointer (&self->trace, g_variant_unref);
  self->trace = g_variant_ref_sink (trace);
}
