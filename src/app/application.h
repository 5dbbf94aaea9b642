/* SPDX-License-Identifier: GPL-3.0-or-later */
/* application.h - the program as the desktop sees it: windows, files to open,
 * keys, style. Made by main.c and by tests.
 */
#ifndef TW_APP_APPLICATION_H
#define TW_APP_APPLICATION_H

#include <gtk/gtk.h>

#include "puzzle/drafts.h"

#define TW_TYPE_APPLICATION (tw_application_get_type ())
G_DECLARE_FINAL_TYPE (TwApplication, tw_application, TW, APPLICATION, GtkApplication)

TwApplication *tw_application_new (void);

/* Where windows keep what is not saved; owned by the application. */
TwDrafts *tw_application_get_drafts (TwApplication *self);
/* A window is about to close; the last one takes the session with it. */
void tw_application_window_closes (TwApplication *self);

#endif
