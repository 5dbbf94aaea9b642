/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-actions.c - the actions of the window, when they are enabled, and their accelerators.
 *
 * Actions that end in "-to", and open-uri, take the URI of the file as a parameter instead of
 * opening a dialog; the list of recent files, scripts and tests use them.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/window-clipboard.h"
#include "app/window/window-export.h"
#include "app/window/window-pieces.h"
#include "app/window/window-print.h"
#include "app/window/window-search.h"
#include "app/dialogs/new-dialog.h"
#include "app/online/online.h"
#include "app/resolve/resolve-window.h"

#define ZOOM_STEP 1.25

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_opener_choose_files (TW_WINDOW (widget)->opener, tw_window_get_puzzle (TW_WINDOW (widget)));
}

static void
open_folder_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_opener_choose_folder (TW_WINDOW (widget)->opener, tw_window_get_puzzle (TW_WINDOW (widget)));
}

static void
open_uri_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tw_window_open_files (TW_WINDOW (widget), &file, 1);
}

static void
solve_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_solve (TW_WINDOW (widget));
}

static void
stop_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_stop (TW_WINDOW (widget));
}

static void
save_puzzle_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_saver_save (TW_WINDOW (widget)->saver);
}

static void
save_puzzle_as_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_saver_save_as (TW_WINDOW (widget)->saver);
}

static void
save_puzzle_to_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tw_saver_save_to (TW_WINDOW (widget)->saver, file);
}

static void
save_solution_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_choose_solution_file (TW_WINDOW (widget));
}

static void
save_solution_to_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tw_window_save_solution (TW_WINDOW (widget), file);
}

static void
export_picture_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_choose_picture_file (TW_WINDOW (widget));
}

static void
export_puzzle_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_choose_format (TW_WINDOW (widget), FALSE);
}

static void
export_making_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_choose_format (TW_WINDOW (widget), TRUE);
}

static void
save_certificate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_save_certificate (TW_WINDOW (widget));
}

static void
export_picture_to_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tw_window_export_picture (TW_WINDOW (widget), file);
}

static void
show_file_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_show_file (TW_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
copy_text_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_copy_text (TW_WINDOW (widget));
}

static void
paste_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_paste (TW_WINDOW (widget));
}

static void
copy_image_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_copy_image (TW_WINDOW (widget));
}

static void
print_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_print (TW_WINDOW (widget), NULL);
}

static void
print_to_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tw_window_print (TW_WINDOW (widget), file);
}

static void
zoom_in_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_canvas_zoom (TW_WINDOW (widget)->canvas, ZOOM_STEP);
}

static void
zoom_out_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_canvas_zoom (TW_WINDOW (widget)->canvas, 1.0 / ZOOM_STEP);
}

static void
zoom_fit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_canvas_fit (TW_WINDOW (widget)->canvas);
}

static void
show_created_cb (GtkWindow *parent, gboolean go, gpointer data)
{
  TwWindow *self = TW_WINDOW (parent);
  g_autoptr (TwPuzzle) puzzle = data;
  GPtrArray *puzzles;

  if (!go)
    return;
  puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_ptr_array_add (puzzles, g_steal_pointer (&puzzle));
  tw_window_show_message (self, NULL);
  tw_window_set_puzzles (self, puzzles);
  tw_document_set_unsaved (tw_window_get_document (self)); /* no file holds it */
  tw_draft_keeper_update (self->drafts);
  /* Without a set of pieces they have not been drawn yet. */
  if (tw_edit_has_pieces (tw_window_get_puzzle (self))
      && tw_piece_puzzle_get_problem (tw_window_get_puzzle (self))->n_pieces == 1)
    tw_edit_mode_set_active (self->edit, TRUE);
}

static void
created_cb (TwWindow *self, TwPuzzle *puzzle)
{
  tw_saver_before_loss (self->saver, show_created_cb, tw_puzzle_ref (puzzle));
}

static void
new_puzzle_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwNewDialog *dialog = tw_new_dialog_new (GTK_WINDOW (widget));

  g_signal_connect_object (dialog, "created", G_CALLBACK (created_cb), widget, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
resolve_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_resolve_window_present (TW_WINDOW (widget));
}

