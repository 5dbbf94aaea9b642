/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - shows the names of the next Undo and Redo steps on every control that offers them: the
 * buttons of the edit bar and of the pieces pane, and the menu. Main thread only. */
#pragma once

#include <gtk/gtk.h>

/* In all functions `undo` and `redo` are names of steps; NULL means no step. */

/* Sets the tooltips and accessible labels. */
void tw_steps_name_buttons (GtkWidget *undo_button, GtkWidget *redo_button, const char *undo,
                            const char *redo);
/* Sets the labels of the menu items that activate edit.undo and edit.redo. */
void tw_steps_name_items (GMenu *menu, const char *undo, const char *redo);
