/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colour-list.h - a GtkDropDown of the colours of a piece puzzle, each with its
 * tint and its character. In the edit bar and the editor of pieces.
 *
 * Main thread only.
 */
#ifndef TW_APP_COLOUR_LIST_H
#define TW_APP_COLOUR_LIST_H

#include <gtk/gtk.h>

#include "puzzle/puzzle.h"

/* Fills the list; the colour that is chosen stays so if it is still there. */
void tw_colour_list_set_puzzle (GtkDropDown *list, TwPuzzle *puzzle);
/* The number of the colour, from 1. */
guint8 tw_colour_list_get (GtkDropDown *list);
/* FALSE: there is no such colour. */
gboolean tw_colour_list_choose (GtkDropDown *list, guint8 colour);

#endif
