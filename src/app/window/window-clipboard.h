/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-clipboard.h - copies and pastes the puzzle of a window as text, and takes what is
 * dropped on the window: files are opened, text and pictures are pasted. Main thread only. */
#pragma once

#include "app/window/window.h"

void tw_window_copy_text (TwWindow *self);
void tw_window_paste (TwWindow *self);
/* Takes drops. */
void tw_window_accept_drops (TwWindow *self);