static void
online_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_online_present (TW_WINDOW (widget));
}

static void
previous_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwWindow *self = TW_WINDOW (widget);
  guint index = tw_workspace_get_index (self->workspace);

  if (tw_workspace_has_guest (self->workspace)) {
    if (index < tw_workspace_get_n (self->workspace))
      tw_window_show_puzzle (self, index); /* back to the own puzzle */
  } else if (index > 0)
    tw_window_show_puzzle (self, index - 1);
}

static void
next_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwWindow *self = TW_WINDOW (widget);
  guint index = tw_workspace_get_index (self->workspace);

  if (index + 1 < tw_workspace_get_n (self->workspace))
    tw_window_show_puzzle (self, index + 1);
}

static void
previous_solution_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_side_pane_step (TW_WINDOW (widget)->pane, -1);
}

static void
next_solution_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_side_pane_step (TW_WINDOW (widget)->pane, 1);
}

static void
save_all_solutions_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_choose_all_solutions_file (TW_WINDOW (widget));
}

static void
undo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwDocument *document = tw_window_get_document (TW_WINDOW (widget));

  if (document != NULL)
    tw_document_undo (document);
}

static void
redo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwDocument *document = tw_window_get_document (TW_WINDOW (widget));

  if (document != NULL)
    tw_document_redo (document);
}

static void
resize_board_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_edit_mode_resize_board (TW_WINDOW (widget)->edit);
}

static void
generate_board_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_edit_mode_generate_board (TW_WINDOW (widget)->edit);
}

static void
edit_pieces_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_edit_mode_edit_pieces (TW_WINDOW (widget)->edit);
}

static void
transform_board_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_edit_mode_transform_board (TW_WINDOW (widget)->edit, g_variant_get_int32 (parameter));
}

static void
add_colour_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_edit_mode_add_colour (TW_WINDOW (widget)->edit);
}

static void
pause_search_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_pause (TW_WINDOW (widget));
}

static void
place_hint_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_window_place_hint (TW_WINDOW (widget));
}

static void
rotate_piece_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_hand_rotate (TW_WINDOW (widget)->hand);
}

static void
flip_piece_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_hand_flip (TW_WINDOW (widget)->hand);
}

static void
remove_piece_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_hand_remove (TW_WINDOW (widget)->hand);
}

static void
save_all_solutions_to_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tw_window_save_all_solutions (TW_WINDOW (widget), file);
}

typedef struct {
  const char *name;
  const char *parameter;
  GtkWidgetActionActivateFunc activate;
  const char *keys[4]; /* NULL-terminated */
} Action;

