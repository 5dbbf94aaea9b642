/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-actions.c - the actions of the window, when they are enabled, and their accelerators.
 *
 * Actions that end in "-to", and open-uri, take the URI of the file as a parameter instead of
 * opening a dialog; the list of recent files, scripts and tests use them. */
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

/* --- what the actions do -------------------------------------------------------------- */

static void
choose_files (TwWindow *self)
{
  tw_opener_choose_files (self->opener, tw_window_get_puzzle (self));
}

static void
choose_folder (TwWindow *self)
{
  tw_opener_choose_folder (self->opener, tw_window_get_puzzle (self));
}

static void
open_file (TwWindow *self, GFile *file)
{
  tw_window_open_files (self, &file, 1);
}

static void
save_puzzle_to (TwWindow *self, GFile *file)
{
  tw_saver_save_to (self->saver, file);
}

static void
export_puzzle (TwWindow *self)
{
  tw_window_choose_format (self, FALSE);
}

static void
export_making (TwWindow *self)
{
  tw_window_choose_format (self, TRUE);
}

static void
show_file (TwWindow *self, GVariant *uri)
{
  tw_window_show_file (self, g_variant_get_string (uri, NULL));
}

static void
print (TwWindow *self)
{
  tw_window_print (self, NULL);
}

static void
zoom_in (TwWindow *self)
{
  tw_canvas_zoom (self->canvas, ZOOM_STEP);
}

static void
zoom_out (TwWindow *self)
{
  tw_canvas_zoom (self->canvas, 1.0 / ZOOM_STEP);
}

