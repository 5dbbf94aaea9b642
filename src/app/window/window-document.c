/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-document.c - the history of the window's puzzles: every change creates a new value, and
 * the old values are kept for Undo.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/window-save.h"

/* --- changes -------------------------------------------------------------------- */

void
tw_window_end_document (TwWindow *self)
{
  g_clear_object (&self->watch);
  tw_window_forget_wish (self);
  g_clear_pointer (&self->drafts, tw_draft_keeper_free);
  g_clear_object (&self->workspace);
}

TwDocument *
tw_window_get_document (TwWindow *self)
{
  return self->workspace != NULL ? tw_workspace_get_shown (self->workspace) : NULL;
}

/* The history of the current puzzle; NULL without a puzzle. */
static TwHistory *
get_history (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);

  return document != NULL ? tw_document_get_history (document) : NULL;
}

/* Shows the new value of the document; the hand has dealt with it already. */
static void
puzzle_changed_cb (TwWindow *self)
{
  tw_window_set_approved (self, FALSE);
  tw_window_say (self, NULL);
  tw_window_update_actions (self);
  tw_draft_keeper_update (self->drafts);
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
  tw_window_begin_saving (self);
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
  TwHistory *history = get_history (self);
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
  tw_board_menu_set_steps (self->menu, undo, redo);
}

/* --- solutions from other sources ----------------------------------------------- */

void
tw_window_look_at (TwWindow *self, TwPuzzle *puzzle, TwResult *result)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  g_return_if_fail (puzzle != NULL);

  gboolean shown = tw_window_get_puzzle (self) == puzzle
                   && !tw_workspace_has_guest (self->workspace);
  guint index = tw_workspace_find (self->workspace, puzzle);

  if (!shown || tw_search_is_running (self->search))
    tw_window_show_puzzle (self, index);
  tw_window_set_at_start (self, FALSE);
  tw_document_set_result (tw_window_get_document (self), result);
  tw_side_pane_choose_page (self->pane);
  tw_window_update_actions (self);
}

/* --- drafts ----------------------------------------------------------------------- */

void
tw_window_set_drafts (TwWindow *self, TwDrafts *drafts)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  if (self->drafts != NULL) /* it is NULL while the window is being disposed */
    tw_draft_keeper_set_drafts (self->drafts, drafts);
}

void
tw_window_leave_draft (TwWindow *self)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  tw_draft_keeper_leave (self->drafts);
  tw_window_set_approved (self, TRUE);
}

void
tw_window_restore_draft (TwWindow *self, TwDraft *draft)
{
  g_return_if_fail (TW_IS_WINDOW (self));

  guint first = tw_window_set_puzzles (self, g_ptr_array_ref (draft->puzzles));
  for (guint i = 0; i < draft->puzzles->len; i++)
    if (draft->changed[i])
      tw_document_set_unsaved (tw_workspace_get (self->workspace, first + i));
  tw_draft_keeper_take (self->drafts, draft->number);
  tw_window_show_puzzle (self, first + draft->shown);
}
