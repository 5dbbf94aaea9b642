/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resize-dialog.h - asks for the new size of the board, the position of the old board in it and the
 * value of new cells. The window's edit mode opens it. Main thread only. Emits "resized" with
 * width, height, dx, dy and the value of new cells, the parameters of tw_edit_resize (), and
 * closes. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/edit.h"

#define TW_TYPE_RESIZE_DIALOG (tw_resize_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwResizeDialog, tw_resize_dialog, TW, RESIZE_DIALOG, GtkWindow)

TwResizeDialog *tw_resize_dialog_new (GtkWindow *parent, TwPuzzle *puzzle);
