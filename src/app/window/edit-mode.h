/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-mode.h - drawing cells of the board of a document, and operations on the whole board. Every
 * change is one step of the document; no change is possible while a search runs. Main thread only.
 */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/session.h"
#include "app/window/edit-bar.h"

#define TW_TYPE_EDIT_MODE (tw_edit_mode_get_type ())
G_DECLARE_FINAL_TYPE (TwEditMode, tw_edit_mode, TW, EDIT_MODE, GObject)

/* Property "active" (boolean). Actions of the window: edit.mode, edit.undo, edit.redo,
 * edit.resize-board, edit.generate-board, edit.transform-board, edit.edit-pieces, edit.add-colour. */

/* The bar is the child of a revealer; digits that are typed in `area` choose a colour. */
TwEditMode *tw_edit_mode_new (TwCanvas *canvas, TwEditBar *bar, GtkWidget *area,
                              TwSession *session);
/* Does nothing when the board cannot be drawn. */
void tw_edit_mode_set_active (TwEditMode *self, gboolean active);
gboolean tw_edit_mode_is_active (TwEditMode *self);

/* Replaces the puzzle with one of the same kind. */
void tw_edit_mode_replace (TwEditMode *self, TwPuzzle *puzzle);
