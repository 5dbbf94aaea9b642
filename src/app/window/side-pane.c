/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side-pane.c - see side-pane.h. */
#include "app/window/side-pane.h"

#include "app/pane/controls.h"
#include "app/pane/progress-bars.h"
#include "app/pane/plot.h"
#include "app/pane/results.h"
#include "app/pane/solutions.h"
#include "app/pane/tiles.h"
#include "app/window/words.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

/* The figures are updated ten times a second, which is enough to read them. */
#define TEXT_INTERVAL_US 100000

struct _TwSidePane {
  TwPart parent_instance;

  GtkWidget *panel; /* above the figures, and instead of them when it expands; NULL: none */
  GtkWidget *figures;
  TwSummary *summary;
  GtkStack *pages; /* "pieces", "result" and "options" */
  GtkStackPage *pieces_page;
  TwTiles *tiles;
  TwPlot *plot;
  TwProgressBars *bars;
  GtkButton *pause_button;
  TwPieces *pieces;
  TwSolutions *solutions;
  TwControls *controls;
  GtkWidget *findings_box;
  TwResults *findings_list;

  TwCanvas *canvas;
  TwCompare *compare;
  TwSearch *search;
  TwDocument *document; /* NULL: none */
  GSignalGroup *watch;  /* of the document */
  guint tick_id;        /* 0: no job is shown */
  gint64 text_time;     /* time of the last update of the figures */
};

G_DEFINE_FINAL_TYPE (TwSidePane, tw_side_pane, TW_TYPE_PART)

static gboolean
has_pieces (TwSidePane *self)
{
  return self->document != NULL && tw_puzzle_has_pieces (tw_document_get_puzzle (self->document));
}

/* --- the board ---------------------------------------------------------------------- */

/* The solution on the board is one of those of the browser, not only the result of a run. */
static gboolean
is_browsing (TwSidePane *self)
{
  return tw_solutions_get_list (self->solutions) != NULL
         && tw_solutions_get_kept (self->solutions) > 1;
}

static char *
dup_solution_name (TwSidePane *self)
{
  TwEntry *entry = tw_document_get_selected (self->document);

  if (is_browsing (self) || entry == NULL)
    return g_strdup_printf (_ ("Solution %'u"), tw_solutions_get_index (self->solutions) + 1);
  return g_strdup (tw_entry_get_name (entry));
}

static void
end_comparison (TwSidePane *self)
{
  if (!tw_compare_is_active (self->compare))
    return;
  tw_compare_end (self->compare);
  g_signal_emit_by_name (self, "browsed");
}

/* A solution is compared only with another one of the same puzzle. */
static TwScene *
dup_scene (TwSidePane *self, TwResult *result)
{
  if (self->document == NULL || result == NULL || !tw_result_has_solution (result)
      || tw_search_get_job (self->search) != NULL
      || tw_compare_get_puzzle (self->compare) != tw_document_get_puzzle (self->document))
    end_comparison (self);
  if (tw_compare_is_active (self->compare)) {
    g_autofree char *name = dup_solution_name (self);

    return tw_compare_show (self->compare, result, name);
  }
  /* An exact cover has no board. */
  return self->document != NULL
             && tw_puzzle_get_kind (tw_document_get_puzzle (self->document))->form != TW_FORM_OTHER
           ? tw_picture_scene (tw_document_get_puzzle (self->document), result)
           : NULL;
}

static void
show_board (TwSidePane *self, TwResult *result)
{
  g_autoptr (TwScene) scene = dup_scene (self, result);

  tw_canvas_set_scene (self->canvas, scene);
  tw_tiles_show (self->tiles, scene);
}

void
tw_side_pane_clear_board (TwSidePane *self)
{
  show_board (self, NULL);
}

static void
tile_chosen_cb (TwSidePane *self, int region)
{
  tw_canvas_select_region (self->canvas, region);
}

/* --- the browser of solutions --------------------------------------------------------- */

static TwPieceSolutions *
current_solutions (TwSidePane *self)
{
  TwResult *result = tw_document_get_result (self->document);
  TwJob *job = tw_search_get_job (self->search);

  if (!has_pieces (self))
    return NULL;
  if (job != NULL)
    return tw_job_get_live (job);
  return tw_result_get_piece_solutions (result);
}

static TwResult *
dup_browsed (TwSidePane *self)
{
  TwPieceSolutions *solutions = tw_solutions_get_list (self->solutions);

  return solutions != NULL
           ? tw_piece_solutions_get (solutions, tw_solutions_get_index (self->solutions))
           : NULL;
}

