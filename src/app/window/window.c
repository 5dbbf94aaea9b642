/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.c - the parts of the window and their display; see window.h. */

#include "app/window/window-private.h"

#include "app/part.h"
#include "app/preferences/settings.h"
#include "app/window/steps.h"
#include "app/window/words.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"

G_DEFINE_FINAL_TYPE (TwWindow, tw_window, GTK_TYPE_APPLICATION_WINDOW)

/* --- display ------------------------------------------------------------- */

static void
message_cb (TwWindow *self, const char *message)
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

  if (*hint == '\0' && self->narrow)
    hint = gtk_label_get_text (self->subtitle);
  tw_label_set_text (self->hint, hint);
}

static void
show_title (TwWindow *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  TwResult *result = tw_session_get_result (self->session);

  if (puzzle == NULL || tw_session_is_at_start (self->session)) {
    tw_window_set_titles (self, _ ("Tilewright"), NULL);
    gtk_window_set_title (GTK_WINDOW (self), _ ("Tilewright"));
    return;
  }

  const TwBoard *board = tw_puzzle_get_board (puzzle);
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  g_autofree char *size = kind->solution->form == TW_FORM_OTHER /* it has no board */
                            ? g_strdup (_ (kind->title))
                            : g_strdup_printf (_ ("%d × %d"), board->width, board->height);
  g_autofree char *headline = result != NULL ? tw_words_headline (result) : NULL;
  g_autofree char *subtitle = headline != NULL ? g_strdup_printf (_ ("%s · %s"), size, headline)
                                               : g_strdup (size);
  g_autofree char *plain = tw_document_dup_name (tw_session_get_document (self->session));
  /* Translators: the name of a puzzle that was changed and not saved */
  g_autofree char *name = tw_document_is_modified (tw_session_get_document (self->session))
                            ? g_strdup_printf (_ ("• %s"), plain)
                            : g_strdup (plain);
  g_autofree char *title = g_strdup_printf (_ ("%s — Tilewright"), name);

  tw_window_set_titles (self, name, subtitle);
  show_hint (self);
  gtk_window_set_title (GTK_WINDOW (self), title);
  tw_name_widget (self->canvas, subtitle);
}

/* The start page has no pane but the panel and no solve or edit buttons. */
static void
show_page (TwWindow *self)
{
  gboolean puzzle = tw_window_has_puzzle (self);

  gtk_stack_set_visible_child_name (self->stack, puzzle ? "board" : "empty");
  tw_side_pane_show_figures (self->pane, puzzle);
  tw_split_set_bare (self->split, !puzzle && tw_side_pane_get_panel (self->pane) == NULL);
  tw_window_update_header (self);
}

void
tw_window_search (TwWindow *self, const char *query)
{
  tw_gallery_search (self->gallery, query);
}

void
tw_window_set_panel (TwWindow *self, GtkWidget *panel)
{
  if (panel != tw_side_pane_get_panel (self->pane)) {
    tw_side_pane_set_panel (self->pane, panel);
    show_page (self);
  }
  if (panel != NULL) {
    tw_split_set_show_pane (self->split, TRUE);
    gtk_widget_grab_focus (panel);
  }
}

GtkWidget *
tw_window_get_panel (TwWindow *self)
{
  return tw_side_pane_get_panel (self->pane);
}

