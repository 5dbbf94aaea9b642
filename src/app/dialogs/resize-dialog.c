/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resize-dialog.c - see resize-dialog.h. */
#include "app/dialogs/resize-dialog.h"

#include "app/part.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"

struct _TwResizeDialog {
  GtkWindow parent_instance;

  GtkSpinButton *width;
  GtkSpinButton *height;
  GtkDropDown *anchor; /* row-major from the upper left */
  GtkDropDown *fill;

  int old_width;
  int old_height;
};

TW_DEFINE_TEMPLATE_TYPE (TwResizeDialog, tw_resize_dialog, GTK_TYPE_WINDOW)

/* How many of `more` new columns or rows come before the board; place: 0, 1, 2. */
static int
share (int more, guint place)
{
  return place == 0 ? 0 : place == 1 ? more / 2 : more;
}

static void
resize_cb (TwResizeDialog *self)
{
  guint anchor = gtk_drop_down_get_selected (self->anchor);
  int width = gtk_spin_button_get_value_as_int (self->width);
  int height = gtk_spin_button_get_value_as_int (self->height);
  int fill = gtk_drop_down_get_selected (self->fill) == 0 ? TW_CELL_FREE : TW_CELL_BLOCKED;

  g_signal_emit_by_name (self, "resized", width, height,
                         share (width - self->old_width, anchor % 3),
                         share (height - self->old_height, anchor / 3), fill);
  gtk_window_destroy (GTK_WINDOW (self));
}

TwResizeDialog *
tw_resize_dialog_new (GtkWindow *parent, TwPuzzle *puzzle)
{
  TwResizeDialog *self = g_object_new (TW_TYPE_RESIZE_DIALOG, "transient-for", parent, NULL);
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  gboolean colours = tw_edit_cells (puzzle) == TW_EDIT_COLOURS;
  const char *const fills[] = { colours ? _ ("Of the first colour") : _ ("Free"),
                                colours ? _ ("Holes") : _ ("Obstacles"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (fills);
  int most = tw_edit_max_side (puzzle);

  self->old_width = board->width;
  self->old_height = board->height;
  gtk_spin_button_set_range (self->width, 1, most);
  gtk_spin_button_set_range (self->height, 1, most);
  gtk_spin_button_set_value (self->width, board->width);
  gtk_spin_button_set_value (self->height, board->height);
  gtk_drop_down_set_model (self->fill, G_LIST_MODEL (list));
  return self;
}

static void
tw_resize_dialog_class_init (TwResizeDialogClass *klass)
{
  tw_class_add_signal (klass, "resized", 5, G_TYPE_INT, G_TYPE_INT, G_TYPE_INT, G_TYPE_INT,
                       G_TYPE_INT);

  tw_class_set_dialog_template (klass, "resize-dialog");
  TW_BIND_CHILDREN (klass, TwResizeDialog, width, height, anchor, fill);
  TW_BIND_CALLBACKS (klass, resize_cb);
}