static void
show_browsed (TwSidePane *self)
{
  g_autoptr (TwResult) one = dup_browsed (self);

  if (one != NULL)
    show_board (self, one);
}

static void
update_browser (TwSidePane *self)
{
  guint before = tw_solutions_get_kept (self->solutions), kept;
  gboolean running = tw_search_get_job (self->search) != NULL;

  tw_solutions_show (self->solutions, current_solutions (self), running);
  kept = tw_solutions_get_kept (self->solutions);
  if ((before == 0 && kept > 0) || (!running && tw_solutions_get_index (self->solutions) > 0))
    show_browsed (self);
  if (before != kept)
    g_signal_emit_by_name (self, "browsed");
}

static void
choose_solution (TwSidePane *self, guint index)
{
  if (index >= tw_solutions_get_kept (self->solutions))
    return;
  tw_solutions_set_index (self->solutions, index);
  tw_solutions_show (self->solutions, current_solutions (self),
                     tw_search_get_job (self->search) != NULL);
  show_browsed (self);
  g_signal_emit_by_name (self, "browsed");
}

void
tw_side_pane_step (TwSidePane *self, int step)
{
  gint64 index = (gint64) tw_solutions_get_index (self->solutions) + step;

  if (index >= 0)
    choose_solution (self, (guint) index);
}

guint
tw_side_pane_get_n_kept (TwSidePane *self)
{
  return has_pieces (self) ? tw_solutions_get_kept (self->solutions) : 0;
}

guint
tw_side_pane_get_index (TwSidePane *self)
{
  return tw_solutions_get_index (self->solutions);
}

/* The solution that is looked at; while two are compared, the second one. */
static TwResult *
dup_looked_at (TwSidePane *self)
{
  if (is_browsing (self))
    return dup_browsed (self);
  return tw_document_dup_judged (self->document);
}

TwResult *
tw_side_pane_dup_shown (TwSidePane *self)
{
  TwResult *first = tw_compare_get_first_shown (self->compare);

  return first != NULL ? tw_result_ref (first) : dup_looked_at (self);
}

/* --- comparing two solutions ------------------------------------------------------------ */

gboolean
tw_side_pane_can_compare (TwSidePane *self)
{
  TwResult *result = tw_document_get_result (self->document);

  return result != NULL && tw_result_has_solution (result)
         && tw_canvas_get_scene (self->canvas) != NULL && tw_search_get_job (self->search) == NULL
         && (is_browsing (self)
             || g_list_model_get_n_items (tw_document_get_solutions (self->document)) > 1);
}

gboolean
tw_side_pane_is_comparing (TwSidePane *self)
{
  return tw_compare_is_active (self->compare);
}

static void
begin_comparison (TwSidePane *self)
{
  g_autoptr (TwResult) first = dup_looked_at (self);
  g_autofree char *name = dup_solution_name (self);

  tw_compare_begin (self->compare, first, name);
  tw_canvas_end_reveal (self->canvas);
}

/* Looks at a solution beside the one that is looked at, the next one if there is one. */
static void
look_at_neighbour (TwSidePane *self)
{
  GListModel *all = tw_document_get_solutions (self->document);
  guint n = g_list_model_get_n_items (all), at = 0;

  if (is_browsing (self)) {
    gboolean last = tw_solutions_get_index (self->solutions) + 1
                    == tw_solutions_get_kept (self->solutions);

    tw_side_pane_step (self, last ? -1 : 1);
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (all, i);

    if (entry == tw_document_get_selected (self->document))
      at = i + 1 < n ? i + 1 : i - 1;
  }
  g_autoptr (TwEntry) other = g_list_model_get_item (all, at);
  tw_document_select (self->document, other);
}

static void
show_looked_at (TwSidePane *self)
{
  g_autoptr (TwResult) result = dup_looked_at (self);

  show_board (self, result);
  g_signal_emit_by_name (self, "browsed");
}

void
tw_side_pane_set_comparing (TwSidePane *self, gboolean comparing)
{
  if (comparing == tw_compare_is_active (self->compare)
      || (comparing && !tw_side_pane_can_compare (self)))
    return;
  if (comparing) {
    begin_comparison (self);
    look_at_neighbour (self);
  } else {
    tw_compare_end (self->compare);
  }
  show_looked_at (self);
}

