/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-pieces.h - commands for piece puzzles. Main thread only. */
#ifndef TW_APP_WINDOW_WINDOW_PIECES_H
#define TW_APP_WINDOW_WINDOW_PIECES_H

#include "app/window/window.h"

void tw_window_begin_pieces (TwWindow *self);
/* Places one more piece of a solution. */
void tw_window_place_hint (TwWindow *self);

#endif
