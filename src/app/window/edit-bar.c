/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-bar.c - see edit-bar.h. */
#include "app/window/edit-bar.h"

#include "app/pieces/colour-list.h"
#include "app/window/steps.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-edit.h"

struct _TwEditBar {
  TwPart parent_instance;

  GtkToggleButton *draw;
  GtkToggleButton *erase;
  GtkDropDown *colour;
  GtkWidget *undo;
  GtkWidget *redo;

  TwEditCells cells;
};

G_DEFINE_FINAL_TYPE (TwEditBar, tw_edit_bar, TW_TYPE_PART)

static void
tw_edit_bar_class_init (TwEditBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  tw_class_set_template (klass, "edit-bar");
  TW_BIND_CHILDREN (klass, TwEditBar, draw, erase, colour, undo, redo);
  gtk_widget_class_set_css_name (widget_class, "editbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
tw_edit_bar_init (TwEditBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  tw_edit_bar_set_narrow (self, FALSE);
  tw_edit_bar_set_steps (self, NULL, NULL);
}

void
tw_edit_bar_set_puzzle (TwEditBar *self, TwPuzzle *puzzle)
{
  self->cells = tw_edit_cells (puzzle);
  gtk_widget_set_visible (GTK_WIDGET (self->colour), self->cells == TW_EDIT_COLOURS);
  if (self->cells == TW_EDIT_COLOURS)
    tw_colour_list_set_puzzle (self->colour, puzzle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->draw), self->cells == TW_EDIT_COLOURS
                                                          ? _ ("Paint cells with the colour")
                                                          : _ ("Draw obstacles"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->erase), self->cells == TW_EDIT_COLOURS
                                                           ? _ ("Make holes in the board")
                                                           : _ ("Erase obstacles"));
}

static void
set_tool (GtkToggleButton *tool, const char *label, const char *name, const char *icon)
{
  if (icon != NULL) {
    gtk_button_set_icon_name (GTK_BUTTON (tool), icon);
    tw_name_widget (tool, name);
  } else {
    gtk_button_set_label (GTK_BUTTON (tool), label);
    gtk_button_set_use_underline (GTK_BUTTON (tool), TRUE);
  }
}

void
tw_edit_bar_set_narrow (TwEditBar *self, gboolean narrow)
{
  set_tool (self->draw, C_ ("tool", "Dr_aw"), C_ ("tool", "Draw"),
            narrow ? "document-edit-symbolic" : NULL);
  set_tool (self->erase, C_ ("tool", "_Erase"), C_ ("tool", "Erase"),
            narrow ? "edit-clear-symbolic" : NULL);
}

void
tw_edit_bar_set_steps (TwEditBar *self, const char *undo, const char *redo)
{
  tw_steps_name_buttons (self->undo, self->redo, undo, redo);
}

guint8
tw_edit_bar_get_value (TwEditBar *self, TwStrokeIntent intent, guint8 now)
{
  gboolean colours = self->cells == TW_EDIT_COLOURS;
  guint8 draw = colours ? tw_colour_list_get (self->colour) : TW_CELL_BLOCKED;
  gboolean erases = intent == TW_STROKE_ERASE
                    || (intent == TW_STROKE_TOGGLE ? now == draw
                                                   : gtk_toggle_button_get_active (self->erase));

  return !erases ? draw : colours ? TW_CELL_BLOCKED : TW_CELL_FREE;
}

void
tw_edit_bar_choose_colour (TwEditBar *self, guint8 colour)
{
  if (self->cells != TW_EDIT_COLOURS || !tw_colour_list_choose (self->colour, colour))
    return;
  gtk_toggle_button_set_active (self->draw, TRUE);
}