static void
compared_cb (TwSidePane *self, TwEntry *entry)
{
  if (!tw_side_pane_can_compare (self))
    return;
  begin_comparison (self);
  tw_document_select (self->document, entry);
  show_looked_at (self);
}

/* --- figures -------------------------------------------------------------------------- */

void
tw_side_pane_update_words (TwSidePane *self)
{
  int transform;
  gint64 best;

  update_browser (self);
  tw_words_show (self->summary, self->document, tw_search_get_job (self->search));
  best = tw_summary_get_best (self->summary, &transform);
  tw_progress_bars_set_winner (self->bars, best, transform);
}

/* The pause button of a running search; while paused it continues the search. */
static void
update_pause (TwSidePane *self)
{
  gboolean paused = tw_search_can_continue (self->search, self->document);
  const char *label = paused ? _ ("Cont_inue") : _ ("_Pause");

  gtk_widget_set_visible (GTK_WIDGET (self->pause_button),
                          paused
                            || (has_pieces (self)
                                && (tw_search_is_running (self->search)
                                    || tw_document_get_result (self->document) != NULL)));
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
  GListModel *all = tw_document_get_solutions (self->document);
  guint n = all != NULL ? g_list_model_get_n_items (all) : 0;

  tw_results_set_model (self->findings_list, all);
  tw_results_select (self->findings_list, tw_document_get_selected (self->document));
  /* After a single search of a piece puzzle, the browser already shows everything. */
  gtk_widget_set_visible (self->findings_box, n > (has_pieces (self) ? 1 : 0));
  gtk_widget_set_sensitive (self->findings_box, !tw_search_is_running (self->search));
}

/* Restores the plot and the bars of the shown result, or clears them. */
static void
restore_trace (TwSidePane *self)
{
  GVariant *trace = tw_document_get_trace (self->document);
  g_autoptr (GVariant) plot = NULL;
  g_autoptr (GVariant) bars = NULL;

  if (trace == NULL) {
    tw_plot_clear (self->plot);
    tw_progress_bars_reset (self->bars, FALSE);
    return;
  }
  g_variant_get (trace, "(vv)", &plot, &bars);
  tw_plot_restore (self->plot, plot);
  tw_progress_bars_restore (self->bars, bars);
}

/* The document has another result or another value. */
static void
result_changed_cb (TwSidePane *self)
{
  gboolean running = tw_search_get_job (self->search) != NULL;
  TwResult *result = tw_document_get_result (self->document);

  if (!running)
    restore_trace (self);
  if (!running || result != NULL) /* a search that is continued begins with the old board */
    show_board (self, result);
  update_list (self);
  update_pause (self);
  tw_side_pane_update_words (self);
}

static void
picked_cb (TwSidePane *self, TwEntry *entry)
{
  if (!tw_search_is_running (self->search) && self->document != NULL
      && tw_entry_get_puzzle (entry) == tw_document_get_puzzle (self->document))
    tw_document_select (self->document, entry);
}

/* The pieces of a tetromino square are only shown. */
static gboolean
shows_pieces (TwSidePane *self)
{
  return has_pieces (self)
         || (self->document != NULL
             && (tw_puzzle_get_kind (tw_document_get_puzzle (self->document))->flags
                 & TW_KIND_TETROMINOES)
                  != 0);
}

void
tw_side_pane_choose_page (TwSidePane *self)
{
  const char *setup = shows_pieces (self) ? "pieces" : "options";
  gboolean result = tw_search_get_job (self->search) != NULL
                    || tw_document_get_result (self->document) != NULL;

  gtk_stack_page_set_visible (self->pieces_page, shows_pieces (self));
  gtk_stack_set_visible_child_name (self->pages, result ? "result" : setup);
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
                 tw_words_known_bound (self->document, tw_run_bound (run)));
    tw_side_pane_update_words (self);
  }
  return G_SOURCE_CONTINUE;
}

static void
running_cb (TwSidePane *self)
{
  gboolean running = tw_search_get_job (self->search) != NULL;

  if (running) {
    const TwKind *kind = tw_puzzle_get_kind (tw_document_get_puzzle (self->document));

    tw_plot_clear (self->plot);
    tw_progress_bars_reset (self->bars, (kind->flags & TW_KIND_TRANSFORMS) != 0);
    self->text_time = 0;
    tw_side_pane_choose_page (self);
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
    tw_canvas_reveal (self->canvas);
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
                 tw_words_known_bound (self->document, result->bound));
  }
  tw_search_set_trace (self->search, g_variant_new ("(vv)", tw_plot_save (self->plot),
                                                    tw_progress_bars_save (self->bars)));
}

