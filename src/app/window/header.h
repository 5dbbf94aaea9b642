/* SPDX-License-Identifier: GPL-3.0-or-later */
/* header.h - the header bar of the main window: title, buttons, menus, and the recent files in one
 * of them. Its buttons activate actions of the window. Main thread only. */
#pragma once

#include <gtk/gtk.h>

typedef struct TwHeader TwHeader;

/* Becomes the title bar of the window, which frees the header before its end. */
TwHeader *tw_header_new (GtkWindow *window);
void tw_header_free (TwHeader *self);

/* `subtitle` may be NULL. */
void tw_header_set_title (TwHeader *self, const char *title, const char *subtitle);
/* The subtitle when the bar has no room for it; otherwise NULL. */
const char *tw_header_get_hidden_text (TwHeader *self);
/* Whether the button starts or stops a search. */
void tw_header_set_running (TwHeader *self, gboolean running);
/* Whether a puzzle is shown, whether one is open behind the start page, and whether the pane has
 * something to show even then. */
void tw_header_set_page (TwHeader *self, gboolean shown, gboolean behind, gboolean panel);
/* In a narrow window the bar has no room for text. */
void tw_header_set_narrow (TwHeader *self, gboolean narrow);
