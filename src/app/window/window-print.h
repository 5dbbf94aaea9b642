/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-print.h - prints the board of a window. Main thread only. */
#ifndef TW_APP_WINDOW_WINDOW_PRINT_H
#define TW_APP_WINDOW_WINDOW_PRINT_H

#include "app/window/window.h"

/* NULL: opens the desktop's print dialog; otherwise writes a PDF of the page to `file`. */
void tw_window_print (TwWindow *self, GFile *file);

#endif
