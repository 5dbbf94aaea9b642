/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.c - the parts of the window and their display; see window.h. */

#include "app/window/window-private.h"

#include "app/part.h"
#include "app/preferences/settings.h"
#include "app/window/words.h"
#include "puzzle/i18n.h"

/* Windows narrower than this start in the narrow layout; later the split decides. */
#define NARROW 500

G_DEFINE_FINAL_TYPE (TwWindow, tw_window, GTK_TYPE_APPLICATION_WINDOW)

/* --- display ------------------------------------------------------------- */

void
tw_window_show_message (TwWindow *self, const char *message)
{
  if (message != NULL)
    tw_toast_hide (self->toast); /* both would be read as one: “Saved”, and an error */
  tw_banner_show_text (self->banner, message);
}

/* Shows what the pointer is on; a narrow window without a title shows the puzzle otherwise. */
static void
show_hint (TwWindow *self)
{
  const char *hint = tw_canvas_get_hint (self->canvas);
  const char *hidden = tw_header_get_hidden_text (self->header);

  if (*hint == '\0' && hidden != NULL)
    hint = hidden;
  tw_footer_set_hint (self->footer, hint);
}

static void
show_title (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  TwResult *result = tw_window_get_result (self);

  if (puzzle == NULL || self->at_start) {
    tw_header_set_title (self->header, _ ("Tilewright"), NULL);
    gtk_window_set_title (GTK_WINDOW (self), _ ("Tilewright"));
    return;
  }

  const TwBoard *board = tw_puzzle_get_board (puzzle);
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  g_autofree char *size = kind->form == TW_FORM_OTHER /* it has no board */
                            ? g_strdup (_ (kind->title))
                            : g_strdup_printf (_ ("%d × %d"), board->width, board->height);
  g_autofree char *headline = result != NULL ? tw_words_headline (result) : NULL;
  g_autofree char *subtitle = headline != NULL ? g_strdup_printf (_ ("%s · %s"), size, headline)
                                               : g_strdup (size);
  g_autofree char *plain = tw_document_dup_name (tw_window_get_document (self));
  /* Translators: the name of a puzzle that was changed and not saved */
  g_autofree char *name = tw_document_is_modified (tw_window_get_document (self))
                            ? g_strdup_printf (_ ("• %s"), plain)
                            : g_strdup (plain);
  g_autofree char *title = g_strdup_printf (_ ("%s — Tilewright"), name);

  tw_header_set_title (self->header, name, subtitle);
  show_hint (self);
  gtk_window_set_title (GTK_WINDOW (self), title);
  tw_name_widget (self->canvas, subtitle);
}

/* The start page has no pane but the panel and no solve or edit buttons. */
static void
show_page (TwWindow *self)
{
  gboolean open = tw_window_get_puzzle (self) != NULL, puzzle = open && !self->at_start;
  GtkWidget *panel = tw_side_pane_get_panel (self->pane);

  gtk_stack_set_visible_child_name (self->stack, puzzle ? "board" : "empty");
  tw_side_pane_show_figures (self->pane, puzzle);
  tw_split_set_bare (self->split, !puzzle && panel == NULL);
  tw_header_set_page (self->header, puzzle, open && !puzzle, panel != NULL);
}

void
tw_window_show_panel (TwWindow *self, GtkWidget *panel, gboolean alone)
{
  tw_side_pane_set_panel (self->pane, panel, alone);
  show_page (self);
}

GtkWidget *
tw_window_get_panel (TwWindow *self)
{
  return tw_side_pane_get_panel (self->pane);
}

void
tw_window_reveal_panel (TwWindow *self)
{
  tw_split_set_show_pane (self->split, TRUE);
  gtk_widget_child_focus (tw_side_pane_get_panel (self->pane), GTK_DIR_TAB_FORWARD);
}

static void
set_at_start (TwWindow *self, gboolean at_start)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "start-page");

  if (at_start == self->at_start)
    return;
  self->at_start = at_start;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (at_start));
  if (at_start)
    tw_window_show_message (self, NULL); /* messages are about the puzzle */
  show_page (self);
  show_title (self);
  tw_window_update_actions (self);
  if (!at_start)
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* Another document is shown. */
static void
document_changed (TwWindow *self)
{
  TwDocument *document = tw_window_get_document (self);

  set_at_start (self, FALSE);
  tw_footer_set_page (self->footer, tw_workspace_get_index (self->workspace),
                      tw_workspace_get_n (self->workspace),
                      tw_workspace_has_guest (self->workspace));
  show_page (self);
  tw_hand_set_document (self->hand, document);
  tw_edit_mode_set_document (self->edit, document);
  tw_side_pane_set_document (self->pane, document);
  g_signal_group_set_target (self->watch, document);
  show_title (self);
  tw_window_update_actions (self);
}

