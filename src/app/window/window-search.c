/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-search.c - starts, watches and ends a search.
 *
 * The search runs on a worker thread (puzzle/job.h); the window polls its counters once per frame
 * and never waits for it.
 */
#include "config.h"

#include "app/window/window-private.h"
#include "puzzle/i18n.h"

/* The figures are updated ten times a second, which is enough to read them. */
#define TEXT_INTERVAL_US 100000
/* Together with the reaction of the window, Stop takes effect within 200 ms even on a busy
 * processor. */
#define PATIENCE_MS 120

static void
look (TwWindow *self)
{
  TwRun *run = tw_job_get_run (self->job);
  g_autofree TwFront *front = NULL;
  gint64 now = g_get_monotonic_time ();

  if (run == NULL)
    return;
  guint64 serial = tw_run_serial (run);
  if (serial != self->serial) {
    g_autoptr (TwResult) best = tw_job_dup_best (self->job);
    gboolean first = self->serial == 0;
    self->serial = serial;
    if (best != NULL) {
      /* The summary and the save action use the incumbent during the search. */
      tw_document_set_result (tw_window_get_document (self), best);
      tw_window_show_scene (self, best);
      if (first)
        tw_canvas_reveal (self->canvas);
      tw_window_show_words (self);
      tw_window_tell_better (self);
    }
  }
  front = g_new (TwFront, 1);
  if (tw_run_get_front (run, front)) /* otherwise keep the previous front */
    tw_canvas_set_front (self->canvas, front);
  tw_lanes_update (self->lanes, run);
  if (now - self->text_time >= TEXT_INTERVAL_US) {
    self->text_time = now;
    tw_plot_add (self->plot, tw_job_elapsed (self->job), tw_run_best (run),
                 tw_window_known_bound (self, tw_run_bound (run)));
    tw_window_show_words (self);
  }
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  look (TW_WINDOW (widget));
  return G_SOURCE_CONTINUE;
}

static void
release_job (TwWindow *self)
{
  tw_window_tell_no_search (self);
  tw_job_abandon (self->job);
  g_clear_object (&self->job);
  tw_canvas_set_front (self->canvas, NULL);
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  g_clear_handle_id (&self->patience_id, g_source_remove);
}

static void
search_ends (TwWindow *self, TwResult *result)
{
  TwRun *run = tw_job_get_run (self->job);
  TwDocument *document = tw_window_get_document (self);

  if (run != NULL) {
    tw_lanes_update (self->lanes, run);
    tw_plot_add (self->plot, result->seconds,
                 tw_result_has_answer (result) ? (gint64) result->tiling.count : -1,
                 tw_window_known_bound (self, result->bound));
  }
  release_job (self);
  tw_window_forget_hint (self);
  tw_document_end_run (document, result, tw_window_save_trace (self));
  if (tw_document_get_result (document) == result) {
    tw_window_show_scene (self, result);
    if (self->serial == 0)
      tw_canvas_reveal (self->canvas);
  } else {
    tw_window_tell_earlier (self, result);
    tw_window_show_run (self);
  }
  tw_window_update_answers (self);
  tw_window_show_words (self);
  tw_window_tell_end (self, result);
  tw_window_update_actions (self);
}

static void
searched_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwWindow *self = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result == NULL)
    return;
  tw_window_tell_workers (self);
  search_ends (self, result);
}

/* `stopped` is the result of the search to continue; NULL: a new search. */
static void
begin (TwWindow *self, const TwOptions *options, TwResult *stopped)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);

  tw_window_say (self, NULL);
  tw_window_drop_hand (self);
  tw_plot_clear (self->plot);
  tw_lanes_reset (self->lanes, g_str_equal (tw_puzzle_get_kind (puzzle)->name, "squares"));

  self->serial = 0;
  self->text_time = 0;
  self->job = tw_job_new (puzzle, options);
  tw_document_begin_run (tw_window_get_document (self), stopped);
  if (stopped != NULL)
    tw_job_continue (self->job, stopped);
  tw_job_set_background (self->job, TRUE);
  tw_job_run_async (self->job, NULL, searched_cb, self);
  tw_window_ask_workers (self);
  tw_window_tell_begin (self);
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  look (self);
  tw_window_update_actions (self);
}

void
tw_window_solve (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  TwOptions options;
  g_autoptr (GError) error = NULL;

  if (puzzle == NULL || self->job != NULL)
    return;
  tw_controls_get_options (self->controls, &options);
  if (!tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), &options, &error)) {
    tw_window_say (self, error->message);
    return;
  }
  tw_window_show_scene (self, NULL);
  begin (self, &options, NULL);
}

gboolean
tw_window_can_continue (TwWindow *self)
{
  TwResult *result = tw_window_get_result (self);
  TwPieceAnswers *answers = result != NULL ? tw_result_get_piece_answers (result) : NULL;

  return self->job == NULL && answers != NULL && tw_piece_answers_can_continue (answers);
}

static void
go_on (TwWindow *self)
{
  TwOptions budget, options;

  if (!tw_window_can_continue (self))
    return;
  /* The search goal stays; the resource limits come from the present settings. */
  options = *tw_piece_answers_get_options (
    tw_result_get_piece_answers (tw_window_get_result (self)));
  tw_controls_get_options (self->controls, &budget);
  options.time = budget.time;
  options.threads = budget.threads;
  options.memory = budget.memory;
  begin (self, &options, tw_window_get_result (self));
}

/* Unlike Stop, Pause waits until the search has saved the state it can continue from. */
void
tw_window_pause (TwWindow *self)
{
  if (self->job == NULL) {
    go_on (self);
    return;
  }
  tw_job_cancel (self->job);
  tw_window_show_words (self);
}

/* The search has not ended in time: its incumbent becomes the result, and its threads end on their
 * own. */
static gboolean
patience_cb (gpointer data)
{
  TwWindow *self = data;
  g_autoptr (TwResult) best = tw_job_dup_best (self->job);

  self->patience_id = 0;
  if (best == NULL) {
    best = tw_result_new (tw_job_get_puzzle (self->job));
    best->status = TW_STATUS_CANCELLED;
    best->seconds = tw_job_elapsed (self->job);
  }
  search_ends (self, best);
  return G_SOURCE_REMOVE;
}

void
tw_window_stop (TwWindow *self)
{
  if (self->job == NULL)
    return;
  tw_job_cancel (self->job);
  if (self->patience_id == 0)
    self->patience_id = g_timeout_add (PATIENCE_MS, patience_cb, self);
  tw_window_show_words (self);
}

void
tw_window_forget_search (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);

  tw_window_forget_hint (self);
  if (self->job == NULL)
    return;
  release_job (self);
  /* The solutions found so far are kept. */
  tw_document_end_run (document, tw_document_get_result (document), tw_window_save_trace (self));
}