static void
zoom_to_fit (TwWindow *self)
{
  tw_canvas_fit (self->canvas);
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
ask_for_new_puzzle (TwWindow *self)
{
  TwNewDialog *dialog = tw_new_dialog_new (GTK_WINDOW (self));

  g_signal_connect_object (dialog, "created", G_CALLBACK (created_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_resolve_window (TwWindow *self)
{
  tw_resolve_window_present (self);
}

static void
show_online_puzzles (TwWindow *self)
{
  tw_online_present (self);
}

static void
show_previous_puzzle (TwWindow *self)
{
  guint index = tw_workspace_get_index (self->workspace);

  if (tw_workspace_has_guest (self->workspace)) {
    if (index < tw_workspace_get_n (self->workspace))
      tw_window_show_puzzle (self, index); /* back to the own puzzle */
  } else if (index > 0)
    tw_window_show_puzzle (self, index - 1);
}

static void
show_next_puzzle (TwWindow *self)
{
  guint index = tw_workspace_get_index (self->workspace);

  if (index + 1 < tw_workspace_get_n (self->workspace))
    tw_window_show_puzzle (self, index + 1);
}

static void
show_previous_solution (TwWindow *self)
{
  tw_side_pane_step (self->pane, -1);
}

static void
show_next_solution (TwWindow *self)
{
  tw_side_pane_step (self->pane, 1);
}

static void
undo (TwWindow *self)
{
  if (tw_window_get_document (self) != NULL)
    tw_document_undo (tw_window_get_document (self));
}

static void
redo (TwWindow *self)
{
  if (tw_window_get_document (self) != NULL)
    tw_document_redo (tw_window_get_document (self));
}

static void
transform_board (TwWindow *self, GVariant *transform)
{
  tw_edit_mode_transform_board (self->edit, g_variant_get_int32 (transform));
}

/* --- the table -------------------------------------------------------------------------- */

/* An action calls the only function of its row. */
typedef struct {
  const char *name;
  const char *keys[4]; /* NULL-terminated */
  void (*window) (TwWindow *self);
  void (*saver) (TwSaver *saver);
  void (*edit) (TwEditMode *edit);
  void (*hand) (TwHand *hand);
  void (*file) (TwWindow *self, GFile *file); /* the parameter of the action is its URI */
  void (*with) (TwWindow *self, GVariant *parameter);
  const char *type; /* of the parameter of `with` */
} Action;

static const Action actions[] = {
  { "win.new-puzzle", { "<Control><Shift>n" }, .window = ask_for_new_puzzle },
  { "win.open", { "<Control>o" }, .window = choose_files },
  { "win.open-folder", { "<Control><Alt>o" }, .window = choose_folder },
  { "win.open-uri", .file = open_file },
  { "win.solve", { "F5", "<Control>Return" }, .window = tw_window_solve },
  { "win.stop", { "<Shift>F5", "<Control>period" }, .window = tw_window_stop },
  { "win.save-puzzle", { "<Control>s" }, .saver = tw_saver_save },
  { "win.save-puzzle-as", { "<Control><Shift>s" }, .saver = tw_saver_save_as },
  { "win.save-puzzle-to", .file = save_puzzle_to },
  { "win.save-solution", { "<Control><Alt>s" }, .window = tw_window_choose_solution_file },
  { "win.save-solution-to", .file = tw_window_save_solution },
  { "win.export-picture", { "<Control><Shift>e" }, .window = tw_window_choose_picture_file },
  { "win.export-picture-to", .file = tw_window_export_picture },
  { "win.export-puzzle", .window = export_puzzle },
  { "win.export-making", .window = export_making },
  { "win.save-certificate", .window = tw_window_save_certificate },
  { "win.show-file", .with = show_file, .type = "s" },
  { "win.copy-text", .window = tw_window_copy_text }, /* accelerators: see below */
  { "win.paste", .window = tw_window_paste },
  { "win.copy-image", { "<Control><Shift>c" }, .window = tw_window_copy_image },
  { "win.print", { "<Control>p" }, .window = print },
  { "win.print-to", .file = tw_window_print },
  { "win.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add" }, .window = zoom_in },
  { "win.zoom-out", { "<Control>minus", "<Control>KP_Subtract" }, .window = zoom_out },
  { "win.zoom-fit", { "<Control>0", "<Control>KP_0" }, .window = zoom_to_fit },
  { "win.online", { "<Control><Shift>o" }, .window = show_online_puzzles },
  { "win.resolve", { "<Control><Shift>r" }, .window = show_resolve_window },
  { "win.previous-puzzle", { "<Control>Page_Up" }, .window = show_previous_puzzle },
  { "win.next-puzzle", { "<Control>Page_Down" }, .window = show_next_puzzle },
  { "win.previous-solution", { "<Alt>Left" }, .window = show_previous_solution },
  { "win.next-solution", { "<Alt>Right" }, .window = show_next_solution },
  { "win.save-all-solutions",
    { "<Control><Alt><Shift>s" },
    .window = tw_window_choose_all_solutions_file },
  { "win.save-all-solutions-to", .file = tw_window_save_all_solutions },
  { "win.undo", .window = undo }, /* accelerators: see below */
  { "win.redo", .window = redo },
  { "win.resize-board", .edit = tw_edit_mode_resize_board },
  { "win.generate-board", .edit = tw_edit_mode_generate_board },
  { "win.edit-pieces", .edit = tw_edit_mode_edit_pieces },
  { "win.transform-board", .with = transform_board, .type = "i" },
  { "win.add-colour", .edit = tw_edit_mode_add_colour },
  { "win.pause-search", { "Pause", "<Control>F5" }, .window = tw_window_pause },
  { "win.place-hint", { "<Control>h" }, .window = tw_window_place_hint },
  /* R, F and Delete rotate, reflect and remove pieces: see hand.c. */
  { "win.rotate-piece", .hand = tw_hand_rotate },
  { "win.flip-piece", .hand = tw_hand_flip },
  { "win.remove-piece", .hand = tw_hand_remove },
};

static void
activate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwWindow *self = TW_WINDOW (widget);
  const Action *action = actions;

  while (!g_str_equal (action->name, name)) /* only actions of the table are installed */
    action++;
  if (action->window != NULL) {
    action->window (self);
  } else if (action->saver != NULL) {
    action->saver (self->saver);
  } else if (action->edit != NULL) {
    action->edit (self->edit);
  } else if (action->hand != NULL) {
    action->hand (self->hand);
  } else if (action->with != NULL) {
    action->with (self, parameter);
  } else {
    g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

    action->file (self, file);
  }
}

void
tw_window_class_install_actions (GtkWidgetClass *widget_class)
{
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name,
                                     actions[i].file != NULL ? "s" : actions[i].type, activate_cb);

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

static void
enable (TwWindow *self, const char *action, gboolean enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
}

/* The same for several actions; `names` ends with NULL. */
static void
enable_all (TwWindow *self, const char *const *names, gboolean enabled)
{
  for (; *names != NULL; names++)
    enable (self, *names, enabled);
}

static void
update_document_actions (TwWindow *self)
{
  static const char *const of_document[] = { "win.save-puzzle", "win.save-puzzle-as",
                                             "win.save-puzzle-to", "win.copy-text", NULL };
  TwHistory *history = tw_document_get_history (tw_window_get_document (self));
  const char *undo_name = history != NULL ? tw_history_undo_name (history) : NULL;
  const char *redo_name = history != NULL ? tw_history_redo_name (history) : NULL;

  enable_all (self, of_document, history != NULL);
  enable (self, "win.undo", undo_name != NULL);
  enable (self, "win.redo", redo_name != NULL);
  tw_edit_bar_set_steps (self->edit_bar, undo_name, redo_name);
  tw_pieces_set_steps (tw_side_pane_get_pieces (self->pane), undo_name, redo_name);
  tw_board_menu_set_steps (self->menu, undo_name, redo_name);
}

static void
update_edit_actions (TwWindow *self)
{
  static const char *const of_board[] = { "win.resize-board", "win.generate-board",
                                          "win.transform-board", NULL };
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean active = tw_edit_mode_is_active (self->edit);

  enable_all (self, of_board, active);
  enable (self, "win.edit-pieces", active && tw_edit_has_pieces (puzzle));
  enable (self, "win.add-colour", active && tw_edit_cells (puzzle) == TW_EDIT_COLOURS);
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
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean pieces = puzzle != NULL && tw_puzzle_has_pieces (puzzle),
           held = tw_hand_get_piece (self->hand) >= 0;
  guint index = tw_side_pane_get_index (self->pane);
  guint kept = tw_side_pane_get_n_kept (self->pane);
  gboolean several = kept > 1 && tw_window_get_result (self) != NULL;

  enable (self, "win.previous-solution", kept > 0 && index > 0);
  enable (self, "win.next-solution", index + 1 < kept);
  enable (self, "win.save-all-solutions", several);
  enable (self, "win.save-all-solutions-to", several);
  update_comparison (self);
  enable (self, "win.pause-search",
          (pieces && tw_search_is_running (self->search))
            || tw_search_can_continue (self->search, tw_window_get_document (self)));
  enable (self, "win.place-hint", pieces && !tw_hint_is_running (self->hints));
  enable (self, "win.rotate-piece", held);
  enable (self, "win.flip-piece", held);
  enable (self, "win.remove-piece", tw_hand_can_remove (self->hand));
  update_edit_actions (self);
}

void
tw_window_update_actions (TwWindow *self)
{
  static const char *const of_picture[] = {
    "win.export-picture", "win.export-picture-to", "win.copy-image", "win.print", "win.print-to",
    "win.zoom-in",        "win.zoom-out",          "win.zoom-fit",   NULL,
  };
  gboolean puzzle = tw_window_get_puzzle (self) != NULL && !self->at_start;
  gboolean running = tw_search_is_running (self->search);
  guint index = tw_workspace_get_index (self->workspace);
  guint n = tw_workspace_get_n (self->workspace);
  TwResult *result = tw_window_get_result (self);

  enable (self, "win.solve", puzzle && !running);
  enable (self, "win.stop", running);
  enable (self, "win.save-solution", result != NULL);
  enable (self, "win.save-solution-to", result != NULL);
  enable_all (self, of_picture, puzzle && tw_canvas_get_scene (self->canvas) != NULL);
  tw_window_update_export_actions (self, puzzle);
  enable (self, "win.previous-puzzle",
          tw_workspace_has_guest (self->workspace) ? n > 0 : index > 0);
  enable (self, "win.next-puzzle", puzzle && index + 1 < n);
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
  static const struct {
    const char *action;
    const char *keys[2];
  } others[] = {
    { "win.show-pane", { "F9" } },         { "win.edit-mode", { "<Control>e" } },
    { "win.start-page", { "<Alt>Home" } }, { "win.compare", { "<Control>d" } },
    { "win.fullscreen", { "F11" } },       { "win.compare-other", { "<Control><Shift>d" } },
    { "window.close", { "<Control>w" } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    if (actions[i].keys[0] != NULL)
      gtk_application_set_accels_for_action (application, actions[i].name, actions[i].keys);
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    gtk_application_set_accels_for_action (application, others[i].action, others[i].keys);
}
