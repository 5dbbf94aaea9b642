/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-mode.h - drawing cells of the board of a document, and operations on the whole board. Every
 * change is one step of the document; no change is possible while a search runs. Main thread only.
 */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/search.h"
#include "app/window/edit-bar.h"

#define TW_TYPE_EDIT_MODE (tw_edit_mode_get_type ())
G_DECLARE_FINAL_TYPE (TwEditMode, tw_edit_mode, TW, EDIT_MODE, GObject)

/* Signals: "changed": the mode has begun or ended; "message" (string): why something cannot be
 * done; NULL: nothing to say. */

/* The bar is the child of a revealer; digits that are typed in `area` choose a colour. */
TwEditMode *tw_edit_mode_new (TwCanvas *canvas, TwEditBar *bar, GtkWidget *area, TwSearch *search);
/* Ends the mode when the board cannot be drawn; NULL: no document. */
void tw_edit_mode_set_document (TwEditMode *self, TwDocument *document);
void tw_edit_mode_set_active (TwEditMode *self, gboolean active);
gboolean tw_edit_mode_is_active (TwEditMode *self);

/* The operations in the menu of the edit bar; the first three open a dialog. */
void tw_edit_mode_resize_board (TwEditMode *self);
void tw_edit_mode_generate_board (TwEditMode *self);
void tw_edit_mode_edit_pieces (TwEditMode *self);
void tw_edit_mode_transform_board (TwEditMode *self, int transform);
void tw_edit_mode_add_colour (TwEditMode *self);
/* Replaces the puzzle with one of the same kind. */
void tw_edit_mode_replace (TwEditMode *self, TwPuzzle *puzzle);
