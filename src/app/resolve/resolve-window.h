/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve-window.h - solves puzzles from files and folders again with the present settings and
 * compares the new solutions with the old ones. The main window opens it, and shows the solution
 * picked from the list. Main thread only; worker threads read and write files. Actions, with the
 * prefix "resolve.": add-files, add-folder, start, again, stop, clear, export-csv, export-json, and
 * export-to, which takes a URI (*.json, otherwise CSV) instead of opening a dialog. */
#pragma once

#include <gtk/gtk.h>

#include "app/document/session.h"
#include "puzzle/resolve.h"

#define TW_TYPE_RESOLVE_WINDOW (tw_resolve_window_get_type ())
G_DECLARE_FINAL_TYPE (TwResolveWindow, tw_resolve_window, TW, RESOLVE_WINDOW, GtkWindow)

/* A companion of the main window, which shows the session. */
TwResolveWindow *tw_resolve_window_new (GtkWindow *main_window, TwSession *session);
/* Reads files and folders and appends them to the list. */
void tw_resolve_window_add (TwResolveWindow *self, GFile *const *files, gsize n);

/* Whether the window is reading, writing or searching. */
gboolean tw_resolve_window_is_busy (TwResolveWindow *self);
TwResolve *tw_resolve_window_get_batch (TwResolveWindow *self);
