/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-restore.h - saves at exit which files the windows had open, the window sizes, and the
 * solutions and placements of their puzzles, and restores them at the next start if the setting
 * "restore-session" is on. After a crash it offers the unsaved changes.
 *
 * The application calls it. Main thread only; a worker thread reads the drafts. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/drafts.h"

/* Saves all windows. */
void tw_windows_save (GtkApplication *application);
/* Returns FALSE when restoring is off or nothing was open. */
gboolean tw_windows_restore (GtkApplication *application);
/* Asks whether to restore the unsaved changes of an earlier run; does nothing when there are none. The
 * application owns `drafts`. */
void tw_drafts_offer (GtkApplication *application, TwDrafts *drafts);
