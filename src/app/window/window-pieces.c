/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-pieces.c - connects the window with the hand, the hints and the edit mode. */
#include "app/window/window-private.h"

#include "app/window/window-pieces.h"

static gboolean
has_pieces (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  return puzzle != NULL && tw_puzzle_has_pieces (puzzle);
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
  g_signal_connect_swapped (self->hand, "changed", G_CALLBACK (tw_window_update_actions), self);
  g_signal_connect_swapped (self->hand, "message", G_CALLBACK (tw_window_show_message), self);
  g_signal_connect_swapped (self->hints, "changed", G_CALLBACK (tw_window_update_actions), self);
  g_signal_connect_swapped (self->hints, "message", G_CALLBACK (tw_window_show_message), self);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->edit = tw_edit_mode_new (self->canvas, self->edit_bar, GTK_WIDGET (self->stack),
                                 self->search);
  g_signal_connect_swapped (self->edit, "changed", G_CALLBACK (edit_mode_changed_cb), self);
  g_signal_connect_swapped (self->edit, "message", G_CALLBACK (tw_window_show_message), self);
}
