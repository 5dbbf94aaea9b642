/* SPDX-License-Identifier: GPL-3.0-or-later */
/* piece-editor.h - an editor for the pieces of a puzzle: draw, add and remove pieces, and set how
 * often and in which orientations each may be used. The window's edit mode opens it. Main thread
 * only. On close, emits "changed" with the TwPuzzle and the name of the step if anything has
 * changed. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/edit.h"

#define TW_TYPE_PIECE_EDITOR (tw_piece_editor_get_type ())
G_DECLARE_FINAL_TYPE (TwPieceEditor, tw_piece_editor, TW, PIECE_EDITOR, GtkWindow)

TwPieceEditor *tw_piece_editor_new (GtkWindow *parent, TwPuzzle *puzzle);
