/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side-pane.c - see side-pane.h. */
#include "app/window/side-pane.h"

#include "app/pane/controls.h"
#include "app/pane/progress-bars.h"
#include "app/pane/plot.h"
#include "app/pane/results.h"
#include "app/pane/tiles.h"
#include "app/window/words.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/play.h"

/* The figures are updated ten times a second, which is enough to read them. */
#define TEXT_INTERVAL_US 100000

struct _TwSidePane {
  TwPart parent_instance;

  GtkWidget *panel; /* above the figures, and instead of them when it expands; NULL: none */
  GtkWidget *figures;
  gboolean shown; /* there are figures to show */
  TwSummary *summary;
  GtkWidget *by_hand; /* for puzzles of squares: the switch to lay them, and Start Over */
  GtkStack *pages;    /* "pieces", "result" and "options" */
  GtkStackPage *pieces_page;
  TwTiles *tiles;
  TwPlot *plot;
  TwProgressBars *bars;
  GtkButton *pause_button;
  TwPieces *pieces;
  TwSolutions *solutions;
  TwControls *controls;
  GtkWidget *findings_box;
  GtkWidget *improve_button;
  TwResults *findings_list;

  TwCanvas *canvas;
  TwSolutionBrowser *browser;
  TwSession *session;
  TwSearch *search; /* of the session */
  guint tick_id;    /* 0: no job is shown */
  gint64 text_time; /* time of the last update of the figures */
};

G_DEFINE_FINAL_TYPE (TwSidePane, tw_side_pane, TW_TYPE_PART)

static TwDocument *
document_of (TwSidePane *self)
{
  return tw_session_get_document (self->session);
}

static gboolean
has_pieces (TwSidePane *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  return puzzle != NULL && tw_puzzle_has_pieces (puzzle);
}

static void
board_changed_cb (TwSidePane *self)
{
  tw_tiles_show (self->tiles, tw_canvas_get_scene (self->canvas));
}

/* --- figures -------------------------------------------------------------------------- */

void
tw_side_pane_update_words (TwSidePane *self)
{
  int transform;
  gint64 best;

  tw_solution_browser_update (self->browser);
  tw_words_show (self->summary, document_of (self), tw_search_get_job (self->search));
  best = tw_summary_get_best (self->summary, &transform);
  tw_progress_bars_set_winner (self->bars, best, transform);
}

/* The pause button of a search for pieces continues it, too; other solutions are improved. */
static void
update_pause (TwSidePane *self)
{
  gboolean paused = tw_search_can_continue (self->search, document_of (self));
  TwResult *result = tw_session_get_result (self->session);
  const char *label = paused ? _ ("Cont_inue") : _ ("_Pause");

  gtk_widget_set_visible (self->improve_button, paused && !has_pieces (self));
  gtk_widget_set_visible (GTK_WIDGET (self->pause_button),
                          has_pieces (self)
                            && (paused || tw_search_is_running (self->search)
                                || (result != NULL && !tw_result_is_by_hand (result))));
  if (g_strcmp0 (gtk_button_get_label (self->pause_button), label) == 0)
    return;
  gtk_button_set_label (self->pause_button, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pause_button),
                               paused ? _ ("Continue the search from where it stopped")
                                      : _ ("Stop the search so that it can continue later"));
}

static void
update_list (TwSidePane *self)
{
  GListModel *all = tw_findings_get_list (tw_document_get_findings (document_of (self)));
  guint n = all != NULL ? g_list_model_get_n_items (all) : 0;

  tw_results_set_model (self->findings_list, all);
  tw_results_select (self->findings_list,
                     tw_findings_get_selected (tw_document_get_findings (document_of (self))));
  /* After a single search of a piece puzzle, the browser already shows everything. */
  gboolean whole = has_pieces (self)
                   && !tw_result_is_by_hand (tw_session_get_result (self->session));
  gtk_widget_set_visible (self->findings_box, n > (whole ? 1 : 0));
  gtk_widget_set_sensitive (self->findings_box, !tw_search_is_running (self->search));
}

/* Restores the plot and the bars of the shown result, or clears them. */
static void
restore_trace (TwSidePane *self)
{
  GVariant *trace = tw_findings_get_trace (tw_document_get_findings (document_of (self)));
  g_autoptr (GVariant) plot = NULL;
  g_autoptr (GVariant) bars = NULL;

  if (trace == NULL) {
    tw_plot_clear (self->plot);
    tw_progress_bars_reset (self->bars, FALSE);
    return;
  }
  g_variant_get (trace, "(@(da(dxx))@(ba(iiixx)))", &plot, &bars);
  tw_plot_restore (self->plot, plot);
  tw_progress_bars_restore (self->bars, bars);
  tw_progress_bars_end (self->bars); /* the program may have been killed */
}