/* Cancels the search and ignores what it reports later. */
static void
forget_search (TwWindow *self)
{
  tw_hint_drop (self->hints);
  tw_search_drop (self->search);
}

void
tw_window_show_puzzle (TwWindow *self, guint index)
{
  g_return_if_fail (index < tw_workspace_get_n (self->workspace));
  forget_search (self);
  tw_workspace_show (self->workspace, index);
  document_changed (self);
}

void
tw_window_show_guest (TwWindow *self, TwDocument *guest, TwJob *job)
{
  forget_search (self);
  if (tw_window_get_document (self) != guest) {
    tw_workspace_show_guest (self->workspace, guest);
    tw_window_show_message (self, NULL);
    document_changed (self);
  }
  if (job != NULL)
    tw_search_watch (self->search, guest, job);
}

void
tw_window_show_toast (TwWindow *self, const char *text, const char *label, const char *action,
                      const char *target)
{
  tw_toast_show_text (self->toast, text, label, action, target);
}

guint
tw_window_set_documents (TwWindow *self, GPtrArray *documents)
{
  forget_search (self);
  tw_draft_keeper_drop (self->drafts);
  tw_saver_set_approved (self->saver, FALSE);
  guint first = tw_workspace_replace (self->workspace, documents);
  tw_canvas_set_scene (self->canvas, NULL); /* always scale the next scene to fit */
  tw_window_show_puzzle (self, first);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  return first;
}

guint
tw_window_set_puzzles (TwWindow *self, GPtrArray *puzzles)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < puzzles->len; i++)
    g_ptr_array_add (documents, tw_document_new (g_ptr_array_index (puzzles, i)));
  g_ptr_array_unref (puzzles);
  return tw_window_set_documents (self, documents);
}

/* Shows the new value of the document; the hand has dealt with it already. */
static void
puzzle_changed_cb (TwWindow *self)
{
  tw_saver_set_approved (self->saver, FALSE);
  tw_window_show_message (self, NULL);
  tw_window_update_actions (self);
  tw_draft_keeper_update (self->drafts);
}

static void
result_changed_cb (TwWindow *self)
{
  show_title (self);
  tw_window_update_actions (self);
}

