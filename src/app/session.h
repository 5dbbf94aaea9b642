/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h - saves at exit which files the windows had open, the window sizes, and the solutions
 * and placements of their puzzles; restores them at the next start if the setting "restore-session"
 * is on.
 *
 * The application and closing windows call it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

/* Saves all windows. */
void tw_session_save (GtkApplication *application);
/* Returns FALSE when restoring is off or nothing was open. */
gboolean tw_session_restore (GtkApplication *application);