static void
at_start_cb (TwWindow *self)
{
  gboolean at_start = tw_session_is_at_start (self->session);

  if (at_start)
    tw_session_say (self->session, NULL); /* messages are about the puzzle */
  show_page (self);
  show_title (self);
  if (!at_start)
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* The scene of another document is scaled to fit, even if it is as large as the one before. */
static void
opened_cb (TwWindow *self)
{
  tw_canvas_set_scene (self->canvas, NULL);
  self->opening = TRUE;
}

/* A guest is none of the pages. */
static void
show_pager (TwWindow *self)
{
  guint n = tw_session_get_n (self->session);
  gboolean guest = tw_session_has_guest (self->session);
  /* Translators: a page number */
  g_autofree char *page = guest ? g_strdup (_ ("Result"))
                                : g_strdup_printf (_ ("%u of %u"),
                                                   tw_session_get_index (self->session) + 1, n);

  gtk_label_set_text (self->page, page);
  gtk_widget_set_visible (self->pager, guest ? n > 0 : n > 1);
}

static void
document_changed_cb (TwWindow *self)
{
  show_pager (self);
  show_page (self);
  show_title (self);
  if (self->opening)
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  self->opening = FALSE;
}

/* Shows the names of the steps of Undo and Redo, and whether a search runs. */
static void
changed_cb (TwWindow *self)
{
  TwHistory *history = tw_document_get_history (tw_session_get_document (self->session));
  const char *undo = history != NULL ? tw_history_undo_name (history) : NULL;
  const char *redo = history != NULL ? tw_history_redo_name (history) : NULL;

  tw_edit_bar_set_steps (self->edit_bar, undo, redo);
  tw_pieces_set_steps (tw_side_pane_get_pieces (self->pane), undo, redo);
  tw_steps_name_items (self->edit_menu, undo, redo);
  tw_window_show_running (self);
  tw_window_update_flags (self);
}

static void
active_cb (TwWindow *self)
{
  tw_session_set_attended (self->session, gtk_window_is_active (GTK_WINDOW (self)));
}

static void
squares_cb (TwWindow *self)
{
  gboolean active;

  g_object_get (self->squares, "active", &active, NULL);
  if (active)
    tw_edit_mode_set_active (self->edit, FALSE);
}

static void
edit_mode_cb (TwWindow *self)
{
  if (!tw_edit_mode_is_active (self->edit))
    return;
  g_object_set (self->squares, "active", FALSE, NULL);
  g_object_set (tw_side_pane_get_browser (self->pane), "comparing", FALSE, "explaining", FALSE,
                NULL);
}

/* The focus was on what is hidden or insensitive now. */
static void
paused_cb (TwWindow *self)
{
  if (gtk_widget_get_visible (self->paused))
    gtk_widget_child_focus (self->paused, GTK_DIR_TAB_FORWARD);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
note_solved (TwWindow *self)
{
  tw_solved_note (tw_session_get_document (self->session));
}

/* The parts follow the session before the window does. */
static void
connect_session (TwWindow *self)
{
  tw_connect (self->session, "opened", G_CALLBACK (opened_cb), self);
  tw_connect (self->session, "document-changed", G_CALLBACK (document_changed_cb), self);
  tw_connect (self->session, "result-changed", G_CALLBACK (show_title), self);
  tw_connect (self->session, "result-changed", G_CALLBACK (note_solved), self);
  tw_connect (self->session, "title-changed", G_CALLBACK (show_title), self);
  tw_connect (self->session, "notify::at-start", G_CALLBACK (at_start_cb), self);
  tw_connect (self->session, "changed", G_CALLBACK (changed_cb), self);
  tw_connect (self->session, "message", G_CALLBACK (message_cb), self);
  tw_connect (self->session, "notice", G_CALLBACK (tw_toast_show_text), self->toast);
}

/* --- files -------------------------------------------------------------------------- */

void
tw_window_open_files (TwWindow *self, GFile **files, int n_files)
{
  tw_opener_open (self->opener, files, n_files);
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
  tw_set_css_class (self, "narrow", narrow);
  self->narrow = narrow;
  show_page (self);
  tw_gallery_set_narrow (self->gallery, narrow);
  tw_edit_bar_set_narrow (self->edit_bar, narrow);
  show_hint (self);
}

static gboolean
close_pane_cb (gpointer split)
{
  if (tw_split_get_collapsed (split))
    tw_split_set_show_pane (split, FALSE);
  return G_SOURCE_REMOVE;
}

/* The pane lies over the board of a narrow window, which a piece is chosen for or explained on. The arrow keys
 * choose each piece that they pass; Enter ends their choice. Later: a drag may be starting there. */
static void
close_pane (TwWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_pane_cb, g_object_ref (self->split),
                   g_object_unref);
}

static void
piece_taken_cb (TwWindow *self)
{
  if (!gtk_window_get_focus_visible (GTK_WINDOW (self)))
    close_pane (self);
}

static void
why_shown_cb (TwWindow *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self->why_bar)))
    close_pane (self);
}

static void
collapsed_cb (TwWindow *self)
{
  if (self->menu != NULL)
    set_narrow (self, tw_split_get_collapsed (self->split));
}

static void
hint_changed_cb (TwWindow *self)
{
  if (self->menu != NULL)
    show_hint (self);
}

static void
show_legend (TwWindow *self)
{
  const TwScene *scene = self->canvas != NULL ? tw_canvas_get_scene (self->canvas) : NULL;
  g_autofree char *legend = scene != NULL && (tw_settings_get_paint_flags () & TW_PAINT_LEGEND) != 0
                              ? tw_scene_legend_of_regions (
                                scene, tw_canvas_get_view (self->canvas)->theme)
                              : NULL;

  gtk_label_set_markup (self->legend, legend != NULL ? legend : "");
  gtk_widget_set_visible (GTK_WIDGET (self->legend), legend != NULL);
}

static void
paint_changed_cb (TwWindow *self)
{
  if (self->canvas == NULL)
    return;
  tw_canvas_set_paint_flags (self->canvas, tw_settings_get_paint_flags ());
  show_legend (self);
  g_object_notify (G_OBJECT (self), "legend");
}

