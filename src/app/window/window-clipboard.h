/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-clipboard.h - copies and pastes the puzzle of a window as text. Main thread only. */
#ifndef TW_APP_WINDOW_WINDOW_CLIPBOARD_H
#define TW_APP_WINDOW_WINDOW_CLIPBOARD_H

#include "app/window/window.h"

void tw_window_copy_text (TwWindow *self);
void tw_window_paste (TwWindow *self);
/* The same for dropped text, which is owned by the callee, and pictures. */
void tw_window_take_text (TwWindow *self, char *text);
void tw_window_take_picture (TwWindow *self, GdkTexture *texture);

#endif
