/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-editor.c - see piece-editor.h. */
#include "app/pieces/piece-editor.h"

#include "app/canvas/canvas.h"
#include "app/part.h"
#include "app/pieces/colour-list.h"
#include "app/canvas/stroke.h"
#include "puzzle/i18n.h"

enum {
  LEAST_SIDE = 6, /* least side of the grid a piece is drawn on */
  ROOM = 2,       /* free cells around a piece, so that it can grow */
  ROW_MARGIN = 4, /* pixels, in the list */
};

struct _TwPieceEditor {
  GtkWindow parent_instance;

  GtkListBox *list;
  GtkWidget *remove;
  GtkWidget *details;
  GtkEntry *name;
  TwCanvas *canvas;
  GtkWidget *colour_row;
  GtkDropDown *colour;
  GtkSpinButton *least;
  GtkSpinButton *most;
  GtkSpinButton *free_cells;
  GtkSwitch *rotate;
  GtkSwitch *flip;
  GtkLabel *message;

  TwPuzzle *puzzle;
  GPtrArray *drafts; /* TwPieceDraft, in the order of the list */
  TwPieceDraft *draft;
  int side;     /* side of the grid */
  int offset_x; /* offset from draft cells to grid cells */
  int offset_y;
  gboolean showing; /* the widgets are being updated; ignore their signals */
};

G_DEFINE_FINAL_TYPE (TwPieceEditor, tw_piece_editor, GTK_TYPE_WINDOW)

/* --- the list ------------------------------------------------------------------- */

static void
update_row (TwPieceEditor *self, guint i)
{
  const TwPieceDraft *draft = g_ptr_array_index (self->drafts, i);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) i);
  gulong n = draft->cells->len;
  /* Translators: a piece, and how many cells it has */
  g_autofree char *text = g_strdup_printf (tw_ngettext ("%s · %lu cell", "%s · %lu cells", n),
                                           draft->name, n);

  gtk_label_set_text (GTK_LABEL (gtk_list_box_row_get_child (row)), text);
}

static void
append_row (TwPieceEditor *self, guint i)
{
  gtk_list_box_append (self->list, g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize",
                                                 PANGO_ELLIPSIZE_END, "margin-top", ROW_MARGIN,
                                                 "margin-bottom", ROW_MARGIN, NULL));
  update_row (self, i);
}

static int
index_of_draft (TwPieceEditor *self)
{
  guint i;

  return self->draft != NULL && g_ptr_array_find (self->drafts, self->draft, &i) ? (int) i : -1;
}

/* --- the selected piece ------------------------------------------------------------ */

/* The hue of the piece equals that of the board cells with its colour. */
static guint
palette_index (TwPieceEditor *self, guint colour)
{
  return tw_edit_n_colours (self->puzzle) > 1 ? (colour + TW_PALETTE_LENGTH - 2) % TW_PALETTE_LENGTH
                                              : 0;
}

/* Creates one region per colour, so that all colours are visible. */
static void
show_cells (TwPieceEditor *self)
{
  TwBoard *board = tw_board_new_empty (self->side, self->side);
  guint n_colours = tw_edit_n_colours (self->puzzle);
  const TwPieceColours *names = tw_piece_puzzle_get_colours (self->puzzle);
  g_autofree TwScenePiece *pieces = g_new0 (TwScenePiece, n_colours);
  g_autofree guint32 *cells = g_new (guint32, self->draft->cells->len + 1);
  g_auto (GStrv) labels = g_new0 (char *, n_colours + 1);
  gsize used = 0, n_pieces = 0;

  if (board == NULL)
    g_error ("out of memory for a board");
  for (guint c = 1; c <= n_colours; c++) {
    gsize first = used;
    char name[7] = { 0 };

    for (guint i = 0; i < self->draft->cells->len; i++) {
      TwShapeCell cell = g_array_index (self->draft->cells, TwShapeCell, i);
      if (cell.colour == c)
        cells[used++] = (guint32) ((cell.y + self->offset_y) * self->side + cell.x
                                   + self->offset_x);
    }
    if (used == first)
      continue;
    g_unichar_to_utf8 (c <= names->count ? names->names[c] : 'O', name);
    labels[n_pieces] = g_strdup (n_colours > 1 ? name : self->draft->name);
    pieces[n_pieces] = (TwScenePiece){
      .name = labels[n_pieces],
      .colour = palette_index (self, c),
      .cells = cells + first,
      .n_cells = used - first,
    };
    n_pieces++;
  }
  g_autoptr (TwScene) scene = tw_scene_new_pieces (board, NULL, pieces, n_pieces);
  tw_canvas_set_scene (self->canvas, scene);
  tw_board_free (board);
}

