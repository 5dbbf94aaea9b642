/* window-document.c - what the window's puzzles were and are: every change makes a
 * new value, the old ones are kept for Undo.
 */
#include "config.h"

#include "app/window-private.h"

#include "app/steps.h"

/* Answers that Undo and Redo may come back to. */
#define MAX_LEFT 16

/* --- changes -------------------------------------------------------------------- */

static void
drop_history (gpointer history)
{
  if (history != NULL)
    tw_history_free (history);
}

void
tw_window_begin_document (TwWindow *self)
{
  if (self->histories == NULL)
    self->histories = g_ptr_array_new_with_free_func (drop_history);
  if (self->left == NULL)
    self->left = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  if (self->places == NULL)
    self->places = g_ptr_array_new_with_free_func (g_free);
  tw_window_drop_draft (self);
  g_ptr_array_set_size (self->histories, 0);
  g_ptr_array_set_size (self->left, 0);
  g_ptr_array_set_size (self->places, 0);
  self->approved = FALSE;
}

void
tw_window_end_document (TwWindow *self)
{
  g_clear_handle_id (&self->draft_id, g_source_remove);
  tw_window_forget_wish (self);
  g_clear_pointer (&self->histories, g_ptr_array_unref);
  g_clear_pointer (&self->left, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_ptr_array_unref);
}

static void
leave_result (TwWindow *self, TwResult *result)
{
  if (self->left->len == MAX_LEFT)
    g_ptr_array_remove_index (self->left, 0);
  g_ptr_array_add (self->left, result);
}

/* NULL: there is none. */
static TwResult *
take_result (TwWindow *self, TwPuzzle *puzzle)
{
  for (guint i = self->left->len; i-- > 0;) {
    TwResult *result = g_ptr_array_index (self->left, i);

    if (result->puzzle == puzzle)
      return g_ptr_array_steal_index (self->left, i);
  }
  return NULL;
}

TwHistory *
tw_window_history_of (TwWindow *self, guint index)
{
  if (self->histories->len < self->puzzles->len)
    g_ptr_array_set_size (self->histories, (int) self->puzzles->len);
  gpointer *place = &g_ptr_array_index (self->histories, index);
  if (*place == NULL)
    *place = tw_history_new (g_ptr_array_index (self->puzzles, index));
  return *place;
}

TwHistory *
tw_window_get_history (TwWindow *self)
{
  return tw_window_get_puzzle (self) != NULL ? tw_window_history_of (self, self->index) : NULL;
}

/* What was found for the puzzle before is no answer to this one, but to the same one, if
 * it comes back. */
static void
show_changed (TwWindow *self)
{
  TwPuzzle *puzzle = tw_history_get (tw_window_get_history (self));
  gpointer *place = &g_ptr_array_index (self->puzzles, self->index);
  gpointer *result = &g_ptr_array_index (self->results, self->index);

  self->approved = FALSE;
  tw_window_forget_search (self);
  tw_puzzle_unref (*place);
  *place = tw_puzzle_ref (puzzle);
  if (*result != NULL)
    leave_result (self, *result);
  *result = take_result (self, puzzle);
  tw_plot_clear (self->plot);
  tw_lanes_reset (self->lanes, FALSE);
  tw_window_say (self, NULL);
  if (self->hand >= 0 && (gsize) self->hand >= tw_piece_puzzle_get_problem (puzzle)->n_pieces)
    self->hand = -1;
  tw_pieces_set_puzzle (self->pieces, puzzle);
  tw_pieces_set_hand (self->pieces, self->hand);
  tw_window_show_scene (self, *result);
  tw_window_show_words (self);
  tw_window_update_answers (self);
  tw_window_update_editing (self);
  tw_window_update_hand (self);
  tw_window_update_actions (self);
  tw_window_update_draft (self);
}

void
tw_window_change_puzzle (TwWindow *self, TwPuzzle *puzzle, const char *name, TwStepKind kind)
{
  tw_history_push (tw_window_get_history (self), puzzle, name, kind);
  tw_puzzle_unref (puzzle);
  show_changed (self);
}

void
tw_window_undo (TwWindow *self)
{
  TwHistory *history = tw_window_get_history (self);

  if (history != NULL && tw_history_undo (history))
    show_changed (self);
}

void
tw_window_redo (TwWindow *self)
{
  TwHistory *history = tw_window_get_history (self);

  if (history != NULL && tw_history_redo (history))
    show_changed (self);
}

void
tw_window_update_document_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TwHistory *history = tw_window_get_history (self);
  const char *undo = history != NULL ? tw_history_undo_name (history) : NULL;
  const char *redo = history != NULL ? tw_history_redo_name (history) : NULL;

  gtk_widget_action_set_enabled (widget, "win.save-puzzle", history != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-puzzle-as", history != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-puzzle-to", history != NULL);
  gtk_widget_action_set_enabled (widget, "win.copy-text", history != NULL);
  gtk_widget_action_set_enabled (widget, "win.undo", undo != NULL);
  gtk_widget_action_set_enabled (widget, "win.redo", redo != NULL);
  tw_edit_bar_set_steps (self->edit_bar, undo, redo);
  tw_pieces_set_steps (self->pieces, undo, redo);
  tw_steps_name_items (self->edit_menu, undo, redo);
}