static const Action actions[] = {
  { "win.new-puzzle", NULL, new_puzzle_cb, { "<Control><Shift>n" } },
  { "win.open", NULL, open_cb, { "<Control>o" } },
  { "win.open-folder", NULL, open_folder_cb, { "<Control><Alt>o" } },
  { "win.open-uri", "s", open_uri_cb, { NULL } },
  { "win.solve", NULL, solve_cb, { "F5", "<Control>Return" } },
  { "win.stop", NULL, stop_cb, { "<Shift>F5", "<Control>period" } },
  { "win.save-puzzle", NULL, save_puzzle_cb, { "<Control>s" } },
  { "win.save-puzzle-as", NULL, save_puzzle_as_cb, { "<Control><Shift>s" } },
  { "win.save-puzzle-to", "s", save_puzzle_to_cb, { NULL } },
  { "win.save-solution", NULL, save_solution_cb, { "<Control><Alt>s" } },
  { "win.save-solution-to", "s", save_solution_to_cb, { NULL } },
  { "win.export-picture", NULL, export_picture_cb, { "<Control><Shift>e" } },
  { "win.export-picture-to", "s", export_picture_to_cb, { NULL } },
  { "win.export-puzzle", NULL, export_puzzle_cb, { NULL } },
  { "win.export-making", NULL, export_making_cb, { NULL } },
  { "win.save-certificate", NULL, save_certificate_cb, { NULL } },
  { "win.show-file", "s", show_file_cb, { NULL } },
  { "win.copy-text", NULL, copy_text_cb, { NULL } }, /* accelerators: see below */
  { "win.paste", NULL, paste_cb, { NULL } },
  { "win.copy-image", NULL, copy_image_cb, { "<Control><Shift>c" } },
  { "win.print", NULL, print_cb, { "<Control>p" } },
  { "win.print-to", "s", print_to_cb, { NULL } },
  { "win.zoom-in", NULL, zoom_in_cb, { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
  { "win.zoom-out", NULL, zoom_out_cb, { "<Control>minus", "<Control>KP_Subtract" } },
  { "win.zoom-fit", NULL, zoom_fit_cb, { "<Control>0", "<Control>KP_0" } },
  { "win.online", NULL, online_cb, { "<Control><Shift>o" } },
  { "win.resolve", NULL, resolve_cb, { "<Control><Shift>r" } },
  { "win.previous-puzzle", NULL, previous_cb, { "<Control>Page_Up" } },
  { "win.next-puzzle", NULL, next_cb, { "<Control>Page_Down" } },
  { "win.previous-solution", NULL, previous_solution_cb, { "<Alt>Left" } },
  { "win.next-solution", NULL, next_solution_cb, { "<Alt>Right" } },
  { "win.save-all-solutions", NULL, save_all_solutions_cb, { "<Control><Alt><Shift>s" } },
  { "win.undo", NULL, undo_cb, { NULL } }, /* accelerators: see below */
  { "win.redo", NULL, redo_cb, { NULL } },
  { "win.resize-board", NULL, resize_board_cb, { NULL } },
  { "win.generate-board", NULL, generate_board_cb, { NULL } },
  { "win.edit-pieces", NULL, edit_pieces_cb, { NULL } },
  { "win.transform-board", "i", transform_board_cb, { NULL } },
  { "win.add-colour", NULL, add_colour_cb, { NULL } },
  { "win.pause-search", NULL, pause_search_cb, { "Pause", "<Control>F5" } },
  { "win.place-hint", NULL, place_hint_cb, { "<Control>h" } },
  { "win.rotate-piece", NULL, rotate_piece_cb, { NULL } },
  { "win.flip-piece", NULL, flip_piece_cb, { NULL } },
  { "win.remove-piece", NULL, remove_piece_cb, { NULL } },
  { "win.save-all-solutions-to", "s", save_all_solutions_to_cb, { NULL } },
  /* R, F and Delete rotate, reflect and remove pieces: see hand.c. */
};

void
tw_window_class_install_actions (GtkWidgetClass *widget_class)
{
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);

  /* Text entries also use these keys, so the entry handles them first. */
  const GdkModifierType control = GDK_CONTROL_MASK, both = GDK_CONTROL_MASK | GDK_SHIFT_MASK;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, control, "win.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, both, "win.redo", NULL);
  gtk_widget_class_install_property_action (widget_class, "win.fullscreen", "fullscreened");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, control, "win.copy-text", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, control, "win.paste", NULL);
}

static void
compare_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  tw_side_pane_set_comparing (TW_WINDOW (data)->pane, g_variant_get_boolean (state));
}

static void
compare_other_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tw_compare_switch (TW_WINDOW (data)->compare);
}

/* --- what is possible now ----------------------------------------------------------- */

/* The history of the current puzzle; NULL without a puzzle. */
static TwHistory *
get_history (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);

  return document != NULL ? tw_document_get_history (document) : NULL;
}

static void
update_document_actions (TwWindow *self)
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

static void
update_piece_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean pieces = puzzle != NULL && tw_puzzle_has_pieces (puzzle),
           held = tw_hand_get_piece (self->hand) >= 0;
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

