/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-editor.h - the pieces of a puzzle, to be drawn, added, removed, and told how
 * often and in which ways they may be used. Opened by the window's edit mode.
 *
 * Main thread only. Emits "changed" with the TwPuzzle and the name of the step
 * when something is different, and closes.
 */
#ifndef TW_APP_PIECE_EDITOR_H
#define TW_APP_PIECE_EDITOR_H

#include <gtk/gtk.h>

#include "puzzle/edit.h"

#define TW_TYPE_PIECE_EDITOR (tw_piece_editor_get_type ())
G_DECLARE_FINAL_TYPE (TwPieceEditor, tw_piece_editor, TW, PIECE_EDITOR, GtkWindow)

TwPieceEditor *tw_piece_editor_new (GtkWindow *parent, TwPuzzle *puzzle);

#endif
