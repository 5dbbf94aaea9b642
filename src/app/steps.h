/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps.h - the names of the steps that Undo and Redo would go, wherever the two are
 * offered: on the buttons of the edit bar and of the pieces' pane, in the menu.
 *
 * Main thread only.
 */
#ifndef TW_APP_STEPS_H
#define TW_APP_STEPS_H

#include <gtk/gtk.h>

/* In all of these `undo` and `redo` are names of steps, NULL where there is none. */

/* As tooltips, and for screen readers. */
void tw_steps_name_buttons (GtkWidget *undo_button, GtkWidget *redo_button, const char *undo,
                            const char *redo);
/* On the items of a menu that activate win.undo and win.redo. */
void tw_steps_name_items (GMenu *menu, const char *undo, const char *redo);

#endif