static void
watch_documents (TwWindow *self)
{
  self->watch = g_signal_group_new (TW_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->watch, "puzzle-changed", G_CALLBACK (puzzle_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->watch, "result-changed", G_CALLBACK (result_changed_cb),
                                  self);
  g_signal_group_connect_swapped (self->watch, "title-changed", G_CALLBACK (show_title), self);
}

/* --- files -------------------------------------------------------------------------- */

void
tw_window_open_files (TwWindow *self, GFile **files, int n_files)
{
  tw_opener_open (self->opener, files, n_files);
}

void
tw_window_open_session (TwWindow *self, GFile **files, int n_files, const char *kept)
{
  tw_opener_restore (self->opener, files, n_files, kept);
}

gboolean
tw_window_is_busy (TwWindow *self)
{
  return tw_opener_is_reading (self->opener) || tw_saver_is_writing (self->saver)
         || self->n_exports > 0 || tw_search_is_running (self->search)
         || tw_hint_is_running (self->hints);
}

TwSaver *
tw_window_get_saver (TwWindow *self)
{
  return self->saver;
}

/* --- solutions from other sources ----------------------------------------------- */

void
tw_window_look_at (TwWindow *self, TwPuzzle *puzzle, TwResult *result)
{
  g_return_if_fail (puzzle != NULL);

  gboolean shown = tw_window_get_puzzle (self) == puzzle
                   && !tw_workspace_has_guest (self->workspace);
  guint index = tw_workspace_find (self->workspace, puzzle);

  if (!shown || tw_search_is_running (self->search))
    tw_window_show_puzzle (self, index);
  set_at_start (self, FALSE);
  tw_document_set_result (tw_window_get_document (self), result);
  tw_side_pane_choose_page (self->pane);
  tw_window_update_actions (self);
}

/* --- drafts ----------------------------------------------------------------------- */

void
tw_window_set_drafts (TwWindow *self, TwDrafts *drafts)
{
  if (self->drafts != NULL) /* it is NULL while the window is being disposed */
    tw_draft_keeper_set_drafts (self->drafts, drafts);
}

void
tw_window_leave_draft (TwWindow *self)
{
  tw_draft_keeper_leave (self->drafts);
  tw_saver_set_approved (self->saver, TRUE);
}

void
tw_window_restore_draft (TwWindow *self, TwDraft *draft)
{
  guint first = tw_window_set_puzzles (self, g_ptr_array_ref (draft->puzzles));
  for (guint i = 0; i < draft->puzzles->len; i++)
    if (draft->changed[i])
      tw_document_set_unsaved (tw_workspace_get (self->workspace, first + i));
  tw_draft_keeper_take (self->drafts, draft->number);
  tw_window_show_puzzle (self, first + draft->shown);
}

/* --- narrow windows --------------------------------------------------------------- */

/* Lets labels wrap in a narrow window, in every language: the labels of check buttons and the
 * labels before other widgets. */
static void
wrap_labels (GtkWidget *root)
{
  if (GTK_IS_LABEL (root)
      && (gtk_label_get_mnemonic_widget (GTK_LABEL (root)) != NULL
          || GTK_IS_CHECK_BUTTON (gtk_widget_get_parent (root)))) {
    gtk_label_set_wrap (GTK_LABEL (root), TRUE);
    gtk_label_set_xalign (GTK_LABEL (root), 0);
  }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    wrap_labels (child);
}

/* In a narrow window the header bar has no room for text. */
static void
set_narrow (TwWindow *self, gboolean narrow)
{
  if (narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
  tw_header_set_narrow (self->header, narrow);
  show_page (self);
  tw_gallery_set_narrow (self->gallery, narrow);
  tw_edit_bar_set_narrow (self->edit_bar, narrow);
  show_hint (self);
}

static void
collapsed_cb (TwWindow *self)
{
  if (self->header != NULL)
    set_narrow (self, tw_split_get_collapsed (self->split));
}

static void
hint_changed_cb (TwWindow *self)
{
  if (self->header != NULL)
    show_hint (self);
}

static void
paint_changed_cb (TwWindow *self)
{
  if (self->canvas != NULL)
    tw_canvas_set_paint_flags (self->canvas, tw_settings_get_paint_flags ());
}

static void
start_page_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  if (tw_window_get_puzzle (data) != NULL)
    set_at_start (data, g_variant_get_boolean (state));
}

/* --- window -------------------------------------------------------------- */

static void
restore_state (TwWindow *self)
{
  int width = g_settings_get_int (tw_settings (), "window-width");
  int height = g_settings_get_int (tw_settings (), "window-height");

  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  set_narrow (self, width < NARROW);
  if (g_settings_get_boolean (tw_settings (), "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  tw_split_set_show_pane (self->split, g_settings_get_boolean (tw_settings (), "show-pane"));
}

static void
save_state (TwWindow *self)
{
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width > 0 && height > 0) {
    g_settings_set_int (tw_settings (), "window-width", width);
    g_settings_set_int (tw_settings (), "window-height", height);
  }
  g_settings_set_boolean (tw_settings (), "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  g_settings_set_boolean (tw_settings (), "show-pane", tw_split_get_pane_wanted (self->split));
}

static gboolean
tw_window_close_request (GtkWindow *window)
{
  TwWindow *self = TW_WINDOW (window);

  if (!tw_saver_may_close (self->saver))
    return TRUE;
  tw_draft_keeper_drop (self->drafts);
  g_signal_emit_by_name (self, "closing");
  save_state (self);
  forget_search (self);
  return GTK_WINDOW_CLASS (tw_window_parent_class)->close_request (window);
}

static void
tw_window_dispose (GObject *object)
{
  TwWindow *self = TW_WINDOW (object);

  if (self->canvas != NULL) { /* dispose may run twice */
    tw_side_pane_set_panel (self->pane, NULL, FALSE);
    forget_search (self);
  }
  g_clear_object (&self->search);
  g_clear_object (&self->edit);
  g_clear_object (&self->hand);
  g_clear_object (&self->hints);
  g_clear_pointer (&self->header, tw_header_free);
  g_clear_object (&self->watch);
  g_clear_pointer (&self->drafts, tw_draft_keeper_free);
  g_clear_object (&self->workspace);
  self->canvas = NULL;
  g_clear_pointer (&self->menu, tw_board_menu_free);
  G_OBJECT_CLASS (tw_window_parent_class)->dispose (object);
}

static void
tw_window_finalize (GObject *object)
{
  g_free (TW_WINDOW (object)->opener); /* reading and writing may end after dispose */
  tw_saver_free (TW_WINDOW (object)->saver);
  G_OBJECT_CLASS (tw_window_parent_class)->finalize (object);
}

void
tw_window_set_draft_delay (TwWindow *self, guint delay)
{
  tw_draft_keeper_set_delay (self->drafts, delay);
}

static void
tw_window_class_init (TwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = tw_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = tw_window_close_request;
  tw_class_add_signal (klass, "closing", 0);

  tw_ensure_types (TW_TYPE_BANNER, TW_TYPE_CANVAS, TW_TYPE_COMPARE, TW_TYPE_EDIT_BAR,
                   TW_TYPE_FOOTER, TW_TYPE_GALLERY, TW_TYPE_SIDE_PANE, TW_TYPE_SPLIT, TW_TYPE_TOAST,
                   G_TYPE_INVALID);
  tw_class_set_template (klass, "window");
  gtk_widget_class_bind_template_child_full (widget_class, "board_menu", FALSE, 0);
  gtk_widget_class_bind_template_child_full (widget_class, "edit_menu", FALSE, 0);
  TW_BIND_CHILDREN (klass, TwWindow, toast, banner, split, stack, canvas, compare, edit_bar,
                    gallery, footer, pane);
  TW_BIND_CALLBACKS (klass, collapsed_cb, hint_changed_cb);

  tw_window_class_install_actions (widget_class);
}

static void
tw_window_init (TwWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "start-page", .state = "false", .change_state = start_page_cb },
  };

  self->workspace = tw_workspace_new ();
  self->drafts = tw_draft_keeper_new (self->workspace);
  gtk_widget_init_template (GTK_WIDGET (self));

  self->header = tw_header_new (GTK_WINDOW (self));
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->menu = tw_board_menu_new (
    GTK_WIDGET (self->canvas),
    G_MENU_MODEL (gtk_widget_get_template_child (GTK_WIDGET (self), TW_TYPE_WINDOW, "board_menu")),
    G_MENU (gtk_widget_get_template_child (GTK_WIDGET (self), TW_TYPE_WINDOW, "edit_menu")));
  tw_window_begin (self);
  watch_documents (self);
  tw_settings_watch ("palette", G_CALLBACK (paint_changed_cb), self);
  tw_settings_watch ("patterns", G_CALLBACK (paint_changed_cb), self);
  tw_settings_watch ("labels", G_CALLBACK (paint_changed_cb), self);
  paint_changed_cb (self);
  restore_state (self);
  wrap_labels (GTK_WIDGET (self->split));
  show_title (self);
  tw_window_update_actions (self);
}

/* --- public functions ---------------------------------------------------- */

TwWindow *
tw_window_new (GtkApplication *application)
{
  return g_object_new (TW_TYPE_WINDOW, "application", application, NULL);
}

TwWindow *
tw_window_get_active (GtkApplication *application)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (TW_IS_WINDOW (l->data))
      return l->data;
  return NULL;
}