void
tw_window_update_actions (TwWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean puzzle = tw_window_get_puzzle (self) != NULL && !self->at_start;
  gboolean running = tw_search_is_running (self->search);
  guint index = tw_workspace_get_index (self->workspace);
  TwResult *result = tw_window_get_result (self);

  gtk_widget_action_set_enabled (widget, "win.solve", puzzle && !running);
  gtk_widget_action_set_enabled (widget, "win.stop", running);
  gtk_widget_action_set_enabled (widget, "win.save-solution", result != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-solution-to", result != NULL);
  gtk_widget_action_set_enabled (widget, "win.export-picture", puzzle);
  gtk_widget_action_set_enabled (widget, "win.export-picture-to", puzzle);
  tw_window_update_export_actions (self, puzzle);
  gtk_widget_action_set_enabled (widget, "win.copy-image", puzzle);
  gtk_widget_action_set_enabled (widget, "win.print", puzzle);
  gtk_widget_action_set_enabled (widget, "win.print-to", puzzle);
  gtk_widget_action_set_enabled (widget, "win.zoom-in", puzzle);
  gtk_widget_action_set_enabled (widget, "win.zoom-out", puzzle);
  gtk_widget_action_set_enabled (widget, "win.zoom-fit", puzzle);
  gtk_widget_action_set_enabled (widget, "win.previous-puzzle",
                                 tw_workspace_has_guest (self->workspace)
                                   ? tw_workspace_get_n (self->workspace) > 0
                                   : index > 0);
  gtk_widget_action_set_enabled (widget, "win.next-puzzle",
                                 puzzle && index + 1 < tw_workspace_get_n (self->workspace));
  update_piece_actions (self);
  update_document_actions (self);

  tw_header_set_running (self->header, running);
}

/* --- the window ----------------------------------------------------------------------- */

static void
message_cb (GtkWindow *window, const char *text)
{
  tw_window_show_message (TW_WINDOW (window), text);
}

static void
saved_cb (GtkWindow *window)
{
  tw_window_show_message (TW_WINDOW (window), NULL);
  tw_window_update_actions (TW_WINDOW (window));
  tw_draft_keeper_update (TW_WINDOW (window)->drafts);
}

static void
show_cb (GtkWindow *window, guint index)
{
  tw_window_show_puzzle (TW_WINDOW (window), index);
}

static void
save_solutions_cb (GtkWindow *window)
{
  tw_window_choose_solution_file (TW_WINDOW (window));
}

static void
opened_cb (GtkWindow *window, GPtrArray *documents)
{
  tw_window_set_documents (TW_WINDOW (window), documents);
}

void
tw_window_begin (TwWindow *self)
{
  static const TwSaverHost saver_host = { message_cb, saved_cb, show_cb, save_solutions_cb };
  static const TwOpenerHost opener_host = { message_cb, opened_cb };
  static const GActionEntry entries[] = {
    { .name = "compare", .state = "false", .change_state = compare_cb },
    { .name = "compare-other", .activate = compare_other_cb },
  };

  self->saver = tw_saver_new (GTK_WINDOW (self), self->workspace, &saver_host);
  self->opener = tw_opener_new (GTK_WINDOW (self), self->saver, &opener_host);
  tw_window_begin_search (self);
  tw_window_begin_pieces (self);
  tw_window_accept_drops (self);
  g_autoptr (GPropertyAction) pane = g_property_action_new ("show-pane", self->split, "show-pane");
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (pane));
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
tw_window_install_keys (GtkApplication *application)
{
  const char *pane_keys[] = { "F9", NULL };
  const char *whole_keys[] = { "F11", NULL };
  const char *close_keys[] = { "<Control>w", NULL };
  const char *edit_keys[] = { "<Control>e", NULL };
  const char *start_keys[] = { "<Alt>Home", NULL };
  const char *compare_keys[] = { "<Control>d", NULL };
  const char *other_keys[] = { "<Control><Shift>d", NULL };

  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    if (actions[i].keys[0] != NULL)
      gtk_application_set_accels_for_action (application, actions[i].name, actions[i].keys);
  gtk_application_set_accels_for_action (application, "win.show-pane", pane_keys);
  gtk_application_set_accels_for_action (application, "win.edit-mode", edit_keys);
  gtk_application_set_accels_for_action (application, "win.start-page", start_keys);
  gtk_application_set_accels_for_action (application, "win.compare", compare_keys);
  gtk_application_set_accels_for_action (application, "win.compare-other", other_keys);
  gtk_application_set_accels_for_action (application, "win.fullscreen", whole_keys);
  gtk_application_set_accels_for_action (application, "window.close", close_keys);
}
