/* SPDX-License-Identifier: GPL-3.0-or-later */
/* colour-list.h - a GtkDropDown of the colours of a piece puzzle, each with its tint and its
 * character. The edit bar and the piece editor use it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/puzzle.h"

/* Fills the list. The selected colour stays selected if the puzzle still has it. */
void tw_colour_list_set_puzzle (GtkDropDown *list, TwPuzzle *puzzle);
/* Returns the number of the selected colour, from 1. */
guint8 tw_colour_list_get (GtkDropDown *list);
/* Returns FALSE when the puzzle has no such colour. */
gboolean tw_colour_list_choose (GtkDropDown *list, guint8 colour);