/* Lays out a grid with room around the piece. */
static void
lay_out (TwPieceEditor *self)
{
  int left = G_MAXINT16, top = G_MAXINT16, right = 0, bottom = 0;

  for (guint i = 0; i < self->draft->cells->len; i++) {
    TwShapeCell cell = g_array_index (self->draft->cells, TwShapeCell, i);
    left = MIN (left, cell.x);
    top = MIN (top, cell.y);
    right = i == 0 ? cell.x : MAX (right, cell.x);
    bottom = i == 0 ? cell.y : MAX (bottom, cell.y);
  }
  if (self->draft->cells->len == 0)
    left = top = 0;
  self->side = MAX (LEAST_SIDE, MAX (right - left, bottom - top) + 1 + ROOM);
  self->side = MIN (self->side, TW_BOARD_MAX_SIDE);
  self->offset_x = (self->side - (right - left + 1)) / 2 - left;
  self->offset_y = (self->side - (bottom - top + 1)) / 2 - top;
}

static void
show_draft (TwPieceEditor *self)
{
  gtk_widget_set_sensitive (self->details, self->draft != NULL);
  gtk_widget_set_sensitive (self->remove, self->draft != NULL);
  if (self->draft == NULL) {
    tw_canvas_set_scene (self->canvas, NULL);
    return;
  }
  self->showing = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->name), self->draft->name);
  gtk_spin_button_set_value (self->least, self->draft->least);
  gtk_spin_button_set_value (self->most, self->draft->most);
  gtk_switch_set_active (self->rotate, self->draft->rotate);
  gtk_switch_set_active (self->flip, self->draft->flip);
  self->showing = FALSE;
  lay_out (self);
  show_cells (self);
}

static void
row_selected_cb (TwPieceEditor *self, GtkListBoxRow *row)
{
  int i = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  /* Newer GTK versions empty the list while the window is disposed, when other members are already
   * gone. */
  if (self->puzzle == NULL)
    return;
  self->draft = i >= 0 ? g_ptr_array_index (self->drafts, i) : NULL;
  show_draft (self);
}

/* --- changes ---------------------------------------------------------------------------- */

static void
select_row (TwPieceEditor *self, int i)
{
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, i));
}

static void
add_cb (TwPieceEditor *self)
{
  g_autofree char *name = tw_edit_free_name (self->drafts);

  if (self->drafts->len >= TW_PIECES_MAX_PIECES)
    return;
  g_ptr_array_add (self->drafts, tw_piece_draft_new (name));
  append_row (self, self->drafts->len - 1);
  select_row (self, (int) self->drafts->len - 1);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
remove_cb (TwPieceEditor *self)
{
  int i = index_of_draft (self);

  if (i < 0)
    return;
  self->draft = NULL;
  gtk_list_box_unselect_all (self->list);
  gtk_list_box_remove (self->list, GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, i)));
  g_ptr_array_remove_index (self->drafts, (guint) i);
  if (self->drafts->len > 0)
    select_row (self, MIN (i, (int) self->drafts->len - 1));
  else
    show_draft (self);
}

static void
details_changed_cb (TwPieceEditor *self)
{
  if (self->showing || self->puzzle == NULL || self->draft == NULL)
    return;
  g_free (self->draft->name);
  self->draft->name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name)));
  self->draft->least = gtk_spin_button_get_value_as_int (self->least);
  self->draft->most = gtk_spin_button_get_value_as_int (self->most);
  self->draft->rotate = gtk_switch_get_active (self->rotate);
  self->draft->flip = gtk_switch_get_active (self->flip);
  update_row (self, (guint) index_of_draft (self));
  show_cells (self);
}

