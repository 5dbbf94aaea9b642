/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-search.c - starts a search (document/search.h) and shows its progress: once per frame the
 * window reads the counters of the run, and never waits for it.
 */
#include "config.h"

#include "app/window/window-private.h"
#include "puzzle/i18n.h"

/* The figures are updated ten times a second, which is enough to read them. */
#define TEXT_INTERVAL_US 100000

static void
better_cb (TwWindow *self, gboolean first)
{
  tw_window_show_scene (self, tw_window_get_result (self));
  if (first)
    tw_canvas_reveal (self->canvas);
  tw_window_show_words (self);
}

static void
look (TwWindow *self)
{
  TwRun *run = tw_search_get_run (self->search);
  g_autofree TwFront *front = NULL;
  gint64 now = g_get_monotonic_time ();

  if (run == NULL)
    return;
  tw_search_poll (self->search);
  front = g_new (TwFront, 1);
  if (tw_run_get_front (run, front)) /* otherwise keep the previous front */
    tw_canvas_set_front (self->canvas, front);
  tw_lanes_update (self->lanes, run);
  if (now - self->text_time >= TEXT_INTERVAL_US) {
    self->text_time = now;
    tw_plot_add (self->plot, tw_job_elapsed (tw_search_get_job (self->search)), tw_run_best (run),
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
ending_cb (TwWindow *self, TwResult *result)
{
  TwRun *run = tw_search_get_run (self->search);

  if (result != NULL && run != NULL) {
    tw_lanes_update (self->lanes, run);
    tw_plot_add (self->plot, result->seconds,
                 tw_result_has_answer (result) ? (gint64) result->tiling.count : -1,
                 tw_window_known_bound (self, result->bound));
  }
  tw_search_set_trace (self->search, tw_window_save_trace (self));
  tw_canvas_set_front (self->canvas, NULL);
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
}

static void
ended_cb (TwWindow *self, TwResult *result)
{
  tw_hint_drop (self->hints);
  if (tw_search_get_report (self->search) != NULL)
    tw_window_say (self, tw_search_get_report (self->search));
  if (tw_window_get_result (self) == result) {
    tw_window_show_scene (self, result);
    if (!tw_search_has_found (self->search))
      tw_canvas_reveal (self->canvas);
  } else {
    tw_window_tell_earlier (self, result);
    tw_window_show_run (self);
  }
  tw_window_update_answers (self);
  tw_window_show_words (self);
  tw_window_update_actions (self);
}

/* Called before a search starts. */
static void
prepare (TwWindow *self)
{
  const char *kind = tw_puzzle_get_kind (tw_window_get_puzzle (self))->name;

  tw_window_say (self, NULL);
  tw_hand_drop (self->hand);
  tw_plot_clear (self->plot);
  tw_lanes_reset (self->lanes, g_str_equal (kind, "squares"));
  self->text_time = 0;
}

/* Called when a search has started. */
static void
watch (TwWindow *self)
{
  tw_window_choose_page (self);
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  look (self);
  tw_window_update_actions (self);
}

void
tw_window_begin_search (TwWindow *self)
{
  self->search = tw_search_new (self->settings);
  g_signal_connect_swapped (self->search, "better", G_CALLBACK (better_cb), self);
  g_signal_connect_swapped (self->search, "ending", G_CALLBACK (ending_cb), self);
  g_signal_connect_swapped (self->search, "ended", G_CALLBACK (ended_cb), self);
  self->announcer = tw_announcer_new (GTK_WINDOW (self), self->search, self->summary,
                                      self->settings);
}

void
tw_window_solve (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  TwOptions options;
  g_autoptr (GError) error = NULL;

  if (puzzle == NULL || tw_search_is_running (self->search))
    return;
  tw_controls_get_options (self->controls, &options);
  if (!tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), &options, &error)) {
    tw_window_say (self, error->message);
    return;
  }
  tw_window_show_scene (self, NULL);
  prepare (self);
  tw_search_start (self->search, tw_window_get_document (self), &options, NULL);
  watch (self);
}

/* Unlike Stop, Pause waits until the search has saved the state it can continue from. */
void
tw_window_pause (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);
  TwOptions budget;

  if (tw_search_is_running (self->search)) {
    tw_search_pause (self->search);
    tw_window_show_words (self);
  } else if (tw_search_can_continue (self->search, document)) {
    tw_controls_get_options (self->controls, &budget);
    prepare (self);
    tw_search_continue (self->search, document, &budget);
    watch (self);
  }
}

void
tw_window_stop (TwWindow *self)
{
  tw_search_stop (self->search);
  if (tw_search_is_running (self->search))
    tw_window_show_words (self);
}

void
tw_window_forget_search (TwWindow *self)
{
  tw_hint_drop (self->hints);
  tw_search_drop (self->search);
}
