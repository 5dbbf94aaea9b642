/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new-dialog.h - asks for a puzzle that is told in a few numbers: a generated
 * board, an empty one for pieces, a tetromino square, a square of squares. Opened by the window.
 *
 * Main thread only. Emits "created" with the TwPuzzle and closes.
 */
#ifndef TW_APP_NEW_DIALOG_H
#define TW_APP_NEW_DIALOG_H

#include <gtk/gtk.h>

#define TW_TYPE_NEW_DIALOG (tw_new_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwNewDialog, tw_new_dialog, TW, NEW_DIALOG, GtkWindow)

TwNewDialog *tw_new_dialog_new (GtkWindow *parent);
/* Asks for a generated board only, of this size to begin with. */
TwNewDialog *tw_new_dialog_new_board (GtkWindow *parent, int width, int height);

/* The board that is asked for. */
typedef struct {
  int width;
  int height;
  double density; /* 0 to 1 */
  guint64 seed;
} TwNewBoard;

void tw_new_dialog_get_board (TwNewDialog *self, TwNewBoard *board);

#endif
