/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h - which files the windows had open when the program was quit, and how
 * large the windows were, with the solutions and placements of their puzzles; opened again at the next start when the user wants it
 * (the setting "restore-session").
 *
 * Called by the application and by windows that close. Main thread only.
 */
#ifndef TW_APP_SESSION_H
#define TW_APP_SESSION_H

#include <gtk/gtk.h>

/* All windows there are. */
void tw_session_save (GtkApplication *application, GSettings *settings);
/* FALSE: it is not wanted, or there was nothing open. */
gboolean tw_session_restore (GtkApplication *application, GSettings *settings);

#endif
