/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-answers.c - the solutions that searches found for the current puzzle, and the plot and
 * bars of the selected one; showing solutions from other sources.
 *
 * Piece puzzles have their own browser (solutions.h); their list has one row per search.
 */
#include "config.h"

#include "app/window/window-private.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

void
tw_window_choose_page (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean pieces = puzzle != NULL && tw_puzzle_has_pieces (puzzle);
  const char *setup = pieces ? "pieces" : "options";
  gboolean running = tw_search_get_job (self->search) != NULL;

  gtk_stack_page_set_visible (self->pieces_page, pieces);
  gtk_stack_set_visible_child_name (
    self->pages, running || tw_window_get_result (self) != NULL ? "result" : setup);
}

GVariant *
tw_window_save_trace (TwWindow *self)
{
  return g_variant_new ("(vv)", tw_plot_save (self->plot), tw_lanes_save (self->lanes));
}

/* Restores the plot and the bars of the selected result, or clears them. */
static void
restore_trace (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);
  GVariant *trace = document != NULL ? tw_document_get_trace (document) : NULL;
  g_autoptr (GVariant) plot = NULL;
  g_autoptr (GVariant) lanes = NULL;

  if (trace == NULL) {
    tw_plot_clear (self->plot);
    tw_lanes_reset (self->lanes, FALSE);
    return;
  }
  g_variant_get (trace, "(vv)", &plot, &lanes);
  tw_plot_restore (self->plot, plot);
  tw_lanes_restore (self->lanes, lanes);
}

void
tw_window_show_run (TwWindow *self)
{
  restore_trace (self);
  tw_window_show_scene (self, tw_window_get_result (self));
}

void
tw_window_tell_earlier (TwWindow *self, TwResult *result)
{
  TwResult *shown = tw_window_get_result (self);
  gint64 best = tw_result_count (shown), n = tw_result_count (result);
  g_autofree char *message = NULL;

  if (!tw_result_has_answer (shown) || tw_kind_cost (shown) == TW_COST_LEAST) {
    tw_window_say (self, _ ("This search found nothing new. The result of an earlier search is "
                            "shown."));
    return;
  }
  if (n < 0)
    message = g_strdup_printf (
      tw_ngettext ("This search found no solution. The best one of the earlier searches, with "
                   "%d square, is shown.",
                   "This search found no solution. The best one of the earlier searches, with "
                   "%d squares, is shown.",
                   (gulong) best),
      (int) best);
  else
    message = g_strdup_printf (
      tw_ngettext ("This search found a solution with %d square, which is in the list. The best "
                   "one, of an earlier search, is shown.",
                   "This search found a solution with %d squares, which is in the list. The best "
                   "one, of an earlier search, is shown.",
                   (gulong) n),
      (int) n);
  tw_window_say (self, message);
}

void
tw_window_update_answers (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);
  GListModel *all = document != NULL ? tw_document_get_solutions (document) : NULL;
  guint n = all != NULL ? g_list_model_get_n_items (all) : 0;
  /* After a single search of a piece puzzle, the browser already shows everything. */
  gboolean browser = document != NULL && tw_puzzle_has_pieces (tw_document_get_puzzle (document));

  tw_results_set_model (self->answers_list, all);
  tw_results_select (self->answers_list,
                     document != NULL ? tw_document_get_selected (document) : NULL);
  gtk_widget_set_visible (self->answers_box, n > (browser ? 1 : 0));
  gtk_widget_set_sensitive (self->answers_box, !tw_search_is_running (self->search));
}

static void
picked_cb (TwWindow *self, TwEntry *entry)
{
  TwDocument *document = tw_window_get_document (self);

  if (tw_search_is_running (self->search) || document == NULL
      || tw_entry_get_puzzle (entry) != tw_document_get_puzzle (document))
    return;
  tw_document_select (document, entry);
  tw_window_show_run (self);
  tw_window_show_words (self);
  tw_window_update_actions (self);
}

void
tw_window_begin_answers (TwWindow *self)
{
  tw_results_set_searchable (self->answers_list, FALSE);
  g_signal_connect_object (self->answers_list, "picked", G_CALLBACK (picked_cb), self,
                           G_CONNECT_SWAPPED);
}

/* --- solutions from other sources ----------------------------------------------- */

static guint
index_of (TwWindow *self, TwPuzzle *puzzle)
{
  for (guint i = 0; i < self->documents->len; i++)
    if (tw_document_get_puzzle (tw_window_document_at (self, i)) == puzzle)
      return i;
  g_ptr_array_add (self->documents, tw_document_new (puzzle));
  return self->documents->len - 1;
}

void
tw_window_look_at (TwWindow *self, TwPuzzle *puzzle, TwResult *result)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  g_return_if_fail (puzzle != NULL);

  gboolean shown = tw_window_get_puzzle (self) == puzzle;
  guint index = index_of (self, puzzle);

  if (!shown || tw_search_is_running (self->search))
    tw_window_show_puzzle (self, index);
  tw_window_set_at_start (self, FALSE);
  tw_document_set_result (tw_window_get_document (self), result);
  tw_window_choose_page (self);
  tw_window_show_scene (self, result);
  tw_window_show_words (self);
  tw_window_update_actions (self);
}