static int
begin_stroke (gpointer data, int x, int y, TwStrokeIntent intent)
{
  TwPieceEditor *self = data;
  guint8 colour = tw_edit_n_colours (self->puzzle) > 1 ? tw_colour_list_get (self->colour) : 1;

  if (self->draft == NULL)
    return -1;
  if (intent == TW_STROKE_ERASE)
    return TW_CELL_BLOCKED;
  /* The editor has no eraser: a stroke that starts on a cell of the selected colour erases. */
  return tw_piece_draft_get (self->draft, x - self->offset_x, y - self->offset_y) == colour
           ? TW_CELL_BLOCKED
           : colour;
}

static guint32
colour_of_value (gpointer data, guint8 value, TwTheme theme)
{
  return value == TW_CELL_BLOCKED
           ? tw_theme_colours (theme)->free
           : tw_palette_fill (theme, TW_PALETTE_PIECES, palette_index (data, value));
}

static void
end_stroke (gpointer data, const TwEditCell *cells, gsize n)
{
  TwPieceEditor *self = data;

  if (self->draft == NULL)
    return;
  for (gsize i = 0; i < n; i++)
    tw_piece_draft_set (self->draft, cells[i].x - self->offset_x, cells[i].y - self->offset_y,
                        cells[i].value);
  update_row (self, (guint) index_of_draft (self));
  show_cells (self);
}

static const TwStrokeFuncs stroke_funcs = { begin_stroke, colour_of_value, end_stroke };

static void
apply_cb (TwPieceEditor *self)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle) changed = tw_edit_set_pieces (
    self->puzzle, self->drafts, gtk_spin_button_get_value_as_int (self->free_cells), &name, &error);

  if (changed == NULL) {
    tw_label_show_message (self->message, error->message);
    return;
  }
  if (changed != self->puzzle)
    g_signal_emit_by_name (self, "changed", changed, name);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* --- the widget ---------------------------------------------------------------------------- */

TwPieceEditor *
tw_piece_editor_new (GtkWindow *parent, TwPuzzle *puzzle)
{
  TwPieceEditor *self = g_object_new (TW_TYPE_PIECE_EDITOR, "transient-for", parent, NULL);

  self->puzzle = tw_puzzle_ref (puzzle);
  gtk_spin_button_set_range (self->free_cells, 0,
                             (double) tw_board_count_free (tw_puzzle_get_board (puzzle)));
  gtk_spin_button_set_value (self->free_cells, tw_piece_puzzle_get_problem (puzzle)->n_free);
  gtk_widget_set_visible (self->colour_row, tw_edit_n_colours (puzzle) > 1);
  tw_colour_list_set_puzzle (self->colour, puzzle);
  self->drafts = tw_edit_get_pieces (puzzle);
  for (guint i = 0; i < self->drafts->len; i++)
    append_row (self, i);
  if (self->drafts->len > 0)
    select_row (self, 0);
  else
    show_draft (self);
  return self;
}

static void
tw_piece_editor_class_init (TwPieceEditorClass *klass)
{
  TW_OWN (klass, TwPieceEditor, puzzle, tw_puzzle_unref);
  TW_OWN (klass, TwPieceEditor, drafts, g_ptr_array_unref);
  tw_class_add_signal (klass, "changed", 2, TW_TYPE_PUZZLE, G_TYPE_STRING);

  g_type_ensure (TW_TYPE_CANVAS);
  tw_class_set_dialog_template (klass, "piece-editor");
  TW_BIND_CHILDREN (klass, TwPieceEditor, list, remove, details, name, canvas, colour_row, colour);
  TW_BIND_CHILDREN (klass, TwPieceEditor, least, most, free_cells, rotate, flip, message);
  TW_BIND_CALLBACKS (klass, row_selected_cb, add_cb, remove_cb, details_changed_cb, apply_cb);
}

static void
tw_piece_editor_init (TwPieceEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->name), 12);
  tw_stroke_set_enabled (tw_stroke_new (self->canvas, &stroke_funcs, self), TRUE);
}