/* --- window -------------------------------------------------------------- */

/* What a hint starts from: the solution on the board. */
static TwResult *
ask_for_hint (gpointer data, TwOptions *options)
{
  TwWindow *self = data;

  tw_side_pane_get_options (self->pane, options);
  return tw_search_is_running (self->search)
           ? NULL
           : tw_solution_browser_dup_shown (tw_side_pane_get_browser (self->pane));
}

/* The first frame has the layout that the width will need. */
static void
show_as (TwWindow *self, const TwKeptWindow *state)
{
  gtk_window_set_default_size (GTK_WINDOW (self), state->width, state->height);
  set_narrow (self, state->width < TW_SPLIT_BESIDE && !state->maximized);
  if (state->maximized)
    gtk_window_maximize (GTK_WINDOW (self));
  else
    gtk_window_unmaximize (GTK_WINDOW (self));
}

static TwKeptWindow
get_state (TwWindow *self)
{
  TwKeptWindow state = { .maximized = gtk_window_is_maximized (GTK_WINDOW (self)) };

  gtk_window_get_default_size (GTK_WINDOW (self), &state.width, &state.height);
  return state;
}

/* The window has another size. */
static void
state_cb (TwWindow *self)
{
  TwKeptWindow state = get_state (self);

  if (self->keeper != NULL)
    tw_keeper_set_window (self->keeper, &state);
}

static void
restore_state (TwWindow *self)
{
  TwKeptWindow state = {
    .width = g_settings_get_int (tw_settings (), "window-width"),
    .height = g_settings_get_int (tw_settings (), "window-height"),
    .maximized = g_settings_get_boolean (tw_settings (), "window-maximized"),
  };

  show_as (self, &state);
  tw_split_set_show_pane (self->split, g_settings_get_boolean (tw_settings (), "show-pane"));
}

static void
save_state (TwWindow *self)
{
  TwKeptWindow state = get_state (self);

  if (state.width > 0 && state.height > 0) {
    g_settings_set_int (tw_settings (), "window-width", state.width);
    g_settings_set_int (tw_settings (), "window-height", state.height);
  }
  g_settings_set_boolean (tw_settings (), "window-maximized", state.maximized);
  g_settings_set_boolean (tw_settings (), "show-pane", tw_split_get_pane_wanted (self->split));
}

static void
end_keeper (TwWindow *self, TwStoreEnd how)
{
  TwKeeper *keeper = g_steal_pointer (&self->keeper);

  if (keeper != NULL)
    tw_keeper_end (keeper, how);
}

static gboolean
tw_window_close_request (GtkWindow *window)
{
  TwWindow *self = TW_WINDOW (window);

  if (!tw_saver_may_close (self->saver))
    return TRUE;
  g_signal_emit_by_name (self->session, "closing");
  end_keeper (self, tw_saver_get_end (self->saver));
  save_state (self);
  tw_search_drop (self->search);
  return GTK_WINDOW_CLASS (tw_window_parent_class)->close_request (window);
}

static void
stop (TwWindow *self)
{
  if (self->canvas == NULL)
    return;
  tw_side_pane_set_panel (self->pane, NULL);
  end_keeper (self, TW_STORE_ABANDON);
  tw_recheck_free (self->recheck);
  tw_session_close (self->session);
  self->canvas = NULL;
}

static void
tw_window_finalize (GObject *object)
{
  g_free (TW_WINDOW (object)->opener); /* reading and writing may end after dispose */
  tw_saver_free (TW_WINDOW (object)->saver);
  g_object_unref (TW_WINDOW (object)->session);
  G_OBJECT_CLASS (tw_window_parent_class)->finalize (object);
}

static void
tw_window_class_init (TwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_ON_DISPOSE (klass, stop);
  TW_OWN (klass, TwWindow, edit, g_object_unref);
  TW_OWN (klass, TwWindow, hand, g_object_unref);
  TW_OWN (klass, TwWindow, squares, g_object_unref);
  TW_OWN (klass, TwWindow, hints, g_object_unref);
  TW_OWN (klass, TwWindow, menu, gtk_widget_unparent);
  G_OBJECT_CLASS (klass)->finalize = tw_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = tw_window_close_request;

  tw_ensure_types (TW_TYPE_BANNER, TW_TYPE_CANVAS, TW_TYPE_COMPARE, TW_TYPE_EDIT_BAR,
                   TW_TYPE_GALLERY, TW_TYPE_SIDE_PANE, TW_TYPE_SPLIT, TW_TYPE_TOAST,
                   TW_TYPE_WHY_BAR, GDK_TYPE_FILE_LIST, G_TYPE_FILE, GDK_TYPE_TEXTURE,
                   G_TYPE_INVALID);
  tw_class_set_template (klass, "window");
  TW_BIND_CHILDREN (klass, TwWindow, toast, banner, split, stack, canvas, compare, edit_bar,
                    gallery, pane);
  TW_BIND_CHILDREN (klass, TwWindow, title_box, title, subtitle, open_button, open_menu_button,
                    solve_button, back_button, save_button, edit_button, pane_button);
  TW_BIND_CHILDREN (klass, TwWindow, board_menu, edit_menu, recent_menu, pager, page, hint,
                    why_bar);
  TW_BIND_CHILDREN (klass, TwWindow, reading, paused, pause_button, legend);
  TW_BIND_CALLBACKS (klass, active_cb, state_cb, collapsed_cb, hint_changed_cb, why_shown_cb,
                     tw_window_drop_cb, tw_window_menu_pressed_cb, tw_window_menu_long_pressed_cb);

  tw_window_class_add_keys (widget_class);
}

