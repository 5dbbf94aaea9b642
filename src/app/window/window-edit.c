/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-edit.c - the window's edit mode: drawing cells and operations on the whole board. Every
 * change is one step of window-document.c; no change is possible while a search runs.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/dialogs/new-dialog.h"
#include "app/pieces/piece-editor.h"
#include "app/dialogs/resize-dialog.h"
#include "puzzle/i18n.h"

/* --- single steps ----------------------------------------------------------------- */

/* Returns FALSE, with the reason in the banner, when the board cannot be changed now. */
static gboolean
may_edit (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);

  if (puzzle == NULL)
    return FALSE;
  if (tw_search_is_running (self->search)) {
    tw_window_say (self, _ ("Stop the search before you change the board"));
    return FALSE;
  }
  if (tw_edit_cells (puzzle) == TW_EDIT_NOTHING) {
    tw_window_say (self, _ ("The board of this kind of puzzle follows from its numbers and cannot "
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

/* Takes ownership of `puzzle`, the result of an edit, or shows why there is none. */
static void
take_edit (TwWindow *self, TwPuzzle *puzzle, const char *name, GError *error)
{
  TwPuzzle *before = tw_window_get_puzzle (self);

  if (puzzle == NULL) {
    tw_window_say (self, error->message);
    return;
  }
  if (puzzle == before) { /* the edit changed nothing */
    tw_puzzle_unref (puzzle);
    return;
  }
  gulong off = n_placed (before) - MIN (n_placed (before), n_placed (puzzle));
  tw_document_change (tw_window_get_document (self), puzzle, name, TW_STEP_EDIT);
  if (off > 0) {
    g_autofree char *text = g_strdup_printf (
      tw_ngettext ("%lu placed piece no longer fits and was taken off; Undo brings it back",
                   "%lu placed pieces no longer fit and were taken off; Undo brings them back",
                   off),
      off);
    tw_window_say (self, text);
  }
}

/* --- drawing ---------------------------------------------------------------------- */

static int
begin_stroke (gpointer data, int x, int y, TwStrokeIntent intent)
{
  TwWindow *self = data;

  if (!may_edit (self))
    return -1;

  guint8 draw = tw_edit_bar_get_draw_value (self->edit_bar);
  guint8 erase = tw_edit_bar_get_erase_value (self->edit_bar);
  const TwBoard *board = tw_puzzle_get_board (tw_window_get_puzzle (self));

  switch (intent) {
  case TW_STROKE_ERASE:
    return erase;
  case TW_STROKE_TOGGLE:
    return tw_board_get (board, x, y) == draw ? erase : draw;
  case TW_STROKE_DRAW:
  default:
    return tw_edit_bar_get_value (self->edit_bar);
  }
}

static guint32
colour_of_value (gpointer data, guint8 value, TwTheme theme)
{
  TwWindow *self = data;
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
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
  TwWindow *self = data;
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (!may_edit (self))
    return;
  TwPuzzle *puzzle = tw_edit_paint (tw_window_get_puzzle (self), cells, n, &name, &error);
  take_edit (self, puzzle, name, error);
}

static const TwStrokeFuncs stroke_funcs = { begin_stroke, colour_of_value, end_stroke };

/* Digit keys select a colour. */
static gboolean
digit_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, TwWindow *self)
{
  if (!self->editing || key < GDK_KEY_1 || key > GDK_KEY_9
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  tw_edit_bar_choose_colour (self->edit_bar, (guint8) (key - GDK_KEY_0));
  return GDK_EVENT_STOP;
}

/* --- the edit mode ------------------------------------------------------------------ */

void
tw_window_set_editing (TwWindow *self, gboolean editing)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "edit-mode");

  if (editing == self->editing || (editing && !may_edit (self)))
    return;
  tw_hand_set_enabled (self->hand, !editing);
  self->editing = editing;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (editing));
  gtk_revealer_set_reveal_child (self->edit_revealer, editing);
  tw_stroke_set_enabled (self->stroke, editing);
  tw_window_say (self, NULL);
  tw_window_update_editing (self);
  tw_window_update_actions (self);
  if (editing)
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
edit_mode_cb (GSimpleAction *action, GVariant *state, gpointer data)
{
  tw_window_set_editing (TW_WINDOW (data), g_variant_get_boolean (state));
}

void
tw_window_update_editing (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean cells = puzzle != NULL && tw_edit_cells (puzzle) != TW_EDIT_NOTHING;
  GtkWidget *widget = GTK_WIDGET (self);

  if (self->editing && !cells)
    tw_window_set_editing (self, FALSE);
  if (cells)
    tw_edit_bar_set_puzzle (self->edit_bar, puzzle);
  gtk_widget_action_set_enabled (widget, "win.resize-board", self->editing);
  gtk_widget_action_set_enabled (widget, "win.generate-board", self->editing);
  gtk_widget_action_set_enabled (widget, "win.transform-board", self->editing);
  gtk_widget_action_set_enabled (widget, "win.edit-pieces",
                                 self->editing && tw_edit_has_pieces (puzzle));
  gtk_widget_action_set_enabled (widget, "win.add-colour",
                                 self->editing && tw_edit_cells (puzzle) == TW_EDIT_COLOURS);
}

void
tw_window_accept_edits (TwWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "edit-mode", .state = "false", .change_state = edit_mode_cb },
  };
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->stroke = tw_stroke_new (self->canvas, &stroke_funcs, self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (digit_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->stack), keys);
}