TwWindow *
tw_window_get_empty (GtkApplication *application)
{
  TwWindow *window = tw_window_get_active (application);

  return window != NULL && tw_window_is_empty (window) ? window : tw_window_new (application);
}

gboolean
tw_window_is_empty (TwWindow *self)
{
  return tw_workspace_get_n (self->workspace) == 0 && !tw_opener_is_reading (self->opener);
}

TwWorkspace *
tw_window_get_workspace (TwWindow *self)
{
  return self->workspace;
}

TwCanvas *
tw_window_get_canvas (TwWindow *self)
{
  return self->canvas;
}

TwHand *
tw_window_get_hand (TwWindow *self)
{
  return self->hand;
}

TwDocument *
tw_window_get_document (TwWindow *self)
{
  return self->workspace != NULL ? tw_workspace_get_shown (self->workspace) : NULL;
}

TwPuzzle *
tw_window_get_puzzle (TwWindow *self)
{
  return tw_document_get_puzzle (tw_window_get_document (self));
}

TwResult *
tw_window_get_result (TwWindow *self)
{
  return tw_document_get_result (tw_window_get_document (self));
}

TwResult *
tw_window_dup_shown_result (TwWindow *self)
{
  return tw_side_pane_dup_shown (self->pane);
}

TwJob *
tw_window_get_job (TwWindow *self)
{
  return tw_search_get_job (self->search);
}

GtkWindow *
tw_window_find_companion (TwWindow *self, GType type)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (window, type)
        && gtk_window_get_transient_for (window) == GTK_WINDOW (self))
      return window; /* GTK holds the reference */
  }
  return NULL;
}