/* The document has another result or another value. */
static void
result_changed_cb (TwSidePane *self)
{
  gboolean running = tw_search_get_job (self->search) != NULL;
  TwResult *result = tw_session_get_result (self->session);

  if (!running)
    restore_trace (self);
  if (!running || result != NULL) /* a search that is continued begins with the old board */
    tw_solution_browser_show (self->browser, result);
  update_list (self);
  update_pause (self);
  tw_side_pane_update_words (self);
}

static void
picked_cb (TwSidePane *self, TwEntry *entry)
{
  if (!tw_search_is_running (self->search) && document_of (self) != NULL
      && tw_entry_get_puzzle (entry) == tw_session_get_puzzle (self->session))
    tw_document_select (document_of (self), entry);
}

/* Shows the page of the result when there is one, otherwise what to set up before a search. */
static void
choose_page (TwSidePane *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  gboolean pieces = puzzle != NULL && tw_play_get_pieces (puzzle) != NULL;
  gboolean result = tw_search_get_job (self->search) != NULL
                    || tw_session_get_result (self->session) != NULL;

  gtk_widget_set_visible (self->by_hand, puzzle != NULL && tw_puzzle_takes_squares (puzzle));
  gtk_stack_page_set_visible (self->pieces_page, pieces);
  gtk_stack_set_visible_child_name (self->pages, result ? "result" : pieces ? "pieces" : "options");
}

/* --- a search ------------------------------------------------------------------------- */

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TwSidePane *self = TW_SIDE_PANE (widget);
  TwRun *run = tw_search_get_run (self->search);
  g_autofree TwFront *front = NULL;
  gint64 now = g_get_monotonic_time ();
  double elapsed;

  if (run == NULL)
    return G_SOURCE_CONTINUE;
  elapsed = tw_job_elapsed (tw_search_get_job (self->search));
  tw_search_poll (self->search);
  front = g_new (TwFront, 1);
  if (tw_run_get_front (run, front)) /* otherwise keep the previous front */
    tw_canvas_set_front (self->canvas, front);
  tw_progress_bars_update (self->bars, run, elapsed);
  if (now - self->text_time >= TEXT_INTERVAL_US) {
    self->text_time = now;
    tw_plot_add (self->plot, elapsed, tw_run_best (run),
                 tw_words_known_bound (document_of (self), tw_run_bound (run)));
    tw_side_pane_update_words (self);
  }
  return G_SOURCE_CONTINUE;
}

static void
running_cb (TwSidePane *self)
{
  gboolean running = tw_search_get_job (self->search) != NULL;

  if (running) {
    const TwKind *kind = tw_puzzle_get_kind (tw_session_get_puzzle (self->session));

    restore_trace (self); /* of the search that is continued */
    tw_progress_bars_reset (self->bars, (kind->flags & TW_KIND_TRANSFORMS) != 0);
    self->text_time = 0;
    choose_page (self);
    if (self->tick_id == 0)
      self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
    tick_cb (GTK_WIDGET (self), NULL, NULL);
  } else {
    tw_canvas_set_front (self->canvas, NULL);
    if (self->tick_id != 0)
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
    self->tick_id = 0;
  }
  update_list (self);
  update_pause (self);
}

static void
better_cb (TwSidePane *self, gboolean first)
{
  if (first)
    tw_canvas_animate (self->canvas, FALSE);
}

static void
tracing_cb (TwSidePane *self)
{
  tw_search_set_trace (self->search,
                       g_variant_new ("(@(da(dxx))@(ba(iiixx)))", tw_plot_save (self->plot),
                                      tw_progress_bars_save (self->bars)));
}

static void
ending_cb (TwSidePane *self, TwResult *result)
{
  TwRun *run = tw_search_get_run (self->search);

  if (run != NULL)
    tw_progress_bars_update (self->bars, run, tw_run_elapsed (run));
  tw_progress_bars_end (self->bars);
  if (result != NULL && run != NULL) {
    tw_plot_add (self->plot, result->seconds,
                 tw_result_has_solution (result) ? (gint64) tw_result_tiling (result)->count : -1,
                 tw_words_known_bound (document_of (self), result->bound));
  }
  tracing_cb (self);
}

static void
solved_cb (TwSidePane *self)
{
  choose_page (self);
  tw_canvas_animate (self->canvas, TRUE);
  tw_summary_announce (self->summary);
}

static void
ended_cb (TwSidePane *self, TwResult *result)
{
  if (result == tw_session_get_result (self->session) && !tw_search_has_found (self->search))
    tw_canvas_animate (self->canvas, FALSE);
}