static void
ended_cb (TwSidePane *self, TwResult *result)
{
  if (result == tw_document_get_result (self->document) && !tw_search_has_found (self->search))
    tw_canvas_reveal (self->canvas);
}

/* --- the widget ------------------------------------------------------------------------- */

static void
tw_side_pane_dispose (GObject *object)
{
  TwSidePane *self = TW_SIDE_PANE (object);

  if (self->search != NULL)
    g_signal_handlers_disconnect_by_data (self->search, self);
  g_clear_object (&self->search);
  g_clear_object (&self->watch);
  g_clear_object (&self->document);
  g_clear_pointer (&self->panel, gtk_widget_unparent);
  G_OBJECT_CLASS (tw_side_pane_parent_class)->dispose (object);
}

static void
tw_side_pane_class_init (TwSidePaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tw_side_pane_dispose;
  tw_class_add_signal (klass, "browsed", 0);
  tw_ensure_types (TW_TYPE_CONTROLS, TW_TYPE_PROGRESS_BARS, TW_TYPE_PIECES, TW_TYPE_PLOT,
                   TW_TYPE_RESULTS, TW_TYPE_SOLUTIONS, TW_TYPE_SUMMARY, TW_TYPE_TILES,
                   G_TYPE_INVALID);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  tw_class_set_template (klass, "side-pane");
  TW_BIND_CHILDREN (klass, TwSidePane, figures, summary, pages, pieces_page, tiles, plot, bars);
  TW_BIND_CHILDREN (klass, TwSidePane, pause_button, pieces, solutions, controls, findings_box,
                    findings_list);
  TW_BIND_CALLBACKS (klass, tile_chosen_cb, picked_cb, compared_cb, choose_solution);
}

static void
tw_side_pane_init (TwSidePane *self)
{
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_widget_init_template (GTK_WIDGET (self));
  tw_results_set_searchable (self->findings_list, FALSE);
  tw_results_set_comparable (self->findings_list);
  self->watch = g_signal_group_new (TW_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->watch, "result-changed", G_CALLBACK (result_changed_cb),
                                  self);
}

void
tw_side_pane_connect (TwSidePane *self, TwCanvas *canvas, TwCompare *compare, TwSearch *search)
{
  self->canvas = canvas;
  self->compare = compare;
  g_signal_connect_object (compare, "switched", G_CALLBACK (show_looked_at), self,
                           G_CONNECT_SWAPPED);
  self->search = g_object_ref (search);
  g_signal_connect_swapped (search, "notify::running", G_CALLBACK (running_cb), self);
  g_signal_connect_swapped (search, "better", G_CALLBACK (better_cb), self);
  g_signal_connect_swapped (search, "ending", G_CALLBACK (ending_cb), self);
  g_signal_connect_swapped (search, "ended", G_CALLBACK (ended_cb), self);
  tw_side_pane_set_document (self, NULL);
}

void
tw_side_pane_set_document (TwSidePane *self, TwDocument *document)
{
  g_set_object (&self->document, document);
  g_signal_group_set_target (self->watch, document);
  tw_controls_set_kind (
    self->controls, document != NULL ? tw_puzzle_get_kind (tw_document_get_puzzle (self->document))
                                     : tw_kind_find ("squares"));
  tw_side_pane_choose_page (self);
  result_changed_cb (self);
}

void
tw_side_pane_set_panel (TwSidePane *self, GtkWidget *panel, gboolean alone)
{
  if (self->panel != panel) {
    g_clear_pointer (&self->panel, gtk_widget_unparent);
    self->panel = panel;
    if (panel != NULL)
      gtk_widget_insert_after (panel, GTK_WIDGET (self), NULL);
  }
  if (panel != NULL)
    gtk_widget_set_vexpand (panel, alone);
}

GtkWidget *
tw_side_pane_get_panel (TwSidePane *self)
{
  return self->panel;
}

void
tw_side_pane_show_figures (TwSidePane *self, gboolean shown)
{
  gtk_widget_set_visible (self->figures,
                          shown && (self->panel == NULL || !gtk_widget_get_vexpand (self->panel)));
}

void
tw_side_pane_get_options (TwSidePane *self, TwOptions *options)
{
  tw_controls_get_options (self->controls, options);
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
