/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-search.h - starts and ends searches for the puzzle of a window. Main thread only. */
#pragma once

#include "app/window/window.h"

void tw_window_solve (TwWindow *self);
void tw_window_stop (TwWindow *self);
/* Pauses the search, or continues a paused one. */
void tw_window_pause (TwWindow *self);
