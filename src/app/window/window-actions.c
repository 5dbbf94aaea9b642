/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-actions.c - the actions of the window, when they are enabled, and their accelerators.
 *
 * Actions that end in "-to", and open-uri, take the URI of the file as a parameter instead of
 * opening a dialog; the list of recent files, scripts and tests use them. */
#include "app/window/window-private.h"

#include "app/actions.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "app/dialogs/new-dialog.h"

#define ZOOM_STEP 1.25

/* --- what the actions do -------------------------------------------------------------- */

static void
open_file (TwWindow *self, GFile *file)
{
  tw_opener_open (self->opener, &file, 1);
}

static void
print (TwWindow *self)
{
  tw_window_print (self, NULL);
}

static void
zoom (TwWindow *self, int steps)
{
  tw_canvas_zoom (self->canvas, steps > 0 ? ZOOM_STEP : 1.0 / ZOOM_STEP);
}

static void
created_cb (TwWindow *self, TwPuzzle *puzzle)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new ();

  g_ptr_array_add (puzzles, puzzle);
  tw_session_say (self->session, NULL);
  tw_session_open_new (self->session, puzzles);
  /* Without a set of pieces they have not been drawn yet. */
  if (tw_edit_has_pieces (tw_session_get_puzzle (self->session))
      && tw_piece_puzzle_get_problem (tw_session_get_puzzle (self->session))->n_pieces == 1)
    tw_edit_mode_set_active (self->edit, TRUE);
}

