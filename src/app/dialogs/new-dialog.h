/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new-dialog.h - creates a puzzle from a few numbers: a generated board, an empty board for pieces,
 * a tetromino square, a square of squares. The window opens it. Main thread only. Emits "created"
 * with the TwPuzzle and closes. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_NEW_DIALOG (tw_new_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TwNewDialog, tw_new_dialog, TW, NEW_DIALOG, GtkWindow)

TwNewDialog *tw_new_dialog_new (GtkWindow *parent);
/* Offers only a generated board, with this initial size. */
TwNewDialog *tw_new_dialog_new_board (GtkWindow *parent, int width, int height);

/* The parameters of the generated board. */
typedef struct {
  int width;
  int height;
  double density; /* 0..1 */
  guint64 seed;
} TwNewBoard;

void tw_new_dialog_get_board (TwNewDialog *self, TwNewBoard *board);
