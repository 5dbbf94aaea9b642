/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-bar.h - the tools of the edit mode: draw and erase, the colour to draw
 * with, Undo and Redo, a menu of what changes the whole board. Its buttons
 * activate the window's actions; the window asks it what to draw with.
 *
 * Main thread only.
 */
#ifndef TW_APP_EDIT_BAR_H
#define TW_APP_EDIT_BAR_H

#include <gtk/gtk.h>

#include "puzzle/edit.h"

#define TW_TYPE_EDIT_BAR (tw_edit_bar_get_type ())
G_DECLARE_FINAL_TYPE (TwEditBar, tw_edit_bar, TW, EDIT_BAR, GtkWidget)

/* Offers what can be drawn on this puzzle. */
void tw_edit_bar_set_puzzle (TwEditBar *self, TwPuzzle *puzzle);
/* In a narrow window the tools have no words. */
void tw_edit_bar_set_narrow (TwEditBar *self, gboolean narrow);
/* What Undo and Redo would do; NULL: nothing. */
void tw_edit_bar_set_steps (TwEditBar *self, const char *undo, const char *redo);

/* The value the chosen tool draws a cell with, as edit.h says. */
guint8 tw_edit_bar_get_value (TwEditBar *self);
/* The values of the two tools. */
guint8 tw_edit_bar_get_draw_value (TwEditBar *self);
guint8 tw_edit_bar_get_erase_value (TwEditBar *self);
/* Chooses a colour and the tool that draws; what is not there is passed over. */
void tw_edit_bar_choose_colour (TwEditBar *self, guint8 colour);

#endif
