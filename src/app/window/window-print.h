/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-print.h - prints the board of a window. Main thread only. */
#pragma once

#include "app/window/window.h"

/* NULL: opens the desktop's print dialog; otherwise writes a PDF of the page to `file`. */
void tw_window_print (TwWindow *self, GFile *file);
