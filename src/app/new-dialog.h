/* new-dialog.h - asks for a puzzle that is told in a few numbers: a generated
 * board, a tetromino square, a square of squares. Opened by the window.
 *
 * Main thread only. Emits "created" with the TwPuzzle and closes.
 */
#ifndef TW_APP_NEW_DIALOG_H
#define TW_APP_NEW_DIALOG_H

#include <gtk/gtk.h>

#define TW_TYPE_NEW_DIALOG (tw_new_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwNewDialog, tw_new_dialog, TW, NEW_DIALOG, GtkWindow)

TwNewDialog *tw_new_dialog_new (GtkWindow *parent);

#endif