/* --- the widget ------------------------------------------------------------------------- */

static void
tw_side_pane_class_init (TwSidePaneClass *klass)
{
  TW_OWN (klass, TwSidePane, browser, g_object_unref);
  TW_OWN (klass, TwSidePane, session, g_object_unref);
  TW_OWN (klass, TwSidePane, panel, gtk_widget_unparent);
  tw_ensure_types (TW_TYPE_CONTROLS, TW_TYPE_PROGRESS_BARS, TW_TYPE_PIECES, TW_TYPE_PLOT,
                   TW_TYPE_RESULTS, TW_TYPE_SOLUTIONS, TW_TYPE_SUMMARY, TW_TYPE_TILES,
                   G_TYPE_INVALID);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  tw_class_set_template (klass, "side-pane");
  TW_BIND_CHILDREN (klass, TwSidePane, figures, summary, by_hand, pages, pieces_page, tiles, plot,
                    bars);
  TW_BIND_CHILDREN (klass, TwSidePane, pause_button, pieces, solutions, controls, findings_box,
                    improve_button, findings_list);
  TW_BIND_CALLBACKS (klass, picked_cb);
}

static void
tw_side_pane_init (TwSidePane *self)
{
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_widget_init_template (GTK_WIDGET (self));
  tw_results_set_searchable (self->findings_list, FALSE);
  tw_results_set_comparable (self->findings_list);
}

static void
document_changed_cb (TwSidePane *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  tw_controls_set_puzzle (self->controls,
                          puzzle != NULL ? tw_puzzle_get_kind (puzzle) : tw_kind_find ("squares"),
                          tw_session_get_settings (self->session));
  choose_page (self);
  result_changed_cb (self);
}

void
tw_side_pane_connect (TwSidePane *self, TwCanvas *canvas, TwCompare *compare, TwWhyBar *why_bar,
                      TwSession *session)
{
  self->canvas = canvas;
  self->session = g_object_ref (session);
  self->search = tw_session_get_search (session);
  self->browser = tw_solution_browser_new (gtk_widget_get_root (GTK_WIDGET (self)), session, canvas,
                                           compare, why_bar, self->solutions);
  tw_connect (self->browser, "board-changed", G_CALLBACK (board_changed_cb), self);
  tw_connect (self->tiles, "chosen", G_CALLBACK (tw_canvas_select_region), canvas);
  tw_connect (self->findings_list, "compared", G_CALLBACK (tw_solution_browser_compare),
              self->browser);
  tw_connect (session, "document-changed", G_CALLBACK (document_changed_cb), self);
  tw_connect (session, "result-changed", G_CALLBACK (result_changed_cb), self);
  tw_connect (session, "solved", G_CALLBACK (solved_cb), self);
  tw_connect (self->search, "notify::running", G_CALLBACK (running_cb), self);
  tw_connect (self->search, "better", G_CALLBACK (better_cb), self);
  tw_connect (self->search, "ending", G_CALLBACK (ending_cb), self);
  tw_connect (self->search, "tracing", G_CALLBACK (tracing_cb), self);
  tw_connect (self->search, "ended", G_CALLBACK (ended_cb), self);
  document_changed_cb (self);
}

static void
show_figures (TwSidePane *self)
{
  gtk_widget_set_visible (
    self->figures, self->shown && (self->panel == NULL || !gtk_widget_get_vexpand (self->panel)));
}

void
tw_side_pane_set_panel (TwSidePane *self, GtkWidget *panel)
{
  g_clear_pointer (&self->panel, gtk_widget_unparent);
  self->panel = panel;
  if (panel != NULL) {
    gtk_widget_insert_after (panel, GTK_WIDGET (self), NULL);
    tw_connect (panel, "notify::vexpand", G_CALLBACK (show_figures), self);
  }
  show_figures (self);
}

GtkWidget *
tw_side_pane_get_panel (TwSidePane *self)
{
  return self->panel;
}

void
tw_side_pane_show_figures (TwSidePane *self, gboolean shown)
{
  self->shown = shown;
  show_figures (self);
}

void
tw_side_pane_get_options (TwSidePane *self, TwOptions *options)
{
  tw_controls_get_options (self->controls, options);
}

TwSolutionBrowser *
tw_side_pane_get_browser (TwSidePane *self)
{
  return self->browser;
}

TwSummary *
tw_side_pane_get_summary (TwSidePane *self)
{
  return self->summary;
}

TwPieces *
tw_side_pane_get_pieces (TwSidePane *self)
{
  return self->pieces;
}
