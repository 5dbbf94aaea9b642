/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-export.h - writes solutions and pictures of a window. Main thread; worker threads write. */
#pragma once

#include "app/window/window.h"

/* The window is busy between these two. */
void tw_window_writing_begins (TwWindow *self);
/* Returns FALSE when the window is being disposed and must not be touched any more. */
gboolean tw_window_writing_ends (TwWindow *self);

void tw_window_choose_solution_file (TwWindow *self);
void tw_window_choose_picture_file (TwWindow *self);
void tw_window_save_solution (TwWindow *self, GFile *file);
void tw_window_export_picture (TwWindow *self, GFile *file);
/* Asks for a format, one of those for making or one of other programs, and writes the puzzle. */
void tw_window_choose_format (TwWindow *self, gboolean making);
/* Looks for the certificate of the shown solution, and saves it. */
void tw_window_save_certificate (TwWindow *self);
void tw_window_copy_image (TwWindow *self);
/* Describes the result on the board; NULL: there is no solution. The caller frees it. */
char *tw_window_dup_caption (TwWindow *self);
/* Opens a file that was written in the desktop's program for it. */
void tw_window_show_file (TwWindow *self, const char *uri);

/* Saves all stored solutions of a piece puzzle. */
void tw_window_save_all_solutions (TwWindow *self, GFile *file);
void tw_window_choose_all_solutions_file (TwWindow *self);
/* `puzzle`: is one shown? */
void tw_window_update_export_actions (TwWindow *self, gboolean puzzle);
