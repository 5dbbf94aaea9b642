/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-save.h - saves the puzzles of a window, and counts what is being written. Main thread;
 * worker threads write. */
#ifndef TW_APP_WINDOW_WINDOW_SAVE_H
#define TW_APP_WINDOW_WINDOW_SAVE_H

#include "app/window/window.h"

void tw_window_save_puzzle (TwWindow *self);
void tw_window_save_puzzle_as (TwWindow *self);
void tw_window_save_puzzle_to (TwWindow *self, GFile *file);
/* Reports to the pending request whether the file was written. */
void tw_window_saved_for_wish (TwWindow *self, gboolean written);

/* Before all others. */
void tw_window_begin_saving (TwWindow *self);

/* The window is busy between these two. */
void tw_window_writing_begins (TwWindow *self);
/* Returns FALSE when the window is being disposed and must not be touched any more. */
gboolean tw_window_writing_ends (TwWindow *self);

#endif
