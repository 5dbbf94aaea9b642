/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-pieces.h - commands for piece puzzles. Main thread only. */
#pragma once

#include "app/window/window.h"

void tw_window_begin_pieces (TwWindow *self);
/* Places one more piece of a solution. */
void tw_window_place_hint (TwWindow *self);
