/* SPDX-License-Identifier: GPL-3.0-or-later */
/* application.h - the GtkApplication: windows, opened files, accelerators and style. main.c and the
 * tests create it. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_APPLICATION (tw_application_get_type ())
G_DECLARE_FINAL_TYPE (TwApplication, tw_application, TW, APPLICATION, GtkApplication)

TwApplication *tw_application_new (void);
/* Opens the windows of an earlier run; without `all` only if it was killed. Returns FALSE when there
 * are none. */
gboolean tw_application_restore (TwApplication *self, gboolean all);