/* --- the whole board ------------------------------------------------------------------ */

static void
resized_cb (TwWindow *self, int width, int height, int dx, int dy, int fill)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (!may_edit (self))
    return;
  TwPuzzle *puzzle = tw_edit_resize (tw_window_get_puzzle (self), width, height, dx, dy,
                                     (guint8) fill, &name, &error);
  take_edit (self, puzzle, name, error);
}

void
tw_window_resize_board (TwWindow *self)
{
  if (!may_edit (self))
    return;
  TwResizeDialog *dialog = tw_resize_dialog_new (GTK_WINDOW (self), tw_window_get_puzzle (self));
  g_signal_connect_object (dialog, "resized", G_CALLBACK (resized_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
tw_window_paste_into (TwWindow *self, TwPuzzle *puzzle)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (!may_edit (self))
    return;
  TwPuzzle *changed = tw_edit_replace (tw_window_get_puzzle (self), puzzle, &name, &error);
  take_edit (self, changed, name, error);
}

static void
generated_cb (TwNewDialog *dialog, TwPuzzle *made, TwWindow *self)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  TwNewBoard board;

  if (!may_edit (self))
    return;
  tw_new_dialog_get_board (dialog, &board);
  TwPuzzle *puzzle = tw_edit_generate (tw_window_get_puzzle (self), board.width, board.height,
                                       board.density, board.seed, &name, &error);
  take_edit (self, puzzle, name, error);
}

void
tw_window_generate_board (TwWindow *self)
{
  if (!may_edit (self))
    return;
  const TwBoard *board = tw_puzzle_get_board (tw_window_get_puzzle (self));
  TwNewDialog *dialog = tw_new_dialog_new_board (GTK_WINDOW (self), board->width, board->height);
  g_signal_connect_object (dialog, "created", G_CALLBACK (generated_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
pieces_changed_cb (TwWindow *self, TwPuzzle *puzzle, const char *name)
{
  if (may_edit (self))
    take_edit (self, tw_puzzle_ref (puzzle), name, NULL);
}

void
tw_window_edit_pieces (TwWindow *self)
{
  if (!may_edit (self) || !tw_edit_has_pieces (tw_window_get_puzzle (self)))
    return;
  TwPieceEditor *editor = tw_piece_editor_new (GTK_WINDOW (self), tw_window_get_puzzle (self));
  g_signal_connect_object (editor, "changed", G_CALLBACK (pieces_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (editor));
}

void
tw_window_transform_board (TwWindow *self, int transform)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;

  if (transform < 0 || transform > 7 || !may_edit (self))
    return;
  TwPuzzle *puzzle = tw_edit_transform (tw_window_get_puzzle (self), transform, &name, &error);
  take_edit (self, puzzle, name, error);
}

/* Adds the first letter or digit that is not a colour yet; colours only have to be distinct. */
void
tw_window_add_colour (TwWindow *self)
{
  static const char names[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  TwPuzzle *puzzle = tw_window_get_puzzle (self);

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
    take_edit (self, changed, name, error);
    tw_edit_bar_choose_colour (self->edit_bar, value);
    return;
  }
  tw_window_say (self, _ ("There are no letters and digits left to name a colour with"));
}
