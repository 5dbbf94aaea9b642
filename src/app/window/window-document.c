/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-document.c - the history of the window's puzzles: every change creates a new value, and
 * the old values are kept for Undo.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/steps.h"

/* --- changes -------------------------------------------------------------------- */

void
tw_window_begin_document (TwWindow *self)
{
  if (self->documents == NULL)
    self->documents = g_ptr_array_new_with_free_func (g_object_unref);
  tw_window_drop_draft (self);
  /* The user was not asked about solutions and placements, so documents with such work stay
   * open. */
  for (guint i = self->documents->len; i-- > 0;)
    if (tw_document_is_modified (tw_window_document_at (self, i))
        || !tw_document_has_work (tw_window_document_at (self, i)))
      g_ptr_array_remove_index (self->documents, i);
  self->index = 0;
  self->approved = FALSE;
}

void
tw_window_end_document (TwWindow *self)
{
  g_clear_handle_id (&self->draft_id, g_source_remove);
  g_clear_object (&self->watch);
  tw_window_forget_wish (self);
  g_clear_pointer (&self->documents, g_ptr_array_unref);
}

TwDocument *
tw_window_document_at (TwWindow *self, guint index)
{
  return g_ptr_array_index (self->documents, index);
}

TwDocument *
tw_window_get_document (TwWindow *self)
{
  return self->documents != NULL && self->index < self->documents->len
           ? tw_window_document_at (self, self->index)
           : NULL;
}

TwHistory *
tw_window_get_history (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);

  return document != NULL ? tw_document_get_history (document) : NULL;
}

/* Shows the new value of the document; the hand has dealt with it already. */
static void
puzzle_changed_cb (TwWindow *self)
{
  self->approved = FALSE;
  tw_window_say (self, NULL);
  tw_window_update_editing (self);
  tw_window_update_actions (self);
  tw_window_update_draft (self);
}

static void
result_changed_cb (TwWindow *self)
{
  tw_window_show_title (self);
  tw_window_update_actions (self);
}

void
tw_window_watch_documents (TwWindow *self)
{
  self->watch = g_signal_group_new (TW_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->watch, "notify::puzzle", G_CALLBACK (puzzle_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->watch, "notify::result", G_CALLBACK (result_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->watch, "notify::modified",
                                  G_CALLBACK (tw_window_show_title), self);
  g_signal_group_connect_swapped (self->watch, "notify::file", G_CALLBACK (tw_window_show_title),
                                  self);
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
  tw_pieces_set_steps (tw_side_pane_get_pieces (self->pane), undo, redo);
  tw_steps_name_items (self->edit_menu, undo, redo);
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
  tw_side_pane_choose_page (self->pane);
  tw_window_update_actions (self);
}
