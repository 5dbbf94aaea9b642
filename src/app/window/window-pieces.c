/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-pieces.c - connects the window with the hand, the hints and the edit mode. */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/window-pieces.h"

#include "puzzle/i18n.h"

static gboolean
has_pieces (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  return puzzle != NULL && tw_puzzle_has_pieces (puzzle);
}

/* --- actions ---------------------------------------------------------------- */

static void
update_edit_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean active = tw_edit_mode_is_active (self->edit);

  gtk_widget_action_set_enabled (widget, "win.resize-board", active);
  gtk_widget_action_set_enabled (widget, "win.generate-board", active);
  gtk_widget_action_set_enabled (widget, "win.transform-board", active);
  gtk_widget_action_set_enabled (widget, "win.edit-pieces", active && tw_edit_has_pieces (puzzle));
  gtk_widget_action_set_enabled (widget, "win.add-colour",
                                 active && tw_edit_cells (puzzle) == TW_EDIT_COLOURS);
}

static void
update_comparison (TwWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "compare");
  GAction *other = g_action_map_lookup_action (G_ACTION_MAP (self), "compare-other");
  gboolean comparing = tw_side_pane_is_comparing (self->pane);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (comparing));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action),
                               comparing || tw_side_pane_can_compare (self->pane));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (other), comparing);
}

void
tw_window_update_piece_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean pieces = has_pieces (self), held = tw_hand_get_piece (self->hand) >= 0;
  guint index = tw_side_pane_get_index (self->pane);
  guint kept = tw_side_pane_get_n_kept (self->pane);

  gtk_widget_action_set_enabled (widget, "win.previous-solution", kept > 0 && index > 0);
  gtk_widget_action_set_enabled (widget, "win.next-solution", index + 1 < kept);
  gtk_widget_action_set_enabled (widget, "win.save-all-solutions",
                                 kept > 1 && tw_window_get_result (self) != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-all-solutions-to",
                                 kept > 1 && tw_window_get_result (self) != NULL);
  update_comparison (self);
  gtk_widget_action_set_enabled (
    widget, "win.pause-search",
    (pieces && tw_search_is_running (self->search))
      || tw_search_can_continue (self->search, tw_window_get_document (self)));
  gtk_widget_action_set_enabled (widget, "win.place-hint",
                                 pieces && !tw_hint_is_running (self->hints));
  gtk_widget_action_set_enabled (widget, "win.rotate-piece", held);
  gtk_widget_action_set_enabled (widget, "win.flip-piece", held);
  gtk_widget_action_set_enabled (widget, "win.remove-piece", tw_hand_can_remove (self->hand));
  update_edit_actions (self);
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
    shown = tw_side_pane_dup_shown (self->pane);
  tw_side_pane_get_options (self->pane, &options);
  tw_hint_place (self->hints, tw_window_get_document (self), shown, &options);
}

/* --- the edit mode --------------------------------------------------------------- */

static void
edit_mode_changed_cb (TwWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "edit-mode");
  gboolean active = tw_edit_mode_is_active (self->edit);

  if (active)
    tw_side_pane_set_comparing (self->pane, FALSE);
  tw_hand_set_enabled (self->hand, !active);
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (active));
  tw_window_update_actions (self);
}

static void
edit_mode_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  tw_edit_mode_set_active (TW_WINDOW (data)->edit, g_variant_get_boolean (state));
}

/* --- the window ------------------------------------------------------------------ */

void
tw_window_begin_pieces (TwWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "edit-mode", .state = "false", .change_state = edit_mode_cb },
  };

  self->hand = tw_hand_new (self->canvas, tw_side_pane_get_pieces (self->pane));
  self->hints = tw_hint_new ();
  g_signal_connect_swapped (self->hand, "changed", G_CALLBACK (tw_window_update_piece_actions),
                            self);
  g_signal_connect_swapped (self->hand, "message", G_CALLBACK (tw_window_say), self);
  g_signal_connect_swapped (self->hints, "changed", G_CALLBACK (tw_window_update_piece_actions),
                            self);
  g_signal_connect_swapped (self->hints, "message", G_CALLBACK (tw_window_say), self);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->edit = tw_edit_mode_new (self->canvas, self->edit_bar, GTK_WIDGET (self->stack),
                                 self->search);
  g_signal_connect_swapped (self->edit, "changed", G_CALLBACK (edit_mode_changed_cb), self);
  g_signal_connect_swapped (self->edit, "message", G_CALLBACK (tw_window_say), self);
}
