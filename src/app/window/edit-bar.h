/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-bar.h - the toolbar of the edit mode: draw and erase, the colour to draw with, Undo and
 * Redo, and a menu of operations on the whole board. Its buttons activate the window's actions; the
 * window queries the selected tool and colour. Main thread only. */
#pragma once

#include "app/canvas/stroke.h"
#include "app/part.h"

#define TW_TYPE_EDIT_BAR (tw_edit_bar_get_type ())
G_DECLARE_FINAL_TYPE (TwEditBar, tw_edit_bar, TW, EDIT_BAR, TwPart)

/* Shows the values that can be drawn on this puzzle. */
void tw_edit_bar_set_puzzle (TwEditBar *self, TwPuzzle *puzzle);
/* In a narrow window the tools have icons only. */
void tw_edit_bar_set_narrow (TwEditBar *self, gboolean narrow);
/* Sets the names of the steps of Undo and Redo; NULL: no step. */
void tw_edit_bar_set_steps (TwEditBar *self, const char *undo, const char *redo);

/* The value, as defined in edit.h, that a stroke writes which starts on a cell with the value `now`. */
guint8 tw_edit_bar_get_value (TwEditBar *self, TwStrokeIntent intent, guint8 now);
/* Selects the drawing tool and a colour; unknown colours are ignored. */
void tw_edit_bar_choose_colour (TwEditBar *self, guint8 colour);
