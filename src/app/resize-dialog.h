/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resize-dialog.h - asks for another size of the board, for where the board stays in
 * it and for what the new cells are. Opened by the window's edit mode.
 *
 * Main thread only. Emits "resized" with width, height, dx, dy and the value of new
 * cells, as tw_edit_resize () takes them, and closes.
 */
#ifndef TW_APP_RESIZE_DIALOG_H
#define TW_APP_RESIZE_DIALOG_H

#include <gtk/gtk.h>

#include "puzzle/edit.h"

#define TW_TYPE_RESIZE_DIALOG (tw_resize_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwResizeDialog, tw_resize_dialog, TW, RESIZE_DIALOG, GtkWindow)

TwResizeDialog *tw_resize_dialog_new (GtkWindow *parent, TwPuzzle *puzzle);

#endif