static void
tw_window_init (TwWindow *self)
{
  self->session = tw_session_new ();
  self->search = tw_session_get_search (self->session);
  gtk_widget_init_template (GTK_WIDGET (self));

  tw_window_begin_menu (self);
  self->hand = tw_hand_new (self->canvas, tw_side_pane_get_pieces (self->pane), self->session);
  self->hints = tw_hint_new (self, self->session, ask_for_hint, self);
  self->edit = tw_edit_mode_new (self->canvas, self->edit_bar, GTK_WIDGET (self->stack),
                                 self->session);
  self->squares = tw_square_hand_new (self->canvas, self->session);
  tw_side_pane_connect (self->pane, self->canvas, self->compare, self->why_bar, self->session);
  g_object_bind_property (self->edit, "active", self->hand, "disabled", G_BINDING_DEFAULT);
  g_object_bind_property (self->session, "can-pause", self->pause_button, "visible",
                          G_BINDING_DEFAULT);
  g_object_bind_property (self->session, "paused", self->paused, "visible", G_BINDING_DEFAULT);
  g_object_bind_property (self->session, "paused", self->canvas, "sensitive",
                          G_BINDING_INVERT_BOOLEAN);
  tw_connect (self->session, "notify::paused", G_CALLBACK (paused_cb), self);
  tw_connect (self->edit, "notify::active", G_CALLBACK (edit_mode_cb), self);
  tw_connect (tw_side_pane_get_pieces (self->pane), "taken", G_CALLBACK (piece_taken_cb), self);
  tw_connect (tw_side_pane_get_pieces (self->pane), "ready", G_CALLBACK (close_pane), self);
  tw_connect (self->squares, "notify::active", G_CALLBACK (squares_cb), self);
  self->keeper = tw_keeper_new (self->session);
  self->recheck = tw_recheck_new (self->session);
  self->saver = tw_saver_new (GTK_WINDOW (self), self->session, self->keeper);
  self->opener = tw_opener_new (GTK_WINDOW (self), self->session, self->reading);
  tw_window_begin_header (self);
  tw_window_begin_search (self);
  tw_window_add_actions (self);
  connect_session (self);
  tw_settings_watch ("palette", G_CALLBACK (paint_changed_cb), self);
  tw_settings_watch ("patterns", G_CALLBACK (paint_changed_cb), self);
  tw_settings_watch ("labels", G_CALLBACK (paint_changed_cb), self);
  tw_settings_watch ("legend", G_CALLBACK (paint_changed_cb), self);
  tw_connect (tw_side_pane_get_browser (self->pane), "board-changed", G_CALLBACK (show_legend),
              self);
  paint_changed_cb (self);
  restore_state (self);
  wrap_labels (GTK_WIDGET (self->split));
  show_title (self);
  changed_cb (self);
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

TwSession *
tw_window_get_session (TwWindow *self)
{
  return self->session;
}

TwSaver *
tw_window_get_saver (TwWindow *self)
{
  return self->saver;
}

void
tw_window_set_store (TwWindow *self, TwStore *store)
{
  tw_keeper_set_store (self->keeper, store);
}

void
tw_window_restore (TwWindow *self, TwStore *store)
{
  TwKeptWindow state;

  tw_keeper_restore (self->keeper, store, &state);
  if (state.width > 0 && state.height > 0) /* otherwise they are unknown */
    show_as (self, &state);
}

void
tw_window_leave (TwWindow *self)
{
  gboolean wanted = g_settings_get_boolean (tw_settings (), "restore-session");

  end_keeper (self, wanted                              ? TW_STORE_LEAVE
                    : tw_saver_would_lose (self->saver) ? TW_STORE_ABANDON
                                                        : TW_STORE_REMOVE);
  tw_session_set_approved (self->session, TRUE);
}
