/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-open.h - chooses files to open, and what all file dialogs of a window share. Main
 * thread only. */
#ifndef TW_APP_WINDOW_WINDOW_OPEN_H
#define TW_APP_WINDOW_WINDOW_OPEN_H

#include "app/window/window.h"

void tw_window_choose_files (TwWindow *self);
/* The same for a folder, whose puzzles are all opened. */
void tw_window_choose_folder (TwWindow *self);
/* Returns the file that was chosen in a dialog; NULL: none was chosen, or the window is being
 * disposed. Shows any error. The caller calls g_object_unref (). */
GFile *tw_window_finish_choosing (TwWindow *self, GAsyncResult *result);
/* Adds the file to the recent files. */
void tw_window_remember (const char *uri);

#endif
