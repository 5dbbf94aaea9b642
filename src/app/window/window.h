/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h - the main window, which shows a session. The application and the tests create it. Main
 * thread only. Worker threads read and write files; late results are dropped. */
#pragma once

#include "app/document/session.h"
#include "app/window/saver.h"

#define TW_TYPE_WINDOW (tw_window_get_type ())
G_DECLARE_FINAL_TYPE (TwWindow, tw_window, TW, WINDOW, GtkApplicationWindow)

TwWindow *tw_window_new (GtkApplication *application);
/* The window of the application that was active last; NULL: none. */
TwWindow *tw_window_get_active (GtkApplication *application);

TwSession *tw_window_get_session (TwWindow *self);
TwSaver *tw_window_get_saver (TwWindow *self);
/* Keeps the documents in this store from now on; takes ownership. */
void tw_window_set_store (TwWindow *self, TwStore *store);
/* The same for a store that an earlier run has left, and opens its documents. */
void tw_window_restore (TwWindow *self, TwStore *store);
/* Leaves for the next start what is wanted or would be lost, without questions; the window can only be
 * closed then. */
void tw_window_leave (TwWindow *self);
/* Reads the files and folders in the background and shows the first puzzle. The banner lists files
 * that cannot be read; when none can be read, nothing else changes. */
void tw_window_open_files (TwWindow *self, GFile **files, int n_files);
/* Searches on the start page, which a window without a puzzle shows. */
void tw_window_search (TwWindow *self, const char *query);
/* Shows a widget above the side pane, or instead of it while it expands, and moves the focus to it;
 * NULL removes it. */
void tw_window_set_panel (TwWindow *self, GtkWidget *panel);
GtkWidget *tw_window_get_panel (TwWindow *self);
