/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve-window.h - puzzles from files and folders solved again with today's
 * settings, new answers against old ones. Opened by the main window, which shows
 * the answer that is picked from the list.
 *
 * Main thread only; files are read and written by workers. Actions, all with the
 * prefix "resolve.": add-files, add-folder, start, again, stop, clear, export-csv,
 * export-json, and export-to, which takes a URI (*.json, else CSV) instead of asking.
 */
#ifndef TW_APP_RESOLVE_WINDOW_H
#define TW_APP_RESOLVE_WINDOW_H

#include "app/window.h"
#include "puzzle/resolve.h"

#define TW_TYPE_RESOLVE_WINDOW (tw_resolve_window_get_type ())
G_DECLARE_FINAL_TYPE (TwResolveWindow, tw_resolve_window, TW, RESOLVE_WINDOW, GtkWindow)

TwResolveWindow *tw_resolve_window_new (TwWindow *main_window);
/* The one that belongs to a main window, made when there is none, brought to the front. */
TwResolveWindow *tw_resolve_window_present (TwWindow *main_window);
/* Reads files and folders, which join those in the list. */
void tw_resolve_window_add (TwResolveWindow *self, GListModel *files);

/* Reading, writing or searching. */
gboolean tw_resolve_window_is_busy (TwResolveWindow *self);
TwResolve *tw_resolve_window_get_batch (TwResolveWindow *self);
/* What the banner says, NULL when it is hidden. */
const char *tw_resolve_window_get_message (TwResolveWindow *self);

#endif
