/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids-editor.h - arranges the four grids of Quadrillion on a board: a grid is dragged with the
 * pointer and turned by a click, or selected with the keys 1 to 4, moved with the arrow keys,
 * turned with R and flipped with F. For the dialog of new puzzles. Main thread only.
 *
 * Signal "changed": a grid was moved or turned. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/grids.h"

#define TW_TYPE_GRIDS_EDITOR (tw_grids_editor_get_type ())
G_DECLARE_FINAL_TYPE (TwGridsEditor, tw_grids_editor, TW, GRIDS_EDITOR, GtkWidget)

const TwGrid *tw_grids_editor_get (TwGridsEditor *self);
void tw_grids_editor_set (TwGridsEditor *self, const TwGrid *grids);
