/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-export.h - writes solutions and pictures of a window. Main thread; worker threads write. */
#pragma once

#include "app/window/window.h"

void tw_window_choose_solution_file (TwWindow *self);
void tw_window_choose_picture_file (TwWindow *self);
void tw_window_save_solution (TwWindow *self, GFile *file);
void tw_window_export_picture (TwWindow *self, GFile *file);
/* Asks for a format, one of those for making or one of other programs, and writes the puzzle. */
void tw_window_choose_format (TwWindow *self, gboolean making);
/* Looks for the certificate of the shown solution, and saves it. */
void tw_window_save_certificate (TwWindow *self);
void tw_window_copy_image (TwWindow *self);
/* Opens a file that was written in the desktop's program for it. */
void tw_window_show_file (TwWindow *self, const char *uri);

/* Saves all stored solutions of a piece puzzle. */
void tw_window_save_all_solutions (TwWindow *self, GFile *file);
void tw_window_choose_all_solutions_file (TwWindow *self);
/* What is possible for the shown puzzle. */
gboolean tw_window_can_export (TwWindow *self, gboolean making);
gboolean tw_window_can_certify (TwWindow *self);
