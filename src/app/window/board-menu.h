/* SPDX-License-Identifier: GPL-3.0-or-later */
/* board-menu.h - the context menu of the board: by a click of the secondary button, a long press,
 * or the keys Menu and Shift+F10. Main thread only. */
#pragma once

#include <gtk/gtk.h>

typedef struct TwBoardMenu TwBoardMenu;

/* Gives the canvas the menu; `steps` is its section of Undo and Redo. Free the menu before the
 * canvas ends, and only while no event can arrive. */
TwBoardMenu *tw_board_menu_new (GtkWidget *canvas, GMenuModel *menu, GMenu *steps);
void tw_board_menu_free (TwBoardMenu *self);
/* Names the steps that Undo and Redo would take; NULL: there is none. */
void tw_board_menu_set_steps (TwBoardMenu *self, const char *undo, const char *redo);
