/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-mode.c - see edit-mode.h. */
#include "app/window/edit-mode.h"

#include "app/actions.h"
#include "app/dialogs/new-dialog.h"
#include "app/dialogs/resize-dialog.h"
#include "app/part.h"
#include "app/pieces/piece-editor.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"
#include "puzzle/pieces/puzzle.h"

struct _TwEditMode {
  GObject parent_instance;

  TwCanvas *canvas;
  TwEditBar *bar;
  TwSession *session;
  TwStroke *stroke;
  gboolean active;
  gboolean can_undo, can_redo, can_edit_pieces, can_add_colour; /* see update_flags () */
};

TW_DEFINE_TYPE (TwEditMode, tw_edit_mode, G_TYPE_OBJECT)

/* The parent of dialogs. */
static GtkWindow *
window_of (TwEditMode *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->canvas)));
}

static void
update_flags (TwEditMode *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  TwHistory *history = tw_document_get_history (tw_session_get_document (self->session));

  self->can_undo = history != NULL && tw_history_undo_name (history) != NULL;
  self->can_redo = history != NULL && tw_history_redo_name (history) != NULL;
  self->can_edit_pieces = self->active && tw_edit_has_pieces (puzzle);
  self->can_add_colour = self->active && tw_edit_cells (puzzle) == TW_EDIT_COLOURS;
  tw_flags_update (self);
}

/* --- single steps ----------------------------------------------------------------- */

/* Returns FALSE, with the reason in the banner, when the board cannot be changed now. */
static gboolean
may_edit (TwEditMode *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  if (puzzle == NULL)
    return FALSE;
  if (tw_search_is_running (tw_session_get_search (self->session))) {
    tw_session_say (self->session, _ ("Stop the search before you change the board"));
    return FALSE;
  }
  if (tw_edit_cells (puzzle) == TW_EDIT_NOTHING) {
    tw_session_say (self->session,
                    _ ("The board of this kind of puzzle follows from its numbers and cannot "
                       "be drawn; a new puzzle can be made of other numbers"));
    return FALSE;
  }
  return TRUE;
}

static gsize
n_placed (TwPuzzle *puzzle)
{
  return tw_puzzle_has_pieces (puzzle) ? tw_piece_puzzle_get_problem (puzzle)->n_placed : 0;
}

/* Takes ownership of `puzzle`, the result of an edit with this name, or shows why there is none. The
 * edit may be an argument of the call, because it sets the others before they are read. */
static void
take_edit (TwEditMode *self, TwPuzzle *puzzle, char *const *name, GError *const *error)
{
  TwPuzzle *before = tw_session_get_puzzle (self->session);

  if (puzzle == NULL) {
    tw_session_say (self->session, *error != NULL ? (*error)->message : "");
    return;
  }
  if (puzzle == before) { /* the edit changed nothing */
    tw_puzzle_unref (puzzle);
    return;
  }
  gulong off = n_placed (before) - MIN (n_placed (before), n_placed (puzzle));
  tw_document_change (tw_session_get_document (self->session), puzzle, *name, TW_STEP_EDIT);
  if (off > 0) {
    g_autofree char *text = g_strdup_printf (
      tw_ngettext ("%lu placed piece no longer fits and was taken off; Undo brings it back",
                   "%lu placed pieces no longer fit and were taken off; Undo brings them back",
                   off),
      off);
    tw_session_say (self->session, text);
  }
}

/* --- drawing ---------------------------------------------------------------------- */

static int
begin_stroke (gpointer data, int x, int y, TwStrokeIntent intent)
{
  TwEditMode *self = data;

  if (!may_edit (self))
    return -1;

  const TwBoard *board = tw_puzzle_get_board (tw_session_get_puzzle (self->session));

  return tw_edit_bar_get_value (self->bar, intent, tw_board_get (board, x, y));
}