static void
ask_for_new_puzzle (TwWindow *self)
{
  TwNewDialog *dialog = tw_new_dialog_new (GTK_WINDOW (self));

  tw_connect (dialog, "created", G_CALLBACK (created_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
closing_cb (GtkWindow *parent, gboolean go, gpointer data)
{
  g_autoptr (GPtrArray) documents = data;

  if (go)
    tw_session_close_documents (TW_WINDOW (parent)->session, documents);
}

/* A file is always rewritten with all its puzzles, so they are closed together. */
static void
close_puzzle (TwWindow *self)
{
  GPtrArray *documents = tw_session_dup_group (self->session);

  tw_saver_before_close (self->saver, documents, closing_cb, documents);
}

/* `by` is -1 or 1. The puzzle before a guest is the one that it hides. */
static void
show_other_puzzle (TwWindow *self, int by)
{
  guint index = tw_session_get_index (self->session);

  if (by > 0 || !tw_session_has_guest (self->session))
    index += (guint) by; /* before the first one it wraps, beyond the last */
  if (index < tw_session_get_n (self->session))
    tw_session_show (self->session, index);
}

/* --- what is possible ------------------------------------------------------------------- */

gboolean
tw_window_has_puzzle (TwWindow *self)
{
  return tw_session_get_puzzle (self->session) != NULL && !tw_session_is_at_start (self->session);
}

void
tw_window_update_flags (TwWindow *self)
{
  TwSession *session = self->session;
  TwDocument *document = tw_session_get_document (session);
  TwPuzzle *puzzle = tw_session_get_puzzle (session);
  TwResult *result = tw_session_get_result (session);
  gboolean guest = tw_session_has_guest (session);
  guint index = tw_session_get_index (session), n = tw_session_get_n (session);

  if (self->canvas == NULL) /* disposed; the panel may still end its work */
    return;
  self->has_document = document != NULL;
  self->has_puzzle = tw_window_has_puzzle (self);
  self->has_result = result != NULL;
  self->has_several = tw_piece_solutions_count (tw_result_get_piece_solutions (result)).kept > 1;
  self->has_picture = self->has_puzzle && tw_canvas_get_scene (self->canvas) != NULL;
  self->can_export = tw_window_can_export (self, FALSE);
  self->can_make = tw_window_can_export (self, TRUE);
  self->can_certify = tw_window_can_certify (self);
  self->can_solve = tw_session_can_search (session);
  self->can_count = self->can_solve && tw_kind_has_pieces (tw_puzzle_get_kind (puzzle));
  self->can_stop = tw_search_is_running (self->search);
  self->can_pause = (puzzle != NULL && tw_puzzle_has_pieces (puzzle) && self->can_stop)
                    || (self->can_solve && tw_search_can_continue (self->search, document));
  self->has_previous = guest ? n > 0 : index > 0;
  self->has_next = self->has_puzzle && index + 1 < n;
  tw_flags_update (self);
}

static gboolean
shows_legend (TwWindow *self)
{
  return g_settings_get_boolean (tw_settings (), "legend");
}

static void
show_legend (TwWindow *self, gboolean shown)
{
  if (shown != shows_legend (self))
    g_settings_set_boolean (tw_settings (), "legend", shown);
}

/* --- the tables ------------------------------------------------------------------------- */

#define OF(name)        .member = offsetof (TwWindow, name)
#define AT(name)        .offset = offsetof (TwWindow, name)
#define CONSTANT(value) .type = TW_ACTION_CONSTANT, .constant = (value)

static const TwAction file_actions[] = {
  { "new", G_CALLBACK (ask_for_new_puzzle), .keys = { "<Control><Shift>n" } },
  { "open", G_CALLBACK (tw_opener_choose_files), OF (opener), .keys = { "<Control>o" } },
  { "open-folder", G_CALLBACK (tw_opener_choose_folder), OF (opener),
    .keys = { "<Control><Alt>o" } },
  { "open-uri", G_CALLBACK (open_file), .type = TW_ACTION_FILE },
  { "close", G_CALLBACK (close_puzzle), .enabled = "has-puzzle", .keys = { "<Control><Shift>w" } },
  { "save", G_CALLBACK (tw_saver_save), OF (saver), .enabled = "has-document",
    .keys = { "<Control>s" } },
  { "save-as", G_CALLBACK (tw_saver_save_as), OF (saver), .enabled = "has-document",
    .keys = { "<Control><Shift>s" } },
  { "save-to", G_CALLBACK (tw_saver_save_to), OF (saver), .enabled = "has-document",
    .type = TW_ACTION_FILE },
  { "save-solution", G_CALLBACK (tw_window_choose_solution_file), .enabled = "has-result",
    .keys = { "<Control><Alt>s" } },
  { "save-solution-to", G_CALLBACK (tw_window_save_solution), .enabled = "has-result",
    .type = TW_ACTION_FILE },
  { "save-all-solutions", G_CALLBACK (tw_window_choose_all_solutions_file),
    .enabled = "has-several", .keys = { "<Control><Alt><Shift>s" } },
  { "save-all-solutions-to", G_CALLBACK (tw_window_save_all_solutions), .enabled = "has-several",
    .type = TW_ACTION_FILE },
  { "save-certificate", G_CALLBACK (tw_window_save_certificate), .enabled = "can-certify" },
  { "export-picture", G_CALLBACK (tw_window_choose_picture_file), .enabled = "has-picture",
    .keys = { "<Control><Shift>e" } },
  { "export-picture-to", G_CALLBACK (tw_window_export_picture), .enabled = "has-picture",
    .type = TW_ACTION_FILE },
  { "export-puzzle", G_CALLBACK (tw_window_choose_format), CONSTANT (FALSE),
    .enabled = "can-export" },
  { "export-making", G_CALLBACK (tw_window_choose_format), CONSTANT (TRUE), .enabled = "can-make" },
  { "print", G_CALLBACK (print), .enabled = "has-picture", .keys = { "<Control>p" } },
  { "print-to", G_CALLBACK (tw_window_print), .enabled = "has-picture", .type = TW_ACTION_FILE },
  { "print-booklet", .activate = G_CALLBACK (tw_window_print_booklet) },
  { "show-file", G_CALLBACK (tw_window_show_file), .type = "s" },
  { 0 },
};

static const TwAction edit_actions[] = {
  /* for more see edit-mode.c */
  { "copy-text", G_CALLBACK (tw_window_copy_text),
    .enabled = "has-document" }, /* keys: see below */
  { "copy-image", G_CALLBACK (tw_window_copy_image), .enabled = "has-picture",
    .keys = { "<Control><Shift>c" } },
  { "paste", .activate = G_CALLBACK (tw_window_paste) },
  { 0 },
};

static const TwAction view_actions[] = {
  { "zoom-in", G_CALLBACK (zoom), CONSTANT (1), .enabled = "has-picture",
    .keys = { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
  { "zoom-out", G_CALLBACK (zoom), CONSTANT (-1), .enabled = "has-picture",
    .keys = { "<Control>minus", "<Control>KP_Subtract" } },
  { "zoom-fit", G_CALLBACK (tw_canvas_fit), OF (canvas), .enabled = "has-picture",
    .keys = { "<Control>0", "<Control>KP_0" } },
  { "previous-puzzle", G_CALLBACK (show_other_puzzle), CONSTANT (-1), .enabled = "has-previous",
    .keys = { "<Control>Page_Up" } },
  { "next-puzzle", G_CALLBACK (show_other_puzzle), CONSTANT (1), .enabled = "has-next",
    .keys = { "<Control>Page_Down" } },
  { "fullscreen", .state = "fullscreened", .keys = { "F11" } },
  { "legend", .state = "legend" },
  { 0 },
};

static const TwAction split_actions[] = {
  { "show-pane", .state = "show-pane", .keys = { "F9" } },
  { 0 },
};

static const TwAction session_actions[] = {
  { "start-page", .state = "at-start", .keys = { "<Alt>Home" } },
  { "pause-play", .state = "paused", .enabled = "can-pause", .keys = { "<Control><Shift>p" } },
  { 0 },
};

void
tw_window_class_add_keys (GtkWidgetClass *widget_class)
{
  static const TwFlag flags[] = {
    { "has-document", AT (has_document) },
    { "has-puzzle", AT (has_puzzle) },
    { "has-result", AT (has_result) },
    { "has-several", AT (has_several) },
    { "has-picture", AT (has_picture) },
    { "can-export", AT (can_export) },
    { "can-make", AT (can_make) },
    { "can-certify", AT (can_certify) },
    { "can-solve", AT (can_solve) },
    { "can-count", AT (can_count) },
    { "can-stop", AT (can_stop) },
    { "can-pause", AT (can_pause) },
    { "has-previous", AT (has_previous) },
    { "has-next", AT (has_next) },
    { "legend", .get = G_CALLBACK (shows_legend), .set = G_CALLBACK (show_legend) },
    { 0 },
  };

  /* Text entries also use these keys, so the entry handles them first. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "edit.undo",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "edit.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "edit.copy-text",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "edit.paste",
                                       NULL);
  tw_class_add_flags (widget_class, flags);
}

/* The list of keys is made here, because GTK would make it before the first frame. */
static void
show_keys (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  if (gtk_application_window_get_help_overlay (window) == NULL) {
    g_autoptr (GtkBuilder) builder = tw_builder_new ("help-overlay");

    gtk_application_window_set_help_overlay (
      window, GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "help_overlay")));
  }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

void
tw_window_add_actions (TwWindow *self)
{
  static const GActionEntry entries[] = { { .name = "show-help-overlay", .activate = show_keys } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, 1, self);
  tw_actions_add (self, "file", self, file_actions);
  tw_actions_add (self, "edit", self, edit_actions);
  tw_actions_add (self, "view", self, view_actions);
  tw_actions_add (self, "view", self->split, split_actions);
  tw_actions_add (self, "view", self->session, session_actions);
}
