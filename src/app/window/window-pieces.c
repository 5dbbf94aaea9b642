/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-pieces.c - the window with a piece puzzle: browsing solutions. hand.h holds and places
 * pieces.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "puzzle/i18n.h"

static gboolean
has_pieces (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  return puzzle != NULL && tw_puzzle_has_pieces (puzzle);
}

/* --- solutions ------------------------------------------------------------- */

static TwPieceAnswers *
current_answers (TwWindow *self)
{
  TwResult *result = tw_window_get_result (self);

  if (!has_pieces (self))
    return NULL;
  if (tw_search_is_running (self->search))
    return tw_job_get_live (tw_search_get_job (self->search));
  return result != NULL ? tw_result_get_piece_answers (result) : NULL;
}

static void
show_solution (TwWindow *self)
{
  TwPieceAnswers *answers = tw_solutions_get_answers (self->solutions);
  g_autoptr (TwResult)
    one = answers != NULL ? tw_piece_answers_get (answers, tw_solutions_get_index (self->solutions))
                          : NULL;

  if (one != NULL)
    tw_window_show_scene (self, one);
}

void
tw_window_look_at_solutions (TwWindow *self)
{
  guint before = tw_solutions_get_kept (self->solutions);

  tw_solutions_show (self->solutions, current_answers (self), tw_search_is_running (self->search));
  if ((before == 0 && tw_solutions_get_kept (self->solutions) > 0)
      || (!tw_search_is_running (self->search) && tw_solutions_get_index (self->solutions) > 0))
    show_solution (self);
  if (before != tw_solutions_get_kept (self->solutions))
    tw_window_update_piece_actions (self);
}

void
tw_window_choose_solution (TwWindow *self, guint index)
{
  if (index >= tw_solutions_get_kept (self->solutions))
    return;
  tw_solutions_set_index (self->solutions, index);
  tw_solutions_show (self->solutions, current_answers (self), tw_search_is_running (self->search));
  show_solution (self);
  tw_window_update_piece_actions (self);
}

void
tw_window_step_solution (TwWindow *self, int step)
{
  gint64 index = (gint64) tw_solutions_get_index (self->solutions) + step;

  if (index >= 0)
    tw_window_choose_solution (self, (guint) index);
}

TwResult *
tw_window_dup_shown_result (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);
  TwPieceAnswers *answers = tw_solutions_get_answers (self->solutions);

  if (answers != NULL && tw_solutions_get_kept (self->solutions) > 1)
    return tw_piece_answers_get (answers, tw_solutions_get_index (self->solutions));
  return document != NULL ? tw_document_dup_judged (document) : NULL;
}

/* --- actions ---------------------------------------------------------------- */

/* The pause button of a running search; while paused it continues the search. */
static void
show_pause (TwWindow *self)
{
  gboolean paused = has_pieces (self)
                    && tw_search_can_continue (self->search, tw_window_get_document (self));
  const char *label = paused ? _ ("Cont_inue") : _ ("_Pause");

  gtk_widget_set_visible (
    GTK_WIDGET (self->pause_button),
    has_pieces (self)
      && (tw_search_is_running (self->search) || tw_window_get_result (self) != NULL));
  if (g_strcmp0 (gtk_button_get_label (self->pause_button), label) == 0)
    return;
  gtk_button_set_label (self->pause_button, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pause_button),
                               paused ? _ ("Go on with the search where it was stopped")
                                      : _ ("Stop the search so that it can go on later"));
}

void
tw_window_update_piece_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean pieces = has_pieces (self), held = tw_hand_get_piece (self->hand) >= 0;
  guint index = tw_solutions_get_index (self->solutions);
  guint kept = pieces ? tw_solutions_get_kept (self->solutions) : 0;

  gtk_widget_action_set_enabled (widget, "win.previous-solution", kept > 0 && index > 0);
  gtk_widget_action_set_enabled (widget, "win.next-solution", index + 1 < kept);
  gtk_widget_action_set_enabled (widget, "win.save-all-solutions",
                                 kept > 1 && tw_window_get_result (self) != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-all-solutions-to",
                                 kept > 1 && tw_window_get_result (self) != NULL);
  gtk_widget_action_set_enabled (
    widget, "win.pause-search",
    pieces
      && (tw_search_is_running (self->search)
          || tw_search_can_continue (self->search, tw_window_get_document (self))));
  show_pause (self);
  gtk_widget_action_set_enabled (widget, "win.place-hint",
                                 pieces && !tw_hint_is_running (self->hints));
  gtk_widget_action_set_enabled (widget, "win.rotate-piece", held);
  gtk_widget_action_set_enabled (widget, "win.flip-piece", held);
  gtk_widget_action_set_enabled (widget, "win.remove-piece", tw_hand_can_remove (self->hand));
}

/* --- hand and hints ------------------------------------------------------------- */

void
tw_window_place_hint (TwWindow *self)
{
  g_autoptr (TwResult) shown = NULL;
  TwOptions options;

  if (!has_pieces (self))
    return;
  if (!tw_search_is_running (self->search))
    shown = tw_window_dup_shown_result (self);
  tw_controls_get_options (self->controls, &options);
  tw_hint_place (self->hints, tw_window_get_document (self), shown, &options);
}

void
tw_window_begin_pieces (TwWindow *self)
{
  self->hand = tw_hand_new (self->canvas, self->pieces);
  self->hints = tw_hint_new ();
  g_signal_connect_swapped (self->hand, "changed", G_CALLBACK (tw_window_update_piece_actions),
                            self);
  g_signal_connect_swapped (self->hand, "message", G_CALLBACK (tw_window_say), self);
  g_signal_connect_swapped (self->hints, "changed", G_CALLBACK (tw_window_update_piece_actions),
                            self);
  g_signal_connect_swapped (self->hints, "message", G_CALLBACK (tw_window_say), self);
  g_signal_connect_object (self->solutions, "chosen", G_CALLBACK (tw_window_choose_solution), self,
                           G_CONNECT_SWAPPED);
}