static guint32
colour_of_value (gpointer data, guint8 value, TwTheme theme)
{
  TwEditMode *self = data;
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);
  const TwThemeColours *colours = tw_theme_colours (theme);

  if (tw_edit_cells (puzzle) == TW_EDIT_COLOURS) {
    if (value == TW_CELL_BLOCKED)
      return colours->paper;
    return tw_edit_n_colours (puzzle) > 1 ? tw_palette_cell (theme, value) : colours->free;
  }
  return value == TW_CELL_BLOCKED ? colours->obstacle : colours->free;
}

static void
end_stroke (gpointer data, const TwEditCell *cells, gsize n)
{
  TwEditMode *self = data;
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (may_edit (self))
    take_edit (self, tw_edit_paint (tw_session_get_puzzle (self->session), cells, n, &name, &error),
               &name, &error);
}

static const TwStrokeFuncs stroke_funcs = { begin_stroke, colour_of_value, end_stroke };

/* Digit keys select a colour. */
static gboolean
digit_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
          TwEditMode *self)
{
  if (!self->active || key < GDK_KEY_1 || key > GDK_KEY_9
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  tw_edit_bar_choose_colour (self->bar, (guint8) (key - GDK_KEY_0));
  return GDK_EVENT_STOP;
}

/* --- the edit mode ------------------------------------------------------------------ */

void
tw_edit_mode_set_active (TwEditMode *self, gboolean active)
{
  if (active == self->active || (active && !may_edit (self)))
    return;
  self->active = active;
  update_flags (self);
  gtk_revealer_set_reveal_child (GTK_REVEALER (gtk_widget_get_parent (GTK_WIDGET (self->bar))),
                                 active);
  tw_stroke_set_enabled (self->stroke, active);
  tw_session_say (self->session, NULL);
  if (active)
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

gboolean
tw_edit_mode_is_active (TwEditMode *self)
{
  return self->active;
}

/* The document has another value. */
static void
puzzle_changed_cb (TwEditMode *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  if (puzzle != NULL && tw_edit_cells (puzzle) != TW_EDIT_NOTHING)
    tw_edit_bar_set_puzzle (self->bar, puzzle);
  else
    tw_edit_mode_set_active (self, FALSE);
}

/* --- the whole board ------------------------------------------------------------------ */

static void
resized_cb (TwEditMode *self, int width, int height, int dx, int dy, int fill)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (may_edit (self))
    take_edit (self,
               tw_edit_resize (tw_session_get_puzzle (self->session), width, height, dx, dy,
                               (guint8) fill, &name, &error),
               &name, &error);
}

static void
resize_board (TwEditMode *self)
{
  if (!may_edit (self))
    return;
  TwResizeDialog *dialog = tw_resize_dialog_new (window_of (self),
                                                 tw_session_get_puzzle (self->session));
  tw_connect (dialog, "resized", G_CALLBACK (resized_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
tw_edit_mode_replace (TwEditMode *self, TwPuzzle *puzzle)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (may_edit (self))
    take_edit (self, tw_edit_replace (tw_session_get_puzzle (self->session), puzzle, &name, &error),
               &name, &error);
}

static void
generated_cb (TwNewDialog *dialog, TwPuzzle *made, TwEditMode *self)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  TwNewBoard board;

  if (!may_edit (self))
    return;
  tw_new_dialog_get_board (dialog, &board);
  take_edit (self,
             tw_edit_generate (tw_session_get_puzzle (self->session), board.width, board.height,
                               board.density, board.seed, &name, &error),
             &name, &error);
}

static void
generate_board (TwEditMode *self)
{
  if (!may_edit (self))
    return;
  const TwBoard *board = tw_puzzle_get_board (tw_session_get_puzzle (self->session));
  TwNewDialog *dialog = tw_new_dialog_new_board (window_of (self), board->width, board->height);
  g_signal_connect_object (dialog, "created", G_CALLBACK (generated_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
pieces_changed_cb (TwEditMode *self, TwPuzzle *puzzle, char *name)
{
  if (may_edit (self))
    take_edit (self, tw_puzzle_ref (puzzle), &name, NULL);
}

static void
edit_pieces (TwEditMode *self)
{
  if (!may_edit (self) || !tw_edit_has_pieces (tw_session_get_puzzle (self->session)))
    return;
  TwPieceEditor *editor = tw_piece_editor_new (window_of (self),
                                               tw_session_get_puzzle (self->session));
  tw_connect (editor, "changed", G_CALLBACK (pieces_changed_cb), self);
  gtk_window_present (GTK_WINDOW (editor));
}

static void
transform_board (TwEditMode *self, int transform)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (transform >= 0 && transform <= 7 && may_edit (self))
    take_edit (self,
               tw_edit_transform (tw_session_get_puzzle (self->session), transform, &name, &error),
               &name, &error);
}

/* Adds the first letter or digit that is not a colour yet; colours only have to be distinct. */
static void
add_colour (TwEditMode *self)
{
  static const char names[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  if (!may_edit (self) || tw_edit_cells (puzzle) != TW_EDIT_COLOURS)
    return;
  for (const char *p = names; *p != '\0'; p++) {
    g_autofree char *name = NULL;
    g_autoptr (GError) error = NULL;
    guint8 value;
    TwPuzzle *changed = tw_edit_add_colour (puzzle, (gunichar) *p, &value, &name, &error);

    if (changed == puzzle) { /* the colour exists already */
      tw_puzzle_unref (changed);
      continue;
    }
    take_edit (self, changed, &name, &error);
    tw_edit_bar_choose_colour (self->bar, value);
    return;
  }
  tw_session_say (self->session, _ ("All letters and digits are used as names of colours"));
}

/* --- actions ------------------------------------------------------------------------------ */

static void
step (TwEditMode *self, gboolean redo)
{
  tw_document_step (tw_session_get_document (self->session), redo);
}

/* Text entries also use the keys of Undo and Redo: see window-actions.c. */
static const TwAction actions[] = {
  { "mode", .state = "active", .keys = { "<Control>e" } },
  { "undo", G_CALLBACK (step), .type = TW_ACTION_CONSTANT, .enabled = "can-undo" },
  { "redo", G_CALLBACK (step), .type = TW_ACTION_CONSTANT, .constant = TRUE,
    .enabled = "can-redo" },
  { "resize-board", G_CALLBACK (resize_board), .enabled = "active" },
  { "generate-board", G_CALLBACK (generate_board), .enabled = "active" },
  { "transform-board", G_CALLBACK (transform_board), .enabled = "active", .type = "i" },
  { "edit-pieces", G_CALLBACK (edit_pieces), .enabled = "can-edit-pieces" },
  { "add-colour", G_CALLBACK (add_colour), .enabled = "can-add-colour" },
  { 0 },
};

/* --- the object --------------------------------------------------------------------------- */

static void
tw_edit_mode_class_init (TwEditModeClass *klass)
{
  static const TwFlag flags[] = {
    { "active", .get = G_CALLBACK (tw_edit_mode_is_active),
      .set = G_CALLBACK (tw_edit_mode_set_active) },
    { "can-undo", .offset = offsetof (TwEditMode, can_undo) },
    { "can-redo", .offset = offsetof (TwEditMode, can_redo) },
    { "can-edit-pieces", .offset = offsetof (TwEditMode, can_edit_pieces) },
    { "can-add-colour", .offset = offsetof (TwEditMode, can_add_colour) },
    { 0 },
  };

  TW_OWN (klass, TwEditMode, session, g_object_unref);
  tw_class_add_flags (klass, flags);
}

TwEditMode *
tw_edit_mode_new (TwCanvas *canvas, TwEditBar *bar, GtkWidget *area, TwSession *session)
{
  TwEditMode *self = g_object_new (TW_TYPE_EDIT_MODE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->canvas = canvas;
  self->bar = bar;
  self->session = g_object_ref (session);
  self->stroke = tw_stroke_new (canvas, &stroke_funcs, self);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (digit_cb), self, 0);
  gtk_widget_add_controller (area, keys);
  tw_connect (session, "document-changed", G_CALLBACK (puzzle_changed_cb), self);
  tw_connect (session, "puzzle-changed", G_CALLBACK (puzzle_changed_cb), self);
  tw_connect (session, "changed", G_CALLBACK (update_flags), self);
  tw_actions_add (window_of (self), "edit", self, actions);
  return self;
}
